//! The player that does not search.

use gametree_core::{
    Budget, Control, Describe, Evaluate, FieldError, Game, Line, Report, Rng, RootMove, Search, Stats, StopReason,
    report_without_search,
};

use super::kind::{Budgets, Player};

/// Plays a uniformly random search move at once, whatever the budget.
#[derive(Clone, Copy, Default, Debug)]
pub struct Random;

impl Player for Random {
    const NAME: &'static str = "random";
    const ABOUT: &'static str = "a random move at once";
    const BUDGETS: Budgets = Budgets::Other("any; it spends nothing");

    fn build<G: Describe + Evaluate>(&self) -> Box<dyn Search<G>> {
        Box::new(Random)
    }
}

impl<G: Game> Search<G> for Random {
    fn accepts(&self, _budget: &Budget) -> Result<(), FieldError> {
        Ok(())
    }

    fn search(
        &mut self,
        line: &Line<G>,
        _budget: &Budget,
        seed: u64,
        _control: &mut Control<G::Move>,
    ) -> Report<G::Move> {
        if let Some(report) = report_without_search(line) {
            return report;
        }
        let mut moves = Vec::new();
        line.search_moves(&mut moves);
        let best = moves[Rng::new(seed).below(moves.len() as u32) as usize];
        let mut report = Report::new(Some(best), Stats::new(StopReason::Unsearched));
        report.root = moves.into_iter().map(RootMove::new).collect();
        report
    }
}
