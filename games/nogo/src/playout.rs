//! Random games.

use gametree_core::{Game, Outcome, Rng, Side, Trace};
use gametree_go::{Board, Point};

use crate::position::{NoGo, may_place};

/// The points on which a side may still place a stone, as far as is known: in any order, with the way back from a point
/// to its place. `SPAN` is at least the number of places of the board, and a power of two.
#[derive(Clone, Copy)]
pub(crate) struct Open<const SPAN: usize> {
    points: [Point; SPAN],
    places: [u16; SPAN],
    count: u16,
}

impl<const SPAN: usize> Open<SPAN> {
    #[inline(always)]
    pub(crate) fn of(board: &Board) -> Self {
        let mut open = Open { points: [0; SPAN], places: [0; SPAN], count: 0 };
        for point in board.points() {
            if board.is_empty(point) {
                open.points[usize::from(open.count) & (SPAN - 1)] = point;
                open.places[usize::from(point) & (SPAN - 1)] = open.count;
                open.count += 1;
            }
        }
        open
    }

    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    #[inline(always)]
    pub(crate) fn draw(&self, rng: &mut Rng) -> Point {
        self.points[rng.below(u32::from(self.count)) as usize & (SPAN - 1)]
    }

    /// Takes a point out; or nothing, if it is out already.
    #[inline(always)]
    pub(crate) fn remove(&mut self, point: Point) {
        let place = self.places[usize::from(point) & (SPAN - 1)];
        if self.points[usize::from(place) & (SPAN - 1)] != point || place >= self.count {
            return;
        }
        self.count -= 1;
        let last = self.points[usize::from(self.count) & (SPAN - 1)];
        self.points[usize::from(place) & (SPAN - 1)] = last;
        self.places[usize::from(last) & (SPAN - 1)] = place;
    }
}

/// A point that a side may not take now it may never take: the chains that forbid it can only lose liberties, and the one
/// they have left is that point. So a drawn point that is not allowed leaves the side's list for good, and among the
/// allowed ones each is drawn with the same probability.
pub(crate) fn fast(nogo: &mut NoGo, rng: &mut Rng, trace: &mut Trace) -> Outcome {
    match nogo.board.span() {
        ..=128 => play::<128>(nogo, rng, trace),
        129..=256 => play::<256>(nogo, rng, trace),
        _ => play::<1024>(nogo, rng, trace),
    }
}

fn play<const SPAN: usize>(nogo: &mut NoGo, rng: &mut Rng, trace: &mut Trace) -> Outcome {
    let start = Side::BOTH.map(|side| nogo.codes(side).start);
    let words = trace.codes.words_mut();
    let all = Open::<SPAN>::of(&nogo.board);
    let mut open = [all; 2];
    loop {
        let mover = nogo.to_move;
        let own = &mut open[mover.index()];
        let point = loop {
            if own.is_empty() {
                return Outcome::Win(mover.other());
            }
            let point = own.draw(rng);
            own.remove(point);
            if may_place(&nogo.board, point, mover) {
                break point;
            }
        };
        open[mover.other().index()].remove(point);
        let code = start[mover.index()] + nogo.board.index(point);
        words[usize::from(code) / 64] |= 1 << (code % 64);
        trace.plies += 1;
        nogo.board.place(point, mover, |_| ());
        nogo.to_move = mover.other();
    }
}
