//! Random games.

use gametree_core::{Game, Outcome, Rng, Side, Trace};
use gametree_go::Point;

use crate::position::{AtariGo, may_place};

/// An empty point is drawn; if a stone there would be suicide, it is put aside for this ply and another one is drawn. So
/// each legal move is drawn with the same probability.
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

fn play<const SPAN: usize>(game: &mut AtariGo, rng: &mut Rng, trace: &mut Trace) -> Outcome {
    let mut points: [Point; SPAN] = [0; SPAN];
    let mut count = 0;
    for point in game.board.points() {
        points[count as usize & (SPAN - 1)] = point;
        count += u32::from(game.board.is_empty(point));
    }
    let start = Side::BOTH.map(|side| game.codes(side).start);
    let words = trace.codes.words_mut();
    loop {
        let mut open = count;
        let (place, point) = loop {
            if open == 0 {
                return Outcome::Win(game.to_move.other());
            }
            let place = rng.below(open) as usize & (SPAN - 1);
            let point = points[place];
            if may_place(&game.board, point, game.to_move) {
                break (place, point);
            }
            open -= 1;
            points.swap(place, open as usize & (SPAN - 1));
        };
        count -= 1;
        points[place] = points[count as usize & (SPAN - 1)];
        let mover = game.to_move;
        let code = start[mover.index()] + game.board.index(point);
        words[usize::from(code) / 64] |= 1 << (code % 64);
        trace.plies += 1;
        game.put(point);
        if game.taken > 0 {
            return Outcome::Win(mover);
        }
    }
}
