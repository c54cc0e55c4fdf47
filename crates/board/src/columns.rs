//! A game of somebody else's, for tests: it says nothing that need not be said.

use std::fmt;
use std::ops::Range;

use gametree_core::{
    Code, Describe, Evaluate, FieldError, Game, MoveError, OptionAbout, Outcome, Side, Size, code_ranges,
};
use serde::{Deserialize, Serialize};

/// Stones fall into columns that are called `a` to `g`; three of one's own upon each other win. With `numbered`, columns have
/// the numbers 1 to 7, and with `prefixed` the names `c-1` to `c-7`.
#[derive(Clone)]
pub(crate) struct Columns {
    stones: Vec<Vec<Side>>,
    names: Names,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Names {
    #[default]
    Letters,
    Numbers,
    Prefixed,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ColumnsOptions {
    names: Names,
    /// Says nothing about the game.
    #[serde(skip_serializing_if = "String::is_empty")]
    note: String,
}

const COLUMNS: u8 = 7;
const ROWS: usize = 6;

impl Game for Columns {
    type Move = u8;

    fn codes(&self, side: Side) -> Range<Code> {
        code_ranges(COLUMNS.into(), COLUMNS.into())[side.index()].clone()
    }

    fn code(&self, mv: u8) -> Code {
        self.codes(self.to_move()).start + Code::from(mv)
    }

    fn to_move(&self) -> Side {
        if self.stones.iter().map(Vec::len).sum::<usize>().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn outcome(&self) -> Option<Outcome> {
        let three = |side: Side| self.stones.iter().any(|column| column.windows(3).any(|three| three == [side; 3]));
        let full = self.stones.iter().all(|column| column.len() == ROWS);
        let won = Side::BOTH.into_iter().find(|&side| three(side)).map(Outcome::Win);
        won.or(full.then_some(Outcome::Draw))
    }

    fn legal_moves(&self, out: &mut Vec<u8>) {
        if self.outcome().is_none() {
            out.extend((0..COLUMNS).filter(|&column| self.stones[usize::from(column)].len() < ROWS));
        }
    }

    fn play(&mut self, mv: u8) {
        let side = self.to_move();
        self.stones[usize::from(mv)].push(side);
    }

    fn key(&self) -> u64 {
        let stones = |column: &Vec<Side>| column.iter().fold(1, |key, side| key << 1 | side.index() as u64);
        gametree_core::mix(&self.stones.iter().map(stones).collect::<Vec<_>>())
    }
}

impl Describe for Columns {
    const NAME: &'static str = "columns";
    const ABOUT: &'static str = "three of your own upon each other";
    const SIDES: [&'static str; 2] = ["red", "yellow"];
    const DEFAULT_SIZE: Size = Size { cols: COLUMNS, rows: ROWS as u8 };
    const SIZES: &'static str = "7x6";
    const OPTIONS: &'static [OptionAbout] = &[
        OptionAbout { name: "names", default: "letters", allowed: "letters, numbers, prefixed", about: "of columns" },
        OptionAbout { name: "note", default: "", allowed: "any text", about: "a text" },
    ];
    type Options = ColumnsOptions;

    fn start(size: Size, options: &ColumnsOptions) -> Result<Self, FieldError> {
        let good = size == Self::DEFAULT_SIZE;
        let start = Columns { stones: vec![Vec::new(); COLUMNS.into()], names: options.names };
        good.then_some(start).ok_or_else(|| FieldError::new("size", size, Self::SIZES))
    }

    fn format_move(&self, mv: u8) -> String {
        match self.names {
            Names::Letters => char::from(b'a' + mv).to_string(),
            Names::Numbers => (mv + 1).to_string(),
            Names::Prefixed => format!("c-{}", mv + 1),
        }
    }

    fn parse_move(&self, text: &str) -> Result<u8, MoveError> {
        let found = (0..COLUMNS).find(|&mv| self.format_move(mv).eq_ignore_ascii_case(text));
        found.ok_or_else(|| MoveError::unreadable(text, "a column is expected"))
    }
}

impl fmt::Display for Columns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..ROWS).rev() {
            for column in &self.stones {
                f.write_str(column.get(row).map_or(" .", |side| [" x", " o"][side.index()]))?;
            }
            writeln!(f)?;
        }
        f.write_str(" a b c d e f g")
    }
}

impl Evaluate for Columns {}
