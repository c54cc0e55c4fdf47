//! Figures from counts of games. No function here returns NaN or an infinity: what is not known is `None`.
//!
//! There are two intervals, and they answer different questions:
//!
//! * [`Tally::wilson95`] takes the games as independent wins and losses. It needs nothing but counts, it is what published
//!   tables print, and it holds at 0 % and 100 %. Where the games of a pair share their opening, or where the first mover has
//!   a large advantage, the two games of a pair tend to cancel out; then it is wider than it has to be.
//! * [`Pentanomial::interval95`] takes the pairs as independent, whatever happens within one. It is the one to compare two
//!   players with when the games are played in pairs. It needs complete pairs, and a good many of them: 20 or more.

use std::ops::Add;

pub use crate::scores::{Pentanomial, Scores, Trinomial};

/// The 97.5 % quantile of the normal distribution.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// Games counted from one player's view.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Won.
    pub wins: u64,
    /// Lost.
    pub losses: u64,
    /// Drawn.
    pub draws: u64,
}

impl Add for Tally {
    type Output = Tally;

    fn add(self, other: Tally) -> Tally {
        Tally { wins: self.wins + other.wins, losses: self.losses + other.losses, draws: self.draws + other.draws }
    }
}

impl Tally {
    /// All games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// The share of points, a draw being half a win; `None` without games.
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| (self.wins as f64 + self.draws as f64 / 2.0) / games as f64)
    }

    /// Wilson's 95 % interval around the rate; `None` without games. With draws it is on the wide side, because they vary
    /// less than wins and losses do.
    #[must_use]
    pub fn wilson95(&self) -> Option<[f64; 2]> {
        self.rate().map(|rate| wilson(rate, self.games(), Z95))
    }

    /// The exact two-sided probability of a split of the decided games at least as uneven as this one, if both players
    /// were equal (binomial, draws left out); `None` without decided games.
    #[must_use]
    pub fn p_value(&self) -> Option<f64> {
        let decided = self.wins + self.losses;
        (decided > 0).then(|| two_sided_half(self.wins.min(self.losses), decided))
    }

    /// The likelihood of superiority: the probability that the player is the better one, if every share of the decided
    /// games was as likely as any other before (draws left out); `None` without decided games.
    #[must_use]
    pub fn los(&self) -> Option<f64> {
        // The upper half of Beta(wins + 1, losses + 1), which is a binomial tail.
        let (wins, losses) = (self.wins, self.losses);
        let trials = wins + losses + 1;
        let tail = if wins <= losses { tail_half(wins, trials) } else { 1.0 - tail_half(losses, trials) };
        (trials > 1).then_some(tail)
    }

    /// The probability that [`Tally::p_value`] comes out at most `level` between equals, with as many decided games as
    /// here: at most `level`, and less with few games, because the p values are few.
    #[must_use]
    pub fn false_alarms(&self, level: f64) -> f64 {
        let decided = self.wins + self.losses;
        // The least even split that is still as likely as `level`; p falls with its smaller part.
        let (mut below, mut above) = (0, decided / 2 + 1);
        while below < above {
            let few = u64::midpoint(below, above);
            if two_sided_half(few, decided) <= level { below = few + 1 } else { above = few }
        }
        if below == 0 { 0.0 } else { two_sided_half(below - 1, decided) }
    }

    /// The difference in logistic Elo, with an interval from the ends of Wilson's; `None` without games.
    #[must_use]
    pub fn elo(&self) -> Option<Elo> {
        let (rate, [lo, hi]) = (self.rate()?, self.wilson95()?);
        Some(Elo { diff: elo(rate), lo: elo(lo), hi: elo(hi) })
    }
}

/// A difference in Elo points on the logistic scale, 400 points being 10 to 1. `None` where it has no bound.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The best estimate; `None` when all points went to one player.
    pub diff: Option<f64>,
    /// The lower end of the 95 % interval.
    pub lo: Option<f64>,
    /// The upper end.
    pub hi: Option<f64>,
}

impl std::fmt::Display for Elo {
    /// `+117 [+80, +153]`, or `>= +166` and `<= -166` when there is no other end, or `+117, interval unknown`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.diff, self.lo, self.hi) {
            (Some(diff), Some(lo), Some(hi)) => write!(f, "{diff:+.0} [{lo:+.0}, {hi:+.0}]"),
            (_, Some(lo), None) => write!(f, ">= {lo:+.0}"),
            (_, None, Some(hi)) => write!(f, "<= {hi:+.0}"),
            (Some(diff), None, None) => write!(f, "{diff:+.0}, interval unknown"),
            _ => f.write_str("unknown"),
        }
    }
}

/// Wilson's interval (1927) for a share of `rate` in `games` > 0 trials, `z` standard deviations wide.
#[must_use]
pub fn wilson(rate: f64, games: u64, z: f64) -> [f64; 2] {
    let n = games as f64;
    let centre = rate + z * z / (2.0 * n);
    let spread = z * (rate * (1.0 - rate) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    // At the ends the exact bound is the rate itself; rounding must not push it past.
    let lo = if rate <= 0.0 { 0.0 } else { ((centre - spread) / scale).clamp(0.0, rate) };
    let hi = if rate >= 1.0 { 1.0 } else { ((centre + spread) / scale).clamp(rate, 1.0) };
    [lo, hi]
}

/// The logistic Elo difference for an expected share of points; `None` at 0 and 1, where it is unbounded.
#[must_use]
pub fn elo(rate: f64) -> Option<f64> {
    // Adding 0 turns the negative zero of an even score into a plain one.
    (rate > 0.0 && rate < 1.0).then(|| 400.0 * libm::log10(rate / (1.0 - rate)) + 0.0)
}

/// Twice the probability of at most `few` successes in `trials` fair trials, at most 1; `few` is at most half of them.
fn two_sided_half(few: u64, trials: u64) -> f64 {
    if 2 * few == trials { 1.0 } else { (2.0 * tail_half(few, trials)).min(1.0) }
}

/// The probability of at most `few` successes in `trials` fair trials; `few` is at most half of them.
fn tail_half(few: u64, trials: u64) -> f64 {
    let (k, n) = (few as f64, trials as f64);
    let log_term = libm::lgamma(n + 1.0) - libm::lgamma(k + 1.0) - libm::lgamma(n - k + 1.0);
    // The tail relative to its largest term: C(n, k-1) / C(n, k) = k / (n - k + 1).
    let (mut tail, mut term, mut k) = (0.0, 1.0, k);
    while term > 1e-18 {
        tail += term;
        term *= k / (n - k + 1.0);
        k -= 1.0;
    }
    tail * libm::exp(log_term - n * std::f64::consts::LN_2)
}
