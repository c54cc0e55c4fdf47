//! Rough checks that a stronger algorithm is stronger; the tables of the tournament measure it.

use gametree_core::Budget;
use gametree_hex::Hex;
use gametree_players::{Terms, play_match};

use crate::{hex, player};

#[test]
fn each_algorithm_beats_the_one_before_it() {
    for (a, b, least) in [("flat", "random", 0.9), ("uct", "flat", 0.5), ("grave", "uct", 0.6), ("mcps", "uct", 0.6)] {
        let (mut of_a, mut of_b) = (player::<Hex>(a), player::<Hex>(b));
        let terms = Terms { pairs: 30, budget: Budget::playouts(300), seed: 1, max_plies: None };
        let start = hex(5, "");
        let result = play_match(start.position(), (a, of_a.as_mut()), (b, of_b.as_mut()), &terms).unwrap();
        let rate = result.total().rate().unwrap();
        assert!(rate >= least, "{a} wins {rate} against {b}");
    }
}
