//! A game of one's own and a player of one's own, with everything that gametree's have:
//!
//! ```text
//! cargo run --release -- play rows --second urgent
//! cargo run --release -- gtp rows --coordinates gtp
//! cargo run --release -- tournament --config plan.toml
//! ```

mod urgent;

use std::fmt;
use std::ops::Range;
use std::process::ExitCode;

use gametree_core::{
    Code, Describe, Evaluate, FieldError, Game, MoveError, OptionAbout, Outcome, Side, Size, Tactics, code_ranges, mix,
};
use gametree_workbench::{House, Standard};
use serde::{Deserialize, Serialize};

use urgent::Urgent;

fn main() -> ExitCode {
    gametree_workbench::main(House::with_players::<(Standard, Urgent)>().game::<Rows>())
}

/// So many in a row on a board of squares. A move is the index of a point, row by row from the top left.
#[derive(Clone)]
struct Rows {
    size: Size,
    options: RowsOptions,
    points: Vec<Option<Side>>,
    empty: usize,
    to_move: Side,
    winner: Option<Side>,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct RowsOptions {
    row: u8,
}

impl Default for RowsOptions {
    fn default() -> Self {
        RowsOptions { row: 4 }
    }
}

impl Rows {
    /// How many stones of the one on `point` lie in a line with it, along a direction and against it.
    fn in_line(&self, point: usize, [dx, dy]: [isize; 2]) -> usize {
        let (columns, rows) = (usize::from(self.size.cols), usize::from(self.size.rows));
        let next = |[x, y]: [usize; 2], sign: isize| {
            let at = [x.checked_add_signed(sign * dx)?, y.checked_add_signed(sign * dy)?];
            (at[0] < columns && at[1] < rows && self.points[at[1] * columns + at[0]] == self.points[point])
                .then_some(at)
        };
        let along =
            |sign| std::iter::successors(Some([point % columns, point / columns]), move |&at| next(at, sign)).count();
        along(1) + along(-1) - 1
    }
}

impl Game for Rows {
    type Move = u16;

    fn codes(&self, side: Side) -> Range<Code> {
        code_ranges(self.points.len(), self.points.len())[side.index()].clone()
    }

    fn code(&self, mv: u16) -> Code {
        self.codes(self.to_move).start + mv
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        self.winner.map(Outcome::Win).or_else(|| (self.empty == 0).then_some(Outcome::Draw))
    }

    fn legal_moves(&self, out: &mut Vec<u16>) {
        if self.outcome().is_none() {
            out.extend((0..).zip(&self.points).filter(|(_, stone)| stone.is_none()).map(|(point, _)| point));
        }
    }

    fn play(&mut self, mv: u16) {
        let point = usize::from(mv);
        self.points[point] = Some(self.to_move);
        self.empty -= 1;
        let row = usize::from(self.options.row);
        if [[1, 0], [0, 1], [1, 1], [1, -1]].into_iter().any(|way| self.in_line(point, way) >= row) {
            self.winner = Some(self.to_move);
        }
        self.to_move = self.to_move.other();
    }

    /// A stone that completes a row wins. One that looks near the last stone would be faster.
    fn tactics(&self, _: Option<u16>, out: &mut Vec<u16>) -> Tactics {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        let wins = |mv: &u16| {
            let mut next = self.clone();
            next.play(*mv);
            next.winner.is_some()
        };
        out.extend(moves.into_iter().find(wins));
        if out.is_empty() { Tactics::Quiet } else { Tactics::Win }
    }

    fn key(&self) -> u64 {
        let stones = self.points.iter().map(|stone| stone.map_or(0, |side| 1 + side.index() as u64));
        stones.fold(self.to_move.index() as u64, |key, stone| mix(&[key, stone]))
    }
}

impl Evaluate for Rows {}

impl Describe for Rows {
    const NAME: &'static str = "rows";
    const ABOUT: &'static str = "so many in a row on a board of squares";
    const SIDES: [&'static str; 2] = ["black", "white"];
    const DEFAULT_SIZE: Size = Size::square(7);
    const SIZES: &'static str = "3 to 15";
    const OPTIONS: &'static [OptionAbout] =
        &[OptionAbout { name: "row", default: "4", allowed: "3 to 6", about: "how many in a row win" }];
    type Options = RowsOptions;

    fn start(size: Size, options: &RowsOptions) -> Result<Self, FieldError> {
        if !(3..=15).contains(&size.cols) || !(3..=15).contains(&size.rows) {
            return Err(FieldError::new("size", size, Self::SIZES));
        }
        if !(3..=6).contains(&options.row) {
            return Err(FieldError::new("row", options.row, "3 to 6"));
        }
        let points = vec![None; size.area()];
        Ok(Rows { size, options: *options, empty: points.len(), points, to_move: Side::First, winner: None })
    }

    fn format_move(&self, mv: u16) -> String {
        self.size.format_point(usize::from(mv))
    }

    fn parse_move(&self, text: &str) -> Result<u16, MoveError> {
        let point = self.size.parse_point(text);
        point.map(|point| point as u16).ok_or_else(|| MoveError::unreadable(text, "a point such as c4 is expected"))
    }

    fn stone_at(&self, point: usize) -> Option<Side> {
        self.points.get(point).copied().flatten()
    }
}

impl fmt::Display for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = ('a'..='z').take(self.size.cols.into()).flat_map(|letter| [' ', letter]).collect();
        write!(f, "  {letters}")?;
        for (row, points) in self.points.chunks(usize::from(self.size.cols)).enumerate() {
            let stones = points.iter().map(|stone| stone.map_or(" .", |side| [" x", " o"][side.index()]));
            write!(f, "\n{:2}{}", row + 1, stones.collect::<String>())?;
        }
        Ok(())
    }
}
