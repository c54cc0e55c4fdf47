//! Several threads that answer as one search.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use gametree_core::testing::{RandomToy, Toy};
use gametree_core::{
    Budget, Control, Follow, Game, Line, Proven, Report, Rng, Search, Source, StopReason, TreeLimits, mix, perft,
};
use gametree_mcts::*;

/// One that a few hundred playouts do not exhaust: at least 60 ways to play four moves.
fn line(seed: u64) -> Line<Toy> {
    let shape = RandomToy { depth: 9, width: 5, alternate: true, share_codes: seed.is_multiple_of(2), margin: 2 };
    let mut toys = (0..1000).map(|step| Toy::random(&mut Rng::new(seed + 1000 * step), shape));
    Line::new(toys.find(|toy| perft(toy, 4)[3] >= 60).unwrap())
}

/// Three moves that go on and one that ends the game, everywhere, and so many plies to the end.
fn full(plies: u32) -> String {
    if plies == 0 { "A".into() } else { format!("({}B)", full(plies - 1).repeat(3)) }
}

fn on(threads: u32) -> TreeConfig {
    TreeConfig { threads, ..TreeConfig::default() }
}

fn by_grave(tree: &TreeConfig) -> Box<dyn Search<Toy>> {
    threads(tree, |tree| grave(&GraveConfig { reference: 20, bias: 1e-3 }, tree))
}

/// Without times, which are never the same.
fn search(search: &mut dyn Search<Toy>, line: &Line<Toy>, playouts: u64, seed: u64) -> Report<u16> {
    let mut report = search.search(line, &Budget::playouts(playouts), seed, &mut Control::default());
    (report.stats.cpu, report.stats.wall) = Default::default();
    report
}

#[test]
fn one_thread_is_the_search_itself() {
    for seed in 0..8 {
        let line = line(seed);
        let mut alone = grave(&GraveConfig { reference: 20, bias: 1e-3 }, &TreeConfig::default());
        let report = search(&mut alone, &line, 300, seed);
        assert_eq!(search(&mut *by_grave(&on(1)), &line, 300, seed), report);
    }
}

/// Whatever the machine does: the report is that of searches one after the other, added up.
#[test]
fn several_threads_find_what_their_searches_find_one_after_the_other() {
    for seed in 0..12 {
        let line = line(seed);
        let report = search(&mut *by_grave(&on(3)), &line, 500, seed);
        assert_eq!(search(&mut *by_grave(&on(3)), &line, 500, seed), report, "a second time");
        let part = TreeConfig { memory: TreeConfig::default().memory / 3, ..TreeConfig::default() };
        let alone = [(seed, 167), (mix(&[seed, 1]), 167), (mix(&[seed, 2]), 166)];
        let alone = alone.map(|(seed, playouts)| search(&mut *by_grave(&part), &line, playouts, seed));
        let sum = |of: fn(&Report<u16>) -> u64| alone.iter().map(of).sum::<u64>();
        assert_eq!(report.stats.playouts, 500);
        assert_eq!(report.stats.nodes, sum(|report| report.stats.nodes));
        assert_eq!(report.stats.depth_sum, sum(|report| report.stats.depth_sum));
        assert_eq!(report.stats.plies_sum, sum(|report| report.stats.plies_sum));
        assert_eq!(report.stats.bytes, sum(|report| report.stats.bytes));
        assert_eq!(Some(report.stats.max_depth), alone.iter().map(|report| report.stats.max_depth).max());
        assert_eq!(report.stats.depths.iter().sum::<u64>(), 500);
        assert_eq!(report.stats.depths.len(), report.stats.max_depth as usize + 1);
        for (index, mv) in report.root.iter().enumerate() {
            let same = alone.each_ref().map(|report| &report.root[index]);
            assert_eq!(mv.visits, same.iter().map(|mv| mv.visits).sum::<u64>());
            let won: f64 = same.iter().map(|mv| mv.visits as f64 * mv.value.unwrap_or(0.0)).sum();
            assert!((mv.value.unwrap_or(0.0) * mv.visits as f64 - won).abs() < 1e-9);
            let amaf = same.map(|mv| &mv.sources[0]);
            let count: u64 = amaf.iter().map(|source| source.count).sum();
            assert_eq!((mv.sources[0].name, mv.sources[0].count), ("amaf", count));
            let won: f64 = amaf.iter().map(|source| source.count as f64 * source.mean.unwrap_or(0.0)).sum();
            assert!((mv.sources[0].mean.unwrap_or(0.0) * count as f64 - won).abs() < 1e-9);
        }
        let most = report.root.iter().map(|mv| mv.visits).max().unwrap();
        let best = report.root.iter().find(|mv| Some(mv.mv) == report.best).unwrap();
        assert_eq!((best.visits, best.value, Some(report.pv[0])), (most, report.value, report.best));
        assert!(alone.iter().any(|alone| alone.pv == report.pv) || report.pv.len() == 1);
    }
}

