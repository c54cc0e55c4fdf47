//! A game at the board: moves by either side, undo, set-up, and players that think about the position now.

mod typed;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use gametree_core::{Budget, FieldError, MoveError, Outcome, Side};

use crate::game::analysis::{Analysis, Analyze, FollowAnalysis};
use crate::game::setup::Setup;
use crate::game::solve::{Solve, Solved};

pub(crate) use typed::Session;

/// A game holds at most this many moves, so that an endless stream of them does not fill the memory.
pub const MOST_MOVES: usize = 4000;

/// What a player is asked at the board.
pub struct Think {
    /// Which of the session's players thinks.
    pub player: usize,
    /// For which side; it need not be its turn where the rules know that (see [`gametree_core::Describe::with_turn`]).
    pub side: Side,
    /// What it may spend.
    pub budget: Budget,
    /// The seed of this search.
    pub seed: u64,
    /// Set it from another thread, and the search answers with what it has.
    pub stop: Arc<AtomicBool>,
    /// Somebody who looks while it thinks, at about this interval.
    pub follow: Option<(Duration, FollowAnalysis)>,
    /// Whether a single move is searched, too; see [`gametree_core::Control::forced`].
    pub forced: bool,
}

/// One move as it was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// By whom.
    pub side: Side,
    /// The move as the game writes it.
    pub text: String,
}

/// Stones put down or taken off in the middle of a game, as in the setup nodes of SGF.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetUp {
    /// The stones put down, by side, as indices row by row from the top left. Whatever was there goes.
    pub stones: [Vec<usize>; 2],
    /// The points that are empty then.
    pub emptied: Vec<usize>,
    /// Whose turn it is then.
    pub to_move: Side,
}

impl SetUp {
    /// Whether these stones lie so already.
    pub(crate) fn lies(&self, stone_at: impl Fn(usize) -> Option<Side>) -> bool {
        let all = |points: &[usize], stone| points.iter().all(|&point| stone_at(point) == stone);
        Side::BOTH.into_iter().all(|side| all(&self.stones[side.index()], Some(side))) && all(&self.emptied, None)
    }
}

/// A game at the board without its type. Made by [`crate::AnyGame::session`]; errors leave it unchanged.
pub trait AnySession: Send {
    /// Size and options.
    fn setup(&self) -> &Setup;

    /// Whose turn it is.
    fn to_move(&self) -> Side;

    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Half points by which the first side would lead if the game ended now; see [`gametree_core::Game::margin`].
    fn margin(&self) -> i32;

    /// The stones that the game began with, by side, as indices row by row from the top left; empty for the usual start.
    fn stones_at_start(&self) -> &[Vec<usize>; 2];

    /// Who had the first turn.
    fn first_turn(&self) -> Side;

    /// The moves since then.
    fn moves(&self) -> Vec<PlayedMove>;

    /// What was set up between them, each with the number of moves before it; see [`AnySession::set_up`].
    fn setups(&self) -> Vec<(usize, &SetUp)>;

    /// The legal moves of the side to move.
    fn legal_moves(&self) -> Vec<String>;

    /// Whose stone lies on a point, an index row by row from the top left.
    fn stone_at(&self, point: usize) -> Option<Side>;

    /// Whether a point is marked on the board whatever stands on it; see [`gametree_core::Describe::is_marked`].
    fn is_marked(&self, point: usize) -> bool;

    /// How things stand, where the stones do not show it; see [`gametree_core::Describe::standing`].
    fn standing(&self) -> Option<String>;

    /// The position, drawn for people.
    fn draw(&self) -> String;

    /// Whether a side may move now, in its turn or out of it.
    fn may_move(&self, side: Side) -> bool;

    /// Whether a text is a move of this board, legal now or not.
    ///
    /// # Errors
    /// When it is none; says what a move looks like.
    fn reads(&self, text: &str) -> Result<(), MoveError>;

    /// Plays a move. A side may also move out of turn where the rules know that: what it may do then is what it may do on
    /// the same stones in its turn, and what may not be repeated stays remembered.
    ///
    /// # Errors
    /// When the move cannot be read or is not allowed, or there are [`MOST_MOVES`] of them.
    fn play(&mut self, side: Side, text: &str) -> Result<(), MoveError>;

    /// Takes the last step back: a move, or what was set up after it. Returns whether there was one.
    fn undo(&mut self) -> bool;

    /// Begins a new game.
    fn clear(&mut self);

    /// The points of so many handicap stones; see [`gametree_core::Describe::handicap`].
    ///
    /// # Errors
    /// When there are none on this board.
    fn handicap(&self, stones: u8) -> Result<Vec<usize>, FieldError>;

    /// Begins a new game with these stones on the board.
    ///
    /// # Errors
    /// When the rules do not allow such a start.
    fn arrange(&mut self, stones: [Vec<usize>; 2], to_move: Side) -> Result<(), FieldError>;

    /// Changes the board in the middle of a game. The game goes on from there: its moves are kept, but only positions from now on
    /// are remembered as ones that may not be repeated. Before the first move it is how the game begins. What is so already is no step, and nothing is forgotten for it.
    ///
    /// # Errors
    /// When the rules do not allow such a position to begin with, or there are [`MOST_MOVES`] steps.
    fn set_up(&mut self, change: SetUp) -> Result<(), FieldError>;

    /// Goes on with other options, the moves kept.
    ///
    /// # Errors
    /// When the setup is of another game or size, the moves are not possible under it, or a player does not fit into its memory.
    fn change(&mut self, setup: Setup) -> Result<(), crate::Error>;

    /// Searches the position now.
    ///
    /// # Errors
    /// When it is not this side's turn, and the rules know no other.
    fn think(&mut self, request: Think) -> Result<Analysis, MoveError>;

    /// One search of the position now, by a player of its own: as [`crate::AnyGame::analyze`] after the same moves.
    ///
    /// # Errors
    /// When the player does not accept the budget or does not fit into its memory.
    fn analyze(&self, request: Analyze<'_>) -> Result<Analysis, crate::Error>;

    /// The exact value of the position now.
    ///
    /// # Errors
    /// When the way of solving is not possible in this game.
    fn solve(&self, request: &Solve<'_>) -> Result<Solved, crate::Error>;

    /// Whether a player can keep to a budget.
    ///
    /// # Errors
    /// Names the limit.
    fn accepts(&self, player: usize, budget: &Budget) -> Result<(), FieldError>;
}
