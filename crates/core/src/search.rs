//! What a search is asked and what it answers.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::budget::Budget;
use crate::error::FieldError;
use crate::game::{Game, Outcome, Side};
use crate::line::Line;

/// An algorithm that chooses a move. Limits go in, a [`Report`] comes out; nothing is printed or logged.
pub trait Search<G: Game>: Send {
    /// Whether this search can keep to every limit of `budget`. Asked when a player is built, so that no limit is ever
    /// silently ignored.
    ///
    /// # Errors
    /// Names the limit that it cannot keep and those that it can.
    fn accepts(&self, budget: &Budget) -> Result<(), FieldError>;

    /// Whether what this search cannot do without fits into its bound on memory, in games that begin with `start`. Asked when
    /// a player is built, and again for another board. Default: yes.
    ///
    /// # Errors
    /// Names the bound and the least that it may be.
    fn fits(&self, start: &G) -> Result<(), FieldError> {
        let _ = start;
        Ok(())
    }

    /// Searches the position at the end of `line`. The same line, seed and playout, node or depth budget give the same
    /// report, times apart. A search that goes on from its last one's tree gives the same report after the same searches.
    ///
    /// A finished position gives `best: None` and its exact value; a single candidate is returned without a search,
    /// unless [`Control::forced`] asks for one.
    fn search(&mut self, line: &Line<G>, budget: &Budget, seed: u64, control: &mut Control<G::Move>)
    -> Report<G::Move>;

    /// The move to play at `position`, for whoever wants no more than that; `None` when the game is finished. A search of the game so
    /// far, which superko and a kept tree need, or of anything else than a move, goes by [`Search::search`].
    ///
    /// # Panics
    /// If the search cannot keep the budget ([`Search::accepts`]) or does not fit into its memory ([`Search::fits`]).
    fn best(&mut self, position: &G, budget: &Budget, seed: u64) -> Option<G::Move> {
        if let Err(error) = self.accepts(budget).and_then(|()| self.fits(position)) {
            panic!("{error}");
        }
        self.search(&Line::new(position.clone()), budget, seed, &mut Control::default()).best
    }

    /// A new game begins, or the same one by other rules: forgets what was learnt, keeps the memory.
    fn forget(&mut self) {}

    /// The top of the tree of the last search that had a choice: the root first, then the levels below it. Default: empty,
    /// for searches that keep no tree.
    fn tree_top(&self, limits: &TreeLimits) -> Vec<TreeNode<G::Move>> {
        let _ = limits;
        Vec::new()
    }
}

/// How much of a tree is wanted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TreeLimits {
    /// Nodes at most so many edges below the root.
    pub depth: u32,
    /// Nodes with at least this share of the root's visits, in 0..1.
    pub share: f64,
    /// At most so many nodes.
    pub nodes: usize,
}

/// A node of the tree that a search leaves behind.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct TreeNode<M> {
    /// The index of the node above; `None` for the root.
    pub parent: Option<usize>,
    /// The move that leads here; `None` for the root.
    pub mv: Option<M>,
    /// Playouts through the node.
    pub visits: u64,
    /// Their mean reward for the side that made the move, in 0..1; `None` for the root.
    pub value: Option<f64>,
}

impl<M> TreeNode<M> {
    /// The root after so many playouts; another node once its parent, move and value are set.
    #[must_use]
    pub fn new(visits: u64) -> Self {
        TreeNode { parent: None, mv: None, visits, value: None }
    }

    /// The same node with its move told in another way, as by its name.
    pub fn map<N>(self, tell: impl FnOnce(M) -> N) -> TreeNode<N> {
        TreeNode { parent: self.parent, mv: self.mv.map(tell), visits: self.visits, value: self.value }
    }
}

/// How others reach into a running search.
pub struct Control<M> {
    /// Set it from another thread, and the search returns after the playout or node in hand.
    pub stop: Arc<AtomicBool>,
    /// Called from time to time with the report so far.
    pub follow: Option<Follow<M>>,
    /// Whether a search by playouts searches a position with a single candidate, too: for whoever wants its value.
    pub forced: bool,
}

