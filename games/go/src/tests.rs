//! What is known about Go, and the board against slow and obvious twins and other programs.

mod cases;
mod gnugo;
mod numbers;
mod rules;
mod sgfmill;

use gametree_core::testing::conformance;
use gametree_core::{Describe, Game, Line, Rng, Size};

use crate::{Go, GoOptions, KoRule};

pub(crate) fn size(text: &str) -> Size {
    text.parse().unwrap()
}

/// The line of these moves on a board of this size.
pub(crate) fn play(size_text: &str, options: GoOptions, moves: &str) -> Line<Go> {
    let mut line = Line::new(Go::start(size(size_text), &options).unwrap());
    extend(&mut line, moves);
    line
}

fn extend(line: &mut Line<Go>, moves: &str) {
    for text in moves.split_whitespace() {
        line.play(line.position().parse_move(text).unwrap()).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

pub(crate) fn go(size: &str, moves: &str) -> Line<Go> {
    play(size, GoOptions::default(), moves)
}

pub(crate) fn komi_0(size: &str, moves: &str) -> Line<Go> {
    play(size, GoOptions { komi: 0.0, ..GoOptions::default() }, moves)
}

/// Plays a game of random search moves under positional superko; `look` sees every position, the last one included.
pub(crate) fn random_game(size: &str, seed: u64, mut look: impl FnMut(&Line<Go>)) {
    let (mut rng, mut line, mut moves) = (Rng::new(seed), go(size, ""), Vec::new());
    loop {
        look(&line);
        if line.position().outcome().is_some() {
            return;
        }
        moves.clear();
        line.search_moves(&mut moves);
        line.push(moves[rng.below(moves.len() as u32) as usize]);
    }
}

#[test]
fn conforms() {
    for text in ["1", "2", "3", "5x3", "1x4", "4x1", "7", "9"] {
        conformance::check_described(&go(text, "").position().clone());
    }
}

#[test]
#[ignore = "slow, minutes: cargo xtask ci --slow"]
fn conforms_on_larger_boards() {
    for text in ["13", "19", "25x7"] {
        conformance::check_described(&go(text, "").position().clone());
    }
}

#[test]
fn conforms_with_other_rules() {
    for ko in [KoRule::Simple, KoRule::Situational] {
        for suicide in [false, true] {
            for text in ["2", "3", "5"] {
                let options = GoOptions { komi: -0.5, ko, suicide };
                conformance::check_described(&Go::start(size(text), &options).unwrap());
            }
        }
    }
}

#[test]
fn large_boards_are_valid_after_every_move() {
    for text in ["19", "25", "13x25"] {
        random_game(text, 1, |line| {
            if line.moves().len() % 8 == 0 {
                line.position().assert_valid();
            }
        });
    }
}

#[test]
fn roomy_and_tight_points_are_those_that_a_walk_finds() {
    // On a board that held a larger one before, too.
    let mut board = go("25", "").position().board().clone();
    for text in ["25", "1", "2", "5x3", "8", "9", "7x13", "19", "25x2", "25"] {
        random_game(text, 3, |line| {
            if line.moves().len() % 5 != 0 {
                return;
            }
            board.clone_from(line.position().board());
            let (mut mask, mut slow) = ([0u64; 10], [0u64; 10]);
            let (mut tight, mut slow_tight) = (Vec::new(), Vec::new());
            board.mark_roomy(&mut mask, |_, point| tight.push(point));
            for point in board.points().filter(|&point| board.is_empty(point)) {
                let index = usize::from(board.index(point));
                if board.around(point).into_iter().any(|near| board.is_empty(near)) {
                    slow[index / 64] |= 1 << (index % 64);
                } else {
                    slow_tight.push(point);
                }
            }
            assert_eq!((mask, tight), (slow, slow_tight), "{board}");
        });
    }
}
