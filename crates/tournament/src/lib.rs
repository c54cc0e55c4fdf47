//! Matches between players built from specs: plan, schedule, runner, records and statistics.
//!
//! Three ways in:
//!
//! * With a game of one's own: [`play_match`] takes any [`gametree_core::Game`] and two searches. See
//!   `examples/own_game_tournament.rs`.
//! * With games by name: a [`Plan`] is read from TOML, its [`Cell`]s and [`Job`]s follow from it, [`run()`] plays what a
//!   [`Store`] does not hold yet, and [`Tables`] are made from the records alone.
//! * At the board: [`AnyGame::session`] makes an [`AnySession`], a game by name with moves, undo and players that think;
//!   [`sgf`] reads and writes it.
//!
//! ```text
//! Plan ── cells, jobs ──► run (workers) ── GameRecord ──► Store: games-*.jsonl ── TableBuilder ──► Tables
//! ```
//!
//! Games lose their type once, in [`erase`]: one virtual call per game, everything below is monomorphic.

mod analysis;
mod asked;
mod bench;
mod cores;
mod csv;
mod duel;
mod engine;
mod erase;
mod error;
mod game;
mod gather;
mod likelihood;
mod machine;
mod markdown;
mod matchup;
mod merge;
mod mover;
mod opening;
mod order;
mod pace;
mod plan;
mod plan_file;
mod player;
mod random;
mod record;
mod remarks;
mod replay;
mod runner;
mod scan;
mod schedule;
mod score_test;
mod scores;
mod session;
pub mod sgf;
mod shard;
mod solve;
mod spec;
mod sprt;
pub mod stats;
mod status;
mod store;
mod tables;
mod usage;
mod watch;
mod worker;

pub use analysis::{Analysis, AnalysisMove, AnalysisSource, AnalysisStats, Analyze, standard_error};
pub use bench::{BENCHES, bench_playouts, bench_search};
pub use cores::usable_cores;
pub use duel::{Ending, GameLog, GameScores, Seat, default_max_plies, play_game};
pub use engine::{EngineConfig, EngineCoordinates};
pub use erase::erase;
pub use error::{Error, PlanError};
pub use game::{AnyGame, AnyMatch, Entrant, GameAbout, Games, Setup, komi_in_halves, komi_is_odd, parse_options};
pub use gather::TableBuilder;
pub use machine::Machine;
pub use markdown::{share, speed};
pub use matchup::{MatchResult, Terms, play_match};
pub use merge::{Conflict, Merged, merge};
pub use opening::{Opening, Openings};
pub use order::{budget_order, budgets_of, size_order, sizes_of};
pub use pace::{Lately, Pace};
pub use plan::{Pairing, Plan, PlanPlayer};
pub use player::{PLAYERS, PlayerAbout, PlayerSpec};
pub use random::Random;
pub use record::{End, EndKind, Failures, FinalScores, GameRecord, PlayerUsage, RecordCell};
pub use remarks::{Remark, RemarkKind};
pub use replay::{Replay, replay};
pub use runner::{Next, Progress, RunEnd, RunSettings, run};
pub use scan::{Damage, SkippedLine};
pub use schedule::{Cell, Job, Only, each_cell_first};
pub use session::{AnySession, FollowAnalysis, MOST_MOVES, PlayedMove, SetUp, Think};
pub use shard::Shard;
pub use solve::{Solve, Solved, SolvedMove};
pub use sprt::{EloModel, Sprt, SprtState, SprtTest, Verdict};
pub use status::{CellStatus, FileStatus, Status};
pub use store::{Store, read_plan, read_records, read_records_with, read_text, write_whole};
pub use tables::{
    CellFigures, ChanceFigures, EloFigures, Failure, FirstMoverFigures, PairFigures, PlayerFailures, PlayerFigures,
    ScoreDifference, ScoreFigures, SeatFigures, Tables,
};
pub use usage::Usage;
pub use watch::GameWatch;
