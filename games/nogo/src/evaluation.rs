//! What is known of a position without looking ahead: the moves that are left.

use gametree_core::{Evaluate, Feature, Outcome, Rng, Trace, set_bits};
use gametree_go::WORDS;

use crate::knowing;
use crate::position::NoGo;

/// No move is noisy: nothing is ever captured, and what a move changes are counts that change by a few a move.
impl Evaluate for NoGo {
    const FEATURES: &'static [Feature] = &[
        Feature {
            name: "mobility",
            unit: "moves",
            weight: 10,
            about: "points on which the mover may place a stone, less those of the opponent",
        },
        Feature {
            name: "safe",
            unit: "moves",
            weight: 20,
            about: "points on which only the mover may place a stone, less those of the opponent: it can use them later",
        },
        Feature {
            name: "liberties",
            unit: "points",
            weight: 1,
            about: "empty points that touch the mover's stones, less those that touch the opponent's",
        },
    ];

    fn features(&self, amounts: &mut [i32]) {
        let (mover, other) = (self.to_move, self.to_move.other());
        let (mut own, mut theirs) = ([0; WORDS], [0; WORDS]);
        for (side, mask) in [(mover, &mut own), (other, &mut theirs)] {
            for index in self.moves_of(side) {
                mask[usize::from(index) / 64] |= 1u64 << (index % 64);
            }
        }
        let safe = |own: &[u64; WORDS], other: &[u64; WORDS]| {
            own.iter().zip(other).map(|(own, other)| (own & !other).count_ones()).sum::<u32>() as i32
        };
        let count = |mask: &[u64; WORDS]| set_bits(mask).count() as i32;
        amounts[0] = count(&own) - count(&theirs);
        amounts[1] = safe(&own, &theirs) - safe(&theirs, &own);
        amounts[2] = i32::from(self.board.liberties_of(mover)) - i32::from(self.board.liberties_of(other));
    }

    /// Steps from the middle of the board, in halves of a point.
    fn center_distance(&self, mv: u16) -> u32 {
        self.board.center_distance(mv)
    }

    /// Keeps points of the mover's own while it has another move.
    fn knowing_playout(&mut self, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        knowing::fast(self, rng, trace)
    }

    fn slow_knowing_playout(&mut self, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        knowing::slow(self, rng, trace)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::line;

    #[test]
    fn moves_are_counted_for_the_mover() {
        // . . .
        // x x o
        // . x o   with the second side to move
        let line = line("3", "A2 C2 B2 C1 B1");
        let mut amounts = [0; 3];
        line.position().features(&mut amounts);
        // White may play A3, B3, C3, not A1. Black may play A3, B3 and A1; at C3 it would capture.
        assert_eq!(amounts[..2], [0, 0], "{}", line.position());
        // C3 touches white; A1, A3 and B3 touch black.
        assert_eq!(amounts[2], -2);
        assert_eq!(line.position().evaluate(), -2);
    }
}
