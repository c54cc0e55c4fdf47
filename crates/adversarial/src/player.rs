//! The three searches as others see them.

use std::sync::Arc;

use gametree_core::{Budget, Control, Evaluate, FieldError, Limit, Line, Report, Rng, Search, memory_text};

use crate::alphabeta::AlphaBetaTree;
use crate::analysis::Analysis;
use crate::config::{AlphaBetaConfig, IterativeConfig, MinimaxConfig};
use crate::deepen::{Depths, deepen};
use crate::minimax::MinimaxTree;
use crate::node_score::bound;
use crate::order::{Order, Ordering};
use crate::score::{Goal, Score};
use crate::slots::Slots;
use crate::table::{Bound, Table};
use crate::walk::TO_THE_END;

/// The deepest depth limit.
pub const MOST_DEPTH: u32 = 250;

/// Plain minimax: looks at everything to a depth. The reference for the others, and slow.
///
/// Given a depth and nothing else it searches to that depth at once; otherwise to depth 1, 2, 3, … until a limit is met.
pub struct Minimax<G: Evaluate> {
    tree: MinimaxTree<G>,
}

impl<G: Evaluate> Minimax<G> {
    /// With these parameters.
    #[must_use]
    pub fn new(config: &MinimaxConfig) -> Self {
        Minimax { tree: MinimaxTree::new(config.goal, config.quiescence) }
    }

    /// Searches, with scores in the answer. Deterministic, times apart.
    pub fn analyze(&mut self, line: &Line<G>, budget: &Budget, control: &mut Control<G::Move>) -> Analysis<G::Move> {
        deepen(&mut self.tree, line, budget, depths(budget, false), control)
    }
}

/// Alpha-beta: the same scores as [`Minimax`] from a fraction of the nodes.
///
/// Given a depth and nothing else it searches to that depth at once; otherwise to depth 1, 2, 3, … until a limit is met.
pub struct AlphaBeta<G: Evaluate> {
    tree: AlphaBetaTree<G>,
    refused: Option<FieldError>,
}

impl<G: Evaluate> AlphaBeta<G> {
    /// With these parameters. Allocates the table; where the machine does not give so much, [`Search::accepts`] says so.
    #[must_use]
    pub fn new(config: &AlphaBetaConfig) -> Self {
        AlphaBeta { tree: tree(config), refused: refused(config) }
    }

    /// With a table of one's own in place of the one that the config describes.
    #[must_use]
    pub fn with_table(config: &AlphaBetaConfig, table: Table) -> Self {
        let mut search = AlphaBeta::new(&AlphaBetaConfig { table: false, ..config.clone() });
        search.tree.table = table;
        search
    }

    /// One search of the position at the end of `line` with a window: the step of which everything else is made. The
    /// score is exact within the window; at or above `beta` it is a lower bound, at or below `alpha` an upper bound.
    /// `None` for the depth means to the end of the game.
    pub fn window(&mut self, line: &Line<G>, depth: Option<u32>, alpha: Score, beta: Score) -> (Score, Bound) {
        self.tree.walk.start(line, &Budget::default(), &Arc::default(), None);
        self.tree.start();
        let score = self.tree.node(0, depth.unwrap_or(TO_THE_END), alpha, beta);
        (score, bound(score, alpha, beta))
    }

    /// Searches, with scores in the answer. Deterministic, times apart.
    pub fn analyze(&mut self, line: &Line<G>, budget: &Budget, control: &mut Control<G::Move>) -> Analysis<G::Move> {
        deepen(&mut self.tree, line, budget, depths(budget, false), control)
    }
}

/// Iterative deepening: alpha-beta to depth 1, 2, 3, …, each ordered by what the one before has found, until a limit is
/// met or the position is solved. The player to use in earnest.
///
/// ```
/// use gametree_adversarial::{Iterative, IterativeConfig};
/// use gametree_core::{Budget, Control, Line, testing::Toy};
///
/// // The first move wins, but later than the last.
/// let toy: Toy = "(((A =) (A A)) (= A) A)".parse().unwrap();
/// let mut search = Iterative::new(&IterativeConfig::default());
/// let budget: Budget = "depth=4,cpu=1s".parse().unwrap();
/// let analysis = search.analyze(&Line::new(toy), &budget, &mut Control::default());
/// assert_eq!((analysis.best, analysis.distance()), (Some(2), Some(1)));
/// assert_eq!(analysis.value(), Some(1.0), "proven");
/// ```
pub struct Iterative<G: Evaluate> {
    tree: AlphaBetaTree<G>,
    refused: Option<FieldError>,
}

