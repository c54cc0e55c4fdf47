//! Figures against known values, and what they must never be.

use gametree_statistics::{Tally, Trinomial, elo, wilson};
use statrs::distribution::{Beta, Binomial, ContinuousCDF, Normal};

use crate::{close, tally};

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
    // The score test's p: the two-sided normal tail at 2, and at 1.96.
    close(tally(60, 40, 0).p_value().unwrap(), 0.045_500_264, 1e-9);
    close(tally(0, 4, 3).p_value().unwrap(), 0.045_500_264, 1e-9);
    assert_eq!(tally(7, 7, 0).p_value(), Some(1.0));
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
    // The score interval of the same games is the same to a tenth of a point.
    let [score_lo, score_hi] = games.elo().map(|elo| [elo.lo.unwrap(), elo.hi.unwrap()]).unwrap();
    close(score_lo, lo, 0.1);
    close(score_hi, hi, 0.1);
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
    // All draws: n d / (1 - d) is 1.96 squared.
    let [lo, hi] = draws.wilson95().unwrap();
    let difference = 3.841_458_821 / (10.0 + 3.841_458_821);
    close(lo, 0.5 - difference / 2.0, 1e-9);
    close(hi, 0.5 + difference / 2.0, 1e-9);

    let pair = tally(1, 1, 0).elo().unwrap();
    assert_eq!(pair.diff, Some(0.0));
    assert!(pair.hi.unwrap() > 300.0 && pair.lo.unwrap() < -300.0, "two games say next to nothing: {pair}");

    let nothing = tally(0, 0, 0);
    assert_eq!((nothing.rate(), nothing.wilson95(), nothing.p_value()), (None, None, None));
    assert_eq!((nothing.elo(), nothing.los()), (None, None));
    assert!(nothing.false_alarms() == 0.0 && !nothing.differs());
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
                    assert_eq!(p < 0.05, !(lo..=hi).contains(&0.5), "{tally:?}: p {p}, [{lo}, {hi}]");
                    assert_eq!(tally.differs(), p < 0.05);
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
            let p = tally.p_value().unwrap();
            let expected = 2.0 * normal.cdf(-(2.0 * rate - 1.0).abs() * (games as f64).sqrt());
            assert!((p - expected).abs() <= 1e-8 * expected + 1e-300, "{wins} of {games}: {p}, {expected}");
        }
    }
}

#[test]
fn false_alarms_are_those_of_the_test() {
    for (decided, expected) in [(0, 0.0), (3, 0.0), (4, 2.0 / 16.0), (6, 2.0 / 64.0), (10, 22.0 / 1024.0)] {
        close(tally(decided, 0, 3).false_alarms(), expected, 1e-12);
    }
    for decided in 0..200 {
        // The definition: the chance of all outcomes that differ.
        let fair = Binomial::new(0.5, decided).unwrap();
        let outcomes = (0..=decided).filter(|&wins| tally(wins, decided - wins, 0).differs());
        let expected: f64 = outcomes.map(|wins| statrs::distribution::Discrete::pmf(&fair, wins)).sum();
        close(tally(decided, 0, 0).false_alarms(), expected, 1e-9);
        close(tally(decided / 2, decided - decided / 2, 7).false_alarms(), expected, 1e-9);
        assert!(expected <= 0.125, "{decided}: {expected}");
    }
    let large = tally(50_000, 50_000, 0).false_alarms();
    assert!(large > 0.0495 && large <= 0.0505, "{large}");
}
