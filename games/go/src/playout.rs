//! Random games.

use gametree_core::{Game, Outcome, Rng, Side, Trace};

use crate::geometry::Point;
use crate::position::{Go, by_margin};

/// After this many plies for each point of the board a playout is scored as it stands: cycles longer than a simple ko are
/// possible, though rare.
const PLIES_PER_POINT: u32 = 3;

fn most_plies(go: &Go) -> u32 {
    PLIES_PER_POINT * go.board.size().area() as u32
}

/// A playout with lists of moves. Ends early with what `decided` says of a position that is not finished.
pub(crate) fn slow(go: &mut Go, rng: &mut Rng, trace: &mut Trace, decided: impl Fn(&Go) -> Option<Outcome>) -> Outcome {
    let mut moves = Vec::new();
    for _ in 0..most_plies(go) {
        if let Some(outcome) = go.outcome().or_else(|| decided(go)) {
            return outcome;
        }
        moves.clear();
        go.search_moves(&mut moves);
        let mv = moves[rng.below(moves.len() as u32) as usize];
        trace.record(go.code(mv));
        go.play(mv);
    }
    go.winner()
}

/// The empty points in any order. `SPAN` is at least the number of places of the board, and a power of two.
struct Empties<const SPAN: usize> {
    points: [Point; SPAN],
    count: u32,
}

impl<const SPAN: usize> Empties<SPAN> {
    #[inline(always)]
    fn of(go: &Go) -> Self {
        let mut empties = Empties { points: [0; SPAN], count: 0 };
        for point in go.board.points() {
            empties.points[empties.count as usize & (SPAN - 1)] = point;
            empties.count += u32::from(go.board.is_empty(point));
        }
        empties
    }

    #[inline(always)]
    fn at(&self, place: u32) -> Point {
        self.points[place as usize & (SPAN - 1)]
    }

    #[inline(always)]
    fn set(&mut self, place: u32, point: Point) {
        self.points[place as usize & (SPAN - 1)] = point;
    }
}

/// The same without lists of moves: an empty point is drawn; if it is no candidate, it is put aside for this ply and
/// another one is drawn. So each candidate is drawn with the same probability.
#[inline(always)]
pub(crate) fn fast(go: &mut Go, rng: &mut Rng, trace: &mut Trace, decided: impl Fn(&Go) -> Option<Outcome>) -> Outcome {
    match go.board.span() {
        ..=128 => play::<128>(go, rng, trace, decided),
        129..=256 => play::<256>(go, rng, trace, decided),
        _ => play::<1024>(go, rng, trace, decided),
    }
}

fn play<const SPAN: usize>(
    go: &mut Go,
    rng: &mut Rng,
    trace: &mut Trace,
    decided: impl Fn(&Go) -> Option<Outcome>,
) -> Outcome {
    let mut left = most_plies(go);
    let mut empties = Empties::<SPAN>::of(go);
    let start = Side::BOTH.map(|side| go.codes(side).start);
    let words = trace.codes.words_mut();
    let plies = left;
    while left > 0 && go.passes < 2 {
        if let Some(outcome) = decided(go) {
            trace.plies += plies - left;
            return outcome;
        }
        left -= 1;
        let mut open = empties.count;
        let found = loop {
            if open == 0 {
                break None;
            }
            let place = rng.below(open);
            let point = empties.at(place);
            if go.is_candidate(point) {
                break Some((place, point));
            }
            open -= 1;
            empties.set(place, empties.at(open));
            empties.set(open, point);
        };
        let base = start[go.to_move.index()];
        let code = if let Some((place, point)) = found {
            let code = base + go.board.index(point);
            empties.count -= 1;
            empties.set(place, empties.at(empties.count));
            go.put(point, |point| {
                empties.set(empties.count, point);
                empties.count += 1;
            });
            code
        } else {
            let code = base + go.pass();
            go.put_pass();
            code
        };
        words[usize::from(code) / 64] |= 1 << (code % 64);
    }
    trace.plies += plies - left;
    if left == 0 {
        return go.winner();
    }
    let mut area = i32::from(go.board.stones(Side::First)) - i32::from(go.board.stones(Side::Second));
    for place in 0..empties.count {
        area += go.board.owner_of_single(empties.at(place));
    }
    let outcome = by_margin(2 * area - go.rules.komi);
    debug_assert_eq!(outcome, go.winner());
    outcome
}
