//! The transposition table: what is known of positions that were searched before, in a fixed piece of memory.

use crate::score::Score;
use crate::slots::Slots;

/// What a stored score says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the score.
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// One position's entry, with its score counted from the position itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The score for the side to move.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// To what depth the position was searched; [`SOLVED`] when no line was cut off by the depth.
    pub depth: u8,
    /// The place in the position's move list of the move that was best, or refuted the position.
    pub index: Option<u16>,
}

/// The depth of an entry that no deeper search can change.
pub const SOLVED: u8 = u8::MAX;

/// An entry and its age in one word. From the lowest bit: 24 bits of score, 10 of move index (all ones: none), 6 of
/// effort, 8 of depth, 2 of bound + 1 (so that
/// no entry is 0), 14 of generation.
#[derive(Clone, Copy)]
struct Packed(u64);

const MOST_INDEX: u16 = (1 << 10) - 1;
const GENERATIONS: u64 = 1 << 14;

impl Packed {
    fn new(entry: Entry, effort: u32, generation: u64) -> Self {
        let index = entry.index.filter(|&index| index < MOST_INDEX).unwrap_or(MOST_INDEX);
        Packed(
            u64::from(entry.score as u32 & 0xFF_FFFF)
                | u64::from(index) << 24
                | u64::from(effort) << 34
                | u64::from(entry.depth) << 40
                | (entry.bound as u64 + 1) << 48
                | generation << 50,
        )
    }

    fn effort(self) -> u64 {
        self.0 >> 34 & 63
    }

    fn generation(self) -> u64 {
        self.0 >> 50
    }

    fn entry(self) -> Entry {
        let index = (self.0 >> 24) as u16 & MOST_INDEX;
        Entry {
            score: (self.0 as i32) << 8 >> 8,
            bound: [Bound::Exact, Bound::Lower, Bound::Upper][(self.0 >> 48 & 3) as usize - 1],
            depth: (self.0 >> 40) as u8,
            index: (index != MOST_INDEX).then_some(index),
        }
    }
}

/// A table with buckets of two slots. Keys are compared in full, so that a wrong entry needs two positions with the same
/// 64-bit key.
///
/// When a bucket is full, what an older search left goes first, then the entry that took less work. Searches call
/// [`Table::age`] between each other; unless they were told to keep them, older entries are then no longer found.
///
/// ```
/// use gametree_adversarial::{Bound, Entry, Table};
/// let mut table = Table::with_slots(64);
/// let entry = Entry { score: 5, bound: Bound::Lower, depth: 3, index: Some(2) };
/// table.store(42, entry, 1000);
/// assert_eq!(table.find(42), Some(entry));
/// table.age(false);
/// assert_eq!(table.find(42), None);
/// assert_eq!(table.bytes(), 64 * 16);
/// ```
pub struct Table {
    slots: Slots,
    generation: u64,
    /// Entries from before this generation are not found any more.
    oldest: u64,
}

impl Table {
    fn new(slots: Slots) -> Self {
        Table { slots, generation: 0, oldest: 0 }
    }

    /// A table of so many slots, rounded up to an even number. With none it stores nothing.
    #[must_use]
    pub fn with_slots(slots: usize) -> Self {
        Table::new(Slots::new(slots))
    }

    /// A table of at most so many bytes.
    #[must_use]
    pub fn with_bytes(bytes: u64) -> Self {
        Table::new(Slots::with_bytes(bytes))
    }

    /// A table that begins small and doubles as it fills, up to so many bytes: for searches that may turn out small, and
    /// may rest for a moment when they do not. For that moment the old table and the new one are both there.
    #[must_use]
    pub fn growing(bytes: u64) -> Self {
        Table::new(Slots::growing(bytes))
    }

    /// Its size. Pages that were never written to take no memory from the system yet.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.slots.bytes()
    }

    /// Begins a new search. With `keep` the entries so far are still found; they are replaced first either way.
    pub fn age(&mut self, keep: bool) {
        self.generation += 1;
        if self.generation == GENERATIONS {
            // Generations start again, so nothing old may be left to be taken for new.
            self.clear();
        }
        if !keep {
            self.oldest = self.generation;
        }
    }

    /// Forgets everything; the memory is kept. O(slots), unlike [`Table::age`].
    pub fn clear(&mut self) {
        self.slots.clear();
        (self.generation, self.oldest) = (0, 0);
    }

    /// What is known of the position with this key.
    #[inline]
    #[must_use]
    pub fn find(&self, key: u64) -> Option<Entry> {
        let data = Packed(self.slots.find(key)?);
        (data.generation() >= self.oldest).then(|| data.entry())
    }

    /// Remembers an entry that took `nodes` nodes to find.
    #[inline]
    pub fn store(&mut self, key: u64, entry: Entry, nodes: u64) {
        let generation = self.generation;
        // Old before new, then little work before much.
        let worth = |word| {
            let data = Packed(word);
            if data.generation() == generation { 1 + data.effort() } else { 0 }
        };
        self.slots.store(key, Packed::new(entry, nodes.max(1).ilog2(), generation).0, worth);
    }
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("slots", &self.slots.slots()).field("generation", &self.generation).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree_core::Rng;

    fn entry(score: Score) -> Entry {
        Entry { score, bound: Bound::Exact, depth: 1, index: None }
    }

    #[test]
    fn what_is_found_is_what_was_stored_last() {
        let mut rng = Rng::new(3);
        let mut table = Table::with_slots(64);
        let mut last = std::collections::HashMap::new();
        let mut found = 0;
        for step in 0..20_000 {
            let key = u64::from(rng.below(200));
            let bound = [Bound::Exact, Bound::Lower, Bound::Upper][rng.below(3) as usize];
            let index = rng.below(1200) as u16;
            let stored = Entry { score: step - 10_000, bound, depth: rng.below(256) as u8, index: Some(index) };
            table.store(key, stored, u64::from(rng.below(1000)));
            last.insert(key, Entry { index: (index < MOST_INDEX).then_some(index), ..stored });
            let asked = u64::from(rng.below(200));
            if let Some(entry) = table.find(asked) {
                assert_eq!(Some(&entry), last.get(&asked));
                found += 1;
            }
            if step % 1000 == 0 {
                table.age(true);
            }
        }
        assert!(found > 4_000, "{found}");
    }

    #[test]
    fn old_entries_go_first_and_then_those_of_little_work() {
        let mut table = Table::with_slots(2);
        table.store(1, entry(1), 1000);
        table.age(true);
        table.store(2, entry(2), 10);
        table.store(3, entry(3), 20);
        assert_eq!((table.find(1), table.find(2), table.find(3)), (None, Some(entry(2)), Some(entry(3))));
        table.store(4, entry(4), 5);
        assert_eq!((table.find(2), table.find(3), table.find(4)), (None, Some(entry(3)), Some(entry(4))));
    }

    #[test]
    fn a_table_survives_more_searches_than_it_has_generations() {
        let mut table = Table::with_slots(64);
        for search in 0..40_000u64 {
            table.store(search, entry(7), 1);
            assert_eq!(table.find(search), Some(entry(7)));
            table.age(false);
            assert_eq!(table.find(search), None);
        }
    }

    #[test]
    fn no_slots_no_entries() {
        let mut table = Table::with_bytes(31);
        table.store(1, entry(1), 1);
        assert_eq!((table.find(1), table.bytes()), (None, 0));
    }
}
