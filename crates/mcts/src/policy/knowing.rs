//! What a game knows of its own playouts, and evaluations in place of their ends.

use gametree_core::{Evaluate, Outcome, Rng, Side, Trace};

use super::Policy;
use crate::prior::expected;
use crate::scorer::Step;

/// The game's own playout with some knowledge ([`Evaluate::knowing_playout`]).
#[derive(Clone, Copy, Default, Debug)]
pub struct Knowing;

impl<G: Evaluate> Policy<G> for Knowing {
    fn playout(&mut self, _: &[Step], position: &mut G, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        position.knowing_playout(rng, trace)
    }
}

/// Search moves at random for some plies; then the evaluation decides by a toss: a win for the side to move with the probability
/// 1 / (1 + e^(−evaluation/scale)) (early termination: Lorentz 2008, with the toss in place of a threshold).
#[derive(Clone, Copy, Debug)]
pub struct Cutoff {
    /// Plies before the evaluation.
    pub plies: u32,
    /// The evaluation at which a win is e times as likely as a loss.
    pub scale: f64,
}

impl<G: Evaluate> Policy<G> for Cutoff {
    fn playout(&mut self, _: &[Step], position: &mut G, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        let mut moves = Vec::new();
        for _ in 0..self.plies {
            if let Some(outcome) = position.outcome() {
                return outcome;
            }
            moves.clear();
            position.search_moves(&mut moves);
            let mv = moves[rng.below(moves.len() as u32) as usize];
            trace.record(position.code(mv));
            position.play(mv);
        }
        position.outcome().unwrap_or_else(|| {
            let side = position.to_move();
            let wins = f64::from(rng.below(1 << 24)) < expected(position.evaluate(), self.scale) * f64::from(1 << 24);
            Outcome::Win(if wins { side } else { Side::other(side) })
        })
    }
}
