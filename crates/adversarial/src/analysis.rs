//! What a search found, in its own words: scores beside the report's values.

use std::time::Duration;

use gametree_core::{Proven, Report, RootMove, Stats, StopReason};

use crate::minimax::is_decided;
use crate::score::{Score, distance};
use crate::table::Bound;

/// The result of a search of this crate. [`Analysis::report`] makes the general report of it, which has no scores.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Analysis<M> {
    /// The move to play; `None` when the game is finished.
    pub best: Option<M>,
    /// The score of the position for the side to move; `None` when nothing was searched.
    pub score: Option<Score>,
    /// Whether more depth could not change who wins: the score is a forced win or loss, or rests on finished games only.
    pub proven: bool,
    /// The depth, in plies, to which every candidate was searched; [`u32::MAX`] for a search to the end.
    pub depth: u32,
    /// Candidates in the order in which the game lists them.
    pub root: Vec<Candidate<M>>,
    /// The line of best play, `best` first.
    pub pv: Vec<M>,
    /// Nodes entered, the root of each iteration included.
    pub nodes: u64,
    /// Of those, finished positions and those where the depth ended.
    pub leaves: u64,
    /// Distinct positions among the nodes, if they were counted.
    pub positions: Option<u64>,
    /// The longest path, in plies.
    pub max_ply: u32,
    /// Memory of the transposition table, whether filled or not.
    pub bytes: u64,
    /// CPU time of the searching thread.
    pub cpu: Duration,
    /// Wall time.
    pub wall: Duration,
    /// Why the search ended.
    pub stop: StopReason,
}

/// A move at the root and what the deepest search of it gave.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// Its score for the side that plays it; `None` if it was not searched.
    pub score: Option<Score>,
    /// What the score says. Alpha-beta knows of most candidates only that they are no better than the best.
    pub bound: Bound,
    /// Whether this says for certain who wins after it.
    pub proven: bool,
}

impl<M: Copy> Analysis<M> {
    /// Nothing searched yet.
    pub(crate) fn new(root: &[M], stop: StopReason) -> Self {
        let candidate = |&mv| Candidate { mv, score: None, bound: Bound::Upper, proven: false };
        Analysis {
            best: root.first().copied(),
            score: None,
            proven: false,
            depth: 0,
            root: root.iter().map(candidate).collect(),
            pv: root.first().copied().into_iter().collect(),
            nodes: 0,
            leaves: 0,
            positions: None,
            max_ply: 0,
            bytes: 0,
            cpu: Duration::ZERO,
            wall: Duration::ZERO,
            stop,
        }
    }

    /// Plies to the end of the game if it is won or lost by force.
    #[must_use]
    pub fn distance(&self) -> Option<u32> {
        self.score.and_then(distance)
    }

    /// The value in 0..1 for the side to move, if it is proven.
    #[must_use]
    pub fn value(&self) -> Option<f64> {
        self.score.filter(|_| self.proven).map(value)
    }

    /// The general report. Values stand in it only where they are proven; visits are 0, as nothing was played out.
    #[must_use]
    pub fn report(&self) -> Report<M> {
        let root_move = |candidate: &Candidate<M>| {
            let &Candidate { mv, score, bound, proven } = candidate;
            let mut root = RootMove::new(mv);
            root.value = score.filter(|_| proven).map(value);
            // Of most candidates only a bound is known, which is no score.
            root.proven = root.value.map(in_words);
            root.score = score.filter(|_| bound == Bound::Exact);
            root
        };
        let mut stats = Stats::new(self.stop);
        (stats.nodes, stats.max_depth, stats.bytes) = (self.nodes, self.max_ply, self.bytes);
        (stats.cpu, stats.wall) = (self.cpu, self.wall);
        let mut report = Report::new(self.best, stats);
        (report.value, report.score) = (self.value(), self.score);
        report.proven = report.value.map(in_words);
        report.root = self.root.iter().map(root_move).collect();
        report.pv.clone_from(&self.pv);
        report
    }
}

impl<M> Candidate<M> {
    pub(crate) fn learn(&mut self, score: Score, bound: Bound, closed: bool) {
        self.score = Some(score);
        self.bound = bound;
        let decided = match bound {
            Bound::Exact => is_decided(score),
            Bound::Lower => is_decided(score) && score > 0,
            Bound::Upper => is_decided(score) && score < 0,
        };
        self.proven = decided || (closed && bound == Bound::Exact);
    }
}

fn in_words(value: f64) -> Proven {
    [Proven::Loss, Proven::Draw, Proven::Win][(2.0 * value) as usize]
}

fn value(score: Score) -> f64 {
    match score {
        0 => 0.5,
        1.. => 1.0,
        _ => 0.0,
    }
}