#[test]
fn the_first_thread_shows_its_tree_and_all_trees_are_kept() {
    let mut line = line(1);
    let mut both = by_grave(&TreeConfig { reuse: Some(true), ..on(2) });
    let first = search(&mut *both, &line, 400, 1);
    let top = both.tree_top(&TreeLimits { depth: 1, share: 0.0, nodes: 100 });
    assert_eq!(top[0].visits, 200);
    line.play(first.best.unwrap()).unwrap();
    let expected = first.root.iter().find(|mv| Some(mv.mv) == first.best).unwrap().visits;
    let next = search(&mut *both, &line, 400, 2);
    assert_eq!(next.stats.kept, expected, "of both");
    // The first playout of what is now the root began with no move of it.
    assert_eq!(next.root.iter().map(|mv| mv.visits).sum::<u64>(), next.stats.kept - 2 + 400);
    both.forget();
    assert_eq!(search(&mut *both, &line, 400, 2).stats.kept, 0);
}

#[test]
fn memory_is_that_of_all_threads_together() {
    let memory = 4 << 20;
    let line = Line::new(full(11).parse::<Toy>().unwrap());
    // It looks everywhere.
    let rule = UctConfig { exploration: 5.0 };
    let mut four = threads::<Toy, _, _>(&TreeConfig { memory, ..on(4) }, |tree| uct(&rule, tree));
    assert_eq!(four.fits(line.start()), Ok(()));
    let report = search(&mut *four, &line, 200_000, 3);
    assert!(report.stats.bytes <= memory && report.stats.bytes > memory / 2, "{}", report.stats.bytes);
    assert!(report.stats.tree_full && report.stats.playouts == 200_000);
    let error = by_grave(&TreeConfig { memory: memory - (1 << 20), ..on(4) }).fits(line.start()).unwrap_err();
    assert_eq!(error.to_string(), "memory: 3MiB is not allowed; allowed: at least 4MiB for 4 threads");
}

#[test]
fn time_is_shared_as_it_is_counted() {
    let line = line(5);
    let limit = Duration::from_millis(120);
    let mut three = by_grave(&on(3));
    let report = three.search(&line, &Budget::cpu(limit), 1, &mut Control::default());
    assert_eq!(report.stats.stop, StopReason::Cpu);
    let cpu = report.stats.cpu;
    assert!(cpu >= limit && cpu < limit + Duration::from_millis(60), "{cpu:?}");
    let budget = Budget { wall: Some(limit), ..Budget::default() };
    let report = three.search(&line, &budget, 1, &mut Control::default());
    assert_eq!(report.stats.stop, StopReason::Wall);
    let wall = report.stats.wall;
    assert!(wall >= limit && wall < limit * 5, "{wall:?}");
}

/// Of all threads, on the thread that asked for it.
#[test]
fn whoever_follows_sees_all_threads_and_may_stop_them() {
    let line = line(5);
    let mut two = by_grave(&on(2));
    let (here, seen) = (std::thread::current().id(), Arc::new(Mutex::new(Vec::new())));
    let mut control = Control::default();
    let (stop, note) = (Arc::clone(&control.stop), Arc::clone(&seen));
    let call = Box::new(move |report: &Report<u16>| {
        assert_eq!(std::thread::current().id(), here);
        let mut seen = note.lock().unwrap();
        let visits = report.root.iter().map(|mv| mv.visits).sum::<u64>();
        seen.push((report.stats.playouts, visits, report.stats.depths.iter().sum::<u64>()));
        if seen.len() == 20 {
            stop.store(true, Ordering::Relaxed);
        }
    });
    control.follow = Some(Follow { every: Duration::from_millis(2), call });
    let budget = Budget { wall: Some(Duration::from_secs(60)), ..Budget::default() };
    let report = two.search(&line, &budget, 1, &mut control);
    assert_eq!(report.stats.stop, StopReason::Stopped);
    let seen = seen.lock().unwrap();
    assert!(seen.len() >= 20 && seen.iter().all(|(playouts, visits, depths)| playouts == visits && playouts == depths));
    assert!(seen.windows(2).all(|pair| pair[0].0 <= pair[1].0) && seen[19].0 <= report.stats.playouts, "{seen:?}");
    assert!(control.follow.is_some_and(|follow| follow.every == Duration::from_millis(2)), "it is given back");
}

