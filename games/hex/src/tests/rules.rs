//! Field cases under their numbers, and exact values.

use gametree_core::testing::{Solver, conformance};
use gametree_core::{Describe, Game, Outcome, Rng, Side, Size, perft};

use super::{line, oracle, size, start};
use crate::{Hex, HexOptions};

#[test]
fn fc_11_six_neighbours_and_the_diagonal_that_joins() {
    for (cell, expected) in
        [("c3", "b3 d3 c2 c4 d2 b4"), ("a1", "b1 a2"), ("e5", "d5 e4"), ("e1", "d1 d2 e2"), ("a5", "a4 b4 b5")]
    {
        let board = start("5");
        let mut names: Vec<String> = oracle::neighbours(size("5"), usize::from(board.parse_move(cell).unwrap()))
            .into_iter()
            .map(|cell| board.format_move(cell as u16))
            .collect();
        names.sort_unstable();
        let mut expected: Vec<&str> = expected.split(' ').collect();
        expected.sort_unstable();
        assert_eq!(names, expected, "neighbours of {cell}");
    }
    // The oracle's neighbours are the position's: crate::tests::winner holds the two against each other.
    for (stones, joins) in [("c1 b2 a3", true), ("a1 b2 c3", false)] {
        let stones = stones.split(' ').map(|text| usize::from(start("3").parse_move(text).unwrap()));
        for side in Side::BOTH {
            let mut board = vec![None; 9];
            stones.clone().for_each(|cell| board[cell] = Some(side));
            let mut position = start("3");
            position.stones = oracle::cells(&board);
            assert_eq!(position.joins(side, None), joins, "{side}");
        }
    }
}

/// Sets up stones in any order, by moves in turn and out of it, until one side has won.
#[test]
fn whoever_moves_a_turn_given_away_leaves_stones_and_winner_as_they_are() {
    for (round, text) in ["1", "2", "3x5", "5", "8", "11"].into_iter().cycle().take(120).enumerate() {
        let mut rng = Rng::new(round as u64);
        let options = HexOptions { stop_at_win: round % 2 == 0, ..HexOptions::default() };
        let mut hex = Hex::start(size(text), &options).unwrap();
        let mut board = vec![None; size(text).area()];
        let won =
            |board: &oracle::Board| Side::BOTH.into_iter().find(|&side| oracle::joins(size(text), board, side, None));
        while hex.outcome().is_none() {
            assert_eq!(won(&board), None, "\n{hex}");
            let side = Side::BOTH[rng.below(2) as usize];
            hex = hex.with_turn(side).unwrap();
            assert_eq!((hex.to_move(), hex.with_turn(side)), (side, Some(hex.clone())));
            let [first, second] =
                Side::BOTH.map(|side| (0..board.len()).filter(|&cell| board[cell] == Some(side)).collect::<Vec<_>>());
            let arranged = hex.arranged([&first, &second], side).unwrap();
            arranged.assert_valid();
            assert_eq!((&arranged.stones, arranged.to_move(), arranged.outcome()), (&hex.stones, side, None));
            let mut moves = Vec::new();
            hex.legal_moves(&mut moves);
            let cell = moves[rng.below(moves.len() as u32) as usize];
            board[usize::from(cell)] = Some(side);
            hex.play(cell);
            hex.assert_valid();
        }
        assert_eq!(hex.outcome(), won(&board).map(Outcome::Win), "\n{hex}");
        assert_eq!(hex.with_turn(Side::First), None);
        let error = hex.arranged([&[0], &[0]], Side::First).unwrap_err();
        assert!(error.to_string().contains("each once"), "{error}");
    }
    for (text, side) in [("1", Side::Second), ("3", Side::Second), ("8", Side::Second), ("3x5", Side::Second)] {
        conformance::check_described(&start(text).with_turn(side).unwrap());
    }
    // Half a large board of one colour is more than there are turns to miss.
    let large = Hex::new(Size::square(26)).unwrap();
    let stripes: Vec<usize> = (0..26 * 26).filter(|cell| cell / 26 % 2 == 0).collect();
    for (stones, fits) in [(254, true), (255, true), (256, true), (257, false), (338, false)] {
        let found = large.arranged([&stripes[..stones], &[]], Side::Second);
        assert_eq!(found.is_ok(), fits, "{stones}: {:?}", found.err());
    }
    let full = large.arranged([&stripes[..256], &[]], Side::Second).unwrap();
    assert_eq!((full.with_turn(Side::First), full.with_turn(Side::Second)), (None, Some(full.clone())));
    let five = Size::square(5);
    for stones in [&[2, 7, 12, 17, 22][..], &[0, 24, 6]] {
        let error = Hex::new(five).unwrap().arranged([stones, &[]], Side::Second);
        assert_eq!(error.is_err(), stones.len() == 5, "five of them join top and bottom: {error:?}");
    }
}

