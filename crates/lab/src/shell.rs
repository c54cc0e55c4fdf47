//! What every command needs of the shell that it runs in: exit codes, lines on standard error and standard output, words that
//! can be typed again.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use gametree_core::FieldError;
use gametree_tournament::{Damage, SkippedLine, Status};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

pub use gametree_players::print;

/// How a command ended. Part of the contract with scripts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
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

impl Exit {
    /// How a run stands.
    pub(crate) fn of(status: &Status) -> Exit {
        match (status.missing(), status.voids()) {
            (0, 0) => Exit::Done,
            (0, _) => Exit::Voids,
            _ => Exit::Stopped,
        }
    }
}

/// For the end of a program's long help: what its exit codes mean, and where its log goes.
pub const EXIT_CODES: &str = "\
Exit codes: 0 done, 1 failed, 2 bad usage or configuration, 3 done but some games are void, 75 stopped early and the same
command continues. Log lines go to standard error; GAMETREE_LOG=debug shows every move.";

/// Does a program's work once its command line has been read: starts the log, says an error in a line on standard error, and
/// gives the code that the program ends with.
pub fn conclude(work: impl FnOnce() -> anyhow::Result<Exit>) -> ExitCode {
    let asked = std::env::var("GAMETREE_LOG").ok().filter(|text| !text.is_empty());
    let asked = asked.and_then(|text| text.parse::<Targets>().ok());
    let filter = asked.unwrap_or_else(|| Targets::new().with_default(LevelFilter::WARN));
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_target(false);
    // A program that has a log already keeps it.
    let _ = tracing_subscriber::registry().with(lines).with(filter).try_init();
    // A limit on the size of files then is an error of the write, with its file's name, and not the end of the process.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
    let exit = work().unwrap_or_else(|error| {
        say(format_args!("error: {error:#}"));
        exit_of(&error)
    });
    ExitCode::from(exit as u8)
}

/// A line on standard error. Where it cannot be written, there is nobody to tell, and the games go on.
pub fn say(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Damaged records that `--skip-damaged` left out: never silently.
pub(crate) fn say_skipped(skipped: &[SkippedLine]) {
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

/// What `--skip-damaged` means.
pub(crate) fn damage(skip: bool) -> Damage {
    if skip { Damage::Skip } else { Damage::Refuse }
}

fn exit_of(error: &anyhow::Error) -> Exit {
    let usage = error.chain().any(|cause| {
        cause.is::<FieldError>()
            || cause.downcast_ref().is_some_and(gametree_players::Error::is_bad_usage)
            || cause.downcast_ref().is_some_and(gametree_tournament::Error::is_bad_usage)
            || cause.is::<Usage>()
    });
    if usage { Exit::Usage } else { Exit::Failed }
}

/// A complaint about the command that is no [`FieldError`]: the program ends with [`Exit::Usage`].
#[derive(Debug)]
pub struct Usage(pub String);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// Whether cargo has started this program: it says so in the environment, and may build the program again at any time.
pub(crate) fn started_by_cargo() -> bool {
    std::env::var_os("CARGO").is_some()
}

/// A word as a shell takes it.
#[must_use]
pub fn quote(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./:,+@%".contains(c);
    if !text.is_empty() && text.chars().all(plain) { text.into() } else { format!("'{}'", text.replace('\'', r"'\''")) }
}
