//! What a player spends.

use serde::{Deserialize, Serialize};

use gametree_core::{Budget, Stats, StopReason};

/// What a player spent in a game: sums, so that games add up. What is not known is `None`, and so is a sum with it: an engine
/// of its own process does not tell its playouts, and not every system tells its CPU time.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Usage {
    /// Moves played, those without a choice included.
    pub moves: u64,
    /// Playouts.
    pub playouts: Option<u64>,
    /// CPU time of the searches, or of the engine's process, in seconds.
    pub cpu_s: Option<f64>,
    /// Wall time of the moves, in seconds.
    pub wall_s: f64,
    /// Sum over playouts of the depth of the new node.
    pub depth_sum: Option<u64>,
    /// The deepest of those.
    pub max_depth: Option<u32>,
    /// Sum over playouts of the plies from the root to the end.
    pub plies_sum: Option<u64>,
    /// The largest ratio of time spent to time allowed over all moves; `None` without a time budget or a move.
    pub max_overrun_ratio: Option<f64>,
    /// Moves that ended because their time was spent: not those without a choice, or found to be proven.
    #[serde(default)]
    pub timed_moves: u64,
    /// Sum over those of the ratio of time spent to time allowed.
    #[serde(default)]
    pub timed_ratio_sum: f64,
    /// Moves whose search ended with a tree that could not grow any further. `None` in records older than this figure, too.
    #[serde(default)]
    pub tree_full_moves: Option<u64>,
}

impl Default for Usage {
    /// Nothing spent yet.
    fn default() -> Self {
        Usage {
            moves: 0,
            playouts: Some(0),
            cpu_s: Some(0.0),
            wall_s: 0.0,
            depth_sum: Some(0),
            max_depth: Some(0),
            plies_sum: Some(0),
            max_overrun_ratio: None,
            timed_moves: 0,
            timed_ratio_sum: 0.0,
            tree_full_moves: Some(0),
        }
    }
}

impl Usage {
    /// Nothing spent yet by a player whose search nobody sees.
    pub(crate) fn unseen(cpu_is_known: bool) -> Self {
        let cpu_s = cpu_is_known.then_some(0.0);
        let usage = Usage { playouts: None, cpu_s, depth_sum: None, max_depth: None, ..Usage::default() };
        Usage { plies_sum: None, tree_full_moves: None, ..usage }
    }

    /// Adds one move.
    pub fn count(&mut self, stats: &Stats, budget: &Budget) {
        let cpu_limit = budget.cpu.filter(|_| self.cpu_s.is_some());
        let ratio = larger(
            cpu_limit.map(|limit| stats.cpu.as_secs_f64() / limit.as_secs_f64()),
            budget.wall.map(|limit| stats.wall.as_secs_f64() / limit.as_secs_f64()),
        );
        let timed = ratio.filter(|_| matches!(stats.stop, StopReason::Cpu | StopReason::Wall));
        self.add(&Usage {
            moves: 1,
            playouts: Some(stats.playouts),
            cpu_s: Some(stats.cpu.as_secs_f64()),
            wall_s: stats.wall.as_secs_f64(),
            depth_sum: Some(stats.depth_sum),
            max_depth: Some(stats.max_depth),
            plies_sum: Some(stats.plies_sum),
            max_overrun_ratio: ratio,
            timed_moves: u64::from(timed.is_some()),
            timed_ratio_sum: timed.unwrap_or(0.0),
            tree_full_moves: Some(u64::from(stats.tree_full)),
        });
    }

    /// Adds what was spent elsewhere.
    pub fn add(&mut self, other: &Usage) {
        self.moves += other.moves;
        self.playouts = both(self.playouts, other.playouts, |a, b| a + b);
        self.cpu_s = both(self.cpu_s, other.cpu_s, |a, b| a + b);
        self.wall_s += other.wall_s;
        self.depth_sum = both(self.depth_sum, other.depth_sum, |a, b| a + b);
        self.max_depth = both(self.max_depth, other.max_depth, u32::max);
        self.plies_sum = both(self.plies_sum, other.plies_sum, |a, b| a + b);
        self.max_overrun_ratio = larger(self.max_overrun_ratio, other.max_overrun_ratio);
        self.timed_moves += other.timed_moves;
        self.timed_ratio_sum += other.timed_ratio_sum;
        self.tree_full_moves = both(self.tree_full_moves, other.tree_full_moves, |a, b| a + b);
    }

    /// CPU seconds of searches in our own process. An engine of its own process takes nothing of ours.
    #[must_use]
    pub fn search_cpu_s(&self) -> f64 {
        self.cpu_s.filter(|_| self.playouts.is_some()).unwrap_or(0.0)
    }

    /// Mean ratio of time spent to time allowed over the moves that ended because it was spent; `None` without any.
    #[must_use]
    pub fn mean_spent_ratio(&self) -> Option<f64> {
        (self.timed_moves > 0).then(|| self.timed_ratio_sum / self.timed_moves as f64)
    }

    /// Playouts per second of CPU time; `None` when nothing was measured.
    #[must_use]
    pub fn playouts_per_s(&self) -> Option<f64> {
        let (playouts, cpu_s) = (self.playouts?, self.cpu_s?);
        (playouts > 0 && cpu_s > 0.0).then(|| playouts as f64 / cpu_s)
    }

    /// Mean depth of the new node; `None` without playouts, or when they are not known.
    #[must_use]
    pub fn mean_depth(&self) -> Option<f64> {
        let (playouts, depth_sum) = (self.playouts?, self.depth_sum?);
        (playouts > 0).then(|| depth_sum as f64 / playouts as f64)
    }

    /// Mean plies from the root to the end of a playout; `None` without playouts, or when they are not known.
    #[must_use]
    pub fn mean_playout_plies(&self) -> Option<f64> {
        let (playouts, plies_sum) = (self.playouts?, self.plies_sum?);
        (playouts > 0).then(|| plies_sum as f64 / playouts as f64)
    }

    /// Mean CPU time of a move in seconds; `None` without moves.
    #[must_use]
    pub fn cpu_per_move_s(&self) -> Option<f64> {
        let cpu_s = self.cpu_s?;
        (self.moves > 0).then(|| cpu_s / self.moves as f64)
    }
}

fn both<T>(a: Option<T>, b: Option<T>, join: impl Fn(T, T) -> T) -> Option<T> {
    a.zip(b).map(|(a, b)| join(a, b))
}

fn larger(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    a.into_iter().chain(b).reduce(f64::max)
}
