//! The figures of every cell, from the records alone.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use serde::Serialize;
use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

use gametree_core::{Budget, Size};

use crate::duel::Usage;
use crate::error::Error;
use crate::record::{GameRecord, RecordCell};
use crate::stats::{Elo, Tally};
use crate::store::read_records;

/// The document `tables.json`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tables {
    /// The plan as played, with its hash; `None` when only records are there.
    pub plan: Option<Value>,
    /// By game, size, budget and players.
    pub cells: Vec<CellFigures>,
}

/// The figures of one cell. What is not known is `None` and written `null`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CellFigures {
    /// The game.
    pub game: String,
    /// Its options.
    pub options: BTreeMap<String, Value>,
    /// `9` or `5x3`.
    pub size: String,
    /// As in plans.
    pub budget: String,
    /// The player named first in the plan.
    pub a: String,
    /// The other one.
    pub b: String,
    /// Games that count: all but the void ones.
    pub games: u64,
    /// Games that `a` won.
    pub wins_a: u64,
    /// Games that `b` won.
    pub wins_b: u64,
    /// Draws.
    pub draws: u64,
    /// The share of points of `a`; a draw counts one half.
    pub rate_a: Option<f64>,
    /// Wilson's 95 % interval of it.
    pub wilson95: Option<[f64; 2]>,
    /// Exact two-sided binomial probability of such a result between equals, draws left out.
    pub p: Option<f64>,
    /// The games in which `a` was first.
    pub a_first: SeatFigures,
    /// The games in which `a` was second.
    pub a_second: SeatFigures,
    /// The difference in strength.
    pub elo: EloFigures,
    /// Games that differ in their moves or in who was first.
    pub distinct_games: usize,
    /// Games that count for nobody, because the software failed.
    pub void: u64,
    /// What each player spent.
    pub per_player: BTreeMap<String, PlayerFigures>,
}

/// The games of a cell in which the seats were the same.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SeatFigures {
    /// Games that count.
    pub games: u64,
    /// Games that `a` won.
    pub wins_a: u64,
    /// Draws.
    pub draws: u64,
    /// The share of points of `a`.
    pub rate_a: Option<f64>,
    /// Wilson's 95 % interval of it.
    pub wilson95: Option<[f64; 2]>,
}

/// A difference on the logistic Elo scale, from `a`'s view. An end without a bound is `None`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EloFigures {
    /// The best estimate.
    pub diff: Option<f64>,
    /// The lower end, from Wilson's interval.
    pub lo: Option<f64>,
    /// The upper end.
    pub hi: Option<f64>,
    /// The three in words, as `>= +166` where there is no bound; `no games` without games.
    pub text: String,
}

/// What a player spent in a cell.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerFigures {
    /// Its spec.
    pub spec: String,
    /// Playouts per second of CPU time.
    pub playouts_per_s: Option<f64>,
    /// Mean depth of the new node.
    pub mean_depth: Option<f64>,
    /// The deepest of them.
    pub max_depth: u32,
    /// Mean plies from the root to the end of a playout.
    pub mean_playout_plies: Option<f64>,
    /// Mean CPU time of a move.
    pub cpu_per_move_s: Option<f64>,
    /// Largest ratio of time spent to time allowed.
    pub max_overrun_ratio: Option<f64>,
}

impl Tables {
    /// The tables of a run's folder. Reads record by record: memory is O(games), a few bytes each.
    ///
    /// # Errors
    /// When a record is damaged or the disk refuses.
    pub fn of_folder(dir: &Path, plan: Option<Value>) -> Result<Tables, Error> {
        let mut builder = TableBuilder::default();
        read_records(dir, &mut |record| builder.add(&record))?;
        Ok(Tables { plan, cells: builder.finish() })
    }

    /// Void games in all cells.
    #[must_use]
    pub fn voids(&self) -> u64 {
        self.cells.iter().map(|cell| cell.void).sum()
    }

