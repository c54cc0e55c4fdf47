//! Speed on one thread, in CPU time.

use std::time::Duration;

use gametree_core::testing::time_playouts;
use gametree_core::{Budget, Control, FieldError, Game, Line, Search};

const AT_LEAST: Duration = Duration::from_secs(1);

/// What each search of [`bench_search`] may spend.
pub(crate) fn one_search() -> Budget {
    Budget::cpu(Duration::from_millis(200))
}

/// Playouts from `start` per second of CPU time: one copy of the position and one playout each.
#[must_use]
pub fn bench_playouts<G: Game>(start: &G) -> f64 {
    time_playouts(start, AT_LEAST).per_cpu_second
}

/// Iterations (playouts) of a search from `start` per second of CPU time: searches of 200 ms, each from nothing but with the
/// memory of the one before.
///
/// # Errors
/// When it does not keep a budget of CPU time, has too little memory for this game, or makes no playouts.
pub fn bench_search<G: Game>(start: &G, search: &mut dyn Search<G>) -> Result<f64, FieldError> {
    let budget = one_search();
    search.accepts(&budget)?;
    search.fits(start)?;
    let line = Line::new(start.clone());
    let (mut playouts, mut cpu) = (0, Duration::ZERO);
    for seed in 0.. {
        search.forget();
        let stats = search.search(&line, &budget, seed, &mut Control::default()).stats;
        if stats.playouts == 0 {
            return Err(FieldError::new("playouts", 0, "a player that makes playouts"));
        }
        // The first search touches fresh memory, and is not timed.
        if seed > 0 {
            playouts += stats.playouts;
            cpu += stats.cpu;
        }
        if cpu >= AT_LEAST {
            break;
        }
    }
    Ok(playouts as f64 / cpu.as_secs_f64())
}
