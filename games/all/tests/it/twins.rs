//! The searches against the slow, obvious one, on real games.

use gametree_core::{Describe, Line, Size};
use gametree_hex::{Hex, HexOptions, Swap};
use gametree_mcps::{McpsConfig, mcps};
use gametree_mcts::testing::{Permutations, Rule, SlowSearch};
use gametree_mcts::{FlatConfig, GraveConfig, Mcts, RaveConfig, Scorer, TreeConfig, UctConfig, flat, grave, rave, uct};

use crate::{hex, tictactoe};

fn check<G: Describe, S: Scorer<G>>(rule: Rule, keeps_amaf: bool, mut real: Mcts<G, S>, line: &Line<G>, playouts: u32) {
    for seed in 0..2 {
        let mut slow = SlowSearch::new(rule, line, seed);
        real.begin(line, seed);
        for _ in 0..playouts {
            slow.iterate();
            real.iterate();
        }
        slow.compare(keeps_amaf, &|moves| real.look(moves));
    }
}

fn check_all<G: Describe>(line: &Line<G>, playouts: u32) {
    let tree = TreeConfig::default();
    check(Rule::Flat, false, flat(&FlatConfig::default(), &tree), line, playouts);
    let exploration = UctConfig::default().exploration as f32;
    check(Rule::Uct { exploration }, false, uct(&UctConfig::default(), &tree), line, playouts);
    check(Rule::RaveHand { k: 1000.0 }, true, rave(&RaveConfig::default(), &tree), line, playouts);
    check(Rule::Grave { reference: 50, bias: 1e-5 }, true, grave(&GraveConfig::default(), &tree), line, playouts);
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
    check(Rule::Mcps(permutations), true, mcps(&config, &tree), line, playouts);
    let wrapping = Rule::Mcps(Permutations { window: 150, ..permutations });
    check(wrapping, true, mcps(&McpsConfig { window: 150, ..config }, &tree), line, playouts);
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
