//! Counts and rewards in tables of lanes: packed into one counter each while they are small, in two tables after that. In the nodes of a
//! tree they begin smaller still, with two pairs to a counter.

use gametree_core::kernels::{self, Arch, Kernel};

use crate::lanes::{Lane, counter, counter_mut};

/// The most playouts that a packed table can hold: a count of 32,767 and a reward of 65,534 half points fill 16 bits each.
///
/// Packed tables are half as large, and memory is what a search of many nodes waits for.
pub const PACKED_PLAYOUTS: u64 = 32_767;

/// The most playouts that a small table is left with. Its 8 bits would hold 127, and a reward of 254 half points.
pub(crate) const SMALL_PLAYOUTS: u64 = 63;

/// Count and reward as a packed counter holds them.
#[inline(always)]
#[must_use]
pub const fn packed(count: u32, reward: u32) -> u32 {
    count << 16 | reward
}

/// How wide a table's counts and rewards are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Width {
    /// 8 bits each, up to [`SMALL_PLAYOUTS`]: a counter holds the pairs of the codes `32·k + i` and `32·k + 16 + i`.
    Small,
    /// 16 bits each, up to [`PACKED_PLAYOUTS`]: a counter holds one pair.
    Packed,
    /// 32 bits each, in a table of counts and a table of rewards.
    Wide,
}

impl Width {
    /// Lanes of a table whose codes take `lanes` lanes of 16.
    #[inline(always)]
    pub(crate) fn lanes(self, lanes: usize) -> usize {
        // Half as many, as many or twice as many, without a branch.
        ((lanes << self as usize) + 1) >> 1
    }
}

/// One estimate of many candidates or codes: for each, how many playouts, and the sum of their rewards in half points.
///
/// It is no enum: one that is made in several ways goes through memory on its way to a kernel, which then waits for it.
#[derive(Clone, Copy, Debug)]
pub struct Estimate<'a> {
    /// Pairs, or the counts of a wide table.
    pub(crate) table: &'a [Lane],
    /// The rewards of a wide table; nothing of the others.
    pub(crate) rewards: &'a [Lane],
    /// Whether the pairs are small.
    pub(crate) small: bool,
    pub(crate) lanes: usize,
}

/// The pair of a small table's counter, in its lower or its upper half, as a packed counter holds it.
#[inline(always)]
pub(crate) fn small_pair(counter: u32, upper: usize) -> u32 {
    let pair = counter >> (16 * upper);
    (pair & 0xFF00) << 8 | pair & 0xFF
}

impl<'a> Estimate<'a> {
    /// From counters of [`packed`] pairs.
    #[inline(always)]
    #[must_use]
    pub fn packed(table: &'a [Lane]) -> Self {
        Estimate { table, rewards: &[], small: false, lanes: table.len() }
    }

    /// From a table of counts and one of rewards.
    ///
    /// # Panics
    /// If they differ in length.
    #[inline(always)]
    #[must_use]
    pub fn wide(counts: &'a [Lane], rewards: &'a [Lane]) -> Self {
        assert_eq!(counts.len(), rewards.len(), "as many rewards as counts");
        Estimate { table: counts, rewards, small: false, lanes: counts.len() }
    }

    /// From a table of this width, over what takes `lanes` lanes of 16.
    #[inline(always)]
    pub(crate) fn of(table: &'a [Lane], width: Width, lanes: usize) -> Self {
        let small = width == Width::Small;
        let (table, rewards) = table.split_at(if small { table.len() } else { lanes });
        Estimate { table, rewards, small, lanes }
    }

    /// Counts and rewards of a wide table.
    #[inline(always)]
    pub(crate) fn as_wide(self) -> Option<[&'a [Lane]; 2]> {
        if self.rewards.is_empty() { None } else { Some([self.table, self.rewards]) }
    }

    /// Count and reward at `index`.
    ///
    /// # Panics
    /// If the table is shorter.
    #[inline(always)]
    #[must_use]
    pub fn at(self, index: usize) -> (u32, u32) {
        if self.small {
            let pair = small_pair(self.table[index / 32].0[index % 16], index / 16 % 2);
            return (pair >> 16, pair & 0xFFFF);
        }
        let at = counter(self.table, index);
        if self.rewards.is_empty() { (at >> 16, at & 0xFFFF) } else { (at, counter(self.rewards, index)) }
    }

    /// Lanes of the candidates or codes, sixteen in each.
    #[inline(always)]
    #[must_use]
    pub fn lanes(self) -> usize {
        self.lanes
    }
}

