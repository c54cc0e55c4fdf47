//! Searches against solved positions.

use gametree_core::testing::Solver;
use gametree_core::{Describe, Game, Line, Size};
use gametree_hex::{Hex, HexOptions, Swap};

use crate::{best, hex, search, tictactoe};

/// X a1 a2, O b1 a3, X to move: only b2 wins, b3 draws, the other three lose.
const TEXTBOOK: &str = "a1 b1 a2 a3";

#[test]
fn the_textbook_position_is_what_it_is_said_to_be() {
    let line = tictactoe(TEXTBOOK);
    let mut solver = Solver::default();
    let value = |solver: &mut Solver, name: &str| {
        let mut position = *line.position();
        position.play(position.parse_move(name).unwrap());
        -solver.value(&position)
    };
    let values = ["b2", "b3", "c1", "c2", "c3"].map(|name| value(&mut solver, name));
    assert_eq!(values, [1, 0, -1, -1, -1]);
}

#[test]
fn uct_gives_the_winning_move_as_many_visits_as_published() {
    let line = tictactoe(TEXTBOOK);
    let visits = |playouts: u64, seed: u64| {
        let report = search("uct", &line, playouts, seed);
        let of = |name: &str| {
            let mv = line.position().parse_move(name).unwrap();
            report.root.iter().find(|root| root.mv == mv).unwrap().clone()
        };
        (best(&line, &report), of("b2").visits, of("b2").value.unwrap())
    };
    let median = |mut of: Vec<u64>| {
        of.sort_unstable();
        of[of.len() / 2]
    };
    let runs: Vec<_> = (0..50).map(|seed| visits(1000, seed)).collect();
    assert!(runs.iter().all(|(mv, ..)| mv == "b2"), "b2 has most visits for each of 50 seeds");
    let (middle, mean) = (median(runs.iter().map(|r| r.1).collect()), runs.iter().map(|r| r.2).sum::<f64>() / 50.0);
    assert!((820..=890).contains(&middle), "median of {middle} visits");
    assert!((0.92..=0.96).contains(&mean), "mean result {mean}");
    for (playouts, about) in [(100, 45), (300, 196)] {
        let middle = median((0..50).map(|seed| visits(playouts, seed).1).collect());
        assert!(middle.abs_diff(about) <= about / 5, "{middle} of {playouts} visits, about {about} expected");
    }
}

#[test]
fn grave_and_mcps_open_hex_with_a_winning_move() {
    let mut solver = Solver::default();
    for size in [3, 4] {
        let line = hex(size, "");
        let winning: Vec<String> =
            solver.best_moves(line.position()).iter().map(|&mv| line.position().format_move(mv)).collect();
        for spec in ["grave", "mcps"] {
            let found =
                (0..20).filter(|&seed| winning.contains(&best(&line, &search(spec, &line, 20_000, seed)))).count();
            assert!(found >= 18, "{spec} on {size}x{size}: a winning opening for {found} of 20 seeds");
        }
    }
}

/// Every opening of 4x4: the second side is to swap if it wins for the first, and to leave it if not. No other playout tells
/// anything of the swap, so a search that goes by AMAF alone drops it after a first playout that is lost: every other time.
#[test]
fn whoever_goes_by_amaf_swaps_what_wins_and_nothing_else() {
    let mut solver = Solver::default();
    let plain = hex(4, "");
    let options = HexOptions { swap: Swap::Pieces, ..HexOptions::default() };
    for spec in ["rave", "grave", "mcps"] {
        let mut right = 0;
        for opening in 0..16 {
            let mut position = plain.position().clone();
            position.play(opening);
            let wins = solver.value(&position) < 0;
            let mut line = Line::new(Hex::start(Size::square(4), &options).unwrap());
            line.play(opening).unwrap();
            let swaps = |seed: &u64| best(&line, &search(spec, &line, 1000, *seed)) == "swap-pieces";
            right += (1..=3).filter(|seed| swaps(seed) == wins).count();
        }
        assert!(right >= 45, "{spec}: {right} of 48 decisions are right");
    }
}
