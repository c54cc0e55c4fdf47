//! What is known about tic-tac-toe, counted independently.

use std::collections::HashSet;

use gametree_core::testing::{Solver, conformance};
use gametree_core::{Line, perft};

use super::*;

/// Move sequences of length 1, 2, … 9; a finished game is not continued.
const PERFT: [u64; 9] = [9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872];

/// A line from cells numbered 1 to 9, as in the cases.
fn line(cells: &[u8]) -> Line<TicTacToe> {
    let mut line = Line::new(TicTacToe::new());
    for &cell in cells {
        line.play(cell - 1).unwrap();
    }
    line
}

#[test]
fn conforms() {
    conformance::check_described(&TicTacToe::new());
}

#[test]
fn perft_to_the_end() {
    assert_eq!(perft(&TicTacToe::new(), 9), PERFT);
}

#[test]
fn all_games_by_length_and_result_and_all_positions() {
    fn walk(position: TicTacToe, ply: usize, seen: &mut HashSet<u64>, games: &mut [[u64; 3]; 10]) {
        seen.insert(position.key());
        if let Some(outcome) = position.outcome() {
            games[ply][outcome.reward(Side::First) as usize] += 1;
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        for mv in moves {
            let mut next = position;
            next.play(mv);
            walk(next, ply + 1, seen, games);
        }
    }
    let (mut seen, mut games) = (HashSet::new(), [[0; 3]; 10]);
    walk(TicTacToe::new(), 0, &mut seen, &mut games);
    assert_eq!(seen.len(), 5478);
    assert_eq!(games.map(|by_result| by_result.iter().sum::<u64>())[5..], [1440, 5328, 47_952, 72_576, 127_872]);
    let by_result = [0, 1, 2].map(|result| games.iter().map(|game| game[result]).sum::<u64>());
    assert_eq!(by_result, [77_904, 46_080, 131_184], "o wins, draws, x wins: 255,168 games");
}

#[test]
fn perfect_play_draws() {
    assert_eq!(Solver::default().value(&TicTacToe::new()), 0);
}

#[test]
fn fc_21_the_ninth_stone_may_win_and_nothing_follows_a_win() {
    for cells in [[1, 2, 3, 4, 5, 7, 6, 8, 9], [2, 5, 3, 6, 4, 8, 7, 9, 1]] {
        assert_eq!(line(&cells).position().outcome(), Some(Outcome::Win(Side::First)), "{cells:?}");
    }
    let mut won = line(&[5, 1, 9, 2, 3, 7, 6]);
    assert_eq!(won.position().outcome(), Some(Outcome::Win(Side::First)));
    let mut moves = Vec::new();
    won.legal_moves(&mut moves);
    assert!(moves.is_empty());
    assert_eq!(won.position().decode(67, &mut Vec::new()), None, "a free cell is no move any more");
    assert!(won.play(3).unwrap_err().to_string().contains("finished"));
    assert_eq!(won.moves().len(), 7);
}

#[test]
fn points_are_a_column_letter_and_a_row_from_the_top() {
    let start = TicTacToe::new();
    assert_eq!(start.parse_move("a1"), Ok(0));
    assert_eq!(start.parse_move("B3"), Ok(7));
    assert_eq!(start.format_move(2), "c1");
    let error = start.parse_move("d1").unwrap_err().to_string();
    assert!(error.contains("d1") && error.contains("a1 (top left) to c3"), "{error}");
}

#[test]
fn other_sizes_are_refused() {
    for size in ["1", "4", "3x4", "99"] {
        let error = TicTacToe::start(size.parse().unwrap(), &TicTacToeOptions {}).unwrap_err();
        assert_eq!(error.to_string(), format!("size: {size} is not allowed; allowed: 3"));
    }
}

#[test]
fn the_table_of_lines_is_that_of_the_lines() {
    for stones in 0..512u16 {
        let complete = LINES.iter().filter(|&&line| line & !stones == 0).count();
        assert_eq!(HOLDS_LINE[usize::from(stones)], complete > 0, "{stones:09b}");
    }
}

#[test]
fn tactics_see_all_that_two_plies_show() {
    gametree_core::testing::check_tactics(&TicTacToe::new(), gametree_core::testing::Sees::Everything);
}
