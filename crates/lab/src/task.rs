//! The commands as a part of a program's command line.

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use gametree_players::House;

use crate::commands::{merge, replay, report, reproduce, status, sweep, tournament};
use crate::lab::Lab;
use crate::shell::{EXIT_CODES, Exit, conclude};

/// A command of the lab. A program with other commands beside these has an enumeration of its own, in which this one is flattened.
#[derive(Debug, Subcommand)]
#[non_exhaustive]
pub enum Task {
    /// Play a tournament; the same command again continues it
    Tournament(Box<tournament::Args>),
    /// Make the tables and the page of a run from its records
    Report(report::Args),
    /// Show a recorded game move by move; under a playout budget it is played again and must be the same
    Replay(replay::Args),
    /// Say how far a run is and how to continue it
    Status(status::Args),
    /// Make one run out of many folders
    Merge(merge::Args),
    /// Play what decides the paper's claims, and say which hold; the same command again continues it
    Reproduce(reproduce::Args),
    /// Match every value of a player's parameter with the same opponent
    Sweep(Box<sweep::Args>),
}

/// Whether a word is one of the lab's commands: what a program with commands of its own asks of its first argument, to hand the
/// command line on to [`main()`].
///
/// ```
/// assert!(gametree_lab::is_command("tournament") && gametree_lab::is_command("report"));
/// assert!(!gametree_lab::is_command("play"));
/// ```
#[must_use]
pub fn is_command(word: &str) -> bool {
    Task::has_subcommand(word)
}

/// A whole program: its command line is read, the command is done, and the code is what the process ends with. The same as
/// `Lab::new(house).main()`.
#[must_use]
pub fn main(house: impl Into<House>) -> ExitCode {
    Lab::new(house).main()
}

/// Plays tournaments and makes their tables.
#[derive(Parser)]
#[command(name = "gametree-lab", after_long_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

impl Lab {
    /// A whole program with nothing but the lab's commands.
    #[must_use]
    pub fn main(self) -> ExitCode {
        let cli: Cli = self.parse_as(self.program_alone());
        conclude(|| self.run(&cli.task))
    }

    /// Reads one of the commands, given as its words without the program's name, for programs that have it from elsewhere than
    /// their own command line.
    ///
    /// # Errors
    /// When it is none of the commands, or bad usage; also for `--help`, which is the error's text.
    pub fn task<'a>(&self, words: impl IntoIterator<Item = &'a str>) -> Result<Task, clap::Error> {
        let mut command = self.prepare(self.program_alone()).no_binary_name(true);
        let mut matches = command.try_get_matches_from_mut(words)?;
        Cli::from_arg_matches_mut(&mut matches).map(|cli| cli.task).map_err(|error| error.format(&mut command))
    }

    fn program_alone(&self) -> clap::Command {
        let name = self.program_name();
        Cli::command().bin_name(name).display_name(name)
    }

    /// Reads the command line of a program of which [`Task`] is a part. Bad usage ends the process with 2, help and version
    /// with 0.
    #[must_use]
    pub fn parse<C: Parser>(&self) -> C {
        self.parse_as(C::command())
    }

    fn parse_as<C: FromArgMatches>(&self, command: clap::Command) -> C {
        let mut command = self.prepare(command);
        let mut matches = command.get_matches_mut();
        C::from_arg_matches_mut(&mut matches).unwrap_or_else(|error| error.format(&mut command).exit())
    }

    /// Adds to [`Task`]'s commands, within those of a program, what this lab alone knows: the presets, the examples in the help
    /// texts, and what players there are. [`Lab::parse`] does it by itself.
    #[must_use]
    pub fn prepare(&self, command: clap::Command) -> clap::Command {
        command.mut_subcommands(|command| match command.get_name() {
            "tournament" => tournament::prepare(command, self),
            "report" => report::prepare(command, self),
            "replay" => replay::prepare(command, self),
            "status" => status::prepare(command, self),
            "merge" => merge::prepare(command, self),
            "reproduce" => reproduce::prepare(command, self),
            "sweep" => sweep::prepare(command, self),
            _ => command,
        })
    }

    /// Does one of the commands, for a program that has read the command line itself.
    ///
    /// # Errors
    /// What went wrong, to be said by [`conclude`], which also knows the exit code.
    pub fn run(&self, task: &Task) -> anyhow::Result<Exit> {
        match task {
            Task::Tournament(args) => tournament::run(args, self),
            Task::Report(args) => report::run(args, self),
            Task::Replay(args) => replay::run(args, self),
            Task::Status(args) => status::run(args, self),
            Task::Merge(args) => merge::run(args, self),
            Task::Reproduce(args) => reproduce::run(args, self),
            Task::Sweep(args) => sweep::run(args, self),
        }
    }
}
