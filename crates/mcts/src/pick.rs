//! The hot loop of selection: one pass over a node's candidates.

use gametree_core::Rng;
use gametree_core::kernels::{self, Arch, Kernel};

use crate::estimate::Estimate;
use crate::lanes::{Lane, counter, counter_mut};

/// A selection rule: the value of one candidate from `K` estimates of it, each a pair (count, sum of rewards in half
/// points), the candidate's own first.
///
/// Only the order of the values counts, not their scale. They must not be negative or NaN; a candidate that must be tried
/// first gets `f32::INFINITY`. Use plain arithmetic without calls or branches other than selects, and mark it
/// `#[inline(always)]`: the loop around it is vectorized. `f32` holds counts exactly up to 2^24; above that they are
/// rounded, the same way everywhere.
pub trait Formula<const K: usize>: Copy {
    /// The value of one candidate.
    fn value(&self, estimates: [(u32, u32); K]) -> f32;
}

/// Memory for [`Candidates::pick`](crate::Candidates::pick), to be kept from call to call.
#[derive(Clone, Default, Debug)]
pub struct Scratch {
    values: Vec<Lane>,
    unpacked: Vec<Lane>,
    summed: Vec<Lane>,
}

/// Chooses the candidate with the highest value; uniformly at random among equals, with one draw only when there are
/// several. Returns its index. The estimates are of the same candidates, so of the same length.
///
/// `mask` has bit `i % 32` of counter `i / 32` set for candidate `i`.
///
/// # Panics
/// If there is no candidate, or the estimates differ in length.
#[inline(always)]
pub(crate) fn pick<F: Formula<K>, const K: usize>(
    formula: F,
    estimates: [Estimate<'_>; K],
    mask: &[Lane],
    scratch: &mut Scratch,
    rng: &mut Rng,
) -> usize {
    let lanes = estimates[0].lanes();
    scratch.values.resize(lanes, Lane::ZERO);
    let mut narrow = [Packed(&[]); K];
    let mut all = true;
    for (narrow, estimate) in narrow.iter_mut().zip(estimates) {
        match estimate {
            Estimate::Packed(table) => *narrow = Packed(&table[..lanes]),
            Estimate::Wide(..) => all = false,
        }
    }
    if !all {
        return pick_wide(formula, estimates, None, mask, scratch, rng);
    }
    let values = &mut scratch.values[..];
    kernels::run(Best { formula, estimates: narrow, mask, values, rng }).expect(CANDIDATE)
}

const CANDIDATE: &str = "a node has a candidate";

/// [`pick`] with tables that are not packed, and a packed prior that is added to the first. Few nodes have wide tables, and few
/// searches a prior: the others' are unpacked, so that there are two kernels and not 2^K.
#[inline(never)]
pub(crate) fn pick_wide<F: Formula<K>, const K: usize>(
    formula: F,
    estimates: [Estimate<'_>; K],
    prior: Option<&[Lane]>,
    mask: &[Lane],
    scratch: &mut Scratch,
    rng: &mut Rng,
) -> usize {
    let lanes = estimates[0].lanes();
    let Scratch { values, unpacked, summed } = scratch;
    values.resize(lanes, Lane::ZERO);
    unpacked.resize(2 * K * lanes, Lane::ZERO);
    let mut wide = [Wide(&[], &[]); K];
    for ((wide, estimate), to) in wide.iter_mut().zip(estimates).zip(unpacked.chunks_exact_mut(2 * lanes)) {
        *wide = unpack(estimate, lanes, to);
    }
    if let Some(prior) = prior {
        summed.resize(2 * lanes, Lane::ZERO);
        wide[0] = sum(estimates[0], prior, lanes, summed);
    }
    let values = &mut values[..];
    kernels::run(Best { formula, estimates: wide, mask, values, rng }).expect(CANDIDATE)
}

/// An estimate and a packed one together.
fn sum<'a>(estimate: Estimate<'_>, prior: &[Lane], lanes: usize, to: &'a mut [Lane]) -> Wide<'a> {
    let (count, reward) = to.split_at_mut(lanes);
    for index in 0..lanes * Lane::LEN {
        let ((n, w), pair) = (estimate.at(index), counter(prior, index));
        *counter_mut(count, index) = n + (pair >> 16);
        *counter_mut(reward, index) = w + (pair & 0xFFFF);
    }
    Wide(count, reward)
}

/// A wide estimate as it is, a packed one unpacked into `to`.
fn unpack<'a>(estimate: Estimate<'a>, lanes: usize, to: &'a mut [Lane]) -> Wide<'a> {
    match estimate {
        Estimate::Wide(count, reward) => Wide(&count[..lanes], &reward[..lanes]),
        Estimate::Packed(table) => {
            let (count, reward) = to.split_at_mut(lanes);
            for ((pairs, count), reward) in table[..lanes].iter().zip(&mut *count).zip(&mut *reward) {
                for i in 0..Lane::LEN {
                    (count.0[i], reward.0[i]) = (pairs.0[i] >> 16, pairs.0[i] & 0xFFFF);
                }
            }
            Wide(count, reward)
        }
    }
}

/// Where the kernel reads counts and rewards from.
trait Load: Copy {
    /// Its first lanes.
    fn first(self, lanes: usize) -> Self;
    /// Count and reward.
    fn load(self, lane: usize, i: usize) -> (u32, u32);
}

#[derive(Clone, Copy)]
struct Packed<'a>(&'a [Lane]);

#[derive(Clone, Copy)]
struct Wide<'a>(&'a [Lane], &'a [Lane]);

impl Load for Packed<'_> {
    #[inline(always)]
    fn first(self, lanes: usize) -> Self {
        Packed(&self.0[..lanes])
    }

    #[inline(always)]
    fn load(self, lane: usize, i: usize) -> (u32, u32) {
        let pair = self.0[lane].0[i];
        (pair >> 16, pair & 0xFFFF)
    }
}

