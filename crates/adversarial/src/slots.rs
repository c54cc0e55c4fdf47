//! A fixed number of places for facts about positions: what both tables are made of.

/// Two slots, each a key and a word. Plain words, because those are allocated without being touched.
type Bucket = [u64; 4];

/// What a growing store begins with.
const FIRST_BUCKETS: usize = 1 << 9;

/// Words by 64-bit key in buckets of two slots; the word 0 stands for an empty slot. Keys are compared in full, so that
/// a wrong word needs two positions with the same key.
pub(crate) struct Slots {
    buckets: Vec<Bucket>,
    /// Slots that hold something.
    used: u64,
    /// The store doubles when it is half full until it has this many buckets.
    most_buckets: usize,
}

impl Slots {
    /// So many slots, rounded up to an even number.
    pub(crate) fn new(slots: usize) -> Self {
        let buckets = slots.div_ceil(2);
        Slots { buckets: vec![[0; 4]; buckets], used: 0, most_buckets: buckets }
    }

    /// Whether the machine would give so many bytes. Asking for more in earnest ends the process.
    pub(crate) fn possible(bytes: u64) -> bool {
        usize::try_from(bytes).is_ok_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok())
    }

    /// At most so many bytes.
    pub(crate) fn with_bytes(bytes: u64) -> Self {
        Slots::new(buckets(bytes) * 2)
    }

    /// A few slots, and more of them as they fill, up to so many bytes.
    pub(crate) fn growing(bytes: u64) -> Self {
        let most_buckets = buckets(bytes);
        Slots { most_buckets, ..Slots::new(2 * most_buckets.min(FIRST_BUCKETS)) }
    }

    pub(crate) fn slots(&self) -> usize {
        self.buckets.len() * 2
    }

    /// Bytes of all slots.
    pub(crate) fn bytes(&self) -> u64 {
        size_of_val(&self.buckets[..]) as u64
    }

    /// Empties all slots.
    pub(crate) fn clear(&mut self) {
        self.buckets.fill([0; 4]);
        self.used = 0;
    }

    /// The bucket of a key. Multiplying spreads keys that differ in few bits.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let spread = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((u128::from(spread) * self.buckets.len() as u128) >> 64) as usize
    }

    /// The word under this key.
    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<u64> {
        let bucket = self.buckets.get(self.place(key))?;
        let word = if bucket[0] == key {
            bucket[1]
        } else if bucket[2] == key {
            bucket[3]
        } else {
            0
        };
        (word != 0).then_some(word)
    }

    /// Puts a word, which is not 0, under this key. In a full bucket the word with the lower `worth` gives way.
    #[inline]
    pub(crate) fn store(&mut self, key: u64, word: u64, worth: impl Fn(u64) -> u64) {
        let place = self.place(key);
        let Some(bucket) = self.buckets.get_mut(place) else { return };
        let slot = if bucket[1] == 0 || bucket[0] == key {
            0
        } else if bucket[3] == 0 || bucket[2] == key || worth(bucket[3]) < worth(bucket[1]) {
            2
        } else {
            0
        };
        self.used += u64::from(bucket[slot + 1] == 0);
        bucket[slot] = key;
        bucket[slot + 1] = word;
        if self.used > self.buckets.len() as u64 && self.buckets.len() < self.most_buckets {
            self.grow();
        }
    }

    /// Twice the buckets, or as many as are allowed. Where two words no longer both fit, the later one stays.
    #[cold]
    fn grow(&mut self) {
        let buckets = (self.buckets.len() * 2).min(self.most_buckets);
        if !Slots::possible((buckets * size_of::<Bucket>()) as u64) {
            self.most_buckets = self.buckets.len();
            return;
        }
        let grown = vec![[0; 4]; buckets];
        let old = std::mem::replace(&mut self.buckets, grown);
        self.used = 0;
        for slot in old.as_flattened().chunks_exact(2).filter(|slot| slot[1] != 0) {
            let place = self.place(slot[0]);
            let bucket = &mut self.buckets[place];
            let at = if bucket[1] == 0 { 0 } else { 2 };
            self.used += u64::from(bucket[at + 1] == 0);
            bucket[at..at + 2].copy_from_slice(slot);
        }
    }
}

/// Buckets that so many bytes hold; no more than there are addresses for.
fn buckets(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX) / size_of::<Bucket>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growing_loses_nothing_that_fits() {
        let mut slots = Slots::growing(1 << 20);
        for key in 1..=20_000u64 {
            slots.store(key, key, |word| word);
        }
        let found = (1..=20_000).filter(|&key| slots.find(key) == Some(key)).count();
        assert!(found > 17_000, "{found}");
        assert!(slots.bytes() <= 1 << 20 && slots.used <= slots.slots() as u64);
    }
}
