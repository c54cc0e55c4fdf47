//! Playouts per second of CPU time, from the start: `cargo run --release -p gametree-wargame --example wargame_playouts`.
#![allow(clippy::print_stdout, reason = "a program that prints")]

use std::time::Duration;

use gametree_core::{Game, Outcome, Rng, Side, Size, Trace, thread_cpu};
use gametree_wargame::Wargame;

const ROUNDS: u32 = 7;
const ROUND: Duration = Duration::from_millis(100);

fn main() -> Result<(), gametree_core::FieldError> {
    println!("{:>5} {:>14} {:>8} {:>7} {:>14}", "size", "playouts/cpu s", "ns", "plies", "attacker wins");
    let only: Option<u8> = std::env::args().nth(1).and_then(|text| text.parse().ok());
    for side in [5, 7, 9, 11, 13, 15].into_iter().filter(|&side| only.is_none_or(|only| only == side)) {
        let start = Wargame::new(Size::square(side))?;
        let (mut trace, mut rng, mut position) = (Trace::for_game(&start), Rng::new(1), start.clone());
        let (mut wins, mut plies, mut total, mut rates) = (0u64, 0u64, 0u64, Vec::new());
        for _ in 0..ROUNDS {
            let (begin, mut playouts) = (thread_cpu(), 0u64);
            while thread_cpu() - begin < ROUND {
                for _ in 0..10_000 {
                    position.clone_from(&start);
                    trace.clear();
                    wins += u64::from(position.playout(&mut rng, &mut trace) == Outcome::Win(Side::First));
                    plies += u64::from(trace.plies);
                }
                playouts += 10_000;
            }
            rates.push(playouts as f64 / (thread_cpu() - begin).as_secs_f64());
            total += playouts;
        }
        rates.sort_by(f64::total_cmp);
        let median = rates[rates.len() / 2];
        let (length, rate) = (plies as f64 / total as f64, 100.0 * wins as f64 / total as f64);
        println!("{side:>5} {median:>14.0} {:>8.1} {length:>7.1} {rate:>13.2}%", 1e9 / median);
    }
    Ok(())
}
