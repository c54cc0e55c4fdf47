//! A small game for the examples: from a heap of stones one, two or three are taken in turn; who takes the last one wins. Whoever leaves a
//! multiple of four has won.

use std::ops::Range;

use gametree_core::{Code, Game, Outcome, Side, code_ranges};

/// A heap, and who is to take from it.
#[derive(Clone, Debug)]
pub(crate) struct Nim {
    pub(crate) stones: u16,
    to_move: Side,
}

impl Nim {
    pub(crate) fn new(stones: u16) -> Self {
        Nim { stones, to_move: Side::First }
    }
}

impl Game for Nim {
    type Move = u16;

    fn codes(&self, side: Side) -> Range<Code> {
        code_ranges(3, 3)[side.index()].clone()
    }

    fn code(&self, taken: u16) -> Code {
        self.codes(self.to_move).start + taken - 1
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.stones == 0).then(|| Outcome::Win(self.to_move.other()))
    }

    fn legal_moves(&self, out: &mut Vec<u16>) {
        out.extend((1..=3).filter(|&taken| taken <= self.stones));
    }

    fn play(&mut self, taken: u16) {
        self.stones -= taken;
        self.to_move = self.to_move.other();
    }

    fn key(&self) -> u64 {
        u64::from(self.stones) << 1 | self.to_move.index() as u64
    }
}
