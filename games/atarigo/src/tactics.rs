//! What the last stone brought about: a capture at once wins, and a chain in atari must run.

use gametree_core::{Game, Side, Tactics};
use gametree_go::Point;

use crate::position::{AtariGo, may_place};

/// Looks at the last stone's chain and at its neighbours; without a last move at all chains. Where the same was asked of the position before and
/// heeded, no other chain can be in atari. Otherwise one may: so before anything is said to be lost, all of the opponent's are looked at.
pub(crate) fn look(game: &AtariGo, last: Option<u16>, out: &mut Vec<u16>) -> Tactics {
    let (board, mover) = (&game.board, game.to_move);
    let Some(last) = last.map(|index| board.point(index)) else { return look_around(game, out) };
    if let Some(point) = board.only_liberty(last).filter(|_| board.stone(last) == Some(mover.other())) {
        out.push(board.index(point));
        return Tactics::Win;
    }
    let own = |&near: &Point| board.stone(near) == Some(mover);
    let threats = board.around(last).into_iter().filter(own).filter_map(|near| board.only_liberty(near));
    match threatened(threats) {
        Threat::None => Tactics::Quiet,
        threat => capture(game, out).unwrap_or_else(|| parry(game, threat, out)),
    }
}

fn look_around(game: &AtariGo, out: &mut Vec<u16>) -> Tactics {
    let threats = game.board.chains(game.to_move).filter_map(|head| game.board.only_liberty(head));
    let threat = threatened(threats);
    capture(game, out).unwrap_or_else(|| parry(game, threat, out))
}

/// The last liberties of the mover's chains.
enum Threat {
    None,
    One(Point),
    Several,
}

fn threatened(mut points: impl Iterator<Item = Point>) -> Threat {
    let Some(first) = points.next() else { return Threat::None };
    if points.any(|point| point != first) { Threat::Several } else { Threat::One(first) }
}

/// The last liberty of the first chain of `side` that is in atari.
pub(crate) fn last_liberty(game: &AtariGo, side: Side) -> Option<Point> {
    game.board.chains(side).find_map(|head| game.board.only_liberty(head))
}

fn capture(game: &AtariGo, out: &mut Vec<u16>) -> Option<Tactics> {
    let point = last_liberty(game, game.to_move.other())?;
    out.push(game.board.index(point));
    Some(Tactics::Win)
}

/// A chain in atari is saved by a stone on its last liberty, if that leaves it two, and by nothing else: no stone is taken.
fn parry(game: &AtariGo, threat: Threat, out: &mut Vec<u16>) -> Tactics {
    let point = match threat {
        Threat::None => return Tactics::Quiet,
        Threat::Several => return Tactics::Loss,
        Threat::One(point) => point,
    };
    if !may_place(&game.board, point, game.to_move) {
        return Tactics::Loss;
    }
    let (mut next, mv) = (game.clone(), game.board.index(point));
    next.play(mv);
    if next.board.only_liberty(point).is_some() {
        return Tactics::Loss;
    }
    out.push(mv);
    Tactics::Parry
}

#[cfg(test)]
mod tests {
    use gametree_core::testing::{Sees, check_tactics};
    use gametree_core::{Describe, Size};

    use super::*;

    #[test]
    fn what_is_near_the_last_stone_is_what_there_is() {
        // On small boards a side may be left without a move, which is a win that is not looked for.
        for (cols, rows, sees) in [
            (3, 3, Sees::Near),
            (4, 4, Sees::Near),
            (5, 3, Sees::Near),
            (5, 5, Sees::EveryWin),
            (7, 7, Sees::EveryWin),
            (9, 9, Sees::EveryWin),
        ] {
            check_tactics(&AtariGo::start(Size { cols, rows }, &Default::default()).unwrap(), sees);
        }
    }
}
