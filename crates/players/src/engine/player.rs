//! An engine as a kind of player.

use gametree_core::{Budget, Control, Describe, Evaluate, FieldError, Game, Line, Report, Search, Stats, StopReason};

use super::EngineConfig;
use crate::spec::kind::{Budgets, Parameters, Player};

impl Player for EngineConfig {
    const NAME: &'static str = "gtp";
    const ABOUT: &'static str = "another program that speaks GTP, in a process of its own; only at tournaments";
    const SOURCE: &'static str = "the Go Text Protocol, version 2, draft 2";
    const BUDGETS: Budgets = Budgets::Other("any; cpu= and wall= are told to it as a clock, no budget binds it");

    fn parameters(&mut self) -> Vec<&mut dyn Parameters> {
        vec![self]
    }

    fn check(&self) -> Result<(), FieldError> {
        self.words().map(drop)
    }

    fn build<G: Describe + Evaluate>(&self) -> Box<dyn Search<G>> {
        Box::new(Elsewhere)
    }
}

/// Stands for a player that is no search.
pub(crate) struct Elsewhere;

impl<G: Game> Search<G> for Elsewhere {
    fn accepts(&self, budget: &Budget) -> Result<(), FieldError> {
        Err(FieldError::new("budget", budget, "none here: an engine of its own process plays at tournaments only"))
    }

    fn search(&mut self, _: &Line<G>, _: &Budget, _: u64, _: &mut Control<G::Move>) -> Report<G::Move> {
        Report::new(None, Stats::new(StopReason::Unsearched))
    }
}
