//! The rules: whose turn, ko, pass, the end.

use std::ops::Range;

use gametree_core::{Code, Game, Outcome, Rng, Side, Trace, code_ranges, mix};

use crate::board::Board;
use crate::describe::KoRule;
use crate::geometry::Point;
use crate::local::Fate;
use crate::playout;

/// A position. A move is the index of a point, row by row from the top left, or [`Go::pass`], the number after the last.
#[derive(Debug)]
pub struct Go {
    pub(crate) board: Board,
    pub(crate) to_move: Side,
    /// The point that may not be retaken at once, or [`NO_KO`].
    pub(crate) ko: Point,
    /// Passes in a row: 2 end the game.
    pub(crate) passes: u8,
    plies: u32,
    /// Stones that each side has taken.
    taken: [u32; 2],
    pub(crate) rules: Rules,
}

/// What does not change within a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rules {
    /// Half points.
    pub(crate) komi: i32,
    pub(crate) ko: KoRule,
    pub(crate) suicide: bool,
}

/// The border's first corner: nobody plays there.
pub(crate) const NO_KO: Point = 0;

impl Clone for Go {
    fn clone(&self) -> Self {
        Go { board: self.board.clone(), ..*self }
    }

    /// Copies only the places that the board uses.
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        self.board.clone_from(&source.board);
        (self.to_move, self.ko, self.passes) = (source.to_move, source.ko, source.passes);
        (self.plies, self.taken, self.rules) = (source.plies, source.taken, source.rules);
    }
}

/// By everything that decides how the game goes on; how it came there does not count.
impl PartialEq for Go {
    fn eq(&self, other: &Self) -> bool {
        let state = |go: &Go| (go.to_move, go.ko, go.passes, go.rules);
        state(self) == state(other) && self.board == other.board
    }
}

impl Eq for Go {}

impl Go {
    pub(crate) fn with_rules(board: Board, rules: Rules) -> Self {
        Go { board, to_move: Side::First, ko: NO_KO, passes: 0, plies: 0, taken: [0, 0], rules }
    }

    /// The stones.
    #[inline]
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The move that places nothing.
    #[inline]
    #[must_use]
    pub fn pass(&self) -> u16 {
        self.board.size().area() as u16
    }

    /// Whose stone lies on the point with this index.
    ///
    /// # Panics
    /// If there is no such point.
    #[must_use]
    pub fn stone(&self, index: u16) -> Option<Side> {
        self.board.stone(self.board.point(index))
    }

    /// How many stones a side has taken so far.
    #[inline]
    #[must_use]
    pub fn taken(&self, side: Side) -> u32 {
        self.taken[side.index()]
    }

    /// The same stones, `side` to move, nothing forbidden by the move before.
    pub(crate) fn resumed(&self, side: Side) -> Self {
        let mut copy = self.clone();
        (copy.to_move, copy.ko, copy.passes) = (side, NO_KO, 0);
        copy
    }

    pub(crate) fn is_start(&self) -> bool {
        self.plies == 0 && Side::BOTH.iter().all(|&side| self.board.stones(side) == 0)
    }

    /// The index of the point that the side to move may not retake at once, if there is one: the last move took one stone
    /// there, and is itself a single stone with that point for its only liberty.
    #[must_use]
    pub fn ko(&self) -> Option<u16> {
        (self.ko != NO_KO).then(|| self.board.index(self.ko))
    }

    /// Whether the side to move may place a stone on a point, superko apart. O(1).
    #[inline(always)]
    pub(crate) fn is_legal(&self, point: Point) -> bool {
        self.board.is_empty(point)
            && (self.board.room(point) > 0
                || self.board.is_safe(point, self.to_move)
                || self.is_legal_beside_few(point))
    }

    /// The same for an empty point with no empty neighbour.
    #[inline]
    fn is_legal_beside_few(&self, point: Point) -> bool {
        point != self.ko
            && match self.board.fate(point, self.to_move) {
                Fate::Captures | Fate::Lives => true,
                // A single stone would leave the board as it was.
                Fate::Suicide => self.rules.suicide && self.has_friend(point),
            }
    }

    fn has_friend(&self, point: Point) -> bool {
        self.board.around(point).into_iter().any(|near| self.board.stone(near) == Some(self.to_move))
    }

    /// Whether the side to move may and sensibly can place a stone on an empty point.
    #[inline(always)]
    pub(crate) fn is_candidate(&self, point: Point) -> bool {
        if self.board.room(point) > 0 {
            return true;
        }
        let glance = self.board.glance(point, self.to_move);
        if glance.unclear { self.is_legal_beside_few(point) } else { glance.accept }
    }

