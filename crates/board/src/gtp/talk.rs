//! An engine that is sent everything at once, for tests and fuzzing.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use gametree_core::Size;
use gametree_players::{AnyGame, House, parse_options};

use crate::program::Program;

use super::desk::Desk;
use super::engine::Engine;
use super::points::Coordinates;
use super::{Out, Terms, serve};

/// Collects what is written.
#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Everything that `gametree gtp GAME`, the usual player with 5 playouts a move, writes when it is sent `input`.
///
/// # Errors
/// When there is no such game, or it has no such options.
pub fn gtp_replies(house: &House, game: &str, options: &[&str], input: &[u8]) -> anyhow::Result<Vec<u8>> {
    let (player, budget) = (house.usual_player(), "playouts=5".parse()?);
    let program = Program::new("gametree", env!("CARGO_PKG_VERSION"));
    let terms = Terms { program, player, budget, seed: 1, resign: None, coordinates: Coordinates::Own };
    talk(house, house.find(game)?, options, terms, input)
}

pub(super) fn talk(
    house: &House,
    game: &dyn AnyGame,
    options: &[&str],
    terms: Terms,
    input: &[u8],
) -> anyhow::Result<Vec<u8>> {
    let setup = game.setup(None::<Size>, &parse_options(options)?)?;
    let (desk, paper) = (Arc::new(Desk::default()), Paper::default());
    let out = Out::new(paper.clone());
    let engine = Engine::new(house, game, setup, terms, Arc::clone(&desk), out.clone())?;
    let (reader, input) = (Arc::clone(&desk), input.to_vec());
    // As in the program: whoever quits early leaves the reader waiting.
    std::thread::Builder::new().spawn(move || reader.read(&input[..])).context("a thread that reads")?;
    serve(engine, &desk, &out);
    let bytes = paper.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    Ok(bytes)
}
