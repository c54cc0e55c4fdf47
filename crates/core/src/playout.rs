//! The reference playout: correct for every game, fast for none.

use crate::game::{Game, Outcome};
use crate::rng::Rng;
use crate::trace::Trace;

/// Plays uniformly random search moves until the game is finished, recording each code. Allocates one move list.
pub fn reference_playout<G: Game>(position: &mut G, rng: &mut Rng, trace: &mut Trace) -> Outcome {
    let mut moves = Vec::new();
    loop {
        if let Some(outcome) = position.outcome() {
            return outcome;
        }
        moves.clear();
        position.search_moves(&mut moves);
        let mv = moves[rng.below(moves.len() as u32) as usize];
        trace.record(position.code(mv));
        position.play(mv);
    }
}
