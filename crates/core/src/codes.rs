//! A set of codes as bits: what is left of a playout when repeats and order are forgotten.

use bitvec::prelude::{BitSlice, BitVec, Lsb0};

use crate::game::{Code, Game, Side};

/// A set of [`Code`]s with a fixed capacity.
///
/// `bitvec` owns the bits; whoever needs speed works on [`CodeSet::words`], where code `c` is bit `c % 64` of word
/// `c / 64` and bits past the capacity are zero.
///
/// ```
/// use gametree_core::CodeSet;
/// let mut set = CodeSet::new(100);
/// set.insert(3);
/// set.insert(70);
/// assert_eq!(set.iter().collect::<Vec<_>>(), [3, 70]);
/// assert_eq!(set.words(), [8, 64]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodeSet {
    bits: BitVec<u64, Lsb0>,
}

impl CodeSet {
    /// An empty set that can hold the codes below `capacity`. Allocates once.
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        CodeSet { bits: BitVec::repeat(false, capacity.next_multiple_of(64)) }
    }

    /// An empty set for the codes of both sides of a game.
    #[must_use]
    pub fn for_game<G: Game>(game: &G) -> Self {
        let end = Side::BOTH.map(|side| usize::from(game.codes(side).end));
        CodeSet::new(end[0].max(end[1]))
    }

    /// Adds a code.
    ///
    /// # Panics
    /// If the code is not below the capacity.
    #[inline]
    pub fn insert(&mut self, code: Code) {
        self.words_mut()[usize::from(code) / 64] |= 1 << (code % 64);
    }

    /// Whether the code is in the set; `false` for codes past the capacity.
    #[inline]
    #[must_use]
    pub fn contains(&self, code: Code) -> bool {
        self.words().get(usize::from(code) / 64).is_some_and(|word| word >> (code % 64) & 1 == 1)
    }

    /// Removes all codes; the memory stays.
    #[inline]
    pub fn clear(&mut self) {
        self.words_mut().fill(0);
    }

    /// How many codes are in the set. O(capacity / 64).
    #[must_use]
    pub fn len(&self) -> usize {
        self.words().iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty. O(capacity / 64).
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words().iter().all(|&word| word == 0)
    }

    /// The codes in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = Code> + '_ {
        set_bits(self.words()).map(|bit| bit as Code)
    }

    /// The bits as words, lowest code first.
    #[inline]
    #[must_use]
    pub fn words(&self) -> &[u64] {
        self.bits.as_raw_slice()
    }

    /// The bits as words, to write many codes at once.
    #[inline]
    pub fn words_mut(&mut self) -> &mut [u64] {
        self.bits.as_raw_mut_slice()
    }

    /// The bits for bitvec's own tools.
    #[must_use]
    pub fn as_bits(&self) -> &BitSlice<u64, Lsb0> {
        &self.bits
    }
}

/// The positions of the set bits of `words` in increasing order, bit `i` of word `k` being `64 k + i`.
pub fn set_bits(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(index, &word)| {
        std::iter::successors((word != 0).then_some(word), |rest| {
            let rest = rest & (rest - 1);
            (rest != 0).then_some(rest)
        })
        .map(move |rest| index * 64 + rest.trailing_zeros() as usize)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn agrees_with_bitvec_bit_by_bit() {
        let mut rng = Rng::new(1);
        for capacity in [1, 63, 64, 65, 200, 722] {
            let mut set = CodeSet::new(capacity);
            let mut bits: BitVec<u64, Lsb0> = BitVec::repeat(false, capacity.next_multiple_of(64));
            for _ in 0..capacity {
                let code = rng.below(capacity as u32) as Code;
                set.insert(code);
                bits.set(usize::from(code), true);
                assert!(set.contains(code));
            }
            assert_eq!(set.as_bits(), bits.as_bitslice());
            assert_eq!(set.iter().map(usize::from).collect::<Vec<_>>(), bits.iter_ones().collect::<Vec<_>>());
            assert_eq!(set.len(), bits.count_ones());
            set.clear();
            assert!(set.is_empty() && !set.contains(0) && !set.contains(u16::MAX));
        }
    }
}
