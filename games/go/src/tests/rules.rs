//! Ko, suicide, eyes, komi, and what people write.

use gametree_core::{Describe, Game, MoveErrorKind, Side, perft};

use super::{extend, go, play, size};
use crate::{Board, Fate, Go, GoOptions, KoRule};

#[test]
fn a_ko_may_not_be_retaken_at_once() {
    for ko in [KoRule::Simple, KoRule::Positional, KoRule::Situational] {
        let options = GoOptions { ko, ..GoOptions::default() };
        let mut line = play("5", options, "B3 C3 A2 D2 B1 C1 C2 B2");
        let c2 = line.position().parse_move("C2").unwrap();
        assert_eq!(line.position().ko(), Some(c2));
        assert!(line.play(c2).is_err());
        extend(&mut line, "E5 A5");
        assert_eq!(line.position().ko(), None);
        let threatened = line.play(c2);
        assert!(threatened.is_ok(), "{ko:?}: after a move elsewhere the board is another one");
        extend(&mut line, "pass pass");
        assert!(line.position().outcome().is_some());
    }
}

#[test]
fn passes_are_no_repetition_and_the_board_before_them_is_remembered() {
    for ko in [KoRule::Positional, KoRule::Situational] {
        let options = GoOptions { ko, ..GoOptions::default() };
        let key = |moves: &str| play("5", options, moves).position().repetition_key().unwrap();
        // A pass leads to a position of its own, after which boards count as before.
        let keys = ["C3", "C3 pass", "pass", "", "pass C3", "C3 D3 pass"].map(key);
        for (index, key) in keys.iter().enumerate() {
            assert!(!keys[..index].contains(key), "{ko:?}, key {index}");
        }
        assert_eq!(key("C3 pass D4"), key("D4 pass C3"));
    }
    // Cycle of send two, return one, with passes at its start: still refused at its end.
    let line = go("5", "pass pass");
    assert!(line.position().outcome().is_some());
    let mut line = go("5", "pass B1 A2 C2 B2 D1 E5 A1 C1");
    assert!(line.play(line.position().parse_move("B1").unwrap()).is_err());
}

#[test]
fn suicide_is_an_option() {
    let moves = "A2 E5 B2 E4 C1 A1 E3";
    let strict = go("5", moves);
    let b1 = strict.position().parse_move("B1").unwrap();
    let mut legal = Vec::new();
    strict.legal_moves(&mut legal);
    assert!(!legal.contains(&b1), "A1 and B1 would have no liberty");
    let mut free = play("5", GoOptions { suicide: true, ..GoOptions::default() }, moves);
    free.play(b1).unwrap();
    assert_eq!(free.position().stone(b1), None);
    assert_eq!(free.position().stone(free.position().parse_move("A1").unwrap()), None);
    assert_eq!(Side::BOTH.map(|side| free.position().taken(side)), [0, 0]);
    free.position().assert_valid();
    // A single stone would change nothing.
    let single = play("5", GoOptions { suicide: true, ..GoOptions::default() }, "A2 E5 B1");
    legal.clear();
    single.legal_moves(&mut legal);
    assert!(!legal.contains(&single.position().parse_move("A1").unwrap()));
}

#[test]
fn eyes_are_not_filled_but_may_be() {
    // Black's A1 is an eye; B3, with two diagonal white stones, is none.
    let line = go("5", "A2 C4 B1 A4 A3 E1 B2 E2 C3 E3 B4 E4");
    let (mut searched, mut legal) = (Vec::new(), Vec::new());
    line.search_moves(&mut searched);
    line.legal_moves(&mut legal);
    let [a1, b3] = ["A1", "B3"].map(|text| line.position().parse_move(text).unwrap());
    assert!(!searched.contains(&a1) && legal.contains(&a1));
    assert!(searched.contains(&b3) && legal.contains(&b3));
    assert!(legal.contains(&line.position().pass()) && !searched.contains(&line.position().pass()));
}

