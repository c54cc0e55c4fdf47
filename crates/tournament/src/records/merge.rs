//! One run out of many folders: each game once, whatever the order of the folders and however often they are merged.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::{self, BufWriter, SeekFrom, Write};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::{Serialize, Serializer};
use xxhash_rust::xxh3::xxh3_64;

use crate::error::Error;
use crate::plan::Plan;
use crate::records::GameRecord;
use crate::records::scan::{Damage, Line, Lines, MERGED, SkippedLine, open_lines, record_files, scan};
use crate::records::store::{PLAN, foreign_game, lock_folder, put_plan, read_plan};
use gametree_players::{House, write_whole_with};

/// What a merge found. The folder that it wrote is a run like any other.
#[derive(Debug)]
pub struct Merged {
    /// The plan; where the folders differ in the number of games, with the larger one of each cell.
    pub plan: Plan,
    /// Games in the merged file.
    pub games: usize,
    /// Games that were played more than once and went differently, as searches on a clock do.
    pub conflicts: Vec<Conflict>,
    /// Damaged records that were left out.
    pub skipped: Vec<SkippedLine>,
    /// Files that end with a torn record, which was left out.
    pub torn: Vec<PathBuf>,
}

/// A game that was played twice and went differently.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Conflict {
    /// The game.
    pub id: String,
    /// File and line of the record that was kept: the one that was finished first.
    pub kept: String,
    /// File and line of one that was left out.
    pub left_out: String,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} is kept, {} went differently and is left out", self.id, self.kept, self.left_out)
    }
}

impl Serialize for Conflict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Merges the runs in `dirs`, and in `out` if there is one already, into `out`: the plan and one file of records, sorted by
/// id. Of several records of a game the one that was finished first is kept, of equals the one whose text is first, so that
/// the order of the folders does not matter and a second merge changes nothing.
///
/// # Errors
/// When the folders hold different plans, a record is damaged (unless it is to be skipped), or the disk refuses. Then
/// nothing is written.
pub fn merge(dirs: &[impl AsRef<Path>], out: &Path, house: &House, damage: Damage) -> Result<Merged, Error> {
    let inputs = || {
        let there = Some(out.to_path_buf()).filter(|out| out.join(PLAN).exists());
        let mut inputs: Vec<PathBuf> = dirs.iter().map(|dir| dir.as_ref().to_path_buf()).chain(there).collect();
        inputs.sort();
        inputs.dedup();
        inputs
    };
    // Before anything is made.
    common_plan(&inputs(), house)?;
    fs::create_dir_all(out).map_err(Error::io(out))?;
    let _lock = lock_folder(out)?;
    let inputs = inputs();
    let plan = common_plan(&inputs, house)?;
    let cells: Vec<String> = plan.cells().iter().map(|cell| format!("{:016x}", cell.hash)).collect();

    let mut union = Union::default();
    let mut merged = Merged { plan, games: 0, conflicts: Vec::new(), skipped: Vec::new(), torn: Vec::new() };
    for dir in &inputs {
        for path in record_files(dir)? {
            let file = union.files.len();
            union.files.push(path.clone());
            let mut wrong = None;
            let scan = scan(&path, damage, &mut |line, record| {
                if !cells.contains(&record.cell_hash) {
                    wrong.get_or_insert_with(|| foreign_game(dir, &path, &record.id));
                } else if let Err(error) = union.add(Entry::new(file, line, &record), record.id) {
                    wrong.get_or_insert(error);
                }
            })?;
            if let Some(error) = wrong {
                return Err(error);
            }
            merged.skipped.extend(scan.skipped);
            merged.torn.extend(scan.torn.map(|_| path));
        }
    }
    merged.games = union.games.len();
    merged.conflicts = union.conflicts();
    put_plan(out, &merged.plan, house)?;
    union.write(&out.join(MERGED))?;
    Ok(merged)
}

