//! Game trees written as text: the examples of the textbook, and your own.
//!
//! A tree is written with brackets, as [`gametree_core::testing::Toy`] reads it: `( … )` is a choice, sides alternate, and a
//! whole number is the end of the game with that many points for the first side. A move is the number of a branch, from 1.
//!
//! ```
//! use gametree_core::{Describe, Game, Size};
//! use gametree_tree::{Tree, TreeOptions};
//!
//! // Max chooses a branch, then Min a leaf: Min would leave 4, 2 or 3.
//! let options = TreeOptions { tree: "((4 6 9)(2 7 8)(5 3 9))".into() };
//! let mut tree = Tree::start(Size::square(1), &options)?;
//! tree.play(tree.parse_move("1")?);
//! tree.play(tree.parse_move("1")?);
//! assert_eq!(tree.margin(), 2 * 4, "in half points");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::ops::Range;

use gametree_core::testing::{Toy, ToyError};
use gametree_core::{Code, Describe, Evaluate, FieldError, Game, MoveError, OptionAbout, Outcome, Sgf, Side, Size};
use serde::{Deserialize, Serialize};

/// A node of a tree. The tree itself is shared by all copies.
#[derive(Clone, Debug)]
pub struct Tree(Toy);

/// The tree to play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TreeOptions {
    /// The tree as text.
    pub tree: String,
}

/// Larger numbers would look like forced wins to a search.
const MOST_POINTS: u32 = 100_000;

/// Three branches with three leaves each.
const EXAMPLE: &str = "((4 6 9)(2 7 8)(5 3 9))";

impl Default for TreeOptions {
    fn default() -> Self {
        TreeOptions { tree: EXAMPLE.into() }
    }
}

impl Game for Tree {
    type Move = u16;

    fn codes(&self, side: Side) -> Range<Code> {
        self.0.codes(side)
    }

    fn code(&self, mv: u16) -> Code {
        self.0.code(mv)
    }

    fn to_move(&self) -> Side {
        self.0.to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    /// The text gives points, a margin is in half points.
    fn margin(&self) -> i32 {
        2 * self.0.margin()
    }

    fn legal_moves(&self, out: &mut Vec<u16>) {
        self.0.legal_moves(out);
    }

    fn play(&mut self, mv: u16) {
        self.0.play(mv);
    }

    fn key(&self) -> u64 {
        self.0.key()
    }
}

/// Nothing is known of a tree but its leaves.
impl Evaluate for Tree {}

impl fmt::Display for Tree {
    /// What is left of the tree, as text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Describe for Tree {
    const NAME: &'static str = "tree";
    const ABOUT: &'static str = "a game tree of your own, written as text";
    const RULES: &'static str = include_str!("rules.txt");
    const SIDES: [&'static str; 2] = ["max", "min"];
    const DEFAULT_SIZE: Size = Size::square(1);
    const SIZES: &'static str = "1";
    const SCORED: bool = true;
    /// Nothing to measure: the tree is as small as its text.
    const BENCH: &'static [Size] = &[];
    /// Its games are not stored.
    const SGF: Option<Sgf> = None;
    const OPTIONS: &'static [OptionAbout] = &[OptionAbout {
        name: "tree",
        default: EXAMPLE,
        allowed: "a choice in brackets; its branches are choices, whole numbers (points for max), A, B or = (max wins, min wins, \
                  draw); +( and -( say who chooses, 3: before a branch gives its code",
        about: "the tree to play",
    }];

    type Options = TreeOptions;

    fn start(size: Size, options: &TreeOptions) -> Result<Self, FieldError> {
        size.at_most(1)?;
        let toy: Toy = options.tree.parse().map_err(|error: ToyError| {
            let ToyError { position, expected } = error;
            FieldError::new("tree", &options.tree, format_args!("at byte {position}, {expected}"))
        })?;
        if let Some(leaf) = largest_number(&options.tree).filter(|&leaf| leaf > MOST_POINTS) {
            return Err(FieldError::new("tree", leaf, format_args!("numbers up to {MOST_POINTS}")));
        }
        Ok(Tree(toy))
    }

    fn format_move(&self, mv: u16) -> String {
        (mv + 1).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<u16, MoveError> {
        let error = || MoveError::unreadable(text, "the number of a branch, from 1, is expected");
        if !text.bytes().all(|b| b.is_ascii_digit()) {
            return Err(error());
        }
        text.parse::<u16>().ok().and_then(|number| number.checked_sub(1)).ok_or_else(error)
    }
}

fn largest_number(text: &str) -> Option<u32> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(tree: &str) -> Result<Tree, FieldError> {
        Tree::start(Tree::DEFAULT_SIZE, &TreeOptions { tree: tree.into() })
    }

    #[test]
    fn conforms() {
        for tree in [EXAMPLE, "(1 (0 -1 (2 -3)))", "-(+(1 -1) 0)"] {
            gametree_core::testing::conformance::check_described(&start(tree).unwrap());
        }
    }

    #[test]
    fn bad_trees_are_refused() {
        for tree in ["", "(", "()", "(x)", "(4 6", "(99999999999)", "(9999999)", "(1 -100001)"] {
            let error = start(tree).unwrap_err();
            assert_eq!(error.field, "tree", "{tree}");
        }
        assert!(Tree::start(Size::square(2), &TreeOptions::default()).is_err());
    }
}
