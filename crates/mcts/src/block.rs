//! The blocks of a tree: where a node's counters lie, and how they are read, credited and widened.

use gametree_core::kernels::Arch;
use gametree_core::{Code, Outcome, Side, set_bits};

use crate::candidates::{Beside, Candidates, line_up};
use crate::estimate::{Estimate, EstimateMut, PACKED_PLAYOUTS, packed};
use crate::lanes::{Lane, counter, counter_mut};
use crate::tree::{NO_CHILD, Node, NodeId, Tree};

/// Lane offsets within a block.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    /// The mask of the candidates that are not proven; 0, the mask of all of them, where no proofs are kept.
    pub(crate) open: usize,
    own: usize,
    pub(crate) child: usize,
    pub(crate) slot: usize,
    pub(crate) prior: usize,
    amaf: usize,
    pub(crate) end: usize,
}

impl<M: Copy> Tree<M> {
    /// Allocates and clears a block with an empty mask, and credits the first playout.
    pub(crate) fn allocate(&mut self, id: NodeId, lanes: usize, shared: bool) -> bool {
        let node = &mut self.nodes[id.index()];
        node.lanes = u16::try_from(lanes).expect("at most 65536 codes, and as many moves");
        node.shared = shared;
        let layout = self.layout(id);
        if id != NodeId::ROOT && self.room() < self.pool.cost(layout.end) {
            self.fill();
            return false;
        }
        self.nodes[id.index()].table = self.pool.allocate(layout.end);
        let block = self.block_mut(id, layout);
        block[..layout.child].fill(Lane::ZERO);
        block[layout.child..layout.slot].fill(Lane([NO_CHILD; Lane::LEN]));
        block[layout.slot..].fill(Lane::ZERO);
        if self.keeps.amaf && self.node(id).visits > 0 {
            let (words, split, first) = (self.space.words, self.space.split(), self.node(id).first);
            let table = self.node(id).table;
            let codes = &self.first_sets[id.index() * words..][..words];
            let amaf = &mut self.pool.table_mut(table, layout.end)[layout.amaf..];
            EstimateMut::of(amaf, false).credit(codes, split, rewards(first));
        }
        true
    }

    /// Packed tables hold no more playouts: gives the node a block with wide tables or, where there is no room for one, halves
    /// its counts.
    #[cold]
    fn make_way(&mut self, id: NodeId) {
        let need = self.pool.cost(self.wide_layout(id).end);
        let set_aside = id == NodeId::ROOT && self.reserved > 0;
        if set_aside || self.room() >= need {
            self.widen(id);
            return;
        }
        self.fill();
        let layout = self.layout(id);
        let block = self.block_mut(id, layout);
        for range in [layout.own..layout.child, layout.amaf..layout.end] {
            for lane in &mut block[range] {
                lane.0 = lane.0.map(halved);
            }
        }
    }

    /// Gives a node a block with wide tables.
    pub(crate) fn widen(&mut self, id: NodeId) {
        let (narrow, wide) = (self.layout(id), self.wide_layout(id));
        let old = self.block(id, narrow).to_vec();
        self.nodes[id.index()].wide = true;
        self.nodes[id.index()].table = self.pool.allocate(wide.end);
        if id == NodeId::ROOT {
            self.reserved = 0;
        }
        let block = self.block_mut(id, wide);
        block[..wide.own].copy_from_slice(&old[..narrow.own]);
        block[wide.child..wide.amaf].copy_from_slice(&old[narrow.child..narrow.amaf]);
        for (from, to) in
            [(narrow.own..narrow.child, wide.own..wide.child), (narrow.amaf..narrow.end, wide.amaf..wide.end)]
        {
            let (count, reward) = block[to].split_at_mut(from.len());
            for ((old, count), reward) in old[from].iter().zip(count).zip(reward) {
                (count.0, reward.0) = (old.0.map(|pair| pair >> 16), old.0.map(|pair| pair & 0xFFFF));
            }
        }
    }

    #[inline(always)]
    pub(crate) fn layout(&self, id: NodeId) -> Layout {
        self.layout_of(self.node(id), self.node(id).wide)
    }

