//! Numbers that others have counted: positions and best scores.

use gametree_core::{Game, Line, Side};

use super::{komi_0, size};
use crate::{Board, Go, GoOptions, KoRule};

/// Positions in which every chain has a liberty. Stones are put down point by point: in a legal position in any order
/// nothing is ever taken, and in an illegal one something is.
fn legal_positions(text: &str) -> u64 {
    fn count(board: &Board, index: u16) -> u64 {
        if usize::from(index) == board.size().area() {
            return 1;
        }
        let point = board.point(index);
        let with_stone = Side::BOTH.map(|side| {
            let mut next = board.clone();
            let taken = next.place(point, side, |_| ());
            if taken > 0 || next.is_empty(point) { 0 } else { count(&next, index + 1) }
        });
        count(board, index + 1) + with_stone[0] + with_stone[1]
    }
    count(&Board::new(size(text)).unwrap(), 0)
}

#[test]
fn legal_positions_are_as_many_as_tromp_counted() {
    assert_eq!(["1", "2", "3"].map(legal_positions), [1, 57, 12675]);
}

#[test]
#[ignore = "slow, minutes: cargo xtask ci --slow"]
fn legal_positions_of_4x4_are_as_many_as_tromp_counted() {
    assert_eq!(legal_positions("4"), 24_318_165);
}

/// The best margin for the side to move between two bounds, over whole lines: under superko it depends on the path.
fn best(line: &mut Line<Go>, mut low: i32, high: i32) -> i32 {
    let sign = if line.position().to_move() == Side::First { 1 } else { -1 };
    if line.position().outcome().is_some() {
        return sign * line.position().margin();
    }
    let mut moves = Vec::new();
    line.legal_moves(&mut moves);
    // The pass last, unless it ends the game with the best that is wanted.
    if line.moves().last() == Some(&line.position().pass()) {
        moves.rotate_right(1);
    }
    for mv in moves {
        line.push(mv);
        let value = -best(line, -high, -low);
        line.undo();
        low = low.max(value);
        if low >= high {
            break;
        }
    }
    low
}

fn best_score(text: &str, options: GoOptions) -> i32 {
    let most = 2 * size(text).area() as i32;
    best(&mut super::play(text, options, ""), -most, most) / 2
}

fn positional(suicide: bool) -> GoOptions {
    GoOptions { komi: 0.0, ko: KoRule::Positional, suicide }
}

#[test]
fn best_scores_of_small_boards_under_positional_superko() {
    for (text, score) in [("1", 0), ("2x1", 0), ("3x1", 3), ("4x1", 4), ("1x3", 3), ("2", 1), ("5x1", 0)] {
        for suicide in [false, true] {
            // That one is below.
            if (text, suicide) != ("5x1", true) {
                assert_eq!(best_score(text, positional(suicide)), score, "{text}, suicide {suicide}");
            }
        }
    }
    assert_eq!(komi_0("2", "").position().margin(), 0);
}

#[test]
#[ignore = "slow, minutes: cargo xtask ci --slow"]
fn best_score_of_5x1_under_positional_superko_with_suicide() {
    assert_eq!(best_score("5x1", positional(true)), 0);
}
