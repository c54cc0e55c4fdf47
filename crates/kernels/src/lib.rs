//! Vector kernels: a hot loop written once, in safe Rust, and compiled for several sets of instructions. gametree-core hands this
//! crate on (`gametree_core::kernels`) to the games and searches that have such loops; it is the only one of gametree's in which
//! `unsafe` stands, and depends on nothing.
//!
//! A hot loop is written once, in safe Rust, as a [`Kernel`]. [`run`] compiles it three times (AVX-512, AVX2 with BMI2,
//! and whatever the target's baseline is) and picks one at run time, so that the default build is fast without
//! `-C target-cpu=native`. Floating-point results are the same at every level: Rust neither contracts nor reorders.
//! Tests run a kernel at every [`Level`] the machine has with [`run_at`] and hold the results against each other.
//!
//! ```
//! use gametree_kernels::{Arch, Kernel, Level, run, run_at};
//!
//! /// How many of the values are even.
//! struct Even<'a>(&'a [u32]);
//!
//! impl Kernel for Even<'_> {
//!     type Out = usize;
//!     #[inline(always)]
//!     fn run<A: Arch>(self, _: A) -> usize {
//!         self.0.iter().filter(|&value| value % 2 == 0).count()
//!     }
//! }
//!
//! let values: Vec<u32> = (0..1001).collect();
//! assert_eq!(run(Even(&values)), 501);
//! assert!(Level::all().into_iter().all(|level| run_at(level, Even(&values)) == 501));
//! ```

use std::sync::LazyLock;

/// A set of CPU features for which kernels are compiled. A value other than `Baseline` exists only where the CPU has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level(Features);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Features {
    Baseline,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Level {
    /// The plain build, which every machine of the target has.
    pub const BASELINE: Level = Level(Features::Baseline);

    /// The best level of this machine, found once.
    #[inline]
    #[must_use]
    pub fn detect() -> Level {
        static BEST: LazyLock<Level> = LazyLock::new(|| Level::all().pop().unwrap_or(Level::BASELINE));
        *BEST
    }

    /// Every level of this machine, the baseline first.
    #[must_use]
    pub fn all() -> Vec<Level> {
        #[allow(unused_mut, reason = "other targets have the baseline only")]
        let mut levels = vec![Level::BASELINE];
        #[cfg(target_arch = "x86_64")]
        {
            levels.extend(has_avx2().then_some(Level(Features::Avx2)));
            levels.extend(has_avx512().then_some(Level(Features::Avx512)));
        }
        levels
    }
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    use std::is_x86_feature_detected as has;
    has!("avx2") && has!("bmi1") && has!("bmi2") && has!("popcnt") && has!("lzcnt")
}

#[cfg(target_arch = "x86_64")]
fn has_avx512() -> bool {
    use std::is_x86_feature_detected as has;
    has_avx2()
        && has!("avx512f")
        && has!("avx512bw")
        && has!("avx512dq")
        && has!("avx512vl")
        && has!("avx512vpopcntdq")
        && has!("avx512vbmi2")
}

/// What differs between levels beyond the compiler's own choice of instructions.
pub trait Arch: Copy {
    /// The bits of `source`, lowest first, laid into the set bits of `mask` (PDEP).
    fn deposit(self, source: u64, mask: u64) -> u64;

    /// Adds `amount` to those of 16 counters whose bit is set. Left to itself, the compiler makes gathers of it.
    fn add_masked(self, counters: &mut [u32; 16], bits: u16, amount: u32);

    /// [`Arch::add_masked`] with two sets of bits, each with its amount, in one pass.
    fn add_masked_twice(self, counters: &mut [u32; 16], bits: [u16; 2], amounts: [u32; 2]);

    /// Which of 16 counters equal `value`, as bits.
    fn equal(self, counters: &[u32; 16], value: u32) -> u16;
}

