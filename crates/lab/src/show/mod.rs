//! How things are said to people: a cell in a line, a share of points, a length of time, the end of a game.

mod cell_line;
mod live;
mod share;

use std::time::Duration;

use gametree_core::format_duration;
use gametree_tournament::{EndKind, GameRecord};

pub(crate) use cell_line::{CellLine, Side, lines};
pub(crate) use live::Live;
pub use share::{Share, p_text};

/// A length of time, of which nobody wants to know more than the minutes once it is long.
pub(crate) fn duration(seconds: f64) -> String {
    // Nobody waits for the seconds of an hour.
    let step = if seconds < 120.0 { 1.0 } else { 60.0 };
    if seconds < 0.5 {
        return "0s".into();
    }
    format_duration(Duration::from_secs((seconds / step).round() as u64 * step as u64))
}

/// Who won, and how, in words.
pub(crate) fn result(record: &GameRecord) -> String {
    let reason = record.end.reason.as_deref().map(|reason| format!(": {reason}")).unwrap_or_default();
    match (record.winner.as_deref(), record.end.kind) {
        (Some("draw"), _) => format!("draw{reason}"),
        (Some(name), EndKind::Normal) => format!("{name} wins"),
        (Some(name), EndKind::Forfeit) => format!("{name} wins by forfeit{reason}"),
        (Some(name), EndKind::Resign) => format!("{name} wins by resignation{reason}"),
        (Some(name), _) => format!("{name} wins{reason}"),
        (None, _) => format!("void{reason}"),
    }
}
