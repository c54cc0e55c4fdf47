//! What one search found, in the form in which it is printed.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use gametree_core::{
    Budget, Control, Describe, Follow, Line, Report, RootMove, Search, Source, Stats, TreeLimits, TreeNode,
};

use crate::spec::PlayerSpec;

/// Called with what a search has found so far.
pub type FollowAnalysis = Box<dyn FnMut(&Analysis) + Send>;

/// One search to make.
pub struct Analyze<'a> {
    /// Who searches.
    pub player: &'a PlayerSpec,
    /// What it may spend.
    pub budget: Budget,
    /// The seed of this search, used as it is.
    pub seed: u64,
    /// Set it from another thread, and the search answers with what it has.
    pub stop: Arc<AtomicBool>,
    /// Somebody who looks while it thinks, at about this interval.
    pub follow: Option<(Duration, FollowAnalysis)>,
    /// How much of the tree to keep in [`Analysis::tree`].
    pub tree: Option<TreeLimits>,
}

impl fmt::Debug for Analyze<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Analyze { player, budget, seed, tree, .. } = self;
        write!(f, "Analyze {{ {player}, {budget}, seed {seed}, {tree:?} }}")
    }
}

/// Searches the position at the end of `line`.
pub(crate) fn analyze<G: Describe>(line: &Line<G>, search: &mut dyn Search<G>, request: Analyze<'_>) -> Analysis {
    let position = line.position();
    let follow = request.follow.map(|follow| follow_named(position, follow));
    let mut control = Control { stop: request.stop, follow, ..Control::default() };
    let report = search.search(line, &request.budget, request.seed, &mut control);
    let tree = request.tree.map(|limits| name_moves(position, search.tree_top(&limits)));
    Analysis { tree: tree.unwrap_or_default(), ..Analysis::new(position, &report) }
}

/// The document that `gametree analyze --json` prints. What is absent is `None` and written `null`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Analysis {
    /// The move to play; `None` when the game is finished.
    pub best: Option<String>,
    /// The value of the position for the side to move, in 0..1.
    pub value: Option<f64>,
    /// What is proven of the position, for the side to move: `win`, `draw`, `loss`.
    #[serde(default)]
    pub proven: Option<String>,
    /// The score for the side to move, of players that evaluate positions; in the unit of the game's evaluation.
    pub score: Option<i32>,
    /// The candidates, in the order in which the game lists them.
    pub root: Vec<AnalysisMove>,
    /// The line of best play, `best` first.
    pub pv: Vec<String>,
    /// What it cost.
    pub stats: AnalysisStats,
    /// The top of the tree, the root first, if it was asked for; no part of the document.
    #[serde(skip)]
    pub tree: Vec<TreeNode<String>>,
}

/// One candidate.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AnalysisMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Playouts that began with it; `None` for players that evaluate positions instead.
    pub visits: Option<u64>,
    /// Their mean for the side to move, in 0..1.
    pub value: Option<f64>,
    /// The standard error of that mean; see [`standard_error`].
    pub error: Option<f64>,
    /// Its score, as above.
    pub score: Option<i32>,
    /// What is proven of the move, as above.
    #[serde(default)]
    pub proven: Option<String>,
    /// Other estimates by name: `amaf`, `permutation`.
    pub sources: BTreeMap<String, AnalysisSource>,
}

/// A further estimate of a candidate's value.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AnalysisSource {
    /// Playouts behind it.
    pub count: u64,
    /// Their mean for the side to move, in 0..1.
    pub mean: Option<f64>,
    /// Its share in the selection value, in 0..1.
    pub weight: Option<f64>,
}

/// What a search cost.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AnalysisStats {
    /// Playouts; `None` for players that evaluate positions instead.
    pub playouts: Option<u64>,
    /// Playouts of earlier searches that the tree began with, where it was kept; `None` as `playouts`.
    #[serde(default)]
    pub kept: Option<u64>,
    /// Nodes in the tree, or visited.
    pub nodes: u64,
    /// The deepest new node.
    pub max_depth: u32,
    /// Mean depth of the new node; `None` without playouts.
    pub mean_depth: Option<f64>,
    /// Playouts by the depth of the new node, from 0 on; see [`Stats::depths`]. `None` without playouts.
    pub depths: Option<Vec<u64>>,
    /// Mean plies from the root to the end of a playout; `None` without playouts.
    pub mean_playout_plies: Option<f64>,
    /// Memory of the tree in use.
    pub bytes: u64,
    /// Whether the tree could not grow any further.
    pub tree_full: bool,
    /// CPU time in seconds.
    pub cpu_s: f64,
    /// Wall time in seconds.
    pub wall_s: f64,
    /// Why it ended.
    pub stop: String,
}

