//! The blocks of a tree: how a node's counters are read and credited.

use gametree_core::kernels::{self, Arch};
use gametree_core::{Code, Outcome, Side, set_bits};

use crate::candidates::{Beside, Candidates, line_up};
use crate::estimate::{Estimate, EstimateMut, Unpack, Width};
use crate::form::{Form, Layout};
use crate::lanes::{Lane, counter};
use crate::tree::{NO_CHILD, NodeId, Tree};

/// Scratch for what is lined up at a node.
#[derive(Default, Debug)]
pub(crate) struct Gathered {
    amaf: [Vec<Lane>; 2],
    unpacked: Vec<Lane>,
}

impl<M: Copy> Tree<M> {
    /// Allocates and clears a block with an empty mask, and credits the first playout.
    pub(crate) fn allocate(&mut self, id: NodeId, lanes: usize, shared: bool) -> bool {
        let node = &mut self.nodes[id.index()];
        node.lanes = u16::try_from(lanes).expect("at most 65536 codes, and as many moves");
        node.shared = shared;
        let form = if id == NodeId::ROOT { Form::ROOT } else { self.first_form(id) };
        let layout = self.layout_of(self.node(id), form);
        if id != NodeId::ROOT && self.room() < self.pool.cost(layout.end) {
            self.fill();
            return false;
        }
        let table = self.pool.allocate(layout.end);
        let node = &mut self.nodes[id.index()];
        (node.form, node.listed, node.table) = (form, 0, table);
        let block = self.block_mut(id, layout);
        block.fill(Lane::ZERO);
        block[layout.child..layout.slot].fill(Lane([NO_CHILD; Lane::LEN]));
        if self.keeps.amaf && self.node(id).visits > 0 {
            let (words, split, first) = (self.space.words, self.space.split(), self.node(id).first);
            let codes = &self.first_sets[id.index() * words..][..words];
            let amaf = &mut self.pool.table_mut(table, layout.end)[layout.amaf..];
            EstimateMut::of_width(amaf, form.width).credit(codes, split, rewards(first));
        }
        true
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
        gathered: &'a mut Gathered,
    ) -> Candidates<'a> {
        let (node, layout) = (self.node(id), self.layout(id));
        let block = self.block(id, layout);
        let slots = node.shared.then(|| &block[layout.slot..layout.prior]);
        let beside = if self.special { self.beside(id, layout) } else { None };
        let (lanes, first_lane) = (usize::from(node.lanes), self.space.first_lane(node.side));
        let Gathered { amaf: scratch, unpacked } = gathered;
        let (mut amaf, mut amaf_rewards) = (&[][..], &[][..]);
        if self.keeps.amaf {
            let of_side = self.amaf_of_side(reference, node.side, unpacked);
            [amaf, amaf_rewards] = line_up(of_side, slots, 0, lanes, scratch);
        }
        let wide = node.form.width == Width::Wide;
        let (own, rewards) = block[layout.own..layout.child].split_at(node.form.width.lanes(lanes).min(lanes));
        let own_rewards = if wide { rewards } else { &[] };
        let small = node.form.width == Width::Small;
        let codes = self.space.codes(node.side);
        let lone = lone.filter(|code| codes.contains(code)).map(|code| code - codes.start);
        let mask = &Lane::flat(block)[layout.open..][..layout.mask];
        Candidates {
            visits: node.visits,
            mask,
            lanes,
            own,
            own_rewards,
            small,
            amaf,
            amaf_rewards,
            slots,
            beside,
            first_lane,
            lone,
        }
    }

    /// What a node has beside its estimates, if it has any of it.
    #[inline(never)]
    fn beside(&self, id: NodeId, layout: Layout) -> Option<Beside<'_>> {
        let prior = self.keeps.prior.then(|| &self.block(id, layout)[layout.prior..layout.amaf]);
        let drawn = if self.keeps.proofs { self.proofs[id.index()].drawn() } else { None };
        (prior.is_some() || drawn.is_some()).then_some(Beside { prior, drawn })
    }

    /// The AMAF tables of an open node, over all codes.
    pub(crate) fn amaf(&self, id: NodeId) -> Estimate<'_> {
        let (layout, width) = (self.layout(id), self.node(id).form.width);
        Estimate::of(&self.block(id, layout)[layout.amaf..], width, self.amaf_lanes)
    }

    /// The AMAF tables of a reference node, over the codes of one side: a table, and its rewards if they are apart.
    #[inline(always)]
    fn amaf_of_side<'a>(&'a self, reference: NodeId, side: Side, unpacked: &'a mut Vec<Lane>) -> [&'a [Lane]; 2] {
        let (layout, width) = (self.layout(reference), self.node(reference).form.width);
        let table = &self.block(reference, layout)[layout.amaf..];
        let (first, lanes) = (self.space.first_lane(side), self.space.own_lanes(side));
        if width == Width::Small {
            return [&unpack(table, unpacked)[first..][..lanes], &[]];
        }
        let rewards = if width == Width::Wide { &table[self.amaf_lanes + first..][..lanes] } else { &[] };
        [&table[first..][..lanes], rewards]
    }

    /// The set and outcome of the first playout of a node that is not open yet.
    pub(crate) fn first_playout(&self, id: NodeId) -> Option<(&[u64], Outcome)> {
        let words = self.space.words;
        (self.keeps.amaf && self.node(id).visits > 0)
            .then(|| (&self.first_sets[id.index() * words..][..words], self.node(id).first))
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
        let child = self.child(id, layout, entry);
        (self.space.codes(node.side).start + slot as Code, (child != NO_CHILD).then_some(NodeId(child)))
    }

    pub(crate) fn is_shared(&self, id: NodeId) -> bool {
        self.node(id).shared
    }

    /// The indices of an open node's candidates, in order.
    pub(crate) fn entries(&self, id: NodeId) -> Vec<usize> {
        let layout = self.layout(id);
        let words: Vec<u64> =
            Lane::flat(self.block(id, layout))[..layout.mask].iter().copied().map(u64::from).collect();
        set_bits(&words).map(|bit| bit / 64 * 32 + bit % 64).collect()
    }

    /// Visits and reward of a candidate.
    pub(crate) fn own(&self, id: NodeId, entry: usize) -> (u32, u32) {
        let (node, layout) = (self.node(id), self.layout(id));
        Estimate::of(&self.block(id, layout)[layout.own..layout.child], node.form.width, node.lanes.into()).at(entry)
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
        if self.is_full_at(id, visits) {
            self.make_way(id);
        }
        let (layout, width, split) = (self.layout(id), self.node(id).form.width, self.space.split());
        let block = self.block_mut(id, layout);
        if let Some(entry) = chosen {
            let own = EstimateMut::of_width(&mut block[layout.own..layout.child], width);
            own.add(entry as usize, outcome.reward(side));
        }
        if layout.amaf < layout.end {
            let amaf = &mut block[layout.amaf..];
            EstimateMut::of_width(amaf, width).credit_in(arch, codes, split, rewards(outcome));
        }
        visits
    }
}

/// A small table written out. Only in a full tree are there references with such tables.
#[cold]
#[inline(never)]
fn unpack<'a>(small: &[Lane], to: &'a mut Vec<Lane>) -> &'a [Lane] {
    to.resize(2 * small.len(), Lane::ZERO);
    kernels::run(Unpack { small, to });
    to
}

/// Half points of both sides.
#[inline(always)]
fn rewards(outcome: Outcome) -> [u32; 2] {
    [outcome.reward(Side::First), outcome.reward(Side::Second)]
}
