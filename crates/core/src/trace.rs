//! What a playout leaves behind.

use crate::codes::CodeSet;
use crate::game::{Code, Game};

/// The codes of a playout, as a set, and the number of its plies.
///
/// A search adds the codes of the tree's edges to the set while it backs up, so that each node of the path is credited
/// with exactly the codes played from it on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// Each code once, however often it was played; both sides'.
    pub codes: CodeSet,
    /// Moves played, repeats included.
    pub plies: u32,
}

impl Trace {
    /// An empty trace for a game's codes. Allocates once; keep it and `clear` it.
    #[must_use]
    pub fn for_game<G: Game>(game: &G) -> Self {
        Trace { codes: CodeSet::for_game(game), plies: 0 }
    }

    /// Records one move.
    #[inline]
    pub fn record(&mut self, code: Code) {
        self.codes.insert(code);
        self.plies += 1;
    }

    /// Forgets everything; the memory stays.
    #[inline]
    pub fn clear(&mut self) {
        self.codes.clear();
        self.plies = 0;
    }
}
