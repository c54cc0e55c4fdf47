//! AtariGo on boards from 1x1 to 25x25, square or not: the first capture wins. Also called capture Go.
//!
//! Black and white take turns to place a stone on an empty point, black first. **Whoever first takes a chain of the
//! opponent's, as in Go, wins.** A stone that would leave its own chain without a liberty may be placed only if it takes
//! something. Nobody passes. **Who cannot move loses**: rare, and a decision of ours, as descriptions of the game leave it
//! open; the solved boards in the tests come out the same if it is called a draw. So there are no draws.
//!
//! ```
//! use gametree_core::{Describe, Evaluate, Game, Line, Outcome, Side, Size};
//! use gametree_atarigo::AtariGo;
//!
//! let mut line = Line::new(AtariGo::new(Size::square(4))?);
//! for text in ["B2", "A2", "B3", "D1", "A3"] {
//!     line.play(line.position().parse_move(text)?)?;
//! }
//! assert_eq!(line.position().to_string(), "   A B C D\n 4 . . . .\n 3 x x . .\n 2 o x . .\n 1 . . . o");
//!
//! // White's stone at A2 has one liberty left and must run there, which does not help.
//! let mut forced = Vec::new();
//! assert!(line.position().forced_moves(&mut forced));
//! assert_eq!(line.position().format_move(forced[0]), "A1");
//! for text in ["A1", "B1"] {
//!     line.play(line.position().parse_move(text)?)?;
//! }
//! assert_eq!(line.position().outcome(), Some(Outcome::Win(Side::First)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Conventions
//!
//! Points are written as in GTP: a column letter without I, and a row number from the bottom. A size is columns x rows. A
//! move is the index of its point, row by row from the top left; its code is that plus the start of the mover's range.
//! The stones lie on the board of `gametree-go`. In a finished position the captured stones are off the board.
//!
//! # Playouts
//!
//! Uniform among the legal moves, until somebody takes something.
//!
//! `cargo run --release -p gametree-atarigo --example atarigo_playouts` printed, on one core of an AMD EPYC (Zen 4) that
//! other programs shared, from the empty board:
//!
//! ```text
//!  size playouts/cpu s       ns  first wins
//!     5        2205151    453.5      51.50%
//!     7        1343593    744.3      51.18%
//!     9         922633   1083.9      50.74%
//!    13         533071   1875.9      50.39%
//!    19         292966   3413.4      50.28%
//! ```

mod describe;
mod evaluation;
mod playout;
mod position;

pub use describe::AtariGoOptions;
pub use position::AtariGo;

#[cfg(test)]
mod tests;
