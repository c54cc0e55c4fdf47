//! Tests of several shares at once.

use gametree_statistics::{Tally, homogeneity, normal_quantile, trend};

fn share(wins: u64, games: u64) -> Tally {
    Tally { wins, losses: games - wins, draws: 0 }
}

/// Agresti, Categorical Data Analysis: malformation by alcohol consumption (scores 0, 0.5, 1.5, 4, 7), z = 2.56; and Pearson's
/// statistic 12.1 with 4 degrees of freedom, p = 0.02.
#[test]
fn trend_and_homogeneity_have_the_textbook_values() {
    let doses = [(0.0, 48, 17066), (0.5, 38, 14464), (1.5, 5, 788), (4.0, 1, 126), (7.0, 1, 37)];
    let points: Vec<(f64, Tally)> = doses.iter().map(|&(dose, hit, miss)| (dose, share(hit, hit + miss))).collect();
    let z = trend(std::slice::from_ref(&points)).unwrap();
    assert!((z - 2.56).abs() < 0.01, "{z}");
    let shares: Vec<Tally> = points.iter().map(|(_, share)| *share).collect();
    let p = homogeneity(&shares).unwrap();
    assert!((p - 0.0168).abs() < 0.0005, "{p}");
    // Two strata with opposite trends say nothing together.
    let up = vec![(0.0, share(50, 100)), (1.0, share(70, 100))];
    let down = vec![(0.0, share(70, 100)), (1.0, share(50, 100))];
    assert!(trend(&[up, down]).unwrap().abs() < 1e-9);
    // With draws the same rates vary less: half of them drawn, the variance is half, less what the lead takes.
    let drawn = |wins| Tally { wins, losses: 50 - wins, draws: 50 };
    let whole = trend(&[vec![(1.0, share(60, 100)), (0.0, share(40, 100))]]).unwrap();
    let half = trend(&[vec![(1.0, drawn(35)), (0.0, drawn(15))]]).unwrap();
    assert!((half - whole * 2f64.sqrt()).abs() < 1e-9, "{half} {whole}");
}

#[test]
fn without_games_there_is_nothing_to_compare() {
    let none = Tally::default();
    assert_eq!([homogeneity(&[]), homogeneity(&[none, none]), homogeneity(&[share(3, 4)])], [None; 3]);
    assert_eq!(homogeneity(&[share(3, 4), none]), None);
    assert_eq!(homogeneity(&[share(4, 4), share(9, 9)]), Some(1.0));
    assert_eq!([trend(&[]), trend(&[vec![]]), trend(&[vec![(1.0, none), (2.0, none)]])], [None; 3]);
    // What nobody has played changes nothing.
    let played = vec![(1.0, share(60, 100)), (0.0, share(40, 100))];
    let more = [&played[..], &[(7.0, none)]].concat();
    assert_eq!(trend(&[played]), trend(&[more]));
}

#[test]
fn quantiles_are_those_of_tables() {
    assert!((normal_quantile(0.975).unwrap() - 1.959_964).abs() < 1e-6);
    assert!((normal_quantile(0.95).unwrap() - 1.644_854).abs() < 1e-6);
    assert_eq!([0.0, 1.0, -1.0, f64::NAN].map(normal_quantile), [None; 4]);
}
