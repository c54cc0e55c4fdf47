//! Games and players by name, without their types: what programs at the board and tournaments work with.
//!
//! * `spec`: a kind of player is a type, [`Player`]; a list of them is a type, [`Players`]; ours are [`Standard`], one entry each. A
//!   player with its parameters is a [`PlayerSpec`].
//! * `game`: a [`House`] holds games and kinds of players by name. Here games lose their type, once ([`erase`]): a virtual call
//!   per game or per move, everything below is monomorphic.
//! * `play`: one game between two, [`play_game`], and a match of several on a game of one's own, [`play_match`].
//! * `session`: [`AnyGame::session`] makes an [`AnySession`], a game at the board with moves, undo and players that think.
//! * `engine`: players that are programs of their own and speak GTP.
//! * [`sgf`]: reads and writes such games.
//!
//! A house with one game, and with a player of one's own, is made in the example of [`Player`] and of [`House`].

mod engine;
mod error;
mod files;
mod game;
mod play;
mod session;
pub mod sgf;
mod spec;

pub use engine::{EngineConfig, EngineCoordinates};
pub use error::Error;
pub use files::{print, read_text, write_whole, write_whole_with};
pub use game::analysis::{
    Analysis, AnalysisMove, AnalysisSource, AnalysisStats, Analyze, FollowAnalysis, standard_error,
};
pub use game::bench::{bench_playouts, bench_search};
pub use game::erase::erase;
pub use game::house::{House, HouseBuilder};
pub use game::opening::Opening;
pub use game::setup::{GameAbout, Setup, komi_in_halves, komi_is_odd, parse_options};
pub use game::solve::{Solve, Solved, SolvedMove};
pub use game::{AnyGame, AnyMatch, Entrant};
pub use play::matchup::{MatchResult, Terms, play_match};
pub use play::usage::Usage;
pub use play::watch::GameWatch;
pub use play::{Ending, GameLog, GameScores, Seat, default_max_plies, play_game};
pub use session::{AnySession, MOST_MOVES, PlayedMove, SetUp, Think};
pub use spec::PlayerSpec;
pub use spec::kind::{Budgets, Parameters, Player, PlayerAbout};
pub use spec::list::Players;
pub use spec::random::Random;
pub use spec::standard::{
    AlphaBetaPlayer, FlatPlayer, GravePlayer, IterativePlayer, McpsPlayer, MinimaxPlayer, RavePlayer, Standard,
    UctPlayer,
};
pub use spec::text::{Written, take_apart};
