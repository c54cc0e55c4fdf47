//! Figures against known values, and what they must never be.

use gametree_tournament::stats::{Tally, Trinomial, elo, wilson};
use statrs::distribution::{Beta, Binomial, ContinuousCDF, DiscreteCDF, Normal};

pub(crate) fn tally(wins: u64, losses: u64, draws: u64) -> Tally {
    Tally { wins, losses, draws }
}

pub(crate) fn close(a: f64, b: f64, within: f64) {
    assert!((a - b).abs() < within, "{a} is not {b}");
}

#[test]
fn known_values() {
    // Wilson: Newcombe 1998, table I (81 of 263, 15 of 148, 0 of 20, 1 of 29).
    for (wins, games, lo, hi) in [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (1, 29, 0.0061, 0.1718)] {
        let [found_lo, found_hi] = tally(wins, games - wins, 0).wilson95().unwrap();
        close(found_lo, lo, 5e-5);
        close(found_hi, hi, 5e-5);
    }
    close(tally(0, 20, 0).wilson95().unwrap()[1], 0.1611, 5e-5);
    // 800 games at 50 %: half a width of 3.5 points, 24 Elo.
    let [lo, hi] = wilson(0.5, 800, 1.959_963_984_540_054);
    close(hi - lo, 2.0 * 0.0346, 1e-4);
    close(elo(hi).unwrap(), 24.0, 0.5);
    // Elo: 75 % is +190.8, 510 of 800 is +98.07.
    close(elo(0.75).unwrap(), 190.849, 1e-3);
    close(elo(0.6375).unwrap(), 98.069, 1e-3);
    // Exact binomial: 8 of 10 is 112/1024; 5 of 5 is 1/16; 60 of 100 is 0.05689.
    close(tally(8, 2, 0).p_value().unwrap(), 112.0 / 1024.0, 1e-12);
    close(tally(0, 5, 3).p_value().unwrap(), 1.0 / 16.0, 1e-12);
    close(tally(60, 40, 0).p_value().unwrap(), 0.056_887_933, 1e-8);
    assert_eq!(tally(7, 7, 0).p_value(), Some(1.0));
    close(tally(6, 7, 0).p_value().unwrap(), 1.0, 1e-12);
    assert!(tally(100_000, 0, 0).p_value().unwrap() >= 0.0);
}

/// FC-24, and the trinomial interval.
#[test]
fn a_score_with_draws_has_the_known_figures() {
    let games = tally(880, 759, 1863);
    close(games.rate().unwrap(), 0.51728, 5e-6);
    close(games.los().unwrap(), 0.9986, 5e-5);
    let trinomial = Trinomial::from(games);
    assert_eq!(trinomial.rate(), games.rate());
    let elo = trinomial.elo().unwrap();
    let [diff, lo, hi] = [elo.diff, elo.lo, elo.hi].map(Option::unwrap);
    close(diff, 12.0, 0.05);
    close((hi - lo) / 2.0, 7.9, 0.05);
    // The same games taken as wins and losses only: wider, as it says.
    let [wilson_lo, wilson_hi] = games.elo().map(|elo| [elo.lo.unwrap(), elo.hi.unwrap()]).unwrap();
    assert!(wilson_lo < lo && hi < wilson_hi);
}

/// FC-25.
#[test]
fn all_wins_all_losses_all_draws_one_pair_and_nothing() {
    let ten = tally(10, 0, 0);
    assert_eq!(ten.rate(), Some(1.0));
    let [lo, hi] = ten.wilson95().unwrap();
    close(lo, 0.7225, 5e-5);
    assert_eq!(hi, 1.0);
    let elo = ten.elo().unwrap();
    assert_eq!((elo.diff, elo.hi), (None, None));
    close(elo.lo.unwrap(), 166.0, 1.0);
    assert_eq!(elo.to_string(), ">= +166");

    let none = tally(0, 10, 0);
    let [lo, hi] = none.wilson95().unwrap();
    assert_eq!(lo, 0.0);
    close(hi, 1.0 - 0.7225, 5e-5);
    assert_eq!(none.elo().unwrap().to_string(), "<= -166");

    let draws = tally(0, 0, 10);
    assert_eq!(draws.rate(), Some(0.5));
    assert_eq!(draws.elo().unwrap().diff, Some(0.0));
    assert_eq!(draws.p_value(), None, "nothing was decided");

    let pair = tally(1, 1, 0).elo().unwrap();
    assert_eq!(pair.diff, Some(0.0));
    assert!(pair.hi.unwrap() > 300.0 && pair.lo.unwrap() < -300.0, "two games say next to nothing: {pair}");

    let nothing = tally(0, 0, 0);
    assert_eq!((nothing.rate(), nothing.wilson95(), nothing.p_value()), (None, None, None));
    assert_eq!((nothing.elo(), nothing.los()), (None, None));
    assert!(nothing.false_alarms(0.05) == 0.0);
}

