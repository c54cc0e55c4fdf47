//! Shares of points with their intervals, and how they are written.

use gametree_statistics::{LEVEL, Tally, normal_quantile};
use gametree_tournament::CellFigures;

/// A share of the points of at least one game.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    tally: Tally,
    rate: f64,
}

impl Share {
    /// `None` without games.
    #[must_use]
    pub fn new(tally: Tally) -> Option<Share> {
        Some(Share { rate: tally.rate()?, tally })
    }

    /// That of the player who is named first.
    #[must_use]
    pub fn of(cell: &CellFigures) -> Option<Share> {
        Share::new(cell.tally())
    }

    /// That of the other one.
    #[must_use]
    pub fn of_other_side(cell: &CellFigures) -> Option<Share> {
        Share::new(cell.tally().other_side())
    }

    /// Of all games together.
    #[must_use]
    pub fn pooled(shares: &[Share]) -> Option<Share> {
        Share::new(shares.iter().fold(Tally::default(), |sum, share| sum + share.tally))
    }

    /// What was counted.
    #[must_use]
    pub fn tally(self) -> Tally {
        self.tally
    }

    /// How many games.
    #[must_use]
    pub fn games(self) -> u64 {
        self.tally.games()
    }

    /// The share, from 0 to 1; a draw counts as one half.
    #[must_use]
    pub fn rate(self) -> f64 {
        self.rate
    }

    /// The interval whose ends are one-sided bounds at this level each, 0 < `level` < 1.
    #[must_use]
    pub fn interval(self, level: f64) -> [f64; 2] {
        // There are games, so there is an interval.
        normal_quantile(1.0 - level).and_then(|z| self.tally.interval(z)).unwrap_or([0.0, 1.0])
    }

    /// The usual 95 % interval.
    #[must_use]
    pub fn interval95(self) -> [f64; 2] {
        self.interval(LEVEL / 2.0)
    }
}

impl std::fmt::Display for Share {
    /// `66.2 % [61.5, 70.7]`, with the 95 % interval.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [lo, hi] = self.interval95().map(|end| 100.0 * end);
        write!(f, "{:.1} % [{lo:.1}, {hi:.1}]", 100.0 * self.rate)
    }
}

/// A p as it is printed: none is 0.
#[must_use]
pub fn p_text(p: f64) -> String {
    if p < 0.001 { "p < 0.001".into() } else { format!("p = {p:.3}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_written_with_its_interval_and_no_p_is_0() {
        let share = Share::new(Tally { wins: 265, losses: 135, draws: 0 }).unwrap();
        assert_eq!(share.to_string(), "66.2 % [61.5, 70.7]");
        assert!(Share::new(Tally::default()).is_none());
        assert_eq!([p_text(0.025), p_text(9e-4), p_text(0.0)], ["p = 0.025", "p < 0.001", "p < 0.001"]);
    }
}
