//! What every game and every search of gametree shares: the [`Game`] trait, budgets, reports, and the test kit for both. Every
//! other crate of gametree but its kernels depends on this one; it names no game and no algorithm.
//!
//! * A game implements [`Game`] (and [`Describe`], for people and files) and runs [`testing::conformance`] in its tests.
//! * A search implements [`Search`]: limits in ([`Budget`]), a [`Report`] out.
//! * Between the two stands one idea: a playout is a set of move codes ([`Trace`]) and an [`Outcome`].
//!
//! ```
//! use gametree_core::{Game, Outcome, Rng, Side, Trace, testing::Toy};
//!
//! // Two moves each; first wins unless second answers the second move with its first.
//! let start: Toy = "((A A)(B A))".parse().unwrap();
//! let mut trace = Trace::for_game(&start);
//! let mut rng = Rng::new(1);
//! let wins = (0..1000)
//!     .filter(|_| {
//!         trace.clear();
//!         start.clone().playout(&mut rng, &mut trace) == Outcome::Win(Side::First)
//!     })
//!     .count();
//! assert!((650..850).contains(&wins), "three of four games are won");
//! assert_eq!(trace.plies, 2);
//! ```

mod board;
mod budget;
mod clock;
mod codes;
mod config;
mod describe;
mod error;
mod evaluate;
mod game;
mod line;
mod meter;
mod perft;
mod playout;
mod rng;
mod search;
mod sgf;
pub mod testing;
mod trace;

pub use board::Size;
pub use budget::{Budget, Limit, format_duration, parse_duration};
pub use clock::{Stopwatch, process_cpu, thread_cpu};
pub use codes::{CodeSet, set_bits};
pub use config::{Config, LEAST_MEMORY, MEMORY_ALLOWED, memory_text, parse_memory, parse_number, parse_word};
pub use describe::{Describe, Grid, OptionAbout, Swap};
pub use error::{FieldError, MoveError, MoveErrorKind, nearest};
pub use evaluate::{EVALUATION_LIMIT, Evaluate, Feature, Known, MOST_FEATURES};
pub use game::{Code, Game, Outcome, Side, Tactics, code_ranges};
pub use line::Line;
pub use meter::{Meter, Tick};
pub use perft::perft;
pub use playout::{playout_by, reference_playout};
pub use rng::{Rng, mix};
pub use search::{
    Control, Follow, FollowCall, Proven, Report, RootMove, Search, Source, Stats, StopReason, TreeLimits, TreeNode,
    report_without_search,
};
pub use sgf::{Sgf, SgfMoves, SgfRules, SgfWords};
pub use trace::Trace;

/// The crate of the kernels, for games and searches that have hot loops of their own.
pub use gametree_kernels as kernels;
