//! Area scores against sgfmill (PyPI), which GNU Go cannot give: it removes stones that count as alive here.
//!
//! Runs where `python3` can import it.

use std::io::Write;
use std::process::{Command, Stdio};

use gametree_core::Side;

use super::random_game;

/// Reads a board a line, the points row by row, and prints its area score.
const SCRIPT: &str = "
import sys
from sgfmill.boards import Board
for text in sys.stdin:
    text = text.strip()
    side = int(len(text) ** 0.5)
    board = Board(side)
    points = [(c, (side - 1 - i // side, i % side)) for i, c in enumerate(text)]
    board.apply_setup([p for c, p in points if c == 'x'], [p for c, p in points if c == 'o'], [])
    print(board.area_score())
";

#[test]
#[allow(clippy::print_stderr, reason = "a test that is skipped says so")]
fn area_scores_equal_those_of_sgfmill() {
    let mut boards = Vec::new();
    for seed in 0..15 {
        random_game(["2", "3", "5", "7", "9"][seed as usize % 5], seed, |line| {
            let board = line.position().board();
            let text: String = board
                .points()
                .map(|point| board.stone(point).map_or('.', |side| if side == Side::First { 'x' } else { 'o' }))
                .collect();
            let [first, second] = board.area().map(i32::from);
            boards.push((text, first - second));
        });
    }
    let mut python = Command::new("python3");
    python.args(["-c", SCRIPT]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let Ok(mut child) = python.spawn() else {
        eprintln!("skipped: no python3");
        return;
    };
    let mut input = child.stdin.take().unwrap();
    let text: String = boards.iter().map(|(board, _)| board.clone() + "\n").collect();
    let written = input.write_all(text.as_bytes());
    drop(input);
    let output = child.wait_with_output().unwrap();
    if !output.status.success() {
        eprintln!("skipped: python3 cannot import sgfmill ({written:?})");
        return;
    }
    let scores: Vec<i32> = String::from_utf8(output.stdout).unwrap().lines().map(|l| l.parse().unwrap()).collect();
    assert_eq!(scores.len(), boards.len());
    for ((board, area), score) in boards.iter().zip(scores) {
        assert_eq!(*area, score, "{board}");
    }
    eprintln!("{} boards score as in sgfmill", boards.len());
}
