//! The rules.

use std::ops::Range;

use gametree_core::{Code, Game, Outcome, Rng, Side, Tactics, Trace, code_ranges, mix};
use gametree_go::{Board, Fate, Point};

use crate::{playout, tactics};

/// A position. A move is the index of a point, row by row from the top left.
#[derive(PartialEq, Eq, Debug)]
pub struct AtariGo {
    pub(crate) board: Board,
    pub(crate) to_move: Side,
    /// Stones that the last move took; if any, the game is finished.
    pub(crate) taken: u16,
}

impl Clone for AtariGo {
    fn clone(&self) -> Self {
        AtariGo { board: self.board.clone(), ..*self }
    }

    /// Copies only the places that the board uses.
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        self.board.clone_from(&source.board);
        (self.to_move, self.taken) = (source.to_move, source.taken);
    }
}

/// Whether `side` may place a stone on an empty point: it must take something or have a liberty. O(1).
#[inline(always)]
pub(crate) fn may_place(board: &Board, point: Point, side: Side) -> bool {
    board.room(point) > 0 || board.is_safe(point, side) || board.fate(point, side) != Fate::Suicide
}

impl AtariGo {
    pub(crate) fn on(board: Board) -> Self {
        AtariGo { board, to_move: Side::First, taken: 0 }
    }

    /// The stones.
    #[inline]
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The result, if the last move was a capture.
    #[inline]
    pub(crate) fn won(&self) -> Option<Outcome> {
        (self.taken > 0).then(|| Outcome::Win(self.to_move.other()))
    }

    /// Places a stone of the side to move and hands over the turn.
    #[inline(always)]
    pub(crate) fn put(&mut self, point: Point) {
        self.taken = self.board.place(point, self.to_move, |_| ());
        self.to_move = self.to_move.other();
    }

    /// Whose stone lies on the point with this index.
    ///
    /// # Panics
    /// If there is no such point.
    #[must_use]
    pub fn stone(&self, index: u16) -> Option<Side> {
        self.board.stone(self.board.point(index))
    }

    /// The moves that `side` would have if it were to move; none after a capture. Each in O(1).
    pub fn moves_of(&self, side: Side) -> impl Iterator<Item = u16> + '_ {
        let running = self.taken == 0;
        let points = self.board.points().zip(0..).filter(move |_| running);
        points
            .filter(move |&(point, _)| self.board.is_empty(point) && may_place(&self.board, point, side))
            .map(|(_, index)| index)
    }
}

impl Game for AtariGo {
    type Move = u16;

    #[inline]
    fn codes(&self, side: Side) -> Range<Code> {
        let area = self.board.size().area();
        let [first, second] = code_ranges(area, area);
        if side == Side::First { first } else { second }
    }

    #[inline]
    fn code(&self, mv: u16) -> Code {
        self.codes(self.to_move).start + mv
    }

    #[inline]
    fn to_move(&self) -> Side {
        self.to_move
    }

    /// Looks for a move of the side to move, up to the first one.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.moves_of(self.to_move).next().is_none().then(|| Outcome::Win(self.to_move.other()))
    }

    fn legal_moves(&self, out: &mut Vec<u16>) {
        out.extend(self.moves_of(self.to_move));
    }

    #[inline]
    fn play(&mut self, mv: u16) {
        let point = self.board.point(mv);
        debug_assert!(
            self.taken == 0 && self.board.is_empty(point) && may_place(&self.board, point, self.to_move),
            "move {mv} is not legal"
        );
        self.put(point);
    }

    /// Before the first capture the stones decide whose turn it is, unless one side has moved twice.
    #[inline]
    fn key(&self) -> u64 {
        let [first, second] = Side::BOTH.map(|side| self.board.stones(side));
        let regular = first == second + self.to_move.index() as u16;
        if self.taken == 0 && regular {
            self.board.hash()
        } else {
            mix(&[self.board.hash(), self.to_move.index() as u64])
        }
    }

    fn playout(&mut self, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        playout::fast(self, rng, trace)
    }

    #[inline]
    fn search_codes(&self, _moves: &mut Vec<u16>, mask: &mut [u64]) -> bool {
        if self.taken == 0 {
            self.board.mark_roomy(mask, |mask, point| {
                if may_place(&self.board, point, self.to_move) {
                    let index = self.board.index(point);
                    mask[usize::from(index) / 64] |= 1 << (index % 64);
                }
            });
        }
        true
    }

    #[inline]
    fn decode(&self, code: Code, _moves: &mut Vec<u16>) -> Option<u16> {
        let codes = self.codes(self.to_move);
        if !codes.contains(&code) {
            return None;
        }
        let mv = code - codes.start;
        let point = self.board.point(mv);
        (self.taken == 0 && self.board.is_empty(point) && may_place(&self.board, point, self.to_move)).then_some(mv)
    }

    fn tactics(&self, last: Option<u16>, out: &mut Vec<u16>) -> Tactics {
        tactics::look(self, last, out)
    }

    fn assert_valid(&self) {
        self.board.assert_valid();
        let [first, second] = Side::BOTH.map(|side| self.board.stones(side));
        let [first, second] = match self.to_move {
            Side::First => [first + self.taken, second],
            Side::Second => [first, second + self.taken],
        };
        let mover = if first == second { Side::First } else { Side::Second };
        assert!(first == second || first == second + 1, "turns do not alternate");
        assert_eq!(self.to_move, mover);
    }
}
