//! The fast rules against [`Slow`]'s.

use std::collections::{BTreeMap, HashSet};

use gametree_core::testing::{Sees, check_tactics};
use gametree_core::{EVALUATION_LIMIT, Evaluate, Game, Outcome, Rng, Side, Size, Tactics, perft};

use super::slow::{Place, Slow};
use super::start;
use crate::{Codes, Scenario, Step, Wargame};

/// Sequences of 1, 2, 3, … moves from the start, by the slow rules.
const PERFT: [(u8, &[u64]); 11] = [
    (5, &[31, 696, 20_626, 391_354]),
    (6, &[43, 1558, 65_344, 2_167_451]),
    (7, &[58, 1972, 115_301]),
    (8, &[72, 1296, 95_541]),
    (9, &[80, 2560, 208_864]),
    (10, &[90, 3960, 365_370]),
    (11, &[98, 5292, 526_558]),
    (12, &[108, 7560, 826_929]),
    (13, &[114, 9804, 1_119_372]),
    (14, &[126, 12_096, 1_532_494]),
    (15, &[134, 15_008, 2_013_774]),
];

/// A crowded 5x5 board with a short game: every ending is within reach of a few moves.
const CROWDED: Scenario =
    Scenario { attackers: 8, defenders: 3, defender_ring: 1, base_ring: 2, entries: 1, losses: 2, turns: 3 };

fn place(size: Size, point: u8) -> Place {
    (i32::from(point % size.cols), i32::from(point / size.cols))
}

fn slow(position: &Wargame) -> Slow {
    let (size, scenario) = (position.size(), *position.scenario());
    let units: BTreeMap<Place, Side> = Side::BOTH
        .into_iter()
        .flat_map(|side| position.units(side).iter().map(move |&point| (place(size, point), side)))
        .collect();
    Slow {
        columns: i32::from(size.cols),
        base: [i32::from(scenario.base_ring), i32::from(size.cols - 1 - scenario.base_ring)],
        units,
        entered: position.entered().into(),
        falls_at: scenario.entries.into(),
        lost: position.lost(Side::First).into(),
        breaks_at: scenario.losses.into(),
        left: u32::from(2 * scenario.turns - position.turns_over()),
        mover: position.to_move(),
        winner: position.ending().map(|ending| ending.winner()),
    }
}

#[test]
fn perft_of_both_rules_is_the_table() {
    for (side, expected) in PERFT {
        let start = start(side, Codes::Abstract);
        assert_eq!(slow(&start).perft(expected.len()), expected, "{side}");
        assert_eq!(perft(&start, expected.len()), expected, "{side}");
    }
}

#[test]
fn perft_through_every_ending() {
    let crowded = Wargame::with_scenario(Size::square(5), CROWDED, Codes::Exact).unwrap();
    let expected = [31, 696, 20_626, 386_461];
    assert_eq!(slow(&crowded).perft(4), expected);
    assert_eq!(perft(&crowded, 4), expected);
}

#[test]
fn random_games_go_the_same_way() {
    let mut endings = HashSet::new();
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let side = 5 + (seed % 11) as u8;
        let mut position = start(side, Codes::Abstract);
        if seed % 3 == 0 {
            position = Wargame::with_scenario(Size::square(5), CROWDED, Codes::Abstract).unwrap();
        }
        let size = position.size();
        let mut twin = slow(&position);
        loop {
            assert_eq!(slow(&position), twin, "seed {seed}");
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let mut steps: Vec<_> = moves.iter().map(|mv| (place(size, mv.from), place(size, mv.to))).collect();
            steps.sort_unstable();
            assert_eq!(steps, twin.steps(), "seed {seed}");
            check_knowledge(&position, &moves, seed);
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.below(moves.len() as u32) as usize];
            position.play(mv);
            position.assert_valid();
            // A slow twin stops counting where the game ends.
            twin.play((place(size, mv.from), place(size, mv.to)));
            if position.ending().is_some() {
                twin.mover = position.to_move();
            }
        }
        endings.insert(position.ending());
    }
    assert_eq!(endings.len(), 3, "every ending occurs: {endings:?}");
}

/// What the evaluation claims, held against a look one move ahead.
fn check_knowledge(position: &Wargame, moves: &[Step], seed: u64) {
    if position.ending().is_some() {
        let sign = if position.outcome() == Some(Outcome::Win(position.to_move())) { 1 } else { -1 };
        assert_eq!(position.evaluate(), sign * EVALUATION_LIMIT);
        return;
    }
    assert!(position.evaluate().abs() < EVALUATION_LIMIT);
    let mover = position.to_move();
    let wins: Vec<Step> =
        moves.iter().copied().filter(|&mv| next(position, mv).outcome() == Some(Outcome::Win(mover))).collect();
    let mut forced = Vec::new();
    assert_eq!(position.forced_moves(&mut forced), !wins.is_empty(), "seed {seed}: a win in one is seen");
    assert!(forced.iter().all(|mv| wins.contains(mv)), "seed {seed}");
    let mut named = Vec::new();
    let tactics = position.tactics(None, &mut named);
    assert_eq!((tactics == Tactics::Win, &named), (!wins.is_empty(), &forced), "seed {seed}");
    if !wins.is_empty() {
        assert_eq!(position.moves_to_win(mover), 1, "seed {seed}: a win is no further off than that");
    }
    let units = |position: &Wargame| position.units(Side::First).len() + position.units(Side::Second).len();
    let mut noisy = Vec::new();
    position.noisy_moves(&mut noisy);
    let expected: Vec<Step> = moves
        .iter()
        .copied()
        .filter(|&mv| units(&next(position, mv)) < units(position) || mover == Side::First && position.is_base(mv.to))
        .collect();
    assert_eq!(noisy, expected, "seed {seed}");
    // One move of a side brings it at most one move closer.
    for &mv in moves {
        let next = next(position, mv);
        if next.ending().is_none() {
            assert!(next.moves_to_win(mover) + 1 >= position.moves_to_win(mover), "seed {seed}: {mv:?}");
            assert!(next.moves_to_win(mover.other()) >= position.moves_to_win(mover.other()), "seed {seed}: {mv:?}");
        }
    }
}

fn next(position: &Wargame, mv: Step) -> Wargame {
    let mut next = position.clone();
    next.play(mv);
    next
}

#[test]
fn tactics_see_every_win_in_one_and_that_time_is_over() {
    for side in [5, 6, 7, 9] {
        for codes in [Codes::Abstract, Codes::Exact] {
            check_tactics(&start(side, codes), Sees::EveryWin);
        }
    }
    let mut last_turns = 0;
    for seed in 0..40 {
        let (mut position, mut rng) = (start(7, Codes::Abstract), Rng::new(seed));
        while position.outcome().is_none() {
            let (mut moves, mut named) = (Vec::new(), Vec::new());
            position.legal_moves(&mut moves);
            if position.turns_over() + 2 == 2 * position.scenario().turns {
                last_turns += 1;
                assert_ne!(position.tactics(None, &mut named), Tactics::Quiet, "seed {seed}: the attacker's last turn");
            }
            position.play(moves[rng.below(moves.len() as u32) as usize]);
        }
    }
    assert!(last_turns > 0);
}
