//! Names, options, moves as people write them, and the drawing.

use std::fmt;

use gametree_core::{Describe, FieldError, Grid, MoveError, OptionAbout, Sgf, Side, Size};
use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::geometry::MOST;
use crate::position::{Go, Rules};
use crate::sgf::SGF;

/// The options of Go.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GoOptions {
    /// Points that the second side gets: any multiple of 0.5 from -1000 to 1000. Default: 7.5.
    pub komi: f64,
    /// What may not be repeated. Default: positional.
    pub ko: KoRule,
    /// Whether a chain of two or more stones may take its own last liberty and is then removed. Default: false.
    pub suicide: bool,
}

impl Default for GoOptions {
    fn default() -> Self {
        GoOptions { komi: 7.5, ko: KoRule::default(), suicide: false }
    }
}

/// What may not be repeated within a game. A single stone may not be retaken at once under any rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KoRule {
    /// Nothing else.
    Simple,
    /// The stones on the board (positional superko). Passes are always allowed.
    #[default]
    Positional,
    /// The stones on the board with the same side to move after a stone was placed (situational superko). A pass creates
    /// no situation that counts.
    Situational,
}

const MOST_KOMI: f64 = 1000.0;

impl Go {
    /// The empty board with default options.
    ///
    /// # Errors
    /// If the size is not between 1x1 and 25x25.
    pub fn new(size: Size) -> Result<Self, FieldError> {
        Go::start(size, &GoOptions::default())
    }
}

impl Describe for Go {
    const NAME: &'static str = "go";
    const ABOUT: &'static str = "surround more of the board than the other; area scoring, all stones alive";
    const RULES: &'static str = include_str!("rules.txt");
    const SIDES: [&'static str; 2] = ["black", "white"];
    const DEFAULT_SIZE: Size = Size::square(9);
    const SCORED: bool = true;
    const SIZES: &'static str = "1 to 25, or COLUMNSxROWS such as 5x3";
    const GRID: Grid = Grid::Lines;
    const BENCH: &'static [Size] = &[Size::square(9), Size::square(13), Size::square(19)];
    const SGF: Option<Sgf> = Some(SGF);
    const HANDICAP: bool = true;
    const OPTIONS: &'static [OptionAbout] = &[
        OptionAbout {
            name: "komi",
            default: "7.5",
            allowed: "a multiple of 0.5 from -1000 to 1000",
            about: "points that white gets",
        },
        OptionAbout {
            name: "ko",
            default: "positional",
            allowed: "simple, positional, situational",
            about: "what may not be repeated in a game: nothing but the retaking of a ko at once, the stones, or the \
                    stones and the side to move; below the root and in playouts always simple",
        },
        OptionAbout {
            name: "suicide",
            default: "false",
            allowed: "true, false",
            about: "whether two stones or more may take their own last liberty",
        },
    ];
    type Options = GoOptions;

    fn start(size: Size, options: &GoOptions) -> Result<Self, FieldError> {
        let komi = options.komi * 2.0;
        if komi.fract() != 0.0 || komi.abs() > 2.0 * MOST_KOMI {
            return Err(FieldError::new("komi", options.komi, Self::OPTIONS[0].allowed));
        }
        let rules = Rules { komi: komi as i32, ko: options.ko, suicide: options.suicide };
        Ok(Go::with_rules(Board::new(size.at_most(MOST)?)?, rules))
    }

    fn format_move(&self, mv: u16) -> String {
        if mv == self.pass() { "pass".into() } else { self.board().size().format_gtp_point(usize::from(mv)) }
    }

    fn parse_move(&self, text: &str) -> Result<u16, MoveError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(self.pass());
        }
        parse_point(self.board(), text, " or pass")
    }

    fn stone_at(&self, point: usize) -> Option<Side> {
        self.board().stone_at(point)
    }

    /// Also takes up a game again that two passes have ended.
    fn with_turn(&self, side: Side) -> Option<Self> {
        Some(self.resumed(side))
    }

    fn handicap(&self, stones: u8) -> Result<Vec<usize>, FieldError> {
        let mut empty = Go::with_rules(Board::new(self.board().size())?, self.rules);
        Ok(empty.fixed_handicap(stones)?.into_iter().map(usize::from).collect())
    }

    fn arranged(&self, stones: [&[usize]; 2], to_move: Side) -> Result<Self, FieldError> {
        Ok(Go::with_rules(Board::arranged(self.board().size(), stones)?, self.rules).resumed(to_move))
    }
}

/// Reads a point as GTP writes it.
///
/// # Errors
/// When it is no point of the board; the message ends with what else is allowed.
pub fn parse_point(board: &Board, text: &str, or: &str) -> Result<u16, MoveError> {
    let size = board.size();
    let last = size.format_gtp_point(usize::from(size.cols) - 1);
    let point = size.parse_gtp_point(text).map(|index| index as u16);
    point.ok_or_else(|| {
        MoveError::unreadable(text, format_args!("a point from A1 (bottom left) to {last}{or} is expected"))
    })
}

impl fmt::Display for Go {
    /// The board with its coordinates.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board().fmt(f)
    }
}
