//! The bound on a tree's memory, by every rule and on every game.

use gametree_core::{Budget, Control, Describe, Evaluate, Line, Search, Size};
use gametree_players::Analyze;

use crate::player;

const BOUND: u64 = 1 << 20;
const RULES: [&str; 5] =
    ["uct:", "rave:", "grave:", "mcps:window=500,", "mcps:window=500,root_statistics=true,refreeze=doubling,"];

/// The bytes that a search has in use after so many playouts, and whether its tree is full.
fn bytes(game: &str, size: &str, spec: &str, playouts: u64) -> (u64, bool) {
    let games = gametree_games::all();
    let game = games.find(game).unwrap();
    let setup = game.setup(Some(size.parse().unwrap()), &Default::default()).unwrap();
    let player = games.player(spec).unwrap();
    let (budget, stop) = (Budget::playouts(playouts), Default::default());
    let request = Analyze { player: &player, budget, seed: 1, stop, follow: None, tree: None };
    let stats = game.analyze(&setup, "", request).unwrap().stats;
    assert_eq!(stats.playouts, Some(playouts));
    (stats.bytes, stats.tree_full)
}

/// The same search, longer and longer. 32,768 visits of a node are where its counters are widened.
fn check(game: &str, size: &str, playouts: &[u64]) -> usize {
    let mut full = 0;
    for rule in RULES {
        let spec = format!("{rule}memory=1MiB");
        let mut before: Option<u64> = None;
        for &playouts in playouts {
            let (bytes, is_full) = bytes(game, size, &spec, playouts);
            let what = format!("{game} {size}, {spec}, {playouts} playouts: {bytes} bytes");
            assert!(bytes <= BOUND, "{what}");
            assert!(before.is_none_or(|before| is_full && before == bytes), "{what}, {before:?} before");
            before = is_full.then_some(bytes);
        }
        full += usize::from(before.is_some());
    }
    full
}

#[test]
fn fc_60_the_bound_holds_and_a_full_tree_takes_no_more() {
    assert_eq!(check("hex", "5", &[8_000, 40_000, 200_000]), RULES.len());
    for (game, size) in [("hex", "11"), ("go", "5"), ("atarigo", "7"), ("nogo", "5"), ("wargame", "5")] {
        assert_eq!(check(game, size, &[12_000, 50_000]), RULES.len(), "{game} {size}");
    }
    // Small: the tree never fills.
    check("tictactoe", "3", &[8_000, 40_000]);
}

/// Plays on with the tree that is kept. Returns how many searches filled it.
fn check_kept<G: Describe + Evaluate>(spec: &str, size: u8, moves: usize) -> usize {
    let mut line = Line::new(G::start(Size::square(size), &G::Options::default()).unwrap());
    let mut search: Box<dyn Search<G>> = player(&format!("{spec}memory=1MiB,reuse=true"));
    let mut full = 0;
    while line.position().outcome().is_none() && line.moves().len() < moves {
        let report = search.search(&line, &Budget::playouts(40_000), 1, &mut Control::default());
        assert!(report.stats.bytes <= BOUND, "{} {spec}: {} bytes", G::NAME, report.stats.bytes);
        full += usize::from(report.stats.tree_full);
        line.play(report.best.unwrap()).unwrap();
    }
    full
}

#[test]
fn fc_60_the_bound_holds_from_move_to_move() {
    for spec in RULES {
        let full = [
            check_kept::<gametree_hex::Hex>(spec, 7, 10),
            check_kept::<gametree_go::Go>(spec, 5, 10),
            check_kept::<gametree_wargame::Wargame>(spec, 5, 10),
        ];
        assert!(full.iter().all(|&full| full > 1), "{spec}: {full:?}");
    }
}
