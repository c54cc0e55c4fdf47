//! What can go wrong between a spec or a text and a game.

use std::error::Error as StdError;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use gametree_core::{FieldError, MoveError};

/// An error of this crate. Messages name the field, move or file that they are about.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A field of a spec, budget, setup or request holds something it may not.
    Field(FieldError),
    /// A move that cannot be read or played.
    Move(MoveError),
    /// The operating system refused.
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What it said.
        source: io::Error,
    },
}

impl Error {
    /// Whether the asker must change the command (exit code 2), rather than something having failed (1).
    #[must_use]
    pub fn is_bad_usage(&self) -> bool {
        matches!(self, Error::Field(_) | Error::Move(_))
    }

    /// For `map_err`: an [`Error::Io`] about `path`.
    pub(crate) fn io(path: &Path) -> impl Fn(io::Error) -> Error + '_ {
        move |source| Error::Io { path: path.to_path_buf(), source }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Field(error) => error.fmt(f),
            Error::Move(error) => error.fmt(f),
            Error::Io { path, source } => write!(f, "{}: {source}", path.display()),
        }
    }
}

// What an `Io` error says is part of the message already, so there is no further source.
impl StdError for Error {}

impl From<FieldError> for Error {
    fn from(error: FieldError) -> Self {
        Error::Field(error)
    }
}

impl From<MoveError> for Error {
    fn from(error: MoveError) -> Self {
        Error::Move(error)
    }
}
