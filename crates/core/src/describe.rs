//! The cold half of a game: names, options, and moves as people write them.

use std::fmt::{Debug, Display};

use serde_core::Serialize;
use serde_core::de::DeserializeOwned;

use crate::board::Size;
use crate::error::{FieldError, MoveError};
use crate::game::{Game, Side};
use crate::sgf::Sgf;

/// What people and files need of a game beside its rules. `Display` draws the position.
pub trait Describe: Game + Display {
    /// The name in commands, plans and records: lower case, one word.
    const NAME: &'static str;
    /// One line that says what the game is.
    const ABOUT: &'static str;
    /// The rules, enough to play by: the aim, the board and how it is drawn, moves and how they are written, the end. The sizes and
    /// options are told beside. Default: no more than the one line.
    const RULES: &'static str = Self::ABOUT;
    /// What the two sides are called, first side first.
    const SIDES: [&'static str; 2];
    /// The size to play on when none is asked for.
    const DEFAULT_SIZE: Size;
    /// The allowed sizes, in words.
    const SIZES: &'static str;
    /// Whether the size of a win counts (Go's points), not only who wins. Default: no.
    const SCORED: bool = false;
    /// How its points lie in a picture. Default: squares.
    const GRID: Grid = Grid::Squares;
    /// What a picture of the board does not say by itself, in one line, such as which edges each side joins. Default: nothing.
    const LEGEND: &'static str = "";
    /// The sizes to measure speed on. Default: the default size.
    const BENCH: &'static [Size] = &[Self::DEFAULT_SIZE];
    /// How its games are stored in files, `None` if they are not. Default: under its name, moves as the game writes them.
    const SGF: Option<Sgf> = Some(Sgf::unlisted(Self::NAME, Self::DEFAULT_SIZE));
    /// The swap rule, for games that can have it. Default: none.
    const SWAP: Option<Swap> = None;
    /// Whether the first side may get stones ahead; see [`Describe::handicap`]. Default: no.
    const HANDICAP: bool = false;
    /// Every option that [`Describe::Options`] has. One called `komi` is the points that the second side gets, a number: GTP and
    /// SGF have words of their own for it.
    const OPTIONS: &'static [OptionAbout];

    /// The options besides the size. Unknown fields must be refused (`#[serde(deny_unknown_fields, default)]`).
    type Options: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync;

    /// The initial position.
    ///
    /// # Errors
    /// Names the field (`size` or an option), its value and what is allowed.
    fn start(size: Size, options: &Self::Options) -> Result<Self, FieldError>;

    /// A legal move of this position as people write it: one word, as moves stand in lists, without a comma, which may part them
    /// too, and without `#`, behind which GTP has comments. Where it names points by `-`, as in `b2-b3`, they are written as
    /// [`Describe::GRID`] says.
    fn format_move(&self, mv: Self::Move) -> String;

    /// Reads a move, in either case. The result is a point or step of this board; whether it is legal is for
    /// [`crate::Line::play`] to say.
    ///
    /// # Errors
    /// When the text is no move of this board ([`MoveError::unreadable`]); says what a move looks like.
    fn parse_move(&self, text: &str) -> Result<Self::Move, MoveError>;

    /// Whose stone lies on the point with this index, row by row from the top left. Default: none, for games without a board.
    fn stone_at(&self, point: usize) -> Option<Side> {
        let _ = point;
        None
    }

    /// Whether the point with this index is marked on the board whatever stands on it, as a goal is. Default: no.
    fn is_marked(&self, point: usize) -> bool {
        let _ = point;
        false
    }

    /// How things stand, in one line, where the stones do not show it. Default: nothing to say.
    fn standing(&self) -> Option<String> {
        None
    }

    /// The same stones with `side` to move and the game going on, for boards on which one side may move twice. `None` where
    /// the rules do not know that, or the game is over for good. Default: `None`.
    fn with_turn(&self, side: Side) -> Option<Self> {
        let _ = side;
        None
    }

    /// The points of `stones` stones that the first side gets ahead as a handicap, as indices row by row from the top left.
    /// Default: refused.
    ///
    /// # Errors
    /// When there is no such handicap on this board; names the field `handicap` and what is allowed.
    fn handicap(&self, stones: u8) -> Result<Vec<usize>, FieldError> {
        Err(FieldError::new("handicap", stones, format_args!("none: {} has no handicap stones", Self::NAME)))
    }

    /// The start of a game of the same size and options with these stones on the board, by side, as indices row by row from
    /// the top left. Default: refused.
    ///
    /// # Errors
    /// When the rules do not allow such a start; names the field `stones`.
    fn arranged(&self, stones: [&[usize]; 2], to_move: Side) -> Result<Self, FieldError> {
        let _ = to_move;
        let count = stones[0].len() + stones[1].len();
        Err(FieldError::new("stones", count, format_args!("none: {} begins with its own set-up", Self::NAME)))
    }
}

/// How the points of a board lie in a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grid {
    /// Squares, named from the top left.
    Squares,
    /// Where lines cross, named as in GTP.
    Lines,
    /// Hexagons, each row half a cell to the right of the one above. The first side joins top and bottom.
    Hexagons,
}

impl Grid {
    /// The index of a point, row by row from the top left, named as on such a board, in either case.
    #[must_use]
    pub fn parse_point(self, size: Size, text: &str) -> Option<usize> {
        if self == Grid::Lines { size.parse_gtp_point(text) } else { size.parse_point(text) }
    }

    /// The name of a point on such a board.
    #[must_use]
    pub fn format_point(self, size: Size, point: usize) -> String {
        if self == Grid::Lines { size.format_gtp_point(point) } else { size.format_point(point) }
    }
}

/// A swap rule: the second side may take the first stone over in place of its first move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Swap {
    /// The move that swaps the pieces, in lower case: the sides keep their seats, and it is the first side's turn.
    pub text: &'static str,
    /// The option that says whether there is the rule, a word.
    pub option: &'static str,
    /// Its value where there is.
    pub on: &'static str,
    /// And where there is not.
    pub off: &'static str,
}

/// One option of a game or a player, for help texts.
#[derive(Clone, Copy, Debug)]
pub struct OptionAbout {
    /// The key, as in `--set key=value`.
    pub name: &'static str,
    /// The default, as one would write it.
    pub default: &'static str,
    /// What may stand there.
    pub allowed: &'static str,
    /// What it does, with its source where it comes from a paper.
    pub about: &'static str,
}
