//! The field cases of Go, under their numbers.

use gametree_core::{Describe, Game, Line, Outcome, Side, Size};

use super::{extend, go, komi_0, play};
use crate::{Go, GoOptions, KoRule};

const RULES: [KoRule; 3] = [KoRule::Simple, KoRule::Positional, KoRule::Situational];

fn parse(line: &Line<Go>, text: &str) -> u16 {
    line.position().parse_move(text).unwrap()
}

/// Whether a move is in the list of legal moves; asserts that playing it says the same.
fn is_legal(line: &Line<Go>, text: &str) -> bool {
    let (mv, mut moves) = (parse(line, text), Vec::new());
    line.legal_moves(&mut moves);
    let mut copy = line.clone();
    assert_eq!(moves.contains(&mv), copy.play(mv).is_ok(), "{text}");
    if !moves.contains(&mv) {
        assert_eq!(copy.position(), line.position(), "a refused move changes nothing");
        assert_eq!(copy.moves(), line.moves());
    }
    moves.contains(&mv)
}

fn stone(line: &Line<Go>, text: &str) -> Option<Side> {
    line.position().stone(parse(line, text))
}

fn taken(line: &Line<Go>) -> [u32; 2] {
    Side::BOTH.map(|side| line.position().taken(side))
}

#[test]
fn fc_01_a_snapback_is_no_ko_and_counts_once() {
    for ko in RULES {
        let mut line = play("5", GoOptions { ko, ..GoOptions::default() }, "A3 A2 B3 B2 C2 E5 C1 E4 A1 B1");
        assert_eq!(stone(&line, "A1"), None);
        assert!(is_legal(&line, "A1"), "{ko:?}");
        extend(&mut line, "A1");
        assert_eq!(taken(&line), [3, 1]);
        for text in ["A2", "B1", "B2"] {
            assert_eq!(stone(&line, text), None, "{text}");
        }
        assert_eq!(stone(&line, "A1"), Some(Side::First));
        let board = line.position().board();
        assert_eq!(board.liberties(board.point(parse(&line, "A1"))), 2);
    }
}

#[test]
fn fc_02_a_capture_without_a_liberty_is_no_suicide() {
    let mut line = go("5", "A3 A2 B2 B1 C1 E5");
    assert!(is_legal(&line, "A1"));
    extend(&mut line, "A1");
    assert_eq!(taken(&line), [2, 0]);
    assert_eq!(["A1", "A2", "B1"].map(|text| stone(&line, text)), [Some(Side::First), None, None]);
    assert!(!is_legal(&line, "A2"), "suicide");
}

#[test]
fn fc_03_send_two_return_one() {
    for (ko, legal) in [(KoRule::Simple, true), (KoRule::Positional, false), (KoRule::Situational, true)] {
        let line = play("5", GoOptions { ko, ..GoOptions::default() }, "B1 A2 C2 B2 D1 E5 A1 C1");
        assert_eq!(taken(&line), [0, 2]);
        assert_eq!(is_legal(&line, "B1"), legal, "{ko:?}");
        assert_eq!(line.position().to_move(), Side::First);
        assert_eq!(line.position().outcome(), None);
    }
}

#[test]
fn fc_04_what_is_taken_back_is_forgotten() {
    let mut line = go("9", "A2 A1 B1");
    line.undo();
    assert!(is_legal(&line, "B1"));
    extend(&mut line, "B1");
    assert_eq!(stone(&line, "A1"), None);
    assert_eq!(taken(&line), [1, 0]);
}

#[test]
fn fc_05_all_stones_are_alive_in_area_scoring() {
    // Half points for black.
    assert_eq!(komi_0("5", "C3 pass pass").position().margin(), 50);
    let even = komi_0("5", "C3 A1 pass pass");
    assert_eq!((even.position().margin(), even.position().outcome()), (0, Some(Outcome::Draw)));
    let wall = komi_0("5", "C1 B1 C2 B2 C3 B3 C4 B4 C5 B5 pass");
    let mut dead = wall.clone();
    extend(&mut dead, "E1 pass pass");
    assert_eq!(dead.position().board().area(), [5, 11]);
    assert_eq!((dead.position().margin(), dead.position().outcome()), (-12, Some(Outcome::Win(Side::Second))));
    let mut removed = wall;
    extend(&mut removed, "pass");
    assert_eq!(removed.position().board().area(), [15, 10]);
    assert_eq!(removed.position().margin(), 10);
    let empty = go("9", "pass pass");
    assert_eq!((empty.position().margin(), empty.position().outcome()), (-15, Some(Outcome::Win(Side::Second))));
}

#[test]
fn fc_07_handicap_points_are_those_of_the_protocol() {
    let place = |side, stones| {
        let mut go = Go::new(Size::square(side)).unwrap();
        let points = go.fixed_handicap(stones).map_err(|error| {
            assert_eq!(go, Go::new(Size::square(side)).unwrap(), "nothing is placed");
            error.to_string()
        })?;
        assert_eq!(go.to_move(), Side::Second);
        assert!(points.iter().all(|&point| go.stone(point) == Some(Side::First)));
        assert_eq!(go.board().stones(Side::First), u16::from(stones));
        go.assert_valid();
        Ok::<_, String>(points.iter().map(|&mv| go.format_move(mv)).collect::<Vec<_>>().join(" "))
    };
    for (side, stones, points) in [
        (19, 4, "D4 Q16 D16 Q4"),
        (13, 3, "D4 K10 D10"),
        (9, 2, "C3 G7"),
        (9, 5, "C3 G7 C7 G3 E5"),
        (9, 6, "C3 G7 C7 G3 C5 G5"),
        (9, 7, "C3 G7 C7 G3 C5 G5 E5"),
        (9, 8, "C3 G7 C7 G3 C5 G5 E3 E7"),
        (9, 9, "C3 G7 C7 G3 C5 G5 E3 E7 E5"),
        (8, 4, "C3 F6 C6 F3"),
    ] {
        assert_eq!(place(side, stones).unwrap(), points, "{side}x{side}");
    }
    for (side, stones) in [(7, 5), (10, 5), (5, 2), (9, 1), (9, 0), (9, 10), (19, 255)] {
        assert!(place(side, stones).unwrap_err().contains("handicap"));
    }
    let mut begun = go("9", "E5").position().clone();
    assert!(begun.fixed_handicap(2).is_err());
    assert!(Go::new(Size { cols: 9, rows: 7 }).unwrap().fixed_handicap(2).is_err());
}