#[test]
fn every_score_up_to_twenty_games_is_finite_and_in_order() {
    for wins in 0..=20 {
        for losses in 0..=20 - wins {
            for draws in 0..=20 - wins - losses {
                let tally = tally(wins, losses, draws);
                let mirror = Tally { wins: losses, losses: wins, draws };
                let Some(rate) = tally.rate() else { continue };
                let [lo, hi] = tally.wilson95().unwrap();
                assert!((0.0..=rate).contains(&lo) && (rate..=1.0).contains(&hi), "{tally:?}: {lo} {rate} {hi}");
                assert!(lo < hi, "{tally:?}: an interval has a width");
                let [mirror_lo, mirror_hi] = mirror.wilson95().unwrap();
                close(mirror_lo, 1.0 - hi, 1e-12);
                close(mirror_hi, 1.0 - lo, 1e-12);
                if let Some(p) = tally.p_value() {
                    assert!(p > 0.0 && p <= 1.0, "{tally:?}: p {p}");
                    assert_eq!(tally.p_value(), mirror.p_value());
                    close(p, slow_p(wins.min(losses), wins + losses), 1e-12);
                    let los = tally.los().unwrap();
                    assert!(los > 0.0 && los < 1.0, "{tally:?}: los {los}");
                    close(los, 1.0 - mirror.los().unwrap(), 1e-12);
                    close(los, Beta::new(wins as f64 + 1.0, losses as f64 + 1.0).unwrap().sf(0.5), 1e-12);
                }
                let elo = tally.elo().unwrap();
                assert_eq!(elo.diff.is_none(), rate == 0.0 || rate == 1.0);
                for value in [elo.diff, elo.lo, elo.hi].into_iter().flatten() {
                    assert!(value.is_finite());
                }
                assert!(!elo.to_string().contains("NaN") && !elo.to_string().contains("inf"));
                assert_ne!(elo.to_string(), "unknown");
            }
        }
    }
}

/// The definition, with Pascal's triangle.
fn slow_p(few: u64, trials: u64) -> f64 {
    let mut row = vec![1.0f64];
    for _ in 0..trials {
        row = (0..=row.len()).map(|k| if k == 0 || k == row.len() { 1.0 } else { row[k - 1] + row[k] }).collect();
    }
    let tail: f64 = row[..=few as usize].iter().sum();
    (2.0 * tail / libm::exp2(trials as f64)).min(1.0)
}

/// Wilson's bounds are the shares from which the observed one is just as far as 1.96 standard deviations of theirs.
#[test]
fn wilson_and_p_agree_with_statrs() {
    let normal = Normal::new(0.0, 1.0).unwrap();
    for games in [1, 2, 7, 20, 100, 800, 5000, 100_000] {
        for share in [0.0, 0.001, 0.1, 0.37, 0.5, 0.66, 0.999, 1.0] {
            let wins = (share * games as f64) as u64;
            let tally = tally(wins, games - wins, 0);
            let rate = tally.rate().unwrap();
            let [lo, hi] = tally.wilson95().unwrap();
            for (bound, tail) in [(lo, 0.975), (hi, 0.025)] {
                if bound > 0.0 && bound < 1.0 {
                    let deviation = (bound * (1.0 - bound) / games as f64).sqrt();
                    close(normal.cdf((rate - bound) / deviation), tail, 1e-9);
                }
            }
            let tail = Binomial::new(0.5, games).unwrap().cdf(wins.min(games - wins));
            let p = tally.p_value().unwrap();
            let expected = (2.0 * tail).min(1.0);
            assert!((p - expected).abs() <= 1e-8 * expected + 1e-300, "{wins} of {games}: {p}, {expected}");
        }
    }
}

#[test]
fn false_alarms_are_those_of_the_exact_test() {
    for (decided, expected) in [(0, 0.0), (5, 0.0), (6, 2.0 / 64.0), (10, 22.0 / 1024.0)] {
        close(tally(decided, 0, 3).false_alarms(0.05), expected, 1e-12);
    }
    for decided in 0..200 {
        // The definition: the chance of all outcomes whose p is small enough.
        let fair = Binomial::new(0.5, decided).unwrap();
        let outcomes =
            (0..=decided).filter(|&wins| tally(wins, decided - wins, 0).p_value().is_some_and(|p| p <= 0.05));
        let expected: f64 = outcomes.map(|wins| statrs::distribution::Discrete::pmf(&fair, wins)).sum();
        close(tally(decided, 0, 0).false_alarms(0.05), expected, 1e-9);
        close(tally(decided / 2, decided - decided / 2, 7).false_alarms(0.05), expected, 1e-9);
    }
    let large = tally(50_000, 50_000, 0).false_alarms(0.05);
    assert!(large > 0.049 && large <= 0.05, "{large}");
}
