//! Minimax, alpha-beta, iterative deepening and exact solving, for any [`Game`](gametree_core::Game). It depends on gametree-core
//! alone; gametree's players of these names and `gametree solve` are made of it.
//!
//! | to | use |
//! | --- | --- |
//! | play well within a budget | [`Iterative`] |
//! | see how the textbook does it | [`Minimax`], [`AlphaBeta`] |
//! | know for certain who wins | [`Solver`] |
//!
//! A game of one's own is searched as soon as it implements [`Game`](gametree_core::Game), with
//! `impl Evaluate for MyGame {}` beside it. It is searched well once [`Evaluate`](gametree_core::Evaluate) knows what a
//! running position is worth, which moves are noisy, which are forced, and where the center is.
//!
//! ```
//! use gametree_adversarial::{Algorithm, Iterative, IterativeConfig, SolveConfig, Solver, WIN};
//! use gametree_core::{Budget, Code, Control, Evaluate, Feature, Game, Line, Outcome, Side, code_ranges};
//!
//! /// Take one to three stones; who takes the last one wins.
//! #[derive(Clone)]
//! struct Nim { stones: u8, to_move: Side }
//!
//! impl Game for Nim {
//!     type Move = u8;
//!     fn codes(&self, side: Side) -> std::ops::Range<Code> { code_ranges(3, 3)[side.index()].clone() }
//!     fn code(&self, mv: u8) -> Code { self.codes(self.to_move).start + Code::from(mv) - 1 }
//!     fn to_move(&self) -> Side { self.to_move }
//!     fn outcome(&self) -> Option<Outcome> { (self.stones == 0).then(|| Outcome::Win(self.to_move.other())) }
//!     fn legal_moves(&self, out: &mut Vec<u8>) { out.extend((1..=3).filter(|&n| n <= self.stones)); }
//!     fn play(&mut self, mv: u8) { self.stones -= mv; self.to_move = self.to_move.other(); }
//!     fn key(&self) -> u64 { u64::from(self.stones) << 1 | self.to_move.index() as u64 }
//! }
//!
//! impl Evaluate for Nim {
//!     const FEATURES: &'static [Feature] =
//!         &[Feature { name: "odd", unit: "stones", weight: 1, about: "stones beyond a multiple of four" }];
//!     fn features(&self, amounts: &mut [i32]) { amounts[0] = i32::from(self.stones % 4); }
//! }
//!
//! let line = Line::new(Nim { stones: 10, to_move: Side::First });
//!
//! // Four plies deep nothing is decided yet: the score is an evaluation, and there is no value.
//! let mut search = Iterative::new(&IterativeConfig::default());
//! let analysis = search.analyze(&line, &"depth=4,cpu=1s".parse()?, &mut Control::default());
//! assert_eq!((analysis.best, analysis.score, analysis.value()), (Some(2), Some(1), None));
//!
//! // To the end it is a win in five plies: 2, then whatever makes four together with the answer.
//! let analysis = search.analyze(&line, &"nodes=100000".parse()?, &mut Control::default());
//! assert_eq!((analysis.best, analysis.score, analysis.value()), (Some(2), Some(WIN - 5), Some(1.0)));
//!
//! // The solver says which openings win.
//! let mut solver = Solver::new(SolveConfig { algorithm: Algorithm::Proof, ..SolveConfig::default() });
//! let moves = solver.solve_moves(&line, &Budget::default(), &mut Control::default())?;
//! assert_eq!(moves.iter().map(|candidate| candidate.score > Some(0)).collect::<Vec<_>>(), [false, true, false]);
//! # Ok::<(), gametree_core::FieldError>(())
//! ```
//!
//! # What is certain
//!
//! * A score is the same with every enhancement and without: that of plain minimax to the same depth. A test holds all of
//!   them against it.
//! * No clock decides anything but when to stop: the same position and node or depth budget give the same answer, bit for
//!   bit, whatever was searched before (unless `keep` is on). Nothing is random, except which move a player makes when
//!   the budget ended before one was searched: by the seed, any that `order` puts first.
//! * A value is given only where it is proven: by a forced win or loss, or because the tree ended everywhere.
//! * Where positions may not recur ([`Game::repetition_key`](gametree_core::Game::repetition_key)) a score depends on the
//!   path and no table is believed: [`Solver`] refuses one, the others use it to order moves.
//! * [`Solver`] believes what a game says it knows ([`Evaluate::known`](gametree_core::Evaluate::known)) unless
//!   [`SolveConfig::knowledge`] is off; [`check_known`](gametree_core::testing::check_known) is there to hold it. The players do not ask.
//! * Distances: [`Goal::Distance`] plays the shortest win and the longest defence among what it sees within its depth.

mod alphabeta;
mod analysis;
mod config;
mod deepen;
mod lists;
mod minimax;
mod node_score;
mod order;
mod player;
mod proof;
mod score;
mod slots;
mod solve;
mod table;
mod walk;

pub use analysis::{Analysis, Candidate};
pub use config::{AlphaBetaConfig, IterativeConfig, MinimaxConfig};
pub use order::Order;
pub use player::{AlphaBeta, Iterative, MOST_DEPTH, Minimax};
pub use score::{Goal, INFINITY, Score, WIN, distance};
pub use solve::{Algorithm, Solution, SolveConfig, Solver};
pub use table::{Bound, Entry, SOLVED, Table};