#[test]
fn what_needs_no_search_and_what_learns_nothing_is_as_with_one_thread() {
    for text in ["A", "(A)", "((AB))"] {
        let line = Line::new(text.parse::<Toy>().unwrap());
        assert_eq!(search(&mut *by_grave(&on(4)), &line, 50, 1), search(&mut *by_grave(&on(1)), &line, 50, 1));
    }
    let line = Line::new("((AB))".parse::<Toy>().unwrap());
    let mut control = Control { forced: true, ..Control::default() };
    let report = by_grave(&on(4)).search(&line, &Budget::playouts(50), 1, &mut control);
    assert_eq!((report.stats.playouts, report.best), (50, Some(0)), "whoever wants its value has it");
    let line = self::line(7);
    let choices: Vec<_> = (0..40).map(|seed| search(&mut *by_grave(&on(4)), &line, 0, seed).best.unwrap()).collect();
    assert_eq!(
        choices,
        (0..40).map(|seed| search(&mut *by_grave(&on(1)), &line, 0, seed).best.unwrap()).collect::<Vec<_>>()
    );
    assert!(choices.iter().any(|&mv| mv != choices[0]), "any move, by the seed");
}

#[test]
fn the_move_that_is_played_is_the_rule_s() {
    // Every move has as many visits as every other, so they say nothing.
    for seed in 0..12 {
        let mut three = threads::<Toy, _, _>(&on(3), |tree| flat(&FlatConfig::default(), tree));
        let report = search(&mut *three, &line(seed), 333, seed);
        let value = report.root.iter().filter_map(|mv| mv.value).fold(0.0, f64::max);
        assert_eq!(report.value, Some(value));
    }
}

#[test]
fn a_search_by_itself_does_not_take_several_threads() {
    let error = Search::<Toy>::accepts(&uct(&UctConfig::default(), &on(2)), &Budget::playouts(5)).unwrap_err();
    assert!(error.to_string().starts_with("threads: 2 is not allowed; allowed: 1 "), "{error}");
    let several = threads::<Toy, _, _>(&on(2), |tree| uct(&UctConfig::default(), tree));
    assert_eq!(several.accepts(&Budget::playouts(5)), Ok(()));
    assert!(several.accepts(&"depth=5".parse().unwrap()).unwrap_err().to_string().contains("budget depth"));
}

#[test]
fn what_one_thread_proves_is_proven() {
    let toy: Toy = "((AB)((AB)(BA)))".parse().unwrap();
    let tree = TreeConfig { solver: true, ..on(3) };
    let mut three = threads::<Toy, _, _>(&tree, |tree| uct(&UctConfig::default(), tree));
    let report = three.search(&Line::new(toy), &Budget::playouts(300), 1, &mut Control::default());
    assert_eq!((report.best, report.proven, report.value), (Some(1), Some(Proven::Win), Some(1.0)));
    assert_eq!((report.stats.stop, report.root[1].proven), (StopReason::Solved, Some(Proven::Win)));
    assert!(report.stats.playouts < 300, "{} playouts", report.stats.playouts);
}

/// Fails at the thousandth playout, in whichever thread makes it.
struct Failing(Arc<AtomicU64>);

impl<G: Game> Scorer<G> for Failing {
    fn reference(&self) -> Option<u32> {
        None
    }

    fn pick(&mut self, _: &[Step], _: &Candidates<'_>, _: &mut Scratch, _: &mut Rng) -> usize {
        assert_ne!(self.0.fetch_add(1, Ordering::Relaxed), 1000, "a rule that fails");
        0
    }

    fn sources(&self, _: &Candidates<'_>, _: usize) -> Vec<Source> {
        Vec::new()
    }
}

#[test]
fn a_panic_of_one_thread_ends_all_and_comes_through() {
    let line = line(9);
    let picked = Arc::new(AtomicU64::new(0));
    let mut four = threads::<Toy, _, _>(&on(4), |tree| Mcts::with_scorer(Failing(Arc::clone(&picked)), tree));
    let mut control = Control::default();
    let budget = Budget { wall: Some(Duration::from_secs(600)), ..Budget::default() };
    let panic = catch_unwind(AssertUnwindSafe(|| four.search(&line, &budget, 1, &mut control))).unwrap_err();
    assert!(panic.downcast_ref::<String>().is_some_and(|text| text.contains("a rule that fails")));
    assert!(!control.stop.load(Ordering::Relaxed), "nobody has asked for it");
}
