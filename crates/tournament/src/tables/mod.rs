//! The figures of every cell, from the records alone.

pub(crate) mod csv;
pub(crate) mod gather;
pub(crate) mod markdown;
pub(crate) mod order;
pub(crate) mod remarks;

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;
use serde_json::Value;

use crate::error::Error;
use crate::plan::failures::Failures;
use crate::records::EndKind;
use crate::records::store::read_records;
use crate::tables::gather::TableBuilder;
use gametree_statistics::{Elo, LEVEL, Pentanomial, Tally};

/// The document `tables.json`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tables {
    /// The plan as played, with its hash; `None` when only records are there.
    pub plan: Option<Value>,
    /// In the plan's order: by game, players, size and budget.
    pub cells: Vec<CellFigures>,
    /// How many of the cells leave 50 %, and how many do by chance alone.
    pub chance: ChanceFigures,
}

/// Cells whose p is below `level`, and so whose 95 % interval leaves 50 % out.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ChanceFigures {
    /// The level of the test.
    pub level: f64,
    /// The cells with a decided game.
    pub cells: usize,
    /// How many of them would be found if all players were equal: about `level` of them, exactly computed.
    pub expected: f64,
    /// How many are.
    pub found: usize,
}

/// The figures of one cell. What is not known is `None` and written `null`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CellFigures {
    /// The cell's hash, as in records.
    pub cell_hash: String,
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
    /// Its 95 % interval, of the score test: Wilson's without draws, see [`Tally::wilson95`].
    pub wilson95: Option<[f64; 2]>,
    /// Two-sided probability of such a result between equals, by the same test: below 0.05 when the interval leaves 0.5 out.
    pub p: Option<f64>,
    /// The probability that `a` is the better player, every share of the decided games being as likely before.
    pub los: Option<f64>,
    /// The games in which `a` was first.
    pub a_first: SeatFigures,
    /// The games in which `a` was second.
    pub a_second: SeatFigures,
    /// How the side did that moves first, whoever it was.
    pub first_mover: FirstMoverFigures,
    /// The difference in strength, with an interval that takes the games as independent.
    pub elo: EloFigures,
    /// The same games in pairs.
    pub pairs: PairFigures,
    /// Games that differ in their moves or in who was first.
    pub distinct_games: usize,
    /// Games that count and are no other than an earlier one.
    pub repeated_games: u64,
    /// Games that count for nobody, because the software failed.
    pub void: u64,
    /// Games that were cut off and decided by the margin. They count.
    pub cut_off: u64,
    /// After how many plies; `None` where none was.
    pub cut_off_after: Option<usize>,
    /// Games by how they ended, void ones included.
    pub ends: BTreeMap<String, u64>,
    /// The share of the CPU time of workers and engines that no player has used.
    pub harness_share: Option<f64>,
    /// The games that nobody forfeited; `None` when there was no forfeit. All other figures count a forfeit as a loss.
    pub without_forfeits: Option<SeatFigures>,
    /// The games in which a player failed; `None` where nobody did, or no record says who.
    pub player_failures: Option<PlayerFailures>,
    /// Forfeits and void games, by id, and those lost by a failure.
    pub failures: Vec<Failure>,
    /// Final scores as engines of their own process count them; absent where none was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub final_scores: Option<ScoreFigures>,
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
    /// Its 95 % interval, see [`Tally::wilson95`].
    pub wilson95: Option<[f64; 2]>,
}

/// The games of a cell as the side saw them that moves first.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct FirstMoverFigures {
    /// Games that it won.
    pub wins: u64,
    /// Its share of the points.
    pub rate: Option<f64>,
    /// Its 95 % interval, see [`Tally::wilson95`].
    pub wilson95: Option<[f64; 2]>,
}

/// The games of a cell in pairs: those with the same number, the seats swapped. A pair counts when both games are in and
/// neither is void.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PairFigures {
    /// Pairs that count.
    pub complete: u64,
    /// Pairs that do not.
    pub incomplete: u64,
    /// Pairs in which `a` made 0, ½, 1, 1½ and 2 points.
    pub pentanomial: [u64; 5],
    /// The share of points of `a` in them.
    pub rate_a: Option<f64>,
    /// The standard error of it, from how much the pairs vary.
    pub std_error: Option<f64>,
    /// The 95 % interval that goes with it, see [`Pentanomial::interval95`].
    pub interval95: Option<[f64; 2]>,
    /// The difference in strength, with an interval from that one.
    pub elo: EloFigures,
}

/// Games of a cell in which a player failed, and the figures with both ways to count them.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct PlayerFailures {
    /// The way that all other figures have.
    pub counted: Failures,
    /// Games in which `a` failed.
    pub by_a: u64,
    /// Games in which `b` did.
    pub by_b: u64,
    /// If they count for nobody.
    pub as_void: SeatFigures,
    /// If they are losses of whoever failed.
    pub as_loss: SeatFigures,
}

/// A game that did not end by the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Failure {
    /// The game.
    pub id: String,
    /// Forfeit or void.
    pub kind: EndKind,
    /// Who forfeited or failed, where the record says it.
    pub player: Option<String>,
    /// Why.
    pub reason: Option<String>,
}

/// How the final scores of engines compare with those of our referee, which count.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct ScoreFigures {
    /// Games in which an engine was asked.
    pub games: u64,
    /// Those in which one of them counts otherwise, by id.
    pub different: Vec<ScoreDifference>,
}

/// A game of which an engine counts another final score.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct ScoreDifference {
    /// The game.
    pub id: String,
    /// The engine's name.
    pub player: String,
    /// Its score; `?` where it refused.
    pub score: String,
    /// The referee's.
    pub referee: String,
}

