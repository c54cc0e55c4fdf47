//! The tree: small nodes in one list, and for each node that was visited twice a block of counters.
//!
//! The block of a node holds, in lanes: the mask of its candidates, their visits and rewards, their children, and (when
//! AMAF is kept) the counts and rewards of all codes of both sides; packed until the node has 32,767 visits. Then it gets a
//! wider block; where there is no room for one, its counts are halved and go on from there, at every 16,384th visit.
//! The root of a tree that begins with nothing has room for its wider block set aside. Candidate `i` is code `start + i` of the mover, so the own tables line up with every code-wide table. Only where several moves share
//! a code are the candidates the moves in order, and a further table gives the slot of each.

use gametree_core::kernels::Arch;
use gametree_core::{Code, Game, Outcome, Side, set_bits};

use crate::candidates::{Candidates, line_up};
use crate::estimate::{Estimate, EstimateMut, PACKED_PLAYOUTS, packed};
use crate::lanes::{Lane, LanePool, TableId, counter, counter_mut};
use crate::space::CodeSpace;

/// A node's index; the root is 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    pub(crate) const ROOT: NodeId = NodeId(0);

    /// For tables that go beside the tree: ids count up from 0, the root.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

const NO_CHILD: u32 = u32::MAX;

#[derive(Clone, Debug)]
pub(crate) struct Node<M> {
    pub(crate) visits: u32,
    pub(crate) table: TableId,
    /// The move that leads here; `None` at the root.
    pub(crate) mv: Option<M>,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) side: Side,
    /// The outcome of the first playout, until there is a block.
    first: Outcome,
    /// Lanes of one own table.
    lanes: u16,
    shared: bool,
    /// Counts and rewards in tables of their own.
    wide: bool,
}

/// Lane offsets within a block.
#[derive(Clone, Copy)]
struct Layout {
    own: usize,
    child: usize,
    slot: usize,
    amaf: usize,
    end: usize,
}

#[derive(Debug)]
pub(crate) struct Tree<M> {
    pub(crate) nodes: Vec<Node<M>>,
    /// The set of each node's first playout, `space.words` words a node; empty without AMAF.
    pub(crate) first_sets: Vec<u64>,
    pub(crate) pool: LanePool,
    pub(crate) space: CodeSpace,
    keep_amaf: bool,
    /// The bound on the bytes in use, the scorer's among them.
    memory: u64,
    /// Bytes in use beside the tree, by the scorer.
    pub(crate) elsewhere: u64,
    /// Bytes that the root's wider block may still take.
    reserved: u64,
    pub(crate) full: bool,
    mask: Vec<u64>,
}

impl<M: Copy> Tree<M> {
    pub(crate) fn new(space: CodeSpace) -> Self {
        Tree {
            nodes: Vec::new(),
            first_sets: Vec::new(),
            pool: LanePool::default(),
            space,
            keep_amaf: false,
            memory: 0,
            elsewhere: 0,
            reserved: 0,
            full: false,
            mask: Vec::new(),
        }
    }

