//! The workshop: tournaments, reports and checks.

mod cell_line;
mod ci;
mod dist;
mod emit;
mod live;
mod merge;
mod page;
mod replay;
mod report;
mod reproduce;
mod session;
mod signals;
mod status;
mod sweep;
mod tournament;

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use anyhow::Context;
use clap::{CommandFactory, Parser, Subcommand};
use gametree_core::FieldError;
use gametree_tournament::SkippedLine;
use tracing_subscriber::EnvFilter;

/// How a command ended. Part of the contract with scripts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Exit {
    /// Done.
    Done = 0,
    /// Something failed.
    Failed = 1,
    /// The command or a configuration is wrong.
    Usage = 2,
    /// Done, but some games are void.
    Voids = 3,
    /// Stopped early; the same command continues.
    Stopped = 75,
}

/// The workshop of gametree: tournaments, reports and checks.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", version = env!("GAMETREE_VERSION"), arg_required_else_help = false)]
#[command(after_help = "Example: cargo xtask tournament")]
#[command(after_long_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Task>,
}

const EXIT_CODES: &str = "\
Exit codes: 0 done, 1 failed, 2 bad usage or configuration, 3 done but some games are void, 75 stopped early and the same
command continues. Log lines go to standard error; GAMETREE_LOG=debug shows every move.";

#[derive(Subcommand)]
enum Task {
    /// Play a tournament; the same command again continues it
    Tournament(tournament::Args),
    /// Make the tables and the page of a run from its records
    Report(report::Args),
    /// Show a recorded game move by move; under a playout budget it is played again and must be the same
    Replay(replay::Args),
    /// Say how far a run is and how to continue it
    Status(status::Args),
    /// Make one run out of many folders
    Merge(merge::Args),
    /// Build optimized programs to carry to other machines
    Dist(dist::Args),
    /// Play what decides the paper's claims, and say which hold; the same command again continues it
    Reproduce(reproduce::Args),
    /// Match every value of a player's parameter with the same opponent
    Sweep(sweep::Args),
    /// Run every check that this repository has to pass
    Ci(ci::Args),
}

fn main() -> ExitCode {
    // Bad usage ends with 2 here, help and version with 0.
    let cli = Cli::parse();
    let filter = EnvFilter::try_from_env("GAMETREE_LOG").unwrap_or_else(|_| EnvFilter::new("warn"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).with_target(false).init();
    // A limit on the size of files then is an error of the write, with its file's name, and not the end of the process.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
    let result = match cli.command {
        None => print(&Cli::command().render_help().to_string()).map(|()| Exit::Done),
        Some(Task::Tournament(args)) => tournament::run(&args),
        Some(Task::Report(args)) => report::run(&args),
        Some(Task::Replay(args)) => replay::run(&args),
        Some(Task::Status(args)) => status::run(&args),
        Some(Task::Merge(args)) => merge::run(&args),
        Some(Task::Dist(args)) => dist::run(&args),
        Some(Task::Reproduce(args)) => reproduce::run(&args),
        Some(Task::Sweep(args)) => sweep::run(&args),
        Some(Task::Ci(args)) => ci::run(&args),
    };
    let exit = result.unwrap_or_else(|error| {
        say(format_args!("error: {error:#}"));
        exit_of(&error)
    });
    ExitCode::from(exit as u8)
}

/// Prints a result to standard output; a reader that has gone away is no error.
fn print(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error).context("standard output"),
        _ => Ok(()),
    }
}

/// A line on standard error. Where it cannot be written, there is nobody to tell, and the games go on.
fn say(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Damaged records that `--skip-damaged` left out: never silently.
fn say_skipped(skipped: &[SkippedLine]) {
    const MOST: usize = 20;
    if skipped.is_empty() {
        return;
    }
    say(format_args!("{} damaged records were left out; their games count as not played:", skipped.len()));
    skipped.iter().take(MOST).for_each(|line| say(format_args!("  {line}")));
    if let Some(more) = skipped.len().checked_sub(MOST + 1) {
        say(format_args!("  and {} more", more + 1));
    }
}

fn exit_of(error: &anyhow::Error) -> Exit {
    let usage = error.chain().any(|cause| {
        cause.is::<FieldError>()
            || cause.downcast_ref().is_some_and(gametree_players::Error::is_usage)
            || cause.downcast_ref().is_some_and(gametree_tournament::Error::is_usage)
            || cause.is::<Usage>()
    });
    if usage { Exit::Usage } else { Exit::Failed }
}

/// A complaint about the command that is no [`FieldError`].
#[derive(Debug)]
struct Usage(String);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}
