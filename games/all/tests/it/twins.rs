//! The searches against the slow, obvious one, on real games.

use gametree_atarigo::AtariGo;
use gametree_core::{Describe, Line, Size, StopReason, report_without_search};
use gametree_go::Go;
use gametree_hex::{Hex, HexOptions, Swap};
use gametree_mcps::{McpsConfig, mcps};
use gametree_mcts::testing::{Permutations, Rule, SlowSearch};
use gametree_mcts::{
    FlatConfig, GraveConfig, Mcts, RaveConfig, Scorer, TreeConfig, UctConfig, Uniform, flat, grave, rave, uct,
};
use gametree_nogo::NoGo;
use gametree_wargame::Wargame;

use crate::{hex, tictactoe};

struct Check<'a, G: Describe> {
    line: &'a Line<G>,
    playouts: u32,
    tree: &'a TreeConfig,
}

impl<G: Describe> Check<'_, G> {
    fn run<S: Scorer<G>>(&self, rule: Rule, keeps_amaf: bool, mut real: Mcts<G, S>) {
        for seed in 0..2 {
            let mut slow = SlowSearch::new(rule, self.line, seed).with(self.tree, Box::new(Uniform), None);
            real.begin(self.line, seed);
            for _ in 0..self.playouts {
                slow.iterate();
                real.iterate();
            }
            slow.compare(keeps_amaf, &|moves| real.look(moves));
            slow.compare_proofs(&real.report(StopReason::Playouts));
        }
    }
}

fn check_all<G: Describe>(line: &Line<G>, playouts: u32) {
    check_tree(line, playouts, &TreeConfig::default());
}

/// With all that a tree can do beside the rule, alone and together.
fn check_trees<G: Describe>(line: &Line<G>, playouts: u32) {
    let plain = TreeConfig::default();
    for bits in 1..16u32 {
        let config = TreeConfig {
            solver: bits & 1 > 0,
            forced: bits & 2 > 0,
            transpositions: bits & 4 > 0,
            leaf: if bits & 8 > 0 { 3 } else { 1 },
            ..plain.clone()
        };
        check_tree(line, playouts / config.leaf, &config);
    }
}

fn check_tree<G: Describe>(line: &Line<G>, playouts: u32, tree: &TreeConfig) {
    let check = Check { line, playouts, tree };
    check.run(Rule::Flat, false, flat(&FlatConfig::default(), tree));
    let exploration = UctConfig::default().exploration as f32;
    check.run(Rule::Uct { exploration }, false, uct(&UctConfig::default(), tree));
    check.run(Rule::RaveHand { k: 1000.0 }, true, rave(&RaveConfig::default(), tree));
    check.run(Rule::Grave { reference: 50, bias: 1e-5 }, true, grave(&GraveConfig::default(), tree));
    let config = McpsConfig::default();
    let permutations = Permutations {
        reference: config.reference,
        freeze_visits: config.freeze_visits,
        window: config.window as usize,
        own_path: false,
        doubling: false,
        root: false,
        weights: [1.0, 1.0],
    };
    check.run(Rule::Mcps(permutations), true, mcps(&config, tree));
    let wrapping = Rule::Mcps(Permutations { window: 150, ..permutations });
    check.run(wrapping, true, mcps(&McpsConfig { window: 150, ..config }, tree));
}

#[test]
fn tictactoe_visits_as_the_slow_search() {
    check_all(&tictactoe(""), 1500);
    check_all(&tictactoe("b2 a1"), 1500);
}

#[test]
fn hex_visits_as_the_slow_search() {
    check_all(&hex(3, ""), 800);
    check_all(&hex(5, "c3 b2"), 600);
    check_all(&hex(9, ""), 300);
}

