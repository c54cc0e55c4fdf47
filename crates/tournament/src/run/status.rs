//! How far a run is, from its plan and records alone; it may be running.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use jiff::Timestamp;
use serde::Serialize;

use crate::error::Error;
use crate::plan::Plan;
use crate::plan::failures::Failures;
use crate::plan::schedule::{Cell, Only};
use crate::plan::shard::Shard;
use crate::records::scan::{Damage, SkippedLine, record_files, scan};
use crate::records::store::{foreign_game, read_plan};
use crate::run::pace::Pace;
use gametree_players::House;

/// The pace is that of the games that ended within this time.
const PACE_S: f64 = 600.0;

/// How far a run is.
#[derive(Debug)]
pub struct Status {
    /// The run's plan.
    pub plan: Plan,
    /// The cells of which games are asked for, in the order of the plan, less those that were to be left out.
    pub cells: Vec<CellStatus>,
    /// The files of records, by name.
    pub files: Vec<FileStatus>,
    /// Damaged records that were left out.
    pub skipped: Vec<SkippedLine>,
    /// Seconds until the end at the pace of the last ten minutes, in wall time, from the time that the games of each cell take;
    /// where that can be told.
    pub eta_s: Option<f64>,
    /// Pairs of which some cell lacks a game.
    missing_pairs: BTreeSet<u32>,
}

/// How far a cell is.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CellStatus {
    /// The game.
    pub game: String,
    /// `9` or `5x3`.
    pub size: String,
    /// As in plans.
    pub budget: String,
    /// The player named first in the plan.
    pub a: String,
    /// The other one.
    pub b: String,
    /// Games of the plan.
    pub planned: u64,
    /// Of these, games that are there, void ones too.
    pub done: u64,
    /// Games that count for nobody.
    pub voids: u64,
    /// Of the others, games won by `a`, by `b`, and draws.
    pub wins_a: u64,
    /// See `wins_a`.
    pub wins_b: u64,
    /// See `wins_a`.
    pub draws: u64,
    /// Seconds that the missing games take, one after the other, where that can be told.
    pub left_s: Option<f64>,
}

/// A file of records.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FileStatus {
    /// Its name in the run's folder.
    pub file: String,
    /// Its part, where its name tells.
    pub shard: Option<u32>,
    /// Of how many parts.
    pub of: Option<u32>,
    /// Games in it.
    pub games: u64,
    /// When the last of them ended.
    pub last_game_at: Option<String>,
    /// Seconds since then.
    pub age_s: Option<f64>,
    /// What is wrong with its last line; perhaps it is being written.
    pub torn: Option<String>,
}

impl Status {
    /// Reads a run's folder. `only` leaves the other cells out.
    ///
    /// # Errors
    /// When the folder holds no plan or games of another one, a record is damaged (unless it is to be skipped), or the disk
    /// refuses.
    pub fn of_folder(dir: &Path, house: &House, only: Option<&Only>, damage: Damage) -> Result<Status, Error> {
        let plan = read_plan(dir, house)?;
        let cells = plan.cells();
        if let Some(only) = only {
            only.check(&cells)?;
        }
        let now = Timestamp::now();
        let mut found = Found {
            failures: plan.failures(),
            cells: (0..).zip(&cells).map(|(index, cell)| (format!("{:016x}", cell.hash), index)).collect(),
            games: HashMap::new(),
            recent: BTreeMap::new(),
            pace: Pace::new(&cells),
        };
        let (mut files, mut skipped) = (Vec::new(), Vec::new());
        for path in record_files(dir)? {
            let (file, left_out) = match found.file(dir, &path, now, damage) {
                // Whoever cuts off a torn end and writes on while we read makes a line look damaged that is not.
                Err(Error::Damaged { .. }) => found.file(dir, &path, now, damage),
                other => other,
            }?;
            files.push(file);
            skipped.extend(left_out);
        }
        let mut status =
            Status { cells: Vec::new(), files, skipped, eta_s: None, missing_pairs: BTreeSet::new(), plan };
        for (index, cell) in cells.iter().enumerate() {
            if cell.games > 0 && only.is_none_or(|only| only.matches(cell)) {
                status.count(index, cell, &found);
            }
        }
        let left: Option<f64> = status.cells.iter().map(|cell| cell.left_s).sum();
        status.eta_s = left.zip(found.at_once()).map(|(left, at_once)| left / at_once);
        Ok(status)
    }

    fn count(&mut self, index: usize, cell: &Cell, found: &Found) {
        let [a, b] = &cell.players;
        let mut line = CellStatus {
            game: cell.setup.game().to_string(),
            size: cell.setup.size().to_string(),
            budget: cell.budget.to_string(),
            a: a.name.clone(),
            b: b.name.clone(),
            planned: 0,
            done: 0,
            voids: 0,
            wins_a: 0,
            wins_b: 0,
            draws: 0,
            left_s: None,
        };
        for pair in 0..cell.games / 2 {
            for opens in [0, 1] {
                line.planned += 1;
                match found.games.get(&cell.job(index, pair, opens).id) {
                    Some(result) => {
                        line.done += 1;
                        *match result {
                            GameResult::Void => &mut line.voids,
                            GameResult::A => &mut line.wins_a,
                            GameResult::B => &mut line.wins_b,
                            GameResult::Draw => &mut line.draws,
                        } += 1;
                    }
                    None => {
                        self.missing_pairs.insert(pair);
                    }
                }
            }
        }
        line.left_s = found.pace.of_all([(index, line.missing())]);
        self.cells.push(line);
    }

