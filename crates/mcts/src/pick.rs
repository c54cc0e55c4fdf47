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
/// `mask` has bit `i % 32` of word `i / 32` set for candidate `i`.
///
/// # Panics
/// If there is no candidate, or the estimates differ in length.
#[inline(always)]
pub(crate) fn pick<F: Formula<K>, const K: usize>(
    formula: F,
    estimates: [Estimate<'_>; K],
    mask: &[u32],
    scratch: &mut Scratch,
    rng: &mut Rng,
) -> usize {
    let lanes = estimates[0].lanes();
    scratch.values.resize(lanes, Lane::ZERO);
    let small = estimates[0].small;
    let (mut packed, mut narrow) = ([Packed(&[]); K], true);
    for k in 0..K {
        packed[k] = Packed(estimates[k].table);
        narrow &= estimates[k].rewards.is_empty() & (k == 0 || !estimates[k].small);
    }
    if !narrow {
        return pick_wide(formula, estimates, None, mask, scratch, rng);
    }
    let values = &mut scratch.values[..];
    let picked = if small {
        let own = Small(estimates[0].table);
        kernels::run(Best { formula, own, others: packed, mask, values, rng })
    } else {
        kernels::run(Best { formula, own: packed[0], others: packed, mask, values, rng })
    };
    picked.expect(CANDIDATE)
}

const CANDIDATE: &str = "a node has a candidate";

/// [`pick`] with tables that are not packed, and a packed prior that is added to the first. Few nodes have wide tables, and few
/// searches a prior: the others' are unpacked, so that there are two kernels and not 2^K.
#[inline(never)]
pub(crate) fn pick_wide<F: Formula<K>, const K: usize>(
    formula: F,
    estimates: [Estimate<'_>; K],
    prior: Option<&[Lane]>,
    mask: &[u32],
    scratch: &mut Scratch,
    rng: &mut Rng,
) -> usize {
    let lanes = estimates[0].lanes();
    let Scratch { values, unpacked, summed, .. } = scratch;
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
    kernels::run(Best { formula, own: wide[0], others: wide, mask, values, rng }).expect(CANDIDATE)
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

/// A wide estimate as it is, any other written out into `to`.
fn unpack<'a>(estimate: Estimate<'a>, lanes: usize, to: &'a mut [Lane]) -> Wide<'a> {
    if let Some([count, reward]) = estimate.as_wide() {
        return Wide(&count[..lanes], &reward[..lanes]);
    }
    let (count, reward) = to.split_at_mut(lanes);
    for index in 0..lanes * Lane::LEN {
        let (n, w) = estimate.at(index);
        (*counter_mut(count, index), *counter_mut(reward, index)) = (n, w);
    }
    Wide(count, reward)
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

/// Two lanes to one.
#[derive(Clone, Copy)]
struct Small<'a>(&'a [Lane]);

impl Load for Small<'_> {
    #[inline(always)]
    fn first(self, lanes: usize) -> Self {
        Small(&self.0[..lanes.div_ceil(2)])
    }

    #[inline(always)]
    fn load(self, lane: usize, i: usize) -> (u32, u32) {
        let pair = self.0[lane / 2].0[i] >> (lane % 2 * 16);
        (pair >> 8 & 0xFF, pair & 0xFF)
    }
}

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
struct Best<'a, F, O, L, const K: usize> {
    formula: F,
    own: O,
    /// The first is not looked at.
    others: [L; K],
    mask: &'a [u32],
    values: &'a mut [Lane],
    rng: &'a mut Rng,
}

impl<F: Formula<K>, O: Load, L: Load, const K: usize> Kernel for Best<'_, F, O, L, K> {
    type Out = Option<usize>;

    #[inline(always)]
    fn run<A: Arch>(self, arch: A) -> Option<usize> {
        let Best { formula, own, mut others, mask, values, rng } = self;
        // The lengths known to be equal, the loop checks none.
        let own = own.first(values.len());
        for other in &mut others[1..] {
            *other = other.first(values.len());
        }
        let mut best = [0u32; Lane::LEN];
        // Two lanes at a time: a word of the mask, and a lane of a small table.
        let (lanes, last) = values.as_chunks_mut::<2>();
        for (index, [low, high]) in lanes.iter_mut().enumerate() {
            evaluate(formula, own, others, 2 * index, mask[index], low, &mut best);
            evaluate(formula, own, others, 2 * index + 1, mask[index] >> Lane::LEN, high, &mut best);
        }
        for out in last {
            evaluate(formula, own, others, 2 * lanes.len(), mask[lanes.len()], out, &mut best);
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

/// Writes the values of a lane of candidates, those of `bits`, and keeps the best.
#[inline(always)]
fn evaluate<F: Formula<K>, O: Load, L: Load, const K: usize>(
    formula: F,
    own: O,
    others: [L; K],
    index: usize,
    bits: u32,
    out: &mut Lane,
    best: &mut [u32; Lane::LEN],
) {
    let mut lane = [0u32; Lane::LEN];
    for i in 0..Lane::LEN {
        let mut of = [own.load(index, i); K];
        for k in 1..K {
            of[k] = others[k].load(index, i);
        }
        // As bits: values are not negative, so they order like integers. One more, so that 0 is free for what is no candidate.
        let value = formula.value(of).to_bits() + 1;
        lane[i] = if bits & (1 << i) != 0 { value } else { 0 };
        best[i] = best[i].max(lane[i]);
    }
    out.0 = lane;
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
    impl<const K: usize> Formula<K> for Mean {
        #[inline(always)]
        fn value(&self, estimates: [(u32, u32); K]) -> f32 {
            let (mut count, mut reward) = (0, 0);
            for (n, w) in estimates {
                (count, reward) = (count + n, reward + w);
            }
            let mean = reward as f32 / count as f32;
            if count == 0 { f32::INFINITY } else { mean }
        }
    }

    /// Random estimates of the same candidates in every form.
    struct Tables {
        packed: Vec<Lane>,
        small: Vec<Lane>,
        wide: [Vec<Lane>; 2],
    }

    impl Tables {
        fn random(rng: &mut Rng, lanes: usize, one_in: u32) -> Self {
            let mut tables = Tables {
                packed: vec![Lane::ZERO; lanes],
                small: vec![Lane::ZERO; lanes.div_ceil(2)],
                wide: [vec![Lane::ZERO; lanes], vec![Lane::ZERO; lanes]],
            };
            for index in 0..lanes * Lane::LEN {
                let count = if rng.below(one_in) == 0 { 1 + rng.below(3) } else { 0 };
                let reward = rng.below(2 * count + 1);
                *counter_mut(&mut tables.packed, index) = packed(count, reward);
                tables.small[index / 32].0[index % 16] |= (count << 8 | reward) << (index / 16 % 2 * 16);
                *counter_mut(&mut tables.wide[0], index) = count;
                *counter_mut(&mut tables.wide[1], index) = reward;
            }
            tables
        }

        fn small(&self) -> Estimate<'_> {
            Estimate { table: &self.small, rewards: &[], small: true, lanes: self.packed.len() }
        }

        fn packed(&self) -> Estimate<'_> {
            Estimate::packed(&self.packed)
        }

        fn wide(&self) -> Estimate<'_> {
            Estimate::wide(&self.wide[0], &self.wide[1])
        }
    }

    /// A plain scan.
    fn expected<const K: usize>(estimates: [Estimate<'_>; K], candidates: &[usize], rng: &mut Rng) -> usize {
        let value = |i: usize| Mean.value(estimates.map(|estimate| estimate.at(i)));
        let best = candidates.iter().map(|&i| value(i)).fold(0.0, f32::max);
        let ties: Vec<usize> = candidates.iter().copied().filter(|&i| value(i) == best).collect();
        if ties.len() == 1 { ties[0] } else { ties[rng.below(ties.len() as u32) as usize] }
    }

    #[test]
    fn the_best_is_found_as_by_a_plain_scan_in_every_form_and_at_every_level() {
        let mut rng = Rng::new(1);
        let mut scratch = Scratch::default();
        for round in 0..500usize {
            let lanes = 1 + round % 40;
            let sparse = round % 3 == 0;
            let own = Tables::random(&mut rng, lanes, [2, 9, 40][round / 7 % 3]);
            let [amaf, other] = [0, 1].map(|_| Tables::random(&mut rng, lanes, [1, 2][round / 5 % 2]));
            let mut mask = vec![0u32; lanes.div_ceil(2)];
            let mut candidates = Vec::new();
            for i in 0..lanes * Lane::LEN {
                assert!(own.small().at(i) == own.packed().at(i) && own.wide().at(i) == own.packed().at(i));
                if i == 5 || rng.below(if sparse { 40 } else { 2 }) == 0 {
                    mask[i / 32] |= 1 << (i % 32);
                    candidates.push(i);
                }
            }
            let mask = &mask[..];
            let mut check = |found: &dyn Fn(&mut Scratch, &mut Rng) -> usize, right: &dyn Fn(&mut Rng) -> usize| {
                let [mut one, mut other] = [rng.clone(), rng.clone()];
                assert_eq!(found(&mut scratch, &mut one), right(&mut other));
                assert_eq!(one.next_word(), other.next_word(), "as many draws");
            };
            for first in [own.small(), own.packed(), own.wide()] {
                check(&|scratch, rng| pick(Mean, [first], mask, scratch, rng), &|rng| {
                    expected([own.packed()], &candidates, rng)
                });
                for second in [amaf.small(), amaf.packed(), amaf.wide()] {
                    check(&|scratch, rng| pick(Mean, [first, second], mask, scratch, rng), &|rng| {
                        expected([own.packed(), amaf.packed()], &candidates, rng)
                    });
                    for third in [other.small(), other.packed(), other.wide()] {
                        check(&|scratch, rng| pick(Mean, [first, second, third], mask, scratch, rng), &|rng| {
                            expected([own.packed(), amaf.packed(), other.packed()], &candidates, rng)
                        });
                    }
                }
            }
            let right = Some(expected([own.packed(), amaf.packed()], &candidates, &mut rng.clone()));
            let [one, other] = [&own.wide, &amaf.wide].map(|[count, reward]| Wide(count, reward));
            for level in Level::all() {
                let [mut a, mut b, mut c] = [0, 1, 2].map(|_| (vec![Lane([7; 16]); lanes], rng.clone()));
                let others = [Packed(&[]), Packed(&amaf.packed)];
                let (values, rng) = (&mut a.0[..], &mut a.1);
                let own_packed = Packed(&own.packed);
                let kernel =
                    Best { formula: Mean, own: own_packed, others: [own_packed, others[1]], mask, values, rng };
                assert_eq!(run_at(level, kernel), right);
                let (values, rng) = (&mut b.0[..], &mut b.1);
                let kernel = Best { formula: Mean, own: Small(&own.small), others, mask, values, rng };
                assert_eq!(run_at(level, kernel), right);
                let (values, rng) = (&mut c.0[..], &mut c.1);
                let kernel = Best { formula: Mean, own: one, others: [one, other], mask, values, rng };
                assert_eq!(run_at(level, kernel), right);
            }
            rng.next_word();
        }
    }
}
