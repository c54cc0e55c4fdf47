//! Hex on boards from 1x1 to 26x26, square or not, with playouts that fill the board at once.
//!
//! Two sides take turns to place a stone on an empty cell of a rhombus of hexagons. The first side, black, wins by joining
//! the top and the bottom edge with a chain of its stones, the second side, white, by joining the left and the right one.
//! A full board has exactly one such chain (Gale, *The game of Hex and the Brouwer fixed-point theorem*, 1979), so there
//! are no draws. Without the option [`Swap::Pieces`] there is no swap rule.
//!
//! ```
//! use gametree_core::{Describe, Game, Line, Outcome, Rng, Side, Size, Trace};
//! use gametree_hex::Hex;
//!
//! let mut line = Line::new(Hex::new(Size::square(3))?);
//! for text in ["c1", "a1", "b2", "c2", "a3"] {
//!     let mv = line.position().parse_move(text)?;
//!     line.play(mv)?;
//! }
//! assert_eq!(line.position().outcome(), Some(Outcome::Win(Side::First)));
//! let drawn = line.position().to_string();
//! assert!(drawn.starts_with("     a b c\n    - - -\n 1 \\ o . x \\\n  2 \\ . x o \\\n   3 \\ x . . \\\n        - - -\n"));
//! assert!(drawn.ends_with("\nx black joins top and bottom (- -), o white joins left and right (\\ \\)"));
//!
//! // A playout is a set of codes and an outcome: here all 121 cells, 61 of them black's.
//! let mut position = Hex::new(Size::square(11))?;
//! let mut trace = Trace::for_game(&position);
//! let outcome = position.playout(&mut Rng::new(1), &mut trace);
//! assert_eq!(position.outcome(), Some(outcome));
//! assert_eq!(trace.codes.len(), 121);
//! assert_eq!(trace.codes.iter().filter(|code| position.codes(Side::First).contains(code)).count(), 61);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Conventions
//!
//! A cell is written as a column letter and a row number from the top, no letter skipped. `a1` lies in an acute corner, at
//! the top left, and each row is half a cell to the right of the row above: the neighbours of `c3` are `b3`, `d3`, `c2`,
//! `c4`, `d2` and `b4`. A size is columns x rows. A move is the index of its cell, row by row; its code is that index plus
//! the start of the mover's range, so codes, moves and bits of the bitboards are one numbering. The swap, where it is allowed, is
//! the number after the last cell's, and has a code of its own after those of the second side's cells: as a set of codes, a
//! playout that began with the swap says so, beside the cells of the stones placed later. The stone that was taken off keeps
//! its code in the set, as it was played. No other playout says anything of the swap, so a search that goes by AMAF and knows no
//! exploration would not come back to it after a first playout that is lost: [`Game::lone_code`](gametree_core::Game::lone_code)
//! names it, and such a search (RAVE, GRAVE, MCPS) tries it at least as often as the square root of the visits. UCT explores anyway.
//!
//! # Playouts
//!
//! Stones placed after a win change nothing, so a playout fills the board and looks for the winner once. Its trace holds
//! all cells, those after the win included. What uniformly random moves leave on a full board is a uniformly random half
//! of the cells for each side, and that is drawn directly, a word of cells at a time, without any order. The winner comes
//! from reducing the full board as one of the game of Y. Whether the playouts of the paper on Monte Carlo Permutation
//! Search fill the board is not known; [`HexOptions::stop_at_win`] ends them with the winning move instead.
//!
//! `cargo run --release -p gametree-hex --example hex_playouts` printed, on one core of an AMD EPYC (Zen 4, AVX-512) that
//! other programs shared, from the empty board:
//!
//! ```text
//!  size playouts/cpu s       ns   plies  first wins
//!     5       21043495     47.5    25.0      57.33%
//!     7       17965632     55.7    49.0      54.42%
//!     9       13093795     76.4    81.0      53.05%
//!    11       11418091     87.6   121.0      52.30%
//!    13        7401203    135.1   169.0      51.85%
//!    19        5410799    184.8   361.0      51.08%
//!    26        3182569    314.2   676.0      50.04%
//! ```
//!
//! The knowing playout ([`Evaluate::knowing_playout`](gametree_core::Evaluate::knowing_playout)) keeps the bridges that lie on
//! the board where it begins, between stones and to edges: where the fill gave both cells of a bridge to the other side, one
//! of them, by a coin, goes back, for all bridges of a direction at once. That is the save-bridge pattern of MoHex (Arneson,
//! Hayward and Henderson, *Monte Carlo Tree Search in Hex*, 2010), applied after the fill. Bridges that share a cell may both
//! need it, so a few stay cut. With [`HexOptions::stop_at_win`], and while there may be a swap, it is the playout without
//! knowledge.
//!
//! # What is known for certain
//!
//! On boards of up to 64 cells [`Evaluate::known`](gametree_core::Evaluate::known) tells who wins, or which moves are left to look at,
//! by dead and captured cells, virtual connections (the AND and OR rules, from which edge templates follow) and the must-play region
//! that the opponent's near links leave; [`Evaluate::value_key`](gametree_core::Evaluate::value_key) is the same for positions that are
//! equal with such cells filled in, or turned by half a turn. It takes from a hundredth of a millisecond late in a game to some
//! milliseconds on an empty board. The empty boards up to 5x5 need no search at all.

mod describe;
mod evaluation;
mod fill;
mod flood;
mod geometry;
mod knowing;
mod known;
mod links;
mod playout;
mod position;
mod reduce;

pub use describe::{HexOptions, Swap};
pub use position::Hex;

#[cfg(test)]
mod tests;