impl<G: Evaluate> Iterative<G> {
    /// With these parameters. Allocates the table; where the machine does not give so much, [`Search::accepts`] says so.
    #[must_use]
    pub fn new(config: &IterativeConfig) -> Self {
        Iterative { tree: tree(&config.search), refused: refused(&config.search) }
    }

    /// Searches, with scores in the answer. Deterministic, times apart.
    pub fn analyze(&mut self, line: &Line<G>, budget: &Budget, control: &mut Control<G::Move>) -> Analysis<G::Move> {
        deepen(&mut self.tree, line, budget, depths(budget, true), control)
    }
}

fn tree<G: Evaluate>(config: &AlphaBetaConfig) -> AlphaBetaTree<G> {
    let ordering = Ordering::new(config.order, config.killers, config.history);
    let has_table = config.table && refused(config).is_none();
    let table = if has_table { Table::with_bytes(config.memory) } else { Table::with_slots(0) };
    let mut tree = AlphaBetaTree::new(config.goal, config.quiescence, ordering, table);
    tree.keep = config.keep;
    tree.forced = config.forced && config.goal != Goal::Margin;
    tree
}

/// Why a table of this size cannot be had. The search is then built without one, and accepts no budget.
fn refused(config: &AlphaBetaConfig) -> Option<FieldError> {
    let error = || FieldError::new("memory", memory_text(config.memory), "what this machine can give");
    (config.table && !Slots::possible(config.memory)).then(error)
}

fn depths(budget: &Budget, always_deepen: bool) -> Depths {
    let last = budget.depth.unwrap_or(MOST_DEPTH);
    let only_depth = budget.nodes.is_none() && budget.cpu.is_none() && budget.wall.is_none();
    Depths { first: if only_depth && !always_deepen { last } else { last.min(1) }, last, forced_too: false }
}

fn accepts(budget: &Budget) -> Result<(), FieldError> {
    budget.only(&[Limit::Depth, Limit::Nodes, Limit::Cpu, Limit::Wall])?;
    match budget.depth {
        Some(depth) if depth > MOST_DEPTH => {
            Err(FieldError::new("budget depth", depth, format_args!("a whole number from 0 to {MOST_DEPTH}")))
        }
        _ => Ok(()),
    }
}

/// Where not one candidate was searched, any may be played that `order` does not put behind another: by the seed.
fn choose_unsearched<G: Evaluate>(analysis: &mut Analysis<G::Move>, line: &Line<G>, order: Order, seed: u64) {
    if analysis.root.len() < 2 || analysis.root.iter().any(|candidate| candidate.score.is_some()) {
        return;
    }
    let rank = |mv| if order == Order::Center { line.position().center_distance(mv) } else { 0 };
    let mut first: Vec<G::Move> = analysis.root.iter().map(|candidate| candidate.mv).collect();
    let least = first.iter().map(|&mv| rank(mv)).min();
    first.retain(|&mv| Some(rank(mv)) == least);
    let chosen = first[Rng::new(seed).below(first.len() as u32) as usize];
    analysis.best = Some(chosen);
    analysis.pv = vec![chosen];
}

macro_rules! search {
    ($search:ident, $order:expr, $refused:expr, $forget:expr) => {
        impl<G: Evaluate> Search<G> for $search<G> {
            fn accepts(&self, budget: &Budget) -> Result<(), FieldError> {
                accepts(budget)?;
                let refused: fn(&Self) -> Option<FieldError> = $refused;
                refused(self).map_or(Ok(()), Err)
            }

            /// Random is only which move is played when not one was searched.
            fn search(
                &mut self,
                line: &Line<G>,
                budget: &Budget,
                seed: u64,
                control: &mut Control<G::Move>,
            ) -> Report<G::Move> {
                let mut analysis = self.analyze(line, budget, control);
                let order: fn(&Self) -> Order = $order;
                choose_unsearched(&mut analysis, line, order(self), seed);
                analysis.report()
            }

            fn forget(&mut self) {
                let forget: fn(&mut Self) = $forget;
                forget(self);
            }
        }
    };
}

search!(Minimax, |_| Order::Given, |_| None, |_| ());
search!(AlphaBeta, |search| search.tree.ordering.order, |search| search.refused.clone(), |search| search
    .tree
    .table
    .age(false));
search!(Iterative, |search| search.tree.ordering.order, |search| search.refused.clone(), |search| search
    .tree
    .table
    .age(false));