/// The winning openings, row by row.
fn winning_openings(text: &str) -> String {
    let start = start(text);
    let mut solver = Solver::default();
    let winning = solver.best_moves(&start);
    assert_eq!(solver.value(&start), 1, "the first side wins every size");
    let cols = u16::from(start.size().cols);
    let row = |row| (row * cols..(row + 1) * cols).map(|cell| if winning.contains(&cell) { 'W' } else { '.' });
    (0..u16::from(start.size().rows)).map(|r| row(r).collect::<String>()).collect::<Vec<_>>().join("/")
}

#[test]
fn winning_openings_of_the_small_boards() {
    for (text, map) in [("1", "W"), ("2", ".W/W."), ("3", "..W/WWW/W.."), ("4", "...W/..W./.W../W...")] {
        assert_eq!(winning_openings(text), map, "{text}");
    }
}

#[test]
fn fc_12_with_a_swap_the_second_player_would_win_after_any_first_move() {
    assert_eq!(winning_openings("3"), "..W/WWW/W..", "c1 a2 b2 c2 a3");
    let mut solver = Solver::default();
    for cell in 0..9 {
        let mut position = start("3");
        position.play(cell);
        // Without draws one of the two wins: the second player stays when it is the second side and swaps otherwise.
        let (stay, swap) = (solver.value(&position), -solver.value(&position));
        assert_eq!(stay.max(swap), 1, "{}", position.format_move(cell));
    }
}

#[test]
fn fc_13_taken_cells_are_refused_and_undo_restores() {
    let mut line = line("4", "b2");
    let mv = |text: &str| start("4").parse_move(text).unwrap();
    assert!(line.play(mv("b2")).unwrap_err().to_string().contains("not legal"));
    assert_eq!(line.position().stone(mv("b2")), Some(Side::First));
    assert_eq!(line.position().to_move(), Side::Second);
    line.play(mv("c3")).unwrap();
    assert_eq!((line.undo(), line.undo()), (Some(mv("c3")), Some(mv("b2"))));
    assert_eq!(*line.position(), start("4"));
    assert_eq!(line.position().key(), start("4").key());
    let mut moves = Vec::new();
    line.legal_moves(&mut moves);
    assert_eq!(moves, (0..16).collect::<Vec<_>>());
    line.play(mv("d1")).unwrap();
    assert_eq!(line.position().stone(mv("d1")), Some(Side::First));
}

#[test]
fn perft_of_small_boards_is_that_of_a_slow_count() {
    fn count(board: &mut oracle::Board, size: gametree_core::Size, side: Side, counts: &mut [u64]) {
        let Some((here, deeper)) = counts.split_first_mut() else { return };
        if oracle::joins(size, board, side.other(), None) {
            return;
        }
        for cell in 0..board.len() {
            if board[cell].is_none() {
                *here += 1;
                board[cell] = Some(side);
                count(board, size, side.other(), deeper);
                board[cell] = None;
            }
        }
    }
    for (text, depth) in [("1", 2), ("2", 4), ("3", 9), ("3x2", 6), ("2x4", 8), ("4", 4)] {
        let mut counts = vec![0; depth];
        count(&mut vec![None; size(text).area()], size(text), Side::First, &mut counts);
        assert_eq!(perft(&start(text), depth), counts, "{text}");
    }
    assert_eq!(perft(&start("2"), 4), [4, 12, 24, 12]);
    assert_eq!(perft(&start("3"), 9), PERFT_3);
}

const PERFT_3: [u64; 9] = [9, 72, 504, 3024, 15120, 54720, 146_880, 207_360, 120_960];