/// The baseline's [`Arch`].
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Arch for Portable {
    #[inline]
    fn deposit(self, source: u64, mut mask: u64) -> u64 {
        let (mut result, mut bit) = (0, source);
        while mask != 0 {
            result |= (mask & mask.wrapping_neg()) & (bit & 1).wrapping_neg();
            mask &= mask - 1;
            bit >>= 1;
        }
        result
    }

    #[inline(always)]
    fn add_masked(self, counters: &mut [u32; 16], bits: u16, amount: u32) {
        for (i, counter) in counters.iter_mut().enumerate() {
            *counter += u32::from(bits >> i & 1) * amount;
        }
    }

    #[inline(always)]
    fn add_masked_twice(self, counters: &mut [u32; 16], bits: [u16; 2], amounts: [u32; 2]) {
        for (i, counter) in counters.iter_mut().enumerate() {
            *counter += u32::from(bits[0] >> i & 1) * amounts[0] + u32::from(bits[1] >> i & 1) * amounts[1];
        }
    }

    #[inline(always)]
    fn equal(self, counters: &[u32; 16], value: u32) -> u16 {
        counters.iter().enumerate().fold(0, |bits, (i, &counter)| bits | u16::from(counter == value) << i)
    }
}

/// The [`Arch`] of the level with AVX2. Made only by this module, after detection.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
struct Avx2(());

#[cfg(target_arch = "x86_64")]
impl Arch for Avx2 {
    #[inline(always)]
    fn deposit(self, source: u64, mask: u64) -> u64 {
        // SAFETY: an `Avx2` exists only in `run_avx2` and `run_avx512`, which enable BMI2 and are called only after it was
        // detected.
        unsafe { core::arch::x86_64::_pdep_u64(source, mask) }
    }

    #[inline(always)]
    fn add_masked(self, counters: &mut [u32; 16], bits: u16, amount: u32) {
        Portable.add_masked(counters, bits, amount);
    }

    #[inline(always)]
    fn add_masked_twice(self, counters: &mut [u32; 16], bits: [u16; 2], amounts: [u32; 2]) {
        Portable.add_masked_twice(counters, bits, amounts);
    }

    #[inline(always)]
    fn equal(self, counters: &[u32; 16], value: u32) -> u16 {
        Portable.equal(counters, value)
    }
}

/// The [`Arch`] of the level with AVX-512. Made only by this module, after detection.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
struct Avx512(());

#[cfg(target_arch = "x86_64")]
impl Arch for Avx512 {
    #[inline(always)]
    fn deposit(self, source: u64, mask: u64) -> u64 {
        Avx2(()).deposit(source, mask)
    }

    #[inline(always)]
    fn add_masked(self, counters: &mut [u32; 16], bits: u16, amount: u32) {
        // SAFETY: an `Avx512` exists only in `run_avx512`, which enables AVX-512F and is called only after it was detected.
        unsafe { add_masked_avx512(counters, bits, amount) }
    }

    #[inline(always)]
    fn add_masked_twice(self, counters: &mut [u32; 16], bits: [u16; 2], amounts: [u32; 2]) {
        // SAFETY: as above.
        unsafe { add_masked_twice_avx512(counters, bits, amounts) }
    }

