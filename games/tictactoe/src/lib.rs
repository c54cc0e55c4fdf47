//! Tic-tac-toe: the game to copy when you write one of your own.
//!
//! `x` and `o` take turns on a board of 3 by 3 cells; three of one's own in a row, a column or a diagonal win, a full
//! board without such a line is a draw. Cells are written as a column letter and a row number from the top: `a1` is the
//! top left, `b3` the bottom middle.
//!
//! ```
//! use gametree_core::{Describe, Line, Side, Outcome, Game, testing::Solver};
//! use gametree_tictactoe::TicTacToe;
//!
//! let mut line = Line::new(TicTacToe::new());
//! for text in ["a1", "b1", "a2", "a3"] {
//!     let mv = line.position().parse_move(text)?;
//!     line.play(mv)?;
//! }
//! assert_eq!(line.position().to_string(), "  a b c\n1 x o .\n2 x . .\n3 o . .");
//!
//! // Only the centre wins now.
//! let best = Solver::default().best_moves(line.position());
//! assert_eq!(best.len(), 1);
//! assert_eq!(line.position().format_move(best[0]), "b2");
//!
//! for text in ["b2", "c2", "c3"] {
//!     line.play(line.position().parse_move(text)?)?;
//! }
//! assert_eq!(line.position().outcome(), Some(Outcome::Win(Side::First)));
//! # Ok::<(), gametree_core::MoveError>(())
//! ```
//!
//! # To write a game of your own
//!
//! 1. The position: flat data, `Clone`. Here two bitboards; the side to move follows from the stones.
//! 2. [`Game`]: the rules. Seven methods are required; `playout`, `search_codes` and `decode` are overridden because a
//!    search spends its time there.
//! 3. [`Describe`] and `Display`: what people and files need; the rules stand in a file beside, `gametree rules` prints them.
//! 4. Tests: one line of [`check_described`](gametree_core::testing::conformance::check_described), then what is known
//!    about the game.

mod evaluation;

use std::fmt;
use std::ops::Range;

use gametree_core::{
    Code, Describe, Evaluate, FieldError, Game, MoveError, OptionAbout, Outcome, Rng, Sgf, Side, Size, Tactics, Trace,
    code_ranges,
};
use serde::{Deserialize, Serialize};

/// The nine cells, as bits.
const ALL: u16 = 0b111_111_111;

/// The rows, columns and diagonals, as bits.
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// For every set of cells whether it holds a line. Asked at every node of a search, so it is looked up.
const HOLDS_LINE: [bool; 512] = {
    let mut holds = [false; 512];
    let mut stones = 0;
    while stones < 512 {
        let mut line = 0;
        while line < LINES.len() {
            holds[stones] |= stones as u16 & LINES[line] == LINES[line];
            line += 1;
        }
        stones += 1;
    }
    holds
};

/// For every set of cells its cells, lowest first, and how many they are. A search lists them at every node.
const CELLS: [([u8; 9], u8); 512] = {
    let mut cells = [([0; 9], 0); 512];
    let mut set = 0;
    while set < 512 {
        let mut cell = 0;
        while cell < 9 {
            if set >> cell & 1 == 1 {
                cells[set].0[cells[set].1 as usize] = cell;
                cells[set].1 += 1;
            }
            cell += 1;
        }
        set += 1;
    }
    cells
};

const SIZE: Size = Size::square(3);

/// A position. A move is the index of a cell: 0 to 8, row by row from the top left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TicTacToe {
    /// The cells of `x` and those of `o`; bit `i` is cell `i`.
    stones: [u16; 2],
}

impl TicTacToe {
    /// The empty board; `x` moves.
    #[must_use]
    pub const fn new() -> Self {
        TicTacToe { stones: [0, 0] }
    }

    fn empties(self) -> u16 {
        ALL & !(self.stones[0] | self.stones[1])
    }

    fn has_line(self, side: Side) -> bool {
        HOLDS_LINE[usize::from(self.stones[side.index()] & ALL)]
    }

    /// The cells that may be played, as bits: the empty ones, and none once the game is finished.
    #[inline]
    fn playable(self) -> u16 {
        if self.outcome().is_none() { self.empties() } else { 0 }
    }
}

impl Game for TicTacToe {
    type Move = u8;

    fn codes(&self, side: Side) -> Range<Code> {
        code_ranges(9, 9)[side.index()].clone()
    }

    fn code(&self, mv: u8) -> Code {
        self.codes(self.to_move()).start + Code::from(mv)
    }

    #[inline]
    fn to_move(&self) -> Side {
        // Whether the stones are even or odd in number: counting them takes several times as long where the processor has no
        // instruction for it, or may not be taken to have one.
        let stones = self.stones[0] ^ self.stones[1];
        let folded = stones ^ stones >> 4 ^ stones >> 8;
        if 0b0110_1001_1001_0110_u16 >> (folded & 15) & 1 == 0 { Side::First } else { Side::Second }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        // Lines come before the full board: the ninth stone may win.
        Side::BOTH
            .into_iter()
            .find(|&side| self.has_line(side))
            .map(Outcome::Win)
            .or_else(|| (self.empties() == 0).then_some(Outcome::Draw))
    }

