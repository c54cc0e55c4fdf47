//! `gametree gtp`: an engine that speaks the Go Text Protocol, version 2, for every game.
//!
//! One thread reads lines, the other answers them and thinks. Only replies go to standard output, each flushed.
//!
//! * **Errors** have the texts of the standard: `unknown command`, `syntax error`, `illegal move`, `unacceptable size`,
//!   `cannot undo`, `board not empty`, `invalid number of stones`, `bad vertex list`, `cannot load file`, `cannot score`.
//!   Behind `syntax error` stands why, also where a line has more words than its command takes.
//! * **Moves** are played as they are listed and generated, whatever a game calls them: points are written as the controller
//!   wants them, and all else as the game does.
//! * **A side may move twice** in Go, AtariGo, NoGo and Hex. The stones stay, that side gets the turn, a ko may be retaken, and
//!   what superko forbids stays forbidden. No pass is put between: two of them would end the game. After two passes in Go, play
//!   goes on with the next move. In the other games the stones say whose turn it is, and a move out of turn is an illegal move.
//! * **Thinking ends** at once when `quit` or `stop` comes, gogui's `# interrupt`, or the controller goes away. What comes with a
//!   command or within 100 ms of it belongs to a script and waits, as long as somebody reads the replies; the last command of a
//!   script without `quit` gets 100 ms.
//! * **Time**: `--budget` holds always. `time_settings` and `time_left` limit a move further, in wall time: main time divided
//!   by the moves to come, a period by its stones, less 50 ms.
//! * **Komi** of any number is accepted and counts as it is in `final_score`; the search sees the multiple of 0.5 that
//!   makes the same side win. More than the board has points is told of on standard error.
//! * **Passing**: in Go, when the opponent has passed and a pass wins by the stones as they lie, the engine passes.
//! * **Resigning** is off. With `--resign 0.05` the engine resigns when its value of the position was below 0.05 in two
//!   searches in a row. In games that end without passes it answers `resign` when it has lost already. That is no move: `undo`
//!   takes back the one before, and whoever moves after it goes on with the game.

mod board;
mod clock;
mod commands;
mod desk;
mod engine;
mod points;
mod protocol;
mod search;
mod show;
mod talk;

use std::io::{self, Write};
#[cfg(unix)]
use std::os::fd::AsFd;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use gametree_core::{Budget, FieldError};
use gametree_players::{House, PlayerSpec};
#[cfg(unix)]
use rustix::event::{PollFd, PollFlags, poll};
#[cfg(unix)]
use rustix::io::Errno;

use crate::program::Program;
use crate::setup::{SearchArgs, SetupArgs};
use desk::{Desk, Line};
use engine::Engine;
pub(crate) use points::{Coordinates, Points};
use protocol::{MOST_LINE, failed, parse, reply};
pub use talk::gtp_replies;

#[derive(clap::Args)]
#[command(
    after_help = "Example: printf 'boardsize {lines size}\\nclear_board\\ngenmove b\\nquit\\n' | {bin} gtp {lines} --budget cpu=100ms\n\
    In GoGui: Program, New Program, Command: {bin} gtp {lines} --player mcps --budget wall=1s\n\
    A clock of the controller limits a move further. For games other than Go in GoGui add --coordinates gtp. `list_commands` lists the commands, docs/board.md explains."
)]
pub struct Args {
    #[command(flatten)]
    setup: SetupArgs,
    /// Who plays: NAME or NAME:key=value,… as `{bin} players` lists them
    #[arg(long, default_value = "{player}")]
    player: String,
    #[command(flatten)]
    search: SearchArgs,
    /// Resign when the value of the position was below this in two searches in a row, from 0 to 0.5
    #[arg(long, value_name = "VALUE", allow_negative_numbers = true)]
    resign: Option<f64>,
    /// How the controller writes points
    #[arg(long, value_enum, default_value_t = Coordinates::Own)]
    coordinates: Coordinates,
}

/// What an engine is started with.
struct Terms {
    program: Program,
    player: PlayerSpec,
    budget: Budget,
    seed: u64,
    resign: Option<f64>,
    coordinates: Coordinates,
}

pub(crate) fn run(args: &Args, house: &House, program: Program) -> anyhow::Result<String> {
    let (game, setup) = args.setup.resolve(house)?;
    if let Some(value) = args.resign.filter(|value| !(0.0..=0.5).contains(value)) {
        return Err(FieldError::new("resign", value, "a number from 0 to 0.5").into());
    }
    if !Points::new(args.coordinates, setup.grid(), setup.size()).have_letters() {
        let allowed = "at most 25 columns with --coordinates gtp, which has no letter for more";
        return Err(FieldError::new("size", setup.size(), allowed).into());
    }
    let terms = Terms {
        program,
        player: args.search.player(house, &args.player)?,
        budget: args.search.budget.parse()?,
        seed: args.search.seed,
        resign: args.resign,
        coordinates: args.coordinates,
    };
    let desk = Arc::new(Desk::default());
    let out = Out::new(io::stdout());
    let engine = Engine::new(house, game, setup, terms, Arc::clone(&desk), out.clone())?;
    let reader = Arc::clone(&desk);
    // It may wait for a line, or for room for one, when the program ends.
    thread::Builder::new().name("gtp-reader".into()).spawn(move || reader.read(io::stdin().lock()))?;
    let watcher = Arc::clone(&desk);
    thread::Builder::new().name("gtp-watcher".into()).spawn(move || {
        wait_for_nobody_to_read(&io::stdout());
        watcher.abandon();
    })?;
    serve(engine, &desk, &out);
    Ok(String::new())
}

/// Returns when the other end of a pipe, socket or terminal is gone, as a script's that waits for replies is not and that of a
/// controller that died is; never for a file.
#[cfg(unix)]
fn wait_for_nobody_to_read(out: &impl AsFd) {
    // No event is asked for: errors and hang-ups are always told.
    let mut polled = [PollFd::new(out, PollFlags::empty())];
    loop {
        match poll(&mut polled, None) {
            Ok(_) if polled[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) => return,
            Ok(0) | Err(Errno::INTR) => (),
            // Not to be known here.
            Ok(_) | Err(_) => thread::park(),
        }
    }
}

#[cfg(not(unix))]
fn wait_for_nobody_to_read(_: &impl Write) {
    loop {
        thread::park();
    }
}

/// Where replies go. Shared with whoever reports while a search runs.
#[derive(Clone)]
struct Out(Arc<Mutex<dyn Write + Send>>);

impl Out {
    fn new(writer: impl Write + Send + 'static) -> Self {
        Out(Arc::new(Mutex::new(writer)))
    }

    fn lock(&self) -> MutexGuard<'_, dyn Write + Send + 'static> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether somebody still reads.
    fn write(&self, text: &str) -> bool {
        let mut out = self.lock();
        out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_ok()
    }
}

/// Answers lines until `quit`, the end of the lines, or nobody reads the replies.
fn serve(mut engine: Engine<'_>, desk: &Desk, out: &Out) {
    while let Some(line) = desk.take() {
        let (text, long) = match line {
            Line::Text(text) => (text, false),
            Line::TooLong(text) => (text, true),
        };
        let Some(command) = parse(&text) else { continue };
        let answer = if long {
            failed(format!("syntax error: the line is longer than {MOST_LINE} bytes"))
        } else {
            engine.answer(&command)
        };
        if !out.write(&reply(&command.id, &answer)) || (command.name == "quit" && !long) {
            return;
        }
    }
}

#[cfg(test)]
mod tests;