/// Somebody who looks at the report while it grows.
pub struct Follow<M> {
    /// At about this interval of wall time.
    pub every: Duration,
    /// Called on the searching thread; its time counts as the search's.
    pub call: FollowCall<M>,
}

/// What a [`Follow`] calls.
pub type FollowCall<M> = Box<dyn FnMut(&Report<M>) + Send>;

impl<M> Default for Control<M> {
    /// Nobody stops the search, nobody looks; a single candidate needs no search.
    fn default() -> Self {
        Control { stop: Arc::default(), follow: None, forced: false }
    }
}

impl<M> fmt::Debug for Control<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control")
            .field("stop", &self.stop)
            .field("follow", &self.follow.is_some())
            .field("forced", &self.forced)
            .finish()
    }
}

/// What a search found. A search begins with [`Report::new`] and sets what it knows; so it is with what a report holds. Fields may
/// be added.
///
/// ```
/// use gametree_core::{Report, RootMove, Stats, StopReason};
/// let mut stats = Stats::new(StopReason::Playouts);
/// stats.playouts = 2;
/// let mut report = Report::new(Some('b'), stats);
/// report.value = Some(0.5);
/// report.root = ['a', 'b'].map(RootMove::new).into();
/// assert_eq!(report.pv, ['b']);
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Report<M> {
    /// The move to play; `None` when the game is finished. Among equals the one that the game lists first; but where a search has
    /// learnt nothing (no playout, no finished node below a move), a random one by its seed.
    pub best: Option<M>,
    /// The value of the position for the side to move, in 0..1; `None` when nothing was learnt. Exact where it is proven.
    pub value: Option<f64>,
    /// What is proven of the position, for the side to move.
    pub proven: Option<Proven>,
    /// The score for the side to move in the search's own unit; `None` for searches that have none.
    pub score: Option<i32>,
    /// The candidates at the root, in the order in which the game lists them.
    pub root: Vec<RootMove<M>>,
    /// The line of best play from here, `best` first.
    pub pv: Vec<M>,
    /// What it cost.
    pub stats: Stats,
}

impl<M: Copy> Report<M> {
    /// Plays `best`, of which nothing more is known.
    #[must_use]
    pub fn new(best: Option<M>, stats: Stats) -> Self {
        Report { best, value: None, proven: None, score: None, root: Vec::new(), pv: best.into_iter().collect(), stats }
    }
}

/// A value that is proven, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Proven {
    /// However one plays, the opponent can win.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// The side to move can force a win.
    Win,
}

impl Proven {
    /// For `side`, of a game that ends so.
    #[must_use]
    pub fn of(outcome: Outcome, side: Side) -> Self {
        match outcome.reward(side) {
            0 => Proven::Loss,
            1 => Proven::Draw,
            _ => Proven::Win,
        }
    }

    /// Its name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Proven::Loss => "loss",
            Proven::Draw => "draw",
            Proven::Win => "win",
        }
    }

    /// As a value in 0..1.
    #[must_use]
    pub fn value(self) -> f64 {
        f64::from(self as u8) / 2.0
    }
}

/// One candidate at the root.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// How many playouts began with it.
    pub visits: u64,
    /// Their mean reward for the side to move, in 0..1; `None` without visits.
    pub value: Option<f64>,
    /// Its score for the side to move, as in [`Report::score`].
    pub score: Option<i32>,
    /// What is proven of the move, for the side to move.
    pub proven: Option<Proven>,
    /// Other estimates that took part in the choice.
    pub sources: Vec<Source>,
}

impl<M> RootMove<M> {
    /// A move of which nothing is known yet.
    #[must_use]
    pub fn new(mv: M) -> Self {
        RootMove { mv, visits: 0, value: None, score: None, proven: None, sources: Vec::new() }
    }
}

