//! The slow search's account of memory: what the real one's documentation says that it takes, and when it is full.

use std::collections::BTreeSet;

use gametree_core::{Code, Game, Side};

use super::{Permutations, SlowSearch};

/// What the real search's memory is known to hold, counted from its documentation.
pub(super) struct Memory {
    bound: u64,
    /// In use.
    bytes: u64,
    /// For a node without its block.
    pub(super) node: u64,
    /// For the root's wider block.
    reserved: u64,
    /// Nodes that the list of frozen tables covers.
    listed: u64,
    full: bool,
}

pub(super) const LANE: u64 = 64;
pub(super) const PACKED: u32 = 32_767;

impl<G: Game> SlowSearch<G> {
    /// Keeps to a bound as the real search does, of which `bytes` are in use before the first playout, `window` of them by a
    /// window.
    ///
    /// # Panics
    /// If the bound is 1 MiB or more.
    pub fn bound(&mut self, bound: u64, bytes: u64, window: u64) {
        assert!(bound < 1 << 20, "the end of a chunk of memory is not in this model");
        let [narrow, wide] = [false, true].map(|wide| self.lanes(0, wide));
        let table = if self.config.transpositions { 8 } else { 0 };
        let node = bytes - window - narrow * LANE - table;
        self.memory = Some(Memory { bound, bytes, node, reserved: (2 * wide - 1) * LANE, listed: 0, full: false });
    }

    /// Bytes in use, and whether the tree is full; with a bound only.
    pub fn bytes(&self) -> Option<(u64, bool)> {
        self.memory.as_ref().map(|memory| (memory.bytes, memory.full))
    }

    /// Nodes that have halved their counts.
    pub fn halved(&self) -> usize {
        self.nodes.iter().filter(|node| node.halved).count()
    }

    /// What one more node takes: itself, and the table of keys where it doubles.
    pub(super) fn cost_of_a_node(&self) -> u64 {
        let (nodes, node) = (self.nodes.len() as u64, self.memory.as_ref().map_or(0, |memory| memory.node));
        let doubles = self.config.transpositions && nodes.is_power_of_two();
        node + if doubles { 4 * 2 * nodes } else { 0 }
    }

    /// Lanes of 16 counters over all codes.
    fn code_lanes(&self) -> u64 {
        u64::from(self.line.position().codes(Side::Second).end.div_ceil(16))
    }

    /// Lanes of the block of a node whose candidates are known.
    pub(super) fn lanes(&self, node: usize, wide: bool) -> u64 {
        let node = &self.nodes[node];
        let codes: BTreeSet<Code> = node.candidates.iter().map(|c| c.code).collect();
        let shared = codes.len() < node.candidates.len();
        let counters = if shared { node.candidates.len() } else { self.line.position().codes(node.side).len() };
        let own = counters.div_ceil(16) as u64;
        let amaf = if self.keeps_amaf() { self.code_lanes() } else { 0 };
        // Mask, estimates of the candidates, children, slots, AMAF.
        let masks = if self.config.solver || self.config.forced { 2 } else { 1 };
        let prior = if self.prior.is_some() { own } else { 0 };
        masks * own.div_ceil(32)
            + prior
            + own
            + own
            + if shared { own } else { 0 }
            + amaf
            + if wide { own + amaf } else { 0 }
    }

    /// Takes so many bytes, unless there is no room for them.
    pub(super) fn take(&mut self, need: u64) -> bool {
        let Some(memory) = &mut self.memory else { return true };
        let room = !memory.full && memory.bytes + memory.reserved + need <= memory.bound;
        memory.bytes += if room { need } else { 0 };
        room
    }

    /// No more is taken from now on, but the root has its wider block.
    pub(super) fn fill(&mut self) {
        let root = self.lanes(self.root, true) * LANE;
        let Some(memory) = &mut self.memory else { return };
        memory.bytes += if memory.reserved > 0 { root } else { 0 };
        (memory.reserved, memory.full) = (0, true);
        self.nodes[self.root].wide = true;
    }

    /// Counters of 16 bits hold no more: wider ones or, where there is no room, half of what they hold.
    pub(super) fn make_way(&mut self, node: usize) {
        let need = self.lanes(node, true) * LANE;
        if node == self.root
            && let Some(memory) = &mut self.memory
        {
            memory.reserved = 0;
        }
        if self.take(need) {
            self.nodes[node].wide = true;
            return;
        }
        self.fill();
        let half = |(n, w): (u32, u32)| {
            let half = (n / 2).max(1);
            (half, (f64::from(w * half) / f64::from(n) + 0.5) as u32)
        };
        let node = &mut self.nodes[node];
        node.halved = true;
        node.candidates.iter_mut().filter(|c| c.visits > 0).for_each(|c| {
            (c.visits, c.reward) = half((c.visits, c.reward));
        });
        node.amaf.values_mut().for_each(|counts| *counts = half(*counts));
    }

    /// Takes the memory of a frozen table and of the list up to it, if there is room.
    pub(super) fn take_frozen(&mut self, node: usize, config: Permutations) -> bool {
        let table = self.code_lanes() * LANE * if config.window as u32 > PACKED { 2 } else { 1 };
        let listed = self.memory.as_ref().map_or(0, |memory| memory.listed);
        let list = (node as u64 + 1).saturating_sub(listed);
        let taken = self.take(table + 4 * list);
        if let Some(memory) = self.memory.as_mut().filter(|_| taken) {
            memory.listed += list;
        }
        taken
    }
}
