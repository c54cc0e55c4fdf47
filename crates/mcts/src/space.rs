//! The codes of a game, as tables see them.

use std::ops::Range;

use gametree_core::{Code, Game, Side};

use crate::lanes::Lane;

/// The codes of a game, as the tables see them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodeSpace {
    codes: [Range<Code>; 2],
    /// Words of a set of codes.
    pub words: usize,
}

impl CodeSpace {
    /// The codes of this game.
    #[must_use]
    pub fn of<G: Game>(game: &G) -> Self {
        let codes = Side::BOTH.map(|side| game.codes(side));
        let words = usize::from(codes[1].end).div_ceil(64);
        CodeSpace { codes, words }
    }

    /// The codes of a side.
    #[inline(always)]
    #[must_use]
    pub fn codes(&self, side: Side) -> Range<Code> {
        self.codes[side.index()].clone()
    }

    /// Lanes of a table over all codes.
    #[inline(always)]
    #[must_use]
    pub fn lanes(&self) -> usize {
        Lane::count(self.codes[1].end.into())
    }

    /// The first lane of a side's codes in such a table.
    #[inline(always)]
    #[must_use]
    pub fn first_lane(&self, side: Side) -> usize {
        usize::from(self.codes[side.index()].start) / Lane::LEN
    }

    /// Where the second side's codes begin, in lanes.
    #[inline(always)]
    #[must_use]
    pub fn split(&self) -> usize {
        self.first_lane(Side::Second)
    }

    /// Lanes of a table over the codes of one side.
    pub(crate) fn own_lanes(&self, side: Side) -> usize {
        Lane::count(self.codes[side.index()].len())
    }
}
