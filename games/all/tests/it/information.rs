//! What searches say when they know nothing, and what they never get to know.

use gametree_core::testing::chi_squared;
use gametree_core::{Budget, Control, Describe, Evaluate, Line, StopReason};
use gametree_hex::Hex;
use gametree_tictactoe::TicTacToe;

use crate::{best, hex, player, search, tictactoe};

/// The documents say so, for tic-tac-toe after b3 a1, where only a3 wins: docs/lesson.md, docs/mcps.md, the front pages of mcts and mcps.
#[test]
fn fc_58_a_win_may_never_be_looked_at_without_exploration() {
    let line = tictactoe("b3 a1");
    let misses = |spec: &str| -> Vec<u64> {
        (1..=10).filter(|&seed| best(&line, &search(spec, &line, 10_000, seed)) != "a3").collect()
    };
    assert_eq!(misses("grave"), [1, 3, 6, 10]);
    assert_eq!(misses("mcps"), [3, 9, 10]);
    assert_eq!(misses("rave"), [2, 3, 7, 9, 10]);
    assert_eq!(misses("uct"), [0u64; 0]);
    for (spec, seed) in [("grave", 1), ("mcps", 3)] {
        let report = search(spec, &line, 1_000_000, seed);
        let winning = report.root.iter().find(|mv| line.position().format_move(mv.mv) == "a3").unwrap();
        assert_eq!((best(&line, &report).as_str(), winning.visits), ("b2", 1), "{spec}: more playouts do not help");
    }
    assert_eq!(best(&line, &search("uct", &line, 1_000_000, 1)), "a3");
}

/// How often each candidate is the answer, over the seeds. Nothing else is said of any.
fn answers<G: Describe + Evaluate>(spec: &str, line: &Line<G>, budget: &str) -> Vec<u64> {
    let mut search = player::<G>(spec);
    let budget: Budget = budget.parse().unwrap();
    let mut counts = Vec::new();
    for seed in 0..900 {
        let report = search.search(line, &budget, seed, &mut Control::default());
        assert!(report.root.iter().all(|mv| (mv.visits, mv.value, mv.score) == (0, None, None)), "{spec}");
        let sources = report.root.iter().flat_map(|mv| &mv.sources);
        assert!(
            sources.into_iter().all(|source| (source.count, source.mean, source.weight) == (0, None, None)),
            "{spec}"
        );
        assert_eq!((report.value, report.score, report.stats.playouts), (None, None, 0), "{spec}");
        assert!(!matches!(report.stats.stop, StopReason::Solved | StopReason::Forced), "{spec}");
        assert_eq!(report.pv.first().copied(), report.best, "{spec}");
        let again = search.search(line, &budget, seed, &mut Control::default());
        assert!(again.best == report.best, "{spec}: the same seed, the same answer");
        counts.resize(report.root.len(), 0);
        counts[report.root.iter().position(|mv| Some(mv.mv) == report.best).unwrap()] += 1;
    }
    counts
}

fn even(counts: &[u64], what: &str) {
    chi_squared(counts, &vec![1.0; counts.len()]).assert_plausible(what);
}

#[test]
fn fc_59_no_information_no_preference() {
    for spec in ["flat", "uct", "rave", "grave", "mcps"] {
        even(&answers::<TicTacToe>(spec, &tictactoe(""), "playouts=0"), spec);
        even(&answers::<TicTacToe>(spec, &tictactoe("b2 a1 c3"), "playouts=0"), spec);
        even(&answers::<Hex>(spec, &hex(5, "c3"), "playouts=0"), spec);
        // Moves that share codes.
        even(&answers::<gametree_wargame::Wargame>(spec, &crate::line(5, ""), "playouts=0"), spec);
    }
}

/// A search by depth says that moves are looked at from the center out, which is a preference: among the most central ones it has none.
#[test]
fn fc_59_of_moves_that_were_not_searched_any_of_the_first_is_played() {
    for budget in ["depth=0", "nodes=0"] {
        for spec in ["minimax", "alphabeta:order=given", "iterative:order=given"] {
            even(&answers::<TicTacToe>(spec, &tictactoe(""), budget), spec);
        }
        for spec in ["alphabeta", "iterative"] {
            // a1, b1, c1, a2, b2 and so on: first the center alone, then the four beside it.
            assert_eq!(answers::<TicTacToe>(spec, &tictactoe(""), budget)[4], 900, "{spec}");
            let counts = answers::<TicTacToe>(spec, &tictactoe("b2"), budget);
            let nearest: Vec<u64> = counts.iter().copied().filter(|&count| count > 0).collect();
            assert_eq!(nearest.len(), 4, "{spec}: {counts:?}");
            even(&nearest, spec);
        }
    }
    // With one of them searched it is played.
    let line = tictactoe("");
    let of = |seed| {
        player::<TicTacToe>("alphabeta").search(&line, &"nodes=3".parse().unwrap(), seed, &mut Control::default())
    };
    assert!((1..50).all(|seed| of(seed).best == of(0).best));
}
