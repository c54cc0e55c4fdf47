//! The tree: small nodes in one list, and for each node that was visited twice a block of counters.
//!
//! The block of a node holds the mask of its candidates (and with proofs, of those that are still open), the nodes of its children,
//! its candidates' visits and rewards, a prior of each candidate where there is one, and (when AMAF is kept) the counts and rewards of all codes of
//! both sides.
//!
//! A block grows with its node (form.rs, grow.rs). At first its counts and rewards have 8 bits each; 16 when it becomes an AMAF reference, at the 64th visit
//! at the latest: a reference is read at every level below it, and 8 bits would have to be written out for that. 32 bits come with the 32,768th visit. Its
//! children are a list, which grows once and then gives way to a table of all candidates. A block that is given up is the next
//! one of its length. Where there is no room for wider counts, they are halved and go on from there: 8 bits at every 32nd visit, 16 bits at every
//! 16,384th. Without AMAF blocks begin with 16 bits and a table: such rules try every candidate once before any of them twice.
//!
//! The root has 16 bits and a table from the first, and the root of a tree that begins with nothing has room for its widest block set aside.
//! Candidate `i` is code `start + i` of the mover, so the own tables line up with every code-wide table. Only where several moves share
//! a code are the candidates the moves in order, and a further table gives the slot of each.

use gametree_core::{Game, Outcome, Side};

use crate::estimate::{Width, packed};
use crate::form::Form;
use crate::lanes::{Lane, LanePool, TableId, counter_mut};
use crate::prior::{MOST_VIRTUAL, Prior, Virtual};
use crate::proof::Proof;
use crate::space::CodeSpace;
use crate::transposition::{Transpositions, put_in_order};

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

pub(crate) const NO_CHILD: u32 = u32::MAX;

#[derive(Clone, Debug)]
pub(crate) struct Node<M> {
    pub(crate) visits: u32,
    pub(crate) table: TableId,
    /// The move that leads here; `None` at the root.
    pub(crate) mv: Option<M>,
    /// Its value, where it is known: the game is finished, or more is proven.
    pub(crate) outcome: Option<Outcome>,
    pub(crate) side: Side,
    /// The outcome of the first playout, until there is a block.
    pub(crate) first: Outcome,
    /// Lanes of one table of the candidates.
    pub(crate) lanes: u16,
    /// Moves share codes.
    pub(crate) shared: bool,
    /// Of its block.
    pub(crate) form: Form,
    /// Candidates in its list.
    pub(crate) listed: u8,
}

/// What a tree keeps besides each node's own counts.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Keeps {
    pub(crate) amaf: bool,
    /// A node with more visits is the AMAF reference of those below it.
    pub(crate) reference: u32,
    /// Which candidates are still open, and how far the end is.
    pub(crate) proofs: bool,
    pub(crate) prior: bool,
    /// Nodes by their position's key.
    pub(crate) keys: bool,
}

#[derive(Debug)]
pub(crate) struct Tree<M> {
    pub(crate) nodes: Vec<Node<M>>,
    /// The set of each node's first playout, `space.words` words a node; empty without AMAF.
    pub(crate) first_sets: Vec<u64>,
    pub(crate) pool: LanePool,
    pub(crate) space: CodeSpace,
    pub(crate) keeps: Keeps,
    /// Whether it keeps anything but AMAF: asked in place of each on the hot path.
    pub(crate) special: bool,
    /// Lanes of an AMAF table; 0 without.
    pub(crate) amaf_lanes: usize,
    /// For each node, where proofs are kept.
    pub(crate) proofs: Vec<Proof>,
    pub(crate) keys: Transpositions,
    /// The bound on the bytes in use, the scorer's among them.
    memory: u64,
    /// Bytes in use beside the tree, by the scorer.
    pub(crate) elsewhere: u64,
    /// Bytes that the root's wider block may still take.
    pub(crate) reserved: u64,
    pub(crate) full: bool,
    mask: Vec<u64>,
    virtuals: Vec<Virtual>,
}

impl<M: Copy> Tree<M> {
    pub(crate) fn new(space: CodeSpace) -> Self {
        Tree {
            nodes: Vec::new(),
            first_sets: Vec::new(),
            pool: LanePool::default(),
            space,
            keeps: Keeps::default(),
            special: false,
            amaf_lanes: 0,
            proofs: Vec::new(),
            keys: Transpositions::default(),
            memory: 0,
            elsewhere: 0,
            reserved: 0,
            full: false,
            mask: Vec::new(),
            virtuals: Vec::new(),
        }
    }