impl Load for Wide<'_> {
    #[inline(always)]
    fn first(self, lanes: usize) -> Self {
        Wide(&self.0[..lanes], &self.1[..lanes])
    }

    #[inline(always)]
    fn load(self, lane: usize, i: usize) -> (u32, u32) {
        (self.0[lane].0[i], self.1[lane].0[i])
    }
}

/// Computes all values and chooses among the highest.
struct Best<'a, F, L, const K: usize> {
    formula: F,
    estimates: [L; K],
    mask: &'a [Lane],
    values: &'a mut [Lane],
    rng: &'a mut Rng,
}

impl<F: Formula<K>, L: Load, const K: usize> Kernel for Best<'_, F, L, K> {
    type Out = Option<usize>;

    #[inline(always)]
    fn run<A: Arch>(self, arch: A) -> Option<usize> {
        let Best { formula, mut estimates, mask, values, rng } = self;
        // The lengths known to be equal, the loop checks none.
        for estimate in &mut estimates {
            *estimate = estimate.first(values.len());
        }
        let mut best = [0u32; Lane::LEN];
        for (index, out) in values.iter_mut().enumerate() {
            let bits = mask[index / 32].0[index / 2 % Lane::LEN] >> (index % 2 * Lane::LEN);
            let mut lane = [0u32; Lane::LEN];
            for i in 0..Lane::LEN {
                // As bits: values are not negative, so they order like integers. One more, so that 0 is free for what is
                // no candidate.
                let value = formula.value(estimates.map(|estimate| estimate.load(index, i))).to_bits() + 1;
                lane[i] = if bits & (1 << i) != 0 { value } else { 0 };
                best[i] = best[i].max(lane[i]);
            }
            out.0 = lane;
        }
        let best = max(best);
        if best == 0 {
            return None;
        }
        let (mut ties, mut found) = (0, (0, 0));
        for (index, lane) in values.iter().enumerate() {
            let equal = arch.equal(&lane.0, best);
            ties += equal.count_ones();
            found = if equal == 0 { found } else { (index, equal) };
        }
        if ties == 1 {
            let (index, equal) = found;
            return Some(index * Lane::LEN + equal.trailing_zeros() as usize);
        }
        let mut skip = rng.below(ties);
        for (index, lane) in values.iter().enumerate() {
            let equal = arch.equal(&lane.0, best);
            if skip < equal.count_ones() {
                let bit = arch.deposit(1 << skip, equal.into()).trailing_zeros();
                return Some(index * Lane::LEN + bit as usize);
            }
            skip -= equal.count_ones();
        }
        None
    }
}

