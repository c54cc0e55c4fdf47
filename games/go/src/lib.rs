//! Go on boards from 1x1 to 25x25, square or not: area scoring, superko, fast playouts; and the [`Board`] that other
//! games with Go stones build on.
//!
//! Black and white take turns to place a stone on an empty point, or pass; black begins. Stones of a colour that touch
//! along the lines form a chain, and the empty points beside it are its liberties. A move takes the opponent's chains that
//! have no liberty left. Two passes in a row end the game. Then each side counts its stones and the empty points from
//! which one reaches its stones only, white adds the komi, and the larger sum wins.
//!
//! ```
//! use gametree_core::{Describe, Game, Line, Outcome, Rng, Side, Size, Trace};
//! use gametree_go::{Go, GoOptions};
//!
//! let options = GoOptions { komi: 0.5, ..GoOptions::default() };
//! let mut line = Line::new(Go::start(Size::square(5), &options)?);
//! for text in ["C3", "C4", "D4", "B3", "B4"] {
//!     line.play(line.position().parse_move(text)?)?;
//! }
//! let drawing = "   A B C D E\n 5 . . . . .\n 4 . x o x .\n 3 . o x . .\n 2 . . . . .\n 1 . . . . .";
//! assert_eq!(line.position().to_string(), drawing);
//! for text in ["A1", "C5", "pass", "pass"] {
//!     line.play(line.position().parse_move(text)?)?;
//! }
//! assert_eq!(line.position().taken(Side::First), 1, "C5 has taken C4");
//! assert_eq!(line.position().margin(), 2 * (5 - 2) - 1, "half points: areas, less komi");
//! assert_eq!(line.position().outcome(), Some(Outcome::Win(Side::First)));
//!
//! // A playout is a set of codes and an outcome.
//! let mut position = Go::new(Size::square(9))?;
//! let mut trace = Trace::for_game(&position);
//! let outcome = position.playout(&mut Rng::new(1), &mut trace);
//! assert_eq!(position.outcome(), Some(outcome));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Rules
//!
//! * **Scoring** is by area as in Tromp and Taylor's *Logical rules* (tromp.github.io/go.html): all stones on the board
//!   are alive, so whoever thinks that some are dead has to take them. One lone stone owns an empty board.
//! * **Komi** is 7.5; any multiple of 0.5, also negative. A whole one allows draws.
//! * **Ko**: [`KoRule::Positional`] forbids a stone that leads to an arrangement of stones which was there before in the
//!   game; [`KoRule::Situational`] the same with the same side to move, after a stone; [`KoRule::Simple`] neither. Under
//!   each a single stone that has just taken a single stone, and has that point for its only liberty, may not be retaken at
//!   once. Superko holds in the moves of a game, which a [`Line`](gametree_core::Line) knows; below the root of a search
//!   and in playouts there is only the simple ko. Passes never repeat anything.
//! * **Suicide** is forbidden. [`GoOptions::suicide`] allows it to two stones or more; a single stone would leave the board
//!   as it was.
//! * **Handicap**: [`Go::fixed_handicap`] places the stones of the Go Text Protocol.
//!
//! # Conventions
//!
//! Points are written as in GTP: a column letter without I, and a row number from the bottom. A size is columns x rows. A
//! move is the index of its point, row by row from the top left, and the number after the last is the pass; its code is
//! that plus the start of the mover's range.
//!
//! # Searched moves and playouts
//!
//! A search and a playout consider the legal moves that do not fill an eye of the mover's own: an empty point whose
//! neighbours are all the mover's stones, with at most one of the diagonal neighbours the opponent's, none at the edge. Only
//! where there is no such move is the pass considered. A playout draws uniformly among these moves and ends with two
//! passes, or after three plies for each point of the board, when it is scored as it stands.
//!
//! `cargo run --release -p gametree-go --example go_playouts` printed, on one core of an AMD EPYC (Zen 4) that other
//! programs shared, from the empty board:
//!
//! ```text
//!  size playouts/cpu s       ns   plies  first wins
//!     5         493625   2025.8    42.4      48.21%
//!     7         278338   3592.8    72.4      40.00%
//!     9         178869   5590.7   111.1      42.09%
//!    13          86513  11559.0   219.5      44.53%
//!    19          40095  24940.6   455.4      46.30%
//! ```
//!
//! What pays: pseudo-liberties; an empty point that keeps its number of empty neighbours as if they were its liberties,
//! so that half of the drawn points are accepted at a glance; and no branch on what lies around a stone that is placed (a
//! third fewer mispredictions, 6 %).
//!
//! The knowing playout ([`Evaluate::knowing_playout`](gametree_core::Evaluate::knowing_playout)) has a mercy rule, as Go programs
//! have it for speed: once one side has more stones than the other, komi included, by more than 3/10 of the points, that side
//! has won. Where the komi alone is at least as much (7.5 on 5x5 and smaller) it is the playout without that rule.

mod board;
mod describe;
mod evaluation;
mod geometry;
mod handicap;
mod knowing;
mod local;
mod playout;
mod position;
mod sgf;
mod shape;

pub use board::Board;
pub use describe::{GoOptions, KoRule, parse_point};
pub use geometry::{MOST, Point};
pub use local::Fate;
pub use position::Go;
pub use shape::WORDS;

#[cfg(test)]
mod tests;
