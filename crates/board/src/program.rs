//! What the program is called, in its help and to programs that talk to it.

use std::env::consts::EXE_SUFFIX;
use std::path::Path;

/// A program for people at the board: somebody's own has another name than ours.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    name: &'static str,
    version: &'static str,
}

impl Default for Program {
    /// Called as its file is, with the version of this library.
    fn default() -> Self {
        let file = std::env::args_os().next();
        let name = file.as_deref().and_then(|file| Path::new(file).file_name()?.to_str().map(str::to_string));
        // Once in a process: clap wants names that live as long.
        let name: &str = name.map_or("gametree", |name| name.leak());
        Program::new(name.strip_suffix(EXE_SUFFIX).unwrap_or(name), env!("CARGO_PKG_VERSION"))
    }
}

impl Program {
    /// A program of this name and version.
    #[must_use]
    pub const fn new(name: &'static str, version: &'static str) -> Self {
        Program { name, version }
    }

    /// What it is called.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Its version, as `1.0.0`.
    #[must_use]
    pub const fn version(&self) -> &'static str {
        self.version
    }
}
