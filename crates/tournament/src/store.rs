//! A run's folder: the plan as played and files of records, one writer each.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::error::{Error, PlanError};
use crate::game::Games;
use crate::plan::{self, Plan};
use crate::record::{Fault, GameRecord};
use crate::schedule::Cell;

const PLAN: &str = "plan.toml";
/// A power cut loses at most what was written in this time.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// The folder of a run, open for playing. The file of records is locked against a second writer as long as this lives.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    file: File,
    /// Bytes of whole records.
    length: u64,
    done: HashSet<String>,
    voids: usize,
    unsynced: bool,
    synced_at: Instant,
}

impl Store {
    /// Opens the folder of a plan's run, or makes it; nothing is made for a plan that could not be read back. What a torn write left at the end of our file is cut off and reported
    /// as a tracing warning. A folder whose run has fewer games per cell is extended.
    ///
    /// # Errors
    /// When the folder holds another plan or its games, another process is writing, a record in the middle of a file is
    /// damaged, or the disk refuses.
    pub fn open(dir: &Path, plan: &Plan, games: &Games) -> Result<Store, Error> {
        plan.check_written(games)?;
        fs::create_dir_all(dir).map_err(Error::io(dir))?;
        let stored = compare(dir, plan, games)?;
        let path = dir.join("games-0-of-1.jsonl");
        let file = lock(&path)?;
        // The lock is ours now: whoever made the folder has written its plan.
        if stored.is_none_or(|number| number < plan.games_per_cell()) {
            write_whole(&dir.join(PLAN), &plan.to_toml())?;
        }
        let cells: HashMap<String, Cell> =
            plan.cells().into_iter().map(|cell| (format!("{:016x}", cell.hash), cell)).collect();
        let mut store =
            Store { path, file, length: 0, done: HashSet::new(), voids: 0, unsynced: false, synced_at: Instant::now() };
        for file in record_files(dir)? {
            let mut foreign = None;
            let scan = scan(&file, &mut |record| {
                if !cells.contains_key(&record.cell_hash) {
                    foreign.get_or_insert(record.id);
                } else if !store.done.contains(&record.id) {
                    store.voids += usize::from(record.is_void());
                    store.done.insert(record.id);
                }
            })?;
            if let Some(id) = foreign {
                let differences = vec![format!("{}: {id} is no game of this plan", file.display())];
                return Err(Error::OtherPlan { dir: dir.to_path_buf(), differences });
            }
            if file == store.path {
                store.length = scan.length;
                if let Some(reason) = scan.torn {
                    tracing::warn!("{}: the last record is torn ({reason}) and was cut off", file.display());
                    store.file.set_len(scan.length).map_err(Error::io(&file))?;
                }
            }
        }
        Ok(store)
    }

    /// Whether a game has been played.
    #[must_use]
    pub fn has(&self, id: &str) -> bool {
        self.done.contains(id)
    }

    /// Games in the folder.
    #[must_use]
    pub fn len(&self) -> usize {
        self.done.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.done.is_empty()
    }

    /// Void games in the folder.
    #[must_use]
    pub fn voids(&self) -> usize {
        self.voids
    }

    /// Adds a finished game: one write call, so that a killed process loses nothing that is finished.
    ///
    /// # Errors
    /// When the game is there already, or the disk refuses; what was written before stays whole.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), Error> {
        if !self.done.insert(record.id.clone()) {
            return Err(Error::Twice { file: self.path.clone(), id: record.id.clone() });
        }
        let line = record.to_line();
        if let Err(source) = self.file.write_all(line.as_bytes()) {
            // Part of the line may be on the disk; if cutting fails too, the next start does it.
            let _ = self.file.set_len(self.length);
            return Err(Error::Io { path: self.path.clone(), source });
        }
        self.length += line.len() as u64;
        self.voids += usize::from(record.is_void());
        self.unsynced = true;
        self.sync_if_due()
    }

    /// Syncs to the disk if that was not done within the last second.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn sync_if_due(&mut self) -> Result<(), Error> {
        if self.synced_at.elapsed() >= SYNC_EVERY { self.sync() } else { Ok(()) }
    }

    /// Syncs to the disk.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn sync(&mut self) -> Result<(), Error> {
        if std::mem::take(&mut self.unsynced) {
            self.file.sync_data().map_err(Error::io(&self.path))?;
        }
        self.synced_at = Instant::now();
        Ok(())
    }
}

