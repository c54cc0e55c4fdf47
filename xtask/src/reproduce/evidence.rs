//! What was played, and the tests that the verdicts rest on. Each is at the 5 % level.

use gametree_statistics::Tally;
use gametree_tournament::{CellFigures, Plan, Tables};
use serde::Serialize;
use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};

const LEVEL: f64 = 0.05;

/// What our data say about a claim.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    /// Supported.
    Holds,
    /// Not enough was played, or the intervals are too wide.
    Undecided,
    /// Contradicted.
    #[serde(rename = "does not hold")]
    DoesNotHold,
}

impl Verdict {
    pub(crate) fn text(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Undecided => "undecided",
            Verdict::DoesNotHold => "does not hold",
        }
    }

    /// Of a claim with two parts: both must hold, and either can refute it.
    pub(crate) fn and(self, other: Verdict) -> Verdict {
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

/// The tables of a plan, and how many games each cell was to have.
pub(crate) struct Evidence {
    pub(crate) tables: Tables,
    planned: Vec<Planned>,
}

struct Planned {
    game: String,
    size: String,
    budget: String,
    players: [String; 2],
    games: u32,
}

impl Evidence {
    pub(crate) fn new(plan: &Plan, tables: Tables) -> Self {
        let planned = plan.cells().into_iter().map(|cell| Planned {
            game: cell.setup.game().to_string(),
            size: cell.setup.size().to_string(),
            budget: cell.budget.to_string(),
            players: cell.players.map(|player| player.name),
            games: cell.games,
        });
        Evidence { planned: planned.collect(), tables }
    }

    /// The cells of a game with one of these budgets, in the plan's order; all sizes without any. A cell in which games are still to be
    /// played is `None`: looking at it early and stopping when it pleases would bend the level of the tests.
    pub(crate) fn cells(&self, game: &str, sizes: &[&str], budgets: &[&str]) -> Vec<(String, Option<&CellFigures>)> {
        let wanted = |planned: &&Planned| {
            planned.game == game
                && (sizes.is_empty() || sizes.contains(&planned.size.as_str()))
                && budgets.contains(&planned.budget.as_str())
        };
        let name = |planned: &Planned| {
            let [a, b] = &planned.players;
            format!("{} {} {} {a} against {b}", planned.game, planned.size, planned.budget)
        };
        self.planned.iter().filter(wanted).map(|planned| (name(planned), self.complete(planned))).collect()
    }

    fn complete(&self, planned: &Planned) -> Option<&CellFigures> {
        self.tables.cells.iter().find(|cell| {
            let key = (&cell.game, &cell.size, &cell.budget, &cell.a, &cell.b);
            key == (&planned.game, &planned.size, &planned.budget, &planned.players[0], &planned.players[1])
                && cell.games + cell.void >= u64::from(planned.games)
        })
    }
}

/// A share of the points of at least one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    pub(crate) rate: f64,
    pub(crate) games: u64,
    tally: Tally,
}

impl Share {
    /// `None` without games.
    pub(crate) fn new(tally: Tally) -> Option<Share> {
        Some(Share { rate: tally.rate()?, games: tally.games(), tally })
    }

    pub(crate) fn of(cell: &CellFigures) -> Option<Share> {
        Share::new(cell.tally())
    }

    /// From the view of the other side.
    pub(crate) fn of_other_side(cell: &CellFigures) -> Option<Share> {
        Share::new(cell.tally().other_side())
    }

    /// Of all games together.
    pub(crate) fn pooled(shares: &[Share]) -> Option<Share> {
        Share::new(shares.iter().fold(Tally::default(), |sum, share| sum + share.tally))
    }

    /// Of one game: draws vary less than wins and losses do.
    fn variance(self) -> f64 {
        self.tally.variance().unwrap_or(0.0)
    }

    fn interval(self, one_sided_level: f64) -> [f64; 2] {
        // There are games, so there is an interval.
        self.tally.interval(quantile(1.0 - one_sided_level)).unwrap_or([0.0, 1.0])
    }

