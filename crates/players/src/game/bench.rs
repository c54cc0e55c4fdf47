//! Speed on one thread, in CPU time.

use std::time::Duration;

use gametree_core::testing::time_playouts;
use gametree_core::{Budget, Control, FieldError, Game, Line, Search};

/// What each search of [`bench_search`] may spend.
pub(crate) fn one_search(at_least: Duration) -> Budget {
    Budget::cpu(at_least / 5)
}

/// Playouts from `start` per second of CPU time, of which it spends `at_least` so much: one copy of the position and one playout each.
#[must_use]
pub fn bench_playouts<G: Game>(start: &G, at_least: Duration) -> f64 {
    time_playouts(start, at_least).per_cpu_second
}

/// Iterations (playouts) of a search from `start` per second of CPU time, of which it spends `at_least` so much: searches of a fifth of
/// that, each from nothing but with the memory of the one before.
///
/// # Errors
/// When it does not keep a budget of CPU time, has too little memory for this game, or makes no playouts.
pub fn bench_search<G: Game>(start: &G, search: &mut dyn Search<G>, at_least: Duration) -> Result<f64, FieldError> {
    let budget = one_search(at_least);
    search.accepts(&budget)?;
    search.fits(start)?;
    let line = Line::new(start.clone());
    let (mut playouts, mut cpu) = (0, Duration::ZERO);
    for seed in 0.. {
        search.forget();
        let stats = search.search(&line, &budget, seed, &mut Control::default()).stats;
        // The first search touches fresh memory, and is not timed.
        if seed > 0 {
            if stats.playouts == 0 {
                return Err(FieldError::new("playouts", 0, "a player that makes playouts"));
            }
            playouts += stats.playouts;
            cpu += stats.cpu;
        }
        if cpu >= at_least {
            break;
        }
    }
    Ok(playouts as f64 / cpu.as_secs_f64())
}
