//! What is known of positions, held against plain solving.

use std::collections::{HashMap, HashSet};

use gametree_core::testing::{Solver, check_known};
use gametree_core::{Describe, Evaluate, Game, Known, Outcome, Side};

use super::{line, line_from, size, start};
use crate::{Hex, HexOptions, Swap};

#[test]
fn what_is_known_is_true_on_all_boards_up_to_4x4() {
    for cols in 1..=4 {
        for rows in 1..=4 {
            let known = check_known(&start(&format!("{cols}x{rows}")), 60, 16);
            assert!(known > 0, "{cols}x{rows}");
        }
    }
}

/// Every position that can be reached on the boards on which there are few.
#[test]
fn what_is_known_is_true_of_every_position_of_small_boards() {
    for text in ["1", "1x3", "3x1", "2", "2x3", "3x2", "3", "2x4", "4x2", "1x7", "7x1", "5x2", "2x5"] {
        let (mut solver, mut left, mut seen) = (Solver::default(), vec![start(text)], HashSet::new());
        let mut values = HashMap::new();
        while let Some(hex) = left.pop() {
            if hex.outcome().is_some() || !seen.insert(hex.key()) {
                continue;
            }
            let (value, mut moves, mut listed) = (solver.value(&hex), Vec::new(), Vec::new());
            assert_eq!(*values.entry(hex.value_key()).or_insert(value), value, "{text}\n{hex}");
            let best = solver.best_moves(&hex);
            match hex.known(&mut listed) {
                Known::Nothing => panic!("on small boards something is known"),
                Known::Value(outcome) => {
                    assert_eq!(outcome == Outcome::Win(hex.to_move()), value == 1, "{text}\n{hex}");
                    assert!(listed.len() == 1 && best.contains(&listed[0]), "{listed:?}\n{hex}");
                }
                Known::Moves => assert!(listed.iter().any(|mv| best.contains(mv)), "{listed:?}\n{hex}"),
            }
            hex.legal_moves(&mut moves);
            left.extend(moves.into_iter().map(|mv| {
                let mut next = hex.clone();
                next.play(mv);
                next
            }));
        }
    }
}

/// From positions with few cells left, which plain solving can do.
#[test]
fn what_is_known_is_true_late_on_larger_boards() {
    for size in ["5x4", "5x5", "3x7", "7x3", "6x6", "8x8"] {
        assert!(check_known(&start(size), 40, 13) > 0, "{size}");
    }
}

#[test]
#[ignore = "slow, minutes: cargo xtask ci --slow"]
fn what_is_known_is_true_on_5x5_and_its_like() {
    for size in ["5x3", "3x5", "5x4", "4x5", "5x5", "6x4", "8x8"] {
        assert!(check_known(&start(size), 200, 14) > 0, "{size}");
    }
}

fn known(hex: &Hex) -> (Known, String) {
    let mut listed = Vec::new();
    let known = hex.known(&mut listed);
    (known, listed.iter().map(|&mv| hex.format_move(mv)).collect::<Vec<_>>().join(" "))
}

#[test]
fn a_bridge_is_a_link() {
    // Two cells lead from b3 to the bottom, two from c2 to the top, and the stones touch.
    let won = line("4", "b3 d4 c2");
    assert_eq!(known(won.position()).0, Known::Value(Outcome::Win(Side::First)), "{}", won.position());
}

#[test]
fn the_empty_board_is_known_to_be_won_up_to_5x5() {
    for side in 1..=5 {
        assert_eq!(known(&start(&side.to_string())).0, Known::Value(Outcome::Win(Side::First)), "{side}x{side}");
    }
}

/// Turned by half a turn every side joins the same edges.
#[test]
fn positions_turned_by_half_a_turn_have_one_value_key() {
    let (one, other) = (line("5x4", "a1 c2 b3"), line("5x4", "e4 c3 d2"));
    assert_eq!(one.position().value_key(), other.position().value_key());
    assert_ne!(one.position().key(), other.position().key());
    assert_ne!(one.position().value_key(), line("5x4", "a1 c2 b2").position().value_key());
}

#[test]
fn nothing_is_known_of_large_boards_and_before_a_swap() {
    for text in ["9x8", "11", "26"] {
        assert_eq!(known(&start(text)), (Known::Nothing, String::new()));
        assert_eq!(start(text).value_key(), start(text).key());
    }
    let options = HexOptions { swap: Swap::Pieces, ..HexOptions::default() };
    let start = Hex::start(size("4"), &options).unwrap();
    for (moves, nothing) in [("", true), ("b2", true), ("b2 swap", false), ("b2 c3", false)] {
        let line = line_from(start.clone(), moves);
        assert_eq!(known(line.position()).0 == Known::Nothing, nothing, "{moves}");
    }
    assert!(check_known(&Hex::start(size("3"), &options).unwrap(), 60, 10) > 0);
}
