//! Figures against known values, naive recounts and another library.

use gametree_statistics::Tally;

mod figures;
mod pairs;
mod ratio;
mod shares;
mod sprt;
mod tally;

fn tally(wins: u64, losses: u64, draws: u64) -> Tally {
    Tally { wins, losses, draws }
}

fn close(a: f64, b: f64, within: f64) {
    assert!((a - b).abs() < within, "{a} is not {b}");
}