/// A further estimate of a candidate's value.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Source {
    /// `amaf` or `permutation`.
    pub name: &'static str,
    /// Playouts behind it.
    pub count: u64,
    /// Their mean reward for the side to move, in 0..1; `None` without playouts.
    pub mean: Option<f64>,
    /// Its share in the selection value, in 0..1; `None` without playouts.
    pub weight: Option<f64>,
}

impl Source {
    /// An estimate from so many playouts, its mean and weight not told yet.
    #[must_use]
    pub fn new(name: &'static str, count: u64) -> Self {
        Source { name, count, mean: None, weight: None }
    }
}

/// What a search cost. Sums rather than means, so that the figures of many moves add up.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Stats {
    /// Playouts finished.
    pub playouts: u64,
    /// Playouts of earlier searches that the root began with, where the tree was kept from move to move. The visits of the
    /// root's moves hold them, the sums below do not.
    pub kept: u64,
    /// Nodes in the tree, or visited by the search.
    pub nodes: u64,
    /// Sum over playouts of the edges from the root to the new node. Mean depth = `depth_sum / playouts`.
    pub depth_sum: u64,
    /// The deepest of those.
    pub max_depth: u32,
    /// Playouts by that depth, from 0 to the deepest; the last of [`Stats::DEPTHS`] counters also holds all that were deeper.
    /// Empty for searches without playouts.
    pub depths: Vec<u64>,
    /// Sum over playouts of the plies from the root to the end. Playout length = `plies_sum / playouts`.
    pub plies_sum: u64,
    /// Memory of the tree in use, in bytes: at most the bound that the search was given.
    pub bytes: u64,
    /// Whether the tree could not grow any further.
    pub tree_full: bool,
    /// CPU time of the searching thread; of all of them together where a search has several.
    pub cpu: Duration,
    /// Wall time.
    pub wall: Duration,
    /// Why it ended.
    pub stop: StopReason,
}

impl Stats {
    /// The length that [`Stats::depths`] has at the most.
    pub const DEPTHS: usize = 512;

    /// Nothing spent.
    #[must_use]
    pub fn new(stop: StopReason) -> Self {
        Stats {
            playouts: 0,
            kept: 0,
            nodes: 0,
            depth_sum: 0,
            max_depth: 0,
            depths: Vec::new(),
            plies_sum: 0,
            bytes: 0,
            tree_full: false,
            cpu: Duration::ZERO,
            wall: Duration::ZERO,
            stop,
        }
    }
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum StopReason {
    /// The playouts were spent.
    Playouts,
    /// The nodes were spent.
    Nodes,
    /// The depth was reached.
    Depth,
    /// The CPU time was spent.
    Cpu,
    /// The wall time was spent.
    Wall,
    /// Somebody set the stop flag.
    Stopped,
    /// The game was finished before the search began.
    Finished,
    /// There was only one candidate.
    Forced,
    /// The value was proven; more search would not change it.
    Solved,
    /// The player does not search.
    Unsearched,
}

impl StopReason {
    /// Its name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            StopReason::Playouts => "playouts",
            StopReason::Nodes => "nodes",
            StopReason::Depth => "depth",
            StopReason::Cpu => "cpu",
            StopReason::Wall => "wall",
            StopReason::Stopped => "stopped",
            StopReason::Finished => "finished",
            StopReason::Forced => "forced",
            StopReason::Solved => "solved",
            StopReason::Unsearched => "unsearched",
        }
    }
}

/// The report for a position that needs no search: finished, or with one candidate only. `None` if there is a choice.
#[must_use]
pub fn report_without_search<G: Game>(line: &Line<G>) -> Option<Report<G::Move>> {
    let position = line.position();
    if let Some(outcome) = position.outcome() {
        let mut report = Report::new(None, Stats::new(StopReason::Finished));
        let proven = Proven::of(outcome, position.to_move());
        (report.value, report.proven) = (Some(proven.value()), Some(proven));
        return Some(report);
    }
    let mut moves = Vec::new();
    line.search_moves(&mut moves);
    let [only] = moves[..] else { return None };
    let mut report = Report::new(Some(only), Stats::new(StopReason::Forced));
    report.root = vec![RootMove::new(only)];
    Some(report)
}
