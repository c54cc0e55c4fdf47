//! Names, options, points and the drawing.

use std::fmt;

use gametree_core::{Describe, FieldError, Grid, MoveError, OptionAbout, Side, Size};
use serde::{Deserialize, Serialize};

use crate::geometry::MOST;
use crate::position::Hex;

/// The options of Hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HexOptions {
    /// Whether a playout ends with the winning move, instead of filling the board. Default: false.
    pub stop_at_win: bool,
}

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
    const SIDES: [&'static str; 2] = ["black", "white"];
    const DEFAULT_SIZE: Size = Size::square(11);
    const SIZES: &'static str = "1 to 26, or COLUMNSxROWS such as 5x3";
    const GRID: Grid = Grid::Hexagons;
    const OPTIONS: &'static [OptionAbout] = &[OptionAbout {
        name: "stop_at_win",
        default: "false",
        allowed: "true, false",
        about: "end a playout with the winning move instead of filling the board (the paper does not say which)",
    }];
    type Options = HexOptions;

    fn start(size: Size, options: &HexOptions) -> Result<Self, FieldError> {
        Ok(Hex::empty(size.at_most(MOST)?, options.stop_at_win))
    }

    fn format_move(&self, mv: u16) -> String {
        self.size().format_point(usize::from(mv))
    }

    fn parse_move(&self, text: &str) -> Result<u16, MoveError> {
        let last = self.size().format_point(self.size().area() - 1);
        let point = self.size().parse_point(text);
        point.map(|point| point as u16).ok_or_else(|| {
            MoveError::new(text, format_args!("a cell from a1 (top left, the acute corner) to {last} is expected"))
        })
    }

    fn stone_at(&self, point: usize) -> Option<Side> {
        (point < self.size().area()).then(|| self.stone(point as u16)).flatten()
    }

    /// The stones say whose turn it is, so there must be as many of each side, or one more of the first side's.
    fn arranged(&self, stones: [&[usize]; 2], to_move: Side) -> Result<Self, FieldError> {
        let [first, second] = stones;
        let more = usize::from(to_move == Side::Second);
        if first.len() != second.len() + more {
            let found = format_args!("{} black, {} white", first.len(), second.len()).to_string();
            return Err(FieldError::new(
                "stones",
                found,
                "as many black stones as white ones, one more if white moves",
            ));
        }
        let mut start = Hex::empty(self.size(), self.stop_at_win);
        for turn in 0..first.len() + second.len() {
            let cell = stones[turn % 2][turn / 2];
            if cell >= self.size().area() || start.stone_at(cell).is_some() {
                return Err(FieldError::new("stones", cell, "cells of the board, each once"));
            }
            start.place(cell as u16);
        }
        Ok(start)
    }
}

impl fmt::Display for Hex {
    /// The board with its coordinates, each row half a cell to the right of the one above, so that the six neighbours of
    /// a cell lie around it: `x` black, `o` white. No line break at the end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cols, rows) = (u16::from(self.size().cols), u16::from(self.size().rows));
        f.write_str("  ")?;
        for letter in (b'a'..).take(usize::from(cols)) {
            write!(f, " {}", char::from(letter))?;
        }
        for row in 0..rows {
            write!(f, "\n{:indent$}{:2}", "", row + 1, indent = usize::from(row))?;
            for cell in row * cols..(row + 1) * cols {
                f.write_str(match self.stone(cell) {
                    Some(Side::First) => " x",
                    Some(Side::Second) => " o",
                    None => " .",
                })?;
            }
        }
        Ok(())
    }
}
