//! A game so far: the start, the moves, and what may not be repeated.

use crate::error::{MoveError, MoveErrorKind};
use crate::game::Game;

/// A sequence of legal moves from a start, with the position it leads to. Searches start from a `Line`.
///
/// Keeps every position, so that undo is exact and cheap, and every repetition key, so that a move back to an earlier
/// position is refused where the game forbids it.
///
/// ```
/// use gametree_core::{Game, Line, testing::Toy};
/// let toy: Toy = "(A(B=))".parse().unwrap();
/// let mut line = Line::new(toy);
/// line.play(1).unwrap();
/// assert!(line.play(7).is_err());
/// assert_eq!(line.undo(), Some(1));
/// assert_eq!(line.moves(), []);
/// ```
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    positions: Vec<G>,
    /// The repetition key of each position.
    keys: Vec<Option<u64>>,
    moves: Vec<G::Move>,
}

impl<G: Game> Line<G> {
    /// No moves yet.
    #[must_use]
    pub fn new(start: G) -> Self {
        Line { keys: vec![start.repetition_key()], positions: vec![start], moves: Vec::new() }
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &G {
        &self.positions[self.moves.len()]
    }

    /// The position after the first `plies` moves; `None` if there are fewer.
    #[must_use]
    pub fn position_after(&self, plies: usize) -> Option<&G> {
        self.positions.get(plies)
    }

    /// The position before the first move.
    #[must_use]
    pub fn start(&self) -> &G {
        &self.positions[0]
    }

    /// The moves played, oldest first.
    #[must_use]
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The repetition keys of the positions so far, for searches that keep clear of repetition by themselves; none for games
    /// without such a rule. Not to be had from the moves: [`Line::replace_position`].
    pub fn repetition_keys(&self) -> impl Iterator<Item = u64> {
        self.keys.iter().copied().flatten()
    }

    /// Whether a move that is legal by the position also keeps clear of repetition. O(moves played), free for games
    /// without a repetition rule.
    #[must_use]
    pub fn repeats(&self, mv: G::Move) -> bool {
        if self.keys[self.moves.len()].is_none() {
            return false;
        }
        let mut next = self.position().clone();
        next.play(mv);
        let key = next.repetition_key();
        key.is_some() && self.keys.contains(&key)
    }

    /// Appends the legal moves: the position's, without those that would repeat.
    pub fn legal_moves(&self, out: &mut Vec<G::Move>) {
        let start = out.len();
        self.position().legal_moves(out);
        self.drop_repeating(out, start);
    }

    /// Appends the moves that a search considers at the root: the position's search moves without those that would
    /// repeat, or the legal moves when nothing else is left.
    pub fn search_moves(&self, out: &mut Vec<G::Move>) {
        let start = out.len();
        self.position().search_moves(out);
        self.drop_repeating(out, start);
        if out.len() == start {
            self.legal_moves(out);
        }
    }

    fn drop_repeating(&self, out: &mut Vec<G::Move>, start: usize) {
        if self.keys[self.moves.len()].is_some() {
            let kept: Vec<_> = out.drain(start..).filter(|&mv| !self.repeats(mv)).collect();
            out.extend(kept);
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If the game is finished, the move is not legal, or it repeats a position; the line is then unchanged.
    pub fn play(&mut self, mv: G::Move) -> Result<(), MoveError> {
        let position = self.position();
        let refuse = |kind, reason: &str| Err(MoveError::new(kind, format_args!("{mv:?}"), reason));
        if position.outcome().is_some() {
            return refuse(MoveErrorKind::Finished, "the game is finished");
        }
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        if !legal.contains(&mv) {
            return refuse(MoveErrorKind::Illegal, "not legal here");
        }
        if self.repeats(mv) {
            return refuse(MoveErrorKind::Repeats, "repeats an earlier position");
        }
        self.push(mv);
        Ok(())
    }

    /// Plays a move that is known to be legal, as one that `legal_moves` has just given; unspecified otherwise.
    pub fn push(&mut self, mv: G::Move) {
        let mut next = self.position().clone();
        next.play(mv);
        self.keys.push(next.repetition_key());
        self.positions.push(next);
        self.moves.push(mv);
    }

    /// Puts another position in place of the one now and returns that: the same stones with another side to move, as at a
    /// board where one side moves twice. What may not be repeated stays remembered. From then on the moves alone no longer
    /// lead from the start to the position.
    pub fn replace_position(&mut self, position: G) -> G {
        let now = self.moves.len();
        self.keys[now] = position.repetition_key();
        std::mem::replace(&mut self.positions[now], position)
    }

    /// Takes the last move back and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<G::Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        self.keys.pop();
        Some(mv)
    }
}
