//! Where what engines say on their standard error is kept.

use std::path::{Path, PathBuf};

/// The files of a run's folder for what engines say on their standard error.
pub(crate) struct ErrorFiles {
    /// The records beside which they lie, `games-0-of-1.jsonl`.
    records: PathBuf,
}

impl ErrorFiles {
    pub(crate) fn beside(records: &Path) -> Self {
        ErrorFiles { records: records.to_path_buf() }
    }

    /// That of a player at a worker: `stderr-0-of-1-GNUGO-0.txt`.
    pub(crate) fn of(&self, player: &str, worker: usize) -> PathBuf {
        let part = self.records.file_stem().unwrap_or_default().to_string_lossy().replacen("games-", "", 1);
        self.records.with_file_name(format!("stderr-{part}-{player}-{worker}.txt"))
    }
}
