//! Random games of somebody who does not overlook the last entry or the last fight.

use gametree_core::{Outcome, Rng, Side, Trace};

use crate::geometry::Neighbours;
use crate::playout;
use crate::position::{EMPTY, Wargame};

/// A playout in which a step that decides the game is made, one of them at random, wherever there is one (Teytaud and Teytaud 2010, decisive
/// moves): a unit enters where one entry is missing, and fights where one fight is missing. Two comparisons of counts a ply otherwise.
pub(crate) fn fast(position: &mut Wargame, rng: &mut Rng, trace: &mut Trace) -> Outcome {
    playout::run_with(position, rng, trace, |position, around, side, rng| {
        if position.may_decide(side) { decisive(position, around, side, rng) } else { None }
    })
}

/// Unit, way and where to, of a step that decides.
fn decisive(position: &Wargame, around: &Neighbours, side: Side, rng: &mut Rng) -> Option<(u8, usize, u8)> {
    let (mut found, mut chosen) = (0, None);
    for (unit, &from) in (0..).zip(position.units(side)) {
        for (way, &to) in around[usize::from(from)].iter().enumerate() {
            if position.decides(around, side, to) {
                found += 1;
                chosen = if rng.below(found) == 0 { Some((unit, way, to)) } else { chosen };
            }
        }
    }
    chosen
}

impl Wargame {
    /// Whether a unit of `side` may step onto this point next to it, and the game is decided then.
    #[inline(always)]
    fn decides(&self, around: &Neighbours, side: Side, to: u8) -> bool {
        self.may_enter(around, side, to) && self.wins_there(side, to, self.board[usize::from(to)] != EMPTY)
    }
}

/// The same with lists of steps, each tried.
pub(crate) fn slow(position: &mut Wargame, rng: &mut Rng, trace: &mut Trace) -> Outcome {
    use gametree_core::Game;
    loop {
        if let Some(outcome) = position.outcome() {
            return outcome;
        }
        let (mut moves, mover) = (Vec::new(), position.to_move());
        position.legal_moves(&mut moves);
        let decides = |step: &crate::Step| {
            let mut next = position.clone();
            next.play(*step);
            // Time decides for the defender whatever it does.
            next.outcome() == Some(Outcome::Win(mover)) && next.ending() != Some(crate::Ending::Time)
        };
        let decisive: Vec<_> = moves.iter().copied().filter(decides).collect();
        let moves = if decisive.is_empty() { moves } else { decisive };
        let mv = moves[rng.below(moves.len() as u32) as usize];
        trace.record(position.code(mv));
        position.play(mv);
    }
}
