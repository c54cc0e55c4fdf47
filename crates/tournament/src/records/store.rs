//! A run's folder: the plan as played and files of records, one writer each.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gametree_core::FieldError;

use crate::error::{Error, PlanError};
use crate::plan::Plan;
use crate::plan::shard::Shard;
use crate::records::GameRecord;
use crate::records::scan::{Damage, SkippedLine, record_files, scan};
use crate::run::error_files::ErrorFiles;
use gametree_players::{House, read_text, write_whole};

pub(crate) const PLAN: &str = "plan.toml";
/// Held while the plan or a merged file is replaced.
const LOCK: &str = ".lock";
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
    skipped: Vec<SkippedLine>,
    unsynced: bool,
    synced_at: Instant,
}

impl Store {
    /// Opens the folder of a plan's run, or makes it; nothing is made for a plan that could not be read back. What a torn
    /// write left at the end of our file is cut off and reported as a tracing warning. A folder of whose plan less was asked
    /// for is extended: other cells and more games come on top of what it has.
    ///
    /// # Errors
    /// When the folder holds another plan or its games, another process is writing, a record in the middle of a file is
    /// damaged, or the disk refuses.
    pub fn open(dir: &Path, plan: &Plan, house: &House) -> Result<Store, Error> {
        Store::open_shard(dir, plan, house, Shard::WHOLE, Damage::Refuse)
    }