/// An [`Estimate`] to write.
#[derive(Debug)]
pub enum EstimateMut<'a> {
    /// Counters of two pairs of 8 bits each.
    Small(&'a mut [Lane]),
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
        Self::of_width(table, if wide { Width::Wide } else { Width::Packed })
    }

    #[inline(always)]
    pub(crate) fn of_width(table: &'a mut [Lane], width: Width) -> Self {
        match width {
            Width::Small => EstimateMut::Small(table),
            Width::Packed => EstimateMut::Packed(table),
            Width::Wide => {
                let half = table.len() / 2;
                let (count, reward) = table.split_at_mut(half);
                EstimateMut::Wide(count, reward)
            }
        }
    }

    /// The same table once more.
    pub(crate) fn again(&mut self) -> EstimateMut<'_> {
        match self {
            EstimateMut::Small(table) => EstimateMut::Small(table),
            EstimateMut::Packed(table) => EstimateMut::Packed(table),
            EstimateMut::Wide(count, sum) => EstimateMut::Wide(count, sum),
        }
    }

    /// Adds one playout with this reward at `index`.
    #[inline(always)]
    pub(crate) fn add(self, index: usize, reward: u32) {
        match self {
            EstimateMut::Small(table) => table[index / 32].0[index % 16] += (1 << 8 | reward) << (index / 16 % 2 * 16),
            EstimateMut::Packed(table) => *counter_mut(table, index) += packed(1, reward),
            EstimateMut::Wide(count, sum) => {
                *counter_mut(count, index) += 1;
                *counter_mut(sum, index) += reward;
            }
        }
    }

    /// Takes over an estimate of as many, no wider.
    pub(crate) fn take_over(mut self, from: Estimate<'_>) {
        for index in 0..from.lanes() * Lane::LEN {
            let (count, reward) = from.at(index);
            match self.again() {
                EstimateMut::Small(_) => unreachable!("nothing becomes narrower"),
                EstimateMut::Packed(table) => *counter_mut(table, index) = packed(count, reward),
                EstimateMut::Wide(counts, rewards) => {
                    (*counter_mut(counts, index), *counter_mut(rewards, index)) = (count, reward);
                }
            }
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
            EstimateMut::Small(table) => add_small(arch, table, codes, split, reward.map(|reward| 1 << 8 | reward)),
            EstimateMut::Packed(table) => add(arch, table, codes, split, reward.map(|reward| packed(1, reward))),
            EstimateMut::Wide(count, sum) => {
                add(arch, count, codes, split, [1, 1]);
                add(arch, sum, codes, split, reward);
            }
        }
    }
}

/// A table of [`Width::Small`] written out into a packed one.
pub(crate) struct Unpack<'a> {
    pub(crate) small: &'a [Lane],
    pub(crate) to: &'a mut [Lane],
}

impl Kernel for Unpack<'_> {
    type Out = ();

    #[inline(always)]
    fn run<A: Arch>(self, _: A) {
        let Unpack { small, to } = self;
        for (small, to) in small.iter().zip(to.chunks_mut(2)) {
            for (to, upper) in to.iter_mut().zip([0, 1]) {
                for i in 0..Lane::LEN {
                    to.0[i] = small_pair(small.0[i], upper);
                }
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

/// The same for counters of two pairs, that of the lower lane in the lower half.
#[inline(always)]
fn add_small<A: Arch>(arch: A, table: &mut [Lane], words: &[u64], split: usize, amounts: [u32; 2]) {
    let [one, other] = amounts.map(|amount| amount | amount << 16);
    let between = amounts[0] | amounts[1] << 16;
    // The lanes of the first side's codes, one that may be half of them, and those of the second side's.
    let (first, rest) = table.split_at_mut(split / 2);
    let (middle, second) = rest.split_at_mut(split % 2);
    for (lanes, start, amount) in [(first, 0, one), (middle, split / 2, between), (second, split.div_ceil(2), other)] {
        let (low, high) = (amount & 0xFFFF, amount & 0xFFFF_0000);
        for (lane, index) in lanes.iter_mut().zip(start..) {
            let bits = words[index / 2] >> (index % 2 * 32);
            arch.add_masked_twice(&mut lane.0, [bits as u16, (bits >> 16) as u16], [low, high]);
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
                let mut small = vec![Lane::ZERO; Width::Small.lanes(lanes)];
                for _ in 0..3 {
                    for code in gametree_core::set_bits(&codes) {
                        slow[code].0 += 1;
                        slow[code].1 += reward[usize::from(code / 16 >= split)];
                    }
                    for mut table in [EstimateMut::Packed(&mut narrow), EstimateMut::Wide(&mut count, &mut sum)] {
                        run_at(level, Credit { table: &mut table, codes: &codes, split, reward });
                    }
                    let mut table = EstimateMut::Small(&mut small);
                    run_at(level, Credit { table: &mut table, codes: &codes, split, reward });
                }
                let mut unpacked = vec![Lane([9; 16]); lanes];
                run_at(level, Unpack { small: &small, to: &mut unpacked });
                assert_eq!(unpacked, narrow);
                for (code, &expected) in slow.iter().enumerate() {
                    assert_eq!(Estimate::packed(&narrow).at(code), expected);
                    assert_eq!(Estimate::wide(&count, &sum).at(code), expected);
                }
            }
        }
        let mut small = [Lane::ZERO];
        for _ in 0..SMALL_PLAYOUTS {
            EstimateMut::Small(&mut small).credit(&[u64::MAX], 1, [2, 0]);
        }
        let mut unpacked = [Lane::ZERO; 2];
        kernels::run(Unpack { small: &small, to: &mut unpacked });
        assert_eq!(unpacked, [Lane([packed(63, 126); 16]), Lane([packed(63, 0); 16])]);
        let most = PACKED_PLAYOUTS as u32;
        assert_eq!(Estimate::packed(&[Lane([packed(most, 2 * most); 16])]).at(3), (most, 2 * most));
    }
}
