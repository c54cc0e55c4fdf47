//! Games without their type: what programs that know games by name work with.

pub(crate) mod analysis;
pub(crate) mod bench;
pub(crate) mod erase;
pub(crate) mod house;
pub(crate) mod opening;
pub(crate) mod setup;
pub(crate) mod solve;

use std::path::Path;
use std::time::Duration;

use gametree_core::{Budget, FieldError, Size};

use crate::error::Error;
use crate::game::analysis::{Analysis, Analyze};
use crate::game::opening::Opening;
use crate::game::setup::{GameAbout, Setup};
use crate::game::solve::{Solve, Solved};
use crate::play::Ending;
use crate::play::watch::GameWatch;
use crate::session::AnySession;
use crate::spec::PlayerSpec;

/// A game whose type has been erased ([`crate::erase`]). Errors name the field or move that is wrong.
pub trait AnyGame: Send + Sync {
    /// Its name and options.
    fn about(&self) -> GameAbout;

    /// Checks a size and options, as they stand in a plan or come from [`crate::parse_options`]. Without a size, the default.
    ///
    /// # Errors
    /// Names the size or the option, its value and what is allowed.
    fn setup(&self, size: Option<Size>, options: &toml::Table) -> Result<Setup, FieldError>;

    /// Whether a player can keep to a budget in this game.
    ///
    /// # Errors
    /// Names the player, the limit and those that it can keep.
    fn accepts(&self, player: &PlayerSpec, budget: &Budget) -> Result<(), FieldError>;

    /// Whether what a player cannot do without fits into its bound on memory in this setup.
    ///
    /// # Errors
    /// Names the player, its bound and the least that it may be.
    fn fits(&self, setup: &Setup, player: &PlayerSpec) -> Result<(), FieldError>;

    /// Builds two players for a series of games from one start. A game is cut off after `max_plies`, or without a number after
    /// [`crate::default_max_plies`], and decided by the margin.
    ///
    /// # Errors
    /// When a player cannot keep to the budget, or does not fit into its memory.
    fn open(
        &self,
        setup: &Setup,
        players: [Entrant<'_>; 2],
        budget: &Budget,
        max_plies: Option<u32>,
    ) -> Result<Box<dyn AnyMatch>, Error>;

    /// Builds players for a game at the board; their memory is kept from move to move.
    ///
    /// # Errors
    /// When a player cannot keep to its budget, or does not fit into its memory.
    fn session(&self, setup: &Setup, players: &[(&PlayerSpec, &Budget)]) -> Result<Box<dyn AnySession>, Error>;

    /// Checks that games can begin with these moves (separated by spaces).
    ///
    /// # Errors
    /// When a move cannot be read or played, or the game is over after the last one.
    fn check_opening(&self, setup: &Setup, moves: &str) -> Result<(), Error>;

    /// One search of the position after `moves` (separated by spaces or commas).
    ///
    /// # Errors
    /// When a move cannot be read or played, or the player does not accept the budget or does not fit into its memory.
    fn analyze(&self, setup: &Setup, moves: &str, request: Analyze<'_>) -> Result<Analysis, Error>;

    /// The exact value of the position after `moves` (separated by spaces or commas).
    ///
    /// # Errors
    /// When a move cannot be read or played, or the way of solving is not possible in this game.
    fn solve(&self, setup: &Setup, moves: &str, request: &Solve<'_>) -> Result<Solved, Error>;

    /// The number of move sequences of length 1, 2, … `depth` from the start, by the rules.
    ///
    /// # Errors
    /// When the setup belongs to another game.
    fn perft(&self, setup: &Setup, depth: usize) -> Result<Vec<u64>, Error>;

    /// How many iterations of a player's search, or without one how many playouts, a second of CPU time holds. From the start, on
    /// the calling thread; takes a little over `at_least` of its CPU time.
    ///
    /// # Errors
    /// When the player makes no playouts, or does not fit into its memory.
    fn bench(&self, setup: &Setup, player: Option<&PlayerSpec>, at_least: Duration) -> Result<f64, Error>;

    /// The position after `moves` (separated by spaces or commas), drawn for people.
    ///
    /// # Errors
    /// When a move cannot be read or played.
    fn draw(&self, setup: &Setup, moves: &str) -> Result<String, Error>;
}

/// A player in a series of games.
#[derive(Clone, Copy, Debug)]
pub struct Entrant<'a> {
    /// Its name.
    pub name: &'a str,
    /// What it is.
    pub spec: &'a PlayerSpec,
    /// Where the standard error of an engine of its own process goes; nowhere without a file.
    pub errors: Option<&'a Path>,
}

/// Two players, built, who play one game after the other. Their memory is reused.
pub trait AnyMatch: Send {
    /// Plays a game in which player `opens` (0 or 1, in the order of [`AnyGame::open`]) is the first side. `seeds` are the
    /// players', in the same order. `watch` has its log; usage there is by side.
    fn play(&mut self, opens: usize, seeds: [u64; 2], opening: Opening<'_>, watch: &GameWatch) -> Ending;
}