    #[inline(always)]
    fn equal(self, counters: &[u32; 16], value: u32) -> u16 {
        // SAFETY: as above.
        unsafe { equal_avx512(counters, value) }
    }
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx512f")]
fn add_masked_avx512(counters: &mut [u32; 16], bits: u16, amount: u32) {
    use core::arch::x86_64::{_mm512_loadu_epi32, _mm512_mask_add_epi32, _mm512_set1_epi32, _mm512_storeu_epi32};
    let address = counters.as_mut_ptr().cast::<i32>();
    // SAFETY: the address is that of 16 counters of 32 bits, borrowed for writing.
    unsafe {
        let old = _mm512_loadu_epi32(address);
        _mm512_storeu_epi32(address, _mm512_mask_add_epi32(old, bits, old, _mm512_set1_epi32(amount as i32)));
    }
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx512f")]
fn add_masked_twice_avx512(counters: &mut [u32; 16], bits: [u16; 2], amounts: [u32; 2]) {
    use core::arch::x86_64::{_mm512_loadu_epi32, _mm512_mask_add_epi32, _mm512_set1_epi32, _mm512_storeu_epi32};
    let address = counters.as_mut_ptr().cast::<i32>();
    // SAFETY: the address is that of 16 counters of 32 bits, borrowed for writing.
    unsafe {
        let old = _mm512_loadu_epi32(address);
        let once = _mm512_mask_add_epi32(old, bits[0], old, _mm512_set1_epi32(amounts[0] as i32));
        let twice = _mm512_mask_add_epi32(once, bits[1], once, _mm512_set1_epi32(amounts[1] as i32));
        _mm512_storeu_epi32(address, twice);
    }
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx512f")]
fn equal_avx512(counters: &[u32; 16], value: u32) -> u16 {
    use core::arch::x86_64::{_mm512_cmpeq_epi32_mask, _mm512_loadu_epi32, _mm512_set1_epi32};
    // SAFETY: the address is that of 16 counters of 32 bits.
    let counters = unsafe { _mm512_loadu_epi32(counters.as_ptr().cast()) };
    _mm512_cmpeq_epi32_mask(counters, _mm512_set1_epi32(value as i32))
}

/// Sixteen counters: one cache line, one AVX-512 register. Tables are slices of lanes, so kernels have no remainders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Lane(pub [u32; Lane::LEN]);

impl Lane {
    /// Counters in a lane.
    pub const LEN: usize = 16;
    /// All zero.
    pub const ZERO: Lane = Lane([0; Lane::LEN]);

    /// The lanes that `len` counters take.
    #[must_use]
    pub fn count(len: usize) -> usize {
        len.div_ceil(Lane::LEN)
    }

    /// The counters of some lanes, one after the other.
    #[inline(always)]
    #[must_use]
    pub fn flat(lanes: &[Lane]) -> &[u32] {
        // SAFETY: a lane is 16 counters and nothing else (its alignment is its size), so that many lanes are that many
        // counters without gaps; the borrow is the same.
        unsafe { std::slice::from_raw_parts(lanes.as_ptr().cast(), lanes.len() * Lane::LEN) }
    }

    /// The counters of some lanes, to write.
    #[inline(always)]
    #[must_use]
    pub fn flat_mut(lanes: &mut [Lane]) -> &mut [u32] {
        // SAFETY: as in `flat`; any value is a counter, and the borrow is the only one.
        unsafe { std::slice::from_raw_parts_mut(lanes.as_mut_ptr().cast(), lanes.len() * Lane::LEN) }
    }
}

const _: () = assert!(size_of::<Lane>() == 4 * Lane::LEN);

/// A hot loop. `run` must be `#[inline(always)]`, and so must be what it calls: code that is not inlined is compiled for
/// the baseline.
pub trait Kernel {
    /// What it computes.
    type Out;
    /// The computation.
    fn run<A: Arch>(self, arch: A) -> Self::Out;
}

/// Runs a kernel at the best level of this machine.
#[inline(always)]
pub fn run<K: Kernel>(kernel: K) -> K::Out {
    run_at(Level::detect(), kernel)
}

/// Runs a kernel at a given level.
#[inline(always)]
pub fn run_at<K: Kernel>(level: Level, kernel: K) -> K::Out {
    match level.0 {
        Features::Baseline => kernel.run(Portable),
        // SAFETY: a `Level` other than the baseline is made only by `detect` and `all`, after the CPU was found to have
        // every feature that the function enables.
        #[cfg(target_arch = "x86_64")]
        Features::Avx2 => unsafe { run_avx2(kernel) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Features::Avx512 => unsafe { run_avx512(kernel) },
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn run_avx2<K: Kernel>(kernel: K) -> K::Out {
    kernel.run(Avx2(()))
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx512vbmi2")]
fn run_avx512<K: Kernel>(kernel: K) -> K::Out {
    kernel.run(Avx512(()))
}

/// The `rank`-th set bit of `words`, from 0, lowest first; `None` if there are not that many. For use inside kernels.
#[inline(always)]
pub fn select_bit<A: Arch>(arch: A, words: &[u64], mut rank: u32) -> Option<usize> {
    for (index, &word) in words.iter().enumerate() {
        let count = word.count_ones();
        if rank < count {
            return Some(index * 64 + arch.deposit(1 << rank, word).trailing_zeros() as usize);
        }
        rank -= count;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SplitMix64 (Steele, Lea and Flood 2014): this crate depends on nothing.
    struct Rng(u64);

    impl Rng {
        fn next_word(&mut self) -> u64 {
            self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            mixed ^ mixed >> 31
        }

        fn below(&mut self, bound: u32) -> u32 {
            (self.next_word() % u64::from(bound)) as u32
        }
    }

    struct Select<'a>(&'a [u64], u32);

    impl Kernel for Select<'_> {
        type Out = Option<usize>;
        #[inline(always)]
        fn run<A: Arch>(self, arch: A) -> Option<usize> {
            select_bit(arch, self.0, self.1)
        }
    }

    struct Equal<'a>(&'a [u32; 16], u32);

    impl Kernel for Equal<'_> {
        type Out = u16;
        #[inline(always)]
        fn run<A: Arch>(self, arch: A) -> u16 {
            arch.equal(self.0, self.1)
        }
    }

    struct Add<'a>(&'a mut [u32; 16], u16, u32);

    struct Twice<'a>(&'a mut [u32; 16], [u16; 2], [u32; 2]);

    impl Kernel for Twice<'_> {
        type Out = ();
        #[inline(always)]
        fn run<A: Arch>(self, arch: A) {
            arch.add_masked_twice(self.0, self.1, self.2);
        }
    }

    impl Kernel for Add<'_> {
        type Out = ();
        #[inline(always)]
        fn run<A: Arch>(self, arch: A) {
            arch.add_masked(self.0, self.1, self.2);
        }
    }

