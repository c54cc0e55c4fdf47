//! The searches against the slow, obvious one, on real games.

use gametree_atarigo::AtariGo;
use gametree_core::{Describe, Line, Size, StopReason};
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
