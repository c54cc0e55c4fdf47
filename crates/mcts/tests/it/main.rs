//! The searches of this crate against a slow, obvious one, on games from text.

mod policies;
mod threads;

use gametree_core::testing::{RandomToy, Toy};
use gametree_core::{Budget, Control, Line, Rng, Search, StopReason, TreeLimits};
use gametree_mcts::testing::{Rule, SlowSearch, reuse};
use gametree_mcts::*;

fn toys() -> Vec<Toy> {
    (0..24)
        .map(|seed| {
            let (alternate, share_codes) = (seed % 2 == 0, seed % 3 == 0);
            let shape = RandomToy { depth: 3 + seed as usize % 6, width: 5, alternate, share_codes, margin: 2 };
            Toy::random(&mut Rng::new(seed), shape)
        })
        .filter(|toy| gametree_core::report_without_search(&Line::new(toy.clone())).is_none())
        .collect()
}

fn check<S: Scorer<Toy>>(rule: Rule, keeps_amaf: bool, make: impl Fn() -> Mcts<Toy, S>) {
    let mut real = make();
    for (seed, toy) in toys().into_iter().enumerate() {
        let line = Line::new(toy);
        let mut slow = SlowSearch::new(rule, &line, seed as u64);
        // The same object searches game after game: nothing may be left of the last one.
        real.begin(&line, seed as u64);
        for playouts in 1..=400 {
            slow.iterate();
            real.iterate();
            if [1, 2, 3, 10, 31, 100, 400].contains(&playouts) {
                slow.compare(keeps_amaf, &|moves| real.look(moves));
            }
        }
        let stats = real.report(StopReason::Playouts).stats;
        assert_eq!((stats.depth_sum, stats.plies_sum), (slow.depth_sum, slow.plies_sum));
        let depths = (0..).zip(stats.depths).filter(|&(_, playouts)| playouts > 0);
        assert!(depths.eq(slow.depths.clone()), "{:?}", slow.depths);
        check_tree_top(&real);
        let report = make().search(&line, &Budget::playouts(400), seed as u64, &mut Control::default());
        assert_eq!(report.root, real.report(StopReason::Playouts).root, "search does what begin and iterate do");
    }
}

/// The tree as it is shown against what its nodes say when they are asked one by one.
fn check_tree_top<S: Scorer<Toy>>(search: &Mcts<Toy, S>) {
    let all = search.tree_top(&TreeLimits { depth: u32::MAX, share: 0.0, nodes: usize::MAX });
    let mut paths: Vec<Vec<u16>> = vec![Vec::new()];
    for node in &all[1..] {
        let parent = node.parent.expect("only the root has none");
        let mv = node.mv.expect("only the root has none");
        let above = search.look(&paths[parent]).unwrap();
        let &(_, visits, reward) = above.moves.iter().find(|(other, ..)| *other == mv).unwrap();
        assert_eq!((node.visits, node.value), (visits, Some(reward as f64 / (2.0 * visits as f64))));
        paths.push([&paths[parent][..], &[mv]].concat());
    }
    // Every move of every node is there, once.
    let moves: usize = paths.iter().filter_map(|path| search.look(path)).map(|look| look.moves.len()).sum();
    assert_eq!(moves, all.len() - 1);
    paths.sort();
    assert!(paths.windows(2).all(|pair| pair[0] != pair[1]));
    for (depth, share, nodes) in
        [(0, 0.0, 99), (1, 0.0, usize::MAX), (2, 0.05, usize::MAX), (99, 0.0125, usize::MAX), (9, 0.0, 4)]
    {
        let some = search.tree_top(&TreeLimits { depth, share, nodes });
        let deep = |index: usize| std::iter::successors(Some(index), |&at| all[at].parent).count() as u32 - 1;
        let within = |index: &usize| {
            *index == 0 || (deep(*index) <= depth && all[*index].visits as f64 >= share * all[0].visits as f64)
        };
        let kept: Vec<usize> = (0..all.len()).filter(within).take(nodes).collect();
        assert_eq!(some.len(), kept.len(), "depth {depth}, share {share}, nodes {nodes}");
        assert!(
            some.iter().zip(&kept).all(|(node, &index)| (node.mv, node.visits) == (all[index].mv, all[index].visits))
        );
    }
}

