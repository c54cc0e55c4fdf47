//! Transcripts: what is sent, and what comes back, to the letter.

mod commands;
mod fuzz;
mod games;
mod lines;
mod moves;

use gametree_players::{AnyGame, Players, Standard};

use crate::program::Program;

use super::Terms;
use super::points::Coordinates;
use super::talk::talk as talk_bytes;

fn terms() -> Terms {
    let (player, budget) = (Standard::parse("mcps").unwrap(), "playouts=200".parse().unwrap());
    let program = Program::new("gametree", env!("CARGO_PKG_VERSION"));
    Terms { program, player, budget, seed: 1, resign: None, coordinates: Coordinates::Own }
}

/// Everything that an engine writes when it is sent `input`.
fn talk_with(game: &str, options: &[&str], terms: Terms, input: &[u8]) -> String {
    talk_about(gametree_games::all().find(game).unwrap(), options, terms, input)
}

/// The same for any game.
fn talk_about(game: &dyn AnyGame, options: &[&str], terms: Terms, input: &[u8]) -> String {
    String::from_utf8(talk_bytes(&gametree_games::all(), game, options, terms, input).unwrap()).unwrap()
}

fn talk(game: &str, input: &str) -> String {
    talk_with(game, &[], terms(), input.as_bytes())
}

/// The replies without the empty lines: one text each, `=` or `?` first.
fn replies(written: &str) -> Vec<String> {
    assert!(written.ends_with("\n\n") || written.is_empty(), "{written:?}");
    written.split_terminator("\n\n").map(|reply| reply.trim_end().to_string()).collect()
}

/// A reply without the reason that follows `syntax error`, which it never lacks.
fn short(reply: &str) -> &str {
    match reply.split_once("syntax error") {
        Some((before, why)) => {
            assert!(why.len() > 5 && why.starts_with(": "), "{reply}");
            &reply[..before.len() + "syntax error".len()]
        }
        None => reply,
    }
}

/// Sends lines one by one, and compares each reply, reasons of syntax errors apart.
fn expect_with(game: &str, options: &[&str], terms: Terms, dialogue: &[(&str, &str)]) {
    let input: String = dialogue.iter().map(|(line, _)| format!("{line}\n")).collect();
    let found = replies(&talk_with(game, options, terms, input.as_bytes()));
    for ((line, wanted), found) in dialogue.iter().zip(&found) {
        assert_eq!(short(found), *wanted, "{game}: {line}");
    }
    assert_eq!(found.len(), dialogue.len(), "{found:#?}");
}

fn expect(game: &str, dialogue: &[(&str, &str)]) {
    expect_with(game, &[], terms(), dialogue);
}