    #[test]
    fn lane_operations_agree_with_loops_at_every_level() {
        let mut rng = Rng(4);
        for _ in 0..200 {
            let counters: [u32; 16] = std::array::from_fn(|_| rng.below(1000));
            let (bits, amount) = (rng.next_word() as u16, rng.below(3));
            let expected: [u32; 16] =
                std::array::from_fn(|i| if bits >> i & 1 == 1 { counters[i] + amount } else { counters[i] });
            let (value, mut equal) = (counters[rng.below(16) as usize], 0);
            (0..16).filter(|&i| counters[i] == value).for_each(|i| equal |= 1 << i);
            for level in Level::all() {
                assert_eq!(run_at(level, Equal(&counters, value)), equal);
                let mut sums = counters;
                run_at(level, Add(&mut sums, bits, amount));
                assert_eq!(sums, expected);
                let (more, other) = (bits.rotate_left(5), amount + 7);
                let mut one_by_one = expected;
                run_at(Level::BASELINE, Add(&mut one_by_one, more, other));
                let mut twice = counters;
                run_at(level, Twice(&mut twice, [bits, more], [amount, other]));
                assert_eq!(twice, one_by_one);
            }
        }
    }

    #[test]
    fn select_bit_agrees_with_a_walk_at_every_level() {
        let mut rng = Rng(3);
        assert_eq!(Level::all().last(), Some(&Level::detect()));
        for round in 0..200 {
            let words: Vec<u64> = (0..1 + round % 7).map(|_| rng.next_word() & rng.next_word()).collect();
            let bits: Vec<usize> =
                (0..64 * words.len()).filter(|&bit| words[bit / 64] >> (bit % 64) & 1 == 1).collect();
            for level in Level::all() {
                for rank in 0..=bits.len() as u32 {
                    assert_eq!(run_at(level, Select(&words, rank)), bits.get(rank as usize).copied());
                }
            }
        }
    }

    #[test]
    fn flat_counters_are_those_of_the_lanes() {
        let mut lanes = [Lane(std::array::from_fn(|i| i as u32)), Lane(std::array::from_fn(|i| 16 + i as u32))];
        assert!(Lane::flat(&lanes).iter().copied().eq(0..32));
        Lane::flat_mut(&mut lanes[1..])[3] = 7;
        assert_eq!((lanes[1].0[3], lanes[1].0[4], Lane::flat(&[]).len()), (7, 20, 0));
    }
}
