//! What is known of a position without looking ahead: how far each side is from joining its edges.

use gametree_core::{Evaluate, Feature, Game, Known, Outcome, Rng, Side, Trace, set_bits};

use crate::geometry::{Grid, for_words, prefix, words};
use crate::position::Hex;
use crate::{knowing, known};

impl Evaluate for Hex {
    const FEATURES: &'static [Feature] = &[Feature {
        name: "distance",
        unit: "stones",
        weight: 100,
        about: "stones that the opponent still needs to join its edges if nobody hinders it, less those of the mover",
    }];

    fn features(&self, amounts: &mut [i32]) {
        let mover = self.to_move();
        amounts[0] = self.distance(mover.other()) as i32 - self.distance(mover) as i32;
    }

    /// The cells with which one of the sides would join its edges at once.
    fn noisy_moves(&self, out: &mut Vec<u16>) {
        for_words!(words(self.size), N => {
            let [first, second] = Side::BOTH.map(|side| Lines::<N>::new(self, side).joining());
            out.extend(set_bits(&either(&first, &second)).map(|cell| cell as u16));
        });
    }

    /// Nothing while there may be a swap. Else one cell that joins the mover's edges; or one that would join the opponent's, for against two there is no help.
    fn forced_moves(&self, out: &mut Vec<u16>) -> bool {
        let mover = self.to_move();
        // Against two lines, or in place of a move that hinders one, there is the swap.
        if self.may_swap() {
            return false;
        }
        for_words!(words(self.size), N => {
            for side in [mover, mover.other()] {
                if let Some(cell) = set_bits(&Lines::<N>::new(self, side).joining()).next() {
                    out.push(cell as u16);
                    return true;
                }
            }
        });
        false
    }

    /// Steps from the middle of the board, in halves of a cell.
    fn center_distance(&self, mv: u16) -> u32 {
        // A good first stone is a reason to swap.
        if mv == self.swap_move() {
            return 0;
        }
        let (cols, rows) = (i32::from(self.size.cols), i32::from(self.size.rows));
        let (row, col) = (i32::from(mv) / cols, i32::from(mv) % cols);
        let (x, y) = (2 * col - (cols - 1), 2 * row - (rows - 1));
        x.abs().max(y.abs()).max((x + y).abs()) as u32
    }

    fn moves_to_win(&self, side: Side) -> u32 {
        self.distance(side).max(1)
    }

    /// By dead and captured cells and virtual connections, on boards of up to 64 cells. Nothing while there may be a swap.
    fn known(&self, out: &mut Vec<u16>) -> Known {
        known::known(self, out)
    }

    fn value_key(&self) -> u64 {
        known::value_key(self)
    }

    /// Keeps the bridges of both sides. The playout without knowledge while there may be a swap, and where playouts stop at
    /// the win.
    fn knowing_playout(&mut self, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        if self.plays_plainly() {
            return self.playout(rng, trace);
        }
        self.outcome().unwrap_or_else(|| knowing::fill(self, rng, trace))
    }

    fn slow_knowing_playout(&mut self, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        if self.plays_plainly() {
            return self.slow_playout(rng, trace);
        }
        self.outcome().unwrap_or_else(|| knowing::slow(self, rng, trace))
    }
}

impl Hex {
    /// Whether a playout knows nothing of bridges.
    fn plays_plainly(&self) -> bool {
        self.stop_at_win || (self.swap && self.plies < 2)
    }

    /// The number of stones that `side` still needs to join its edges if the other side never moves; 0 once they are
    /// joined, and one more than the board has cells if they cannot be any more.
    #[must_use]
    pub fn distance(&self, side: Side) -> u32 {
        for_words!(words(self.size), N => Lines::<N>::new(self, side).distance())
    }
}

/// One side's view of the board.
struct Lines<const N: usize> {
    grid: Grid<N>,
    edges: [[u64; N]; 2],
    own: [u64; N],
    free: [u64; N],
    cells: u32,
}

impl<const N: usize> Lines<N> {
    fn new(hex: &Hex, side: Side) -> Self {
        let grid = Grid::new(hex.size);
        Lines {
            grid,
            edges: grid.edges(side),
            own: prefix(&hex.stones[side.index()]),
            free: std::array::from_fn(|word| hex.empties(word)),
            cells: hex.size.area() as u32,
        }
    }

    /// Breadth first, a stone at a time, all cells of a distance at once.
    fn distance(&self) -> u32 {
        let [start, end] = &self.edges;
        let mut reached = self.join(both(start, &self.own));
        if meet(&reached, end) {
            return 0;
        }
        let open = either(&self.own, &self.free);
        for stones in 1..=self.cells {
            let mut next = both(&spread(&self.grid, &reached), &open);
            if stones == 1 {
                next = either(&next, &both(start, &self.free));
            }
            if next == reached {
                break;
            }
            reached = self.join(next);
            if meet(&reached, end) {
                return stones;
            }
        }
        self.cells + 1
    }

    /// The cells with which the side would join its edges.
    fn joining(&self) -> [u64; N] {
        let [one, other] = self.edges.map(|edge| {
            let group = self.join(both(&edge, &self.own));
            both(&either(&spread(&self.grid, &group), &edge), &self.free)
        });
        both(&one, &other)
    }

