//! Whole answers of searches, pinned. They are the same in debug and release builds, with and without AVX, and change only
//! when a change is meant to change what a search does: then run with `UPDATE_GOLDEN=1` and say so in the commit.

use std::path::Path;

use gametree_players::{Analysis, Analyze};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/analyses.json");

/// game, size, moves, player, playouts, seed.
const SEARCHES: [(&str, &str, &str, &str, u64, u64); 18] = [
    ("tictactoe", "3", "a1 b1 a2 a3", "uct", 1000, 1),
    ("tictactoe", "3", "", "flat", 900, 2),
    ("hex", "5", "c3", "rave:schedule=child", 2000, 3),
    ("hex", "7", "d4 c4", "grave", 3000, 4),
    ("hex", "7", "d4 c4", "mcps", 3000, 4),
    ("hex", "11", "", "mcps:window=500,refreeze=doubling", 3000, 5),
    ("hex", "5x3", "", "mcps:permutation=path,window=300", 1000, 6),
    ("hex", "2", "a2 b1", "uct", 500, 7),
    ("go", "5", "C3 pass", "uct", 1500, 8),
    ("go", "5", "B1 A2 C2 B2 D1 E5 A1 C1", "grave", 1500, 9),
    ("go", "9", "", "mcps", 1000, 10),
    ("atarigo", "7", "D4 D5", "grave", 2000, 11),
    ("atarigo", "5x3", "", "mcps:window=300", 1500, 12),
    ("nogo", "7", "", "mcps", 2000, 13),
    ("nogo", "5x3", "A1", "rave", 1500, 14),
    ("wargame", "9", "", "grave", 1500, 15),
    ("wargame", "5", "c1-c2 b2-c2", "mcps:window=300", 1500, 16),
    ("wargame", "13", "", "uct", 1000, 17),
];

fn analyze((game, size, moves, player, playouts, seed): (&str, &str, &str, &str, u64, u64)) -> Analysis {
    let games = gametree_games::all();
    let game = games.find(game).unwrap();
    let setup = game.setup(Some(size.parse().unwrap()), &Default::default()).unwrap();
    let budget = gametree_core::Budget::playouts(playouts);
    let player = games.player(player).unwrap();
    let stop = Default::default();
    let request = Analyze { player: &player, budget, seed, stop, follow: None, tree: None };
    let mut analysis = game.analyze(&setup, moves, request).unwrap();
    (analysis.stats.cpu_s, analysis.stats.wall_s) = (0.0, 0.0);
    analysis
}

#[test]
fn answers_are_those_on_file() {
    let answers: Vec<Analysis> = SEARCHES.into_iter().map(analyze).collect();
    let answers = serde_json::to_string_pretty(&answers).unwrap() + "\n";
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(Path::new(FILE).parent().unwrap()).unwrap();
        std::fs::write(FILE, &answers).unwrap();
    }
    let filed = std::fs::read_to_string(FILE).unwrap_or_else(|error| panic!("{FILE}: {error}"));
    for (number, (answer, filed)) in (1..).zip(answers.lines().zip(filed.lines())) {
        assert_eq!(answer, filed, "line {number} of {FILE}");
    }
    assert_eq!(answers.len(), filed.len(), "{FILE}");
}

#[test]
fn the_same_seed_gives_the_same_answer_from_a_used_search_too() {
    let line = crate::hex(7, "");
    for spec in crate::TREES {
        let mut search = crate::player(spec);
        let mut run = |seed| {
            let budget = gametree_core::Budget::playouts(2000);
            let mut report = search.search(&line, &budget, seed, &mut Default::default());
            (report.stats.cpu, report.stats.wall) = Default::default();
            report
        };
        let first = run(1);
        assert_ne!(run(2).root, first.root, "{spec}: another seed, another search");
        assert_eq!(run(1), first, "{spec}");
    }
}
