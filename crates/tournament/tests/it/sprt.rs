//! The sequential test: against published values, and that its verdict does not depend on the order of the games.

use gametree_core::Rng;
use gametree_tournament::stats::{Pentanomial, Scores, Tally, Trinomial};
use gametree_tournament::{EloModel, GameRecord, Sprt, SprtState, SprtTest, Verdict};

use crate::pairs::vectors;
use crate::samples::{pair, record, void};
use crate::statistics::close;

const CELL: &str = "0123456789abcdef";

fn sprt(text: &str) -> Sprt {
    text.parse().unwrap()
}

/// FC-24.
#[test]
fn the_likelihood_ratio_of_games() {
    let test = sprt("sprt:elo0=0,elo1=5,alpha=.05,beta=.05");
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
    fn near<const N: usize>(model: &str, [elo0, elo1]: [f64; 2], scores: Scores<N>, expected: f64) {
        let found = sprt(&format!("sprt:elo0={elo0},elo1={elo1},model={model}")).llr(&scores);
        close(found, expected, 0.01 * (1.0 + expected.abs()));
    }
    // Theirs are wins, losses, draws; ours losses, draws, wins.
    near("normalized", [0.0, 2.0], Scores([36027, 68692, 36433]), 0.92);
    near("normalized", [-1.75, 0.25], Scores([10650, 20431, 10871]), 2.30);
    near("normalized", [0.0, 10.0], Scores([0, 0, 4250]), 120.56);
    near("logistic", [0.5, 2.5], Scores([21184, 40708, 21404]), -1.57);
    near("logistic", [0.0, 2.0], Scores([57030, 106_593, 57433]), -2.59);
    near("normalized", [0.0, 2.0], Scores([365, 16618, 36229, 16974, 390]), 2.25);
    near("normalized", [-1.75, 0.25], Scores([127, 4883, 10712, 5150, 104]), 3.01);
    near("normalized", [0.0, 5.0], Scores([0, 0, 0, 0, 5550]), 111.82);
    near("logistic", [0.5, 2.5], Scores([223, 9863, 21279, 10037, 246]), -3.07);
    near("logistic", [0.0, 2.0], Scores([871, 26175, 55983, 26678, 821]), -4.98);
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
        for (model, expected) in [("logistic", logistic), ("normalized", normalized)] {
            let test = sprt(&format!("sprt:elo0={elo0},elo1={elo1},model={model}"));
            close(test.llr::<5>(&Scores(counts)), expected, 2e-6);
        }
    }
    let games = Scores([759, 1863, 880]);
    close(sprt("sprt:elo0=0,elo1=5,model=normalized").llr::<3>(&games), 2.182_962, 2e-6);
}

