//! Playouts per second of CPU time, from the empty board:
//! `cargo run --release -p gametree-atarigo --example atarigo_playouts`.
#![allow(clippy::print_stdout, reason = "a program that prints")]

use std::time::Duration;

use gametree_atarigo::AtariGo;
use gametree_core::{Game, Outcome, Rng, Side, Size, Trace, thread_cpu};

const ROUNDS: u32 = 7;
const ROUND: Duration = Duration::from_millis(100);

fn main() -> Result<(), gametree_core::FieldError> {
    println!("{:>5} {:>14} {:>8} {:>11}", "size", "playouts/cpu s", "ns", "first wins");
    let only: Option<u8> = std::env::args().nth(1).and_then(|text| text.parse().ok());
    for side in [5, 7, 9, 13, 19].into_iter().filter(|&side| only.is_none_or(|only| only == side)) {
        let start = AtariGo::new(Size::square(side))?;
        let (mut trace, mut rng, mut position) = (Trace::for_game(&start), Rng::new(1), start.clone());
        let (mut wins, mut total, mut rates) = (0u64, 0u64, Vec::new());
        for _ in 0..ROUNDS {
            let (begin, mut playouts) = (thread_cpu(), 0u64);
            while thread_cpu() - begin < ROUND {
                for _ in 0..100 {
                    position.clone_from(&start);
                    trace.clear();
                    wins += u64::from(position.playout(&mut rng, &mut trace) == Outcome::Win(Side::First));
                }
                playouts += 100;
            }
            rates.push(playouts as f64 / (thread_cpu() - begin).as_secs_f64());
            total += playouts;
        }
        rates.sort_by(f64::total_cmp);
        let median = rates[rates.len() / 2];
        println!("{side:>5} {median:>14.0} {:>8.1} {:>10.2}%", 1e9 / median, 100.0 * wins as f64 / total as f64);
    }
    Ok(())
}
