//! Monte Carlo tree search: one tree and one loop, with flat, UCT, RAVE and GRAVE as scorers. It depends on gametree-core (and on
//! libm, for logarithms that are the same everywhere); gametree-mcps is one more scorer on top of it, and yours may be the next.
//!
//! A search is made by one of the functions [`flat()`], [`uct()`], [`rave()`] and [`grave()`], and is used through
//! [`gametree_core::Search`]. What is your own hangs on an [`Mcts`], each with an example to copy:
//!
//! | of your own | is a | `cargo run -p gametree-mcts --example …` |
//! | --- | --- | --- |
//! | a selection rule | [`Scorer`]; it sees the position of every node that is opened | `own_rule`: UCB1 with a progressive bias |
//! | playouts, and what is learnt from them | [`Policy`], by [`Mcts::with_policy`] | `own_policy`: knowledge in place of chance |
//! | a judgement of moves before they are tried | [`Prior`], by [`Mcts::with_prior`] | `own_prior`: virtual playouts |
//!
//! The tree is the same for all of them, and so is what it can do besides ([`TreeConfig`]): proofs, near tactics, shared nodes, several playouts a
//! leaf, and several threads ([`threads()`]). All of that is off unless it is asked for. [`testing`] has a slow search to hold searches against.
//!
//! ```
//! use gametree_core::{Budget, Control, Line, Search, testing::Toy};
//! use gametree_mcts::{GraveConfig, TreeConfig, grave};
//!
//! // The second move wins: whatever second answers, first has a winning reply.
//! let toy: Toy = "((AB)((AB)(BA)))".parse().unwrap();
//! let mut search = grave(&GraveConfig::default(), &TreeConfig::default());
//! let report = search.search(&Line::new(toy), &Budget::playouts(500), 1, &mut Control::default());
//! assert_eq!(report.best, Some(1));
//! assert!(report.value.unwrap() > 0.9);
//! assert_eq!(report.stats.playouts, 500);
//! ```
//!
//! How a playout passes through: select and expand ([`Scorer::pick`] at each node), play out (the game's own
//! `playout`), back up from leaf to root, each node being credited with exactly the codes played from it on.
//!
//! GRAVE, as published, has no exploration term: **it may never look at a winning move** whose first playout was lost and whose AMAF
//! is poor, however many playouts follow. Tic-tac-toe after b3 a1, where only a3 wins, is such a position:
//!
//! ```text
//! $ gametree analyze tictactoe --moves "b3 a1" --player grave --budget playouts=1000000
//! best b2, value 0.500      (a3: 1 visit)
//! $ gametree analyze tictactoe --moves "b3 a1" --player uct --budget playouts=1000000
//! best a3, value 0.999
//! ```
//!
//! UCT comes back to every move in the end. RAVE has no exploration term here either.
//!
//! A move that can be played here or never ([`gametree_core::Game::lone_code`]: the swap in Hex) has no AMAF but its own playouts, and
//! RAVE, GRAVE and MCPS do not explore. So these three, whatever their formula picks, take it while its visits are fewer than the
//! square root of the node's ([`Candidates::or_lone`]).

mod advance;
mod block;
mod candidates;
mod config;
mod estimate;
mod flat;
mod form;
mod grave;
mod grow;
mod guides;
mod lanes;
mod merge;
mod pick;
mod policy;
mod prior;
mod proof;
mod rave;
mod report;
mod scorer;
mod search;
mod sources;
mod space;
mod state;
pub mod testing;
mod threads;
mod transposition;
mod tree;
mod uct;

pub use candidates::Candidates;
pub use config::TreeConfig;
pub use estimate::{Estimate, EstimateMut, PACKED_PLAYOUTS, packed};
pub use flat::{Flat, FlatConfig, flat};
pub use grave::{Grave, GraveConfig, grave};
pub use guides::{GuideConfig, PolicyName};
pub use lanes::{Lane, LanePool, TableId, counter, counter_mut};
pub use pick::{Formula, Scratch};
pub use policy::{Cutoff, Knowing, Lgrf, Mast, Policy, Ppaf, Uniform};
pub use prior::{ByEvaluation, MOST_VIRTUAL, Prior, Virtual};
pub use rave::{Rave, RaveConfig, Schedule, rave};
pub use scorer::{Scorer, Step};
pub use search::{Mcts, NodeLook};
pub use sources::source;
pub use space::CodeSpace;
pub use threads::{Threads, threads};
pub use tree::NodeId;
pub use uct::{Uct, UctConfig, uct};
