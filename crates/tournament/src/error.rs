//! What can go wrong between a plan and its tables.

use std::error::Error as StdError;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use gametree_core::{FieldError, MoveError};

/// An error of this crate. Messages name the file, field or line that they are about.
#[derive(Debug)]
pub enum Error {
    /// A player, a game or a move by name, or a file of text.
    Players(gametree_players::Error),
    /// A plan that cannot be read or may not be.
    Plan(PlanError),
    /// The run's folder holds another plan.
    OtherPlan {
        /// The folder.
        dir: PathBuf,
        /// One line per difference.
        differences: Vec<String>,
    },
    /// A record that is damaged in the middle of its file, or says what cannot be.
    Damaged {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A game that is in the folder already.
    Twice {
        /// The file.
        file: PathBuf,
        /// The game's id.
        id: String,
    },
    /// Another process is writing to this file.
    Locked {
        /// The file.
        file: PathBuf,
    },
}

impl Error {
    /// Whether the asker must change the command or the plan (exit code 2), rather than something having failed (1).
    #[must_use]
    pub fn is_bad_usage(&self) -> bool {
        match self {
            Error::Players(error) => error.is_bad_usage(),
            Error::Plan(_) | Error::OtherPlan { .. } => true,
            _ => false,
        }
    }

    /// For `map_err`: that the operating system refused `path`.
    pub(crate) fn io(path: &Path) -> impl Fn(io::Error) -> Error + '_ {
        move |source| gametree_players::Error::Io { path: path.to_path_buf(), source }.into()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Players(error) => error.fmt(f),
            Error::Plan(error) => error.fmt(f),
            Error::OtherPlan { dir, differences } => {
                write!(f, "{} holds the games of another plan:", dir.display())?;
                differences.iter().try_for_each(|line| write!(f, "\n  {line}"))
            }
            Error::Damaged { file, line, reason } => {
                write!(f, "{}:{line}: damaged record: {reason}; ", file.display())?;
                f.write_str(
                    "restore the file from a copy, or delete this line, or leave it out with --skip-damaged: the same \
                     command then plays its game again",
                )
            }
            Error::Twice { file, id } => {
                write!(f, "{}: game {id} is there already and was not stored a second time", file.display())
            }
            Error::Locked { file } => write!(f, "{}: another process is writing to it", file.display()),
        }
    }
}

impl StdError for Error {}

impl From<FieldError> for Error {
    fn from(error: FieldError) -> Self {
        Error::Players(error.into())
    }
}

impl From<MoveError> for Error {
    fn from(error: MoveError) -> Self {
        Error::Players(error.into())
    }
}

impl From<gametree_players::Error> for Error {
    fn from(error: gametree_players::Error) -> Self {
        Error::Players(error)
    }
}

impl From<PlanError> for Error {
    fn from(error: PlanError) -> Self {
        Error::Plan(error)
    }
}

/// What is wrong with a plan, and where. Written `FILE:LINE:COLUMN: message`, as compilers do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanError {
    /// The file's name as it was given.
    pub file: String,
    /// Line and column, from 1; `None` when it is about the plan as a whole.
    pub place: Option<(usize, usize)>,
    /// What is wrong and what is allowed.
    pub message: String,
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some((line, column)) => write!(f, "{}:{line}:{column}: {}", self.file, self.message),
            None => write!(f, "{}: {}", self.file, self.message),
        }
    }
}

impl StdError for PlanError {}
