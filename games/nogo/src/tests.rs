//! What is known about NoGo, counted and solved independently.

use gametree_core::testing::{Solver, conformance};
use gametree_core::{Describe, Game, Line, Outcome, Rng, Side, Size, perft};

use crate::NoGo;

pub(crate) fn start(text: &str) -> NoGo {
    NoGo::new(text.parse::<Size>().unwrap()).unwrap()
}

/// The line of these moves on a board of this size.
pub(crate) fn line(size: &str, moves: &str) -> Line<NoGo> {
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
    assert_eq!(perft(&start("2"), 4), [4, 12, 16, 0]);
    assert_eq!(perft(&start("3"), 9), [9, 72, 496, 2832, 12768, 41328, 80352, 43776, 0]);
    assert_eq!(perft(&start("4"), 6), [16, 240, 3352, 43264, 511_776, 5_481_072]);
    assert_eq!(perft(&start("5"), 5), [25, 600, 13792, 302_896, 6_339_312]);
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
fn solved_boards_of_facts_5_3() {
    for (text, won, openings) in [
        ("1", false, "."),
        ("2x1", true, "WW"),
        ("3x1", true, ".W."),
        ("4x1", false, "...."),
        ("5x1", true, "WWWWW"),
        ("6x1", true, ".W..W."),
        ("7x1", true, "...W..."),
        ("8x1", true, ".WW..WW."),
        ("9x1", true, ".W..W..W."),
        ("10x1", true, ".W.W..W.W."),
        ("1x3", true, "./W/."),
        ("2", true, "WW/WW"),
        ("3x2", false, ".../..."),
        ("4x2", false, "..../...."),
        ("5x2", true, ".W.W./.W.W."),
        ("3", true, "WWW/WWW/WWW"),
        ("4x3", false, "..../..../...."),
        ("3x4", false, ".../.../.../..."),
    ] {
        assert_eq!(solve(text), (won, openings.to_string()), "{text}");
    }
}

#[test]
#[ignore = "slow, minutes: cargo xtask ci --slow"]
fn the_second_side_wins_on_4x4() {
    assert_eq!(solve("4"), (false, "..../..../..../....".to_string()));
}

#[test]
fn fc_14_capture_and_suicide_are_illegal_and_who_cannot_move_loses() {
    let line = line("5", "A3 A2 B2 B1 C1 E5");
    let position = line.position();
    let a1 = position.parse_move("A1").unwrap();
    let allowed = Side::BOTH.map(|side| position.moves_of(side).any(|mv| mv == a1));
    assert_eq!(allowed, [false, false], "a capture for black, suicide for white");
    assert!(line.clone().play(a1).is_err());
    // No move, no draw: on 1x1 the first side has lost before it begins.
    assert_eq!(start("1").outcome(), Some(Outcome::Win(Side::Second)));
    for (text, winner) in [
        ("1", Side::Second),
        ("3x1", Side::First),
        ("4x1", Side::Second),
        ("2", Side::First),
        ("3x2", Side::Second),
        ("3", Side::First),
    ] {
        assert_eq!(solve(text).0, winner == Side::First, "{text}");
    }
}

#[test]
fn what_is_forbidden_stays_forbidden() {
    for seed in 0..20 {
        let mut rng = Rng::new(seed);
        let mut position = start(["5", "7", "9", "1x9"][seed as usize % 4]);
        let mut before = [vec![], vec![]];
        while position.outcome().is_none() {
            let now = Side::BOTH.map(|side| position.moves_of(side).collect::<Vec<_>>());
            for (now, before) in now.iter().zip(&before) {
                assert!(before.is_empty() || now.iter().all(|mv| before.contains(mv)), "seed {seed}\n{position}");
            }
            let moves = &now[position.to_move().index()];
            position.play(moves[rng.below(moves.len() as u32) as usize]);
            before = now;
        }
    }
}
