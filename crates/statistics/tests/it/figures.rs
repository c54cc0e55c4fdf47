//! The interval of the score test, where games are drawn.

use gametree_statistics::{Tally, elo};
use statrs::function::factorial::ln_factorial;

use crate::pairs::vectors;
use crate::{close, tally};

/// The deviate of the counts from a difference of win and loss, with the likeliest share of decided games searched by halving.
fn slow_deviate(tally: Tally, difference: f64) -> f64 {
    let [wins, losses, draws] = [tally.wins, tally.losses, tally.draws].map(|count| count as f64);
    let games = wins + losses + draws;
    // The slope of the likelihood; a count of zero has no pole.
    let part = |count: f64, chance: f64| if count == 0.0 { 0.0 } else { count / chance };
    let slope = |decided: f64| {
        part(wins, decided + difference) + part(losses, decided - difference) - part(draws, 1.0 - decided)
    };
    let (mut lo, mut hi) = (difference.abs(), 1.0);
    for _ in 0..200 {
        let middle = f64::midpoint(lo, hi);
        if slope(middle) > 0.0 { lo = middle } else { hi = middle }
    }
    let decided = f64::midpoint(lo, hi);
    (wins - losses - games * difference) / (games * (decided - difference * difference)).sqrt()
}

/// At both ends of the interval the counts are just 1.96 standard deviations away, by the slow way too; and between them the
/// deviate falls, so that the interval holds all that is not rejected.
#[test]
fn fc_64_the_interval_is_that_of_the_score_test() {
    for games in [1, 2, 5, 12, 40] {
        for counts in vectors::<3>(games) {
            let tally = tally(counts[2], counts[0], counts[1]);
            let [lo, hi] = tally.wilson95().unwrap();
            for (end, deviate) in [(lo, 1.959_963_984_540_054), (hi, -1.959_963_984_540_054)] {
                if end > 1e-9 && end < 1.0 - 1e-9 {
                    close(slow_deviate(tally, 2.0 * end - 1.0), deviate, 1e-5);
                }
            }
            let deviates: Vec<f64> = (1..100).map(|step| slow_deviate(tally, f64::from(step) / 50.0 - 1.0)).collect();
            assert!(deviates.windows(2).all(|two| two[0] >= two[1] - 1e-9), "{tally:?}");
        }
    }
    // Airway reactivity of 21 children (Fagerland, Lydersen and Laake 2014): 1 and 7 discordant pairs, -0.517 to -0.026.
    let [lo, hi] = tally(1, 7, 13).wilson95().unwrap().map(|end| 2.0 * end - 1.0);
    close(lo, -0.517, 5e-4);
    close(hi, -0.026, 5e-4);
}

/// How often the interval of so many games holds the true share, summed over all that can happen.
fn coverage(games: u64, [win, draw]: [f64; 2]) -> f64 {
    let chances = [1.0 - win - draw, draw, win];
    let truth = win + draw / 2.0;
    let probability = |counts: &[u64; 3]| {
        let parts = counts.iter().zip(chances).map(|(&count, chance)| match count {
            0 => 0.0,
            count => count as f64 * libm::log(chance) - ln_factorial(count),
        });
        libm::exp(ln_factorial(games) + parts.sum::<f64>())
    };
    let holds = |counts: &&[u64; 3]| {
        let [lo, hi] = tally(counts[2], counts[0], counts[1]).wilson95().unwrap();
        (lo..=hi).contains(&truth)
    };
    vectors::<3>(games).iter().filter(holds).map(probability).sum()
}

#[test]
fn fc_64_the_interval_holds_the_truth_about_as_often_as_it_says() {
    for (win, draw) in
        [(0.5, 0.0), (0.2, 0.0), (0.4, 0.2), (0.25, 0.5), (0.1, 0.8), (0.3, 0.6), (0.6, 0.3), (0.15, 0.7)]
    {
        for games in [40, 100] {
            let found = coverage(games, [win, draw]);
            assert!((0.925..=0.975).contains(&found), "{games} games at {win} won, {draw} drawn: {found:.4}");
        }
    }
}

#[test]
fn fc_64_the_numbers_of_a_row_agree() {
    let row = tally(130, 80, 550);
    let [lo, hi] = row.wilson95().unwrap();
    let figures = row.elo().unwrap();
    // 50 / sqrt(210) is 3.4503.
    close(row.p_value().unwrap(), 0.000_560, 1e-6);
    assert!(lo > 0.5 && row.differs());
    assert_eq!((figures.lo, figures.hi), (elo(lo), elo(hi)));
    assert_eq!(figures.to_string(), "+23 [+10, +36]");
    // As wins and losses only the interval would hold 50 %.
    assert!(gametree_statistics::wilson(row.rate().unwrap(), 760, 1.96)[0] < 0.5);
    // p is below 5 % exactly where the interval leaves 50 % out, and Elo's leaves 0 out.
    for games in 1..=60 {
        for counts in vectors::<3>(games) {
            let tally = tally(counts[2], counts[0], counts[1]);
            let [lo, hi] = tally.wilson95().unwrap();
            let elo = tally.elo().unwrap();
            let out = lo > 0.5 || hi < 0.5;
            assert_eq!(tally.differs(), out, "{tally:?}");
            assert_eq!(elo.lo.is_some_and(|lo| lo > 0.0) || elo.hi.is_some_and(|hi| hi < 0.0), out, "{tally:?}");
        }
    }
}
