//! Speed on one thread, in CPU time.

use std::time::Duration;

use gametree_core::testing::time_playouts;
use gametree_core::{Budget, Control, Evaluate, FieldError, Game, Line};

use crate::spec::player::PlayerSpec;

/// What `gametree bench` measures: `playout`, and the players whose iterations are counted.
pub const BENCHES: [&str; 5] = ["playout", "uct", "rave", "grave", "mcps"];

const AT_LEAST: Duration = Duration::from_secs(1);
const ONE_SEARCH: Duration = Duration::from_millis(200);

/// Playouts from `start` per second of CPU time: one copy of the position and one playout each.
#[must_use]
pub fn bench_playouts<G: Game>(start: &G) -> f64 {
    time_playouts(start, AT_LEAST).per_cpu_second
}

/// Iterations (playouts) of a player from `start` per second of CPU time: searches of 200 ms by one engine, each from
/// nothing but with the memory of the one before.
///
/// # Errors
/// When the player does not keep a budget of CPU time, has too little memory for this game, or makes no playouts.
pub fn bench_search<G: Evaluate>(start: &G, spec: &PlayerSpec) -> Result<f64, FieldError> {
    let budget = Budget::cpu(ONE_SEARCH);
    let mut search = spec.build_for::<G>(&budget)?;
    search.fits(start).map_err(|error| spec.named_in(error))?;
    let line = Line::new(start.clone());
    let (mut playouts, mut cpu) = (0, Duration::ZERO);
    for seed in 0.. {
        search.forget();
        let stats = search.search(&line, &budget, seed, &mut Control::default()).stats;
        if stats.playouts == 0 {
            return Err(FieldError::new("what", spec.about().name, "playout or a Monte Carlo player"));
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