#[test]
fn nothing_follows_a_win() {
    let won = line("3x2", "c1 a1 b2");
    let won = won.position();
    assert_eq!(won.outcome(), Some(Outcome::Win(Side::First)), "the short way is first's");
    let mut moves = Vec::new();
    won.legal_moves(&mut moves);
    assert!(moves.is_empty());
    let mut mask = [0];
    won.search_codes(&mut moves, &mut mask);
    assert_eq!(mask, [0]);
    assert!(line("3x2", "c1 a1 b2").play(3).is_err());
    assert_eq!(line("2x3", "a1 b2 b1 a3").position().outcome(), Some(Outcome::Win(Side::Second)));
}

#[test]
fn sizes_out_of_range_name_the_field_and_what_is_allowed() {
    for text in ["27", "99", "27x3", "3x27"] {
        let error = Hex::start(size(text), &HexOptions::default()).unwrap_err();
        assert_eq!((error.field.as_str(), error.value.as_str()), ("size", text));
        assert!(error.allowed.contains("1 to 26"), "{error}");
    }
    assert!("0".parse::<gametree_core::Size>().unwrap_err().to_string().contains("size: 0 is not allowed"));
    let zero = gametree_core::Size { cols: 0, rows: 5 };
    assert!(Hex::new(zero).unwrap_err().to_string().contains("1 to 26"));
}

const LEGEND: &str = "x black joins top and bottom (- -), o white joins left and right (\\ \\)";

/// The edges that are drawn are those that the rules mean.
#[test]
fn fc_72_the_edges_are_drawn_and_it_is_said_who_joins_them() {
    let joined = line("3", "b1 a2 b2 a3 b3");
    assert_eq!(joined.position().outcome(), Some(Outcome::Win(Side::First)), "{}", joined.position());
    for size in ["1", "5", "4x11", "26x2"] {
        let drawn = start(size).to_string();
        let cols = usize::from(start(size).size().cols);
        let lines: Vec<&str> = drawn.lines().collect();
        let [_, top, rows @ .., bottom, legend] = &lines[..] else { panic!("{drawn}") };
        let edge = vec!["-"; cols].join(" ");
        assert_eq!([top, bottom].map(|line| line.trim()), [edge.as_str(); 2], "{drawn}");
        assert!(rows.iter().all(|row| row.matches('\\').count() == 2 && row.ends_with('\\')), "{drawn}");
        assert_eq!(*legend, LEGEND);
    }
    // The drawing of the rules is one of ours.
    let drawn = line("5", "c2 b3 c3").position().to_string();
    let board = drawn.strip_suffix(LEGEND).unwrap().trim_end();
    let shifted: Vec<String> = board.lines().map(|line| format!("        {line}\n")).collect();
    assert!(Hex::RULES.contains(&shifted.concat()), "{}\n{}", shifted.concat(), Hex::RULES);
}

#[test]
fn the_drawing_shifts_each_row_and_has_coordinates() {
    let drawn = line("4x3", "b2 c1 d3").position().to_string();
    let board = "     a b c d\n    - - - -\n 1 \\ . . o . \\\n  2 \\ . x . . \\\n   3 \\ . . . x \\\n        - - - -\n";
    assert_eq!(drawn, board.to_string() + LEGEND);
    let wide = start("26").to_string();
    assert_eq!(wide.lines().count(), 30);
    assert!(wide.lines().next().unwrap().ends_with("y z"));
    assert!(wide.lines().nth(11).unwrap().trim_start().starts_with("10 \\ ."));
}

#[test]
fn moves_are_read_in_either_case_and_errors_say_what_is_expected() {
    assert_eq!(start("26").parse_move("Z26"), Ok(675));
    let error = start("5x3").parse_move("f1").unwrap_err().to_string();
    assert!(error.contains("a1") && error.contains("e3"), "{error}");
}

#[test]
fn codes_are_the_smallest_ranges_of_whole_words() {
    for (text, second) in [("1", 64), ("8", 64), ("9x8", 128), ("11", 128), ("26", 704)] {
        let area = size(text).area() as u16;
        assert_eq!(Side::BOTH.map(|side| start(text).codes(side)), [0..area, second..second + area]);
    }
}

#[test]
fn clone_from_another_size_copies_all() {
    let (mut small, large) = (start("2"), line("26", "z26 a1"));
    small.clone_from(large.position());
    assert_eq!(small, *large.position());
}
