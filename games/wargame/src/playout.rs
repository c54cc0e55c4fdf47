//! Random play without lists of moves.

use gametree_core::{Outcome, Rng, Side, Trace};

use crate::geometry::{Neighbours, neighbours};
use crate::position::{EMPTY, Wargame};

/// Plays uniformly random steps to the end.
///
/// A random unit and a random way are drawn until they make a legal step. Every legal step is one of the 8 pairs of its
/// unit, and all pairs are equally likely, so all legal steps are.
pub(crate) fn run(position: &mut Wargame, rng: &mut Rng, trace: &mut Trace) -> Outcome {
    run_with(position, rng, trace, |_, _, _, _| None)
}

/// The same where `known` may name a step: unit, way and where to.
#[inline(always)]
pub(crate) fn run_with(
    position: &mut Wargame,
    rng: &mut Rng,
    trace: &mut Trace,
    known: impl Fn(&Wargame, &Neighbours, Side, &mut Rng) -> Option<(u8, usize, u8)>,
) -> Outcome {
    let around = neighbours(position.size);
    let starts = Side::BOTH.map(|side| position.range(side).start);
    loop {
        if let Some(ending) = position.ending {
            return ending.outcome();
        }
        let side = Wargame::mover(position.ply);
        let pairs = 8 * u32::from(position.count[side.index()]);
        let (unit, way, to) = known(position, around, side, rng).unwrap_or_else(|| {
            loop {
                let pair = rng.below(pairs);
                let (unit, way) = (pair / 8, pair as usize % 8);
                let from = position.units[side.index()][unit as usize];
                let to = around[usize::from(from)][way];
                if position.may_enter(around, side, to) {
                    break (unit as u8, way, to);
                }
            }
        });
        let fight = position.board[usize::from(to)] != EMPTY;
        trace.record(starts[side.index()] + position.slot(way, to, fight));
        position.shift(side, unit, to);
        position.arrive(side, unit, to, fight);
        position.end_turn(around);
    }
}
