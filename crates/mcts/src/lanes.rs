//! Tables of counters in aligned lanes, and the memory that holds them.

pub use gametree_core::kernels::Lane;

/// Reads counter `index` of a table.
///
/// # Panics
/// If the table is shorter.
#[inline]
#[must_use]
pub fn counter(table: &[Lane], index: usize) -> u32 {
    table[index / Lane::LEN].0[index % Lane::LEN]
}

/// Writable counter `index` of a table.
///
/// # Panics
/// If the table is shorter.
#[inline]
pub fn counter_mut(table: &mut [Lane], index: usize) -> &mut u32 {
    &mut table[index / Lane::LEN].0[index % Lane::LEN]
}

/// Where a table lies in a [`LanePool`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableId(u32);

impl TableId {
    /// No table.
    pub const NONE: TableId = TableId(u32::MAX);

    /// Whether there is a table.
    #[inline]
    #[must_use]
    pub fn is_some(self) -> bool {
        self != TableId::NONE
    }
}

const CHUNK: usize = 1 << 14;

/// Hands out tables of lanes. Grows by chunks of 1 MiB that never move; `clear` keeps them for the next search, because
/// the first touch of fresh pages costs a third of a short search.
#[derive(Default, Debug)]
pub struct LanePool {
    chunks: Vec<Box<[Lane]>>,
    /// Lanes handed out or skipped.
    used: usize,
    /// Tables that were given back, by their length.
    free: Vec<Vec<TableId>>,
}

impl LanePool {
    /// Bytes that [`LanePool::allocate`] would take for a table of `lanes` lanes, the rest of a chunk that it skips included; none
    /// where a table of this length was given back.
    #[must_use]
    pub fn cost(&self, lanes: usize) -> u64 {
        if self.free.get(lanes).is_some_and(|free| !free.is_empty()) {
            return 0;
        }
        let skipped = if self.used % CHUNK + lanes > CHUNK { CHUNK - self.used % CHUNK } else { 0 };
        ((skipped + lanes) * size_of::<Lane>()) as u64
    }

    /// The most that [`LanePool::cost`] can be for so many lanes.
    pub(crate) fn most_bytes(lanes: usize) -> u64 {
        ((2 * lanes).saturating_sub(1) * size_of::<Lane>()) as u64
    }

    /// A table of `lanes` lanes with whatever they held before.
    ///
    /// # Panics
    /// If a table is larger than a chunk (16,384 lanes), or 2^32 lanes are used up.
    pub fn allocate(&mut self, lanes: usize) -> TableId {
        if let Some(id) = self.free.get_mut(lanes).and_then(Vec::pop) {
            return id;
        }
        assert!(lanes <= CHUNK, "a table of {lanes} lanes is larger than a chunk");
        if self.used % CHUNK + lanes > CHUNK {
            self.used = self.used.next_multiple_of(CHUNK);
        }
        if self.used / CHUNK == self.chunks.len() {
            self.chunks.push(vec![Lane::ZERO; CHUNK].into_boxed_slice());
        }
        let id = TableId(u32::try_from(self.used).expect("more than 2^32 lanes"));
        self.used += lanes;
        id
    }

    /// Takes a table back, for the next one of this length.
    pub fn give_back(&mut self, id: TableId, lanes: usize) {
        if self.free.len() <= lanes {
            self.free.resize_with(lanes + 1, Vec::new);
        }
        self.free[lanes].push(id);
    }

    /// The first `lanes` lanes of a table.
    #[inline]
    #[must_use]
    pub fn table(&self, id: TableId, lanes: usize) -> &[Lane] {
        let start = id.0 as usize % CHUNK;
        &self.chunks[id.0 as usize / CHUNK][start..start + lanes]
    }

    /// The first `lanes` lanes of a table, to write.
    #[inline]
    pub fn table_mut(&mut self, id: TableId, lanes: usize) -> &mut [Lane] {
        let start = id.0 as usize % CHUNK;
        &mut self.chunks[id.0 as usize / CHUNK][start..start + lanes]
    }

    /// One table to read and another to write, each with its lanes.
    pub(crate) fn both(
        &mut self,
        (from, len): (TableId, usize),
        (to, lanes): (TableId, usize),
    ) -> (&[Lane], &mut [Lane]) {
        let [(from, start), (to, begin)] = [from, to].map(|id| (id.0 as usize / CHUNK, id.0 as usize % CHUNK));
        if from == to {
            let (below, above) = self.chunks[from].split_at_mut(start.max(begin));
            return if start < begin {
                (&below[start..start + len], &mut above[..lanes])
            } else {
                (&above[..len], &mut below[begin..begin + lanes])
            };
        }
        let (below, above) = self.chunks.split_at_mut(from.max(to));
        let (from, to) = if from < to { (&below[from], &mut above[0]) } else { (&above[0], &mut below[to]) };
        (&from[start..start + len], &mut to[begin..begin + lanes])
    }

