//! What a game says it knows for certain, held against plain solving.

use std::collections::HashMap;

use crate::evaluate::{Evaluate, Known};
use crate::game::Outcome;
use crate::rng::Rng;
use crate::testing::Solver;

/// Plays `games` random games from `start` and solves each position on the way that has at most `most_moves` legal moves. Panics, naming the seed, where what [`Evaluate::known`] or [`Evaluate::value_key`] says is false. Returns of how many positions
/// something was known.
///
/// Solving is plain search with a memory, for games without a repetition rule: choose starts and `most_moves` for which that ends.
///
/// ```
/// use gametree_core::testing::{Toy, check_known};
/// let toy: Toy = "((A (B A)) (= B))".parse().unwrap();
/// assert_eq!(check_known(&toy, 20, 10), 0, "a toy knows nothing, which is never false");
/// ```
pub fn check_known<G: Evaluate>(start: &G, games: u64, most_moves: usize) -> u64 {
    let mut solver = Solver::default();
    let mut values = HashMap::new();
    let mut known = 0;
    for seed in 0..games {
        let (mut position, mut rng) = (start.clone(), Rng::new(seed));
        // Keys of the game so far: none may come again.
        let mut keys = Vec::new();
        while position.outcome().is_none() {
            let key = position.value_key();
            assert!(!keys.contains(&key), "seed {seed}: a position has the value key of one before it");
            keys.push(key);
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            if moves.len() <= most_moves {
                let value = solver.value(&position);
                let same = *values.entry(key).or_insert(value);
                assert_eq!(same, value, "seed {seed}: two values of positions with the value key {key}");
                known += u64::from(check_position(&position, value, &moves, &mut solver, seed));
            }
            position.play(moves[rng.below(moves.len() as u32) as usize]);
        }
    }
    known
}

/// Whether something is known, if it is true.
fn check_position<G: Evaluate>(position: &G, value: i8, moves: &[G::Move], solver: &mut Solver, seed: u64) -> bool {
    let mut listed = Vec::new();
    let known = position.known(&mut listed);
    for (place, mv) in listed.iter().enumerate() {
        assert!(moves.contains(mv), "seed {seed}: {mv:?} is listed, not a legal move");
        assert!(!listed[..place].contains(mv), "seed {seed}: {mv:?} is listed twice");
    }
    let best = solver.best_moves(position);
    match known {
        Known::Nothing => assert!(listed.is_empty(), "seed {seed}: {listed:?} where nothing is known"),
        Known::Value(outcome) => {
            let said = match outcome {
                Outcome::Draw => 0,
                Outcome::Win(side) => 1 - 2 * i8::from(side != position.to_move()),
            };
            assert_eq!(
                said,
                value,
                "seed {seed}: the value of {:?} to move when it knows {outcome:?}",
                position.to_move()
            );
            assert!(
                listed.len() == 1 && best.contains(&listed[0]),
                "seed {seed}: {listed:?} listed, {best:?} are best"
            );
        }
        Known::Moves => {
            let found = listed.iter().any(|mv| best.contains(mv));
            assert!(found, "seed {seed}: {listed:?} are listed, best are {best:?}");
        }
    }
    known != Known::Nothing
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;
    use crate::game::{Code, Game, Side, code_ranges};

    /// Take one to three stones; who takes the last one wins: the mover loses before a multiple of four.
    #[derive(Clone)]
    struct Nim {
        stones: u8,
        to_move: Side,
        says: Says,
    }

    #[derive(Clone, Copy, PartialEq, Debug)]
    enum Says {
        TheTruth,
        Nothing,
        /// Who wins, always the mover.
        WrongValue,
        /// A draw.
        Draw,
        /// The right value with a move that does not lead there.
        ValueByWrongMove,
        /// The right value without a move.
        ValueWithoutMove,
        /// Moves without the best.
        WrongMoves,
        /// The best move twice.
        Twice,
        /// A move that is none.
        NoMove,
        /// No moves at all.
        NoMoves,
        /// Moves where nothing is known.
        LoudNothing,
        /// One key for positions of other values.
        SharedKey,
        /// One key for positions that follow each other.
        OldKey,
    }

    impl Game for Nim {
        type Move = u8;
        fn codes(&self, side: Side) -> Range<Code> {
            code_ranges(3, 3)[side.index()].clone()
        }
        fn code(&self, mv: u8) -> Code {
            self.codes(self.to_move).start + Code::from(mv) - 1
        }
        fn to_move(&self) -> Side {
            self.to_move
        }
        fn outcome(&self) -> Option<Outcome> {
            (self.stones == 0).then(|| Outcome::Win(self.to_move.other()))
        }
        fn legal_moves(&self, out: &mut Vec<u8>) {
            out.extend((1..=3).filter(|&n| n <= self.stones));
        }
        fn play(&mut self, mv: u8) {
            (self.stones, self.to_move) = (self.stones - mv, self.to_move.other());
        }
        fn key(&self) -> u64 {
            u64::from(self.stones) << 1 | self.to_move.index() as u64
        }
    }

    impl Evaluate for Nim {
        fn known(&self, out: &mut Vec<u8>) -> Known {
            let best = self.stones % 4;
            let (mover, wins) = (Outcome::Win(self.to_move), best > 0);
            let value = if wins { mover } else { Outcome::Win(self.to_move.other()) };
            let worse = best % self.stones.min(3) + 1;
            let (known, named): (Known, &[u8]) = match self.says {
                Says::Nothing => (Known::Nothing, &[]),
                Says::WrongValue => (Known::Value(mover), &[1]),
                Says::Draw => (Known::Value(Outcome::Draw), &[1]),
                Says::ValueByWrongMove if wins && worse != best => (Known::Value(value), &[worse]),
                Says::ValueWithoutMove => (Known::Value(value), &[]),
                Says::WrongMoves if wins && worse != best => (Known::Moves, &[worse]),
                Says::Twice => (Known::Moves, &[best.max(1), best.max(1)]),
                Says::NoMove => (Known::Moves, &[best.max(1), 4]),
                Says::NoMoves => (Known::Moves, &[]),
                Says::LoudNothing => (Known::Nothing, &[1]),
                _ if self.stones > 8 => (Known::Moves, &[best.max(1)]),
                _ => (Known::Value(value), &[best.max(1)]),
            };
            out.extend(named);
            known
        }

        /// Whose turn it is does not matter.
        fn value_key(&self) -> u64 {
            match self.says {
                Says::SharedKey => u64::from(self.stones / 5),
                Says::OldKey => u64::from(self.stones % 4),
                _ => u64::from(self.stones),
            }
        }
    }

    fn passes(says: Says) -> Option<u64> {
        let nim = Nim { stones: 17, to_move: Side::First, says };
        std::panic::catch_unwind(|| check_known(&nim, 20, 3)).ok()
    }

    #[test]
    fn the_truth_passes_and_each_kind_of_mistake_is_found() {
        assert!(passes(Says::TheTruth) > Some(20));
        assert_eq!(passes(Says::Nothing), Some(0));
        use Says::*;
        for says in [
            WrongValue,
            Draw,
            ValueByWrongMove,
            ValueWithoutMove,
            WrongMoves,
            Twice,
            NoMove,
            NoMoves,
            LoudNothing,
            SharedKey,
            OldKey,
        ] {
            assert_eq!(passes(says), None, "{says:?}");
        }
    }

    #[test]
    fn positions_with_too_many_moves_are_left_out() {
        let nim = Nim { stones: 17, to_move: Side::First, says: Says::WrongValue };
        assert_eq!(check_known(&nim, 20, 0), 0);
    }
}
