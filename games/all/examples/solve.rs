//! Solves tic-tac-toe and small Hex boards and prints what it cost. With `5` as its argument also all openings of Hex 5x5,
//! which takes minutes.
//!
//! ```text
//! cargo run --release -p gametree-games --example solve -- 5
//! ```

#![allow(clippy::print_stdout, reason = "a program that prints figures")]

use std::time::Duration;

use gametree_adversarial::{Algorithm, Order, SolveConfig, Solver};
use gametree_core::{Budget, Control, Evaluate, Line, Size, Stopwatch};
use gametree_hex::Hex;
use gametree_tictactoe::TicTacToe;

fn solve<G: Evaluate>(what: &str, solver: &mut Solver<G>, line: &Line<G>, repeat: usize) {
    let mut solve = || solver.solve(line, &Budget::default(), &mut Control::default()).expect("the table is allowed");
    let first = solve();
    let fastest = (1..repeat).map(|_| solve().cpu).min().unwrap_or(first.cpu);
    println!("{what:44} {:>9} nodes {fastest:>12.2?}", first.nodes);
}

fn openings(size: u8, algorithm: Algorithm, repeat: usize) -> Result<(), Box<dyn std::error::Error>> {
    let line = Line::new(Hex::new(Size::square(size))?);
    let mut fastest = Duration::MAX;
    let mut wins = 0;
    for _ in 0..repeat {
        let clock = Stopwatch::start();
        let mut solver = Solver::new(SolveConfig { algorithm, ..SolveConfig::default() });
        let moves = solver.solve_moves(&line, &Budget::default(), &mut Control::default())?;
        wins = moves.iter().filter(|candidate| candidate.score > Some(0)).count();
        fastest = fastest.min(clock.cpu());
    }
    println!("{:44} {wins:>6} win     {fastest:>12.2?}", format!("hex {size}, {algorithm:?}, all openings"));
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let start = Line::new(TicTacToe::new());
    for (algorithm, order) in [
        (Algorithm::Minimax, Order::Given),
        (Algorithm::AlphaBeta, Order::Given),
        (Algorithm::AlphaBeta, Order::Center),
    ] {
        let config = SolveConfig { algorithm, order, table: false, ..SolveConfig::default() };
        solve(&format!("tictactoe, {algorithm:?}, order {order:?}"), &mut Solver::new(config), &start, 20);
    }
    let all = std::env::args().nth(1).as_deref() == Some("5");
    for size in 2..=5 {
        let line = Line::new(Hex::new(Size::square(size))?);
        for algorithm in [Algorithm::AlphaBeta, Algorithm::Proof] {
            if size == 5 && algorithm == Algorithm::AlphaBeta {
                continue;
            }
            let config = SolveConfig { algorithm, ..SolveConfig::default() };
            solve(&format!("hex {size}, {algorithm:?}, value"), &mut Solver::new(config), &line, 1);
            if size < 5 || all {
                openings(size, algorithm, if size < 5 { 10 } else { 1 })?;
            }
        }
    }
    Ok(())
}
