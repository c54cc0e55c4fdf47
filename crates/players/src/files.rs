//! Files that people write, files that are written as a whole, and what is printed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::error::Error;

/// Reads a file of text that people write. A byte order mark before it, which editors on Windows leave there, is none of it.
///
/// # Errors
/// When the disk refuses, or it is not UTF-8.
pub fn read_text(path: &Path) -> Result<String, Error> {
    let mut text = fs::read_to_string(path).map_err(Error::io(path))?;
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    Ok(text)
}

/// Writes a file so that whoever reads it sees all of the old text or all of the new.
///
/// # Errors
/// When the disk refuses.
pub fn write_whole(path: &Path, text: &str) -> Result<(), Error> {
    write_whole_with(path, &mut |file| file.write_all(text.as_bytes()))
}

/// [`write_whole`] for what is written in pieces.
///
/// # Errors
/// When the disk refuses.
pub fn write_whole_with(path: &Path, fill: &mut dyn FnMut(&mut File) -> io::Result<()>) -> Result<(), Error> {
    let (draft, mut file) = draft(path)?;
    let mut write = || {
        fill(&mut file)?;
        file.sync_all()?;
        fs::rename(&draft, path)
    };
    write().map_err(|source| {
        let _ = fs::remove_file(&draft);
        Error::Io { path: path.to_path_buf(), source }
    })
}

/// A new file beside `path`. A process on another host that shares the folder may have our number, so the name is not taken
/// for granted.
fn draft(path: &Path) -> Result<(PathBuf, File), Error> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut attempt = 0;
    loop {
        let draft = path.with_file_name(format!(".{name}.{}-{attempt}", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&draft) {
            Ok(file) => return Ok((draft, file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists && attempt < 1000 => attempt += 1,
            Err(source) => return Err(Error::Io { path: path.to_path_buf(), source }),
        }
    }
}

/// Prints a result to standard output; a reader that has gone away is no error.
///
/// # Errors
/// When it cannot be written, as on a full disk.
pub fn print(text: &str) -> Result<(), Error> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(source) if source.kind() != ErrorKind::BrokenPipe => {
            Err(Error::Io { path: "standard output".into(), source })
        }
        _ => Ok(()),
    }
}
