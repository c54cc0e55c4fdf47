//! How playouts are made. One file for each policy.

mod knowing;
mod lgrf;
mod mast;
mod ppaf;

use gametree_core::{Code, Game, Outcome, Rng, Side, Trace};

use crate::scorer::Step;

pub use knowing::{Cutoff, Knowing};
pub use lgrf::Lgrf;
pub use mast::Mast;
pub use ppaf::Ppaf;

/// How a playout is made from a leaf, with whatever is learnt from the playouts before.
///
/// A search has one policy, [`Uniform`] unless it is given another ([`Mcts::with_policy`](crate::Mcts::with_policy)). Under equal seeds
/// and budgets the same search gives the same answer, so a policy takes its chance from `rng` alone.
pub trait Policy<G: Game>: Send {
    /// A new search begins: what was learnt in the last one is forgotten. `position` is the root's.
    fn begin(&mut self, position: &G) {
        let _ = position;
    }

    /// Plays from `position`, which is running, to the end, and returns the outcome. Records each code in `trace`, which is empty. `path` leads
    /// from the root to the leaf, for those who answer the last move or learn from the tree's moves, too.
    fn playout(&mut self, path: &[Step], position: &mut G, rng: &mut Rng, trace: &mut Trace) -> Outcome;

    /// Bytes that it keeps. They count as the tree's memory; asked once a search. Default: none.
    fn bytes(&self) -> u64 {
        0
    }
}

/// The game's own playout: search moves uniformly at random ([`Game::playout`]).
#[derive(Clone, Copy, Default, Debug)]
pub struct Uniform;

impl<G: Game> Policy<G> for Uniform {
    #[inline(always)]
    fn playout(&mut self, _: &[Step], position: &mut G, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        position.playout(rng, trace)
    }
}

/// A policy that is chosen at run time; none is [`Uniform`].
impl<G: Game> Policy<G> for Option<Box<dyn Policy<G>>> {
    fn begin(&mut self, position: &G) {
        if let Some(policy) = self {
            policy.begin(position);
        }
    }

    #[inline(always)]
    fn playout(&mut self, path: &[Step], position: &mut G, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        match self {
            None => position.playout(rng, trace),
            Some(policy) => policy.playout(path, position, rng, trace),
        }
    }

    fn bytes(&self) -> u64 {
        self.as_ref().map_or(0, |policy| policy.bytes())
    }
}

/// Whose code it is; `split` is where the second side's begin.
fn side_of(code: Code, split: Code) -> Side {
    if code < split { Side::First } else { Side::Second }
}
