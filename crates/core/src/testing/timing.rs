//! How fast a game plays out.

use std::fmt;
use std::hint::black_box;
use std::time::Duration;

use crate::clock::Stopwatch;
use crate::game::{Game, Outcome, Side};
use crate::rng::Rng;
use crate::trace::Trace;

/// What [`time_playouts`] measured. `Display` writes it as the columns of [`PlayoutTiming::HEADER`].
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct PlayoutTiming {
    /// Playouts per second of CPU time, one copy of the position included.
    pub per_cpu_second: f64,
    /// Mean plies of a playout.
    pub plies: f64,
    /// The share of playouts that the first side won.
    pub first_wins: f64,
}

impl PlayoutTiming {
    /// The columns that `Display` writes.
    pub const HEADER: &'static str = "playouts/cpu s       ns   plies  first wins";
}

impl fmt::Display for PlayoutTiming {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PlayoutTiming { per_cpu_second, plies, first_wins } = self;
        write!(f, "{per_cpu_second:>14.0} {:>8.1} {plies:>7.1} {:>10.2}%", 1e9 / per_cpu_second, 100.0 * first_wins)
    }
}

/// Plays out from `start` on this thread for a little over `at_least` of CPU time, after a fifth of that to warm up.
#[must_use]
pub fn time_playouts<G: Game>(start: &G, at_least: Duration) -> PlayoutTiming {
    let (mut position, mut trace, mut rng) = (start.clone(), Trace::for_game(start), Rng::new(1));
    let mut run = |at_least: Duration| {
        let watch = Stopwatch::start();
        // The clock costs about as much as a fast playout, so it is read once a batch.
        let (mut playouts, mut batch, mut plies, mut wins) = (0u64, 1, 0u64, 0u64);
        loop {
            for _ in 0..batch {
                position.clone_from(start);
                trace.clear();
                let outcome = black_box(position.playout(&mut rng, &mut trace));
                wins += u64::from(outcome == Outcome::Win(Side::First));
                plies += u64::from(trace.plies);
            }
            playouts += batch;
            match watch.cpu() {
                cpu if cpu >= at_least => {
                    let of = |sum: u64| sum as f64 / playouts as f64;
                    let per_cpu_second = playouts as f64 / cpu.as_secs_f64();
                    return PlayoutTiming { per_cpu_second, plies: of(plies), first_wins: of(wins) };
                }
                cpu if cpu < at_least / 100 => batch *= 2,
                _ => {}
            }
        }
    };
    run(at_least / 5);
    run(at_least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Toy;

    #[test]
    fn measures_what_is_played() {
        let toy: Toy = "(A (A (B B)))".parse().unwrap();
        let timing = time_playouts(&toy, Duration::from_millis(20));
        assert!(timing.per_cpu_second > 1000.0);
        assert!((timing.first_wins - 0.75).abs() < 0.1, "half at once, half of the rest at the second move");
        assert!((timing.plies - 1.75).abs() < 0.1);
        assert_eq!(timing.to_string().len(), PlayoutTiming::HEADER.len());
    }
}