    #[inline]
    fn legal_moves(&self, out: &mut Vec<u8>) {
        // All nine are copied and the rest cut off: one copy of fixed length in place of a loop.
        let (cells, count) = &CELLS[usize::from(self.playable() & ALL)];
        let end = out.len() + usize::from(*count);
        out.extend_from_slice(cells);
        out.truncate(end);
    }

    #[inline]
    fn play(&mut self, mv: u8) {
        debug_assert!(self.playable() >> mv & 1 == 1, "cell {mv} may not be played");
        // Not `stones[index]`: what is indexed by a variable lives in memory, and a search copies it from there too soon.
        match self.to_move() {
            Side::First => self.stones[0] |= 1 << mv,
            Side::Second => self.stones[1] |= 1 << mv,
        }
    }

    fn key(&self) -> u64 {
        // Mixed, so that tables may index by any of its bits.
        gametree_core::mix(&[u64::from(self.stones[0]) << 16 | u64::from(self.stones[1])])
    }

    // From here on: speed, and a check for the tests. Without these four the game would be the same.

    fn playout(&mut self, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        loop {
            if let Some(outcome) = self.outcome() {
                return outcome;
            }
            let mut rest = self.empties();
            for _ in 0..rng.below(rest.count_ones()) {
                rest &= rest - 1;
            }
            let mv = rest.trailing_zeros() as u8;
            trace.record(self.code(mv));
            self.play(mv);
        }
    }

    fn search_codes(&self, _moves: &mut Vec<u8>, mask: &mut [u64]) -> bool {
        mask[0] = u64::from(self.playable());
        true
    }

    fn decode(&self, code: Code, _moves: &mut Vec<u8>) -> Option<u8> {
        let slot = code.checked_sub(self.codes(self.to_move()).start)?;
        (slot < 9 && self.playable() >> slot & 1 == 1).then_some(slot as u8)
    }

    /// A line of two that may be filled wins; against one of the opponent's there is one cell, against two nothing.
    fn tactics(&self, _: Option<u8>, out: &mut Vec<u8>) -> Tactics {
        let mover = self.to_move();
        let wins = self.completing(mover) != 0;
        if !wins && self.completing(mover.other()).count_ones() > 1 {
            return Tactics::Loss;
        }
        match self.forced_moves(out) {
            false => Tactics::Quiet,
            true if wins => Tactics::Win,
            true => Tactics::Parry,
        }
    }

    fn assert_valid(&self) {
        let [x, o] = self.stones.map(u16::count_ones);
        assert_eq!(self.stones[0] & self.stones[1], 0, "two stones on one cell");
        assert!(x == o || x == o + 1, "{x} x against {o} o: turns do not alternate");
    }
}

/// The positions of the set bits, lowest first.
fn bits(mut word: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as u8);
        word &= word.wrapping_sub(1);
        bit
    })
}

/// Tic-tac-toe has no options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TicTacToeOptions {}

impl Describe for TicTacToe {
    const NAME: &'static str = "tictactoe";
    const ABOUT: &'static str = "three in a row on a 3x3 board";
    const RULES: &'static str = include_str!("rules.txt");
    const SIDES: [&'static str; 2] = ["x", "o"];
    const DEFAULT_SIZE: Size = SIZE;
    const SIZES: &'static str = "3";
    /// Its games are not stored.
    const SGF: Option<Sgf> = None;
    const OPTIONS: &'static [OptionAbout] = &[];
    type Options = TicTacToeOptions;

    fn start(size: Size, _options: &TicTacToeOptions) -> Result<Self, FieldError> {
        if size != SIZE {
            return Err(FieldError::new("size", size, Self::SIZES));
        }
        Ok(TicTacToe::new())
    }

    fn format_move(&self, mv: u8) -> String {
        SIZE.format_point(usize::from(mv))
    }

    fn parse_move(&self, text: &str) -> Result<u8, MoveError> {
        let point = SIZE.parse_point(text);
        point
            .map(|point| point as u8)
            .ok_or_else(|| MoveError::unreadable(text, "a cell from a1 (top left) to c3 is expected"))
    }

    fn stone_at(&self, point: usize) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| point < 9 && self.stones[side.index()] >> point & 1 == 1)
    }
}

impl fmt::Display for TicTacToe {
    /// The board with its coordinates, four lines without a line break at the end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("  a b c")?;
        for row in 0..3 {
            write!(f, "\n{}", row + 1)?;
            for cell in row * 3..row * 3 + 3 {
                let [x, o] = self.stones.map(|stones| stones >> cell & 1 == 1);
                f.write_str(if x {
                    " x"
                } else if o {
                    " o"
                } else {
                    " ."
                })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