#[test]
fn pass_is_searched_when_nothing_else_is_left() {
    let mut moves = Vec::new();
    go("1", "").search_moves(&mut moves);
    assert_eq!(moves, [1]);
    assert_eq!(perft(go("1", "").position(), 3), [1, 1, 0]);
}

#[test]
fn fates_and_eyes_equal_what_placing_does() {
    for seed in 0..10 {
        super::random_game(["3", "5", "7", "9x4", "1x9"][seed as usize % 5], seed, |line| {
            let board = line.position().board();
            for point in board.points().filter(|&point| board.is_empty(point)) {
                for side in Side::BOTH {
                    let mut after = board.clone();
                    let taken = after.place(point, side, |_| ());
                    after.assert_valid();
                    let fate = match (taken, after.stone(point)) {
                        (1.., _) => Fate::Captures,
                        (0, Some(_)) => Fate::Lives,
                        (0, None) => Fate::Suicide,
                    };
                    assert_eq!(board.fate(point, side), fate, "\n{board}");
                    assert!(!board.is_safe(point, side) || fate != Fate::Suicide);
                    assert!(!board.is_quiet(point, side) || fate == Fate::Lives);
                    assert_eq!(board.is_eye(point, side), slow_eye(board, point, side), "\n{board}");
                }
            }
        });
    }
}

fn slow_eye(board: &Board, point: u16, side: Side) -> bool {
    let surrounded = board.around(point).iter().all(|&near| board.is_border(near) || board.stone(near) == Some(side));
    let count = |wanted: &dyn Fn(u16) -> bool| board.diagonals(point).iter().filter(|&&near| wanted(near)).count();
    let theirs = count(&|near| board.stone(near) == Some(side.other()));
    surrounded && theirs < if count(&|near| board.is_border(near)) > 0 { 1 } else { 2 }
}

#[test]
fn options_outside_of_their_range_are_refused() {
    for komi in [0.25, f64::NAN, f64::INFINITY, 1000.5, -1e9] {
        let error = Go::start(size("9"), &GoOptions { komi, ..GoOptions::default() }).unwrap_err();
        assert_eq!(error.field, "komi");
    }
    assert!(Go::new(size("26")).is_err() && Go::new(size("25x26")).is_err());
    for (komi, margin) in [(0.5, -1), (-3.0, 6), (0.0, 0)] {
        let go = Go::start(size("9"), &GoOptions { komi, ..GoOptions::default() }).unwrap();
        assert_eq!(go.margin(), margin);
    }
}

#[test]
fn points_are_those_of_gtp() {
    let line = go("5x3", "A1 E3 pass C2");
    assert_eq!(line.moves(), [10, 4, 15, 7]);
    assert_eq!(line.position().to_string(), "   A B C D E\n 3 . . . . o\n 2 . . o . .\n 1 x . . . .");
    let error = line.position().parse_move("I9").unwrap_err().to_string();
    assert!(error.contains("A1 (bottom left) to E3 or pass"), "{error}");
}

#[test]
fn a_program_is_told_what_kind_of_fault_a_move_has() {
    let refused = |moves: &str, text: &str| {
        let mut line = go("5", moves);
        let before = line.moves().len();
        let error = line.position().parse_move(text).and_then(|mv| line.play(mv)).unwrap_err();
        assert_eq!(line.moves().len(), before, "an error changes nothing");
        (error.kind, error.reason)
    };
    assert_eq!(refused("", "Z9").0, MoveErrorKind::Unreadable);
    assert_eq!(refused("C3", "C3"), (MoveErrorKind::Illegal, "not legal here".into()));
    // A ko is a matter of the position; a longer cycle, of the line.
    assert_eq!(refused("B3 C3 A2 D2 B1 C1 C2 B2", "C2").0, MoveErrorKind::Illegal);
    let cycle = "B1 A2 C2 B2 D1 E5 A1 C1";
    assert_eq!(refused(cycle, "B1"), (MoveErrorKind::Repeats, "repeats an earlier position".into()));
    assert_eq!(refused("pass pass", "C3"), (MoveErrorKind::Finished, "the game is finished".into()));
}
