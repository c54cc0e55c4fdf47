//! Who chooses the moves at a seat: a search in this process, or an engine in its own.

use std::ops::DerefMut;
use std::sync::atomic::AtomicBool;

use gametree_core::{Budget, Control, Game, Line, Search, Stats};

use crate::play::usage::Usage;

/// Chooses the moves of one seat, game after game.
pub(crate) trait Mover<G: Game>: Send {
    /// A new game begins with a line whose moves are the opening. Returns soon after `stop` is set.
    ///
    /// # Errors
    /// Why it cannot play; the game is void then.
    fn begin(&mut self, line: &Line<G>, budget: &Budget, stop: &AtomicBool) -> Result<(), String>;

    /// Chooses a move at the end of the line, in which the game still runs.
    fn choose(&mut self, line: &Line<G>, budget: &Budget, seed: u64, control: &mut Control<G::Move>)
    -> Choice<G::Move>;

    /// The game has ended by the rules. Gives the score that an engine with a mind of its own has counted.
    fn end(&mut self, line: &Line<G>, stop: &AtomicBool) -> Option<String> {
        let _ = (line, stop);
        None
    }

    /// What it has spent before its first move: zeros, and nothing where it will never be known.
    fn unspent(&self) -> Usage {
        Usage::default()
    }
}

/// An answer to the question for a move.
pub(crate) struct Choice<M> {
    pub(crate) act: Act<M>,
    /// What it thinks of its position, for the log.
    pub(crate) value: Option<f64>,
    pub(crate) stats: Stats,
}

/// What a player does in its turn.
pub(crate) enum Act<M> {
    /// Plays a move, legal or not.
    Move(M),
    /// Gives none, although the game runs.
    Nothing,
    /// Plays what this board does not have.
    NoMove(String),
    /// Gives the game up.
    Resign,
    /// Has failed. The game is void.
    Fail(String),
}

/// A search, owned or borrowed.
pub(crate) struct Searcher<S>(pub(crate) S);

impl<G, S> Mover<G> for Searcher<S>
where
    G: Game,
    S: DerefMut + Send,
    S::Target: Search<G>,
{
    fn begin(&mut self, _: &Line<G>, _: &Budget, _: &AtomicBool) -> Result<(), String> {
        self.0.forget();
        Ok(())
    }

    fn choose(
        &mut self,
        line: &Line<G>,
        budget: &Budget,
        seed: u64,
        control: &mut Control<G::Move>,
    ) -> Choice<G::Move> {
        let report = self.0.search(line, budget, seed, control);
        Choice { act: report.best.map_or(Act::Nothing, Act::Move), value: report.value, stats: report.stats }
    }
}