/// A difference on the logistic Elo scale, from `a`'s view. An end without a bound is `None`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EloFigures {
    /// The best estimate.
    pub diff: Option<f64>,
    /// The lower end of the 95 % interval.
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
    /// The standard error of the mean over games of a game's mean depth.
    pub mean_depth_std_error: Option<f64>,
    /// The deepest of them.
    pub max_depth: Option<u32>,
    /// Mean plies from the root to the end of a playout.
    pub mean_playout_plies: Option<f64>,
    /// Moves, those without a choice included.
    pub moves: u64,
    /// Mean number of playouts of a move.
    pub playouts_per_move: Option<f64>,
    /// Mean CPU time of a move.
    pub cpu_per_move_s: Option<f64>,
    /// Mean ratio of time spent to time allowed, over the moves that ended because it was spent.
    pub mean_spent_ratio: Option<f64>,
    /// Largest ratio of time spent to time allowed.
    pub max_overrun_ratio: Option<f64>,
    /// Games with a move that took more than one and a half times the time allowed.
    pub overrun_games: u64,
    /// Moves whose search ended with a tree that could not grow any further; `None` where no record says it.
    pub tree_full_moves: Option<u64>,
    /// The moves of the records that say it.
    pub tree_known_moves: u64,
    /// Games that it lost by doing what the rules do not allow.
    pub forfeits: u64,
}

impl Tables {
    /// The tables of a run's folder, failures counted as the plan says. Reads record by record: memory is O(games), a few bytes each.
    ///
    /// # Errors
    /// When a record is damaged or the disk refuses.
    pub fn of_folder(dir: &Path, plan: Option<Value>) -> Result<Tables, Error> {
        let mut builder = TableBuilder::new(Failures::of_plan(plan.as_ref()));
        read_records(dir, &mut |record| builder.add(&record))?;
        Ok(Tables::new(plan, builder.finish()))
    }

    /// The tables of these cells, which are put into the plan's order.
    #[must_use]
    pub fn new(plan: Option<Value>, mut cells: Vec<CellFigures>) -> Tables {
        if let Some(plan) = &plan {
            order::sort(&mut cells, plan);
        }
        let chance = ChanceFigures::of(&cells);
        Tables { plan, cells, chance }
    }

    /// The cells in groups of the same game, options and players, in their order.
    #[must_use]
    pub fn groups(&self) -> Vec<&[CellFigures]> {
        let alike = |one: &CellFigures, other: &CellFigures| {
            (&one.game, &one.options, &one.a, &one.b) == (&other.game, &other.options, &other.a, &other.b)
        };
        self.cells.chunk_by(alike).collect()
    }

    /// Whether the same two players meet in all cells.
    #[must_use]
    pub fn has_one_pairing(&self) -> bool {
        self.cells.windows(2).all(|two| (&two[0].a, &two[0].b) == (&two[1].a, &two[1].b))
    }

    /// What counts when a player fails, as the plan says.
    #[must_use]
    pub fn failures(&self) -> Failures {
        Failures::of_plan(self.plan.as_ref())
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

impl CellFigures {
    /// The games that count, from the view of `a`.
    #[must_use]
    pub fn tally(&self) -> Tally {
        Tally { wins: self.wins_a, losses: self.wins_b, draws: self.draws }
    }

    /// Whether `a` and `b` are told apart, see [`Tally::differs`]: its share is then printed in bold.
    #[must_use]
    pub fn differs(&self) -> bool {
        self.tally().differs()
    }
}

impl ChanceFigures {
    fn of(cells: &[CellFigures]) -> Self {
        let tested: Vec<Tally> = cells.iter().filter(|cell| cell.p.is_some()).map(CellFigures::tally).collect();
        ChanceFigures {
            level: LEVEL,
            cells: tested.len(),
            expected: tested.iter().map(Tally::false_alarms).sum(),
            found: tested.iter().filter(|tally| tally.differs()).count(),
        }
    }

    /// The expected number as it is printed. With very few games a cell no score is away from 50 %, and the number is small.
    #[must_use]
    pub fn expected_text(&self) -> String {
        let digits = if self.expected < 0.95 { 2 } else { 1 };
        format!("{:.digits$}", self.expected)
    }
}

impl From<Tally> for SeatFigures {
    fn from(tally: Tally) -> Self {
        SeatFigures {
            games: tally.games(),
            wins_a: tally.wins,
            draws: tally.draws,
            rate_a: tally.rate(),
            wilson95: tally.wilson95(),
        }
    }
}

impl From<Tally> for FirstMoverFigures {
    fn from(tally: Tally) -> Self {
        FirstMoverFigures { wins: tally.wins, rate: tally.rate(), wilson95: tally.wilson95() }
    }
}

impl PairFigures {
    pub(crate) fn new(pairs: &Pentanomial, incomplete: u64) -> Self {
        PairFigures {
            complete: pairs.count(),
            incomplete,
            pentanomial: pairs.0,
            rate_a: pairs.rate(),
            std_error: pairs.std_error(),
            interval95: pairs.interval95(),
            elo: EloFigures::new(pairs.elo(), "no pairs"),
        }
    }
}

impl EloFigures {
    /// `nothing` is the text when there is nothing to count.
    pub(crate) fn new(elo: Option<Elo>, nothing: &str) -> Self {
        match elo {
            Some(elo) => EloFigures { diff: elo.diff, lo: elo.lo, hi: elo.hi, text: elo.to_string() },
            None => EloFigures { diff: None, lo: None, hi: None, text: nothing.into() },
        }
    }
}
