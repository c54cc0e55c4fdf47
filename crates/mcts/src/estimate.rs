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
    #[inline(always)]
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
    #[inline(always)]
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
    #[inline(always)]
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
    #[inline(always)]
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
    #[inline(always)]
    pub fn credit(mut self, codes: &[u64], split: usize, reward: [u32; 2]) {
        kernels::run(Credit { table: &mut self, codes, split, reward });
    }

    /// [`EstimateMut::credit`] for use inside a kernel.
    #[inline(always)]
    pub fn credit_in<A: Arch>(&mut self, arch: A, codes: &[u64], split: usize, reward: [u32; 2]) {
        match self {
            EstimateMut::Packed(table) => add(arch, table, codes, split, reward.map(|reward| packed(1, reward))),
            EstimateMut::Wide(count, sum) => {
                add(arch, count, codes, split, [1, 1]);
                add(arch, sum, codes, split, reward);
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

/// Adds the amount of its side to the counters whose bits are set.
#[inline(always)]
fn add<A: Arch>(arch: A, table: &mut [Lane], words: &[u64], split: usize, amounts: [u32; 2]) {
    let (first, second) = table.split_at_mut(split);
    for (lanes, start, amount) in [(first, 0, amounts[0]), (second, split, amounts[1])] {
        for (lane, index) in lanes.iter_mut().zip(start..) {
            let bits = (words[index / LANES_PER_WORD] >> (index % LANES_PER_WORD * Lane::LEN)) as u16;
            arch.add_masked(&mut lane.0, bits, amount);
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
            let lanes = 2 + round as usize % 23;
            let split = 1 + rng.below(lanes as u32 - 1) as usize;
            let mut codes: Vec<u64> = (0..lanes.div_ceil(4)).map(|_| rng.next_word()).collect();
            *codes.last_mut().unwrap() >>= (64 - lanes * 16 % 64) % 64;
            let reward = [[2, 0], [0, 2], [1, 1]][round as usize % 3];
            for level in Level::all() {
                let mut slow = vec![(0, 0); lanes * 16];
                let mut narrow = vec![Lane::ZERO; lanes];
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