    /// Places a stone of the side to move and hands over the turn.
    #[inline(always)]
    pub(crate) fn put(&mut self, point: Point, mut freed: impl FnMut(Point)) {
        let (mover, mut last) = (self.to_move, NO_KO);
        let taken = self.board.place(point, mover, |point| {
            last = point;
            freed(point);
        });
        self.taken[mover.index()] += u32::from(taken);
        self.ko = if taken == 1 && self.board.is_single_in_atari(point) { last } else { NO_KO };
        self.passes = 0;
        self.plies += 1;
        self.to_move = mover.other();
    }

    /// Hands over the turn without a stone.
    #[inline(always)]
    pub(crate) fn put_pass(&mut self) {
        self.ko = NO_KO;
        self.passes += 1;
        self.plies += 1;
        self.to_move = self.to_move.other();
    }

    /// Who wins by the board as it is.
    pub(crate) fn winner(&self) -> Outcome {
        by_margin(self.margin())
    }

    fn candidates(&self) -> impl Iterator<Item = u16> + '_ {
        let running = self.passes < 2;
        let points = self.board.points().zip(0..).filter(move |_| running);
        points.filter(|&(point, _)| self.board.is_empty(point) && self.is_candidate(point)).map(|(_, index)| index)
    }
}

pub(crate) fn by_margin(margin: i32) -> Outcome {
    match margin {
        0 => Outcome::Draw,
        1.. => Outcome::Win(Side::First),
        _ => Outcome::Win(Side::Second),
    }
}

impl Game for Go {
    type Move = u16;

    #[inline]
    fn codes(&self, side: Side) -> Range<Code> {
        let each = self.board.size().area() + 1;
        let [first, second] = code_ranges(each, each);
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

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        (self.passes >= 2).then(|| self.winner())
    }

    /// Twice the first side's area less twice the second's, less twice the komi.
    fn margin(&self) -> i32 {
        let [first, second] = self.board.area().map(i32::from);
        2 * (first - second) - self.rules.komi
    }

    fn legal_moves(&self, out: &mut Vec<u16>) {
        if self.passes < 2 {
            let points = self.board.points().zip(0..);
            out.extend(points.filter(|&(point, _)| self.is_legal(point)).map(|(_, index)| index));
            out.push(self.pass());
        }
    }

    /// The legal moves that do not fill an eye of the mover's own; pass only when there is none.
    fn search_moves(&self, out: &mut Vec<u16>) {
        let start = out.len();
        out.extend(self.candidates());
        if out.len() == start && self.passes < 2 {
            out.push(self.pass());
        }
    }

    #[inline]
    fn play(&mut self, mv: u16) {
        debug_assert!(self.passes < 2, "the game is finished");
        if mv == self.pass() {
            self.put_pass();
        } else {
            let point = self.board.point(mv);
            debug_assert!(self.is_legal(point), "move {mv} is not legal");
            self.put(point, |_| ());
        }
    }

    fn key(&self) -> u64 {
        let rest = u64::from(self.ko) << 8 | u64::from(self.passes) << 1 | self.to_move.index() as u64;
        self.board.hash() ^ mix(&[rest])
    }

    /// By the ko rule: none, the stones, or the stones and the mover. After a pass a key that never occurs again: a pass
    /// may leave the board as it was, and the board is remembered already.
    #[inline]
    fn repetition_key(&self) -> Option<u64> {
        let situation = match self.rules.ko {
            KoRule::Simple => return None,
            KoRule::Positional => 0,
            KoRule::Situational => 1 + self.to_move.index() as u64,
        };
        let pass = if self.passes > 0 { u64::from(self.plies) << 8 } else { 0 };
        Some(self.board.hash() ^ mix(&[pass | situation]))
    }

    fn playout(&mut self, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        playout::fast(self, rng, trace, |_| None)
    }

    fn slow_playout(&mut self, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        playout::slow(self, rng, trace, |_| None)
    }

    #[inline]
    fn search_codes(&self, _moves: &mut Vec<u16>, mask: &mut [u64]) -> bool {
        if self.passes >= 2 {
            return true;
        }
        self.board.mark_roomy(mask, |mask, point| {
            if self.is_candidate(point) {
                let index = self.board.index(point);
                mask[usize::from(index) / 64] |= 1 << (index % 64);
            }
        });
        if mask.iter().all(|&word| word == 0) {
            let pass = self.pass();
            mask[usize::from(pass) / 64] |= 1 << (pass % 64);
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
        let found = if mv == self.pass() {
            self.passes < 2 && self.candidates().next().is_none()
        } else {
            let point = self.board.point(mv);
            self.passes < 2 && self.board.is_empty(point) && self.is_candidate(point)
        };
        found.then_some(mv)
    }

    fn assert_valid(&self) {
        self.board.assert_valid();
        assert!(self.passes <= 2);
        if self.ko != NO_KO {
            assert!(self.board.is_empty(self.ko) && self.board.room(self.ko) == 0, "a ko that is none");
        }
    }
}
