//! Counts of results in equal steps: of games (loss, draw, win), and of pairs of games with the seats swapped.

use std::collections::HashMap;

use crate::tally::{Elo, Tally, Z95, elo};

/// How often each result came, results being `N` equal steps from no point to all of them. What is independent of the
/// rest, a game or a pair, counts once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scores<const N: usize>(pub [u64; N]);

/// Games: lost, drawn, won.
pub type Trinomial = Scores<3>;

/// Pairs of games: with 0, ½, 1, 1½ and 2 points.
pub type Pentanomial = Scores<5>;

impl<const N: usize> Default for Scores<N> {
    fn default() -> Self {
        Scores([0; N])
    }
}

impl From<Tally> for Trinomial {
    fn from(tally: Tally) -> Self {
        Scores([tally.losses, tally.draws, tally.wins])
    }
}

impl<const N: usize> Scores<N> {
    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The results as shares of the points, from 0 to 1.
    pub(crate) fn values() -> [f64; N] {
        std::array::from_fn(|index| index as f64 / (N - 1) as f64)
    }

    /// The share of points; `None` without a result.
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        // Whole numbers until the division, so that it agrees with the rate of the same games to the last digit.
        let points: u64 = (0u64..).zip(&self.0).map(|(step, count)| step * count).sum();
        (self.count() > 0).then(|| points as f64 / ((N - 1) as u64 * self.count()) as f64)
    }

    /// The standard error of the rate, from how much the results vary; `None` when there are fewer than two, or all are
    /// alike and nothing can be said.
    #[must_use]
    pub fn std_error(&self) -> Option<f64> {
        let (rate, count) = (self.rate()?, self.count() as f64);
        let squares = self.squares(rate);
        (count >= 2.0 && squares > 0.0).then(|| (squares / (count - 1.0) / count).sqrt())
    }

    /// A 95 % interval of the rate from how much the results vary; `None` for fewer than two results.
    ///
    /// It is the normal one after one result has been added that is spread evenly over all that can be. So it has a
    /// width when all results are alike; 10 pairs with both games won give about what Wilson's gives for the 20 games.
    #[must_use]
    pub fn interval95(&self) -> Option<[f64; 2]> {
        let rate = self.rate().filter(|_| self.count() >= 2)?;
        let count = self.count() as f64 + 1.0;
        let centre = (rate * (count - 1.0) + 0.5) / count;
        let even = Self::values().iter().map(|value| square(value - centre)).sum::<f64>() / N as f64;
        let spread = Z95 * ((self.squares(centre) + even) / count / count).sqrt();
        Some([(centre - spread).clamp(0.0, rate), (centre + spread).clamp(rate, 1.0)])
    }

    /// The difference in logistic Elo, with the interval from the ends of [`Scores::interval95`]; `None` without a result.
    #[must_use]
    pub fn elo(&self) -> Option<Elo> {
        let [lo, hi] = self.interval95().map_or([None; 2], |interval| interval.map(elo));
        Some(Elo { diff: elo(self.rate()?), lo, hi })
    }

    /// The sum of the squared distances from `centre`.
    fn squares(&self, centre: f64) -> f64 {
        self.0.iter().zip(Self::values()).map(|(&count, value)| count as f64 * square(value - centre)).sum()
    }
}

/// `powi` may round differently from one platform to the next; a product does not.
pub(crate) fn square(x: f64) -> f64 {
    x * x
}

/// What is known of a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pair {
    /// A game is missing.
    Open,
    /// A game is void, or there are two for one seat: whatever comes, the pair does not count.
    Void,
    /// Both games are in; half points of `a`, 0 to 4.
    Points(usize),
}

/// The games of a cell by pair. One byte a pair and its number.
#[derive(Clone, Default, Debug)]
pub struct Pairs(HashMap<u32, u8>);

const VOID: u8 = 0xff;

impl Pairs {
    /// Enters a game: the seat of `a` in it, and `a`'s half points, 0 to 2; `None` for a void game.
    pub fn enter(&mut self, pair: u32, a_is_first: bool, points: Option<u8>) {
        let known = self.0.entry(pair).or_default();
        // Each seat has four bits: 0 for no game yet, otherwise the half points and one.
        let shift = if a_is_first { 0 } else { 4 };
        let twice = *known >> shift & 0xf != 0;
        *known = points.filter(|_| !twice).map_or(VOID, |points| *known | (points + 1) << shift);
    }

    /// What is known of a pair.
    pub fn state(&self, pair: u32) -> Pair {
        self.0.get(&pair).map_or(Pair::Open, |&known| state(known))
    }

    /// Forgets a pair.
    pub fn forget(&mut self, pair: u32) {
        self.0.remove(&pair);
    }

    /// The pairs that count, and how many do not.
    #[expect(
        clippy::disallowed_methods,
        clippy::iter_over_hash_type,
        reason = "counts are added up: any order gives the same"
    )]
    pub fn tally(&self) -> (Pentanomial, u64) {
        let (mut scores, mut others) = (Pentanomial::default(), 0);
        for &known in self.0.values() {
            match state(known) {
                Pair::Points(points) => scores.0[points] += 1,
                Pair::Open | Pair::Void => others += 1,
            }
        }
        (scores, others)
    }
}

fn state(known: u8) -> Pair {
    let [first, second] = [known & 0xf, known >> 4];
    match (known, first, second) {
        (VOID, ..) => Pair::Void,
        (_, 1..=3, 1..=3) => Pair::Points(usize::from(first + second - 2)),
        _ => Pair::Open,
    }
}
