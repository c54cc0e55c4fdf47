//! Flat Monte Carlo: no tree, every candidate as often as every other.

use gametree_core::{Config, FieldError, Game, OptionAbout, Rng, Source};

use crate::candidates::Candidates;
use crate::config::TreeConfig;
use crate::pick::{Formula, Scratch};
use crate::scorer::{Scorer, Step};
use crate::search::Mcts;

/// Flat Monte Carlo has no parameters.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FlatConfig {}

impl Config for FlatConfig {
    const OPTIONS: &'static [OptionAbout] = &[];

    fn set(&mut self, key: &str, _: &str) -> Result<(), FieldError> {
        Err(Self::unknown(key))
    }

    fn get(&self, _: &str) -> Option<String> {
        None
    }
}

/// Picks the candidate with the fewest visits, so that all have as many, give or take one.
#[derive(Clone, Default, Debug)]
pub struct Flat(());

/// Flat Monte Carlo: playouts from the root's candidates in turn; the candidate with the best mean is played.
#[must_use]
pub fn flat<G: Game>(_: &FlatConfig, tree: &TreeConfig) -> Mcts<G, Flat> {
    Mcts::with_scorer(Flat(()), tree)
}

#[derive(Clone, Copy)]
struct Fewest;

impl Formula<1> for Fewest {
    #[inline(always)]
    fn value(&self, [(n, _)]: [(u32, u32); 1]) -> f32 {
        1.0 / (n as f32 + 1.0)
    }
}

impl<G: Game> Scorer<G> for Flat {
    fn reference(&self) -> Option<u32> {
        None
    }

    fn max_depth(&self) -> usize {
        1
    }

    fn plays_best_value(&self) -> bool {
        true
    }

    fn pick(&mut self, _: &[Step], candidates: &Candidates<'_>, scratch: &mut Scratch, rng: &mut Rng) -> usize {
        candidates.pick(Fewest, [candidates.own()], scratch, rng)
    }

    fn sources(&self, _: &Candidates<'_>, _: usize) -> Vec<Source> {
        Vec::new()
    }
}
