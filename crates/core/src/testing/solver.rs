//! The reference solver: exact values by plain search with a memory.

use std::collections::HashMap;

use crate::game::{Game, Outcome, Side};

/// Solves positions exactly and remembers them by key. For games without a repetition rule and few enough positions.
///
/// ```
/// use gametree_core::{Side, testing::{Solver, Toy}};
/// let toy: Toy = "((BA)(=A))".parse().unwrap();
/// let mut solver = Solver::default();
/// assert_eq!(solver.value(&toy), 0, "first takes the second branch and draws");
/// assert_eq!(solver.best_moves(&toy), [1]);
/// ```
#[derive(Clone, Default, Debug)]
pub struct Solver {
    known: HashMap<u64, i8>,
}

impl Solver {
    /// The value for the side to move: 1 win, 0 draw, −1 loss.
    pub fn value<G: Game>(&mut self, position: &G) -> i8 {
        let first = self.value_for_first(position);
        if position.to_move() == Side::First { first } else { -first }
    }

    /// The legal moves that reach the value of the position; none when it is finished.
    pub fn best_moves<G: Game>(&mut self, position: &G) -> Vec<G::Move> {
        let value = self.value_for_first(position);
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        moves.retain(|&mv| self.value_for_first(&after(position, mv)) == value);
        moves
    }

    /// How many positions are remembered.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.known.len()
    }

    fn value_for_first<G: Game>(&mut self, position: &G) -> i8 {
        if let Some(outcome) = position.outcome() {
            return match outcome {
                Outcome::Win(Side::First) => 1,
                Outcome::Win(Side::Second) => -1,
                Outcome::Draw => 0,
            };
        }
        let key = position.key();
        if let Some(&value) = self.known.get(&key) {
            return value;
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let sign = if position.to_move() == Side::First { 1 } else { -1 };
        let mut best = -1;
        for mv in moves {
            best = best.max(sign * self.value_for_first(&after(position, mv)));
            if best == 1 {
                break;
            }
        }
        self.known.insert(key, sign * best);
        sign * best
    }
}

fn after<G: Game>(position: &G, mv: G::Move) -> G {
    let mut next = position.clone();
    next.play(mv);
    next
}
