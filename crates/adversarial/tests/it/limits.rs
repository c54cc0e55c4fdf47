//! Budgets, stopping, and what needs no search.

use std::sync::LazyLock;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use gametree_adversarial::{
    Algorithm, AlphaBeta, AlphaBetaConfig, Iterative, IterativeConfig, Minimax, MinimaxConfig, SolveConfig, Solver,
};
use gametree_core::testing::{RandomToy, Toy};
use gametree_core::{Budget, Control, Follow, Line, Report, Rng, Search, StopReason};

use crate::valued::Valued;

fn searches() -> Vec<(&'static str, Box<dyn Search<Valued>>)> {
    let small = IterativeConfig { search: AlphaBetaConfig { memory: 1 << 20, ..IterativeConfig::default().search } };
    vec![
        ("minimax", Box::new(Minimax::new(&MinimaxConfig::default()))),
        ("alphabeta", Box::new(AlphaBeta::new(&AlphaBetaConfig::default()))),
        ("iterative", Box::new(Iterative::new(&small))),
    ]
}

/// A hundred thousand positions or so: too many for most budgets here.
fn large() -> Line<Valued> {
    static LARGE: LazyLock<Toy> = LazyLock::new(|| {
        let shape = RandomToy { depth: 12, width: 6, alternate: true, share_codes: false, margin: 1 };
        let toys = (0..100).map(|seed| Toy::random(&mut Rng::new(seed), shape));
        toys.max_by_key(|toy| toy.to_string().len()).unwrap()
    });
    Line::new(Valued(LARGE.clone()))
}

fn budget(text: &str) -> Budget {
    text.parse().unwrap()
}

fn without_times(report: Report<u16>) -> Report<u16> {
    let mut report = report;
    (report.stats.cpu, report.stats.wall) = (Duration::ZERO, Duration::ZERO);
    report
}

#[test]
fn fc_17_finished_forced_and_tiny_budgets() {
    let toy = |text: &str| Line::new(Valued(text.parse().unwrap()));
    for (name, mut search) in searches() {
        for (text, value) in [("A", 1.0), ("B", 0.0), ("=", 0.5)] {
            let report = search.search(&toy(text), &budget("depth=3"), 1, &mut Control::default());
            assert_eq!((report.best, report.value), (None, Some(value)), "{name}");
            assert_eq!(report.stats.stop, StopReason::Finished);
        }
        let report = search.search(&toy("((A B))"), &budget("depth=3"), 1, &mut Control::default());
        assert_eq!((report.best, report.stats.stop, report.stats.nodes), (Some(0), StopReason::Forced, 0), "{name}");
        for limit in ["nodes=0", "nodes=1", "nodes=2", "depth=0", "depth=1", "cpu=1us", "wall=1us"] {
            let report = search.search(&toy("((A B)(= (A B)))"), &budget(limit), 1, &mut Control::default());
            assert!(report.best.is_some_and(|mv| mv < 2) && report.pv[0] == report.best.unwrap(), "{name}, {limit}");
        }
    }
}

#[test]
fn limits_are_accepted_or_named() {
    for (name, search) in searches() {
        for limit in ["depth=6", "nodes=100", "cpu=1s", "wall=1s", "depth=250,nodes=1,cpu=1s,wall=2s"] {
            assert_eq!(search.accepts(&budget(limit)), Ok(()), "{name}, {limit}");
        }
        for (limit, field) in [("playouts=1", "budget playouts"), ("depth=251", "budget depth")] {
            assert_eq!(search.accepts(&budget(limit)).unwrap_err().field, field, "{name}");
        }
        assert!(search.accepts(&Budget::default()).is_err());
    }
}

#[test]
fn the_same_nodes_give_the_same_report() {
    let line = large();
    for (name, mut search) in searches() {
        for nodes in [1, 7, 100, 1000, 5000, 20_000] {
            let limit = Budget { nodes: Some(nodes), ..Budget::default() };
            let first = without_times(search.search(&line, &limit, 1, &mut Control::default()));
            assert!(first.stats.nodes <= nodes, "{name}");
            search.search(&line, &budget("nodes=3333"), 9, &mut Control::default());
            let again = without_times(search.search(&line, &limit, 2, &mut Control::default()));
            assert!(nodes > 1000 || first.stats.stop == StopReason::Nodes, "{name}");
            assert_eq!(first, again, "{name}, {nodes} nodes");
        }
    }
}

#[test]
fn a_partial_iteration_never_unlearns() {
    // Whatever the node at which it stops: once a depth has shown a win, that move is played.
    let line = large();
    let mut search = Iterative::new(&IterativeConfig::default());
    let solved = search.analyze(&line, &budget("depth=12"), &mut Control::default());
    assert_eq!(solved.stop, StopReason::Solved);
    let mut proven = false;
    for nodes in (1..solved.nodes + 10).step_by(1 + solved.nodes as usize / 500) {
        let limit = Budget { nodes: Some(nodes), ..Budget::default() };
        let found = search.analyze(&line, &limit, &mut Control::default());
        assert!(found.proven || !proven, "{nodes} nodes");
        if found.proven {
            assert_eq!(found.value(), solved.value(), "{nodes} nodes");
        }
        proven = found.proven;
    }
    assert!(proven);
}

#[test]
fn time_and_the_stop_flag_are_heeded() {
    let line = large();
    for (name, mut search) in searches() {
        for limit in ["cpu=3ms", "wall=3ms"] {
            let start = Instant::now();
            let report = search.search(&line, &budget(limit), 1, &mut Control::default());
            assert!(report.best.is_some(), "{name}");
            assert!(start.elapsed() < Duration::from_secs(1), "{name}, {limit}: {:?}", start.elapsed());
        }
        let mut control = Control::default();
        control.stop.store(true, Ordering::Relaxed);
        let report = search.search(&line, &budget("depth=9"), 1, &mut control);
        assert_eq!((report.stats.stop, report.stats.nodes), (StopReason::Stopped, 0), "{name}");
        assert!(report.best.is_some(), "{name}");
    }
}

#[test]
fn whoever_follows_sees_the_report_grow() {
    let (send, seen) = std::sync::mpsc::channel();
    let call = Box::new(move |report: &Report<u16>| send.send(report.stats.nodes).unwrap());
    let follow = Some(Follow { every: Duration::from_nanos(1), call });
    let mut control = Control { follow, ..Control::default() };
    Iterative::new(&IterativeConfig::default()).analyze(&large(), &budget("depth=6"), &mut control);
    drop(control);
    let nodes: Vec<u64> = seen.iter().collect();
    assert!(nodes.len() >= 2 && nodes.is_sorted(), "{nodes:?}");
}

#[test]
fn a_solver_may_be_stopped_at_any_node() {
    let shape = RandomToy { depth: 6, width: 4, alternate: true, share_codes: false, margin: 1 };
    for seed in 0..20 {
        let line = Line::new(Valued(Toy::random(&mut Rng::new(seed), shape)));
        for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Proof] {
            for nodes in 1..150 {
                let solver = Solver::new(SolveConfig { algorithm, ..SolveConfig::default() });
                let solution =
                    { solver }.solve(&line, &budget(&format!("nodes={nodes}")), &mut Control::default()).unwrap();
                assert!(solution.nodes <= nodes, "{algorithm:?} stopped at {nodes} nodes after {:?}", solution.nodes);
            }
        }
    }
}
