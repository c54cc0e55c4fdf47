//! Seeded random numbers that are the same on every machine and in every release.

use std::convert::Infallible;

use rand::{Rng as _, SeedableRng, TryRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The generator of every search: xoshiro256++ (Blackman and Vigna 2018), a named algorithm, where `StdRng` and
/// `SmallRng` may change with a release of rand.
///
/// It implements rand's traits, but decisions use [`Rng::below`], whose stream no other crate can change.
///
/// ```
/// use gametree_core::Rng;
/// let mut rng = Rng::new(42);
/// assert_eq!(rng.next_word(), 15021278609987233951);
/// assert!(rng.below(6) < 6);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// A generator for this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// The next 64 random bits.
    #[inline]
    pub fn next_word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniform number below `bound`, without bias (Lemire 2019, "Fast random integer generation in an interval").
    ///
    /// # Panics
    /// In debug builds if `bound` is 0; in release builds the result is then 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        debug_assert!(bound > 0, "no number is below 0");
        let mut product = (self.next_word() >> 32) * u64::from(bound);
        if (product as u32) < bound {
            let rejected = bound.wrapping_neg() % bound.max(1);
            while (product as u32) < rejected {
                product = (self.next_word() >> 32) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }
}

impl TryRng for Rng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.0.next_u32())
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.0.next_u64())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.fill_bytes(bytes);
        Ok(())
    }
}

/// Mixes values into one seed, each in its place: the SplitMix64 finalizer (Steele, Lea and Flood 2014), applied once
/// per value. Deterministic, and no secret.
///
/// The seed of a move is `mix(&[game seed, side, ply])`, so any recorded move can be searched again alone.
#[must_use]
pub fn mix(values: &[u64]) -> u64 {
    values.iter().fold(0x243F_6A88_85A3_08D3, |state: u64, &value| {
        let mut z = (state ^ value).wrapping_add(0x9E37_79B9_7F4A_7C15);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_pinned() {
        let mut rng = Rng::new(42);
        assert_eq!([rng.next_word(), rng.next_word()], [15021278609987233951, 5881210131331364753]);
        let mut rng = Rng::new(7);
        let dice: Vec<u32> = (0..12).map(|_| rng.below(6)).collect();
        assert_eq!(dice, PINNED_DICE);
    }

    const PINNED_DICE: [u32; 12] = [0, 1, 4, 2, 5, 2, 4, 1, 5, 0, 0, 1];

    #[test]
    fn below_is_uniform() {
        for bound in [1, 2, 3, 7, 121] {
            let mut rng = Rng::new(u64::from(bound));
            let mut counts = vec![0u64; bound as usize];
            for _ in 0..20_000 {
                counts[rng.below(bound) as usize] += 1;
            }
            let expected = vec![1.0; bound as usize];
            crate::testing::chi_squared(&counts, &expected).assert_plausible("below");
        }
    }

    #[test]
    fn mix_separates_places_and_neighbours() {
        let mut seen = std::collections::HashSet::new();
        for a in 0..30 {
            for b in 0..30 {
                assert!(seen.insert(mix(&[a, b])));
            }
        }
        assert_ne!(mix(&[1]), mix(&[1, 0]));
    }
}
