//! The rules.

use std::ops::Range;

use gametree_core::{Code, Game, Outcome, Rng, Side, Trace, code_ranges, mix};
use gametree_go::{Board, Fate, Point};

use crate::playout;

/// A position. A move is the index of a point, row by row from the top left.
#[derive(PartialEq, Eq, Debug)]
pub struct NoGo {
    pub(crate) board: Board,
    pub(crate) to_move: Side,
}

impl Clone for NoGo {
    fn clone(&self) -> Self {
        NoGo { board: self.board.clone(), to_move: self.to_move }
    }

    /// Copies only the places that the board uses.
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        self.board.clone_from(&source.board);
        self.to_move = source.to_move;
    }
}

/// Whether `side` may place a stone on an empty point: it must take nothing, and have a liberty. O(1).
#[inline(always)]
pub(crate) fn may_place(board: &Board, point: Point, side: Side) -> bool {
    // Most chains have liberties to spare; then there is nothing to count.
    board.is_quiet(point, side) || board.fate(point, side) == Fate::Lives
}

impl NoGo {
    pub(crate) fn on(board: Board) -> Self {
        NoGo { board, to_move: Side::First }
    }

    /// The stones.
    #[inline]
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whose stone lies on the point with this index.
    ///
    /// # Panics
    /// If there is no such point.
    #[must_use]
    pub fn stone(&self, index: u16) -> Option<Side> {
        self.board.stone(self.board.point(index))
    }

    /// The moves that `side` would have if it were to move. Each in O(1).
    pub fn moves_of(&self, side: Side) -> impl Iterator<Item = u16> + '_ {
        let points = self.board.points().zip(0..);
        points
            .filter(move |&(point, _)| self.board.is_empty(point) && may_place(&self.board, point, side))
            .map(|(_, index)| index)
    }
}

impl Game for NoGo {
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
            self.board.is_empty(point) && may_place(&self.board, point, self.to_move),
            "move {mv} is not legal"
        );
        self.board.place(point, self.to_move, |_| ());
        self.to_move = self.to_move.other();
    }

    /// The stones decide whose turn it is, unless one side has moved twice.
    #[inline]
    fn key(&self) -> u64 {
        let [first, second] = Side::BOTH.map(|side| self.board.stones(side));
        let regular = first == second + self.to_move.index() as u16;
        if regular { self.board.hash() } else { mix(&[self.board.hash(), self.to_move.index() as u64]) }
    }

    fn playout(&mut self, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        playout::fast(self, rng, trace)
    }

    #[inline]
    fn search_codes(&self, _moves: &mut Vec<u16>, mask: &mut [u64]) -> bool {
        for index in self.moves_of(self.to_move) {
            mask[usize::from(index) / 64] |= 1 << (index % 64);
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
        (self.board.is_empty(point) && may_place(&self.board, point, self.to_move)).then_some(mv)
    }

    fn assert_valid(&self) {
        self.board.assert_valid();
        let [first, second] = Side::BOTH.map(|side| self.board.stones(side));
        let mover = if first == second { Side::First } else { Side::Second };
        assert!(first == second || first == second + 1, "turns do not alternate");
        assert_eq!(self.to_move, mover);
    }
}
