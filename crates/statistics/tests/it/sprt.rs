//! The sequential test against the numbers of others.

use gametree_statistics::{EloModel, Pentanomial, Scores, Sprt, SprtState, Tally, Trinomial, Verdict};

use crate::close;
use crate::pairs::vectors;

fn sprt([elo0, elo1]: [f64; 2], model: EloModel) -> Sprt {
    Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
}

/// FC-24.
#[test]
fn the_likelihood_ratio_of_games() {
    let test = sprt([0.0, 5.0], EloModel::Logistic);
    let games = Trinomial::from(Tally { wins: 880, losses: 759, draws: 1863 });
    close(test.llr(&games), 2.947, 5e-4);
    let [lower, upper] = test.limits();
    close(lower, -2.944, 5e-4);
    close(upper, 2.944, 5e-4);
    assert!(test.llr(&games) > upper, "H1 is accepted");
    // The normal formula of Wald's test gives 2.953: another figure of the same size.
    let [s0, s1] = [0.0, 5.0].map(|elo: f64| 1.0 / (1.0 + libm::pow(10.0, -elo / 400.0)));
    let (rate, error) = (games.rate().unwrap(), games.std_error().unwrap());
    close((s1 - s0) * (2.0 * rate - s0 - s1) / 2.0 / (error * error), 2.953, 1e-3);
    // A model that counts in other points, such as BayesElo's 2.271, is not ours.
    assert!(test.to_string().ends_with("model=logistic"));
}

/// What fastchess expects of itself, within 1 % (app/tests/sprt_test.cpp).
#[test]
fn the_likelihood_ratio_is_that_of_fastchess() {
    fn near<const N: usize>(model: EloModel, [elo0, elo1]: [f64; 2], scores: Scores<N>, expected: f64) {
        let found = sprt([elo0, elo1], model).llr(&scores);
        close(found, expected, 0.01 * (1.0 + expected.abs()));
    }
    // Theirs are wins, losses, draws; ours losses, draws, wins.
    near(EloModel::Normalized, [0.0, 2.0], Scores([36027, 68692, 36433]), 0.92);
    near(EloModel::Normalized, [-1.75, 0.25], Scores([10650, 20431, 10871]), 2.30);
    near(EloModel::Normalized, [0.0, 10.0], Scores([0, 0, 4250]), 120.56);
    near(EloModel::Logistic, [0.5, 2.5], Scores([21184, 40708, 21404]), -1.57);
    near(EloModel::Logistic, [0.0, 2.0], Scores([57030, 106_593, 57433]), -2.59);
    near(EloModel::Normalized, [0.0, 2.0], Scores([365, 16618, 36229, 16974, 390]), 2.25);
    near(EloModel::Normalized, [-1.75, 0.25], Scores([127, 4883, 10712, 5150, 104]), 3.01);
    near(EloModel::Normalized, [0.0, 5.0], Scores([0, 0, 0, 0, 5550]), 111.82);
    near(EloModel::Logistic, [0.5, 2.5], Scores([223, 9863, 21279, 10037, 246]), -3.07);
    near(EloModel::Logistic, [0.0, 2.0], Scores([871, 26175, 55983, 26678, 821]), -4.98);
}

/// To more digits, from the formulas of Fishtest's LLRcalc.py with SciPy's root finder.
#[test]
fn the_likelihood_ratio_is_that_of_fishtest() {
    let fishtest = [39, 2226, 31451, 2412, 40];
    let openbench = [39, 8843, 26675, 9240, 44];
    for (elo0, elo1, counts, logistic, normalized) in [
        (-3.0, 1.0, [10789, 19328, 33806, 19402, 10543], 2.131_067_812, 0.300_869_785),
        (0.2, 0.9, fishtest, 2.162_542_580, 1.216_596_745),
        (0.764, 3.439, fishtest, -27.865_237_341, 2.162_940_870),
        (0.5, 2.5, openbench, 0.555_517_069, 2.941_675_208),
        (0.0, 20.0, [0, 0, 0, 0, 10], 0.559_195_437, 0.780_193_142),
        (0.0, 20.0, [0, 0, 10, 0, 0], -0.585_434_221, -0.061_722_834),
        (0.0, 20.0, [1, 5, 30, 9, 3], 0.989_074_341, 0.667_798_544),
        (-10.0, 10.0, [3, 0, 50, 0, 9], 1.770_325_628, 1.110_689_147),
    ] {
        for (model, expected) in [(EloModel::Logistic, logistic), (EloModel::Normalized, normalized)] {
            let test = sprt([elo0, elo1], model);
            close(test.llr::<5>(&Scores(counts)), expected, 2e-6);
        }
    }
    let games = Scores([759, 1863, 880]);
    close(sprt([0.0, 5.0], EloModel::Normalized).llr::<3>(&games), 2.182_962, 2e-6);
}

/// Trap 16: all vectors of up to 20 games, as games and as pairs, at every strength that may be asked for.
#[test]
fn every_score_up_to_twenty_games_is_finite() {
    let ranges = [(0.0, 5.0), (0.0, 20.0), (-10.0, 0.0), (-200.0, 200.0), (199.0, 200.0), (-200.0, -199.9)];
    for (elo0, elo1) in ranges {
        for model in [EloModel::Logistic, EloModel::Normalized] {
            let test = sprt([elo0, elo1], model);
            let mirror = sprt([-elo1, -elo0], model);
            for count in 0..=20 {
                for counts in vectors::<3>(count) {
                    check(&test, &mirror, &Scores(counts));
                }
            }
            for count in 0..=if model == EloModel::Logistic { 10 } else { 6 } {
                for counts in vectors::<5>(count) {
                    check(&test, &mirror, &Scores(counts));
                    let SprtState { llr, lower, upper, pairs, .. } = test.state(&Scores(counts));
                    assert!(llr.is_finite() && lower < 0.0 && upper > 0.0 && pairs == count);
                }
            }
        }
    }
}

/// Finite, and the same with the players exchanged.
fn check<const N: usize>(test: &Sprt, mirror: &Sprt, scores: &Scores<N>) {
    let llr = test.llr(scores);
    assert!(llr.is_finite(), "{test} {scores:?}: {llr}");
    let mut reversed = *scores;
    reversed.0.reverse();
    let other = mirror.llr(&reversed);
    assert!((llr + other).abs() <= 1e-6 * (1.0 + llr.abs()), "{test} {scores:?}: {llr} and {other}");
}

#[test]
fn it_stops_at_all_wins_and_all_losses_and_in_many_games() {
    let test = sprt([0.0, 20.0], EloModel::Logistic);
    assert_eq!(test.state(&Scores([0, 0, 0, 0, 100])).verdict, Verdict::AcceptH1);
    assert_eq!(test.state(&Scores([100, 0, 0, 0, 0])).verdict, Verdict::AcceptH0);
    assert_eq!(test.state(&Scores([0, 0, 1000, 0, 0])).verdict, Verdict::AcceptH0);
    assert_eq!(test.state(&Scores([0, 0, 0, 0, 1])).verdict, Verdict::Continue);
    assert_eq!(test.state(&Pentanomial::default()).llr, 0.0);
    let huge = test.state(&Scores([0, 0, 0, 0, 1 << 40]));
    assert!(huge.llr.is_finite() && huge.verdict == Verdict::AcceptH1, "{huge}");
    // Trap 16's score of games.
    let draws = sprt([0.0, 5.0], EloModel::Logistic).llr::<3>(&Scores([1, 726, 1]));
    close(draws, -7.835_325, 1e-6);
}
