//! What a game says it knows for certain, held against plain solving.

use std::collections::HashMap;

use crate::evaluate::{Evaluate, Known};
use crate::game::Outcome;
use crate::rng::Rng;
use crate::testing::Solver;

/// Plays `games` random games from `start` and solves each position on the way that has at most `most_moves` moves to choose from.
/// Panics, naming the seed, where what [`Evaluate::known`] or [`Evaluate::value_key`] says is false. Returns of how many positions
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
