//! Intervals from pairs of games.

use gametree_statistics::{Pentanomial, Scores, Tally, Trinomial};
use statrs::function::factorial::ln_factorial;
use statrs::statistics::Statistics;

use crate::close;

/// All ways to spread so many results.
pub(crate) fn vectors<const N: usize>(count: u64) -> Vec<[u64; N]> {
    let mut all = vec![[0; N]];
    for place in 0..N - 1 {
        all = all
            .into_iter()
            .flat_map(|vector: [u64; N]| {
                let left = count - vector.iter().sum::<u64>();
                (0..=left).map(move |number| {
                    let mut vector = vector;
                    vector[place] = number;
                    vector
                })
            })
            .collect();
    }
    for vector in &mut all {
        vector[N - 1] = count - vector.iter().sum::<u64>();
    }
    all
}

#[test]
fn the_standard_error_is_that_of_the_mean() {
    for counts in [[3, 4, 10, 5, 2], [0, 0, 1, 0, 1], [9, 0, 0, 0, 1], [1, 1, 1, 1, 1]] {
        let scores: Pentanomial = Scores(counts);
        let values: Vec<f64> =
            (0..5).flat_map(|step| std::iter::repeat_n(step as f64 / 4.0, counts[step] as usize)).collect();
        close(scores.rate().unwrap(), (&values).mean(), 1e-14);
        close(scores.std_error().unwrap(), (&values).std_dev() / (values.len() as f64).sqrt(), 1e-14);
    }
    // Nobody knows how much results vary that are all alike, or only one.
    for counts in [[0, 0, 9, 0, 0], [0, 0, 0, 0, 9], [0, 1, 0, 0, 0], [0; 5]] {
        assert_eq!(Scores(counts).std_error(), None);
    }
    // With many pairs it is the normal interval.
    let many: Pentanomial = Scores([39, 2226, 31451, 2412, 40]);
    let [lo, hi] = many.interval95().unwrap();
    let (rate, error) = (many.rate().unwrap(), many.std_error().unwrap());
    close(lo, rate - 1.96 * error, 1e-6);
    close(hi, rate + 1.96 * error, 1e-6);
}

fn finite_and_in_order<const N: usize>(scores: &Scores<N>) {
    let Some(rate) = scores.rate() else {
        assert_eq!((scores.std_error(), scores.interval95(), scores.elo()), (None, None, None));
        return;
    };
    assert!(scores.std_error().is_none_or(|error| error > 0.0 && error <= 0.5 + 1e-12), "{scores:?}");
    let mut reversed = *scores;
    reversed.0.reverse();
    let elo = scores.elo().unwrap();
    for value in [elo.diff, elo.lo, elo.hi].into_iter().flatten() {
        assert!(value.is_finite());
    }
    let text = elo.to_string();
    assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    if let Some([lo, hi]) = scores.interval95() {
        assert!(0.0 <= lo && lo <= rate && rate <= hi && hi <= 1.0 && lo < hi, "{scores:?}: {lo} {rate} {hi}");
        let [mirror_lo, mirror_hi] = reversed.interval95().unwrap();
        close(mirror_lo, 1.0 - hi, 1e-12);
        close(mirror_hi, 1.0 - lo, 1e-12);
        assert_ne!(text, "unknown");
    } else {
        assert!(scores.count() < 2);
        assert!(elo.lo.is_none() && elo.hi.is_none());
    }
}

/// FC-25: all vectors of up to 20 games, as games and as pairs.
#[test]
fn every_score_up_to_twenty_games_is_finite_and_in_order() {
    for count in 0..=20 {
        vectors::<3>(count).iter().for_each(|&counts| finite_and_in_order(&Scores(counts)));
    }
    for count in 0..=10 {
        vectors::<5>(count).iter().for_each(|&counts| finite_and_in_order(&Scores(counts)));
    }
    let one: Pentanomial = Scores([0, 0, 1, 0, 0]);
    assert_eq!(one.elo().unwrap().to_string(), "+0, interval unknown");
    let all: Pentanomial = Scores([0, 0, 0, 0, 10]);
    let [lo, hi] = all.interval95().unwrap();
    assert!(hi == 1.0 && (0.83..0.86).contains(&lo), "Wilson's for 20 of 20 is 0.839: {lo}");
    assert!(all.elo().unwrap().to_string().starts_with(">= +"));
    // Whatever the counts, nothing overflows.
    finite_and_in_order::<5>(&Scores([0, 0, 1 << 40, 0, 1]));
}

/// How often the interval of 20 pairs holds the true share, summed over all that can happen.
fn coverage(chances: [f64; 5], every: &[[u64; 5]]) -> f64 {
    let truth: f64 = chances.iter().zip(0..).map(|(chance, step)| chance * f64::from(step) / 4.0).sum();
    let probability = |counts: &[u64; 5]| {
        let parts = counts.iter().zip(chances).map(|(&count, chance)| match (count, chance) {
            (0, _) => 0.0,
            (count, chance) => count as f64 * libm::log(chance) - ln_factorial(count),
        });
        libm::exp(ln_factorial(counts.iter().sum()) + parts.sum::<f64>())
    };
    let holds = |counts: &&[u64; 5]| {
        let [lo, hi] = Scores(**counts).interval95().unwrap();
        lo - 1e-12 <= truth && truth <= hi + 1e-12
    };
    every.iter().filter(holds).map(probability).sum()
}

#[test]
fn the_interval_of_twenty_pairs_holds_the_truth_about_as_often_as_it_says() {
    let every = vectors::<5>(20);
    assert_eq!(every.len(), 10_626);
    for (what, chances, least) in [
        ("independent games", [0.25, 0.0, 0.5, 0.0, 0.25], 0.92),
        ("the first mover wins 80 %", [0.16, 0.0, 0.68, 0.0, 0.16], 0.92),
        ("the first mover wins 98 %", [0.02, 0.0, 0.96, 0.0, 0.02], 0.99),
        ("many draws", [0.05, 0.2, 0.5, 0.2, 0.05], 0.94),
        ("a is better", [0.05, 0.1, 0.4, 0.2, 0.25], 0.94),
        ("a is much better", [0.01, 0.0, 0.18, 0.0, 0.81], 0.95),
        // Two pairs of a kind are expected here, which is few: this is the worst of them.
        ("the first mover wins, but one pair in ten goes to a", [0.0, 0.0, 0.9, 0.0, 0.1], 0.87),
        ("a loses nearly nothing", [0.0, 0.0, 0.04, 0.0, 0.96], 0.95),
    ] {
        let found = coverage(chances, &every);
        assert!(found >= least && found <= 1.0 + 1e-9, "{what}: {found:.4}");
    }
}

#[test]
fn games_are_pairs_of_one() {
    let tally = Tally { wins: 5, losses: 3, draws: 4 };
    assert_eq!(Trinomial::from(tally).0, [3, 4, 5]);
    assert_eq!(Trinomial::from(tally).rate(), tally.rate());
}
