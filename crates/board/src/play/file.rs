//! Games in files.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use gametree_players::{
    House,
    sgf::{SgfGame, read_trees, write_trees},
    write_whole,
};

/// The files that a game may write over, each with the text that they should hold: what another program has put there since is
/// left alone.
#[derive(Default)]
pub(super) struct Files {
    known: Vec<(PathBuf, String)>,
}

impl Files {
    /// Whether writing a file that was read writes the same: one game, with nothing that we would lose. It may then be written
    /// over.
    pub(super) fn has_read(&mut self, file: &Path, house: &House) -> bool {
        let text = fs::read_to_string(file).ok().filter(|text| is_ours(text, house) == Some(true));
        let ours = text.is_some();
        self.known.extend(text.map(|text| (file.to_path_buf(), text)));
        ours
    }

    /// Writes a file as a whole: a full disk leaves the old one.
    pub(super) fn write(&mut self, file: &Path, text: String) -> anyhow::Result<()> {
        let name = file.display();
        // A link stays one, and leads to the new text.
        let place = fs::canonicalize(file).unwrap_or_else(|_| file.to_path_buf());
        let at = self.known.iter().position(|(known, _)| known == file);
        let mode = fs::metadata(&place).ok().map(|about| about.permissions());
        match at {
            _ if mode.is_none() => (),
            None => bail!("{name}: the file exists, and this game has not written it"),
            Some(_) if mode.as_ref().is_some_and(fs::Permissions::readonly) => bail!("{name}: the file is read-only"),
            Some(at) if fs::read(&place).is_ok_and(|bytes| bytes == self.known[at].1.as_bytes()) => (),
            Some(_) => bail!("{name}: another program has written it since; save under another name"),
        }
        write_whole(&place, &text)?;
        if let Some(mode) = mode {
            fs::set_permissions(&place, mode).with_context(|| name.to_string())?;
        }
        match at {
            Some(at) => self.known[at].1 = text,
            None => self.known.push((file.to_path_buf(), text)),
        }
        Ok(())
    }
}

/// Whether we would write a file just so, the version of the program apart.
fn is_ours(text: &str, house: &House) -> Option<bool> {
    let mut trees = read_trees(text.as_bytes()).ok().filter(|trees| trees.len() == 1)?;
    let again = SgfGame::read(&trees[0], house).ok()?.tree();
    let version = again.nodes.first()?.value("AP")?.to_string();
    let program = trees[0].nodes.first_mut()?.properties.iter_mut().find(|property| property.name == "AP")?;
    if !program.values.first()?.starts_with("gametree:") {
        return Some(false);
    }
    program.values = vec![version];
    Some(write_trees(&trees) == write_trees(&[again]))
}
