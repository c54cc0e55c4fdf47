//! Trees that are kept from move to move, against the slow search that does the same with its own nodes.

use super::{Rule, SlowSearch};
use crate::config::TreeConfig;
use crate::policy::Uniform;
use crate::scorer::Scorer;
use crate::search::Mcts;
use gametree_core::testing::{RandomToy, Toy};
use gametree_core::{Budget, Control, Line, Report, Rng, Search, StopReason, report_without_search};

/// The configuration of a tree that is kept.
#[must_use]
pub fn kept() -> TreeConfig {
    TreeConfig { reuse: Some(true), ..TreeConfig::default() }
}

/// Games that last for some searches.
fn toys() -> Vec<Toy> {
    let shape = |seed: u64| RandomToy {
        depth: 8 + seed as usize % 3,
        width: 4,
        alternate: seed.is_multiple_of(2),
        share_codes: seed.is_multiple_of(3),
        margin: 2,
    };
    let long = |toy: &Toy| report_without_search(&Line::new(toy.clone())).is_none();
    (100..130).map(|seed| Toy::random(&mut Rng::new(seed), shape(seed))).filter(long).collect()
}

/// Plays each toy to its end, with one or two moves between searches, now the best and now any. Returns how many searches
/// began with something.
///
/// # Panics
/// If the two differ.
pub fn check_games<S: Scorer<Toy>>(rule: Rule, keeps_amaf: bool, make: impl Fn() -> Mcts<Toy, S>) -> usize {
    check_games_with(&kept(), rule, keeps_amaf, make)
}

/// The same for searches whose trees can do more.
///
/// # Panics
/// If the two differ.
pub fn check_games_with<S: Scorer<Toy>>(
    config: &TreeConfig,
    rule: Rule,
    keeps_amaf: bool,
    make: impl Fn() -> Mcts<Toy, S>,
) -> usize {
    let plain = !config.solver && !config.transpositions && config.leaf == 1;
    let (mut real, mut used) = (make(), 0);
    for (seed, toy) in (0..).zip(toys()) {
        let mut line = Line::new(toy);
        let mut rng = Rng::new(seed);
        let mut slow = SlowSearch::new(rule, &line, seed).with(config, Box::new(Uniform), None);
        real.forget();
        let mut between = Vec::new();
        while report_without_search(&line).is_none() {
            if !line.moves().is_empty() {
                slow.advance(&between, seed);
            }
            between.clear();
            real.begin(&line, seed);
            let kept = u64::from(slow.visits());
            used += usize::from(kept > 0);
            assert_eq!(real.report(StopReason::Playouts).stats.kept, kept);
            slow.compare(keeps_amaf, &|moves| real.look(moves));
            for _ in 0..150 {
                slow.iterate();
                real.iterate();
            }
            slow.compare(keeps_amaf, &|moves| real.look(moves));
            slow.compare_proofs(&real.report(StopReason::Playouts));
            let Report { stats, best, root, .. } = real.report(StopReason::Playouts);
            assert_eq!((stats.depth_sum, stats.plies_sum), (slow.depth_sum, slow.plies_sum));
            if plain {
                assert_eq!(stats.playouts, 150);
                assert_eq!(root.iter().map(|mv| mv.visits).sum::<u64>(), 150 + root_kept(kept));
            }
            for _ in 0..1 + rng.below(2) {
                let mut moves = Vec::new();
                line.search_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                let any = moves[rng.below(moves.len() as u32) as usize];
                let mv = best.filter(|_| between.is_empty() && rng.below(3) > 0).unwrap_or(any);
                line.push(mv);
                between.push(mv);
            }
        }
    }
    used
}

/// A node's first playout goes through none of its candidates: it had no tables yet.
fn root_kept(visits: u64) -> u64 {
    visits.saturating_sub(1)
}

/// The same searches of the same game give the same reports, and `forget` makes it a new game.
///
/// # Panics
/// If it is not so.
pub fn check_repeats<S: Scorer<Toy>>(make: impl Fn() -> Mcts<Toy, S>) {
    let mut used = make();
    for toy in toys() {
        let game = |search: &mut Mcts<Toy, S>| {
            search.forget();
            let mut line = Line::new(toy.clone());
            let mut reports = Vec::new();
            while report_without_search(&line).is_none() {
                let mut report = search.search(&line, &Budget::playouts(200), 5, &mut Control::default());
                (report.stats.cpu, report.stats.wall) = Default::default();
                line.push(report.best.unwrap());
                reports.push(report);
            }
            reports
        };
        let fresh = game(&mut make());
        assert!(
            fresh[0].stats.kept == 0 && fresh.iter().skip(1).any(|report| report.stats.kept > 0) == (fresh.len() > 1)
        );
        assert!(game(&mut used) == fresh && game(&mut used) == fresh, "the same games");
    }
}