impl Analysis {
    /// Writes a report about `position` with the game's own names of moves.
    #[must_use]
    pub fn new<G: Describe>(position: &G, report: &Report<G::Move>) -> Self {
        let mut pv = Vec::new();
        let mut walker = position.clone();
        for &mv in &report.pv {
            pv.push(walker.format_move(mv));
            walker.play(mv);
        }
        // A player either plays out or has a score.
        let plays_out = report.score.is_none();
        Analysis {
            best: report.best.map(|mv| position.format_move(mv)),
            value: report.value,
            proven: report.proven.map(|proven| proven.name().to_string()),
            score: report.score,
            root: report.root.iter().map(|mv| AnalysisMove::new(position, mv, plays_out)).collect(),
            pv,
            stats: AnalysisStats::new(&report.stats, plays_out),
            tree: Vec::new(),
        }
    }
}

/// The nodes of a tree with the game's own names of moves.
pub(crate) fn name_moves<G: Describe>(position: &G, tree: Vec<TreeNode<G::Move>>) -> Vec<TreeNode<String>> {
    // Every position of a game writes a move alike.
    tree.into_iter().map(|node| node.map(|mv| position.format_move(mv))).collect()
}

/// The standard error of the mean `value` of `count` rewards of 0 or 1: √(value (1 − value) / count). `None` where all were
/// alike, since the formula then says nothing.
///
/// It is that of independent playouts of one kind. Rewards of one half (draws) make it smaller; that a tree's playouts
/// change as it grows is not in it.
#[must_use]
pub fn standard_error(value: f64, count: u64) -> Option<f64> {
    (count > 0 && value > 0.0 && value < 1.0).then(|| (value * (1.0 - value) / count as f64).sqrt())
}

impl AnalysisMove {
    fn new<G: Describe>(position: &G, root: &RootMove<G::Move>, plays_out: bool) -> Self {
        let source = |source: &Source| {
            let Source { name, count, mean, weight, .. } = *source;
            (name.to_string(), AnalysisSource { count, mean, weight })
        };
        AnalysisMove {
            mv: position.format_move(root.mv),
            visits: plays_out.then_some(root.visits),
            value: root.value,
            error: root.value.and_then(|value| standard_error(value, root.visits)),
            score: root.score,
            proven: root.proven.map(|proven| proven.name().to_string()),
            sources: root.sources.iter().map(source).collect(),
        }
    }
}

impl AnalysisStats {
    fn new(stats: &Stats, plays_out: bool) -> Self {
        let mean = |sum: u64| (stats.playouts > 0).then(|| sum as f64 / stats.playouts as f64);
        AnalysisStats {
            playouts: plays_out.then_some(stats.playouts),
            kept: plays_out.then_some(stats.kept),
            nodes: stats.nodes,
            max_depth: stats.max_depth,
            mean_depth: mean(stats.depth_sum),
            depths: (stats.playouts > 0).then(|| stats.depths.clone()),
            mean_playout_plies: mean(stats.plies_sum),
            bytes: stats.bytes,
            tree_full: stats.tree_full,
            cpu_s: stats.cpu.as_secs_f64(),
            wall_s: stats.wall.as_secs_f64(),
            stop: stats.stop.name().to_string(),
        }
    }
}

/// Hands the reports of a search in `position` on, with the game's own names of moves.
pub(crate) fn follow_named<G: Describe>(
    position: &G,
    (every, mut call): (Duration, FollowAnalysis),
) -> Follow<G::Move> {
    let position = position.clone();
    Follow { every, call: Box::new(move |report: &Report<G::Move>| call(&Analysis::new(&position, report))) }
}
