//! What a search found.

use std::cmp::Reverse;
use std::collections::VecDeque;

use gametree_core::{Game, Report, RootMove, Stats, StopReason, TreeLimits, TreeNode};

use crate::scorer::Scorer;
use crate::search::State;
use crate::tree::NodeId;

impl<G: Game> State<G> {
    pub(crate) fn report<S: Scorer>(&self, scorer: &S, stop: StopReason) -> Report<G::Move> {
        let mut gathered = [Vec::new(), Vec::new()];
        let candidates = self.tree.candidates(NodeId::ROOT, NodeId::ROOT, None, &mut gathered);
        let shared = self.tree.is_shared(NodeId::ROOT);
        let start = self.tree.space.codes(self.root.to_move()).start;
        let root: Vec<RootMove<G::Move>> = self
            .root_moves
            .iter()
            .enumerate()
            .map(|(index, &mv)| {
                let entry = if shared { index } else { usize::from(self.root.code(mv) - start) };
                let (visits, reward) = self.tree.own(NodeId::ROOT, entry);
                let mut root = RootMove::new(mv);
                root.visits = visits.into();
                root.value = (visits > 0).then(|| f64::from(reward) / (2.0 * f64::from(visits)));
                root.sources = scorer.sources(&candidates, entry);
                root
            })
            .collect();
        // Most visits, then the higher value, then the earlier move; `max_by` takes the last of equals. Without any visits there
        // is nothing to prefer a move for: then any, by the seed.
        let by_value = |a: &RootMove<_>, b: &RootMove<_>| a.value.unwrap_or(0.0).total_cmp(&b.value.unwrap_or(0.0));
        let best = root.iter().rev().max_by(|a, b| {
            let visits = if scorer.plays_best_value() { std::cmp::Ordering::Equal } else { a.visits.cmp(&b.visits) };
            visits.then(by_value(a, b))
        });
        let unknown = root.iter().all(|mv| mv.visits == 0);
        let best = if unknown { root.get(self.rng.clone().below(root.len().max(1) as u32) as usize) } else { best };
        let (best, value) = (best.map(|best| best.mv), best.and_then(|best| best.value));
        let mut report = Report::new(best, self.stats(scorer, stop));
        (report.value, report.root, report.pv) = (value, root, self.principal_variation(best));
        report
    }

    fn stats<S: Scorer>(&self, scorer: &S, stop: StopReason) -> Stats {
        let mut stats = Stats::new(stop);
        stats.playouts = self.playouts;
        stats.kept = self.kept.into();
        stats.nodes = self.tree.nodes.len() as u64;
        stats.depth_sum = self.depth_sum;
        stats.max_depth = self.max_depth;
        stats.depths = self.depths[..Stats::DEPTHS.min(self.max_depth as usize + 1)].to_vec();
        stats.plies_sum = self.plies_sum;
        stats.bytes = self.tree.bytes() + scorer.bytes();
        stats.tree_full = self.tree.full;
        stats
    }

    /// Breadth first, the most visited first among the moves of a node, so that a limit on the number of nodes leaves out
    /// the deepest.
    pub(crate) fn tree_top(&self, limits: &TreeLimits) -> Vec<TreeNode<G::Move>> {
        let root = self.tree.node(NodeId::ROOT);
        let least = limits.share * f64::from(root.visits);
        let mut top = vec![TreeNode::new(root.visits.into())];
        let mut ahead = VecDeque::from([(0, NodeId::ROOT, self.root.clone(), 0)]);
        while let Some((parent, node, position, depth)) = ahead.pop_front() {
            if depth == limits.depth || !self.tree.is_open(node) {
                continue;
            }
            let mut entries = self.tree.entries(node);
            entries.sort_by_key(|&entry| Reverse(self.tree.own(node, entry)));
            for entry in entries {
                let (visits, reward) = self.tree.own(node, entry);
                if visits == 0 || f64::from(visits) < least || top.len() >= limits.nodes {
                    break;
                }
                let mv = self.move_of(node, &position, entry);
                let mut shown = TreeNode::new(visits.into());
                (shown.parent, shown.mv) = (Some(parent), Some(mv));
                shown.value = Some(f64::from(reward) / (2.0 * f64::from(visits)));
                if let (_, Some(child)) = self.tree.follow(node, entry) {
                    let mut next = position.clone();
                    next.play(mv);
                    ahead.push_back((top.len(), child, next, depth + 1));
                }
                top.push(shown);
            }
        }
        top
    }

    /// From the root's best move on, the most visited candidate of each node.
    fn principal_variation(&self, best: Option<G::Move>) -> Vec<G::Move> {
        let mut pv: Vec<G::Move> = best.into_iter().collect();
        let mut position = self.root.clone();
        let mut node = NodeId::ROOT;
        let mut next = best.and_then(|mv| self.entry_of(node, &position, mv));
        while let Some(child) = next.and_then(|entry| self.tree.follow(node, entry).1) {
            position.play(pv[pv.len() - 1]);
            node = child;
            if !self.tree.is_open(node) {
                break;
            }
            let key = |&entry: &usize| self.tree.own(node, entry);
            next = self
                .tree
                .entries(node)
                .into_iter()
                .rev()
                .max_by_key(key)
                .filter(|&entry| self.tree.own(node, entry).0 > 0);
            pv.extend(next.map(|entry| self.move_of(node, &position, entry)));
        }
        pv
    }
}
