//! NoGo on boards from 1x1 to 25x25, square or not.
//!
//! Black and white take turns to place a stone on an empty point, black first. A stone that would take a chain of the
//! opponent's or leave its own chain without a liberty, as in Go, may not be placed. Nobody passes. **Who cannot move
//! loses**, so there are no draws. (M. Müller, *NoGo history and competitions* and *Solving NoGo*,
//! webdocs.cs.ualberta.ca/~mmueller/nogo.)
//!
//! ```
//! use gametree_core::{Describe, Game, Line, Outcome, Side, Size, testing::Solver};
//! use gametree_nogo::NoGo;
//!
//! let mut line = Line::new(NoGo::new(Size { cols: 3, rows: 1 })?);
//! let best = Solver::default().best_moves(line.position());
//! assert_eq!(best.len(), 1);
//! assert_eq!(line.position().format_move(best[0]), "B1");
//!
//! // White may place a stone on neither side of it: it would have no liberty.
//! line.play(best[0])?;
//! assert_eq!(line.position().to_string(), "   A B C\n 1 . x .");
//! assert_eq!(line.position().outcome(), Some(Outcome::Win(Side::First)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Conventions
//!
//! Points are written as in GTP: a column letter without I, and a row number from the bottom. A size is columns x rows. A
//! move is the index of its point, row by row from the top left; its code is that plus the start of the mover's range.
//! The stones lie on the board of `gametree-go`.
//!
//! # Playouts
//!
//! Uniform among the legal moves. A point that a side may not take now it may never take, so it leaves that side's list of
//! points for good when it is drawn and refused; nothing is refused twice.
//!
//! `cargo run --release -p gametree-nogo --example nogo_playouts` printed, on one core of an AMD EPYC (Zen 4) that other
//! programs shared, from the empty board:
//!
//! ```text
//!  size playouts/cpu s       ns   plies  first wins
//!     5        1068577    935.8    22.0      49.39%
//!     7         535422   1867.7    44.4      50.86%
//!     9         320241   3122.6    74.4      50.31%
//!    13         149297   6698.1   157.3      49.97%
//!    19          67559  14801.9   339.1      50.05%
//! ```
//!
//! The knowing playout ([`Evaluate::knowing_playout`](gametree_core::Evaluate::knowing_playout)) keeps points of the mover's
//! own for the end: an empty point with only the mover's stones or border around it can never be taken by the other side, for
//! whom it is suicide or a capture. Such points are drawn only when the mover has nothing else. It is NoGo's form of the
//! rule of Go programs not to fill one's own eyes; that it never loses a won game is not proven.

mod describe;
mod evaluation;
mod knowing;
mod playout;
mod position;

pub use describe::NoGoOptions;
pub use position::NoGo;

#[cfg(test)]
mod tests;
