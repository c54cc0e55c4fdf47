//! Playouts of sides that keep their bridges.
//!
//! Two stones of a side with two common neighbours, both empty, are as good as joined, and so are a stone on the second line
//! and its edge: if the other side takes one of the two cells, the side takes the other. A random game does not know that.
//! So here the fill is repaired: where it gave both cells to the other side, one of them, by a coin, goes back.

use gametree_core::kernels::{self, Arch, Kernel};
use gametree_core::{Game, Outcome, Rng, Side, Trace};

use crate::geometry::{Grid, for_words, prefix, words};
use crate::playout::{halves, settle};
use crate::position::Hex;
use crate::reduce::winner;

/// Fills a running position's board as [`crate::playout::fill`] does and repairs the bridges that lay there before. The
/// sides' numbers of stones may then differ by more than one.
pub(crate) fn fill(position: &mut Hex, rng: &mut Rng, trace: &mut Trace) -> Outcome {
    kernels::run(Fill { position, rng, trace })
}

struct Fill<'a> {
    position: &'a mut Hex,
    rng: &'a mut Rng,
    trace: &'a mut Trace,
}

impl Kernel for Fill<'_> {
    type Out = Outcome;

    #[inline(always)]
    fn run<A: Arch>(self, arch: A) -> Outcome {
        let Fill { position, rng, trace } = self;
        for_words!(words(position.size), N => {
            let mut given = halves::<A, N>(arch, position, rng);
            repair(position, rng, &mut given);
            settle(position, trace, &given);
        });
        Outcome::Win(winner(position.size, &position.stones[0]))
    }
}

/// All bridges of a direction, or to an edge, by the distances from an anchor, the first of its four cells. Where `anchors`
/// has a bit no distance leaves the columns; past the last row there are no stones.
struct Bridges<const N: usize> {
    anchors: [u64; N],
    /// To the two stones; twice to the one of a bridge to an edge.
    ends: [usize; 2],
    /// To the two cells that are empty at the leaf.
    carriers: [usize; 2],
}

/// Repairs both sides' bridges, the sides in random order. Bridges of one direction are repaired all at once.
#[inline(always)]
fn repair<const N: usize>(position: &Hex, rng: &mut Rng, given: &mut [[u64; N]; 2]) {
    let grid = Grid::<N>::new(position.size);
    let cols = usize::from(position.size.cols);
    let both = and(&grid.not_first, &grid.not_last);
    let inner = [
        Bridges { anchors: grid.not_last, ends: [0, cols + 1], carriers: [1, cols] },
        Bridges { anchors: both, ends: [1, cols - 1], carriers: [0, cols] },
        Bridges { anchors: grid.not_first, ends: [0, 2 * cols - 1], carriers: [cols - 1, cols] },
    ];
    let ([top, _], [left, right]) = (grid.edges(Side::First), grid.edges(Side::Second));
    // Anchored in the row above the last one.
    let above_last = line_before_last(position, cols);
    let edges = [
        [
            Bridges { anchors: and(&top, &grid.not_last), ends: [cols; 2], carriers: [0, 1] },
            Bridges { anchors: and(&above_last, &grid.not_first), ends: [0; 2], carriers: [cols - 1, cols] },
        ],
        [
            Bridges { anchors: and(&left, &grid.not_last), ends: [1; 2], carriers: [0, cols] },
            Bridges { anchors: and(&right, &grid.not_first), ends: [cols - 1; 2], carriers: [0, cols] },
        ],
    ];
    let order = (rng.next_word() >> 63) as usize;
    for side in [order, 1 - order] {
        let own = prefix::<N>(&position.stones[side]);
        for bridges in inner.iter().chain(&edges[side]) {
            repair_all(bridges, &own, rng, given, side);
        }
    }
}

/// The cells of the last row but one; none on a board of one row.
#[inline(always)]
fn line_before_last<const N: usize>(position: &Hex, cols: usize) -> [u64; N] {
    let area = position.size.area();
    let (end, start) = (area - cols, area.saturating_sub(2 * cols));
    let (mut line, before) = (crate::geometry::below::<N>(end), crate::geometry::below::<N>(start));
    for i in 0..N {
        line[i] &= !before[i];
    }
    line
}

