//! The hot loops over a node's tables: choosing a candidate, and crediting a set of codes.

use gametree_core::Rng;
use gametree_core::kernels::{self, Arch, Kernel};

use crate::lanes::Lane;

/// One estimate of every candidate: how many playouts, and the sum of their rewards in half points.
#[derive(Clone, Copy, Debug)]
pub struct Estimate<'a> {
    /// Counts.
    pub count: &'a [Lane],
    /// Sums of rewards.
    pub reward: &'a [Lane],
}

/// A selection rule: the value of one candidate from `K` estimates of it, each a pair (count, sum of rewards in half
/// points), the candidate's own first.
///
/// The value must not be negative or NaN; a candidate that must be tried first gets `f32::INFINITY`. Use plain
/// arithmetic without calls or branches other than selects, and mark it `#[inline(always)]`: the loop around it is
/// vectorized. `f32` holds counts exactly up to 2^24; above that the value is rounded, the same way everywhere.
pub trait Formula<const K: usize>: Copy {
    /// The value of one candidate.
    fn value(&self, estimates: [(f32, f32); K]) -> f32;
}

/// Chooses the candidate with the highest value; uniformly at random among equals, with one draw only when there are
/// several. Returns its index.
///
/// `mask` has bit `i % 32` of counter `i / 32` set for candidate `i`. `values` is scratch, as long as the tables.
///
/// # Panics
/// If there is no candidate.
pub fn pick<F: Formula<K>, const K: usize>(
    formula: F,
    estimates: [Estimate<'_>; K],
    mask: &[Lane],
    values: &mut [Lane],
    rng: &mut Rng,
) -> usize {
    kernels::run(Best { formula, estimates, mask, values, rng }).expect("a node has a candidate")
}

/// Computes all values and chooses among the highest.
struct Best<'a, F, const K: usize> {
    formula: F,
    estimates: [Estimate<'a>; K],
    mask: &'a [Lane],
    values: &'a mut [Lane],
    rng: &'a mut Rng,
}

impl<F: Formula<K>, const K: usize> Kernel for Best<'_, F, K> {
    type Out = Option<usize>;

    #[inline(always)]
    fn run<A: Arch>(self, arch: A) -> Option<usize> {
        let Best { formula, estimates, mask, values, rng } = self;
        let mut best = [0u32; Lane::LEN];
        let lanes = values.len();
        let estimates =
            estimates.map(|estimate| Estimate { count: &estimate.count[..lanes], reward: &estimate.reward[..lanes] });
        for (index, out) in values.iter_mut().enumerate() {
            let bits = mask[index / 32].0[index / 2 % Lane::LEN] >> (index % 2 * Lane::LEN);
            let mut lane = [0u32; Lane::LEN];
            for i in 0..Lane::LEN {
                let of = estimates.map(|e| (e.count[index].0[i] as f32, e.reward[index].0[i] as f32));
                // One more than the bits of the value, so that 0 is free for what is no candidate.
                let value = formula.value(of).to_bits() + 1;
                lane[i] = if bits & (1 << i) != 0 { value } else { 0 };
                best[i] = best[i].max(lane[i]);
            }
            out.0 = lane;
        }
        let best = max(best);
        if best == 0 {
            return None;
        }
        let ties: u32 = values.iter().map(|lane| arch.equal(&lane.0, best).count_ones()).sum();
        let mut skip = if ties > 1 { rng.below(ties) } else { 0 };
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

/// Adds a playout's set of codes to a pair of tables that cover all codes: 1 to each count, and `reward` half points
/// (first side's codes, second side's codes) to each sum. `split` is the first lane of the second side's codes.
pub fn credit(count: &mut [Lane], sum: &mut [Lane], codes: &[u64], split: usize, reward: [u32; 2]) {
    kernels::run(Credit { count, sum, codes, split, reward });
}

struct Credit<'a> {
    count: &'a mut [Lane],
    sum: &'a mut [Lane],
    codes: &'a [u64],
    split: usize,
    reward: [u32; 2],
}

const LANES_PER_WORD: usize = 64 / Lane::LEN;

impl Kernel for Credit<'_> {
    type Out = ();

    #[inline(always)]
    fn run<A: Arch>(self, arch: A) {
        let (words_of_first, words_of_second) = self.codes.split_at(self.split / LANES_PER_WORD);
        add(arch, self.count, self.codes, 1);
        let (first, second) = self.sum.split_at_mut(self.split);
        if self.reward[0] != 0 {
            add(arch, first, words_of_first, self.reward[0]);
        }
        if self.reward[1] != 0 {
            add(arch, second, words_of_second, self.reward[1]);
        }
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
    use gametree_core::kernels::{Level, run_at};

    #[derive(Clone, Copy)]
    struct Mean;
    impl Formula<2> for Mean {
        #[inline(always)]
        fn value(&self, [(n, w), (m, v)]: [(f32, f32); 2]) -> f32 {
            let count = n + m;
            if count == 0.0 { f32::INFINITY } else { (w + v) / count }
        }
    }

    fn random_table(rng: &mut Rng, lanes: usize, below: u32) -> Vec<Lane> {
        (0..lanes).map(|_| Lane(std::array::from_fn(|_| rng.below(below)))).collect()
    }

    #[test]
    fn the_best_is_found_as_by_a_plain_scan_at_every_level() {
        let mut rng = Rng::new(1);
        for round in 0..500 {
            let lanes = 1 + round % 40;
            let tables: Vec<Vec<Lane>> = (0..4).map(|_| random_table(&mut rng, lanes, 4)).collect();
            let estimates = [
                Estimate { count: &tables[0], reward: &tables[1] },
                Estimate { count: &tables[2], reward: &tables[3] },
            ];
            let sparse = round % 3 == 0;
            let mut mask = vec![Lane::ZERO; lanes.div_ceil(32)];
            let mut candidates = Vec::new();
            for i in 0..lanes * Lane::LEN {
                if i == 5 || rng.below(if sparse { 40 } else { 2 }) == 0 {
                    mask[i / 512].0[i / 32 % 16] |= 1 << (i % 32);
                    candidates.push(i);
                }
            }
            let at = |t: usize, i: usize| tables[t][i / 16].0[i % 16] as f32;
            let value = |i: usize| Mean.value([(at(0, i), at(1, i)), (at(2, i), at(3, i))]);
            let best = candidates.iter().map(|&i| value(i)).fold(0.0, f32::max);
            let ties: Vec<usize> = candidates.iter().copied().filter(|&i| value(i) == best).collect();
            let expected = if ties.len() == 1 { ties[0] } else { ties[rng.clone().below(ties.len() as u32) as usize] };
            for level in Level::all() {
                let (mut values, mut rng) = (vec![Lane([7; 16]); lanes], rng.clone());
                let best = Best { formula: Mean, estimates, mask: &mask, values: &mut values, rng: &mut rng };
                assert_eq!(run_at(level, best), Some(expected));
            }
            let mut values = vec![Lane::ZERO; lanes];
            assert_eq!(pick(Mean, estimates, &mask, &mut values, &mut rng), expected);
        }
    }

    #[test]
    fn credit_adds_as_bit_by_bit_at_every_level() {
        let mut rng = Rng::new(2);
        for round in 0..200u32 {
            let words = 2 + round as usize % 5;
            let split = 4 * (1 + round as usize % (words - 1));
            let codes: Vec<u64> = (0..words).map(|_| rng.next_word()).collect();
            let reward = [[2, 0], [0, 2], [1, 1]][round as usize % 3];
            let (count, sum) = (random_table(&mut rng, words * 4, 99), random_table(&mut rng, words * 4, 99));
            let (mut slow_count, mut slow_sum) = (count.clone(), sum.clone());
            for code in gametree_core::set_bits(&codes) {
                slow_count[code / 16].0[code % 16] += 1;
                slow_sum[code / 16].0[code % 16] += reward[usize::from(code / 16 >= split)];
            }
            for level in Level::all() {
                let (mut count, mut sum) = (count.clone(), sum.clone());
                run_at(level, Credit { count: &mut count, sum: &mut sum, codes: &codes, split, reward });
                assert_eq!((&count, &sum), (&slow_count, &slow_sum));
            }
        }
    }
}
