//! The swap rule: the case under its number, and the fast ways against slow ones.

use gametree_core::testing::{Solver, conformance};
use gametree_core::{Describe, Game, MoveErrorKind, Outcome, Rng, Side, Trace, perft};

use super::{line_from, size, start};
use crate::{Hex, HexOptions, Swap};

fn with_swap(text: &str) -> Hex {
    Hex::start(size(text), &HexOptions { swap: Swap::Pieces, ..HexOptions::default() }).unwrap()
}

#[test]
fn conforms() {
    // On 8x8 and 16x16 the cells fill whole words, and the swap's code begins another.
    for text in ["1", "2", "3", "8", "11", "16"] {
        conformance::check_described(&with_swap(text));
    }
    for text in ["2", "3"] {
        let options = HexOptions { stop_at_win: true, swap: Swap::Pieces };
        conformance::check_described(&Hex::start(size(text), &options).unwrap());
    }
    for (text, moves) in [("3", "b1"), ("8", "c4"), ("3", "b1 swap"), ("8", "c4 swap")] {
        conformance::check_described(line_from(with_swap(text), moves).position());
    }
}

#[test]
fn fc_12_the_stone_is_mirrored_and_the_first_side_moves() {
    let mut line = line_from(with_swap("3"), "a3 swap-pieces");
    let swapped = line.position().clone();
    assert!(swapped.to_string().contains("\n 1 \\ . . o \\\n  2 \\ . . . \\\n   3 \\ . . . \\\n"), "{swapped}");
    assert_eq!((swapped.to_move(), swapped.outcome()), (Side::First, None));
    let mut moves = Vec::new();
    line.legal_moves(&mut moves);
    assert_eq!(moves, [0, 1, 3, 4, 5, 6, 7, 8], "a3 is free again, and nobody swaps twice");
    assert_eq!(line.undo(), Some(9));
    assert_eq!(line.position().stone(6), Some(Side::First));
    assert_eq!(line.undo(), Some(6));
    assert_eq!((line.position(), line.position().key()), (&with_swap("3"), with_swap("3").key()));
}

#[test]
fn a_position_set_up_by_hand_is_swapped_like_one_that_was_played() {
    // HexGui sets the swapped stone up by itself: a move of the second side on the empty board.
    let mut by_hand = with_swap("3").with_turn(Side::Second).unwrap();
    let mut moves = Vec::new();
    by_hand.legal_moves(&mut moves);
    assert!(!moves.contains(&by_hand.swap_move()), "there is nothing to swap");
    by_hand.play(by_hand.parse_move("c1").unwrap());
    let swapped = line_from(with_swap("3"), "a3 swap-pieces");
    assert_eq!((&by_hand, by_hand.key()), (swapped.position(), swapped.position().key()));
    assert_eq!(&with_swap("3").arranged([&[], &[2]], Side::First).unwrap(), swapped.position());
    let mut arranged = with_swap("3").arranged([&[6], &[]], Side::Second).unwrap();
    arranged.play(arranged.swap_move());
    assert_eq!(&arranged, swapped.position());
    conformance::check_described(&with_swap("3").with_turn(Side::Second).unwrap());
}

#[test]
fn fc_12_with_the_swap_the_second_side_wins_after_every_first_move() {
    for text in ["2", "3"] {
        let mut solver = Solver::default();
        assert_eq!(solver.value(&with_swap(text)), -1, "{text}");
        for cell in 0..start(text).size().area() as u16 {
            let [mut plain, mut swap] = [start(text), with_swap(text)];
            plain.play(cell);
            swap.play(cell);
            assert_eq!(solver.value(&swap), 1, "white after {}", swap.format_move(cell));
            // It swaps exactly those that win without the rule.
            let mut after = swap.clone();
            after.play(swap.swap_move());
            assert_eq!(solver.value(&after), solver.value(&plain), "{}", swap.format_move(cell));
        }
    }
}

