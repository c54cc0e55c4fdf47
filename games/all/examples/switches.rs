//! What alpha-beta's enhancements save: nodes of iterative deepening to a fixed depth with everything on, and with each switch off,
//! summed over the start and nine positions after random moves. Nothing depends on the machine. docs/alphabeta.md has the figures.
//!
//! ```text
//! cargo run --release -p gametree-games --example switches
//! ```

#![allow(clippy::print_stdout, reason = "a program that prints figures")]

use gametree_adversarial::{Iterative, IterativeConfig};
use gametree_core::{Budget, Config, Control, Describe, Evaluate, FieldError, Line, Rng, Search, Size};

const SWITCHES: [(&str, &[(&str, &str)]); 7] = [
    ("all on", &[]),
    ("killers=off", &[("killers", "off")]),
    ("history=off", &[("history", "off")]),
    ("both off", &[("killers", "off"), ("history", "off")]),
    ("forced=off", &[("forced", "off")]),
    ("quiescence=0", &[("quiescence", "0")]),
    ("table=off", &[("table", "off")]),
];

/// The start, and positions after `plies` random moves that leave the game running.
fn positions<G: Describe>(size: u8, plies: u32) -> Result<Vec<Line<G>>, FieldError> {
    let start = Line::new(G::start(Size::square(size), &G::Options::default())?);
    let mut lines = vec![start.clone()];
    let mut rng = Rng::new(1);
    while lines.len() < 10 {
        let mut line = start.clone();
        let mut moves = Vec::new();
        for _ in 0..plies {
            moves.clear();
            line.search_moves(&mut moves);
            if !moves.is_empty() {
                line.push(moves[rng.below(moves.len() as u32) as usize]);
            }
        }
        if line.position().outcome().is_none() {
            lines.push(line);
        }
    }
    Ok(lines)
}

fn row<G: Describe + Evaluate>(size: u8, plies: u32, depth: u32) -> Result<(), FieldError> {
    let lines = positions::<G>(size, plies)?;
    let budget: Budget = format!("depth={depth}").parse()?;
    let mut nodes = Vec::new();
    for (_, settings) in SWITCHES {
        let mut config = IterativeConfig::default();
        for (key, value) in settings {
            config.set(key, value)?;
        }
        let mut search = Iterative::<G>::new(&config);
        let of = |line: &Line<G>| search.search(line, &budget, 1, &mut Control::default()).stats.nodes;
        nodes.push(lines.iter().map(of).sum::<u64>());
    }
    print!("| {} {size}x{size}, depth {depth} | {} |", G::NAME, nodes[0]);
    nodes[1..].iter().for_each(|&count| print!(" {:.2} |", count as f64 / nodes[0] as f64));
    println!();
    Ok(())
}

fn main() -> Result<(), FieldError> {
    println!("| | {} |", SWITCHES.map(|(name, _)| name).join(" | "));
    println!("|{}", " --- |".repeat(1 + SWITCHES.len()));
    row::<gametree_tictactoe::TicTacToe>(3, 1, 9)?;
    row::<gametree_hex::Hex>(4, 2, 16)?;
    row::<gametree_hex::Hex>(7, 4, 4)?;
    row::<gametree_atarigo::AtariGo>(5, 4, 6)?;
    row::<gametree_atarigo::AtariGo>(7, 6, 4)?;
    row::<gametree_nogo::NoGo>(5, 4, 6)?;
    row::<gametree_wargame::Wargame>(5, 4, 6)?;
    row::<gametree_wargame::Wargame>(7, 4, 4)
}
