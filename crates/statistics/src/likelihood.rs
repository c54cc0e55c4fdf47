//! Generalized log-likelihood ratios of counted results, for the sequential test.
//!
//! The most likely distribution with a given mean has the probabilities p / (1 + x a), p being what was observed, a the
//! distance of a result from that mean, and x the root of Σ p a / (1 + x a) = 0 (Van den Bergh, "Maximum likelihood for
//! multinomial distributions", proposition 1.1; for a given mean in standard deviations, "Comments on normalized Elo",
//! section 4.1).

use crate::scores::{Scores, square};

/// In place of a count of zero, as in Fishtest: every result can happen.
const FLOOR: f64 = 1e-3;

/// The log-likelihood ratio of the second to the first difference in logistic Elo.
pub(crate) fn log_ratio_expected<const N: usize>(scores: &Scores<N>, elo: [f64; 2]) -> f64 {
    let (count, shares) = shares(scores);
    let [log0, log1] = elo.map(|elo| {
        let mean = 1.0 / (1.0 + libm::pow(10.0, -elo / 400.0));
        let distances = Scores::<N>::values().map(|value| value - mean);
        // The mean is strictly between the ends, so there are distances of both signs.
        let x = tilt(&shares, &distances).unwrap_or(0.0);
        expected_log(&shares, &weights(x, &distances))
    });
    count * (log0 - log1)
}

/// The same for differences in normalized Elo: 800 / ln 10 points are one standard deviation of a game.
pub(crate) fn log_ratio_normalized<const N: usize>(scores: &Scores<N>, elo: [f64; 2]) -> f64 {
    let (count, shares) = shares(scores);
    // The mean of several games has a smaller deviation than one.
    let games = (N - 1) as f64 / 2.0;
    let deviations = elo.map(|elo| elo / (800.0 / std::f64::consts::LN_10) * games.sqrt());
    match deviations.map(|deviations| normalized_log(&shares, deviations)) {
        [Some(log0), Some(log1)] => count * (log0 - log1),
        _ => count * normal_log_ratio(&shares, deviations),
    }
}

/// The observed shares, and of how many they are.
fn shares<const N: usize>(scores: &Scores<N>) -> (f64, [f64; N]) {
    let counts = scores.0.map(|count| if count == 0 { FLOOR } else { count as f64 });
    let count: f64 = counts.iter().sum();
    (count, counts.map(|part| part / count))
}

/// The root x of Σ p a / (1 + x a), which falls between its two poles; `None` without two poles.
fn tilt<const N: usize>(shares: &[f64; N], distances: &[f64; N]) -> Option<f64> {
    let least = distances.iter().copied().fold(f64::INFINITY, f64::min);
    let most = distances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    let (mut lo, mut hi) = (-1.0 / most, -1.0 / least);
    loop {
        let x = f64::midpoint(lo, hi);
        if x <= lo || x >= hi {
            return Some(x);
        }
        let slope: f64 = shares.iter().zip(distances).map(|(p, a)| p * a / (1.0 + x * a)).sum();
        if slope > 0.0 { lo = x } else { hi = x }
    }
}

/// By what the observed shares are divided. All are positive, because the root lies between the poles.
fn weights<const N: usize>(x: f64, distances: &[f64; N]) -> [f64; N] {
    distances.map(|a| (1.0 + x * a).max(f64::MIN_POSITIVE))
}

fn expected_log<const N: usize>(shares: &[f64; N], weights: &[f64; N]) -> f64 {
    shares.iter().zip(weights).map(|(p, weight)| p * libm::log(*weight)).sum()
}

/// The loss of likelihood per result when the mean has to be so many standard deviations above one half; `None` if the
/// iteration finds no such distribution.
fn normalized_log<const N: usize>(shares: &[f64; N], deviations: f64) -> Option<f64> {
    let values = Scores::<N>::values();
    let mut fitted = [1.0 / N as f64; N];
    for _ in 0..200 {
        let (mean, variance) = moments(&fitted);
        let sigma = variance.sqrt();
        let distances =
            values.map(|value| value - 0.5 - deviations * sigma * (1.0 + square((mean - value) / sigma)) / 2.0);
        let weights = weights(tilt(shares, &distances)?, &distances);
        let next: [f64; N] = std::array::from_fn(|index| shares[index] / weights[index]);
        let change = next.iter().zip(&fitted).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
        fitted = next;
        if change < 1e-9 {
            return Some(expected_log(shares, &weights));
        }
    }
    None
}

/// The ratio per result for normal results ("Comments on normalized Elo", section 4.2).
fn normal_log_ratio<const N: usize>(shares: &[f64; N], deviations: [f64; 2]) -> f64 {
    let (mean, variance) = moments(shares);
    let found = (mean - 0.5) / variance.sqrt();
    let [far0, far1] = deviations.map(|deviations| 1.0 + square(found - deviations));
    libm::log(far0 / far1) / 2.0
}

fn moments<const N: usize>(shares: &[f64; N]) -> (f64, f64) {
    let values = Scores::<N>::values();
    let mean: f64 = shares.iter().zip(values).map(|(p, value)| p * value).sum();
    (mean, shares.iter().zip(values).map(|(p, value)| p * square(value - mean)).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_iteration_finds_the_distribution_in_all_that_may_be_asked() {
        for first in 0..=20u64 {
            for second in 0..=20 - first {
                let counts = Scores([first, second, 20 - first - second]);
                let (_, shares) = shares(&counts);
                // 200 normalized Elo points, of a game and of a pair.
                for deviations in [0.0, 0.003, -0.1, 0.576, -0.576, 0.815, -0.815] {
                    let found = normalized_log(&shares, deviations);
                    assert!(found.is_some_and(|log| log > -1e-9), "{counts:?} at {deviations}: {found:?}");
                }
            }
        }
    }
}
