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
//! With `policy=knowing` each ply is the first of these that there is, one of them at random: a stone that captures, the last liberty of a chain of
//! one's own, a stone whose chain has two liberties then, any
//! (decisive moves: Teytaud and Teytaud 2010, "On the huge benefit of decisive moves in Monte-Carlo Tree Search algorithms").
//!
//! With `forced=true` a tree is told, at each new node, of a capture that the last stone allows, of a chain in atari and where it must run,
//! and of two that cannot both run ([`gametree_core::Game::tactics`]). Only the last stone's chain and its neighbours are looked at, and all chains before anything is
//! said to be lost.
//!
//! `cargo run --release -p gametree-atarigo --example atarigo_playouts` printed, on one core of an AMD EPYC (Zen 4) that
//! other programs shared, from the empty board:
//!
//! ```text
//!  size playouts/cpu s       ns   plies  first wins
//!     5        2239228    446.6    17.6      51.44%
//!     7        1355536    737.7    31.4      51.22%
//!     9         933613   1071.1    48.1      50.67%
//!    13         544366   1837.0    88.9      50.37%
//!    19         296898   3368.2   166.7      50.29%
//! ```

mod describe;
mod evaluation;
mod knowing;
mod playout;
mod position;
mod tactics;

pub use describe::AtariGoOptions;
pub use position::AtariGo;

#[cfg(test)]
mod tests;