    /// Games of the plan.
    #[must_use]
    pub fn planned(&self) -> u64 {
        self.cells.iter().map(|cell| cell.planned).sum()
    }

    /// Games of the plan that are there.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.cells.iter().map(|cell| cell.done).sum()
    }

    /// Games of the plan that are not.
    #[must_use]
    pub fn missing(&self) -> u64 {
        self.planned() - self.done()
    }

    /// Void games.
    #[must_use]
    pub fn voids(&self) -> u64 {
        self.cells.iter().map(|cell| cell.voids).sum()
    }

    /// Of `of` parts, those that lack a game.
    #[must_use]
    pub fn missing_shards(&self, of: u32) -> Vec<u32> {
        let shards: BTreeSet<u32> = self.missing_pairs.iter().map(|pair| pair % of.max(1)).collect();
        shards.into_iter().collect()
    }

    /// Into how many parts the run is divided, from the names of its files: where they differ, the number that was in use
    /// last. `None` for a run in one part.
    #[must_use]
    pub fn shards(&self) -> Option<u32> {
        let divided = self.files.iter().filter(|file| file.of.is_some_and(|of| of > 1));
        divided.max_by(|x, y| (&x.last_game_at, x.of).cmp(&(&y.last_game_at, y.of)))?.of
    }
}

impl CellStatus {
    /// Games of the plan that are not there.
    #[must_use]
    pub fn missing(&self) -> u64 {
        self.planned - self.done
    }
}

#[derive(Clone, Copy)]
enum GameResult {
    A,
    B,
    Draw,
    Void,
}

struct Found {
    failures: Failures,
    /// By hash.
    cells: HashMap<String, usize>,
    /// By id.
    games: HashMap<String, GameResult>,
    /// Of the games that ended lately, by id: seconds since then, and the cell.
    recent: BTreeMap<String, (f64, usize)>,
    pace: Pace,
}

impl Found {
    fn file(
        &mut self,
        dir: &Path,
        path: &Path,
        now: Timestamp,
        damage: Damage,
    ) -> Result<(FileStatus, Vec<SkippedLine>), Error> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let shard = Shard::of_file(&name);
        let (mut games, mut last, mut foreign) = (0, None, None);
        let scan = scan(path, damage, &mut |_, record| {
            let Some(&cell) = self.cells.get(&record.cell_hash) else {
                foreign.get_or_insert(record.id);
                return;
            };
            games += 1;
            let at = record.finished_at.parse::<Timestamp>().ok();
            last = last.max(at);
            if let Some(age) = at.map(|at| seconds(at, now)).filter(|age| (0.0..PACE_S).contains(age)) {
                self.recent.insert(record.id.clone(), (age, cell));
            }
            if !self.games.contains_key(&record.id) {
                self.pace.add(cell, &record);
                let result = match record.half_points_of_a(self.failures) {
                    None => GameResult::Void,
                    Some(1) => GameResult::Draw,
                    Some(2) => GameResult::A,
                    Some(_) => GameResult::B,
                };
                self.games.insert(record.id, result);
            }
        })?;
        if let Some(id) = foreign {
            return Err(foreign_game(dir, path, &id));
        }
        let status = FileStatus {
            file: name,
            shard: shard.map(Shard::index),
            of: shard.map(Shard::of),
            games,
            last_game_at: last.map(|at| format!("{at:.3}")),
            // A clock of another host may be ahead of ours.
            age_s: last.map(|at| seconds(at, now).max(0.0)),
            torn: scan.torn,
        };
        Ok((status, scan.skipped))
    }

    /// Games at once lately: the time that they take by the means of their cells in the time in which they ended. So games
    /// that take longer than they did before count as fewer at once. From the end of the oldest of them to that of the last one:
    /// a run that has stopped since does not get slower by that.
    fn at_once(&self) -> Option<f64> {
        const ENOUGH: usize = 10;
        let mut recent: Vec<(f64, usize)> = self.recent.values().copied().collect();
        recent.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let (oldest, _) = recent.pop()?;
        let span = oldest - recent.first()?.0;
        let take = self.pace.of_all(recent.iter().map(|&(_, cell)| (cell, 1)))?;
        let enough = recent.len() >= ENOUGH && span > 0.0 && take > 0.0;
        enough.then(|| take / span)
    }
}

fn seconds(from: Timestamp, to: Timestamp) -> f64 {
    (to.as_millisecond() - from.as_millisecond()) as f64 / 1000.0
}