#[test]
fn it_is_legal_once_and_only_where_the_rule_is_on() {
    let is_legal = |position: &Hex| {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        moves.contains(&position.swap_move())
    };
    assert!(!is_legal(&with_swap("3")) && is_legal(line_from(with_swap("3"), "b2").position()));
    for moves in ["b2 a1", "b2 a1 a2", "b2 swap a1", "b2 swap"] {
        assert!(!is_legal(line_from(with_swap("3"), moves).position()), "{moves}");
    }
    assert!(!is_legal(line_from(with_swap("1"), "a1").position()), "the game is over");
    assert!(!is_legal(line_from(start("3"), "b2").position()));
    for text in ["swap", "SWAP-PIECES", "swap-sides", "Swap-Pieces"] {
        let error = start("3").parse_move(text).unwrap_err();
        let kind = if text == "swap-sides" { MoveErrorKind::Unreadable } else { MoveErrorKind::Illegal };
        assert_eq!(error.kind, kind, "{error}");
        assert_eq!(error.reason.contains("swap=pieces is off"), text != "swap-sides", "{error}");
    }
    assert!(with_swap("3").parse_move("swap-sides").is_err());
    let error = Hex::start(size("5x3"), &HexOptions { swap: Swap::Pieces, stop_at_win: false }).unwrap_err();
    assert_eq!((error.field.as_str(), error.value.as_str()), ("swap", "pieces"));
    assert!(error.allowed.contains("square"), "{error}");
    assert_eq!(perft(&with_swap("3"), 3), [9, 9 * 9, 9 * (8 * 7 + 8)]);
    assert_eq!(perft(&with_swap("1"), 2), [1, 0]);
}

#[test]
fn the_same_stones_with_another_side_to_move_have_another_key() {
    let (played, swapped) = (line_from(with_swap("3"), "a3 c1"), line_from(with_swap("3"), "a3 swap a3"));
    let (played, swapped) = (played.position(), swapped.position());
    assert_eq!(played.stones, swapped.stones);
    assert_ne!(played.to_move(), swapped.to_move());
    assert!(played.key() != swapped.key() && played != swapped);
    assert_ne!(with_swap("3"), start("3"));
}

/// What lies on the board decides, however it came there: the same stones and mover without the rule.
#[test]
fn games_after_a_swap_end_as_those_stones_say() {
    let mut rng = Rng::new(4);
    for round in 0..400 {
        let text = ["2", "3", "5", "8"][round % 4];
        let mut game = line_from(with_swap(text), ["a1 swap", "b1 swap", "a2 swap"][round % 3]);
        let mut moves = Vec::new();
        while game.position().outcome().is_none() {
            for side in Side::BOTH {
                assert!(!game.position().joins(side, None), "{}", game.position());
            }
            moves.clear();
            game.legal_moves(&mut moves);
            game.play(moves[rng.below(moves.len() as u32) as usize]).unwrap();
        }
        let winner = Side::BOTH.into_iter().find(|&side| game.position().joins(side, None));
        assert_eq!(game.position().outcome(), winner.map(Outcome::Win), "{}", game.position());
    }
}

#[test]
fn a_playout_records_the_swap_under_a_code_of_its_own() {
    let start = line_from(with_swap("3"), "a3");
    let (mut rng, mut trace) = (Rng::new(1), Trace::for_game(start.position()));
    let code = start.position().code(9);
    assert_eq!(code, start.position().codes(Side::Second).end - 1);
    let mut swaps = 0;
    for _ in 0..9000 {
        trace.clear();
        let mut position = start.position().clone();
        position.playout(&mut rng, &mut trace);
        let swapped = trace.codes.contains(code);
        assert_eq!((position.missed == 1, trace.plies), (swapped, if swapped { 9 } else { 8 }));
        swaps += u32::from(swapped);
    }
    // One of nine moves: 1000 expected, with a standard deviation of 30.
    assert!((850..1150).contains(&swaps), "{swaps}");
}
