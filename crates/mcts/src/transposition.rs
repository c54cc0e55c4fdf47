//! Nodes by the key of their position, for trees that share nodes.

use std::hash::{Hash, Hasher};

use gametree_core::Game;

use crate::tree::NodeId;

/// Puts moves into an order that depends on the moves alone: two positions that count as the same may list theirs differently, and
/// where moves share codes, a node's candidates are its moves in order.
pub(crate) fn put_in_order<G: Game>(position: &G, moves: &mut [G::Move]) {
    moves.sort_by_cached_key(|&mv| {
        let mut hasher = Fnv(0xCBF2_9CE4_8422_2325);
        mv.hash(&mut hasher);
        (position.code(mv), hasher.finish())
    });
}

/// FNV-1a (Fowler, Noll, Vo), which is the same everywhere: the standard library's hasher may change.
struct Fnv(u64);

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }
}

/// An open-addressing table from keys to nodes. The key of each node stands in a list beside the nodes; the table holds indices
/// and is at most half full.
///
/// Positions count as the same when their 64-bit keys are: among n positions two different ones share a key with a probability of
/// about n²/2^65, 3·10^-6 for ten million.
#[derive(Default, Debug)]
pub(crate) struct Transpositions {
    keys: Vec<u64>,
    /// A node's index plus one; 0 where there is none. Its length is a power of two, or 0.
    table: Vec<u32>,
}

impl Transpositions {
    pub(crate) fn clear(&mut self) {
        self.keys.clear();
        self.table.clear();
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> u64 {
        (size_of_val(&self.keys[..]) + size_of_val(&self.table[..])) as u64
    }

    /// Bytes that one more node would take.
    pub(crate) fn cost(&self) -> u64 {
        let grown = self.grown() - self.table.len();
        (size_of::<u64>() + grown * size_of::<u32>()) as u64
    }

    /// The table's length with one more node.
    fn grown(&self) -> usize {
        self.table.len().max((2 * self.keys.len() + 2).next_power_of_two())
    }

    /// The node with this key.
    pub(crate) fn find(&self, key: u64) -> Option<NodeId> {
        let mask = self.table.len().checked_sub(1)?;
        let mut at = key as usize & mask;
        loop {
            let index = self.table[at].checked_sub(1)?;
            if self.keys[index as usize] == key {
                return Some(NodeId(index));
            }
            at = (at + 1) & mask;
        }
    }

    /// The next node has this key.
    pub(crate) fn push(&mut self, key: u64) {
        let length = self.grown();
        self.keys.push(key);
        if length > self.table.len() {
            self.rebuild(length);
        } else {
            self.enter(self.keys.len() - 1);
        }
    }

    fn rebuild(&mut self, length: usize) {
        self.table.clear();
        self.table.resize(length, 0);
        (0..self.keys.len()).for_each(|index| self.enter(index));
    }

    fn enter(&mut self, index: usize) {
        let mask = self.table.len() - 1;
        let mut at = self.keys[index] as usize & mask;
        while self.table[at] != 0 {
            at = (at + 1) & mask;
        }
        self.table[at] = index as u32 + 1;
    }

    /// Keeps these nodes only, named by their former ids: the root's, and then the others' in ascending order.
    pub(crate) fn keep(&mut self, kept: &[NodeId]) {
        if self.keys.is_empty() {
            return;
        }
        for (new, old) in kept.iter().enumerate() {
            self.keys[new] = self.keys[old.index()];
        }
        self.keys.truncate(kept.len());
        self.rebuild((2 * kept.len()).next_power_of_two());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn nodes_are_found_as_in_a_map() {
        let mut table = Transpositions::default();
        let mut map = BTreeMap::new();
        let key = |n: u64| n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 3 & !0xF0;
        for n in 0..5_000u64 {
            assert_eq!(table.find(key(n)), map.get(&key(n)).copied());
            if table.find(key(n)).is_none() {
                let before = table.bytes();
                let cost = table.cost();
                map.insert(key(n), NodeId(map.len() as u32));
                table.push(key(n));
                assert_eq!(table.bytes(), before + cost);
            }
        }
        let mut kept: Vec<NodeId> = map.values().copied().filter(|id| id.0 % 3 == 1).collect();
        kept.sort_by_key(|id| id.0);
        table.keep(&kept);
        for (key, id) in map {
            let place = kept.binary_search_by_key(&id.0, |id| id.0).ok().map(|new| NodeId(new as u32));
            assert_eq!(table.find(key), place);
        }
    }
}
