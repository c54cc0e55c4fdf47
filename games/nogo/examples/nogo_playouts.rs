//! Playouts from the start per second of CPU time: `cargo run --release -p gametree-nogo --example nogo_playouts`.
#![allow(clippy::print_stdout, reason = "a program that prints")]

use std::time::Duration;

use gametree_core::Size;
use gametree_core::testing::{PlayoutTiming, time_playouts};
use gametree_nogo::NoGo;

fn main() -> Result<(), gametree_core::FieldError> {
    println!("{:>5} {}", "size", PlayoutTiming::HEADER);
    for side in [5, 7, 9, 13, 19] {
        let start = NoGo::new(Size::square(side))?;
        println!("{side:>5} {}", time_playouts(&start, Duration::from_millis(500)));
    }
    Ok(())
}