/// The greatest of 16, halving: a plain fold becomes a chain of 16 scalar steps.
#[inline(always)]
fn max(mut of: [u32; Lane::LEN]) -> u32 {
    let mut half = Lane::LEN / 2;
    while half > 0 {
        for i in 0..half {
            of[i] = of[i].max(of[i + half]);
        }
        half /= 2;
    }
    of[0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::packed;
    use gametree_core::kernels::{Level, run_at};

    #[derive(Clone, Copy)]
    struct Mean;
    impl Formula<2> for Mean {
        #[inline(always)]
        fn value(&self, [(n, w), (m, v)]: [(u32, u32); 2]) -> f32 {
            let mean = (w + v) as f32 / (n + m) as f32;
            if n + m == 0 { f32::INFINITY } else { mean }
        }
    }

    #[test]
    fn the_best_is_found_as_by_a_plain_scan_at_every_level() {
        let mut rng = Rng::new(1);
        let random = |rng: &mut Rng, lanes| -> Vec<Lane> {
            (0..lanes).map(|_| Lane(std::array::from_fn(|_| packed(rng.below(4), rng.below(4))))).collect()
        };
        let half =
            |table: &[Lane], f: fn(u32) -> u32| -> Vec<Lane> { table.iter().map(|lane| Lane(lane.0.map(f))).collect() };
        for round in 0..500usize {
            let lanes = 1 + round % 40;
            let (own, other) = (random(&mut rng, lanes), random(&mut rng, lanes));
            let (count, reward) = (half(&other, |pair| pair >> 16), half(&other, |pair| pair & 0xFFFF));
            let narrow = [Packed(&own), Packed(&other)];
            let mixed = [Estimate::Packed(&own), Estimate::Wide(&count, &reward)];
            let sparse = round % 3 == 0;
            let mut mask = vec![Lane::ZERO; lanes.div_ceil(32)];
            let mut candidates = Vec::new();
            for i in 0..lanes * Lane::LEN {
                if i == 5 || rng.below(if sparse { 40 } else { 2 }) == 0 {
                    mask[i / 512].0[i / 32 % 16] |= 1 << (i % 32);
                    candidates.push(i);
                }
            }
            let value = |i: usize| Mean.value([mixed[0].at(i), mixed[1].at(i)]);
            let best = candidates.iter().map(|&i| value(i)).fold(0.0, f32::max);
            let ties: Vec<usize> = candidates.iter().copied().filter(|&i| value(i) == best).collect();
            let expected = if ties.len() == 1 { ties[0] } else { ties[rng.clone().below(ties.len() as u32) as usize] };
            let (formula, mask) = (Mean, &mask[..]);
            for level in Level::all() {
                let mut values = vec![Lane([7; 16]); lanes];
                let (values, rng) = (&mut values, &mut rng.clone());
                assert_eq!(run_at(level, Best { formula, estimates: narrow, mask, values, rng }), Some(expected));
            }
            let mut unpacked = vec![Lane::ZERO; 2 * lanes];
            let wide = [unpack(mixed[0], lanes, &mut unpacked), Wide(&count, &reward)];
            for level in Level::all() {
                let mut values = vec![Lane([7; 16]); lanes];
                let (values, rng) = (&mut values, &mut rng.clone());
                assert_eq!(run_at(level, Best { formula, estimates: wide, mask, values, rng }), Some(expected));
            }
            let mut scratch = Scratch::default();
            let mut again = rng.clone();
            let both = [Estimate::Packed(&own), Estimate::Packed(&other)];
            assert_eq!(pick(Mean, both, mask, &mut scratch, &mut again), expected);
            assert_eq!(pick(Mean, mixed, mask, &mut scratch, &mut rng), expected);
        }
    }
}
