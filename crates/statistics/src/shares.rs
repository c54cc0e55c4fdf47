//! Several shares of points at once: whether they are alike, and whether they grow with something.

use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};

use crate::Tally;

/// "All alike": Pearson's test of homogeneity of the shares of points. Draws vary less than wins and losses do, and count as such
/// ([`Tally::variance`]). Returns p; `None` unless two of the tallies have games.
#[must_use]
pub fn homogeneity(tallies: &[Tally]) -> Option<f64> {
    let pooled = tallies.iter().fold(Tally::default(), |sum, &tally| sum + tally);
    let (rate, variance) = (pooled.rate()?, pooled.variance()?);
    let shares: Vec<(f64, f64)> =
        tallies.iter().filter_map(|tally| Some((tally.games() as f64, tally.rate()?))).collect();
    let freedom = shares.len().checked_sub(1).filter(|freedom| *freedom > 0)?;
    if variance == 0.0 {
        return Some(1.0);
    }
    let square = |x: f64| x * x;
    let statistic: f64 = shares.iter().map(|(games, share)| games * square(share - rate) / variance).sum();
    ChiSquared::new(freedom as f64).ok().map(|distribution| distribution.sf(statistic))
}

/// Cochran and Armitage's test of a trend of the share of points with a score, within strata: the normal deviate, positive when
/// it grows. Each stratum is a list of scores with what was counted there. A draw counts as half a success, and varies as such.
/// `None` when there is nothing to compare.
#[must_use]
pub fn trend(strata: &[Vec<(f64, Tally)>]) -> Option<f64> {
    let (mut statistic, mut variance) = (0.0, 0.0);
    for points in strata {
        let pooled = points.iter().fold(Tally::default(), |sum, &(_, tally)| sum + tally);
        let (Some(rate), Some(of_one)) = (pooled.rate(), pooled.variance()) else { continue };
        let mean =
            points.iter().map(|(score, tally)| score * tally.games() as f64).sum::<f64>() / pooled.games() as f64;
        for (score, tally) in points {
            let Some(share) = tally.rate() else { continue };
            let number = tally.games() as f64;
            statistic += number * (share - rate) * (score - mean);
            variance += of_one * number * (score - mean) * (score - mean);
        }
    }
    (variance > 0.0).then(|| statistic / variance.sqrt())
}

/// How many standard deviations from the mean of a normal distribution `p` of it lies below; `None` unless 0 < `p` < 1.
#[must_use]
pub fn normal_quantile(p: f64) -> Option<f64> {
    (p > 0.0 && p < 1.0).then(|| Normal::standard().inverse_cdf(p))
}
