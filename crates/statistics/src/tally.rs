//! Figures from counts of games. No function here returns NaN or an infinity: what is not known is `None`.
//!
//! There are two intervals, and they answer different questions:
//!
//! * [`Tally::wilson95`] takes the games as independent. It needs nothing but counts, without draws it is what published
//!   tables print, and it holds at 0 % and 100 %. [`Tally::p_value`] and [`Tally::elo`] are of the same test. Where the games
//!   of a pair share their opening, or where the first mover has a large advantage, the two games of a pair tend to cancel
//!   out; then it is wider than it has to be.
//! * [`Pentanomial::interval95`] takes the pairs as independent, whatever happens within one. It is the one to compare two
//!   players with when the games are played in pairs. It needs complete pairs, and a good many of them: 20 or more.

use std::ops::Add;

use crate::score_test;

/// The level of every test: what is rarer between equals is no longer put down to chance.
pub const LEVEL: f64 = 0.05;

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

    /// The same games from the view of the other side.
    #[must_use]
    pub fn other_side(&self) -> Tally {
        Tally { wins: self.losses, losses: self.wins, draws: self.draws }
    }

    /// The share of points, a draw being half a win; `None` without games.
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| (self.wins as f64 + self.draws as f64 / 2.0) / games as f64)
    }

    /// The 95 % interval of the rate, from the score test: Wilson's where nothing was drawn, otherwise Tango's (1998), which
    /// counts draws as what varies less than wins and losses do. `None` without games.
    #[must_use]
    pub fn wilson95(&self) -> Option<[f64; 2]> {
        self.interval(Z95)
    }

    /// The same, `z` > 0 standard deviations wide.
    #[must_use]
    pub fn interval(&self, z: f64) -> Option<[f64; 2]> {
        score_test::interval(*self, z)
    }

    /// How much the points of one game vary, by these counts: rate (1 - rate) without draws; `None` without games.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        let rate = self.rate()?;
        Some(rate * (1.0 - rate) - self.draws as f64 / (4.0 * self.games() as f64))
    }

    /// The two-sided probability of so uneven a score, if both players were equal, by the score test (McNemar's): below 5 %
    /// exactly when [`Tally::wilson95`] leaves 50 % out. `None` without decided games.
    #[must_use]
    pub fn p_value(&self) -> Option<f64> {
        score_test::deviate(*self).map(score_test::two_sided)
    }

    /// Whether the score is away from 50 % at the 5 % level: what is printed in bold, and counted where it is told how many
    /// cells differ.
    #[must_use]
    pub fn differs(&self) -> bool {
        self.p_value().is_some_and(|p| p < LEVEL)
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

    /// The exact probability that [`Tally::differs`] between equals, with as many decided games as here. It is about 5 %: with
    /// few games the possible scores are few, and it can be anything from 0 to 13 %.
    #[must_use]
    pub fn false_alarms(&self) -> f64 {
        let decided = self.wins + self.losses;
        let differs = |few: u64| Tally { wins: few, losses: decided - few, draws: 0 }.differs();
        // The least even split that does not differ: the smaller part of those that do is below.
        let (mut below, mut above) = (0, decided / 2 + 1);
        while below < above {
            let few = u64::midpoint(below, above);
            if few <= decided / 2 && differs(few) { below = few + 1 } else { above = few }
        }
        if below == 0 { 0.0 } else { 2.0 * tail_half(below - 1, decided) }
    }

    /// The difference in logistic Elo, with an interval from the ends of [`Tally::wilson95`]; `None` without games.
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
