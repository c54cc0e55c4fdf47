//! What is known about Hex, and the bit tricks against slow and obvious twins.

mod knowing;
mod known;
mod oracle;
mod rules;
mod swap;
mod winner;

use gametree_core::testing::conformance;
use gametree_core::{Describe, Line, Size};

use crate::{Hex, HexOptions};

fn size(text: &str) -> Size {
    text.parse().unwrap()
}

fn start(text: &str) -> Hex {
    Hex::new(size(text)).unwrap()
}

/// The line of these moves on a board of this size.
fn line(size: &str, moves: &str) -> Line<Hex> {
    line_from(start(size), moves)
}

/// The line of these moves from a start.
fn line_from(start: Hex, moves: &str) -> Line<Hex> {
    let mut line = Line::new(start);
    for text in moves.split_whitespace() {
        let mv = line.position().parse_move(text).unwrap();
        line.play(mv).unwrap();
    }
    line
}

#[test]
fn conforms() {
    for text in ["1", "2", "3", "5x3", "3x5", "1x4", "7", "8", "11", "13", "19", "26x20"] {
        conformance::check_described(&start(text));
    }
}

#[test]
fn conforms_when_playouts_stop_at_the_win() {
    for text in ["1", "2", "3", "5x3", "3x5", "7", "11"] {
        conformance::check_described(
            &Hex::start(size(text), &HexOptions { stop_at_win: true, ..HexOptions::default() }).unwrap(),
        );
    }
}
