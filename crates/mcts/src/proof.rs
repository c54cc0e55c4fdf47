//! What is proven of nodes, and how it is passed up.
//!
//! A node's value is known when its game is finished, or when its candidates' values decide it: one that wins, or none that is not
//! known (Winands, Björnsson and Saito 2008, "Monte-Carlo Tree Search Solver"; with draws as in Cazenave and Saffidine 2010,
//! "Score Bounded Monte-Carlo Tree Search"). A candidate whose value is known to be no win leaves the mask of open candidates.

use gametree_core::{Game, Outcome};

use crate::form::Layout;
use crate::lanes::{Lane, counter, counter_mut};
use crate::state::State;
use crate::tree::{NodeId, Tree};

/// What is kept of a node beside its counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Proof {
    /// Plies to the end by what is proven: the shortest win known, the longest loss. While nothing is proven, the longest loss or
    /// draw of a candidate so far, the move to it counted.
    pub(crate) distance: u16,
    /// A candidate that is proven drawn, or `NO_DRAW`.
    drawn: u16,
    /// The position occurred before, in the game or on the path: where that is forbidden, the move here is none, and its value proves
    /// nothing above.
    pub(crate) repeats: bool,
    /// Few moves parry ([`gametree_core::Tactics::Parry`]).
    pub(crate) parry: bool,
}

const NO_DRAW: u16 = u16::MAX;

impl Default for Proof {
    fn default() -> Self {
        Proof { distance: 0, drawn: NO_DRAW, repeats: false, parry: false }
    }
}

impl Proof {
    /// A candidate that is proven drawn.
    #[inline(always)]
    pub(crate) fn drawn(self) -> Option<usize> {
        (self.drawn != NO_DRAW).then_some(self.drawn.into())
    }
}

impl<G: Game> State<G> {
    /// Passes the value of the last node of the path up: as far as it decides nodes.
    pub(crate) fn settle(&mut self, mut outcome: Outcome) {
        let last = self.path[self.path.len() - 1].node;
        let mut distance = last.map_or(0, |node| self.tree.proofs[node.index()].distance);
        let mut repeats = last.map_or(self.beyond_repeats, |node| self.tree.proofs[node.index()].repeats);
        for step in self.path.iter().rev().skip(1) {
            let node = step.node.expect("only the last move leads beyond the tree");
            if repeats {
                return;
            }
            let settled = self.tree.settle(node, step.entry as usize, outcome, distance);
            let Some(known) = settled else { return };
            outcome = known;
            let proof = self.tree.proofs[node.index()];
            (distance, repeats) = (proof.distance, proof.repeats);
        }
    }

    /// Judges the root anew by what its children's nodes say, for a root whose candidates were replaced.
    pub(crate) fn settle_root(&mut self) {
        self.tree.proofs[0] = Proof { parry: self.tree.proofs[0].parry, ..Proof::default() };
        self.tree.nodes[0].outcome = None;
        for entry in self.tree.entries(NodeId::ROOT) {
            let Some(child) = self.tree.follow(NodeId::ROOT, entry).1 else { continue };
            let proof = self.tree.proofs[child.index()];
            if let Some(outcome) = self.tree.node(child).outcome
                && !proof.repeats
            {
                self.tree.settle(NodeId::ROOT, entry, outcome, proof.distance);
            }
        }
    }
}

impl<G: Game> State<G> {
    /// Whether the root's value is proven.
    pub(crate) fn is_proven(&self) -> bool {
        self.tree.node(NodeId::ROOT).outcome.is_some()
    }

