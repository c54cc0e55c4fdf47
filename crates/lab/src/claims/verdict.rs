//! Verdicts, and the tests that they rest on. Each is at the 5 % level.

use gametree_statistics::{LEVEL, Tally, homogeneity, normal_quantile, trend};
use serde::Serialize;

use crate::show::Share;

/// What our data say about a claim.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Supported.
    Holds,
    /// Not enough was played, or the intervals are too wide.
    Undecided,
    /// Contradicted.
    #[serde(rename = "does not hold")]
    DoesNotHold,
}

impl Verdict {
    /// In words, as the ledger has it.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Undecided => "undecided",
            Verdict::DoesNotHold => "does not hold",
        }
    }

    /// Of a claim with two parts: both must hold, and either can refute it.
    #[must_use]
    pub fn and(self, other: Verdict) -> Verdict {
        self.max(other)
    }

    fn of(holds: bool, refuted: bool) -> Verdict {
        match (refuted, holds) {
            (true, _) => Verdict::DoesNotHold,
            (_, true) => Verdict::Holds,
            _ => Verdict::Undecided,
        }
    }
}

/// "Ahead in every cell". Holds if each cell's one-sided bound is above 50 % (an intersection-union test needs no correction for the
/// cells); does not hold if some cell's bound is below 50 % at the level divided by the number of cells. The level is 5 % divided by
/// the number of times that the data were looked at with the choice to play on.
#[must_use]
pub fn ahead_everywhere(shares: &[Share], looks: f64) -> Verdict {
    let level = LEVEL / looks;
    let refuting = level / shares.len().max(1) as f64;
    Verdict::of(
        !shares.is_empty() && shares.iter().all(|share| share.interval(level)[0] > 0.5),
        shares.iter().any(|share| share.interval(refuting)[1] < 0.5),
    )
}

/// "Slightly behind": the one-sided bound is below 50 %, and the rate is not under 40 %.
#[must_use]
pub fn slightly_behind(share: Share) -> Verdict {
    let [lo, hi] = share.interval(LEVEL);
    Verdict::of(hi < 0.5 && lo > 0.4, lo > 0.5 || hi < 0.4)
}

/// "From `low` to `high`" of each. Does not hold if some 95 % interval, corrected for the number of cells, misses the range; holds if each
/// plain 95 % interval lies within the range widened by `slack` on both sides.
#[must_use]
pub fn within(shares: &[Share], low: f64, high: f64, slack: f64) -> Verdict {
    let corrected = LEVEL / 2.0 / shares.len().max(1) as f64;
    let misses = |share: &Share| {
        let [lo, hi] = share.interval(corrected);
        hi < low || lo > high
    };
    let inside = |share: &Share| {
        let [lo, hi] = share.interval95();
        lo >= low - slack && hi <= high + slack
    };
    Verdict::of(!shares.is_empty() && shares.iter().all(inside), shares.iter().any(misses))
}

/// "Grows": one-sided.
#[must_use]
pub fn grows(deviate: Option<f64>) -> Verdict {
    let limit = quantile(1.0 - LEVEL);
    deviate.map_or(Verdict::Undecided, |z| Verdict::of(z > limit, z < -limit))
}

/// "The first share is larger", of two independent ones: the normal deviate.
#[must_use]
pub fn difference(one: Share, other: Share) -> Option<f64> {
    trend(&[vec![(1.0, one.tally()), (0.0, other.tally())]])
}

/// "All alike": Pearson's test of homogeneity. Returns p.
#[must_use]
pub fn alike(shares: &[Share]) -> Option<f64> {
    homogeneity(&shares.iter().map(|share| share.tally()).collect::<Vec<Tally>>())
}

/// "Not sensitive", one of so many games: holds if homogeneity is not rejected and every 95 % interval is at most ten points wide.
#[must_use]
pub fn insensitive(shares: &[Share], games: usize) -> Verdict {
    let narrow = |share: &Share| {
        let [lo, hi] = share.interval95();
        hi - lo <= 0.1
    };
    match alike(shares) {
        Some(p) => {
            let level = LEVEL / games as f64;
            Verdict::of(p >= level && shares.iter().all(narrow), p < level)
        }
        None => Verdict::Undecided,
    }
}

/// "None is better": `shares` are those of the plain player against each variant. Does not hold if some variant is ahead at 5 %
/// divided by their number; holds if no variant's one-sided bound is above 56 %.
#[must_use]
pub fn none_is_better(shares: &[Share]) -> Verdict {
    let corrected = LEVEL / shares.len().max(1) as f64;
    Verdict::of(
        !shares.is_empty() && shares.iter().all(|share| share.interval(LEVEL)[0] >= 0.44),
        shares.iter().any(|share| share.interval(corrected)[1] < 0.5),
    )
}

/// How much a tree's depth grows from one budget to another, and the standard error of the logarithm of that.
#[derive(Clone, Copy, Debug)]
pub struct Growth {
    /// The second depth divided by the first.
    pub factor: f64,
    /// Of the factor's natural logarithm.
    pub error: f64,
}

impl Growth {
    /// From mean depths with their standard errors.
    #[must_use]
    pub fn new([from, to]: [(f64, f64); 2]) -> Option<Growth> {
        let usable = from.0 > 0.0 && to.0 > 0.0;
        let relative = |(mean, error): (f64, f64)| error / mean;
        usable.then(|| Growth { factor: to.0 / from.0, error: libm::hypot(relative(from), relative(to)) })
    }
}

