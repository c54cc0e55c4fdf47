//! The test kit for selection rules: a slow search that is right by its looks ([`SlowSearch`]), and what must hold of trees that
//! are kept from move to move ([`reuse`]). The searches of this crate and of gametree-mcps are held against it on toy games and on
//! real ones.
//!
//! ```
//! use gametree_core::{Line, testing::Toy};
//! use gametree_mcts::testing::{Rule, SlowSearch};
//! use gametree_mcts::{TreeConfig, UctConfig, uct};
//!
//! let line = Line::new("((A B)(= A)(B B))".parse::<Toy>().unwrap());
//! let mut real = uct(&UctConfig { exploration: 0.5 }, &TreeConfig::default());
//! let mut slow = SlowSearch::new(Rule::Uct { exploration: 0.5 }, &line, 7);
//! real.begin(&line, 7);
//! for _ in 0..100 {
//!     real.iterate();
//!     slow.iterate();
//! }
//! slow.compare(false, &|moves| real.look(moves));
//! ```

pub mod reuse;
mod slow;

pub use slow::{Look, Permutations, Rule, SlowSearch};