    /// [`Store::open`] for the writer of one part, which has its own file. Several may be open at once, for parts of any
    /// number; games in any file of the folder count as played.
    ///
    /// # Errors
    /// As for [`Store::open`]. With [`Damage::Skip`], damaged records are left out instead: see [`Store::skipped`].
    pub fn open_shard(dir: &Path, plan: &Plan, house: &House, shard: Shard, damage: Damage) -> Result<Store, Error> {
        plan.check_written(house)?;
        fs::create_dir_all(dir).map_err(Error::io(dir))?;
        let stored = compare(dir, plan, house)?;
        let path = dir.join(shard.file_name());
        let file = lock(&path)?;
        // Most starts find the plan as it is wanted and need not wait for each other.
        if stored.is_none_or(|stored| changes(plan, &stored)) {
            let _lock = lock_folder(dir)?;
            put_plan(dir, plan, house)?;
        }
        let cells: HashSet<String> = plan.cells().iter().map(|cell| format!("{:016x}", cell.hash)).collect();
        let mut store = Store {
            path,
            file,
            length: 0,
            done: HashSet::new(),
            voids: 0,
            skipped: Vec::new(),
            unsynced: false,
            synced_at: Instant::now(),
        };
        for file in record_files(dir)? {
            let mut foreign = None;
            let scan = scan(&file, damage, &mut |_, record| {
                if !cells.contains(&record.cell_hash) {
                    foreign.get_or_insert(record.id);
                } else if !store.done.contains(&record.id) {
                    store.voids += usize::from(record.is_void());
                    store.done.insert(record.id);
                }
            })?;
            store.skipped.extend(scan.skipped);
            if let Some(id) = foreign {
                return Err(foreign_game(dir, &file, &id));
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

    /// Damaged records that were left out when the folder was opened. Their games count as not played.
    #[must_use]
    pub fn skipped(&self) -> &[SkippedLine] {
        &self.skipped
    }

    /// The files beside ours for what engines say on their standard error.
    pub(crate) fn engine_errors(&self) -> ErrorFiles {
        ErrorFiles::beside(&self.path)
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
            return Err(Error::io(&self.path)(source));
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
pub fn read_plan(dir: &Path, house: &House) -> Result<Plan, Error> {
    let path = dir.join(PLAN);
    if !path.exists() {
        let allowed = format_args!("a folder with a {PLAN}, as a tournament makes it");
        return Err(FieldError::new("the run's folder", dir.display(), allowed).into());
    }
    Ok(Plan::parse(&read_text(&path)?, &path.display().to_string(), house)?)
}

/// Calls `each` with every record of a folder, once per id, in the order of file names and lines. A torn record at the end
/// of a file, perhaps one that is being written right now, is left out. Blank lines and CRLF line ends do no harm.
///
/// # Errors
/// When a record in the middle of a file is damaged or says what cannot be, or the disk refuses.
pub fn read_records(dir: &Path, each: &mut dyn FnMut(GameRecord)) -> Result<(), Error> {
    read_records_with(dir, Damage::Refuse, each).map(|_| ())
}

/// [`read_records`], with a choice of what to do about damage. Returns what was left out.
///
/// # Errors
/// As for [`read_records`]; with [`Damage::Skip`] only when the disk refuses.
pub fn read_records_with(
    dir: &Path,
    damage: Damage,
    each: &mut dyn FnMut(GameRecord),
) -> Result<Vec<SkippedLine>, Error> {
    let mut seen = HashSet::new();
    let mut skipped = Vec::new();
    for file in record_files(dir)? {
        let scan = scan(&file, damage, &mut |_, record| {
            if seen.insert(record.id.clone()) {
                each(record);
            }
        })?;
        skipped.extend(scan.skipped);
    }
    Ok(skipped)
}

/// Writes the plan into its folder, unless all that it asks for is asked for there. Of several processes that start at once, each
/// has what it wants, if whoever calls holds the folder's lock.
pub(crate) fn put_plan(dir: &Path, plan: &Plan, house: &House) -> Result<(), Error> {
    let stored = compare(dir, plan, house)?;
    match stored {
        None => write_whole(&dir.join(PLAN), &plan.to_toml())?,
        Some(stored) if changes(plan, &stored) => write_whole(&dir.join(PLAN), &plan.extended_by(&stored).to_toml())?,
        Some(_) => (),
    }
    Ok(())
}

/// Whether a command with this plan changes the plan in the folder: it asks for more, or counts failures otherwise.
fn changes(plan: &Plan, stored: &Plan) -> bool {
    plan.extends(stored) || plan.failures() != stored.failures()
}

pub(crate) fn foreign_game(dir: &Path, file: &Path, id: &str) -> Error {
    let differences = vec![format!("{}: {id} is no game of this plan", file.display())];
    Error::OtherPlan { dir: dir.to_path_buf(), differences }
}

/// The plan in the folder, if there is one and it is the same plan otherwise.
fn compare(dir: &Path, plan: &Plan, house: &House) -> Result<Option<Plan>, Error> {
    if !dir.join(PLAN).exists() {
        return Ok(None);
    }
    let stored = read_plan(dir, house).map_err(|error| match error {
        Error::Plan(PlanError { file, place, message }) => {
            let message = format!("{message} (the folder's plan cannot be read, so its house cannot be continued)");
            Error::Plan(PlanError { file, place, message })
        }
        other => other,
    })?;
    let differences = plan.differences(&stored);
    if differences.is_empty() {
        return Ok(Some(stored));
    }
    Err(Error::OtherPlan { dir: dir.to_path_buf(), differences })
}

fn lock(path: &Path) -> Result<File, Error> {
    let file = OpenOptions::new().create(true).read(true).append(true).open(path).map_err(Error::io(path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Error::Locked { file: path.to_path_buf() }),
        Err(TryLockError::Error(error)) if has_no_locks(&error) => {
            tracing::warn!("{}: this file system has no locks; never let two processes play one part", path.display());
            Ok(file)
        }
        Err(TryLockError::Error(source)) => Err(Error::io(path)(source)),
    }
}

/// Waits until no other process holds the folder's lock.
pub(crate) fn lock_folder(dir: &Path) -> Result<File, Error> {
    let path = dir.join(LOCK);
    let file = OpenOptions::new().create(true).append(true).open(&path).map_err(Error::io(&path))?;
    match file.lock() {
        Err(source) if !has_no_locks(&source) => Err(Error::io(&path)(source)),
        _ => Ok(file),
    }
}

/// Some clusters mount their file systems without locks (Lustre with `noflock`, NFS without its lock service).
fn has_no_locks(error: &io::Error) -> bool {
    const ENOLCK: i32 = 37;
    error.kind() == ErrorKind::Unsupported || (cfg!(target_os = "linux") && error.raw_os_error() == Some(ENOLCK))
}
