//! What is known about AtariGo, counted and solved independently.

use gametree_core::testing::{Solver, conformance};
use gametree_core::{Describe, Game, Line, Outcome, Side, Size, perft};

use crate::AtariGo;

fn start(text: &str) -> AtariGo {
    AtariGo::new(text.parse::<Size>().unwrap()).unwrap()
}

/// The line of these moves on a board of this size.
pub(crate) fn line(size: &str, moves: &str) -> Line<AtariGo> {
    let mut line = Line::new(start(size));
    for text in moves.split_whitespace() {
        line.play(line.position().parse_move(text).unwrap()).unwrap();
    }
    line
}

#[test]
fn conforms() {
    for text in ["1", "2", "3", "5x3", "1x4", "4x1", "7", "9", "13"] {
        conformance::check_described(&start(text));
    }
}

#[test]
#[ignore = "slow, minutes: cargo xtask ci --slow"]
fn conforms_on_larger_boards() {
    for text in ["19", "25x7"] {
        conformance::check_described(&start(text));
    }
}

#[test]
fn perft_counts_of_facts_5_7() {
    assert_eq!(perft(&start("2"), 5), [4, 12, 24, 16, 0]);
    assert_eq!(perft(&start("3"), 9), [9, 72, 504, 2928, 13952, 48000, 114_912, 118_656, 43776]);
    assert_eq!(perft(&start("5"), 5), [25, 600, 13800, 303_248, 6_357_152]);
}

/// Whether the first side wins, and its winning openings row by row from the top, rows separated by `/`.
fn solve(text: &str) -> (bool, String) {
    let (position, mut solver) = (start(text), Solver::default());
    let won = solver.value(&position) == 1;
    let best = if won { solver.best_moves(&position) } else { Vec::new() };
    let size = position.board().size();
    let mark = |index: u16| if best.contains(&index) { 'W' } else { '.' };
    let indices: Vec<u16> = (0..size.area() as u16).collect();
    let rows = indices.chunks(usize::from(size.cols)).map(|row| row.iter().map(|&index| mark(index)).collect());
    (won, rows.collect::<Vec<String>>().join("/"))
}

#[test]
fn solved_boards_of_facts_5_4() {
    for (text, won, openings) in [
        ("2", false, "../.."),
        ("3x2", false, ".../..."),
        ("4x2", false, "..../...."),
        ("5x2", true, "..W../..W.."),
        ("3", true, ".W./WWW/.W."),
        ("4x3", true, "..../WWWW/...."),
    ] {
        assert_eq!(solve(text), (won, openings.to_string()), "{text}");
    }
}

#[test]
fn fc_14_suicide_is_illegal_unless_it_captures_and_who_cannot_move_loses() {
    let mut line = line("5", "A3 A2 B2 B1 C1 E5");
    let position = line.position();
    let a1 = position.parse_move("A1").unwrap();
    let allowed = Side::BOTH.map(|side| position.moves_of(side).any(|mv| mv == a1));
    assert_eq!(allowed, [true, false], "a capture for black, suicide for white");
    line.play(a1).unwrap();
    assert_eq!(line.position().outcome(), Some(Outcome::Win(Side::First)));
    assert!(line.play(line.position().parse_move("D4").unwrap()).is_err(), "nothing follows the first capture");
    assert_eq!(line.position().stone(line.position().parse_move("A2").unwrap()), None, "taken off the board");
    assert_eq!(start("1").outcome(), Some(Outcome::Win(Side::Second)), "no legal move");
}
