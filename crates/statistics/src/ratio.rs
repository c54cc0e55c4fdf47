//! How much larger one figure is than another, both measured several times side by side.

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::scores::square;

/// A ratio as several measurements tell it.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Ratio {
    /// The geometric mean of those in the middle.
    pub ratio: f64,
    /// Its 95 % interval; `None` for a single measurement, which tells nothing of its error.
    pub interval: Option<[f64; 2]>,
}

/// One ratio out of several, of which each was measured by itself. `None` without one, or unless all are positive and finite.
///
/// It is the geometric mean without the highest and the lowest fifth (none are left out of fewer than five), with Tukey and
/// McLaughlin's interval: Student's t, the variance being that of the logarithms after each one left out was replaced by the nearest
/// that was kept. So a few measurements that something else disturbed move neither the mean nor the interval, and with fewer than five it is
/// the usual interval of a mean.
///
/// ```
/// use gametree_statistics::mean_ratio;
/// let calm = mean_ratio(&[1.01, 1.02, 1.00, 1.03, 1.02, 1.01]).unwrap();
/// let disturbed = mean_ratio(&[1.01, 1.02, 1.00, 1.53, 1.02, 1.01]).unwrap();
/// assert_eq!(calm.ratio, disturbed.ratio);
/// let [low, high] = disturbed.interval.unwrap();
/// assert!(low > 1.0 && high < 1.03);
/// ```
#[must_use]
pub fn mean_ratio(ratios: &[f64]) -> Option<Ratio> {
    if ratios.is_empty() || !ratios.iter().all(|&ratio| ratio.is_finite() && ratio > 0.0) {
        return None;
    }
    let mut logs: Vec<f64> = ratios.iter().map(|&ratio| libm::log(ratio)).collect();
    logs.sort_by(f64::total_cmp);
    let cut = logs.len() / 5;
    let (low, high) = (logs[cut], logs[logs.len() - 1 - cut]);
    let kept = &logs[cut..logs.len() - cut];
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (count, centre) = (kept.len() as f64, mean(kept));
    let interval = || {
        let student = StudentsT::new(0.0, 1.0, count - 1.0).ok()?;
        let replaced: Vec<f64> = logs.iter().map(|&log| log.clamp(low, high)).collect();
        let middle = mean(&replaced);
        let squares: f64 = replaced.iter().map(|&log| square(log - middle)).sum();
        let spread = student.inverse_cdf(0.975) * (squares / (count * (count - 1.0))).sqrt();
        let interval = [libm::exp(centre - spread), libm::exp(centre + spread)];
        interval.iter().all(|end| end.is_finite()).then_some(interval)
    };
    let interval = if kept.len() > 1 { interval() } else { None };
    Some(Ratio { ratio: libm::exp(centre), interval })
}
