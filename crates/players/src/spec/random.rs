//! The player that does not search.

use gametree_core::{Budget, Control, FieldError, Game, Line, Report, Rng, Search, Stats, StopReason};
use gametree_core::{RootMove, report_without_search};

/// Plays a uniformly random search move at once, whatever the budget.
#[derive(Clone, Copy, Default, Debug)]
pub struct Random;

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
        let root = moves
            .into_iter()
            .map(|mv| RootMove { mv, visits: 0, value: None, score: None, sources: Vec::new() })
            .collect();
        Report {
            best: Some(best),
            value: None,
            score: None,
            root,
            pv: vec![best],
            stats: Stats::new(StopReason::Unsearched),
        }
    }
}