    /// Empties the tree and keeps its memory.
    pub(crate) fn clear(&mut self, space: CodeSpace, keep_amaf: bool, memory: u64) {
        self.nodes.clear();
        self.first_sets.clear();
        self.pool.clear();
        self.mask.clear();
        self.mask.resize(Side::BOTH.map(|side| space.codes(side).len().div_ceil(64)).into_iter().max().unwrap_or(0), 0);
        self.space = space;
        self.keep_amaf = keep_amaf;
        self.memory = memory;
        self.reserved = 0;
        self.full = false;
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> u64 {
        (size_of_val(&self.nodes[..]) + size_of_val(&self.first_sets[..])) as u64 + self.pool.bytes()
    }

    /// Bytes that may still be used. None once the tree is full.
    pub(crate) fn room(&self) -> u64 {
        if self.full {
            return 0;
        }
        self.memory.saturating_sub(self.bytes()).saturating_sub(self.elsewhere).saturating_sub(self.reserved)
    }

    /// From now on the memory in use stays as it is. The root takes what was reserved for it.
    #[cold]
    fn fill(&mut self) {
        if !self.full && self.reserved > 0 {
            self.widen(NodeId::ROOT);
        }
        self.full = true;
    }

    /// Puts room for the root's wider block aside, if it has a narrow one. Where there is not so much, the tree is full.
    pub(crate) fn reserve(&mut self) {
        self.reserved = 0;
        let root = self.node(NodeId::ROOT);
        if root.wide || !root.table.is_some() {
            return;
        }
        let most = LanePool::most_bytes(self.wide_layout(NodeId::ROOT).end);
        if self.room() < most {
            self.full = true;
        } else {
            self.reserved = most;
        }
    }

    /// A new node without visits; `None`, and the tree is full from then on, when there is no room for it. The root is
    /// always made.
    pub(crate) fn add(&mut self, mv: Option<M>, side: Side, outcome: Option<Outcome>) -> Option<NodeId> {
        let words = if self.keep_amaf { self.space.words } else { 0 };
        let need = (size_of::<Node<M>>() + words * 8) as u64;
        let id = u32::try_from(self.nodes.len()).unwrap_or(NO_CHILD);
        if mv.is_some() && (self.room() < need || id == NO_CHILD) {
            self.fill();
            return None;
        }
        let table = TableId::NONE;
        self.nodes.push(Node {
            visits: 0,
            table,
            mv,
            outcome,
            side,
            first: Outcome::Draw,
            lanes: 0,
            shared: false,
            wide: false,
        });
        self.first_sets.resize(self.nodes.len() * words, 0);
        Some(NodeId(id))
    }

    #[inline(always)]
    pub(crate) fn node(&self, id: NodeId) -> &Node<M> {
        &self.nodes[id.index()]
    }

    /// Whether the node has its block.
    #[inline]
    pub(crate) fn is_open(&self, id: NodeId) -> bool {
        self.node(id).table.is_some()
    }

    /// Gives a node its block, for the search moves of its position; `false`, and the tree is full from then on, when
    /// there is no room. The block begins with the first playout, if there was one.
    pub(crate) fn open<G: Game<Move = M>>(&mut self, id: NodeId, position: &G, moves: &mut Vec<M>) -> bool {
        if self.full {
            return false;
        }
        moves.clear();
        self.mask.fill(0);
        let distinct = position.search_codes(moves, &mut self.mask);
        if distinct {
            return self.open_distinct(id);
        }
        moves.clear();
        position.search_moves(moves);
        self.open_shared(id, position, moves)
    }

    /// Gives a node its block, for these moves.
    pub(crate) fn open_listed<G: Game<Move = M>>(&mut self, id: NodeId, position: &G, moves: &[M]) -> bool {
        if self.mark(position, moves) { self.open_distinct(id) } else { self.open_shared(id, position, moves) }
    }

    /// Gives a node its block, for moves of which some share a code.
    fn open_shared<G: Game<Move = M>>(&mut self, id: NodeId, position: &G, moves: &[M]) -> bool {
        let start = self.space.codes(position.to_move()).start;
        if !self.allocate(id, Lane::count(moves.len()), true) {
            return false;
        }
        let layout = self.layout(id);
        let block = self.block_mut(id, layout);
        for (entry, &mv) in moves.iter().enumerate() {
            *counter_mut(block, entry / 32) |= 1 << (entry % 32);
            *counter_mut(&mut block[layout.slot..], entry) = u32::from(position.code(mv) - start);
        }
        true
    }

    fn open_distinct(&mut self, id: NodeId) -> bool {
        let lanes = self.space.own_lanes(self.node(id).side);
        if !self.allocate(id, lanes, false) {
            return false;
        }
        self.write_mask(id);
        true
    }

    /// Gives an open node whose moves do not share codes the candidates of `self.mask`.
    fn write_mask(&mut self, id: NodeId) {
        let (layout, lanes) = (self.layout(id), usize::from(self.node(id).lanes));
        let mask = std::mem::take(&mut self.mask);
        let block = self.block_mut(id, layout);
        for (index, &word) in mask.iter().take(lanes.div_ceil(4)).enumerate() {
            *counter_mut(block, 2 * index) = word as u32;
            *counter_mut(block, 2 * index + 1) = (word >> 32) as u32;
        }
        self.mask = mask;
    }

    /// Replaces the candidates of the open root, where moves do not share codes; they are these already where they do.
    pub(crate) fn offer<G: Game<Move = M>>(&mut self, position: &G, moves: &[M]) {
        if !self.is_shared(NodeId::ROOT) {
            self.mark(position, moves);
            self.write_mask(NodeId::ROOT);
        }
    }

    /// Puts the slots of `moves` into `self.mask`, and says whether each has one of its own.
    fn mark<G: Game<Move = M>>(&mut self, position: &G, moves: &[M]) -> bool {
        let start = self.space.codes(position.to_move()).start;
        self.mask.fill(0);
        let mut distinct = true;
        for &mv in moves {
            let slot = usize::from(position.code(mv) - start);
            distinct &= self.mask[slot / 64] >> (slot % 64) & 1 == 0;
            self.mask[slot / 64] |= 1 << (slot % 64);
        }
        distinct
    }

    /// Allocates and clears a block with an empty mask, and credits the first playout.
    fn allocate(&mut self, id: NodeId, lanes: usize, shared: bool) -> bool {
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
        if self.keep_amaf && self.node(id).visits > 0 {
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
    fn widen(&mut self, id: NodeId) {
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
    fn layout(&self, id: NodeId) -> Layout {
        self.layout_of(self.node(id), self.node(id).wide)
    }

    fn wide_layout(&self, id: NodeId) -> Layout {
        self.layout_of(self.node(id), true)
    }

    #[inline(always)]
    fn layout_of(&self, node: &Node<M>, wide: bool) -> Layout {
        let lanes = usize::from(node.lanes);
        let width = if wide { 2 } else { 1 };
        let own = lanes.div_ceil(32);
        let child = own + width * lanes;
        let slot = child + lanes;
        let amaf = slot + if node.shared { lanes } else { 0 };
        let codes = if self.keep_amaf { self.space.lanes() } else { 0 };
        Layout { own, child, slot, amaf, end: amaf + width * codes }
    }

    #[inline(always)]
    fn block(&self, id: NodeId, layout: Layout) -> &[Lane] {
        self.pool.table(self.node(id).table, layout.end)
    }

    #[inline(always)]
    fn block_mut(&mut self, id: NodeId, layout: Layout) -> &mut [Lane] {
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
        let slots = node.shared.then(|| &block[layout.slot..layout.amaf]);
        let first_lane = self.space.first_lane(node.side);
        let amaf =
            self.keep_amaf.then(|| line_up(self.amaf(reference), slots, first_lane, node.lanes.into(), gathered));
        let own = Estimate::of(&block[layout.own..layout.child], node.wide);
        let codes = self.space.codes(node.side);
        let lone = lone.filter(|code| codes.contains(code)).map(|code| code - codes.start);
        Candidates { visits: node.visits, mask: &block[..layout.own], own, amaf, slots, first_lane, lone }
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
        (self.keep_amaf && self.node(id).visits > 0)
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
        let mask = &self.block(id, layout)[..layout.own];
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
            if self.keep_amaf && visits == 1 {
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
