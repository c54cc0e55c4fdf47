//! Names, points and the drawing.

use std::fmt;

use gametree_core::{Describe, FieldError, Game, Grid, MoveError, OptionAbout, Sgf, SgfMoves, Side, Size};
use gametree_go::{Board, parse_point};
use serde::{Deserialize, Serialize};

use crate::position::NoGo;

/// NoGo has no options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NoGoOptions {}

impl NoGo {
    /// The empty board.
    ///
    /// # Errors
    /// If the size is not between 1x1 and 25x25.
    pub fn new(size: Size) -> Result<Self, FieldError> {
        NoGo::start(size, &NoGoOptions::default())
    }
}

impl Describe for NoGo {
    const NAME: &'static str = "nogo";
    const ABOUT: &'static str = "neither capture nor suicide is allowed; who cannot move loses";
    const RULES: &'static str = include_str!("rules.txt");
    const SIDES: [&'static str; 2] = ["black", "white"];
    const DEFAULT_SIZE: Size = Size::square(9);
    const SIZES: &'static str = "1 to 25, or COLUMNSxROWS such as 5x3";
    const GRID: Grid = Grid::Lines;
    /// As Go, whose programs read it; the rules tell it apart.
    const SGF: Option<Sgf> = Some(Sgf {
        number: 1,
        name: "NoGo",
        moves: SgfMoves::Pairs { pass: None },
        ..Sgf::unlisted(Self::NAME, Size::square(19))
    });
    const OPTIONS: &'static [OptionAbout] = &[];
    type Options = NoGoOptions;

    fn start(size: Size, _options: &NoGoOptions) -> Result<Self, FieldError> {
        Ok(NoGo::on(Board::new(size)?))
    }

    fn format_move(&self, mv: u16) -> String {
        self.board().size().format_gtp_point(usize::from(mv))
    }

    fn parse_move(&self, text: &str) -> Result<u16, MoveError> {
        parse_point(self.board(), text, "")
    }

    fn stone_at(&self, point: usize) -> Option<Side> {
        self.board().stone_at(point)
    }

    fn with_turn(&self, side: Side) -> Option<Self> {
        if self.outcome().is_some() {
            return None;
        }
        let mut copy = self.clone();
        copy.to_move = side;
        Some(copy)
    }

    fn arranged(&self, stones: [&[usize]; 2], to_move: Side) -> Result<Self, FieldError> {
        let mut start = NoGo::on(Board::arranged(self.board().size(), stones)?);
        start.to_move = to_move;
        Ok(start)
    }
}

impl fmt::Display for NoGo {
    /// The board with its coordinates.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board().fmt(f)
    }
}
