//! What is known of a position without looking ahead: area, liberties, stones in danger.

use gametree_core::{Evaluate, Feature, Game, Outcome, Rng, Side, Trace, set_bits};

use crate::knowing;
use crate::position::Go;
use crate::shape::WORDS;

impl Evaluate for Go {
    const FEATURES: &'static [Feature] = &[
        Feature {
            name: "area",
            unit: "half points",
            weight: 10,
            about: "by how much the mover would win if the game ended now",
        },
        Feature {
            name: "liberties",
            unit: "points",
            weight: 10,
            about: "empty points that touch the mover's stones, less those that touch the opponent's",
        },
        Feature {
            name: "atari",
            unit: "stones",
            weight: 15,
            about: "the opponent's stones in chains with one liberty, less the mover's",
        },
    ];

    fn features(&self, amounts: &mut [i32]) {
        let (mover, other) = (self.to_move, self.to_move.other());
        amounts[0] = if mover == Side::First { self.margin() } else { -self.margin() };
        amounts[1] = i32::from(self.board.liberties_of(mover)) - i32::from(self.board.liberties_of(other));
        amounts[2] = i32::from(self.board.stones_in_atari(other)) - i32::from(self.board.stones_in_atari(mover));
    }

    /// Moves that take, save or threaten a chain: the last liberty of a chain of either side, and the liberties of the
    /// opponent's chains that have two.
    fn noisy_moves(&self, out: &mut Vec<u16>) {
        let mut mask = [0; WORDS];
        self.board.mark_urgent(self.to_move, &mut mask);
        let urgent = set_bits(&mask).map(|index| index as u16);
        out.extend(urgent.filter(|&index| self.is_candidate(self.board.point(index))));
    }

    /// Steps from the middle of the board, in halves of a point; the pass comes last.
    fn center_distance(&self, mv: u16) -> u32 {
        if mv == self.pass() { u32::MAX } else { self.board.center_distance(mv) }
    }

    /// Ends once one side is far ahead in stones.
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
    use crate::tests::{go, komi_0};

    #[test]
    fn features_are_counted_for_the_mover() {
        // x . .
        // o x .
        // . . .   with the second side to move
        let line = komi_0("3", "A3 A2 B2");
        let mut amounts = [0; 3];
        line.position().features(&mut amounts);
        // The empty points touch both sides or, as far as they are one region, both too; so only stones count. Black touches
        // B3, B1 and C2, white A1.
        assert_eq!(amounts, [-2, -2, 0], "{}", line.position());
    }

    #[test]
    fn noisy_moves_are_captures_rescues_and_threats() {
        let line = go("5", "A1 B1 E5 D5");
        let names = |line: &gametree_core::Line<Go>| {
            let mut moves = Vec::new();
            line.position().noisy_moves(&mut moves);
            moves.iter().map(|&mv| gametree_core::Describe::format_move(line.position(), mv)).collect::<Vec<_>>()
        };
        // A1 and E5 are in atari; B1 and D5 have two liberties each.
        assert_eq!(names(&line), ["C5", "D4", "E4", "A2", "B2", "C1"]);
        for seed in 0..5 {
            crate::tests::random_game("7", seed, |line| {
                let (mut noisy, mut searched) = (Vec::new(), Vec::new());
                line.position().noisy_moves(&mut noisy);
                line.position().search_moves(&mut searched);
                assert!(noisy.iter().all(|mv| searched.contains(mv)));
                for &mv in &searched {
                    let mut next = line.position().clone();
                    let mover = next.to_move();
                    next.play(mv);
                    let takes = next.taken(mover) > line.position().taken(mover);
                    assert!(!takes || noisy.contains(&mv), "a capture is noisy");
                }
            });
        }
    }
}