    /// Takes all tables back but these, which slide together towards the beginning and get new ids: (table, lanes) each, in
    /// any order. The memory stays.
    ///
    /// A table never moves up. Tables that lie in the order in which they were allocated, with some left out, are placed by
    /// the same rule as [`LanePool::allocate`]'s, and that rule is monotone in the lanes used before.
    pub fn retain<'a>(&mut self, kept: impl Iterator<Item = (&'a mut TableId, usize)>) {
        let mut kept: Vec<(&mut TableId, usize)> = kept.collect();
        kept.sort_unstable_by_key(|(id, _)| id.0);
        self.clear();
        for (id, lanes) in kept {
            let old = id.0 as usize;
            *id = self.allocate(lanes);
            let new = id.0 as usize;
            debug_assert!(new <= old, "a table moved up");
            let (to, from) = (new / CHUNK, old / CHUNK);
            let (start, source) = (new % CHUNK, old % CHUNK..old % CHUNK + lanes);
            if to == from {
                self.chunks[to].copy_within(source, start);
            } else {
                let (below, above) = self.chunks.split_at_mut(from);
                below[to][start..start + lanes].copy_from_slice(&above[0][source]);
            }
        }
    }

    /// Takes all tables back; the memory stays.
    pub fn clear(&mut self) {
        self.used = 0;
        self.free.iter_mut().for_each(Vec::clear);
    }

    /// Bytes handed out, of tables that were given back, too.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        (self.used * size_of::<Lane>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_do_not_overlap_and_memory_is_reused() {
        let mut pool = LanePool::default();
        for round in 1..3 {
            let tables: Vec<(TableId, usize)> = (0..400).map(|i| (pool.allocate(1 + i % 97), 1 + i % 97)).collect();
            for (i, &(id, lanes)) in tables.iter().enumerate() {
                pool.table_mut(id, lanes).fill(Lane([i as u32 * round; Lane::LEN]));
            }
            for (i, &(id, lanes)) in tables.iter().enumerate() {
                assert!(pool.table(id, lanes).iter().all(|lane| lane.0 == [i as u32 * round; Lane::LEN]));
            }
            assert_eq!(pool.chunks.len(), 2);
            pool.clear();
        }
    }

    #[test]
    fn a_table_that_was_given_back_is_the_next_of_its_length() {
        let mut pool = LanePool::default();
        let [a, b, c] = [3, 5, 3].map(|lanes| pool.allocate(lanes));
        pool.give_back(a, 3);
        pool.give_back(b, 5);
        let before = pool.bytes();
        assert_eq!((pool.cost(5), pool.cost(3), pool.cost(4)), (0, 0, 4 * 64));
        assert_eq!((pool.allocate(5), pool.allocate(3), pool.bytes()), (b, a, before));
        assert_eq!(pool.cost(3), 3 * 64);
        assert!(pool.allocate(3).0 > c.0);
        let far: Vec<TableId> = (0..3).map(|_| pool.allocate(CHUNK / 2 + 1)).collect();
        for (from, to) in [(a, c), (c, a), (far[0], far[2]), (far[2], far[0])] {
            pool.table_mut(from, 3).fill(Lane([from.0; Lane::LEN]));
            let (read, write) = pool.both((from, 3), (to, 2));
            write.copy_from_slice(&read[1..]);
            assert!(pool.table(to, 2).iter().all(|lane| lane.0 == [from.0; Lane::LEN]));
        }
        pool.give_back(c, 3);
        pool.clear();
        assert_eq!((pool.allocate(3), pool.bytes()), (a, 3 * 64), "from the beginning again");
    }

    #[test]
    fn tables_that_are_kept_keep_what_they_hold() {
        let lanes = |i: usize| 1 + i * 7919 % 997;
        for keep in [1, 2, 3, 50, 1000] {
            let mut pool = LanePool::default();
            let mut tables: Vec<(usize, TableId)> = (0..200).map(|i| (i, pool.allocate(lanes(i)))).collect();
            for &(i, id) in &tables {
                pool.table_mut(id, lanes(i)).fill(Lane([i as u32; Lane::LEN]));
            }
            let before = pool.bytes();
            tables.retain(|(i, _)| i % keep == keep / 2);
            tables.reverse();
            pool.retain(tables.iter_mut().map(|(i, id)| (id, lanes(*i))));
            for &(i, id) in &tables {
                assert!(pool.table(id, lanes(i)).iter().all(|lane| lane.0 == [i as u32; Lane::LEN]), "{i} of {keep}");
            }
            assert!(pool.bytes() <= before && (keep < 50 || pool.bytes() < before / 10));
            let next = pool.allocate(5);
            assert!(tables.iter().all(|(_, id)| id.0 < next.0), "new tables come after them");
        }
    }
}
