//! The players that come with gametree. A new one is one entry here.

use gametree_adversarial::{AlphaBeta, AlphaBetaConfig, Iterative, IterativeConfig, Minimax, MinimaxConfig};
use gametree_core::{Describe, Evaluate, Search};
use gametree_mcps::{McpsConfig, mcps};
use gametree_mcts::{
    FlatConfig, GraveConfig, GuideConfig, RaveConfig, TreeConfig, UctConfig, flat, grave, rave, threads, uct,
};

use super::kind::{Budgets, Parameters, Player};
use super::random::Random;

/// The players that come with gametree.
pub type Standard = (
    Random,
    FlatPlayer,
    UctPlayer,
    RavePlayer,
    GravePlayer,
    McpsPlayer,
    MinimaxPlayer,
    AlphaBetaPlayer,
    IterativePlayer,
);

/// A kind of player whose parameters are those of its configs.
macro_rules! player {
    (
        $(#[$doc:meta])* $kind:ident($($part:ident: $config:ty),*) = $name:literal, $about:literal, $source:literal, $budgets:ident,
        $(benched: $benched:literal,)? |$game:ident| $build:expr
    ) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Default, Debug)]
        pub struct $kind {
            $(
                #[doc = concat!("Its ", stringify!($config), ".")]
                pub $part: $config,
            )*
        }

        impl Player for $kind {
            const NAME: &'static str = $name;
            const ABOUT: &'static str = $about;
            const SOURCE: &'static str = $source;
            const BUDGETS: Budgets = Budgets::$budgets;
            $(const BENCHED: bool = $benched;)?

            fn parameters(&mut self) -> Vec<&mut dyn Parameters> {
                vec![$(&mut self.$part),*]
            }

            fn build<$game: Describe + Evaluate>(&self) -> Box<dyn Search<$game>> {
                let $kind { $($part),* } = self;
                $build
            }
        }
    };
}

player! {
    /// Flat Monte Carlo. What it does in a second is playouts, which `bench` measures by themselves.
    FlatPlayer(config: FlatConfig, tree: TreeConfig, guide: GuideConfig) =
        "flat", "playouts spread over the candidates at the root, no tree", "Abramson 1990", MonteCarlo,
        benched: false,
        |G| threads::<G, _, _>(tree, |tree| guide.on(flat(config, tree)))
}

player! {
    /// UCT.
    UctPlayer(config: UctConfig, tree: TreeConfig, guide: GuideConfig) =
        "uct", "UCB1 at every node of a tree", "Kocsis and Szepesvari 2006", MonteCarlo,
        |G| threads::<G, _, _>(tree, |tree| guide.on(uct(config, tree)))
}

player! {
    /// RAVE.
    RavePlayer(config: RaveConfig, tree: TreeConfig, guide: GuideConfig) =
        "rave", "all-moves-as-first statistics of each node, mixed in by a schedule", "Gelly and Silver 2007, 2011", MonteCarlo,
        |G| threads::<G, _, _>(tree, |tree| guide.on(rave(config, tree)))
}

player! {
    /// GRAVE.
    GravePlayer(config: GraveConfig, tree: TreeConfig, guide: GuideConfig) =
        "grave", "all-moves-as-first statistics of the nearest ancestor with enough playouts", "Cazenave 2015", MonteCarlo,
        |G| threads::<G, _, _>(tree, |tree| guide.on(grave(config, tree)))
}

player! {
    /// Monte Carlo Permutation Search.
    McpsPlayer(config: McpsConfig, tree: TreeConfig, guide: GuideConfig) =
        "mcps", "statistics of the playouts that contain the moves of the path in any order",
        "Cazenave 2025, arXiv 2510.06381", MonteCarlo,
        |G| threads::<G, _, _>(tree, |tree| guide.on(mcps(config, tree)))
}

player! {
    /// Minimax to a fixed depth.
    MinimaxPlayer(config: MinimaxConfig) =
        "minimax", "looks at everything to a depth; the reference for the two below", "Shannon 1950", Adversarial,
        |G| Box::new(Minimax::<G>::new(config))
}

player! {
    /// Alpha-beta to a fixed depth.
    AlphaBetaPlayer(config: AlphaBetaConfig) =
        "alphabeta", "minimax without what cannot change the result", "Knuth and Moore 1975", Adversarial,
        |G| Box::new(AlphaBeta::<G>::new(config))
}

player! {
    /// Alpha-beta with iterative deepening.
    IterativePlayer(config: IterativeConfig) =
        "iterative", "alpha-beta to depth 1, 2, 3, … with a table; of the three the one to play in earnest",
        "Slate and Atkin 1977", Adversarial,
        |G| Box::new(Iterative::<G>::new(config))
}