    /// The usual 95 % interval.
    pub(crate) fn interval95(self) -> [f64; 2] {
        self.interval(LEVEL / 2.0)
    }
}

/// "Ahead in every cell". Holds if each cell's one-sided bound is above 50 % (an intersection-union test needs no correction for the
/// cells); does not hold if some cell's bound is below 50 % at the level divided by the number of cells. The level is 5 % divided by
/// the number of times that the data were looked at with the choice to play on.
pub(crate) fn ahead_everywhere(shares: &[Share], looks: f64) -> Verdict {
    let level = LEVEL / looks;
    let refuting = level / shares.len().max(1) as f64;
    Verdict::of(
        !shares.is_empty() && shares.iter().all(|share| share.interval(level)[0] > 0.5),
        shares.iter().any(|share| share.interval(refuting)[1] < 0.5),
    )
}

/// "Slightly behind": the one-sided bound is below 50 %, and the rate is not under 40 %.
pub(crate) fn slightly_behind(share: Share) -> Verdict {
    let [lo, hi] = share.interval(LEVEL);
    Verdict::of(hi < 0.5 && lo > 0.4, lo > 0.5 || hi < 0.4)
}

/// "From `low` to `high`" of each. Does not hold if some 95 % interval, corrected for the number of cells, misses the range; holds if each
/// plain 95 % interval lies within the range widened by `slack` on both sides.
pub(crate) fn within(shares: &[Share], low: f64, high: f64, slack: f64) -> Verdict {
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

/// Cochran and Armitage's test of a trend of the share with a score, within strata: the normal deviate, positive when it grows.
/// A draw counts as half a success, and varies as such. `None` when there is nothing to compare.
pub(crate) fn trend(strata: &[Vec<(f64, Share)>]) -> Option<f64> {
    let (mut statistic, mut variance) = (0.0, 0.0);
    for points in strata {
        let shares: Vec<Share> = points.iter().map(|(_, share)| *share).collect();
        let Some(pooled) = Share::pooled(&shares) else { continue };
        let (games, rate) = (pooled.games as f64, pooled.rate);
        let mean = points.iter().map(|(score, share)| score * share.games as f64).sum::<f64>() / games;
        for (score, share) in points {
            let number = share.games as f64;
            statistic += number * (share.rate - rate) * (score - mean);
            variance += pooled.variance() * number * (score - mean) * (score - mean);
        }
    }
    (variance > 0.0).then(|| statistic / variance.sqrt())
}

/// "Grows": one-sided.
pub(crate) fn grows(deviate: Option<f64>) -> Verdict {
    let limit = quantile(1.0 - LEVEL);
    deviate.map_or(Verdict::Undecided, |z| Verdict::of(z > limit, z < -limit))
}

/// "The first share is larger", of two independent ones: the normal deviate.
pub(crate) fn difference(one: Share, other: Share) -> Option<f64> {
    trend(&[vec![(1.0, one), (0.0, other)]])
}

/// "All alike": Pearson's test of homogeneity. Returns p.
pub(crate) fn homogeneity(shares: &[Share]) -> Option<f64> {
    let pooled = Share::pooled(shares)?;
    let variance = pooled.variance();
    let freedom = shares.len().checked_sub(1).filter(|freedom| *freedom > 0)?;
    if variance == 0.0 {
        return Some(1.0);
    }
    let square = |x: f64| x * x;
    let statistic: f64 =
        shares.iter().map(|share| share.games as f64 * square(share.rate - pooled.rate) / variance).sum();
    ChiSquared::new(freedom as f64).ok().map(|distribution| distribution.sf(statistic))
}

/// A p as it is printed: none is 0.
pub(crate) fn p_text(p: f64) -> String {
    if p < 0.001 { "p < 0.001".into() } else { format!("p = {p:.3}") }
}

/// "Not sensitive", one of so many games: holds if homogeneity is not rejected and every 95 % interval is at most ten points wide.
pub(crate) fn insensitive(shares: &[Share], games: usize) -> Verdict {
    let narrow = |share: &Share| {
        let [lo, hi] = share.interval95();
        hi - lo <= 0.1
    };
    match homogeneity(shares) {
        Some(p) => {
            let level = LEVEL / games as f64;
            Verdict::of(p >= level && shares.iter().all(narrow), p < level)
        }
        None => Verdict::Undecided,
    }
}

/// "None is better": `shares` are those of the plain player against each variant. Does not hold if some variant is ahead at 5 %
/// divided by their number; holds if no variant's one-sided bound is above 56 %.
pub(crate) fn none_is_better(shares: &[Share]) -> Verdict {
    let corrected = LEVEL / shares.len().max(1) as f64;
    Verdict::of(
        !shares.is_empty() && shares.iter().all(|share| share.interval(LEVEL)[0] >= 0.44),
        shares.iter().any(|share| share.interval(corrected)[1] < 0.5),
    )
}

/// How much a tree's depth grows from one budget to another, and the standard error of the logarithm of that.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Growth {
    pub(crate) factor: f64,
    pub(crate) error: f64,
}