    /// The cells, and all stones of the side that are connected to them.
    fn join(&self, mut reached: [u64; N]) -> [u64; N] {
        loop {
            let next = either(&reached, &both(&spread(&self.grid, &reached), &self.own));
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }
}

/// The cells and their neighbours: those to the left and right in the row, the same shifted down (with the left ones) and
/// up (with the right ones). Bits past the board's end may be set.
fn spread<const N: usize>(grid: &Grid<N>, cells: &[u64; N]) -> [u64; N] {
    let width = u32::from(grid.size.cols);
    let (mut left, mut right) = (*cells, *cells);
    for i in 0..N {
        let after = if i + 1 < N { cells[i + 1] << 63 } else { 0 };
        let before = if i > 0 { cells[i - 1] >> 63 } else { 0 };
        left[i] |= (cells[i] >> 1 | after) & grid.not_last[i];
        right[i] |= (cells[i] << 1 | before) & grid.not_first[i];
    }
    std::array::from_fn(|i| {
        let before = if i > 0 { left[i - 1] >> (64 - width) } else { 0 };
        let after = if i + 1 < N { right[i + 1] << (64 - width) } else { 0 };
        left[i] | right[i] | left[i] << width | before | right[i] >> width | after
    })
}

fn both<const N: usize>(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    std::array::from_fn(|i| a[i] & b[i])
}

fn either<const N: usize>(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    std::array::from_fn(|i| a[i] | b[i])
}

fn meet<const N: usize>(a: &[u64; N], b: &[u64; N]) -> bool {
    (0..N).any(|i| a[i] & b[i] != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree_core::{Rng, Size};

    /// Shortest paths by hand: 0 for an own stone, 1 for an empty cell.
    fn slow_distance(hex: &Hex, side: Side) -> u32 {
        let (cols, rows) = (i32::from(hex.size.cols), i32::from(hex.size.rows));
        let never = (cols * rows + 1) as u32;
        let cost = |row: i32, col: i32| match hex.stone((row * cols + col) as u16) {
            None => Some(1),
            Some(owner) => (owner == side).then_some(0),
        };
        let mut distances = vec![never; (cols * rows) as usize];
        for _ in 0..cols * rows {
            for row in 0..rows {
                for col in 0..cols {
                    let Some(cost) = cost(row, col) else { continue };
                    let at_start = if side == Side::First { row == 0 } else { col == 0 };
                    let mut least = if at_start { 0 } else { never };
                    for (y, x) in [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)] {
                        let (row, col) = (row + y, col + x);
                        if (0..rows).contains(&row) && (0..cols).contains(&col) {
                            least = least.min(distances[(row * cols + col) as usize]);
                        }
                    }
                    let here = &mut distances[(row * cols + col) as usize];
                    *here = (*here).min(least.saturating_add(cost).min(never));
                }
            }
        }
        let end = |cell: i32| if side == Side::First { cell / cols == rows - 1 } else { cell % cols == cols - 1 };
        (0..cols * rows).filter(|&cell| end(cell)).map(|cell| distances[cell as usize]).min().unwrap_or(never)
    }

    #[test]
    fn distances_and_joining_cells_equal_those_found_cell_by_cell() {
        for (cols, rows) in [(1, 1), (2, 2), (3, 3), (5, 3), (3, 5), (8, 8), (9, 8), (11, 13)] {
            for seed in 0..12 {
                let mut rng = Rng::new(seed);
                let mut hex = Hex::new(Size { cols, rows }).unwrap();
                let mut moves = Vec::new();
                while hex.outcome().is_none() {
                    for side in Side::BOTH {
                        assert_eq!(hex.distance(side), slow_distance(&hex, side), "seed {seed}\n{hex}");
                    }
                    assert_eq!(
                        hex.evaluate().signum(),
                        (hex.distance(hex.to_move().other()) as i32 - hex.distance(hex.to_move()) as i32).signum()
                    );
                    check_noisy(&hex);
                    moves.clear();
                    hex.legal_moves(&mut moves);
                    hex.play(moves[rng.below(moves.len() as u32) as usize]);
                }
                assert!(hex.evaluate() < 0, "the side to move has lost");
            }
        }
    }

    fn check_noisy(hex: &Hex) {
        let (mut moves, mut noisy, mut forced) = (Vec::new(), Vec::new(), Vec::new());
        hex.legal_moves(&mut moves);
        hex.noisy_moves(&mut noisy);
        let wins = |side: Side, cell: u16| {
            let mut next = hex.clone();
            next.stones[side.index()][usize::from(cell) / 64] |= 1 << (cell % 64);
            next.joins(side, None)
        };
        let mover = hex.to_move();
        let [own, theirs] = [mover, mover.other()]
            .map(|side| moves.iter().copied().filter(|&cell| wins(side, cell)).collect::<Vec<u16>>());
        let mut expected = [&own[..], &theirs[..]].concat();
        expected.sort_unstable();
        expected.dedup();
        assert_eq!(noisy, expected, "\n{hex}");
        assert_eq!(hex.forced_moves(&mut forced), !expected.is_empty());
        let first = own.first().or(theirs.first()).copied();
        assert_eq!(forced, first.into_iter().collect::<Vec<_>>());
    }

    #[test]
    fn the_center_is_the_center() {
        let hex = Hex::new(Size::square(5)).unwrap();
        let mut cells: Vec<u16> = (0..25).collect();
        cells.sort_by_key(|&cell| hex.center_distance(cell));
        assert_eq!(cells[0], 12);
        assert_eq!(
            [hex.center_distance(0), hex.center_distance(4)],
            [8, 4],
            "the acute corner is farther than the obtuse"
        );
        assert_eq!(*cells.last().unwrap(), 24);
    }
}
