//! The program for people at the board: one search, one count, one measurement at a time; a game in the terminal
//! (`play`) or for a program that speaks the Go Text Protocol (`gtp`). It is given the games that it knows; this is the whole of
//! a program of one's own:
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     gametree_board::main(gametree_games::all())
//! }
//! ```
//!
//! `help` lists the commands. Results go to standard output, with `--json` as one document and nothing else; errors and log
//! lines go to standard error. Exit codes: 0 done, 1 failed, 2 bad usage.

mod analyze;
mod bench;
mod color;
#[cfg(test)]
mod columns;
mod drawing;
mod gtp;
mod heat;
mod help;
mod list;
mod perft;
mod play;
mod position;
mod program;
mod rules;
mod setup;
mod solve;

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use gametree_core::{FieldError, MoveError};
use gametree_players::{House, print};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

pub use gtp::gtp_replies;
pub use program::Program;

/// Search games at the board: analyze positions, count moves, measure speed.
#[derive(Parser)]
#[command(arg_required_else_help = true)]
#[command(
    after_help = "Examples: {bin} rules {game}; {bin} play {game} --size 7; {bin} analyze {game} --size 7 --player mcps --budget cpu=1s\n\
    Exit codes: 0 done, 1 failed, 2 bad usage. GAMETREE_LOG=debug shows log lines."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// A command at the board. A program with other commands beside these has an enumeration of its own, in which this one is
/// flattened; [`Program::named`] and [`Program::obey`] do the rest.
#[derive(Subcommand)]
#[non_exhaustive]
pub enum Command {
    /// List the games with their options, defaults and sources
    Games(list::Args),
    /// Tell the rules of a game: its aim, its board, its moves and how they are written
    Rules(rules::Args),
    /// List the players with their parameters, defaults and sources
    Players(list::Args),
    /// Search one position and show what the search found
    Analyze(analyze::Args),
    /// Play in the terminal, against a player or another person, or look at two players
    Play(play::Args),
    /// Play for a program that speaks the Go Text Protocol
    Gtp(gtp::Args),
    /// Find the exact value of a position
    Solve(solve::Args),
    /// Count the legal move sequences from the start
    Perft(perft::Args),
    /// Measure playouts and iterations per second of CPU time on one thread
    Bench(bench::Args),
}

/// Searches recurse as deep as their lines of play, and a position of Go takes kilobytes. Memory is taken as it is used.
const STACK: usize = 128 << 20;

/// Obeys the command line of a program that knows these games; it is called as its file is.
pub fn main(house: impl Into<House>) -> ExitCode {
    Program::default().main(house)
}

impl Program {
    /// Obeys the command line; as [`main`] for a program with another name and version.
    pub fn main(self, house: impl Into<House>) -> ExitCode {
        let house = house.into();
        let matches = self.named(Cli::command(), &house).get_matches();
        let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
        self.obey(cli.command, Arc::new(house))
    }

    /// Does what a command says, and gives the code that the process ends with.
    pub fn obey(self, command: Command, house: Arc<House>) -> ExitCode {
        let run = move || run(&command, &house, self);
        match std::thread::Builder::new().stack_size(STACK).spawn(run).map(std::thread::JoinHandle::join) {
            Ok(Ok(code)) => code,
            // The thread has said why.
            Ok(Err(_)) => ExitCode::from(101),
            Err(error) => {
                let _ = writeln!(io::stderr(), "error: {error}");
                ExitCode::FAILURE
            }
        }
    }
}

fn run(command: &Command, house: &House, program: Program) -> ExitCode {
    let asked = std::env::var("GAMETREE_LOG").ok().filter(|text| !text.is_empty());
    let asked = asked.and_then(|text| text.parse::<Targets>().ok());
    let filter = asked.unwrap_or_else(|| Targets::new().with_default(LevelFilter::WARN));
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_target(false);
    tracing_subscriber::registry().with(lines).with(filter).init();
    let text = match command {
        Command::Games(args) => list::games(args, house, program),
        Command::Rules(args) => rules::run(args, house),
        Command::Players(args) => list::players(args, house),
        Command::Analyze(args) => analyze::run(args, house),
        Command::Play(args) => play::run(args, house),
        Command::Gtp(args) => gtp::run(args, house, program),
        Command::Solve(args) => solve::run(args, house),
        Command::Perft(args) => perft::run(args, house),
        Command::Bench(args) => bench::run(args, house),
    };
    match text.and_then(|text| Ok(print(&text)?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ExitCode::from(if is_bad_usage(&error) { 2 } else { 1 })
        }
    }
}

fn is_bad_usage(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.is::<FieldError>()
            || cause.is::<MoveError>()
            || cause.downcast_ref::<gametree_players::Error>().is_some_and(gametree_players::Error::is_bad_usage)
    })
}

/// A result as one JSON document.
fn json(value: &impl serde::Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}