#[test]
fn flat_visits_as_the_slow_search() {
    check(Rule::Flat, false, || flat(&FlatConfig::default(), &TreeConfig::default()));
}

#[test]
fn uct_visits_as_the_slow_search() {
    for exploration in [0.0, 0.4, std::f64::consts::SQRT_2] {
        let config = UctConfig { exploration };
        check(Rule::Uct { exploration: exploration as f32 }, false, || uct(&config, &TreeConfig::default()));
    }
}

#[test]
fn rave_visits_as_the_slow_search() {
    for k in [10.0, 1000.0] {
        let hand = RaveConfig { schedule: Schedule::Hand, k, ..RaveConfig::default() };
        check(Rule::RaveHand { k: k as f32 }, true, || rave(&hand, &TreeConfig::default()));
        let child = RaveConfig { schedule: Schedule::Child, ..hand };
        check(Rule::RaveChild { k: k as f32 }, true, || rave(&child, &TreeConfig::default()));
    }
    let mse = RaveConfig { schedule: Schedule::Mse, bias: 1e-3, ..RaveConfig::default() };
    check(Rule::Grave { reference: 0, bias: 1e-3 }, true, || rave(&mse, &TreeConfig::default()));
}

#[test]
fn grave_visits_as_the_slow_search() {
    for (reference, bias) in [(50, 1e-5), (10, 1e-2), (0, 0.0)] {
        let config = GraveConfig { reference, bias };
        check(Rule::Grave { reference, bias: bias as f32 }, true, || grave(&config, &TreeConfig::default()));
    }
}

#[test]
fn trees_are_kept_as_the_slow_search_keeps_them() {
    let (reference, bias) = (20, 1e-2);
    let rule = Rule::Grave { reference, bias: bias as f32 };
    let used = reuse::check_games(rule, true, || grave(&GraveConfig { reference, bias }, &reuse::kept()));
    assert!(used > 10, "{used} trees were kept");
    let rule = Rule::Uct { exploration: 0.4 };
    let used = reuse::check_games(rule, false, || uct(&UctConfig { exploration: 0.4 }, &reuse::kept()));
    assert!(used > 10, "{used} trees were kept");
    reuse::check_repeats(|| grave(&GraveConfig::default(), &reuse::kept()));
    for config in trees() {
        let config = TreeConfig { reuse: Some(true), ..config };
        let make = || grave(&GraveConfig { reference, bias }, &config);
        let rule = Rule::Grave { reference, bias: bias as f32 };
        let used = reuse::check_games_with(&config, rule, true, make);
        assert!(used > 5, "{used} trees were kept");
    }
}

#[test]
fn nothing_is_kept_without_reuse_or_for_another_line() {
    // A choice before and after the first move.
    let toy: Toy = "(((A B) (B A)) ((A =) (B A)))".parse().unwrap();
    let mut longer = Line::new(toy.clone());
    let mut search = grave(&GraveConfig::default(), &TreeConfig::default());
    let mut with_reuse = grave(&GraveConfig::default(), &reuse::kept());
    let mut kept = |line: &Line<Toy>, something: bool| {
        let budget = Budget::playouts(300);
        let plain = search.search(line, &budget, 3, &mut Control::default());
        assert_eq!(plain.stats.kept, 0);
        let report = with_reuse.search(line, &budget, 3, &mut Control::default());
        assert_eq!(report.stats.kept > 0, something);
        assert_eq!(report.root == plain.root, !something);
        report.best.unwrap()
    };
    let best = kept(&longer, false);
    // The same again.
    kept(&longer, false);
    longer.push(best);
    kept(&longer, true);
    // A move back.
    longer.undo();
    kept(&longer, false);
    // A new game, as its player is told.
    with_reuse.forget();
    let report = with_reuse.search(&longer, &Budget::playouts(300), 3, &mut Control::default());
    assert_eq!((report.stats.kept, report.best), (0, Some(best)));
}

