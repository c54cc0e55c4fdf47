//! Games in files.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, anyhow};
use gametree_tournament::sgf::{MOST_BYTES, SgfGame, Tree, read_trees};

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

/// Whether a file holds one game that we have written. In those of others variations, names and marks would be lost.
pub(super) fn is_ours(file: &Path) -> bool {
    let trees = std::fs::read(file).ok().and_then(|bytes| read_trees(&bytes).ok()).unwrap_or_default();
    let program = |tree: &Tree| tree.nodes.first()?.value("AP").map(|program| program.starts_with("gametree:"));
    trees.len() == 1 && program(&trees[0]) == Some(true)
}
