//! Tournaments: a plan, its games with their seeds, the records of those that were played, and tables made from records alone.
//!
//! ```text
//! Plan ── cells, jobs ──► run (workers) ── GameRecord ──► Store: games-*.jsonl ── TableBuilder ──► Tables
//! ```
//!
//! * `plan`: a [`Plan`] is read from TOML; its [`Cell`]s and [`Job`]s follow from it.
//! * `run`: [`run()`] plays what a [`Store`] does not hold yet; [`Status`] says how far it is.
//! * `records`: one line a game, [`GameRecord`], in files that survive a crash: [`Store`], [`merge()`], [`replay`].
//! * `tables`: [`Tables`] and how they are written.
//!
//! Games and players come by name from `gametree_players`; what counts say is in `gametree_statistics`. A match on a game of
//! one's own without any of this is `gametree_players::play_match`: see its `examples/own_game_match.rs`.

mod error;
mod plan;
mod records;
mod run;
mod tables;

pub use error::{Error, PlanError};
pub use plan::failures::Failures;
pub use plan::openings::Openings;
pub use plan::schedule::{Cell, Job, Only, each_cell_first};
pub use plan::shard::Shard;
pub use plan::{Pairing, Plan, PlanPlayer};
pub use records::merge::{Conflict, Merged, merge};
pub use records::replay::{Replay, replay};
pub use records::scan::{Damage, SkippedLine};
pub use records::store::{Store, read_plan, read_records, read_records_with};
pub use records::{End, EndKind, FinalScores, GameRecord, PlayerUsage, RecordCell};
pub use run::cores::usable_cores;
pub use run::machine::Machine;
pub use run::pace::{Lately, Pace};
pub use run::sprt::{SprtTest, parse_sprt};
pub use run::status::{CellStatus, FileStatus, Status};
pub use run::{Next, Progress, RunEnd, RunSettings, run};
pub use tables::gather::TableBuilder;
pub use tables::markdown::{p_value, share, speed};
pub use tables::order::{budget_order, budgets_of, size_order, sizes_of};
pub use tables::remarks::{Remark, RemarkKind};
pub use tables::{
    CellFigures, ChanceFigures, EloFigures, Failure, FirstMoverFigures, PairFigures, PlayerFailures, PlayerFigures,
    ScoreDifference, ScoreFigures, SeatFigures, Tables,
};