#[test]
fn counts_stay_right_when_tables_are_widened() {
    let config = GraveConfig::default();
    let rule = Rule::Grave { reference: config.reference, bias: config.bias as f32 };
    for toy in toys().into_iter().take(4) {
        let line = Line::new(toy);
        let mut slow = SlowSearch::new(rule, &line, 1);
        let mut real = grave(&config, &TreeConfig::default());
        real.begin(&line, 1);
        for playouts in 1..=70_000u64 {
            slow.iterate();
            real.iterate();
            if [PACKED_PLAYOUTS, PACKED_PLAYOUTS + 1, PACKED_PLAYOUTS + 2, 70_000].contains(&playouts) {
                slow.compare(true, &|moves| real.look(moves));
            }
        }
    }
}

/// Half a search fills the tree; most of the rest goes through nodes whose counters are full.
fn check_bounded<S: Scorer<Toy>>(
    rule: Rule,
    keeps_amaf: bool,
    bounds: [u64; 3],
    config: &TreeConfig,
    make: impl Fn(&TreeConfig) -> Mcts<Toy, S>,
) {
    let plain = *config == TreeConfig::default();
    let (mut filled, mut halved) = (0, 0);
    for (seed, toy) in toys().into_iter().enumerate().filter(|(seed, _)| seed % 4 < 2) {
        for memory in bounds {
            let line = Line::new(toy.clone());
            let mut slow = SlowSearch::new(rule, &line, seed as u64).with(config, Box::new(Uniform), None);
            let mut real = make(&TreeConfig { memory, ..config.clone() });
            real.begin(&line, seed as u64);
            slow.bound(memory, real.report(StopReason::Playouts).stats.bytes, 0);
            for playouts in 1..=if plain { 70_000u64 } else { 10_000 } {
                slow.iterate();
                real.iterate();
                if playouts.is_multiple_of(5_000) || [100, 1_000, PACKED_PLAYOUTS + 1].contains(&playouts) {
                    slow.compare(keeps_amaf, &|moves| real.look(moves));
                    let report = real.report(StopReason::Playouts);
                    assert_eq!(slow.bytes(), Some((report.stats.bytes, report.stats.tree_full)), "{memory}");
                    assert!(report.stats.bytes <= memory);
                    slow.compare_proofs(&report);
                    let visits = report.root.iter().map(|mv| mv.visits).sum::<u64>();
                    assert!(!plain || visits == playouts, "the root's are all there");
                }
            }
            assert_eq!(real.report(StopReason::Playouts).stats.depth_sum, slow.depth_sum);
            filled += usize::from(slow.bytes().is_some_and(|(_, full)| full));
            halved += slow.halved();
        }
    }
    assert!(filled > 2 && (halved > 2 || !plain), "{filled} trees were full, {halved} nodes halved their counts");
}

#[test]
fn fc_60_a_full_tree_goes_on_as_the_slow_search_s_does() {
    let (uct_config, plain) = (UctConfig { exploration: 0.4 }, TreeConfig::default());
    check_bounded(Rule::Uct { exploration: 0.4 }, false, [3_000, 4_000, 8_000], &plain, |tree| uct(&uct_config, tree));
    let config = GraveConfig { reference: 20, bias: 1e-3 };
    check_bounded(Rule::Grave { reference: 20, bias: 1e-3 }, true, [5_000, 7_000, 12_000], &plain, |tree| {
        grave(&config, tree)
    });
    for more in trees() {
        check_bounded(Rule::Grave { reference: 20, bias: 1e-3 }, true, [6_000, 9_000, 20_000], &more, |tree| {
            grave(&config, tree)
        });
    }
    let hand = RaveConfig { schedule: Schedule::Hand, k: 100.0, ..RaveConfig::default() };
    check_bounded(Rule::RaveHand { k: 100.0 }, true, [5_000, 7_000, 12_000], &plain, |tree| rave(&hand, tree));
}

/// What the tree can do beside the rule, and in combination.
fn trees() -> Vec<TreeConfig> {
    let plain = TreeConfig::default();
    let solver = TreeConfig { solver: true, ..plain.clone() };
    let shared = TreeConfig { transpositions: true, ..plain.clone() };
    vec![
        solver.clone(),
        shared.clone(),
        TreeConfig { leaf: 3, ..plain.clone() },
        TreeConfig { solver: true, ..shared.clone() },
        TreeConfig { forced: true, ..plain },
        TreeConfig { solver: true, forced: true, transpositions: true, leaf: 4, ..shared },
    ]
}

