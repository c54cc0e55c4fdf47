//! Playouts from the start per second of CPU time: `cargo run --release -p gametree-wargame --example wargame_playouts`.
#![allow(clippy::print_stdout, reason = "a program that prints")]

use std::time::Duration;

use gametree_core::Size;
use gametree_core::testing::{PlayoutTiming, time_playouts};
use gametree_wargame::Wargame;

fn main() -> Result<(), gametree_core::FieldError> {
    println!("{:>5} {}", "size", PlayoutTiming::HEADER);
    for side in [5, 7, 9, 11, 13, 15] {
        let start = Wargame::new(Size::square(side))?;
        println!("{side:>5} {}", time_playouts(&start, Duration::from_millis(500)));
    }
    Ok(())
}
