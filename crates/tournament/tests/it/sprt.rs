//! The sequential test: against published values, and that its verdict does not depend on the order of the games.

use gametree_core::Rng;
use gametree_statistics::{EloModel, Pentanomial, Sprt, SprtState, Verdict};
use gametree_tournament::{GameRecord, SprtTest, parse_sprt};

use crate::samples::{pair, record, void};

const CELL: &str = "0123456789abcdef";

fn sprt(text: &str) -> Sprt {
    parse_sprt(text).unwrap()
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
        let error = parse_sprt(text).unwrap_err().to_string();
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