#[test]
fn proofs_shared_nodes_and_groups_visit_as_the_slow_search() {
    let mut proven = 0;
    for config in trees() {
        for (seed, toy) in (0..).zip(toys()) {
            let line = Line::new(toy);
            let rules: [(Rule, bool, Mcts<Toy, Grave>); 2] = [
                (
                    Rule::Grave { reference: 20, bias: 1e-3 },
                    true,
                    grave(&GraveConfig { reference: 20, bias: 1e-3 }, &config),
                ),
                (
                    Rule::Grave { reference: 0, bias: 0.0 },
                    true,
                    grave(&GraveConfig { reference: 0, bias: 0.0 }, &config),
                ),
            ];
            for (rule, keeps_amaf, real) in rules {
                proven += check_tree(rule, keeps_amaf, real, &config, &line, seed);
            }
            let rule = Rule::Uct { exploration: 0.4 };
            proven += check_tree(rule, false, uct(&UctConfig { exploration: 0.4 }, &config), &config, &line, seed);
            let rule = Rule::RaveHand { k: 100.0 };
            let hand = RaveConfig { schedule: Schedule::Hand, k: 100.0, ..RaveConfig::default() };
            proven += check_tree(rule, true, rave(&hand, &config), &config, &line, seed);
        }
    }
    assert!(proven > 100, "{proven} roots were proven");
}

fn check_tree<S: Scorer<Toy>>(
    rule: Rule,
    keeps_amaf: bool,
    mut real: Mcts<Toy, S>,
    config: &TreeConfig,
    line: &Line<Toy>,
    seed: u64,
) -> usize {
    let mut slow = SlowSearch::new(rule, line, seed).with(config, Box::new(Uniform), None);
    real.begin(line, seed);
    for round in 1..=200 {
        slow.iterate();
        real.iterate();
        if [1, 2, 3, 10, 31, 100, 200].contains(&round) {
            slow.compare(keeps_amaf, &|moves| real.look(moves));
            slow.compare_proofs(&real.report(StopReason::Playouts));
        }
    }
    // And it is right.
    let proven = real.report(StopReason::Playouts).proven;
    if let Some(proven) = proven {
        let value = gametree_core::testing::Solver::default().value(line.position());
        assert_eq!(proven.value(), f64::from(value + 1) / 2.0);
    }
    usize::from(proven.is_some())
}

/// A belief that depends on the move alone.
struct Odd;

impl Prior<Toy> for Odd {
    fn judge(&mut self, _: &Toy, moves: &[u16], out: &mut Vec<Virtual>) {
        out.extend(moves.iter().map(|&mv| Virtual::of(3 + u32::from(mv % 3), if mv % 2 == 0 { 0.25 } else { 0.8 })));
    }
}

#[test]
fn a_prior_counts_as_so_many_playouts() {
    let uct_config = UctConfig { exploration: 0.4 };
    for config in [vec![TreeConfig::default()], trees()].concat() {
        for (seed, toy) in (0..).zip(toys()) {
            let line = Line::new(toy);
            let slow = |rule| SlowSearch::new(rule, &line, seed).with(&config, Box::new(Uniform), Some(Box::new(Odd)));
            let mut both =
                (slow(Rule::Uct { exploration: 0.4 }), uct(&uct_config, &config).with_prior(Some(Box::new(Odd))));
            both.1.begin(&line, seed);
            (0..150).for_each(|_| (both.0.iterate(), both.1.iterate()).0);
            both.0.compare(false, &|moves| both.1.look(moves));
            let grave_config = GraveConfig { reference: 20, bias: 1e-3 };
            let mut real = grave(&grave_config, &config).with_prior(Some(Box::new(Odd)));
            let mut slow = slow(Rule::Grave { reference: 20, bias: 1e-3 });
            real.begin(&line, seed);
            (0..150).for_each(|_| (slow.iterate(), real.iterate()).0);
            slow.compare(true, &|moves| real.look(moves));
            slow.compare_proofs(&real.report(StopReason::Playouts));
        }
    }
}
