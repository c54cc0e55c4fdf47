//! Playouts move by move: correct for every game, fast for none.

use crate::game::{Game, Outcome};
use crate::rng::Rng;
use crate::trace::Trace;

/// Plays uniformly random search moves until the game is finished, recording each code. Allocates one move list.
pub fn reference_playout<G: Game>(position: &mut G, rng: &mut Rng, trace: &mut Trace) -> Outcome {
    playout_by(position, trace, |_, moves| rng.below(moves.len() as u32) as usize)
}

/// Plays until the game is finished, each time the search move whose place in the list `choose` says, and records its code. For playouts
/// that choose by something; allocates one move list.
pub fn playout_by<G: Game>(
    position: &mut G,
    trace: &mut Trace,
    mut choose: impl FnMut(&G, &[G::Move]) -> usize,
) -> Outcome {
    let mut moves = Vec::new();
    loop {
        if let Some(outcome) = position.outcome() {
            return outcome;
        }
        moves.clear();
        position.search_moves(&mut moves);
        let mv = moves[choose(position, &moves)];
        trace.record(position.code(mv));
        position.play(mv);
    }
}
