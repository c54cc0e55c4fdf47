//! Transcripts: what is sent, and what comes back, to the letter.

mod commands;
mod fuzz;
mod games;
mod lines;

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use gametree_core::Size;
use gametree_tournament::{Games, parse_options};

use super::desk::Desk;
use super::engine::Engine;
use super::points::Coordinates;
use super::{Out, Terms, serve};

/// Collects what is written.
#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn terms() -> Terms {
    let (player, budget) = ("mcps".parse().unwrap(), "playouts=200".parse().unwrap());
    Terms { player, budget, seed: 1, resign: None, coordinates: Coordinates::Own }
}

fn engine<'a>(games: &'a Games, game: &str, options: &[&str], terms: Terms, desk: &Arc<Desk>, out: &Out) -> Engine<'a> {
    let game = games.find(game).unwrap();
    let setup = game.setup(None::<Size>, &parse_options(options).unwrap()).unwrap();
    Engine::new(game, setup, terms, Arc::clone(desk), out.clone()).unwrap()
}

/// Everything that an engine writes when it is sent `input`.
fn talk_with(game: &str, options: &[&str], terms: Terms, input: &[u8]) -> String {
    let games = gametree_games::all();
    let (desk, paper) = (Arc::new(Desk::default()), Paper::default());
    let out = Out::new(paper.clone());
    let engine = engine(&games, game, options, terms, &desk, &out);
    let (reader, input) = (Arc::clone(&desk), input.to_vec());
    // As in the program: whoever quits early leaves the reader waiting.
    std::thread::spawn(move || reader.read(&input[..]));
    serve(engine, &desk, &out);
    let bytes = paper.0.lock().unwrap().clone();
    String::from_utf8(bytes).unwrap()
}

fn talk(game: &str, input: &str) -> String {
    talk_with(game, &[], terms(), input.as_bytes())
}

/// The replies without the empty lines: one text each, `=` or `?` first.
fn replies(written: &str) -> Vec<String> {
    assert!(written.ends_with("\n\n") || written.is_empty(), "{written:?}");
    written.split_terminator("\n\n").map(|reply| reply.trim_end().to_string()).collect()
}

/// Sends lines one by one, and compares each reply.
fn expect_with(game: &str, options: &[&str], terms: Terms, dialogue: &[(&str, &str)]) {
    let input: String = dialogue.iter().map(|(line, _)| format!("{line}\n")).collect();
    let found = replies(&talk_with(game, options, terms, input.as_bytes()));
    for ((line, wanted), found) in dialogue.iter().zip(&found) {
        assert_eq!(found, wanted, "{game}: {line}");
    }
    assert_eq!(found.len(), dialogue.len(), "{found:#?}");
}

fn expect(game: &str, dialogue: &[(&str, &str)]) {
    expect_with(game, &[], terms(), dialogue);
}