#[test]
fn hex_with_the_swap_visits_as_the_slow_search() {
    for size in [2, 3, 8] {
        let options = HexOptions { swap: Swap::Pieces, ..HexOptions::default() };
        let mut line = Line::new(Hex::start(Size::square(size), &options).unwrap());
        check_all(&line, 500);
        for mv in [1, u16::from(size) * u16::from(size)] {
            line.play(mv).unwrap();
            check_all(&line, 500);
        }
    }
}

#[test]
fn trees_with_proofs_shared_nodes_and_groups_visit_as_the_slow_search() {
    check_trees(&tictactoe(""), 300);
    check_trees(&tictactoe("b3 a1"), 300);
    check_trees(&hex(3, "a2"), 300);
    let options = HexOptions { swap: Swap::Pieces, ..HexOptions::default() };
    check_trees(&Line::new(Hex::start(Size::square(3), &options).unwrap()), 200);
    check_trees(&Line::new(NoGo::start(Size::square(3), &Default::default()).unwrap()), 300);
    check_trees(&Line::new(AtariGo::start(Size::square(4), &Default::default()).unwrap()), 300);
    check_trees(&Line::new(Wargame::start(Size::square(5), &Default::default()).unwrap()), 200);
    // Positional superko: what repeats proves nothing.
    check_trees(&Line::new(Go::start(Size { cols: 2, rows: 2 }, &Default::default()).unwrap()), 300);
    check_trees(&Line::new(Go::start(Size { cols: 3, rows: 1 }, &Default::default()).unwrap()), 300);
}

/// Games in which the tree is kept, each move the one that the search likes: below a new root that was reached in several ways
/// there are nodes that were made before it. Returns how many searches began with something.
fn check_kept<G: Describe, S: Scorer<G>>(
    start: &Line<G>,
    tree: &TreeConfig,
    rule: Rule,
    mut real: Mcts<G, S>,
) -> usize {
    let (mut line, mut used) = (start.clone(), 0);
    let mut slow = SlowSearch::new(rule, &line, 1).with(tree, Box::new(Uniform), None);
    while report_without_search(&line).is_none() {
        real.begin(&line, 1);
        used += usize::from(slow.visits() > 0);
        for _ in 0..250 {
            if real.report(StopReason::Playouts).proven.is_some() {
                break;
            }
            slow.iterate();
            real.iterate();
        }
        slow.compare(true, &|moves| real.look(moves));
        let report = real.report(StopReason::Playouts);
        slow.compare_proofs(&report);
        let mv = report.best.unwrap();
        line.push(mv);
        slow.advance(&[mv], 1);
    }
    used
}

#[test]
fn kept_trees_with_shared_nodes_visit_as_the_slow_search() {
    fn check<G: Describe>(line: &Line<G>) -> usize {
        let shared = TreeConfig { transpositions: true, reuse: Some(true), ..TreeConfig::default() };
        let solver = TreeConfig { solver: true, forced: true, ..shared.clone() };
        let mut used = 0;
        for tree in [shared, solver] {
            let config = GraveConfig { reference: 20, ..GraveConfig::default() };
            used += check_kept(line, &tree, Rule::Grave { reference: 20, bias: 1e-5 }, grave(&config, &tree));
            let config = McpsConfig { freeze_visits: 9, reference: 20, ..McpsConfig::default() };
            let permutations = Permutations {
                reference: 20,
                freeze_visits: 9,
                window: config.window as usize,
                own_path: false,
                doubling: false,
                root: false,
                weights: [1.0, 1.0],
            };
            used += check_kept(line, &tree, Rule::Mcps(permutations), mcps(&config, &tree));
        }
        used
    }
    let used = [
        check(&hex(4, "")),
        check(&hex(5, "")),
        check(&Line::new(NoGo::start(Size::square(4), &Default::default()).unwrap())),
        check(&Line::new(AtariGo::start(Size::square(4), &Default::default()).unwrap())),
        check(&Line::new(Wargame::start(Size::square(5), &Default::default()).unwrap())),
        check(&tictactoe("")),
    ];
    assert!(used.iter().all(|&used| used > 4), "{used:?} searches began with something");
}
