//! Random games of somebody who captures where it can, saves a chain in atari, and puts none of its own into atari.

use gametree_core::{Game, Outcome, Rng, Side, Trace};
use gametree_go::{Board, Point};

use crate::position::{AtariGo, may_place};

/// Each ply, the first of these that there is, one of them at random: a stone that captures; the last liberty of a chain of one's own; a
/// stone whose chain has two liberties then; any (decisive moves: Teytaud and Teytaud 2010).
///
/// Only the last stone's chain and its neighbours can be in atari, except at the leaf, and where two chains were or one could not be
/// saved: then the whole board is looked at.
pub(crate) fn fast(game: &mut AtariGo, rng: &mut Rng, trace: &mut Trace) -> Outcome {
    if let Some(outcome) = game.won() {
        return outcome;
    }
    match game.board.span() {
        ..=128 => play::<128>(game, rng, trace),
        129..=256 => play::<256>(game, rng, trace),
        _ => play::<1024>(game, rng, trace),
    }
}

/// Some points, each once.
struct Points<const SPAN: usize> {
    points: [Point; SPAN],
    count: usize,
}

impl<const SPAN: usize> Points<SPAN> {
    const NONE: Self = Points { points: [0; SPAN], count: 0 };

    fn of(points: impl Iterator<Item = Point>) -> Self {
        let mut of = Self::NONE;
        points.for_each(|point| of.push(point));
        of
    }

    fn push(&mut self, point: Point) {
        self.points[self.count] = point;
        self.count += 1;
    }

    /// Puts these points in place of the ones before; some may be named twice.
    fn collect(&mut self, points: impl Iterator<Item = Point>) {
        self.count = 0;
        for point in points {
            if !self.points[..self.count].contains(&point) {
                self.push(point);
            }
        }
    }

    fn draw(&self, rng: &mut Rng) -> Option<Point> {
        (self.count > 0).then(|| self.points[rng.below(self.count as u32) as usize])
    }

    /// A random point for which `fits` holds, taken out. The order changes.
    #[inline(always)]
    fn take_where(&mut self, rng: &mut Rng, fits: impl Fn(Point) -> bool) -> Option<Point> {
        let mut open = self.count;
        while open > 0 {
            let place = rng.below(open as u32) as usize;
            let point = self.points[place];
            if fits(point) {
                self.count -= 1;
                self.points[place] = self.points[self.count];
                return Some(point);
            }
            open -= 1;
            self.points.swap(place, open);
        }
        None
    }

    fn remove(&mut self, point: Point) {
        if let Some(place) = self.points[..self.count].iter().position(|&other| other == point) {
            self.count -= 1;
            self.points[place] = self.points[self.count];
        }
    }
}

fn play<const SPAN: usize>(game: &mut AtariGo, rng: &mut Rng, trace: &mut Trace) -> Outcome {
    let mut empty = Points::<SPAN>::of(game.board.points().filter(|&point| game.board.is_empty(point)));
    let mut found = Points::<SPAN>::NONE;
    let start = Side::BOTH.map(|side| game.codes(side).start);
    // The last stone, where a look around it is enough.
    let mut last = None;
    loop {
        let (board, mover) = (&game.board, game.to_move);
        match last {
            Some(last) => found.collect(board.only_liberty(last).into_iter()),
            None => found.collect(last_liberties(board, mover.other())),
        }
        let (mut point, mut in_danger) = (found.draw(rng), false);
        if point.is_none() {
            match last {
                Some(last) => {
                    let own = |&near: &Point| board.stone(near) == Some(mover);
                    found.collect(
                        board.around(last).into_iter().filter(own).filter_map(|near| board.only_liberty(near)),
                    );
                }
                None => found.collect(last_liberties(board, mover)),
            }
            let may_place = |point| may_place(board, point, mover);
            let threats = found.count;
            point = found.take_where(rng, may_place);
            in_danger = threats > 1 || threats == 1 && point.is_none();
            match point {
                Some(point) => empty.remove(point),
                None => {
                    point = empty
                        .take_where(rng, |point| may_place(point) && board.leaves_two_liberties(point, mover))
                        .or_else(|| empty.take_where(rng, may_place));
                }
            }
        }
        // A capture is the end: it need not leave the list.
        let Some(point) = point else { return Outcome::Win(mover.other()) };
        trace.record(start[mover.index()] + game.board.index(point));
        game.put(point);
        if game.taken > 0 {
            return Outcome::Win(mover);
        }
        last = Some(point).filter(|_| !in_danger);
    }
}

/// The last liberties of a side's chains; some may be named twice.
fn last_liberties(board: &Board, side: Side) -> impl Iterator<Item = Point> {
    board.chains(side).filter_map(|head| board.only_liberty(head))
}

/// The same with lists of moves, each tried.
pub(crate) fn slow(game: &mut AtariGo, rng: &mut Rng, trace: &mut Trace) -> Outcome {
    loop {
        if let Some(outcome) = game.outcome() {
            return outcome;
        }
        let (mut all, mover) = (Vec::new(), game.to_move);
        game.legal_moves(&mut all);
        let after = |mv: u16| {
            let mut next = game.clone();
            next.play(mv);
            next
        };
        let last_liberties: Vec<Point> = game
            .board
            .points()
            .filter(|&p| game.board.stone(p) == Some(mover))
            .filter_map(|p| game.board.only_liberty(p))
            .collect();
        let point = |mv: u16| game.board.point(mv);
        let captures: Vec<u16> = all.iter().copied().filter(|&mv| after(mv).taken > 0).collect();
        let saving: Vec<u16> = all.iter().copied().filter(|&mv| last_liberties.contains(&point(mv))).collect();
        let quiet: Vec<u16> = all.iter().copied().filter(|&mv| after(mv).board.liberties(point(mv)) >= 2).collect();
        let moves = [captures, saving, quiet, all].into_iter().find(|moves| !moves.is_empty()).unwrap_or_default();
        let mv = moves[rng.below(moves.len() as u32) as usize];
        trace.record(game.code(mv));
        game.play(mv);
    }
}

#[cfg(test)]
mod tests {
    use gametree_core::testing::conformance::check_knowing;
    use gametree_core::{Describe, Size};

    use super::*;

    #[test]
    fn plays_as_the_slow_twin_does() {
        for (cols, rows) in [(1, 1), (3, 3), (4, 4), (5, 3)] {
            check_knowing(&AtariGo::start(Size { cols, rows }, &Default::default()).unwrap());
        }
    }

    #[test]
    #[ignore = "slow, minutes: cargo xtask ci --slow"]
    fn plays_as_the_slow_twin_does_on_larger_boards() {
        for size in [5, 7, 9] {
            check_knowing(&AtariGo::start(Size::square(size), &Default::default()).unwrap());
        }
    }
}
