//! Games in files.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, anyhow};
use gametree_tournament::sgf::{MOST_BYTES, SgfGame, read_trees};

/// The first game of a file.
pub(super) fn load(file: &Path) -> anyhow::Result<SgfGame> {
    let name = file.display();
    let mut bytes = Vec::new();
    // One more than is allowed, so that a larger file is noticed, and never held in memory.
    let opened = File::open(file).with_context(|| name.to_string())?;
    opened.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes).with_context(|| name.to_string())?;
    let trees = read_trees(&bytes).map_err(|error| anyhow!("{name}: {error}"))?;
    SgfGame::read(&trees[0]).map_err(|error| anyhow!("{name}: {error}"))
}
