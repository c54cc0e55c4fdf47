//! One program with everything for games and players of your own, by one call: what `gametree` does at the board (`play`, `gtp`,
//! `analyze`, `solve`, `perft`, `bench`, …) and what the lab does with tournaments (`tournament`, `status`, `merge`, `report`,
//! `replay`, `sweep`).
//!
//! ```no_run
//! use std::process::ExitCode;
//! # use gametree_tictactoe::TicTacToe as MyGame;
//! use gametree_workbench::House;
//!
//! fn main() -> ExitCode {
//!     gametree_workbench::main(House::standard().game::<MyGame>())
//! }
//! ```
//!
//! With a player of your own it is `House::with_players::<(Standard, MyPlayer)>().game::<MyGame>()`, see [`Player`]. The crate
//! `examples/own-game` of the repository is such a program, with a game, a selection rule and a plan.
//!
//! A program that wants only one of the two calls `gametree_board::main` or `gametree_lab::main`; one with plans or commands
//! besides makes a `gametree_lab::Lab`.

use std::process::ExitCode;
use std::sync::Arc;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use gametree_board::Program;
use gametree_lab::{EXIT_CODES, Lab, conclude};

pub use gametree_players::{Budgets, House, HouseBuilder, Parameters, Player, PlayerSpec, Players, Standard};

/// Search and play games at the board, and play tournaments of players.
#[derive(Parser)]
#[command(arg_required_else_help = true, after_long_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    #[command(flatten)]
    Board(gametree_board::Command),
    #[command(flatten)]
    Lab(gametree_lab::Task),
}

/// Obeys the command line of a program that works with this house. It is called as its file is; the commands of the lab print what
/// is to be typed again as `cargo run --release -- …` where cargo has started the program.
pub fn main(house: impl Into<House>) -> ExitCode {
    let program = Program::default();
    let lab = Lab::new(house).name(program.name());
    let mut command = lab.prepare(program.named(Cli::command(), lab.house()));
    let matches = command.get_matches_mut();
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.format(&mut command).exit());
    match cli.command {
        Command::Board(command) => program.obey(command, Arc::clone(lab.house())),
        Command::Lab(task) => conclude(|| lab.run(&task)),
    }
}
