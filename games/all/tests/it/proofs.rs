//! What the tree searches prove, against exact solving.

use std::time::Duration;

use gametree_adversarial::{SolveConfig, Solver};
use gametree_atarigo::AtariGo;
use gametree_core::{Budget, Control, Describe, Evaluate, Line, Proven, Rng, Search, Size, report_without_search};
use gametree_go::Go;
use gametree_hex::{Hex, HexOptions, Swap};
use gametree_nogo::NoGo;
use gametree_tictactoe::TicTacToe;
use gametree_wargame::Wargame;

use crate::{best, player, search, tictactoe};

#[test]
fn fc_58_grave_and_mcps_prove_the_move_that_they_never_looked_at() {
    let line = tictactoe("b3 a1");
    for spec in ["grave:solver=true", "mcps:solver=true"] {
        for seed in 0..100 {
            let report = search(spec, &line, 10_000, seed);
            assert_eq!(
                (best(&line, &report).as_str(), report.proven),
                ("a3", Some(Proven::Win)),
                "{spec}, seed {seed}"
            );
        }
    }
}

const PLAYERS: [&str; 5] = [
    "mcps:solver=true",
    "uct:solver=true",
    "grave:solver=true,forced=true",
    "mcps:solver=true,transpositions=true",
    "mcps:solver=true,transpositions=true,forced=true,leaf=2",
];

/// Searches `positions` random positions from `start`, with at most `most` moves to choose from, and holds what is proven of them and
/// of their moves against the exact values. Returns how many were proven.
fn check<G: Describe + Evaluate>(start: &G, positions: u64, most: usize, playouts: u64) -> u64 {
    let mut searches: Vec<Box<dyn Search<G>>> = PLAYERS.iter().map(|spec| player(spec)).collect();
    let mut solver = Solver::new(SolveConfig { table: start.repetition_key().is_none(), ..SolveConfig::default() });
    let (mut proven, mut rng) = (0, Rng::new(17));
    let mut done = 0;
    while done < positions {
        let Some(line) = random_line(start, most, &mut rng) else { continue };
        done += 1;
        let mut exact = |line: &Line<G>| {
            let solution = solver.solve(line, &Budget::default(), &mut Control::default()).unwrap();
            match solution.score.expect("solved").cmp(&0) {
                std::cmp::Ordering::Less => Proven::Loss,
                std::cmp::Ordering::Equal => Proven::Draw,
                std::cmp::Ordering::Greater => Proven::Win,
            }
        };
        let which = (done % PLAYERS.len() as u64) as usize;
        let report = searches[which].search(&line, &Budget::playouts(playouts), done, &mut Control::default());
        let place = || format!("{} after {:?}, {}\n{}", G::NAME, line.moves(), PLAYERS[which], line.position());
        if let Some(value) = report.proven {
            proven += 1;
            assert_eq!(value, exact(&line), "{}", place());
        }
        let mover = line.position().to_move();
        for mv in report.root.iter().filter(|mv| mv.proven.is_some()) {
            let mut next = line.clone();
            next.push(mv.mv);
            let value = exact(&next);
            let value = match value {
                Proven::Win if next.position().to_move() != mover => Proven::Loss,
                Proven::Loss if next.position().to_move() != mover => Proven::Win,
                value => value,
            };
            assert_eq!(mv.proven, Some(value), "{:?} of {}", mv.mv, place());
        }
    }
    proven
}

/// Random moves, until few enough are left to choose from.
fn random_line<G: Describe>(start: &G, most: usize, rng: &mut Rng) -> Option<Line<G>> {
    let mut line = Line::new(start.clone());
    let mut more = rng.below(4);
    loop {
        if report_without_search(&line).is_some() {
            return None;
        }
        let mut moves = Vec::new();
        line.legal_moves(&mut moves);
        if moves.len() <= most {
            if more == 0 {
                return Some(line);
            }
            more -= 1;
        }
        line.push(moves[rng.below(moves.len() as u32) as usize]);
    }
}

fn start<G: Describe>(size: &str) -> G {
    G::start(size.parse::<Size>().unwrap(), &G::Options::default()).unwrap()
}

fn check_all(positions: u64) {
    let swap = HexOptions { swap: Swap::Pieces, ..HexOptions::default() };
    let mut proven = 0;
    let part = |share: u64| (positions * share / 100).max(1);
    proven += check::<TicTacToe>(&start("3"), part(20), 9, 2_000);
    proven += check::<Hex>(&start("4"), part(15), 9, 2_000);
    proven += check::<Hex>(&Hex::start("3".parse().unwrap(), &swap).unwrap(), part(5), 10, 2_000);
    proven += check::<NoGo>(&start("4"), part(10), 9, 2_000);
    proven += check::<NoGo>(&start("4x3"), part(10), 12, 2_000);
    proven += check::<AtariGo>(&start("3"), part(10), 9, 2_000);
    proven += check::<AtariGo>(&start("4"), part(10), 9, 2_000);
    proven += check::<Go>(&start("2"), part(5), 5, 2_000);
    proven += check::<Go>(&start("3x1"), part(5), 4, 2_000);
    proven += check::<Wargame>(&start("5"), part(10), 9, 2_000);
    assert!(proven > positions / 3, "{proven} of {positions} positions were proven");
}

#[test]
fn what_is_proven_is_true() {
    check_all(2_000);
}

#[test]
#[ignore = "slow, minutes: cargo xtask ci --slow"]
fn what_is_proven_of_100_000_positions_is_true() {
    let clock = gametree_core::Stopwatch::start();
    check_all(100_000);
    assert!(clock.cpu() < Duration::from_secs(20 * 60), "{:?}", clock.cpu());
}

/// Of 400 positions up to four plies into a small game, how many 20,000 playouts prove.
fn proven_of_400<G: Describe + Evaluate>(size: &str, spec: &str) -> usize {
    let (mut search, mut rng) = (player::<G>(spec), Rng::new(5));
    let mut proven = |seed: u64| {
        let mut line = Line::new(start::<G>(size));
        for _ in 0..rng.below(5) {
            let mut moves = Vec::new();
            line.search_moves(&mut moves);
            if line.position().outcome().is_none() {
                line.push(moves[rng.below(moves.len() as u32) as usize]);
            }
        }
        search.search(&line, &Budget::playouts(20_000), seed, &mut Control::default()).proven.is_some()
            || report_without_search(&line).is_some()
    };
    (0..400).filter(|&seed| proven(seed)).count()
}

#[test]
#[ignore = "slow, minutes: cargo xtask ci --slow"]
fn mcps_proves_most_of_the_small_games() {
    for spec in ["mcps:solver=true,transpositions=true,forced=true", "mcps:solver=true"] {
        let proven = [
            proven_of_400::<Hex>("4", spec),
            proven_of_400::<NoGo>("3", spec),
            proven_of_400::<NoGo>("4x3", spec),
            proven_of_400::<AtariGo>("3", spec),
        ];
        // Seen: 387, 400, 319, 400 with all of it. Less would be a loss; NoGo 4x3 is to get better.
        let least = [360, 400, 300, 400];
        assert!(proven.iter().zip(least).all(|(&proven, least)| proven >= least), "{spec}: {proven:?} of 400 each");
    }
}
