//! What is known of a position without looking ahead: the lines that are still open.

use gametree_core::{Evaluate, Feature, Game, Side};

use crate::{LINES, TicTacToe, bits};

/// A line is open to a side while the other one has no stone on it.
impl Evaluate for TicTacToe {
    const FEATURES: &'static [Feature] = &[
        Feature {
            name: "open",
            unit: "lines",
            weight: 10,
            about: "lines open to the mover, less those open to the opponent",
        },
        Feature {
            name: "threats",
            unit: "lines",
            weight: 100,
            about: "lines that the mover could complete with one stone, less those that the opponent could",
        },
    ];

    fn features(&self, amounts: &mut [i32]) {
        let mover = self.to_move();
        let count = |side, least| self.open_lines(side).filter(|&stones| stones >= least).count() as i32;
        amounts[0] = count(mover, 0) - count(mover.other(), 0);
        amounts[1] = count(mover, 2) - count(mover.other(), 2);
    }

    /// The cells with which one of the sides would complete three in a line.
    fn noisy_moves(&self, out: &mut Vec<u8>) {
        out.extend(bits(self.completing(Side::First) | self.completing(Side::Second)));
    }

    /// One cell that completes the mover's line; or one that would complete the opponent's, for against two there is no
    /// help.
    fn forced_moves(&self, out: &mut Vec<u8>) -> bool {
        let mover = self.to_move();
        let cell = [mover, mover.other()].into_iter().find_map(|side| bits(self.completing(side)).next());
        out.extend(cell);
        cell.is_some()
    }

    /// The center has four lines through it, a corner three, another cell two; the more, the closer.
    fn center_distance(&self, mv: u8) -> u32 {
        4 - LINES.iter().filter(|&line| line >> mv & 1 == 1).count() as u32
    }

    fn moves_to_win(&self, side: Side) -> u32 {
        self.open_lines(side).map(|stones| 3 - stones).min().unwrap_or(4)
    }
}

impl TicTacToe {
    /// How many stones `side` has on each line that is open to it.
    fn open_lines(&self, side: Side) -> impl Iterator<Item = u32> + '_ {
        let [own, other] = [side, side.other()].map(|side| self.stones[side.index()]);
        LINES.iter().filter(move |&line| other & line == 0).map(move |line| (own & line).count_ones())
    }

    /// The cells, as bits, with which `side` would complete a line.
    pub(crate) fn completing(&self, side: Side) -> u16 {
        let own = self.stones[side.index()];
        LINES.iter().filter(|&line| (own & line).count_ones() == 2).fold(0, |cells, line| cells | line & !own)
            & self.empties()
    }
}

#[cfg(test)]
mod tests {
    use gametree_core::EVALUATION_LIMIT;

    use super::*;

    fn after(moves: &[u8]) -> TicTacToe {
        let mut position = TicTacToe::new();
        moves.iter().for_each(|&mv| position.play(mv));
        position
    }

    #[test]
    fn lines_are_counted_for_the_mover() {
        // x . .
        // . o .
        // x . .
        let position = after(&[0, 4, 6]);
        let mut amounts = [0; 2];
        position.features(&mut amounts);
        // Open to o: the middle row and column and the right column; to x: the left and the right column, the top and the
        // bottom row.
        assert_eq!(amounts, [-1, -1]);
        assert_eq!(position.evaluate(), -10 - 100);
        let mut noisy = Vec::new();
        position.noisy_moves(&mut noisy);
        assert_eq!(noisy, [3], "o must block the left column");
        assert_eq!((position.moves_to_win(Side::First), position.moves_to_win(Side::Second)), (1, 2));
    }

    #[test]
    fn the_order_from_the_center_is_center_corners_edges() {
        let mut cells: Vec<u8> = (0..9).collect();
        cells.sort_by_key(|&cell| TicTacToe::new().center_distance(cell));
        assert_eq!(cells, [4, 0, 2, 6, 8, 1, 3, 5, 7]);
    }

    #[test]
    fn a_finished_position_is_worth_its_outcome() {
        assert_eq!(after(&[0, 3, 1, 4, 2]).evaluate(), -EVALUATION_LIMIT, "o is to move and has lost");
        assert_eq!(after(&[0, 1, 2, 4, 3, 5, 7, 6, 8]).evaluate(), 0);
    }
}