    /// Empties the tree and keeps its memory.
    pub(crate) fn clear(&mut self, space: CodeSpace, keeps: Keeps, memory: u64) {
        self.nodes.clear();
        self.first_sets.clear();
        self.proofs.clear();
        self.keys.clear();
        self.pool.clear();
        self.mask.clear();
        self.mask.resize(Side::BOTH.map(|side| space.codes(side).len().div_ceil(64)).into_iter().max().unwrap_or(0), 0);
        self.space = space;
        self.keeps = keeps;
        self.special = keeps.proofs || keeps.prior || keeps.keys;
        self.amaf_lanes = if keeps.amaf { self.space.lanes() } else { 0 };
        self.memory = memory;
        self.reserved = 0;
        self.full = false;
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> u64 {
        let lists = size_of_val(&self.nodes[..]) + size_of_val(&self.first_sets[..]) + size_of_val(&self.proofs[..]);
        lists as u64 + self.keys.bytes() + self.pool.bytes()
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
    pub(crate) fn fill(&mut self) {
        if !self.full && self.reserved > 0 {
            self.reform(NodeId::ROOT, Form::WIDEST);
        }
        self.full = true;
    }

    /// Gives the root tables of its candidates, and puts room for its widest block aside. Where there is not so much, the tree is full.
    pub(crate) fn reserve(&mut self) {
        self.reserved = 0;
        let Node { table, form, .. } = *self.node(NodeId::ROOT);
        if form.width == Width::Wide || !table.is_some() {
            return;
        }
        let widest = LanePool::most_bytes(self.lanes_in(NodeId::ROOT, Form::WIDEST));
        let tables = if form == Form::ROOT { 0 } else { self.cost_of(NodeId::ROOT, Form::ROOT) };
        if self.room() < widest + tables {
            self.full = true;
            return;
        }
        if form != Form::ROOT {
            self.reform(NodeId::ROOT, Form::ROOT);
        }
        self.reserved = widest;
    }

    /// A new node without visits; `None`, and the tree is full from then on, when there is no room for it. The root is
    /// always made. `key` is what it is found by, in a tree that shares nodes.
    pub(crate) fn add(&mut self, mv: Option<M>, side: Side, outcome: Option<Outcome>, key: u64) -> Option<NodeId> {
        let words = if self.keeps.amaf { self.space.words } else { 0 };
        let proof = if self.keeps.proofs { size_of::<Proof>() } else { 0 };
        let keys = if self.keeps.keys { self.keys.cost() } else { 0 };
        let need = (size_of::<Node<M>>() + words * 8 + proof) as u64 + keys;
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
            form: Form::ROOT,
            listed: 0,
        });
        self.first_sets.resize(self.nodes.len() * words, 0);
        if self.keeps.proofs {
            self.proofs.push(Proof::default());
        }
        if self.keeps.keys {
            self.keys.push(key);
        }
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
    /// there is no room. The block begins with the first playout, if there was one, and with what `prior` says.
    pub(crate) fn open<G: Game<Move = M>>(
        &mut self,
        id: NodeId,
        position: &G,
        moves: &mut Vec<M>,
        prior: Option<&mut (dyn Prior<G> + 'static)>,
    ) -> bool {
        if self.full {
            return false;
        }
        moves.clear();
        self.mask.fill(0);
        let distinct = position.search_codes(moves, &mut self.mask);
        if !distinct || prior.is_some() {
            moves.clear();
            position.search_moves(moves);
        }
        if !distinct && self.keeps.keys {
            put_in_order(position, moves);
        }
        let opened = if distinct { self.open_distinct(id) } else { self.open_shared(id, position, moves) };
        if let Some(prior) = prior.filter(|_| opened) {
            self.judge(id, position, moves, prior);
        }
        opened
    }

    /// Writes what the prior says of the moves of an open node.
    pub(crate) fn judge<G: Game<Move = M>>(&mut self, id: NodeId, position: &G, moves: &[M], prior: &mut dyn Prior<G>) {
        let mut virtuals = std::mem::take(&mut self.virtuals);
        virtuals.clear();
        prior.judge(position, moves, &mut virtuals);
        assert_eq!(virtuals.len(), moves.len(), "a prior judges every move");
        let (layout, shared) = (self.layout(id), self.is_shared(id));
        let start = self.space.codes(position.to_move()).start;
        let block = self.block_mut(id, layout);
        for (index, (&mv, judged)) in moves.iter().zip(&virtuals).enumerate() {
            let entry = if shared { index } else { usize::from(position.code(mv) - start) };
            let count = judged.count.min(MOST_VIRTUAL);
            *counter_mut(&mut block[layout.prior..], entry) = packed(count, judged.reward.min(2 * count));
        }
        self.virtuals = virtuals;
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
            for mask in [0, layout.open] {
                *counter_mut(block, mask + entry / 32) |= 1 << (entry % 32);
            }
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
        let layout = self.layout(id);
        let mask = std::mem::take(&mut self.mask);
        let words = Lane::flat_mut(self.block_mut(id, layout));
        for start in [0, layout.open] {
            for (index, to) in words[start..start + layout.mask].iter_mut().enumerate() {
                *to = (mask[index / 2] >> (index % 2 * 32)) as u32;
            }
        }
        self.mask = mask;
    }

    /// Replaces the candidates of the open root, where moves do not share codes; they are these already where they do.
    pub(crate) fn offer<G: Game<Move = M>>(&mut self, position: &G, moves: &[M]) {
        if !self.is_shared(NodeId::ROOT) {
            self.mark(position, moves);
            self.write_mask(NodeId::ROOT);
        } else if self.keeps.proofs {
            self.reopen(NodeId::ROOT);
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
}