    /// What is proven of a candidate of the root, and how many plies it takes from there.
    pub(crate) fn proof_of(&self, entry: usize) -> Option<(Outcome, u16)> {
        if !self.solver {
            return None;
        }
        let child = self.tree.follow(NodeId::ROOT, entry).1;
        let known = child.and_then(|child| {
            let proof = self.tree.proofs[child.index()];
            Some((self.tree.node(child).outcome?, proof.distance)).filter(|_| !proof.repeats)
        });
        // Out of the choice without a node: the tree was full, or the look at the board saw that it does not parry.
        let side = self.tree.node(NodeId::ROOT).side;
        let lost = !self.wins_at_once && !self.tree.is_in_choice(NodeId::ROOT, entry);
        known.or_else(|| lost.then_some((Outcome::Win(side.other()), 0)))
    }
}

impl<M: Copy> Tree<M> {
    /// A candidate of the node leads to a known value, so many plies before the end. Returns the node's value if that decides it.
    pub(crate) fn settle(&mut self, id: NodeId, entry: usize, outcome: Outcome, distance: u16) -> Option<Outcome> {
        let side = self.node(id).side;
        let distance = distance.saturating_add(1);
        if outcome == Outcome::Win(side) {
            let proof = &mut self.proofs[id.index()];
            let known = self.nodes[id.index()].outcome == Some(outcome);
            proof.distance = if known { proof.distance.min(distance) } else { distance };
            self.nodes[id.index()].outcome = Some(outcome);
            return Some(outcome);
        }
        self.close(id, entry);
        if self.node(id).outcome.is_some() {
            return None;
        }
        let proof = &mut self.proofs[id.index()];
        proof.distance = proof.distance.max(distance);
        if outcome == Outcome::Draw && proof.drawn == NO_DRAW {
            proof.drawn = u16::try_from(entry).unwrap_or(NO_DRAW);
        }
        let drawn = proof.drawn != NO_DRAW;
        if self.any_open(id) {
            return None;
        }
        let decided = if drawn { Outcome::Draw } else { Outcome::Win(side.other()) };
        self.nodes[id.index()].outcome = Some(decided);
        Some(decided)
    }

    /// Takes a candidate out of the choice.
    fn close(&mut self, id: NodeId, entry: usize) {
        let layout = self.layout(id);
        *counter_mut(self.block_mut(id, layout), layout.open + entry / 32) &= !(1 << (entry % 32));
    }

    /// All candidates, and those in the choice.
    fn masks_mut(&mut self, id: NodeId) -> (&mut [u32], &mut [u32]) {
        let layout = self.layout(id);
        let (all, open) = Lane::flat_mut(self.block_mut(id, layout)).split_at_mut(layout.open);
        (all, &mut open[..layout.mask])
    }

    /// Puts all candidates back into the choice.
    pub(crate) fn reopen(&mut self, id: NodeId) {
        let (all, open) = self.masks_mut(id);
        open.copy_from_slice(all);
    }

    /// Whether an open node has this candidate.
    pub(crate) fn is_candidate(&self, id: NodeId, entry: usize) -> bool {
        let layout = self.layout(id);
        let own = usize::from(self.node(id).lanes) * Lane::LEN;
        entry < own && counter(self.block(id, layout), entry / 32) >> (entry % 32) & 1 == 1
    }

    /// Leaves open only these candidates, of those that are; what was proven before stays out.
    pub(crate) fn close_all_but(&mut self, id: NodeId, stay: &[usize]) {
        let (all, open) = self.masks_mut(id);
        for (index, (all, open)) in all.iter().zip(open).enumerate() {
            let here = stay.iter().filter(|&&entry| entry / 32 == index);
            *open &= all & here.fold(0, |kept, entry| kept | 1 << (entry % 32));
        }
    }

    /// Whether a candidate is still in the choice.
    pub(crate) fn is_in_choice(&self, id: NodeId, entry: usize) -> bool {
        let layout: Layout = self.layout(id);
        counter(self.block(id, layout), layout.open + entry / 32) >> (entry % 32) & 1 == 1
    }

    fn any_open(&self, id: NodeId) -> bool {
        let layout = self.layout(id);
        Lane::flat(self.block(id, layout))[layout.open..][..layout.mask].iter().any(|&word| word != 0)
    }
}
