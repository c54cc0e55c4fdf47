//! Tree reuse: what is left of a tree when the game has gone on by some moves.
//!
//! The nodes below the new root and their blocks slide down to the beginning of the memory, in the order in which they were
//! made, so that no second tree is needed.

use gametree_core::{Game, Line};

use crate::lanes::TableId;
use crate::state::State;
use crate::transposition::put_in_order;
use crate::tree::{NodeId, Tree};

impl<G: Game> State<G> {
    /// Makes the node that `line` leads to the root, and drops what is not below it. Returns the former id of each node; `None`,
    /// with the tree as it was, if the last search did not search an earlier position of this line or hardly came here. The same
    /// position again begins with nothing: asked twice, a player says the same.
    pub(crate) fn advance(&mut self, line: &Line<G>) -> Option<Vec<NodeId>> {
        let from = self.plies.filter(|&from| from < line.moves().len())?;
        let (before, now) = (line.position_after(from)?, line.position());
        if !same(before, &self.root) {
            return None;
        }
        let mut position = self.root.clone();
        let mut node = NodeId::ROOT;
        for &mv in &line.moves()[from..] {
            node = self.tree.follow(node, self.entry_of(node, &position, mv)?).1?;
            position.play(mv);
        }
        // The moves alone do not lead there where a side has moved twice.
        if !same(&position, now) || !self.tree.is_open(node) {
            return None;
        }
        let mut moves = Vec::new();
        line.search_moves(&mut moves);
        if !self.can_offer(node, &position, &moves) {
            return None;
        }
        if self.tree.keeps.keys && self.tree.is_shared(node) {
            put_in_order(&position, &mut moves);
        }
        let kept = self.tree.keep(node);
        self.root.clone_from(now);
        self.root_moves = moves;
        self.tree.offer(&self.root, &self.root_moves);
        Some(kept)
    }

    /// Whether a node's candidates can be replaced by `moves`: where moves share codes they must be the same ones.
    fn can_offer(&self, node: NodeId, position: &G, moves: &[G::Move]) -> bool {
        if !self.tree.is_shared(node) {
            let mut codes: Vec<_> = moves.iter().map(|&mv| position.code(mv)).collect();
            codes.sort_unstable();
            codes.dedup();
            return codes.len() == moves.len();
        }
        let mut candidates = Vec::new();
        position.search_moves(&mut candidates);
        candidates == moves
    }
}

fn same<G: Game>(a: &G, b: &G) -> bool {
    (a.key(), a.to_move(), a.repetition_key()) == (b.key(), b.to_move(), b.repetition_key())
}

impl<M: Copy> Tree<M> {
    /// Makes an open node the root and keeps only what is below it. Returns the former id of each node, in the new order: the root first,
    /// the others as they were made. In a tree that shares nodes, some of them were made before the root.
    fn keep(&mut self, root: NodeId) -> Vec<NodeId> {
        let mut kept = vec![root];
        let mut reached = vec![false; self.nodes.len()];
        let mut next = 0;
        while next < kept.len() {
            let id = kept[next];
            if self.is_open(id) {
                let children = self.entries(id).into_iter().filter_map(|entry| self.follow(id, entry).1);
                kept.extend(children.filter(|child| !std::mem::replace(&mut reached[child.index()], true)));
            }
            next += 1;
        }
        kept[1..].sort_unstable_by_key(|id| id.index());
        let mut places = vec![TableId::NONE; kept.len()];
        let words = if self.first_sets.is_empty() { 0 } else { self.space.words };
        // The others move down, past where the root was.
        let (made, old) = (self.nodes[root.index()].clone(), root.index());
        let set = self.first_sets[old * words..(old + 1) * words].to_vec();
        let proof = self.keeps.proofs.then(|| self.proofs[old]);
        for (new, &old) in kept.iter().enumerate().skip(1) {
            self.nodes.swap(new, old.index());
            self.first_sets.copy_within(old.index() * words..(old.index() + 1) * words, new * words);
            places[new] = self.nodes[new].table;
            if self.keeps.proofs {
                self.proofs[new] = self.proofs[old.index()];
            }
        }
        places[0] = made.table;
        self.nodes[0] = made;
        self.first_sets[..words].copy_from_slice(&set);
        if let Some(proof) = proof {
            self.proofs[0] = proof;
        }
        self.proofs.truncate(kept.len());
        self.keys.keep(&kept);
        self.nodes.truncate(kept.len());
        self.first_sets.truncate(kept.len() * words);
        self.nodes[0].mv = None;
        self.full = false;
        let lanes: Vec<usize> = (0..kept.len()).map(|new| self.lanes_of(NodeId(new as u32))).collect();
        self.pool.retain(places.iter_mut().zip(lanes).filter(|(place, _)| place.is_some()));
        for (node, place) in self.nodes.iter_mut().zip(places) {
            node.table = place;
        }
        for new in 0..kept.len() {
            self.renumber_children(NodeId(new as u32), &kept);
        }
        kept
    }
}
