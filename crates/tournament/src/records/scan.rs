//! Reads files of records, line by line.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use serde::{Serialize, Serializer};

use crate::error::Error;
use crate::records::{Fault, GameRecord};

/// The file of records that a merge writes.
pub(crate) const MERGED: &str = "games-merged.jsonl";

/// What to do about a damaged record that is not the torn end of its file.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Damage {
    /// An error that names file and line.
    #[default]
    Refuse,
    /// Go on without it, and say so: its game counts as not played.
    Skip,
}

/// A damaged record that was left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SkippedLine {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for SkippedLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file.display(), self.line, self.reason)
    }
}

impl Serialize for SkippedLine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Where a record stands.
pub(crate) struct Line<'a> {
    /// From 1.
    pub(crate) number: usize,
    /// Bytes before it in its file.
    pub(crate) offset: u64,
    /// The line itself, without its end.
    pub(crate) text: &'a [u8],
}

pub(crate) struct Scan {
    /// Bytes up to the end of the last whole line, torn ones left out.
    pub(crate) length: u64,
    /// What is wrong with what follows.
    pub(crate) torn: Option<String>,
    /// What was left out before.
    pub(crate) skipped: Vec<SkippedLine>,
}

/// The files of records in a folder, by name. Some may be compressed: those are only read.
pub(crate) fn record_files(dir: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for entry in fs::read_dir(dir).map_err(Error::io(dir))? {
        let entry = entry.map_err(Error::io(dir))?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with("games-") && (name.ends_with(".jsonl") || name.ends_with(".jsonl.gz")) {
            files.push(entry.path());
        }
    }
    // What a merge has written comes first: of games that are there twice it holds the one to keep.
    files.sort_by_key(|path| (path.file_name().is_none_or(|name| name != MERGED), path.clone()));
    Ok(files)
}

fn is_compressed(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "gz")
}

fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    let file = File::open(path)?;
    Ok(if is_compressed(path) {
        Box::new(BufReader::with_capacity(1 << 16, MultiGzDecoder::new(BufReader::new(file))))
    } else {
        Box::new(BufReader::with_capacity(1 << 16, file))
    })
}

/// A file of records from which single lines are read.
pub(crate) trait Lines: Read + Seek {}

impl<R: Read + Seek> Lines for R {}

/// Opens a file of records to read single lines. A compressed one is unpacked into memory.
pub(crate) fn open_lines(path: &Path) -> io::Result<Box<dyn Lines>> {
    if !is_compressed(path) {
        return Ok(Box::new(File::open(path)?));
    }
    let mut text = Vec::new();
    open(path)?.read_to_end(&mut text)?;
    Ok(Box::new(Cursor::new(text)))
}

/// Calls `each` with every record of a file. What is torn at its end, perhaps because it is being written right now, is left
/// out. Blank lines and CRLF line ends do no harm.
pub(crate) fn scan(path: &Path, damage: Damage, each: &mut dyn FnMut(&Line<'_>, GameRecord)) -> Result<Scan, Error> {
    let mut reader = open(path).map_err(Error::io(path))?;
    let mut scan = Scan { length: 0, torn: None, skipped: Vec::new() };
    let mut left_out = |line, reason| match damage {
        Damage::Refuse => Err(Error::Damaged { file: path.to_path_buf(), line, reason }),
        Damage::Skip => {
            scan.skipped.push(SkippedLine { file: path.to_path_buf(), line, reason });
            Ok(())
        }
    };
    let mut text = Vec::new();
    let mut offset = 0;
    let mut bad: Option<(usize, String)> = None;
    for number in 1.. {
        text.clear();
        let bytes = reader.read_until(b'\n', &mut text).map_err(Error::io(path))? as u64;
        if bytes == 0 {
            break;
        }
        // Editors and other systems leave blank lines and carriage returns behind; neither can be part of a record.
        let whole = text.strip_suffix(b"\n").map(<[u8]>::trim_ascii);
        if !whole.is_some_and(<[u8]>::is_empty) {
            // A damaged line is a torn tail only if nothing follows it.
            if let Some((line, reason)) = bad.take() {
                left_out(line, reason)?;
                scan.length = offset;
            }
            match whole.map_or(Err(Fault::Torn("its line is incomplete".into())), GameRecord::read) {
                Ok(record) => {
                    let text = whole.unwrap_or_default();
                    each(&Line { number, offset, text }, record);
                }
                Err(Fault::Torn(reason)) => bad = Some((number, reason)),
                // Its checksum is right, so it was not torn: cutting it off would lose what somebody wrote.
                Err(Fault::Wrong(reason)) => left_out(number, reason)?,
            }
        }
        offset += bytes;
        if bad.is_none() {
            scan.length = offset;
        }
        // Its writer may have finished the line by now: read on, its second half would look damaged.
        if whole.is_none() {
            break;
        }
    }
    scan.torn = bad.map(|(_, reason)| reason);
    Ok(scan)
}
