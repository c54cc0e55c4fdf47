//! `tournament --dry-run`: what would be played.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use gametree_core::format_duration;
use gametree_tournament::{Cell, Plan};

use crate::estimate::most_time;

/// Counts per cell: the list of games may be long.
pub(super) fn dry_run(plan: &Plan, cells: &[&Cell], dir: &Path, at_once: usize) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}: plan {:016x}, seed {}\n", dir.display(), plan.hash(), plan.seed());
    for cell in cells {
        let _ = writeln!(out, "{:6} games  {cell}", cell.games);
    }
    let _ = writeln!(out, "{:6} games in all", cells.iter().map(|cell| u64::from(cell.games)).sum::<u64>());
    let threads = cells.iter().map(|cell| cell.threads()).max().unwrap_or(1);
    let _ = match most_time(cells) {
        Some(most) => writeln!(
            out,
            "at most about {:.2} core hours if no game has more moves than its board has points, {} with {at_once} at once",
            most.as_secs_f64() * threads as f64 / 3600.0,
            format_duration(rounded_up(most / u32::try_from(at_once).unwrap_or(1).max(1))),
        ),
        None => writeln!(out, "core hours unknown: not every budget is a time"),
    };
    let _ = writeln!(out, "\nThe plan as played:\n\n{}", plan.to_toml());
    out
}

/// To seconds, minutes or hours, whichever two or three digits say.
fn rounded_up(time: Duration) -> Duration {
    let seconds = time.as_secs().saturating_add(u64::from(time.subsec_nanos() > 0)).max(1);
    let unit = [36_000, 600].iter().zip([3600, 60]).find(|(from, _)| seconds > **from).map_or(1, |(_, unit)| unit);
    Duration::from_secs(seconds.div_ceil(unit).saturating_mul(unit))
}
