//! What a game says of itself for files of games: SGF, the Smart Game Format (red-bean.com/sgf).

use crate::board::Size;

/// How games are stored in SGF.
#[derive(Clone, Copy, Debug)]
pub struct Sgf {
    /// The game's number in the format's list (GM). 0, which the list does not have, for a game that is not on it: no other program
    /// takes its files for those of another game.
    pub number: u16,
    /// What messages call the game. Unless `any_rules` is set, the rules of a file (RU) begin with it.
    pub name: &'static str,
    /// Whether a file of this number is of this game unless its rules name another one. At most one game of a number.
    pub any_rules: bool,
    /// How moves are written.
    pub moves: SgfMoves,
    /// The board of a file that does not say its size (SZ).
    pub size: Size,
    /// What else is said of the rules, and which options mean that.
    pub words: &'static [SgfWords],
    /// What sets of rules mean that go by a name (`Japanese`). `None` where there are none.
    pub rules: Option<fn(&str) -> Option<SgfRules>>,
}

impl Sgf {
    /// A game that is on no list: its rules begin with its name, and moves stand there as the game writes them.
    #[must_use]
    pub const fn unlisted(name: &'static str, size: Size) -> Self {
        Sgf { number: 0, name, any_rules: false, moves: SgfMoves::Own, size, words: &[], rules: None }
    }
}

/// How SGF writes a game's moves and points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SgfMoves {
    /// Points as column and row in letters, from the top left, with at most 25 columns and rows. An empty value is `pass`, if the
    /// game has one.
    Pairs {
        /// The pass as the game writes it.
        pass: Option<&'static str>,
    },
    /// Points as the game writes them. Letter pairs are read, too, which some servers write.
    Points,
    /// Whatever the game writes; points of stones that are set up as [`crate::Describe::GRID`] says.
    Own,
}

/// Words of RU.
#[derive(Clone, Copy, Debug)]
pub struct SgfWords {
    /// As they are written, in lower case.
    pub text: &'static str,
    /// What is read for the same.
    pub also: &'static [&'static str],
    /// The option and its value that they say. Words without one are always written.
    pub option: Option<(&'static str, &'static str)>,
}

/// What a set of rules means here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SgfRules {
    /// Options and their values.
    pub options: Vec<(&'static str, &'static str)>,
    /// What cannot be done as it says.
    pub remark: Option<&'static str>,
}
