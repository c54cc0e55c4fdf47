//! The field cases of tree searches, under their numbers. Cells 1 to 9 of the cases are a1 b1 c1 a2 … c3.

use std::time::Duration;

use gametree_core::{Budget, Control, Describe, Size, StopReason};
use gametree_hex::{Hex, HexOptions, Swap};
use gametree_players::{Terms, parse_options, play_match};

use crate::{TREES, best, hex, player, search, tictactoe};

#[test]
fn fc_15_values_belong_to_the_right_side() {
    for spec in TREES {
        for seed in 0..20 {
            // (a) X 1, 2; O 5; O to move: only 3 does not lose.
            let line = tictactoe("a1 b2 b1");
            assert_eq!(best(&line, &search(spec, &line, 2000, seed)), "c1", "{spec}, seed {seed}, (a)");
            // (b) X 1, 5; O 2, 3; X to move: 4, 6, 7 and 9 win, 8 does not.
            let line = tictactoe("a1 b1 b2 c1");
            let report = search(spec, &line, 2000, seed);
            let mv = best(&line, &report);
            assert!(["a2", "c2", "a3", "c3"].contains(&mv.as_str()), "{spec}, seed {seed}, (b): {mv}");
            assert!(report.value.unwrap() > 0.9, "{spec}, seed {seed}, (b): {:?}", report.value);
            // (c) X 5, 9; O 1, 2; X to move: only 3 wins, the others lose.
            let line = tictactoe("b2 a1 c3 b1");
            assert_eq!(best(&line, &search(spec, &line, 2000, seed)), "c1", "{spec}, seed {seed}, (c)");
        }
    }
}

#[test]
fn fc_17_positions_that_need_no_search() {
    for spec in ["random", "flat", "uct", "rave", "grave", "mcps"] {
        // (a) won by the side that is not to move, and drawn.
        for (moves, value) in [("a1 a2 b1 b2 c1", 0.0), ("a1 b1 c1 b2 a2 a3 c2 c3 b3", 0.5)] {
            let report = search(spec, &tictactoe(moves), 1000, 1);
            assert_eq!((report.best, report.value), (None, Some(value)), "{spec}: {moves}");
            assert_eq!(report.stats.stop, StopReason::Finished);
        }
        // (b) no playouts, and one.
        for playouts in [0, 1] {
            let line = tictactoe("");
            let report = search(spec, &line, playouts, 1);
            let moves: Vec<_> = report.root.iter().map(|mv| mv.mv).collect();
            assert!(moves.contains(&report.best.unwrap()), "{spec}: {playouts} playouts give a legal move");
            assert!(report.root.iter().all(|mv| mv.value.is_none_or(f64::is_finite)));
        }
        // (c) one empty cell left.
        let line = tictactoe("a1 b1 c1 b2 a2 a3 c2 c3");
        let report = search(spec, &line, 1000, 1);
        assert_eq!(best(&line, &report), "b3");
        assert!(report.stats.cpu < Duration::from_millis(100) && report.stats.wall < Duration::from_millis(1000));
        // Hex on one cell.
        assert_eq!(best(&hex(1, ""), &search(spec, &hex(1, ""), 10, 1)), "a1");
        assert_eq!(search(spec, &hex(1, "a1"), 10, 1).value, Some(0.0));
    }
}

#[test]
fn values_of_the_two_sides_add_up_to_one() {
    // After a reply, the root's value is that of the other side.
    for spec in TREES {
        let line = tictactoe("a1");
        let report = search(spec, &line, 3000, 1);
        let mut next = line.clone();
        next.play(report.best.unwrap()).unwrap();
        let reply = search(spec, &next, 3000, 1);
        let sum = report.value.unwrap() + reply.value.unwrap();
        assert!((sum - 1.0).abs() < 0.12, "{spec}: {sum}");
    }
}

#[test]
fn a_budget_that_a_search_cannot_keep_is_refused() {
    for spec in ["flat", "uct", "rave", "grave", "mcps"] {
        let search = player::<gametree_hex::Hex>(spec);
        assert!(search.accepts(&"playouts=10,cpu=1s,wall=1s".parse().unwrap()).is_ok());
        for budget in ["depth=6", "nodes=100"] {
            let error = search.accepts(&budget.parse().unwrap()).unwrap_err();
            assert!(error.to_string().contains("playouts=, cpu=, wall="), "{error}");
        }
    }
}

#[test]
fn time_budgets_are_kept_and_the_stop_flag_is_obeyed() {
    for spec in TREES {
        let line = hex(11, "");
        let mut search = player(spec);
        let budget = Budget::cpu(Duration::from_millis(40));
        let overrun = (0..4)
            .map(|seed| search.search(&line, &budget, seed, &mut Control::default()).stats.cpu.as_secs_f64() / 0.04)
            .fold(f64::INFINITY, f64::min);
        assert!((1.0..1.02).contains(&overrun), "{spec}: {overrun} of the budget");
        let mut control = Control::default();
        control.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        let report = search.search(&line, &budget, 1, &mut control);
        assert_eq!((report.stats.stop, report.stats.playouts), (StopReason::Stopped, 0));
        assert!(report.best.is_some());
    }
}

#[test]
fn fc_12_a_swap_keeps_the_seats_so_records_name_the_right_winner() {
    let options = HexOptions { swap: Swap::Pieces, ..HexOptions::default() };
    let start = Hex::start(Size::square(2), &options).unwrap();
    let terms = Terms { pairs: 4, budget: Budget::playouts(400), seed: 3, max_plies: None };
    let (mut a, mut b) = (player("uct:exploration=0.7"), player("uct"));
    let result = play_match(&start, ("a", &mut *a), ("b", &mut *b), &terms).unwrap();
    // The second side wins by right play: it swaps what would win, and leaves the rest.
    assert_eq!((result.as_first.wins, result.as_first.losses), (0, 4));
    assert_eq!((result.as_second.wins, result.as_second.losses), (4, 0));
}

#[test]
fn the_swap_option_is_written_only_where_it_is_on() {
    let games = gametree_games::all();
    let hex = games.find("hex").unwrap();
    let setup = |options: &[&str]| hex.setup(None, &parse_options(options).unwrap()).unwrap();
    assert!(!setup(&[]).options().contains_key("swap"), "cells of earlier records keep their hash");
    assert_eq!(setup(&["swap=none"]), setup(&[]));
    assert_eq!(setup(&["swap=pieces"]).options()["swap"], "pieces");
    let error = hex.setup(None, &parse_options(&["swap=sides"]).unwrap()).unwrap_err().to_string();
    assert!(error.contains("swap: sides is not allowed; allowed: none, pieces"), "{error}");
}
