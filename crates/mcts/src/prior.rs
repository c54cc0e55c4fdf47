//! What is known of a node's moves before they are tried.

use gametree_core::Game;

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
