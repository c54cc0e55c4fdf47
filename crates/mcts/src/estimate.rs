//! Counts and rewards in tables of lanes: packed into one counter each while they are small, in two tables after that.

use gametree_core::kernels::{self, Arch, Kernel};

use crate::lanes::{Lane, counter};

/// The most playouts that a packed table can hold: a count of 32,767 and a reward of 65,534 half points fill 16 bits each.
///
/// Packed tables are half as large, and memory is what a search of many nodes waits for.
pub const PACKED_PLAYOUTS: u64 = 32_767;

/// Count and reward as a packed counter holds them.
#[inline(always)]
#[must_use]
pub const fn packed(count: u32, reward: u32) -> u32 {
    count << 16 | reward
}

/// One estimate of many candidates or codes: for each, how many playouts, and the sum of their rewards in half points.
#[derive(Clone, Copy, Debug)]
pub enum Estimate<'a> {
    /// Counters of [`packed`] pairs.
    Packed(&'a [Lane]),
    /// Counts in the first table, rewards in the second.
    Wide(&'a [Lane], &'a [Lane]),
}

impl<'a> Estimate<'a> {
    /// From a table that is packed, or wide and then holds the rewards in its second half.
    #[inline]
    pub(crate) fn of(table: &'a [Lane], wide: bool) -> Self {
        if wide {
            let (count, reward) = table.split_at(table.len() / 2);
            Estimate::Wide(count, reward)
        } else {
            Estimate::Packed(table)
        }
    }

    /// Count and reward at `index`.
    ///
    /// # Panics
    /// If the table is shorter.
    #[must_use]
    pub fn at(self, index: usize) -> (u32, u32) {
        match self {
            Estimate::Packed(table) => (counter(table, index) >> 16, counter(table, index) & 0xFFFF),
            Estimate::Wide(count, reward) => (counter(count, index), counter(reward, index)),
        }
    }

    /// Its number of lanes.
    #[must_use]
    pub fn lanes(self) -> usize {
        match self {
            Estimate::Packed(table) => table.len(),
            Estimate::Wide(count, _) => count.len(),
        }
    }

    /// Part of it.
    ///
    /// # Panics
    /// If it is shorter.
    #[inline]
    #[must_use]
    pub fn slice(self, range: std::ops::Range<usize>) -> Self {
        match self {
            Estimate::Packed(table) => Estimate::Packed(&table[range]),
            Estimate::Wide(count, reward) => Estimate::Wide(&count[range.clone()], &reward[range]),
        }
    }
}

/// An [`Estimate`] to write.
#[derive(Debug)]
pub enum EstimateMut<'a> {
    /// Counters of [`packed`] pairs.
    Packed(&'a mut [Lane]),
    /// Counts in the first table, rewards in the second.
    Wide(&'a mut [Lane], &'a mut [Lane]),
}

impl<'a> EstimateMut<'a> {
    /// From a table that is packed, or wide and then holds the rewards in its second half.
    #[inline]
    #[must_use]
    pub fn of(table: &'a mut [Lane], wide: bool) -> Self {
        if wide {
            let half = table.len() / 2;
            let (count, reward) = table.split_at_mut(half);
            EstimateMut::Wide(count, reward)
        } else {
            EstimateMut::Packed(table)
        }
    }

    /// Credits a playout to a table over all codes: for each code of the set, 1 to its count and `reward` half points
    /// (those of the first side's codes, those of the second's) to its sum. `split` is the first lane of the second side's
    /// codes. A packed table must hold fewer than [`PACKED_PLAYOUTS`] playouts.
    #[inline]
    pub fn credit(mut self, codes: &[u64], split: usize, reward: [u32; 2]) {
        kernels::run(Credit { table: &mut self, codes, split, reward });
    }

    /// [`EstimateMut::credit`] for use inside a kernel.
    #[inline(always)]
    pub fn credit_in<A: Arch>(&mut self, arch: A, codes: &[u64], split: usize, reward: [u32; 2]) {
        let (first, second) = codes.split_at(split / LANES_PER_WORD);
        match self {
            EstimateMut::Packed(table) => {
                let (of_first, of_second) = table.split_at_mut(split);
                add(arch, of_first, first, packed(1, reward[0]));
                add(arch, of_second, second, packed(1, reward[1]));
            }
            EstimateMut::Wide(count, sum) => {
                add(arch, count, codes, 1);
                let (of_first, of_second) = sum.split_at_mut(split);
                add(arch, of_first, first, reward[0]);
                add(arch, of_second, second, reward[1]);
            }
        }
    }
}

struct Credit<'a, 'b> {
    table: &'a mut EstimateMut<'b>,
    codes: &'a [u64],
    split: usize,
    reward: [u32; 2],
}

const LANES_PER_WORD: usize = 64 / Lane::LEN;

impl Kernel for Credit<'_, '_> {
    type Out = ();

    #[inline(always)]
    fn run<A: Arch>(self, arch: A) {
        self.table.credit_in(arch, self.codes, self.split, self.reward);
    }
}

/// Adds `amount` to the counters whose bits are set.
#[inline(always)]
fn add<A: Arch>(arch: A, table: &mut [Lane], words: &[u64], amount: u32) {
    for (lanes, &word) in table.as_chunks_mut::<LANES_PER_WORD>().0.iter_mut().zip(words) {
        for (part, lane) in lanes.iter_mut().enumerate() {
            arch.add_masked(&mut lane.0, (word >> (part * Lane::LEN)) as u16, amount);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree_core::Rng;
    use gametree_core::kernels::{Level, run_at};

    #[test]
    fn credit_adds_as_bit_by_bit_at_every_level() {
        let mut rng = Rng::new(2);
        for round in 0..200u32 {
            let words = 2 + round as usize % 5;
            let split = 4 * (1 + round as usize % (words - 1));
            let codes: Vec<u64> = (0..words).map(|_| rng.next_word()).collect();
            let reward = [[2, 0], [0, 2], [1, 1]][round as usize % 3];
            for level in Level::all() {
                let mut slow = vec![(0, 0); words * 64];
                let mut narrow = vec![Lane::ZERO; words * 4];
                let (mut count, mut sum) = (narrow.clone(), narrow.clone());
                for _ in 0..3 {
                    for code in gametree_core::set_bits(&codes) {
                        slow[code].0 += 1;
                        slow[code].1 += reward[usize::from(code / 16 >= split)];
                    }
                    for mut table in [EstimateMut::Packed(&mut narrow), EstimateMut::Wide(&mut count, &mut sum)] {
                        run_at(level, Credit { table: &mut table, codes: &codes, split, reward });
                    }
                }
                for (code, &expected) in slow.iter().enumerate() {
                    assert_eq!(Estimate::Packed(&narrow).at(code), expected);
                    assert_eq!(Estimate::Wide(&count, &sum).at(code), expected);
                }
            }
        }
        let most = PACKED_PLAYOUTS as u32;
        assert_eq!(Estimate::Packed(&[Lane([packed(most, 2 * most); 16])]).at(3), (most, 2 * most));
    }
}
