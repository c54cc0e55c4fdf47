//! The slow search's account of memory: what the real one's documentation says that it takes, and when it is full.

use std::collections::{BTreeMap, BTreeSet};

use gametree_core::{Code, Game, Side};

use super::{Permutations, SlowSearch};

/// What the real search's memory is known to hold, counted from its documentation.
pub(super) struct Memory {
    bound: u64,
    /// In use.
    bytes: u64,
    /// For a node without its block.
    pub(super) node: u64,
    /// For the root's widest block.
    reserved: u64,
    /// Nodes that the list of frozen tables covers.
    listed: u64,
    full: bool,
    /// Blocks that were given up, by their lanes.
    free: BTreeMap<u64, u64>,
}

pub(super) const LANE: u64 = 64;
/// Playouts that counters of 8 and of 16 bits hold.
const FULL: [u32; 2] = [63, 32_767];

/// What a node's block has room for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Form {
    /// Bits of a count.
    bits: u32,
    /// Whether the list of children is long; `None`, a table.
    list: Option<bool>,
}

impl Form {
    pub(super) const ROOT: Form = Form { bits: 16, list: None };
    const WIDEST: Form = Form { bits: 32, list: None };

    /// Lanes of a table of as many pairs as `lanes` lanes of 16.
    fn lanes(self, lanes: u64) -> u64 {
        (lanes * u64::from(self.bits)).div_ceil(16)
    }
}