/// Trap 16: all vectors of up to 20 games, as games and as pairs, at every strength that may be asked for.
#[test]
fn every_score_up_to_twenty_games_is_finite() {
    let ranges = [(0.0, 5.0), (0.0, 20.0), (-10.0, 0.0), (-200.0, 200.0), (199.0, 200.0), (-200.0, -199.9)];
    for (elo0, elo1) in ranges {
        for model in ["logistic", "normalized"] {
            let test = sprt(&format!("sprt:elo0={elo0},elo1={elo1},model={model}"));
            let mirror = sprt(&format!("sprt:elo0={},elo1={},model={model}", -elo1, -elo0));
            for count in 0..=20 {
                for counts in vectors::<3>(count) {
                    check(&test, &mirror, &Scores(counts));
                }
            }
            for count in 0..=if model == "logistic" { 10 } else { 6 } {
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
    let test = sprt("sprt:elo0=0,elo1=20");
    assert_eq!(test.state(&Scores([0, 0, 0, 0, 100])).verdict, Verdict::AcceptH1);
    assert_eq!(test.state(&Scores([100, 0, 0, 0, 0])).verdict, Verdict::AcceptH0);
    assert_eq!(test.state(&Scores([0, 0, 1000, 0, 0])).verdict, Verdict::AcceptH0);
    assert_eq!(test.state(&Scores([0, 0, 0, 0, 1])).verdict, Verdict::Continue);
    assert_eq!(test.state(&Pentanomial::default()).llr, 0.0);
    let huge = test.state(&Scores([0, 0, 0, 0, 1 << 40]));
    assert!(huge.llr.is_finite() && huge.verdict == Verdict::AcceptH1, "{huge}");
    // Trap 16's score of games.
    let draws = sprt("sprt:elo0=0,elo1=5").llr::<3>(&Scores([1, 726, 1]));
    close(draws, -7.835_325, 1e-6);
}

#[test]
fn the_text_survives_a_round_trip_and_bad_ones_name_the_field() {
    let test = sprt("sprt:elo0=0,elo1=20,alpha=.05,beta=.1");
    let expected = Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.1, model: EloModel::Logistic };
    assert_eq!(test, expected);
    assert_eq!(sprt(&test.to_string()), test);
    let normalized = sprt("sprt:model=normalized,elo1=-1.5,elo0=-3");
    assert_eq!((normalized.elo0, normalized.alpha, normalized.model), (-3.0, 0.05, EloModel::Normalized));
    assert_eq!(sprt(&normalized.to_string()), normalized);
    for (text, words) in [
        ("", &["stop", "sprt:elo0=0"][..]),
        ("sprt", &["stop"]),
        ("elo0=0,elo1=20", &["stop"]),
        ("sprt:", &["key=value"]),
        ("sprt:elo0=0", &["elo1"]),
        ("sprt:elo1=10", &["elo0"]),
        ("sprt:elo0=0,elo1=20,", &["key=value"]),
        ("sprt:elo0=0,elo1=20,elo2=3", &["elo2", "alpha", "model"]),
        ("sprt:elo0=0,elo0=1,elo1=20", &["once"]),
        ("sprt:elo0=5,elo1=5", &["elo1", "more than elo0", "5"]),
        ("sprt:elo0=0,elo1=nan", &["elo1", "nan"]),
        ("sprt:elo0=0,elo1=1e9", &["elo1", "200"]),
        ("sprt:elo0=0,elo1=20,alpha=0", &["alpha", "0.5"]),
        ("sprt:elo0=0,elo1=20,alpha=.5", &["alpha", "0.5"]),
        ("sprt:elo0=0,elo1=20,beta=-1", &["beta"]),
        ("sprt:elo0=0,elo1=20,beta=nan", &["beta"]),
        ("sprt:elo0=0,elo1=20,model=bayes", &["model", "bayes", "logistic, normalized"]),
    ] {
        let error = text.parse::<Sprt>().unwrap_err().to_string();
        for word in words {
            assert!(error.contains(word), "{text}: {error} does not say {word}");
        }
    }
}

/// The verdict and where it fell, from records in this order.
fn run(test: Sprt, records: &[GameRecord]) -> SprtState {
    let mut run = SprtTest::new(test);
    let mut decided = None;
    for record in records {
        let state = run.add(record);
        assert_eq!(state, run.verdict(CELL));
        if let Some(decided) = decided {
            assert_eq!(state, decided, "a verdict stays");
        } else if state.verdict != Verdict::Continue {
            decided = Some(state);
        }
    }
    run.verdict(CELL)
}

#[test]
fn the_verdict_does_not_depend_on_the_order_in_which_games_finish() {
    let mut rng = Rng::new(77);
    let mut verdicts = Vec::new();
    // The last one has void games, which take their pairs out without holding up the others.
    for (bias, voids) in [(0, false), (2, false), (4, false), (4, true)] {
        let mut records: Vec<GameRecord> = (0..1500)
            .flat_map(|number| pair(number, [0; 2].map(|_| if rng.below(20) < 10 + bias { 2 } else { 0 })))
            .collect();
        if voids {
            records[0] = void(0, 'a');
            records[7] = void(3, 'b');
        }
        let test = sprt("sprt:elo0=0,elo1=40");
        let in_order = run(test, &records);
        // By hand: the first limit that is reached, pair by pair.
        let mut scores = Pentanomial::default();
        let mut expected = test.state(&scores);
        for games in records.chunks(2).filter(|games| games.iter().all(|game| game.winner.is_some())) {
            scores.0[2 * games.iter().filter(|game| game.winner.as_deref() == Some("A")).count()] += 1;
            expected = test.state(&scores);
            if expected.verdict != Verdict::Continue {
                break;
            }
        }
        assert_eq!(in_order, expected);
        for _ in 0..5 {
            for last in (1..records.len()).rev() {
                records.swap(last, rng.below(last as u32 + 1) as usize);
            }
            assert_eq!(run(test, &records), in_order);
        }
        verdicts.push(in_order.verdict);
    }
    assert!(verdicts.contains(&Verdict::AcceptH0) && verdicts.contains(&Verdict::AcceptH1), "{verdicts:?}");
}

#[test]
fn a_gap_holds_the_test_up() {
    let mut run = SprtTest::new(sprt("sprt:elo0=0,elo1=100"));
    assert_eq!(run.verdict(CELL).verdict, Verdict::Continue);
    assert_eq!(run.sprt().elo1, 100.0);
    for number in 1..100 {
        for record in pair(number, [2, 2]) {
            assert_eq!(run.add(&record).pairs, 0, "pair 0 is missing");
        }
    }
    run.add(&record(0, 'a', 2));
    assert_eq!(run.verdict(CELL).pairs, 0);
    let state = run.add(&record(0, 'b', 2));
    assert_eq!(state.verdict, Verdict::AcceptH1);
    assert!(state.pairs < 30, "it stops where it was decided: {state}");
    assert_eq!(
        state.to_string(),
        format!("LLR {:.2} (-2.94, 2.94) after {} pairs: elo1 accepted", state.llr, state.pairs)
    );
    assert_eq!(run.verdict("another cell").pairs, 0);
}

/// The risks that it promises: under each hypothesis it is wrong in about one case of twenty.
#[test]
fn it_errs_about_as_often_as_it_may() {
    let test = sprt("sprt:elo0=0,elo1=60");
    let mut rng = Rng::new(5);
    for (elo, wrong) in [(0.0, Verdict::AcceptH1), (60.0, Verdict::AcceptH0)] {
        let share = (1e6 / (1.0 + libm::pow(10.0, -elo / 400.0))) as u32;
        let mut errors = 0;
        for _ in 0..400 {
            let mut scores = Pentanomial::default();
            let verdict = loop {
                let points = [0; 2].map(|_| 2 * usize::from(rng.below(1_000_000) < share));
                scores.0[points.iter().sum::<usize>()] += 1;
                let state = test.state(&scores);
                if state.verdict != Verdict::Continue {
                    break state.verdict;
                }
            };
            errors += usize::from(verdict == wrong);
        }
        // 20 are allowed on average; 36 would come by chance once in 2,000 times.
        assert!((3..36).contains(&errors), "{errors} of 400 wrong at {elo} Elo");
    }
}