/// The plan of all the folders. They may differ in the name and in the number of games.
fn common_plan(dirs: &[PathBuf], house: &House) -> Result<Plan, Error> {
    let mut common: Option<(Plan, &Path)> = None;
    for dir in dirs {
        let plan = read_plan(dir, house)?;
        let Some((best, from)) = &common else {
            common = Some((plan, dir));
            continue;
        };
        let mut differences = best.differences(&plan);
        if best.failures() != plan.failures() {
            let word = |plan: &Plan| format!("{:?}", plan.failures()).to_lowercase();
            differences.push(format!("failures: {} here, {} there", word(best), word(&plan)));
        }
        if !differences.is_empty() {
            let heading = format!("(here: {}, there: {})", from.display(), dir.display());
            let differences = std::iter::once(heading).chain(differences).collect();
            return Err(Error::OtherPlan { dir: dir.clone(), differences });
        }
        // The first name, so that the order of the folders does not matter.
        let extended =
            if plan.name() < best.name() { (plan.extended_by(best), &**dir) } else { (best.extended_by(&plan), *from) };
        common = Some(extended);
    }
    let nothing = || Error::from(gametree_core::FieldError::new("folders", "", "at least one"));
    common.map(|(plan, _)| plan).ok_or_else(nothing)
}

/// A record on disk. Runs of a million games are merged, so its text stays there.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Microseconds; what is no time comes last.
    finished_at: i64,
    /// Hash of the line.
    text: u64,
    /// Hash of how the game went.
    outcome: u64,
    file: usize,
    line: usize,
    offset: u64,
    length: usize,
}

impl Entry {
    fn new(file: usize, line: &Line<'_>, record: &GameRecord) -> Entry {
        let finished_at = record.finished_at.parse::<Timestamp>().map_or(i64::MAX, |time| time.as_microsecond());
        let outcome = serde_json::to_string(&(&record.winner, &record.end, &record.moves)).unwrap_or_default();
        Entry {
            finished_at,
            text: xxh3_64(line.text),
            outcome: xxh3_64(outcome.as_bytes()),
            file,
            line: line.number,
            offset: line.offset,
            length: line.text.len(),
        }
    }
}

#[derive(Default)]
struct Union {
    files: Vec<PathBuf>,
    /// By id, the record that is kept.
    games: BTreeMap<String, Entry>,
    /// Records with another text than the one that was kept when they were met.
    others: Vec<(String, Entry)>,
}

impl Union {
    fn add(&mut self, entry: Entry, id: String) -> Result<(), Error> {
        let Some(kept) = self.games.get(&id).copied() else {
            self.games.insert(id, entry);
            return Ok(());
        };
        if kept.text == entry.text {
            return Ok(());
        }
        let first = if kept.finished_at == entry.finished_at {
            self.text(&entry)? < self.text(&kept)?
        } else {
            entry.finished_at < kept.finished_at
        };
        let (kept, other) = if first { (entry, kept) } else { (kept, entry) };
        self.games.insert(id.clone(), kept);
        self.others.push((id, other));
        Ok(())
    }

    fn conflicts(&self) -> Vec<Conflict> {
        let place = |entry: &Entry| format!("{}:{}", self.files[entry.file].display(), entry.line);
        let differs = |(id, other): &(String, Entry)| {
            let kept = &self.games[id];
            let conflict = || Conflict { id: id.clone(), kept: place(kept), left_out: place(other) };
            (kept.outcome != other.outcome).then(conflict)
        };
        let mut conflicts: Vec<Conflict> = self.others.iter().filter_map(differs).collect();
        conflicts.sort();
        conflicts
    }

    fn text(&self, entry: &Entry) -> Result<Vec<u8>, Error> {
        let path = &self.files[entry.file];
        open_lines(path).and_then(|mut file| read_line(&mut *file, entry)).map_err(Error::io(path))
    }

    fn write(&self, path: &Path) -> Result<(), Error> {
        let mut files: Vec<Option<Box<dyn Lines>>> = self.files.iter().map(|_| None).collect();
        write_whole_with(path, &mut |out| {
            let mut out = BufWriter::new(out);
            for entry in self.games.values() {
                let file = match &mut files[entry.file] {
                    Some(file) => file,
                    closed => closed.insert(open_lines(&self.files[entry.file])?),
                };
                out.write_all(&read_line(&mut **file, entry)?)?;
                out.write_all(b"\n")?;
            }
            out.flush()
        })?;
        Ok(())
    }
}

fn read_line(file: &mut dyn Lines, entry: &Entry) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(entry.offset))?;
    let mut text = vec![0; entry.length];
    file.read_exact(&mut text)?;
    if xxh3_64(&text) == entry.text {
        return Ok(text);
    }
    Err(io::Error::other(format!("line {} was changed while it was merged", entry.line)))
}
