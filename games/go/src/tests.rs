//! What is known about Go, and the board against slow and obvious twins and other programs.

mod cases;
mod gnugo;
mod numbers;
mod rules;
mod sgfmill;

use gametree_core::testing::conformance;
use gametree_core::{Describe, Game, Line, Rng, Size};

use crate::{Go, GoOptions, KoRule};

fn size(text: &str) -> Size {
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

fn slow_tests() -> bool {
    std::env::var_os("GAMETREE_SLOW_TESTS").is_some()
}

#[test]
fn conforms() {
    for text in ["1", "2", "3", "5x3", "1x4", "4x1", "7", "9"] {
        conformance::check_described(&go(text, "").position().clone());
    }
}

#[test]
fn conforms_on_larger_boards_when_asked() {
    let sizes: &[&str] = if slow_tests() { &["13", "19", "25x7"] } else { &[] };
    for text in sizes {
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