#[inline(always)]
fn repair_all<const N: usize>(
    bridges: &Bridges<N>,
    own: &[u64; N],
    rng: &mut Rng,
    given: &mut [[u64; N]; 2],
    side: usize,
) {
    let (ends, carriers) = (bridges.ends, bridges.carriers);
    let theirs = given[1 - side];
    let mut one = [0; N];
    let mut other = [0; N];
    for i in 0..N {
        let stones = bridges.anchors[i] & ahead(own, i, ends[0]) & ahead(own, i, ends[1]);
        let cut = stones & ahead(&theirs, i, carriers[0]) & ahead(&theirs, i, carriers[1]);
        let coins = rng.next_word();
        (one[i], other[i]) = (cut & coins, cut & !coins);
    }
    let (mut kept, mut rest) = (given[side], theirs);
    for i in 0..N {
        let back = behind(&one, i, carriers[0]) | behind(&other, i, carriers[1]);
        kept[i] |= back;
        rest[i] &= !back;
    }
    (given[side], given[1 - side]) = (kept, rest);
}

/// Word `i` of the cells whose cell at a distance below 64 is among `cells`.
#[inline(always)]
fn ahead<const N: usize>(cells: &[u64; N], i: usize, distance: usize) -> u64 {
    let after = if i + 1 < N { cells[i + 1] } else { 0 };
    cells[i] >> distance | after << 1 << (63 - distance)
}

/// Word `i` of the cells at a distance below 64 from `cells`.
#[inline(always)]
fn behind<const N: usize>(cells: &[u64; N], i: usize, distance: usize) -> u64 {
    let before = if i > 0 { cells[i - 1] } else { 0 };
    cells[i] << distance | before >> 1 >> (63 - distance)
}

#[inline(always)]
fn and<const N: usize>(one: &[u64; N], other: &[u64; N]) -> [u64; N] {
    let mut words = *one;
    for i in 0..N {
        words[i] &= other[i];
    }
    words
}

/// The same a stone and a bridge at a time.
pub(crate) fn slow(position: &mut Hex, rng: &mut Rng, trace: &mut Trace) -> Outcome {
    let leaf = position.clone();
    let mut empties = Vec::new();
    position.legal_moves(&mut empties);
    trace.plies += empties.len() as u32;
    let all = empties.clone();
    while !empties.is_empty() {
        position.place(empties.swap_remove(rng.below(empties.len() as u32) as usize));
    }
    let (cols, rows) = (i32::from(leaf.size.cols), i32::from(leaf.size.rows));
    let cell = |row: i32, col: i32| {
        ((0..rows).contains(&row) && (0..cols).contains(&col)).then_some((row * cols + col) as u16)
    };
    let order = if rng.below(2) == 0 { [Side::First, Side::Second] } else { [Side::Second, Side::First] };
    for side in order {
        // Row and column, from a stone: of the stone or edge cell that it is joined to, and of the two cells between.
        let mut directions =
            vec![((1, 1), [(0, 1), (1, 0)]), ((-1, 2), [(0, 1), (-1, 1)]), ((-2, 1), [(-1, 0), (-1, 1)])];
        // Off the board: the edge.
        directions.extend(match side {
            Side::First => [((-2, 1), [(-1, 0), (-1, 1)]), ((2, -1), [(1, 0), (1, -1)])],
            Side::Second => [((1, -2), [(0, -1), (1, -1)]), ((-1, 2), [(0, 1), (-1, 1)])],
        });
        for (index, (to, carriers)) in directions.into_iter().enumerate() {
            let mut back = Vec::new();
            for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
                let is_own = |row, col| cell(row, col).is_some_and(|cell| leaf.stone(cell) == Some(side));
                let (to_row, to_col) = (row + to.0, col + to.1);
                let meets = if index < 3 {
                    is_own(to_row, to_col)
                } else if side == Side::First {
                    to_row == -1 || to_row == rows
                } else {
                    to_col == -1 || to_col == cols
                };
                let between = carriers.map(|(down, right)| cell(row + down, col + right));
                let is_cut = between.iter().all(|&between| {
                    between.is_some_and(|cell| leaf.stone(cell).is_none() && position.stone(cell) == Some(side.other()))
                });
                if is_own(row, col) && meets && is_cut {
                    back.extend(between[rng.below(2) as usize]);
                }
            }
            for cell in back {
                let bit = 1 << (cell % 64);
                position.stones[side.index()][usize::from(cell) / 64] |= bit;
                position.stones[side.other().index()][usize::from(cell) / 64] &= !bit;
            }
        }
    }
    for cell in all {
        let second = position.stone(cell) == Some(Side::Second);
        trace.codes.insert(leaf.codes(if second { Side::Second } else { Side::First }).start + cell);
    }
    Outcome::Win(position.winner_of_full())
}
