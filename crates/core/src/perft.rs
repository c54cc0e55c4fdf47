//! Counting move sequences: the standard check of a move generator.

use crate::game::Game;
use crate::line::Line;

/// The number of legal move sequences of length 1, 2, … `depth` from a position. A finished game has no continuation.
///
/// Uses `legal_moves`, so passes count and eye-filling is allowed, and respects the repetition rule.
#[must_use]
pub fn perft<G: Game>(start: &G, depth: usize) -> Vec<u64> {
    let mut counts = vec![0; depth];
    descend(&mut Line::new(start.clone()), &mut counts);
    counts
}

fn descend<G: Game>(line: &mut Line<G>, counts: &mut [u64]) {
    let Some((here, below)) = counts.split_first_mut() else { return };
    let mut moves = Vec::new();
    line.legal_moves(&mut moves);
    *here += moves.len() as u64;
    if below.is_empty() {
        return;
    }
    for mv in moves {
        line.push(mv);
        descend(line, below);
        line.undo();
    }
}