    /// The document, indented, with a line break at its end.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

/// Adds records up. The order in which they come changes nothing but the last digits of sums of times.
#[derive(Default, Debug)]
pub struct TableBuilder {
    cells: BTreeMap<String, Gathered>,
}

#[derive(Debug)]
struct Gathered {
    cell: RecordCell,
    seats: [Tally; 2],
    void: u64,
    games_seen: HashSet<u64>,
    players: BTreeMap<String, (String, Usage)>,
}

impl TableBuilder {
    /// Counts one record.
    pub fn add(&mut self, record: &GameRecord) {
        let cell = self.cells.entry(record.cell_hash.clone()).or_insert_with(|| Gathered {
            cell: record.cell.clone(),
            seats: Default::default(),
            void: 0,
            games_seen: HashSet::new(),
            players: BTreeMap::new(),
        });
        let a_is_first = record.first == cell.cell.a;
        let tally = &mut cell.seats[usize::from(!a_is_first)];
        match record.winner.as_deref().filter(|_| !record.is_void()) {
            Some("draw") => tally.draws += 1,
            Some(name) if name == cell.cell.a => tally.wins += 1,
            Some(name) if name == cell.cell.b => tally.losses += 1,
            // A void game counts for nobody, and what it cost is no measure either.
            _ => {
                cell.void += 1;
                return;
            }
        }
        cell.games_seen.insert(xxh3_64(format!("{a_is_first} {}", record.moves).as_bytes()));
        for (name, player) in &record.players {
            let (_, usage) =
                cell.players.entry(name.clone()).or_insert_with(|| (player.spec.clone(), Usage::default()));
            usage.add(&player.usage);
        }
    }

    /// The figures, sorted by game, options, players, size and budget.
    #[must_use]
    pub fn finish(self) -> Vec<CellFigures> {
        let mut cells: Vec<Gathered> = self.cells.into_values().collect();
        cells.sort_by_cached_key(|gathered| {
            let RecordCell { game, options, size, budget, a, b } = &gathered.cell;
            let options = serde_json::to_string(options).unwrap_or_default();
            (game.clone(), options, a.clone(), b.clone(), size_order(size), budget_order(budget))
        });
        cells.into_iter().map(Gathered::figures).collect()
    }
}

impl Gathered {
    fn figures(self) -> CellFigures {
        let [first, second] = self.seats;
        let total = first + second;
        let RecordCell { game, options, size, budget, a, b } = self.cell;
        let player = |(spec, usage): (String, Usage)| PlayerFigures {
            spec,
            playouts_per_s: usage.playouts_per_s(),
            mean_depth: usage.mean_depth(),
            max_depth: usage.max_depth,
            mean_playout_plies: usage.mean_playout_plies(),
            cpu_per_move_s: usage.cpu_per_move_s(),
            max_overrun_ratio: usage.max_overrun_ratio,
        };
        CellFigures {
            game,
            options,
            size,
            budget,
            a,
            b,
            games: total.games(),
            wins_a: total.wins,
            wins_b: total.losses,
            draws: total.draws,
            rate_a: total.rate(),
            wilson95: total.wilson95(),
            p: total.p_value(),
            a_first: seat(first),
            a_second: seat(second),
            elo: elo_figures(total.elo()),
            distinct_games: self.games_seen.len(),
            void: self.void,
            per_player: self.players.into_iter().map(|(name, gathered)| (name, player(gathered))).collect(),
        }
    }
}

fn seat(tally: Tally) -> SeatFigures {
    SeatFigures {
        games: tally.games(),
        wins_a: tally.wins,
        draws: tally.draws,
        rate_a: tally.rate(),
        wilson95: tally.wilson95(),
    }
}

fn elo_figures(elo: Option<Elo>) -> EloFigures {
    match elo {
        Some(elo) => EloFigures { diff: elo.diff, lo: elo.lo, hi: elo.hi, text: elo.to_string() },
        None => EloFigures { diff: None, lo: None, hi: None, text: "no games".into() },
    }
}

/// Sizes by area, then by columns.
pub(crate) fn size_order(text: &str) -> (usize, u8) {
    text.parse::<Size>().map_or((usize::MAX, 0), |size| (size.area(), size.cols))
}

/// Budgets by kind, then by amount.
pub(crate) fn budget_order(text: &str) -> impl Ord + use<> {
    let budget: Budget = text.parse().unwrap_or_default();
    // What is not limited comes after every limit.
    let last = u64::MAX;
    let millis = |limit: Option<std::time::Duration>| limit.map_or(last, |limit| limit.as_micros() as u64);
    (
        budget.playouts.unwrap_or(last),
        budget.nodes.unwrap_or(last),
        budget.depth.map_or(last, u64::from),
        millis(budget.cpu),
        millis(budget.wall),
        text.to_string(),
    )
}
