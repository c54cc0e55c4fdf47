//! SGF, the Smart Game Format `FF[4]` (red-bean.com/sgf): game trees as text, and games of ours in it.
//!
//! [`read_trees`] and [`write_trees`] know only the syntax: nodes, properties, escapes, encodings. [`SgfGame`] is what games
//! store in it. Which games there are is given, and how they are stored they say themselves ([`gametree_core::Describe::SGF`]):
//! by a number of the format's list (GM), or told apart by RU where several share one; with moves as letter pairs, in board
//! notation, or as they write them.
//!
//! Of the parsers on crates.io, sgf-parse 4.2 was tried first: it loses an escaped backslash and keeps a line break that
//! was escaped away, takes `tt` for a point on boards up to 19x19, has no positions in its errors, and overflows the stack on a
//! game of 200,000 nodes. This one is small, keeps a tree in one list, and never recurs.
//!
//! ```
//! use gametree_players::sgf::{read_trees, write_trees};
//! let trees = read_trees(b"(;FF[4]GM[1]SZ[9]KM[7.5]PB[a \\] b];B[cc];W[])").unwrap();
//! assert_eq!(trees[0].nodes[0].value("PB"), Some("a ] b"));
//! assert_eq!(trees[0].main_line().filter_map(|node| node.value("B")).collect::<Vec<_>>(), ["cc"]);
//! assert!(write_trees(&trees).contains("PB[a \\] b]"));
//! assert!(read_trees(b"(;B[aa]").unwrap_err().to_string().starts_with("line 1, column 1: "));
//! ```

mod decode;
mod form;
mod game;
mod main_line;
mod read;
mod root;
mod rules;
mod tree;
mod write;

use std::error::Error;
use std::fmt;

pub use form::SgfForm;
pub use game::{SgfGame, SgfMove, SgfSetup};
pub use read::{MOST_BYTES, read_trees};
pub use tree::result;
pub use write::write_trees;

/// Line and column in a file, from 1; columns are counted in characters.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

impl Place {
    /// Where the text goes on after `before`.
    pub(crate) fn after(before: &str) -> Place {
        // A line ends in LF, CR LF, or CR.
        let before = before.replace("\r\n", "\n");
        let lines = before.split(['\n', '\r']);
        let (number, last) = lines.enumerate().last().unwrap_or_default();
        Place { line: number as u32 + 1, column: last.chars().count() as u32 + 1 }
    }
}

/// What was read another way than it was written, or is odd, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SgfWarning {
    /// Where.
    pub place: Place,
    /// What.
    pub text: String,
}

impl fmt::Display for SgfWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.place.line, self.place.column, self.text)
    }
}

/// More warnings about one game are not kept.
const MOST_WARNINGS: usize = 100;

/// Warnings as they come.
#[derive(Clone, Default, Debug)]
pub(crate) struct Notes {
    list: Vec<SgfWarning>,
    said: Vec<&'static str>,
}

impl Notes {
    pub(crate) fn add(&mut self, place: Place, text: impl fmt::Display) {
        if self.list.len() < MOST_WARNINGS {
            self.list.push(SgfWarning { place, text: text.to_string() });
        }
    }

    /// What would be said of every move of a file is said of the first.
    pub(crate) fn once(&mut self, kind: &'static str, place: Place, text: impl fmt::Display) {
        if !self.said.contains(&kind) {
            self.said.push(kind);
            self.add(place, text);
        }
    }

    pub(crate) fn take(self) -> Vec<SgfWarning> {
        self.list
    }
}

impl From<Vec<SgfWarning>> for Notes {
    fn from(list: Vec<SgfWarning>) -> Self {
        Notes { list, said: Vec::new() }
    }
}

/// One game tree: its nodes in one list, the root first.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tree {
    /// The nodes, each before those below it.
    pub nodes: Vec<Node>,
    /// What was odd about the text.
    pub warnings: Vec<SgfWarning>,
}

/// A node of a [`Tree`].
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Node {
    /// Its properties, each name once.
    pub properties: Vec<Property>,
    /// The nodes that follow it, the main variation first, as indices into [`Tree::nodes`].
    pub children: Vec<usize>,
}

/// A property with its values, free of escapes.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Property {
    /// Upper case letters.
    pub name: String,
    /// At least one.
    pub values: Vec<String>,
    /// Where it stood in the file.
    pub place: Place,
}

impl Tree {
    /// The nodes of the main variation, the root first.
    pub fn main_line(&self) -> impl Iterator<Item = &Node> {
        let mut next = self.nodes.first();
        std::iter::from_fn(move || {
            let node = next?;
            next = node.children.first().and_then(|&child| self.nodes.get(child));
            Some(node)
        })
    }

    /// Adds a node below the last one.
    pub fn push(&mut self, properties: Vec<Property>) {
        let index = self.nodes.len();
        if let Some(last) = self.nodes.last_mut() {
            last.children.push(index);
        }
        self.nodes.push(Node { properties, children: Vec::new() });
    }
}

impl Node {
    /// The property of this name.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name == name)
    }

    /// The first value of the property of this name.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        self.property(name).and_then(|property| property.values.first()).map(String::as_str)
    }
}

impl Property {
    /// A property with one value.
    pub fn new(name: &str, value: impl Into<String>) -> Self {
        Property { name: name.into(), values: vec![value.into()], place: Place::default() }
    }
}

/// What is wrong with a file, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SgfError {
    /// Where.
    pub place: Place,
    /// What.
    pub message: String,
}

impl SgfError {
    pub(crate) fn new(place: Place, message: impl fmt::Display) -> Self {
        SgfError { place, message: message.to_string() }
    }
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.place.line, self.place.column, self.message)
    }
}

impl Error for SgfError {}