    pub(crate) fn wide_layout(&self, id: NodeId) -> Layout {
        self.layout_of(self.node(id), true)
    }

    #[inline(always)]
    fn layout_of(&self, node: &Node<M>, wide: bool) -> Layout {
        let lanes = usize::from(node.lanes);
        let width = if wide { 2 } else { 1 };
        let masks = lanes.div_ceil(32);
        let open = if self.special && self.keeps.proofs { masks } else { 0 };
        let own = open + masks;
        let child = own + width * lanes;
        let slot = child + lanes;
        let prior = slot + if node.shared { lanes } else { 0 };
        let amaf = prior + if self.special && self.keeps.prior { lanes } else { 0 };
        Layout { open, own, child, slot, prior, amaf, end: amaf + width * self.amaf_lanes }
    }

    #[inline(always)]
    pub(crate) fn block(&self, id: NodeId, layout: Layout) -> &[Lane] {
        self.pool.table(self.node(id).table, layout.end)
    }

    #[inline(always)]
    pub(crate) fn block_mut(&mut self, id: NodeId, layout: Layout) -> &mut [Lane] {
        self.pool.table_mut(self.nodes[id.index()].table, layout.end)
    }

    /// What an open node knows of its candidates, with the AMAF tables of `reference` lined up; `lone` is the game's lone code,
    /// `gathered` is scratch.
    #[inline(always)]
    pub(crate) fn candidates<'a>(
        &'a self,
        id: NodeId,
        reference: NodeId,
        lone: Option<Code>,
        gathered: &'a mut [Vec<Lane>; 2],
    ) -> Candidates<'a> {
        let (node, layout) = (self.node(id), self.layout(id));
        let block = self.block(id, layout);
        let slots = node.shared.then(|| &block[layout.slot..layout.prior]);
        let beside = if self.special { self.beside(id, layout) } else { None };
        let first_lane = self.space.first_lane(node.side);
        let amaf =
            self.keeps.amaf.then(|| line_up(self.amaf(reference), slots, first_lane, node.lanes.into(), gathered));
        let own = Estimate::of(&block[layout.own..layout.child], node.wide);
        let codes = self.space.codes(node.side);
        let lone = lone.filter(|code| codes.contains(code)).map(|code| code - codes.start);
        let mask = &block[layout.open..layout.own];
        Candidates { visits: node.visits, mask, own, amaf, slots, beside, first_lane, lone }
    }

    /// What a node has beside its estimates, if it has any of it.
    #[inline(never)]
    fn beside(&self, id: NodeId, layout: Layout) -> Option<Beside<'_>> {
        let prior = self.keeps.prior.then(|| &self.block(id, layout)[layout.prior..layout.amaf]);
        let drawn = if self.keeps.proofs { self.proofs[id.index()].drawn() } else { None };
        (prior.is_some() || drawn.is_some()).then_some(Beside { prior, drawn })
    }

    /// The AMAF tables of an open node, over all codes.
    #[inline(always)]
    pub(crate) fn amaf(&self, id: NodeId) -> Estimate<'_> {
        let layout = self.layout(id);
        Estimate::of(&self.block(id, layout)[layout.amaf..], self.node(id).wide)
    }

    /// The set and outcome of the first playout of a node that is not open yet.
    pub(crate) fn first_playout(&self, id: NodeId) -> Option<(&[u64], Outcome)> {
        let words = self.space.words;
        (self.keeps.amaf && self.node(id).visits > 0)
            .then(|| (&self.first_sets[id.index() * words..][..words], self.node(id).first))
    }

    pub(crate) fn set_child(&mut self, id: NodeId, entry: usize, child: NodeId) {
        let layout = self.layout(id);
        *counter_mut(&mut self.block_mut(id, layout)[layout.child..], entry) = child.0;
    }

    /// Writes into an open node where its children are now: `kept` has the former id of each node, in ascending order.
    pub(crate) fn renumber_children(&mut self, id: NodeId, kept: &[NodeId]) {
        if !self.is_open(id) {
            return;
        }
        let layout = self.layout(id);
        for lane in &mut self.block_mut(id, layout)[layout.child..layout.slot] {
            for child in lane.0.iter_mut().filter(|child| **child != NO_CHILD) {
                *child = kept.binary_search_by_key(child, |old| old.0).map_or(NO_CHILD, |new| new as u32);
            }
        }
    }

    /// Lanes of a node's block.
    pub(crate) fn lanes_of(&self, id: NodeId) -> usize {
        self.layout(id).end
    }

    /// The code of a candidate, and its node if it has one.
    #[inline(always)]
    pub(crate) fn follow(&self, id: NodeId, entry: usize) -> (Code, Option<NodeId>) {
        let (node, layout) = (self.node(id), self.layout(id));
        let block = self.block(id, layout);
        let slot = if node.shared { counter(&block[layout.slot..], entry) } else { entry as u32 };
        let child = counter(&block[layout.child..], entry);
        (self.space.codes(node.side).start + slot as Code, (child != NO_CHILD).then_some(NodeId(child)))
    }

    pub(crate) fn is_shared(&self, id: NodeId) -> bool {
        self.node(id).shared
    }

    /// The indices of an open node's candidates, in order.
    pub(crate) fn entries(&self, id: NodeId) -> Vec<usize> {
        let layout = self.layout(id);
        let mask = &self.block(id, layout)[..layout.own - layout.open];
        let words: Vec<u64> = mask.iter().flat_map(|lane| lane.0).map(u64::from).collect();
        set_bits(&words).map(|bit| bit / 64 * 32 + bit % 64).collect()
    }

    /// Visits and reward of a candidate.
    pub(crate) fn own(&self, id: NodeId, entry: usize) -> (u32, u32) {
        let layout = self.layout(id);
        Estimate::of(&self.block(id, layout)[layout.own..layout.child], self.node(id).wide).at(entry)
    }

    /// Counts a playout through a node: credits the codes played from there on, and the candidate that was chosen, if one
    /// was. A node that is not open keeps its first playout. Returns the node's visits.
    /// For use inside a kernel.
    #[inline(always)]
    pub(crate) fn record<A: Arch>(
        &mut self,
        arch: A,
        id: NodeId,
        chosen: Option<u32>,
        codes: &[u64],
        outcome: Outcome,
    ) -> u32 {
        let node = &mut self.nodes[id.index()];
        node.visits += 1;
        let (visits, side) = (node.visits, node.side);
        if !node.table.is_some() {
            if self.keeps.amaf && visits == 1 {
                node.first = outcome;
                self.first_sets[id.index() * codes.len()..][..codes.len()].copy_from_slice(codes);
            }
            return visits;
        }
        if visits.is_multiple_of(FULL_AGAIN) && !self.node(id).wide && u64::from(visits) > PACKED_PLAYOUTS {
            self.make_way(id);
        }
        let (layout, wide, split) = (self.layout(id), self.node(id).wide, self.space.split());
        let block = self.block_mut(id, layout);
        if let Some(entry) = chosen {
            let (entry, reward) = (entry as usize, outcome.reward(side));
            match EstimateMut::of(&mut block[layout.own..layout.child], wide) {
                EstimateMut::Packed(own) => *counter_mut(own, entry) += packed(1, reward),
                EstimateMut::Wide(count, sum) => {
                    *counter_mut(count, entry) += 1;
                    *counter_mut(sum, entry) += reward;
                }
            }
        }
        if layout.amaf < layout.end {
            let amaf = &mut block[layout.amaf..];
            EstimateMut::of(amaf, wide).credit_in(arch, codes, split, rewards(outcome));
        }
        visits
    }
}

/// Playouts after which packed tables that were halved are full again.
const FULL_AGAIN: u32 = (PACKED_PLAYOUTS as u32).div_ceil(2);

/// Half of a packed count, rounded down but not to nothing, with as nearly the same mean as whole half points allow.
fn halved(pair: u32) -> u32 {
    let (count, reward) = (pair >> 16, pair & 0xFFFF);
    let half = (count / 2).max(1);
    (reward * half + count / 2).checked_div(count).map_or(0, |reward| packed(half, reward))
}

/// Half points of both sides.
#[inline(always)]
fn rewards(outcome: Outcome) -> [u32; 2] {
    [outcome.reward(Side::First), outcome.reward(Side::Second)]
}
