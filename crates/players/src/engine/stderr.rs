//! Keeps what an engine says on its standard error, up to a size.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ChildStderr;
use std::thread;

/// The largest size of a file, all starts of the engine together.
pub(super) const MOST_BYTES: u64 = 1 << 20;

/// Copies on a thread of its own until the engine closes the pipe. The file is made with the first byte, and what does not go
/// into it is dropped, so that the engine never waits.
pub(super) fn keep(from: ChildStderr, path: &Path) {
    let path = path.to_path_buf();
    // Without a thread the pipe closes at once; an engine that then ends is seen to.
    let _ = thread::Builder::new().name("engine's standard error".into()).spawn(move || copy(from, &path));
}

fn copy(mut from: ChildStderr, path: &PathBuf) {
    let mut chunk = [0; 4096];
    let mut file: Option<(File, u64)> = None;
    let mut refused = false;
    while let Ok(length @ 1..) = from.read(&mut chunk) {
        if file.is_none() && !refused {
            file = open(path);
            refused = file.is_none();
        }
        let Some((file, room)) = &mut file else { continue };
        let fits = length.min(usize::try_from(*room).unwrap_or(usize::MAX));
        *room -= fits as u64;
        // A full disk costs the rest of the text and nothing else.
        if file.write_all(&chunk[..fits]).is_err() {
            *room = 0;
        }
    }
}

/// The file and how much it may grow.
fn open(path: &PathBuf) -> Option<(File, u64)> {
    let opened = OpenOptions::new().create(true).append(true).open(path);
    let file = opened.inspect_err(|error| tracing::warn!("{}: {error}", path.display())).ok()?;
    let length = file.metadata().map_or(0, |metadata| metadata.len());
    Some((file, MOST_BYTES.saturating_sub(length)))
}