impl Growth {
    /// From mean depths with their standard errors.
    pub(crate) fn new([from, to]: [(f64, f64); 2]) -> Option<Growth> {
        let usable = from.0 > 0.0 && to.0 > 0.0;
        let relative = |(mean, error): (f64, f64)| error / mean;
        usable.then(|| Growth { factor: to.0 / from.0, error: libm::hypot(relative(from), relative(to)) })
    }
}

/// "The first one's tree grows deeper, the other's stagnates (under 10 %)", in every cell.
pub(crate) fn only_the_first_grows(cells: &[[Growth; 2]]) -> Verdict {
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

/// Of the standard normal distribution.
fn quantile(p: f64) -> f64 {
    Normal::standard().inverse_cdf(p)
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

    /// Agresti, Categorical Data Analysis: malformation by alcohol consumption (scores 0, 0.5, 1.5, 4, 7), z = 2.56; and Pearson's
    /// statistic 12.1 with 4 degrees of freedom, p = 0.02.
    #[test]
    fn trend_and_homogeneity_have_the_textbook_values() {
        let doses = [(0.0, 48, 17066), (0.5, 38, 14464), (1.5, 5, 788), (4.0, 1, 126), (7.0, 1, 37)];
        let points: Vec<(f64, Share)> =
            doses.iter().map(|&(dose, hit, miss)| (dose, share(f64::from(hit), hit as u64 + miss))).collect();
        let z = trend(std::slice::from_ref(&points)).unwrap();
        assert!((z - 2.56).abs() < 0.01, "{z}");
        let shares: Vec<Share> = points.iter().map(|(_, share)| *share).collect();
        let p = homogeneity(&shares).unwrap();
        assert_eq!([p_text(0.025), p_text(9e-4), p_text(0.0)], ["p = 0.025", "p < 0.001", "p < 0.001"]);
        assert!((p - 0.0168).abs() < 0.0005, "{p}");
        assert_eq!(grows(Some(z)), Verdict::Holds);
        assert_eq!(
            (grows(Some(-z)), grows(Some(0.3)), grows(None)),
            (Verdict::DoesNotHold, Verdict::Undecided, Verdict::Undecided)
        );
        // Two strata with opposite trends say nothing together.
        let up = vec![(0.0, share(50.0, 100)), (1.0, share(70.0, 100))];
        let down = vec![(0.0, share(70.0, 100)), (1.0, share(50.0, 100))];
        assert!(trend(&[up, down]).unwrap().abs() < 1e-9);
        assert_eq!(trend(&[]), None);
        // With draws the same rates vary less: half of them drawn, the variance is half, less what the lead takes.
        let drawn = |wins| Share::new(Tally { wins, losses: 50 - wins, draws: 50 }).unwrap();
        let whole = trend(&[vec![(1.0, share(60.0, 100)), (0.0, share(40.0, 100))]]).unwrap();
        let half = trend(&[vec![(1.0, drawn(35)), (0.0, drawn(15))]]).unwrap();
        assert!((half - whole * 2f64.sqrt()).abs() < 1e-9, "{half} {whole}");
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
