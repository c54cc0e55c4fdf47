//! What the page needs beside the tables, gathered while the records are read, in memory that does not grow with the run.

use std::collections::{BTreeMap, HashMap};

use gametree_core::mix;
use gametree_tournament::GameRecord;

/// Games of all cells together that are kept to be shown, as long as each cell has two.
const GAMES: usize = 400;
/// Games of a cell that are kept at most, and at least.
const OF_A_CELL: [usize; 2] = [2, 40];
/// Different machines, and commits, that are told apart; the rest is counted as others.
const TOLD: usize = 50;

/// Gathers records. The order in which they come changes nothing.
#[derive(Default)]
pub(crate) struct Survey {
    /// Games by machine: host and CPU.
    pub(super) machines: BTreeMap<String, u64>,
    /// Games by commit.
    pub(super) commits: BTreeMap<String, u64>,
    /// Games by how many were played at once.
    pub(super) at_once: BTreeMap<String, u64>,
    /// When the first and the last game ended.
    pub(super) finished: Option<[String; 2]>,
    pub(super) records: u64,
    /// By the cell's hash.
    pub(super) cells: HashMap<String, CellSurvey>,
}

#[derive(Default)]
pub(super) struct CellSurvey {
    /// Games that count, by their number of plies.
    pub(super) lengths: BTreeMap<usize, u64>,
    /// Games to be shown: those whose key is smallest, by key. The keys are even, whatever the game was like.
    pub(super) games: BTreeMap<(u64, String), GameRecord>,
}

impl Survey {
    /// Takes one record in.
    pub(crate) fn add(&mut self, record: GameRecord) {
        self.records += 1;
        let unknown = || "unknown".to_string();
        let machine = match (&record.host, &record.cpu) {
            (Some(host), Some(cpu)) => format!("{host}, {cpu}"),
            (host, cpu) => host.clone().or_else(|| cpu.clone()).unwrap_or_else(unknown),
        };
        tally(&mut self.machines, machine);
        tally(&mut self.commits, record.commit.clone().unwrap_or_else(unknown));
        tally(&mut self.at_once, record.at_once.map_or_else(unknown, |games| games.to_string()));
        let at = &record.finished_at;
        match &mut self.finished {
            Some([first, _]) if at < first => first.clone_from(at),
            Some([_, last]) if at > last => last.clone_from(at),
            Some(_) => {}
            None => self.finished = Some([at.clone(), at.clone()]),
        }
        let new = !self.cells.contains_key(&record.cell_hash);
        let most = most_games(self.cells.len() + usize::from(new));
        if new {
            // Each cell may keep fewer now.
            #[expect(clippy::disallowed_methods, reason = "each cell for itself: any order does the same")]
            self.cells.values_mut().for_each(|cell| cell.keep(most));
        }
        let cell = self.cells.entry(record.cell_hash.clone()).or_default();
        if !record.is_void() {
            *cell.lengths.entry(record.plies).or_default() += 1;
        }
        let key = mix(&[record.seed, u64::from(record.pair), u64::from(record.first == record.cell.a)]);
        let full = cell.games.len() >= most && cell.games.last_key_value().is_some_and(|(last, _)| key > last.0);
        if !full {
            cell.games.insert((key, record.id.clone()), record);
            cell.keep(most);
        }
    }
}

fn most_games(cells: usize) -> usize {
    (GAMES / cells.max(1)).clamp(OF_A_CELL[0], OF_A_CELL[1])
}

fn tally(counts: &mut BTreeMap<String, u64>, name: String) {
    let name = if counts.len() < TOLD || counts.contains_key(&name) { name } else { "others".into() };
    *counts.entry(name).or_default() += 1;
}

impl CellSurvey {
    fn keep(&mut self, most: usize) {
        while self.games.len() > most {
            self.games.pop_last();
        }
    }
}