/// The plan in a folder.
///
/// # Errors
/// When there is none, or it is no plan.
pub fn read_plan(dir: &Path, games: &Games) -> Result<Plan, Error> {
    let path = dir.join(PLAN);
    Ok(Plan::parse(&plan::read(&path)?, &path.display().to_string(), games)?)
}

/// Calls `each` with every record of a folder, once per id, in the order of file names and lines. A torn record at the end
/// of a file, perhaps one that is being written right now, is left out. Blank lines and CRLF line ends do no harm.
///
/// # Errors
/// When a record in the middle of a file is damaged or says what cannot be, or the disk refuses.
pub fn read_records(dir: &Path, each: &mut dyn FnMut(GameRecord)) -> Result<(), Error> {
    let mut seen = HashSet::new();
    for file in record_files(dir)? {
        scan(&file, &mut |record| {
            if seen.insert(record.id.clone()) {
                each(record);
            }
        })?;
    }
    Ok(())
}

/// Writes a file so that whoever reads it sees all of the old text or all of the new.
///
/// # Errors
/// When the disk refuses.
pub fn write_whole(path: &Path, text: &str) -> Result<(), Error> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let draft = path.with_file_name(format!(".{name}.{}", std::process::id()));
    let write = || {
        let mut file = File::create(&draft)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&draft, path)
    };
    write().map_err(|source| {
        let _ = fs::remove_file(&draft);
        Error::Io { path: path.to_path_buf(), source }
    })
}

/// The number of games per cell of the plan in the folder, if there is one and it is the same plan otherwise.
fn compare(dir: &Path, plan: &Plan, games: &Games) -> Result<Option<u32>, Error> {
    if !dir.join(PLAN).exists() {
        return Ok(None);
    }
    let stored = read_plan(dir, games).map_err(|error| match error {
        Error::Plan(PlanError { file, place, message }) => {
            let message = format!("{message} (the folder's plan cannot be read, so its games cannot be continued)");
            Error::Plan(PlanError { file, place, message })
        }
        other => other,
    })?;
    let differences = plan.differences(&stored);
    if differences.is_empty() {
        return Ok(Some(stored.games_per_cell()));
    }
    Err(Error::OtherPlan { dir: dir.to_path_buf(), differences })
}

fn lock(path: &Path) -> Result<File, Error> {
    let file = OpenOptions::new().create(true).read(true).append(true).open(path).map_err(Error::io(path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Error::Locked { file: path.to_path_buf() }),
        Err(TryLockError::Error(source)) => Err(Error::Io { path: path.to_path_buf(), source }),
    }
}

/// The files of records in a folder, by name.
fn record_files(dir: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for entry in fs::read_dir(dir).map_err(Error::io(dir))? {
        let entry = entry.map_err(Error::io(dir))?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with("games-") && name.ends_with(".jsonl") {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}

struct Scan {
    /// Bytes of whole records and of blank lines before or between them.
    length: u64,
    /// What is wrong with what follows them.
    torn: Option<String>,
}

fn scan(path: &Path, each: &mut dyn FnMut(GameRecord)) -> Result<Scan, Error> {
    let mut reader = BufReader::with_capacity(1 << 16, File::open(path).map_err(Error::io(path))?);
    let mut line = Vec::new();
    let mut length = 0;
    let mut bad: Option<(usize, String)> = None;
    for number in 1.. {
        line.clear();
        if reader.read_until(b'\n', &mut line).map_err(Error::io(path))? == 0 {
            break;
        }
        // Editors and other systems leave blank lines and carriage returns behind; neither can be part of a record.
        let whole = line.strip_suffix(b"\n").map(<[u8]>::trim_ascii);
        if whole.is_some_and(<[u8]>::is_empty) {
            length += if bad.is_none() { line.len() as u64 } else { 0 };
            continue;
        }
        let damaged = |line, reason| Error::Damaged { file: path.to_path_buf(), line, reason };
        // A damaged line is a torn tail only if nothing follows it.
        if let Some((line, reason)) = bad {
            return Err(damaged(line, reason));
        }
        match whole.map_or(Err(Fault::Torn("its line is incomplete".into())), GameRecord::read) {
            Ok(record) => {
                length += line.len() as u64;
                each(record);
            }
            Err(Fault::Torn(reason)) => bad = Some((number, reason)),
            // Its checksum is right, so it was not torn: cutting it off would lose what somebody wrote.
            Err(Fault::Wrong(reason)) => return Err(damaged(number, reason)),
        }
    }
    Ok(Scan { length, torn: bad.map(|(_, reason)| reason) })
}
