//! Random games of somebody who knows that points of one's own can wait.

use gametree_core::{Game, Outcome, Rng, Side, Trace};
use gametree_go::{Board, Point};

use crate::playout::Open;
use crate::position::{NoGo, may_place};

/// Whether all that lies around an empty point are stones of `side` or border. The other side can never take such a point:
/// its stone there would have no liberty, or capture. No stone leaves the board, so it stays so.
#[inline(always)]
fn is_own(board: &Board, point: Point, side: Side) -> bool {
    board.room(point) == 0
        && board.around(point).into_iter().all(|near| board.stone(near) == Some(side) || board.is_border(near))
}

/// A playout that keeps points of the mover's own while it has another move.
pub(crate) fn fast(nogo: &mut NoGo, rng: &mut Rng, trace: &mut Trace) -> Outcome {
    match nogo.board.span() {
        ..=128 => play::<128>(nogo, rng, trace),
        129..=256 => play::<256>(nogo, rng, trace),
        _ => play::<1024>(nogo, rng, trace),
    }
}

/// Points of a side's own that it has drawn and kept, in any order.
#[derive(Clone, Copy)]
struct Reserve<const SPAN: usize> {
    points: [Point; SPAN],
    count: u32,
}

impl<const SPAN: usize> Reserve<SPAN> {
    #[inline(always)]
    fn push(&mut self, point: Point) {
        self.points[self.count as usize & (SPAN - 1)] = point;
        self.count += 1;
    }

    /// Takes out a random point of at least one.
    #[inline(always)]
    fn draw(&mut self, rng: &mut Rng) -> Point {
        let place = rng.below(self.count) as usize & (SPAN - 1);
        self.count -= 1;
        let point = self.points[place];
        self.points[place] = self.points[self.count as usize & (SPAN - 1)];
        point
    }
}

/// As the playout without knowledge, but a drawn point of the mover's own goes to a reserve, which is drawn from only when
/// nothing else is left. The other side never takes a point of it; the mover may no more be allowed to by then.
fn play<const SPAN: usize>(nogo: &mut NoGo, rng: &mut Rng, trace: &mut Trace) -> Outcome {
    let start = Side::BOTH.map(|side| nogo.codes(side).start);
    let words = trace.codes.words_mut();
    let mut open = [Open::<SPAN>::of(&nogo.board); 2];
    let mut reserves = [Reserve { points: [0; SPAN], count: 0 }; 2];
    loop {
        let mover = nogo.to_move;
        let (own, reserve) = (&mut open[mover.index()], &mut reserves[mover.index()]);
        let point = loop {
            if own.is_empty() {
                if reserve.count == 0 {
                    return Outcome::Win(mover.other());
                }
                let point = reserve.draw(rng);
                if may_place(&nogo.board, point, mover) {
                    break point;
                }
                continue;
            }
            let point = own.draw(rng);
            own.remove(point);
            if is_own(&nogo.board, point, mover) {
                reserve.push(point);
            } else if may_place(&nogo.board, point, mover) {
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

/// The same with lists of moves: a random move among those that are no points of the mover's own, or, where there is none,
/// among all.
pub(crate) fn slow(nogo: &mut NoGo, rng: &mut Rng, trace: &mut Trace) -> Outcome {
    loop {
        let mover = nogo.to_move;
        let all: Vec<u16> = nogo.moves_of(mover).collect();
        let kept = |mv: u16| {
            let beside = nogo.board.around(nogo.board.point(mv));
            beside
                .into_iter()
                .filter(|&near| !nogo.board.is_border(near))
                .all(|near| nogo.board.stone(near) == Some(mover))
        };
        let others: Vec<u16> = all.iter().copied().filter(|&mv| !kept(mv)).collect();
        let moves = if others.is_empty() { &all } else { &others };
        if moves.is_empty() {
            return Outcome::Win(mover.other());
        }
        let mv = moves[rng.below(moves.len() as u32) as usize];
        trace.record(nogo.code(mv));
        nogo.play(mv);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{line, start};
    use gametree_core::testing::conformance;

    #[test]
    fn plays_as_the_slow_twin_does() {
        for text in ["1", "3", "5x3", "1x9", "7", "9"] {
            conformance::check_knowing(&start(text));
        }
    }

    #[test]
    #[ignore = "slow, minutes: cargo xtask ci --slow"]
    fn plays_as_the_slow_twin_does_on_larger_boards() {
        for text in ["13", "25x7"] {
            conformance::check_knowing(&start(text));
        }
    }

    #[test]
    fn points_of_ones_own_wait() {
        // . . x .
        // . . . x
        // o o . .   black to move, who keeps D3: white can never play there
        let line = line("4x3", "C3 A1 D2 B1");
        let position = line.position();
        let d3 = position.board.index(position.board.points().nth(3).unwrap());
        assert!(is_own(&position.board, position.board.point(d3), Side::First));
        assert!(!is_own(&position.board, position.board.point(d3), Side::Second));
        let mut rng = Rng::new(3);
        for _ in 0..200 {
            let (mut end, mut trace) = (position.clone(), Trace::for_game(position));
            let outcome = fast(&mut end, &mut rng, &mut trace);
            assert_eq!(end.outcome(), Some(outcome));
            if trace.codes.contains(d3) {
                // Then nothing else was left: at the end black, who had that one, has no other point.
                assert!(end.moves_of(Side::First).all(|mv| is_own(&end.board, end.board.point(mv), Side::First)));
            }
        }
    }
}