impl<G: Game> SlowSearch<G> {
    /// Keeps to a bound as the real search does, of which `bytes` are in use before the first playout, `window` of them by a
    /// window.
    ///
    /// # Panics
    /// If the bound is 1 MiB or more.
    pub fn bound(&mut self, bound: u64, bytes: u64, window: u64) {
        assert!(bound < 1 << 20, "the end of a chunk of memory is not in this model");
        let [root, widest] = [Form::ROOT, Form::WIDEST].map(|form| self.lanes(0, form));
        let table = if self.config.transpositions { 8 } else { 0 };
        let node = bytes - window - root * LANE - table;
        let reserved = (2 * widest - 1) * LANE;
        self.memory = Some(Memory { bound, bytes, node, reserved, listed: 0, full: false, free: BTreeMap::new() });
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

    /// Lanes of one table of a node's candidates, whether they share codes, and words of their masks.
    fn shape(&self, node: usize) -> (u64, bool, u64) {
        let node = &self.nodes[node];
        let codes: BTreeSet<Code> = node.candidates.iter().map(|c| c.code).collect();
        let shared = codes.len() < node.candidates.len();
        let counters = if shared { node.candidates.len() } else { self.line.position().codes(node.side).len() };
        let own = counters.div_ceil(16) as u64;
        let masks = if self.config.solver || self.config.forced { 2 } else { 1 };
        (own, shared, masks * own.div_ceil(2))
    }

    /// Lanes of the masks and a list of children, and what it has room for.
    fn list(&self, node: usize, long: bool) -> (u64, u64) {
        let (_, _, masks) = self.shape(node);
        let lanes = (masks + 2 * 4).div_ceil(16) + if long { 2 } else { 0 };
        (lanes, (16 * lanes - masks) / 2)
    }

    /// Lanes of the block of a node whose candidates are known.
    fn lanes(&self, node: usize, form: Form) -> u64 {
        let (own, shared, masks) = self.shape(node);
        let children = match form.list {
            Some(long) => self.list(node, long).0,
            None => masks.div_ceil(16) + own,
        };
        let prior = if self.prior.is_some() { own } else { 0 };
        let slots = if shared { own } else { 0 };
        let amaf = if self.keeps_amaf() { form.lanes(self.code_lanes()) } else { 0 };
        children + form.lanes(own) + slots + prior + amaf
    }

    /// This form, or one with a table of children, whichever is shorter.
    fn shorter(&self, node: usize, form: Form) -> Form {
        let table = Form { list: None, ..form };
        if self.lanes(node, form) < self.lanes(node, table) { form } else { table }
    }

    /// Takes so many bytes, unless there is no room for them.
    pub(super) fn take(&mut self, need: u64) -> bool {
        let Some(memory) = &mut self.memory else { return true };
        let room = !memory.full && memory.bytes + memory.reserved + need <= memory.bound;
        memory.bytes += if room { need } else { 0 };
        room
    }

    /// Takes so many lanes for a block: one that was given up, if there is one.
    fn take_lanes(&mut self, lanes: u64) -> bool {
        let Some(memory) = &mut self.memory else { return true };
        if let Some(free) = memory.free.get_mut(&lanes).filter(|free| **free > 0) {
            *free -= 1;
            return true;
        }
        self.take(lanes * LANE)
    }

    /// Takes the first block of a node.
    pub(super) fn take_block(&mut self, node: usize) -> bool {
        let bits = if self.reference() > 1 { 8 } else { 16 };
        let form = match self.keeps_amaf() {
            true => self.shorter(node, Form { bits, list: Some(false) }),
            false => Form::ROOT,
        };
        self.nodes[node].form = form;
        self.take_lanes(self.lanes(node, form))
    }

    /// Gives a node a block of another form, if there is room.
    fn reform(&mut self, node: usize, form: Form) -> bool {
        let taken = self.take_lanes(self.lanes(node, form));
        if taken {
            let given_up = self.lanes(node, self.nodes[node].form);
            if let Some(memory) = &mut self.memory {
                *memory.free.entry(given_up).or_default() += 1;
            }
            self.nodes[node].form = form;
        }
        taken
    }

    /// No more is taken from now on, but the root has its widest block.
    pub(super) fn fill(&mut self) {
        let root = self.root;
        let Some(memory) = &mut self.memory else { return };
        if std::mem::take(&mut memory.reserved) > 0 {
            self.reform(root, Form::WIDEST);
        }
        if let Some(memory) = &mut self.memory {
            memory.full = true;
        }
    }

    /// Lists a candidate whose node is made; `false` where there is no room.
    pub(super) fn list_candidate(&mut self, node: usize, candidate: usize) -> bool {
        let form = self.nodes[node].form;
        let Some(long) = form.list.filter(|_| !self.nodes[node].candidates[candidate].listed) else { return true };
        let listed = self.nodes[node].candidates.iter().filter(|c| c.listed).count() as u64;
        if listed == self.list(node, long).1 {
            let table = Form { list: None, ..form };
            let longer = if long { table } else { self.shorter(node, Form { list: Some(true), ..form }) };
            if !self.reform(node, longer) {
                self.fill();
                return false;
            }
        }
        self.nodes[node].candidates[candidate].listed = true;
        true
    }

    /// Where counters are full at the next visit: wider ones or, where there is no room, half of what they hold.
    pub(super) fn make_way(&mut self, node: usize) {
        let (form, visits) = (self.nodes[node].form, self.nodes[node].visits);
        let full = |most: u32| visits >= most && (visits + 1).is_multiple_of(most.div_ceil(2));
        let (due, halve) = match form.bits {
            8 => (visits == self.reference() || full(FULL[0]), full(FULL[0])),
            16 => (full(FULL[1]), true),
            _ => (false, false),
        };
        if !due {
            return;
        }
        if node == self.root
            && let Some(memory) = &mut self.memory
        {
            memory.reserved = 0;
        }
        if self.reform(node, Form { bits: 2 * form.bits, ..form }) {
            return;
        }
        self.fill();
        if !halve {
            return;
        }
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
        let table = self.code_lanes() * LANE * if config.window as u32 > FULL[1] { 2 } else { 1 };
        let listed = self.memory.as_ref().map_or(0, |memory| memory.listed);
        let list = (node as u64 + 1).saturating_sub(listed);
        let taken = self.take(table + 4 * list);
        if let Some(memory) = self.memory.as_mut().filter(|_| taken) {
            memory.listed += list;
        }
        taken
    }
}
