//! What is known of a node's moves before they are tried.

use gametree_core::{Evaluate, Game};

/// So many virtual playouts a move at the most.
pub const MOST_VIRTUAL: u32 = 1_000;

/// Virtual playouts of a move: what a prior believes, in the tree's own currency.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Virtual {
    /// How many playouts the belief is worth, at most [`MOST_VIRTUAL`]; 0 for no belief.
    pub count: u32,
    /// Their rewards in half points for the side to move: from 0 to twice the count.
    pub reward: u32,
}

impl Virtual {
    /// `count` playouts with this mean reward, in 0..1 for the side to move.
    #[must_use]
    pub fn of(count: u32, mean: f64) -> Self {
        Virtual { count, reward: (2.0 * f64::from(count) * mean.clamp(0.0, 1.0)).round() as u32 }
    }
}

/// A judgement of moves that a tree begins with: virtual playouts of each candidate (Gelly and Silver 2007), which every selection rule
/// adds to the candidate's own, n + n₀ and w + w₀ in place of n and w. They are kept apart: reports count real playouts only.
///
/// Asked once for each node, when it is opened. It hangs on a search by [`Mcts::with_prior`](crate::Mcts::with_prior).
pub trait Prior<G: Game>: Send {
    /// Appends a judgement of each of `moves`, in their order. The position is the one before the move, the game runs.
    fn judge(&mut self, position: &G, moves: &[G::Move], out: &mut Vec<Virtual>);
}

/// The game's evaluation as a prior: each move counts as so many playouts with the mean that the evaluation after it lets expect.
#[derive(Clone, Debug)]
pub struct ByEvaluation<G> {
    /// Virtual playouts of a move.
    pub count: u32,
    /// The evaluation at which a win is e times as likely as a loss.
    pub scale: f64,
    next: Option<G>,
}

impl<G> ByEvaluation<G> {
    /// So many virtual playouts a move.
    #[must_use]
    pub fn new(count: u32, scale: f64) -> Self {
        ByEvaluation { count, scale, next: None }
    }
}

impl<G: Evaluate> Prior<G> for ByEvaluation<G> {
    fn judge(&mut self, position: &G, moves: &[G::Move], out: &mut Vec<Virtual>) {
        let next = self.next.get_or_insert_with(|| position.clone());
        for &mv in moves {
            next.clone_from(position);
            next.play(mv);
            let value = next.evaluate();
            let value = if next.to_move() == position.to_move() { value } else { -value };
            out.push(Virtual::of(self.count, expected(value, self.scale)));
        }
    }
}

/// The mean reward, in 0..1, that an evaluation lets expect: 1 / (1 + e^(−evaluation/scale)).
pub(crate) fn expected(evaluation: i32, scale: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-f64::from(evaluation) / scale))
}
