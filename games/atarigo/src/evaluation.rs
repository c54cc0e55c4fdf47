//! What is known of a position without looking ahead: liberties, and who can be captured.

use gametree_core::{Evaluate, Feature, Outcome, Rng, Side, Trace, set_bits};
use gametree_go::{Fate, WORDS};

use crate::knowing;
use crate::position::{AtariGo, may_place};
use crate::tactics::last_liberty;

impl Evaluate for AtariGo {
    const FEATURES: &'static [Feature] = &[
        Feature {
            name: "weakest",
            unit: "liberties",
            weight: 100,
            about: "liberties of the mover's chain that has fewest, less those of the opponent's; a side without stones \
                    counts 4",
        },
        Feature {
            name: "two",
            unit: "chains",
            weight: 20,
            about: "the opponent's chains with two liberties or fewer, less the mover's",
        },
        Feature {
            name: "liberties",
            unit: "points",
            weight: 10,
            about: "empty points that touch the mover's stones, less those that touch the opponent's",
        },
        Feature {
            name: "mobility",
            unit: "moves",
            weight: 5,
            about: "points on which the mover may place a stone, less those of the opponent",
        },
    ];

    fn features(&self, amounts: &mut [i32]) {
        let (mover, other) = (self.to_move, self.to_move.other());
        let [(own_least, own_weak), (their_least, their_weak)] = [mover, other].map(|side| self.weakness(side));
        let count = |side| self.moves_of(side).count() as i32;
        amounts[0] = i32::from(own_least) - i32::from(their_least);
        amounts[1] = their_weak - own_weak;
        amounts[2] = i32::from(self.board.liberties_of(mover)) - i32::from(self.board.liberties_of(other));
        amounts[3] = count(mover) - count(other);
    }

    /// Moves that capture, rescue or threaten: the last liberty of a chain of either side, and the liberties of the
    /// opponent's chains that have two.
    fn noisy_moves(&self, out: &mut Vec<u16>) {
        let mut mask = [0; WORDS];
        self.board.mark_urgent(self.to_move, &mut mask);
        let urgent = set_bits(&mask).map(|index| index as u16);
        out.extend(urgent.filter(|&index| may_place(&self.board, self.board.point(index), self.to_move)));
    }

    fn knowing_playout(&mut self, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        knowing::fast(self, rng, trace)
    }

    fn slow_knowing_playout(&mut self, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        knowing::slow(self, rng, trace)
    }

    /// A capture wins. Otherwise a chain in atari must run: when its last liberty may not be played, or there are two such
    /// chains that do not share it, nothing helps.
    fn forced_moves(&self, out: &mut Vec<u16>) -> bool {
        let (mover, other) = (self.to_move, self.to_move.other());
        if let Some(point) = last_liberty(self, other) {
            out.push(self.board.index(point));
            return true;
        }
        let Some(point) = last_liberty(self, mover) else { return false };
        debug_assert_ne!(self.board.fate(point, mover), Fate::Captures);
        if may_place(&self.board, point, mover) {
            out.push(self.board.index(point));
        } else {
            out.extend(self.moves_of(mover).next());
        }
        true
    }

    /// Steps from the middle of the board, in halves of a point.
    fn center_distance(&self, mv: u16) -> u32 {
        self.board.center_distance(mv)
    }
}

impl AtariGo {
    /// The fewest liberties of a chain of `side`, and how many chains have two or fewer.
    fn weakness(&self, side: Side) -> (u16, i32) {
        let (mut least, mut weak) = (None, 0);
        for head in self.board.chains(side) {
            let liberties = self.board.liberties(head);
            least = Some(least.map_or(liberties, |least: u16| least.min(liberties)));
            weak += i32::from(liberties <= 2);
        }
        (least.unwrap_or(4), weak)
    }
}

#[cfg(test)]
mod tests {
    use gametree_core::{Game, Outcome, Rng, Size};

    use super::*;
    use crate::tests::line;

    #[test]
    fn features_are_counted_for_the_mover() {
        // . . . .
        // . . . .
        // . x o .
        // . . . .   with the first side to move
        let even = line("4", "B2 C2");
        let mut amounts = [0; 4];
        even.position().features(&mut amounts);
        assert_eq!(amounts, [0, 0, 0, 0]);
        let line = line("4", "A1 C2");
        line.position().features(&mut amounts);
        assert_eq!(amounts, [2 - 4, -1, 2 - 4, 0]);
        assert_eq!(line.position().evaluate(), -200 - 20 - 20);
    }

    /// Forced moves hold against trying everything.
    #[test]
    fn forced_moves_win_or_are_all_that_helps() {
        for seed in 0..60 {
            let mut rng = Rng::new(seed);
            let mut position = AtariGo::new(Size::square(3 + (seed % 4) as u8)).unwrap();
            while position.outcome().is_none() {
                let (mut moves, mut forced, mut noisy) = (Vec::new(), Vec::new(), Vec::new());
                position.legal_moves(&mut moves);
                let known = position.forced_moves(&mut forced);
                let after = |mv: u16| {
                    let mut next = position.clone();
                    next.play(mv);
                    next
                };
                let mover = position.to_move();
                let captures = |position: &AtariGo| {
                    let mut moves = Vec::new();
                    position.legal_moves(&mut moves);
                    moves.retain(|&mv| {
                        let mut next = position.clone();
                        next.play(mv);
                        next.taken > 0
                    });
                    moves
                };
                let wins = captures(&position);
                let helps: Vec<u16> =
                    moves.iter().copied().filter(|&mv| wins.contains(&mv) || captures(&after(mv)).is_empty()).collect();
                if !wins.is_empty() {
                    assert!(known && wins.contains(&forced[0]), "seed {seed}\n{position}");
                } else if known {
                    assert!(helps.iter().all(|mv| forced.contains(mv)), "seed {seed}\n{position}");
                    assert!(forced.iter().all(|mv| moves.contains(mv)) && !forced.is_empty());
                } else {
                    assert!(forced.is_empty());
                }
                position.noisy_moves(&mut noisy);
                assert!(wins.iter().all(|mv| noisy.contains(mv)) && noisy.iter().all(|mv| moves.contains(mv)));
                let mv = moves[rng.below(moves.len() as u32) as usize];
                position = after(mv);
                assert!(position.taken == 0 || position.outcome() == Some(Outcome::Win(mover)));
            }
        }
    }
}
