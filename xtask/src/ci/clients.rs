//! Checks with other programs.

use std::io;
use std::path::Path;
use std::process::Command;

use anyhow::{bail, ensure};

use super::steps::Outcome;

/// Another program, with its own JSON reader and checksum, reads a run's records and arrives at the same table.
pub(super) fn python_reads_records(folder: &Path) -> anyhow::Result<Outcome> {
    let output = match Command::new("python3").arg("-c").arg(include_str!("records.py")).arg(folder).output() {
        Ok(output) => output,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(Outcome::Skipped("python3 is not installed".into()));
        }
        Err(error) => bail!("python3: {error}"),
    };
    let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    ensure!(output.status.success(), "{text}{errors}");
    Ok(Outcome::Passed(text.trim().to_string()))
}
