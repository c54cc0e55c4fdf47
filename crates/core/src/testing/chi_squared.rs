//! Pearson's test that counts come from a distribution, for comparing playouts.

/// The statistic of a chi-squared test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChiSquared {
    /// The sum of (observed − expected)² / expected.
    pub statistic: f64,
    /// Degrees of freedom.
    pub freedom: usize,
}

impl ChiSquared {
    /// How many standard deviations the statistic lies above its expectation, by Wilson and Hilferty's cube root (1931).
    #[must_use]
    pub fn z(&self) -> f64 {
        if self.freedom == 0 {
            return 0.0;
        }
        let k = self.freedom as f64;
        let spread = 2.0 / (9.0 * k);
        (libm::cbrt(self.statistic / k) - (1.0 - spread)) / spread.sqrt()
    }

    /// Panics when the statistic is 4.5 standard deviations too high: 3 in a million tests of equal distributions, and
    /// with fixed seeds the same verdict at every run.
    pub fn assert_plausible(&self, what: &str) {
        assert!(self.z() < 4.5, "{what}: {self:?} is {:.1} standard deviations above its expectation", self.z());
    }
}

/// Tests counts against expected shares, which need not add up to 1. Classes expected to stay below 5 are pooled.
///
/// # Panics
/// If the two differ in length.
#[must_use]
pub fn chi_squared(counts: &[u64], shares: &[f64]) -> ChiSquared {
    assert_eq!(counts.len(), shares.len());
    let total = counts.iter().sum::<u64>() as f64 / shares.iter().sum::<f64>();
    collect(counts.iter().zip(shares).map(|(&count, &share)| (count as f64, share * total)), |observed, expected| {
        (observed - expected) * (observed - expected) / expected
    })
}

/// Tests whether two samples of the same size come from one distribution.
///
/// # Panics
/// If the two differ in length.
#[must_use]
pub fn chi_squared_two_samples(a: &[u64], b: &[u64]) -> ChiSquared {
    assert_eq!(a.len(), b.len());
    let pairs = a.iter().zip(b).map(|(&a, &b)| (a as f64 - b as f64, (a + b) as f64));
    collect(pairs, |difference, sum| difference * difference / sum)
}

/// Sums `term` over the classes, those with a second figure below 5 pooled into one.
fn collect(classes: impl Iterator<Item = (f64, f64)>, term: impl Fn(f64, f64) -> f64) -> ChiSquared {
    let (mut statistic, mut used, mut rare) = (0.0, 0usize, (0.0, 0.0));
    for (value, size) in classes {
        if size < 5.0 {
            rare = (rare.0 + value, rare.1 + size);
        } else {
            statistic += term(value, size);
            used += 1;
        }
    }
    if rare.1 >= 5.0 {
        statistic += term(rare.0, rare.1);
        used += 1;
    }
    ChiSquared { statistic, freedom: used.saturating_sub(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_equal_from_different() {
        assert!(chi_squared(&[100, 98, 103], &[1.0, 1.0, 1.0]).z() < 1.0);
        assert!(chi_squared(&[200, 50, 51], &[1.0, 1.0, 1.0]).z() > 6.0);
        assert!(chi_squared_two_samples(&[500, 500], &[510, 490]).z() < 1.0);
        assert!(chi_squared_two_samples(&[500, 500], &[700, 300]).z() > 6.0);
    }
}
