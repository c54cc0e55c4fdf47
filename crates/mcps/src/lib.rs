//! Monte Carlo Permutation Search (Cazenave, arXiv 2510.06381), as one more scorer of gametree-mcts. It depends on that and on
//! gametree-core; gametree's player `mcps` is made of it.
//!
//! MCPS is GRAVE's tree search with one more estimate of a move. Where AMAF asks how playouts through an ancestor went in
//! which the move was played later, the permutation statistic asks how *all* recent playouts went that contain the move and
//! the moves that lead to the node, in whatever order. See [`Mcps`] for the rule and [`Window`] for the statistic.
//!
//! As published it has no exploration term: **it may never look at a winning move** whose first playout was lost and whose other
//! statistics are poor. Tic-tac-toe after b3 a1, where only a3 wins, is such a position:
//!
//! ```text
//! $ gametree analyze tictactoe --moves "b3 a1" --player mcps --budget playouts=10000 --seed 3
//! best b2, value 0.500      (a3: 1 visit)
//! $ gametree analyze tictactoe --moves "b3 a1" --player uct --budget playouts=10000 --seed 3
//! best a3, value 0.944
//! ```
//!
//! One move of a game with all defaults:
//!
//! ```
//! use gametree_core::{Budget, Search, testing::Toy};
//! use gametree_mcps::{Mcps, Mcts};
//!
//! let toy: Toy = "((AB)((AB)(BA)))".parse().unwrap();
//! let mut search = Mcts::<_, Mcps>::default();
//! assert_eq!(search.best(&toy, &Budget::playouts(500), 1), Some(1));
//! ```
//!
//! With parameters, and all that a search can tell:
//!
//! ```
//! use gametree_core::{Budget, Control, Line, Search, testing::Toy};
//! use gametree_mcps::{McpsConfig, TreeConfig, mcps};
//!
//! let toy: Toy = "((AB)((AB)(BA)))".parse().unwrap();
//! let mut search = mcps(&McpsConfig { window: 1000, ..McpsConfig::default() }, &TreeConfig::default());
//! let report = search.search(&Line::new(toy), &Budget::playouts(500), 1, &mut Control::default());
//! assert_eq!(report.best, Some(1));
//! assert!(report.value.unwrap() > 0.9);
//! ```

mod config;
mod scorer;
mod transpose;
mod window;

pub use config::{McpsConfig, Permutation, Refreeze};
pub use scorer::{Mcps, mcps};
pub use window::Window;

/// What a program needs of the tree, so that it depends on one crate.
pub use gametree_mcts::{Mcts, TreeConfig};
