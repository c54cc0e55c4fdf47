//! Names, options, points and the drawing.

use std::fmt;

use gametree_core::{
    Describe, FieldError, Game, Grid, MoveError, MoveErrorKind, OptionAbout, Sgf, SgfMoves, SgfWords, Side, Size,
    Swap as SwapRule,
};
use serde::{Deserialize, Serialize};

use crate::geometry::MOST;
use crate::position::Hex;

/// The options of Hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HexOptions {
    /// Whether a playout ends with the winning move, instead of filling the board. Default: false.
    pub stop_at_win: bool,
    /// What the second side may do instead of its first move. Default: nothing. Not written then, so that cells of records
    /// from before there was this option keep their hash.
    #[serde(skip_serializing_if = "Swap::is_none")]
    pub swap: Swap,
}

/// The swap rule, which takes the advantage of the first move away.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Swap {
    /// No swap.
    #[default]
    None,
    /// The first stone is taken off, and a stone of the second side is put on its mirror image in the long diagonal, with
    /// column and row exchanged. Both keep their seats and edges, and the first side moves.
    Pieces,
}

impl Swap {
    fn is_none(&self) -> bool {
        *self == Swap::None
    }
}

/// The move that swaps, as HTP and HexGui write it.
const SWAP_PIECES: &str = "swap-pieces";

impl Hex {
    /// The empty board with default options.
    ///
    /// # Errors
    /// If the size is not between 1x1 and 26x26.
    pub fn new(size: Size) -> Result<Self, FieldError> {
        Hex::start(size, &HexOptions::default())
    }
}

impl Describe for Hex {
    const NAME: &'static str = "hex";
    const ABOUT: &'static str = "join your two edges with a chain of stones; there are no draws";
    const RULES: &'static str = include_str!("rules.txt");
    const SIDES: [&'static str; 2] = ["black", "white"];
    const DEFAULT_SIZE: Size = Size::square(11);
    const SIZES: &'static str = "1 to 26, or COLUMNSxROWS such as 5x3";
    const GRID: Grid = Grid::Hexagons;
    const LEGEND: &'static str = "black joins top and bottom, white joins left and right";
    const BENCH: &'static [Size] = &[Size::square(7), Size::square(11), Size::square(13), Size::square(19)];
    /// As HexGui and benzene write it.
    const SGF: Option<Sgf> = Some(Sgf {
        number: 11,
        name: "Hex",
        any_rules: true,
        moves: SgfMoves::Points,
        size: Size::square(11),
        words: &[SgfWords { text: SWAP_PIECES, also: &["swap"], option: Some(("swap", "pieces")) }],
        rules: None,
    });
    const SWAP: Option<SwapRule> = Some(SwapRule { text: SWAP_PIECES, option: "swap", on: "pieces", off: "none" });
    const OPTIONS: &'static [OptionAbout] = &[
        OptionAbout {
            name: "stop_at_win",
            default: "false",
            allowed: "true, false",
            about: "end a playout with the winning move instead of filling the board (the paper does not say which)",
        },
        OptionAbout {
            name: "swap",
            default: "none",
            allowed: "none, pieces",
            about: "pieces: the second side's first move may be swap-pieces, which makes the first stone its own, mirrored",
        },
    ];
    type Options = HexOptions;

    fn start(size: Size, options: &HexOptions) -> Result<Self, FieldError> {
        let size = size.at_most(MOST)?;
        if !options.swap.is_none() && size.cols != size.rows {
            let allowed = format_args!("none on a board of size {size}: only a square board is its own mirror image");
            return Err(FieldError::new("swap", "pieces", allowed));
        }
        Ok(Hex::empty(size, options.stop_at_win, !options.swap.is_none()))
    }

    fn format_move(&self, mv: u16) -> String {
        if mv == self.swap_move() { SWAP_PIECES.into() } else { self.size().format_point(usize::from(mv)) }
    }

    /// `swap` is short for `swap-pieces`.
    fn parse_move(&self, text: &str) -> Result<u16, MoveError> {
        if [SWAP_PIECES, "swap"].iter().any(|swap| swap.eq_ignore_ascii_case(text)) {
            let off = "this game has no swap rule; the option swap=pieces is off";
            let illegal = || MoveError::new(MoveErrorKind::Illegal, text, off);
            return self.swap.then(|| self.swap_move()).ok_or_else(illegal);
        }
        let last = self.size().format_point(self.size().area() - 1);
        let point = self.size().parse_point(text);
        point.map(|point| point as u16).ok_or_else(|| {
            MoveError::unreadable(
                text,
                format_args!("a cell from a1 (top left, the acute corner) to {last} is expected"),
            )
        })
    }

    fn stone_at(&self, point: usize) -> Option<Side> {
        (point < self.size().area()).then(|| self.stone(point as u16)).flatten()
    }

    /// Hex is played by turns, but controllers set positions up by moves, stone after stone as they lie on the board; HexGui
    /// does so after a swap. A turn given away is one that left no stone.
    fn with_turn(&self, side: Side) -> Option<Self> {
        if self.outcome().is_some() {
            return None;
        }
        if self.to_move() == side { Some(self.clone()) } else { self.clone().turned(side) }
    }

    /// Any stones, as long as nobody has won. Where there are more of a side than its turns allow, the other side has missed some.
    fn arranged(&self, stones: [&[usize]; 2], to_move: Side) -> Result<Self, FieldError> {
        let mut start = Hex::empty(self.size(), self.stop_at_win, self.swap);
        for side in Side::BOTH {
            for &cell in stones[side.index()] {
                if cell >= self.size().area() || start.stone_at(cell).is_some() {
                    return Err(FieldError::new("stones", cell, "cells of the board, each once"));
                }
                start.stones[side.index()][cell / 64] |= 1 << (cell % 64);
                start.last = cell as u16;
            }
        }
        if let Some(side) = Side::BOTH.into_iter().find(|&side| start.joins(side, None)) {
            let found = format_args!("{} has won", Self::SIDES[side.index()]).to_string();
            return Err(FieldError::new("stones", found, "a position in which neither side has joined its edges"));
        }
        start.turned(to_move).ok_or_else(|| {
            let found = format_args!("{} black, {} white", stones[0].len(), stones[1].len()).to_string();
            FieldError::new("stones", found, "at most 254 stones more of one side than of the other")
        })
    }
}

impl fmt::Display for Hex {
    /// The board with its coordinates, each row half a cell to the right of the one above, so that the six neighbours of
    /// a cell lie around it: `x` black, `o` white. Around it the edges, and below whose they are. No line break at the end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cols, rows) = (u16::from(self.size().cols), u16::from(self.size().rows));
        let edge = " -".repeat(usize::from(cols));
        f.write_str("    ")?;
        for letter in (b'a'..).take(usize::from(cols)) {
            write!(f, " {}", char::from(letter))?;
        }
        write!(f, "\n   {edge}")?;
        for row in 0..rows {
            write!(f, "\n{:indent$}{:2} \\", "", row + 1, indent = usize::from(row))?;
            for cell in row * cols..(row + 1) * cols {
                f.write_str(match self.stone(cell) {
                    Some(Side::First) => " x",
                    Some(Side::Second) => " o",
                    None => " .",
                })?;
            }
            f.write_str(" \\")?;
        }
        write!(f, "\n{:indent$}{edge}", "", indent = usize::from(rows) + 4)?;
        f.write_str("\nx black joins top and bottom (- -), o white joins left and right (\\ \\)")
    }
}
