//! Pairs of games: which of them count, and what follows from them.

use gametree_core::Rng;
use gametree_tournament::{CellFigures, GameRecord, TableBuilder};

use crate::samples::{forfeit, pair, record, void};

fn figures(records: &[GameRecord]) -> CellFigures {
    let mut builder = TableBuilder::default();
    for record in records {
        builder.add(record);
    }
    builder.finish().remove(0)
}

/// Trap 17: games that share an opening. One of the two sides wins from it, whoever plays it, nine times in ten.
#[test]
fn pairs_that_share_their_opening_have_a_narrower_interval_than_their_games() {
    let mut rng = Rng::new(3);
    let records: Vec<GameRecord> = (0..200)
        .flat_map(|number| {
            let first_is_better = rng.below(2) == 0;
            let mut game = || if (rng.below(10) == 0) == first_is_better { 0 } else { 2 };
            let [when_first, when_second] = [game(), 2 - game()];
            pair(number, [when_first, when_second])
        })
        .collect();
    let cell = figures(&records);
    let width = |[lo, hi]: [f64; 2]| hi - lo;
    assert_eq!(cell.pairs.rate_a, cell.rate_a);
    let (pairs, games) = (width(cell.pairs.interval95.unwrap()), width(cell.wilson95.unwrap()));
    assert!(pairs < 0.75 * games, "{pairs} against {games}");
}

/// Trap 6.
#[test]
fn a_pair_counts_when_both_games_are_in_and_none_is_void() {
    let [a, b] = pair(0, [2, 1]);
    let one = figures(std::slice::from_ref(&a));
    assert_eq!((one.games, one.pairs.complete, one.pairs.incomplete), (1, 0, 1));
    assert_eq!((one.pairs.rate_a, one.pairs.elo.text.as_str()), (None, "no pairs"));
    for records in [[&a, &b], [&b, &a]] {
        let both = figures(&records.map(Clone::clone));
        assert_eq!((both.pairs.complete, both.pairs.pentanomial), (1, [0, 0, 0, 1, 0]));
        assert_eq!(both.pairs.rate_a, Some(0.75));
    }
    // Pair numbers do not meet across pairs, a void game takes its pair along, a forfeit counts, and no seat counts twice.
    let records = [
        record(1, 'a', 2),
        record(2, 'b', 2),
        void(3, 'a'),
        record(3, 'b', 2),
        forfeit(4, 'a', 'b'),
        record(4, 'b', 2),
        record(5, 'a', 2),
        record(5, 'a', 0),
        record(u32::MAX, 'a', 0),
        record(u32::MAX, 'b', 0),
    ];
    let mut backwards = records.clone();
    backwards.reverse();
    for records in [&records, &backwards] {
        let cell = figures(records);
        assert_eq!((cell.games, cell.void), (9, 1));
        assert_eq!((cell.pairs.complete, cell.pairs.incomplete), (2, 4));
        assert_eq!(cell.pairs.pentanomial, [1, 0, 0, 0, 1]);
    }
}