/// "The first one's tree grows deeper, the other's stagnates (under 10 %)", in every cell.
#[must_use]
pub fn only_the_first_grows(cells: &[[Growth; 2]]) -> Verdict {
    let corrected = quantile(1.0 - LEVEL / cells.len().max(1) as f64);
    let limit = quantile(1.0 - LEVEL);
    let stagnates = |growth: &Growth, z: f64| libm::log(growth.factor / 1.1) + z * growth.error;
    let lead = |[one, other]: &[Growth; 2]| (libm::log(one.factor / other.factor), libm::hypot(one.error, other.error));
    let holds = |cell: &[Growth; 2]| {
        let (lead, error) = lead(cell);
        lead > limit * error && stagnates(&cell[1], limit) < 0.0
    };
    let refuted = |cell: &[Growth; 2]| {
        let (lead, error) = lead(cell);
        lead < -corrected * error || stagnates(&cell[1], -corrected) > 0.0
    };
    Verdict::of(!cells.is_empty() && cells.iter().all(holds), cells.iter().any(refuted))
}

/// Of the standard normal distribution; a level that is none leaves everything undecided.
fn quantile(p: f64) -> f64 {
    normal_quantile(p).unwrap_or(f64::INFINITY)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(points: f64, games: u64) -> Share {
        let wins = points as u64;
        Share::new(Tally { wins, losses: games - wins, draws: 0 }).unwrap()
    }

    #[test]
    fn ahead_behind_and_undecided() {
        let good = share(240.0, 400);
        let even = share(205.0, 400);
        let bad = share(160.0, 400);
        assert_eq!(ahead_everywhere(&[good, good], 1.0), Verdict::Holds);
        assert_eq!(ahead_everywhere(&[good, even], 1.0), Verdict::Undecided);
        assert_eq!(ahead_everywhere(&[good, bad], 1.0), Verdict::DoesNotHold);
        assert_eq!(ahead_everywhere(&[], 1.0), Verdict::Undecided);
        // One-sided: 217 of 400 is 54.25 %, 1.70 standard deviations; 216 is 1.60.
        assert_eq!(ahead_everywhere(&[share(217.0, 400)], 1.0), Verdict::Holds);
        assert_eq!(ahead_everywhere(&[share(216.0, 400)], 1.0), Verdict::Undecided);
        // 1.96 standard errors of 2.5 points, and no longer 1.64.
        assert_eq!(ahead_everywhere(&[share(220.0, 400)], 2.0), Verdict::Holds);
        assert_eq!(ahead_everywhere(&[share(217.0, 400)], 2.0), Verdict::Undecided);
        assert_eq!(slightly_behind(share(182.0, 400)), Verdict::Holds);
        assert_eq!(slightly_behind(even), Verdict::Undecided);
        assert_eq!(slightly_behind(good), Verdict::DoesNotHold);
        assert_eq!(slightly_behind(share(120.0, 400)), Verdict::DoesNotHold);
        assert_eq!(within(&[share(292.0, 400)], 0.70, 0.76, 0.05), Verdict::Holds);
        assert_eq!(within(&[share(240.0, 400)], 0.70, 0.76, 0.05), Verdict::DoesNotHold);
        assert_eq!(within(&[share(276.0, 400)], 0.70, 0.76, 0.05), Verdict::Undecided);
        assert_eq!(none_is_better(&[even, good]), Verdict::Holds);
        assert_eq!(none_is_better(&[share(160.0, 400)]), Verdict::DoesNotHold);
        assert_eq!(none_is_better(&[share(188.0, 400)]), Verdict::Undecided);
    }

    #[test]
    fn growth_and_alikeness_are_judged_one_sided_and_two_sided() {
        assert_eq!([Some(2.56), Some(-2.56), Some(0.3), None].map(grows), {
            use Verdict::{DoesNotHold, Holds, Undecided};
            [Holds, DoesNotHold, Undecided, Undecided]
        });
        let [low, high] = [share(4000.0, 10_000), share(5000.0, 10_000)];
        assert_eq!(insensitive(&[low, low], 1), Verdict::Holds);
        assert_eq!(insensitive(&[low, high], 1), Verdict::DoesNotHold);
        assert_eq!(insensitive(&[share(40.0, 100), share(41.0, 100)], 1), Verdict::Undecided);
        assert_eq!((insensitive(&[low], 1), alike(&[low])), (Verdict::Undecided, None));
        assert!(difference(high, low).unwrap() > 2.0 && difference(low, high).unwrap() < -2.0);
    }

    #[test]
    fn depth_must_grow_on_one_side_and_not_on_the_other() {
        let growth = |factor, error| Growth { factor, error };
        assert_eq!(only_the_first_grows(&[[growth(1.5, 0.02), growth(1.02, 0.02)]]), Verdict::Holds);
        assert_eq!(only_the_first_grows(&[[growth(1.5, 0.02), growth(1.3, 0.02)]]), Verdict::DoesNotHold);
        assert_eq!(only_the_first_grows(&[[growth(1.05, 0.1), growth(1.02, 0.1)]]), Verdict::Undecided);
        let growth = Growth::new([(4.0, 0.04), (6.0, 0.06)]).unwrap();
        assert!((growth.factor - 1.5).abs() < 1e-12 && (growth.error - 0.0002f64.sqrt()).abs() < 1e-12);
        assert!(Growth::new([(0.0, 0.1), (6.0, 0.1)]).is_none());
    }

    #[test]
    fn a_claim_with_two_parts_needs_both() {
        use Verdict::{DoesNotHold, Holds, Undecided};
        assert_eq!(
            (Holds.and(Holds), Holds.and(Undecided), Undecided.and(DoesNotHold)),
            (Holds, Undecided, DoesNotHold)
        );
    }
}
