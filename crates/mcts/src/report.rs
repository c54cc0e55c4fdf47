//! What a search found.

use std::cmp::{Ordering, Reverse};
use std::collections::VecDeque;

use gametree_core::{Game, Proven, Report, RootMove, Stats, StopReason, TreeLimits, TreeNode};

use crate::block::Gathered;
use crate::scorer::Scorer;
use crate::state::State;
use crate::tree::NodeId;

/// The move to play: most visits (or the best value), then the higher value, then the earlier move. A proven win comes first, the shortest
/// of them; a proven loss last, the longest first; a proven draw before what is open if that has less than a half, else after it.
/// `distances` are the plies that proofs take, of as many moves as they are known of.
pub(crate) fn preferred<'a, M>(root: &'a [RootMove<M>], distances: &[u16], by_value: bool) -> Option<&'a RootMove<M>> {
    let by_worth = |a: &RootMove<M>, b: &RootMove<M>| {
        let visits = if by_value { Ordering::Equal } else { a.visits.cmp(&b.visits) };
        visits.then(a.value.unwrap_or(0.0).total_cmp(&b.value.unwrap_or(0.0)))
    };
    // `max_by` takes the last of equals.
    let open = root.iter().filter(|mv| mv.proven.is_none()).rev().max_by(|a, b| by_worth(a, b));
    let open_is_poor = open.is_none_or(|open| open.value.is_none_or(|value| value < 0.5));
    let rank = |&(index, mv): &(usize, &RootMove<M>)| {
        let distance = i32::from(distances.get(index).copied().unwrap_or_default());
        match mv.proven {
            Some(Proven::Win) => (3, -distance),
            Some(Proven::Draw) if open_is_poor => (2, 0),
            None => (1, 0),
            Some(Proven::Draw) => (1, -1),
            Some(Proven::Loss) => (0, distance),
        }
    };
    let ranked = root.iter().enumerate().rev();
    ranked.max_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| by_worth(a.1, b.1))).map(|(_, mv)| mv)
}

impl<G: Game> State<G> {
    pub(crate) fn report<S: Scorer<G>>(&self, scorer: &S, stop: StopReason) -> Report<G::Move> {
        let mut gathered = Gathered::default();
        let candidates = self.tree.candidates(NodeId::ROOT, NodeId::ROOT, None, &mut gathered);
        let (shared, side) = (self.tree.is_shared(NodeId::ROOT), self.root.to_move());
        let mut distances = Vec::new();
        let start = self.tree.space.codes(self.root.to_move()).start;
        let mut root: Vec<RootMove<G::Move>> = self
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
                root.sources.extend(candidates.prior_source(entry));
                let proof = self.proof_of(entry);
                root.proven = proof.map(|(outcome, _)| Proven::of(outcome, side));
                distances.push(proof.map_or(0, |(_, distance)| distance));
                root
            })
            .collect();
        // Without any visits there is nothing to prefer a move for: then any, by the seed.
        let best = preferred(&root, &distances, scorer.plays_best_value());
        let unknown = root.iter().all(|mv| mv.visits == 0 && mv.proven.is_none());
        let best = if unknown { root.get(self.rng.clone().below(root.len().max(1) as u32) as usize) } else { best };
        let (best, value) = (best.map(|best| best.mv), best.and_then(|best| best.value));
        let mut report = Report::new(best, self.stats(scorer, stop));
        if shared && self.tree.keeps.keys {
            // A kept root has them in an order of the tree's.
            let mut listed = Vec::new();
            self.root.search_moves(&mut listed);
            root.sort_by_key(|mv| listed.iter().position(|listed| *listed == mv.mv));
        }
        let outcome = self.tree.node(NodeId::ROOT).outcome;
        report.proven = outcome.map(|outcome| Proven::of(outcome, side));
        report.value = report.proven.map(Proven::value).or(value);
        (report.root, report.pv) = (root, self.principal_variation(best));
        report
    }

    fn stats<S: Scorer<G>>(&self, scorer: &S, stop: StopReason) -> Stats {
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

    /// The candidate that a node's side would choose: by what is proven, else the most visited one.
    fn likely(&self, node: NodeId) -> Option<usize> {
        let (tree, side) = (&self.tree, self.tree.node(node).side);
        let rank = |entry: usize| {
            let child =
                tree.follow(node, entry).1.filter(|child| tree.keeps.proofs && !tree.proofs[child.index()].repeats);
            let known = child.and_then(|child| Some((tree.node(child).outcome?, tree.proofs[child.index()].distance)));
            let decided = tree.node(node).outcome.is_some();
            match known.map(|(outcome, distance)| (Proven::of(outcome, side), i32::from(distance))) {
                Some((Proven::Win, distance)) => (3, -distance),
                Some((Proven::Draw, _)) if decided => (2, 0),
                None | Some((Proven::Draw, _)) => (1, 0),
                Some((Proven::Loss, distance)) => (0, distance),
            }
        };
        let key = |&entry: &usize| (rank(entry), tree.own(node, entry));
        tree.entries(node).into_iter().rev().max_by_key(key).filter(|&entry| tree.own(node, entry).0 > 0)
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
            next = self.likely(node);
            pv.extend(next.map(|entry| self.move_of(node, &position, entry)));
        }
        pv
    }
}
