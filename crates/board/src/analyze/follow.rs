//! What is seen of a search while it runs: a line for each report, or one line that changes in a terminal.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use console::Term;
use gametree_players::{Analysis, FollowAnalysis};

use super::words::three;

/// When nobody reads any more, `stop` ends the search, as a closed pipe ends other programs.
pub(super) fn reporter(stop: Arc<AtomicBool>) -> FollowAnalysis {
    let terminal = io::stderr().is_terminal();
    Box::new(move |analysis| {
        // A line that is longer than the terminal is wide could not be written over.
        let columns = usize::from(Term::stderr().size().1).saturating_sub(1);
        let mut line: String = in_a_line(analysis).chars().take(if terminal { columns } else { usize::MAX }).collect();
        line = if terminal { format!("\r\x1b[K{line}") } else { line + "\n" };
        let mut errors = io::stderr().lock();
        let written = errors.write_all(line.as_bytes()).and_then(|()| errors.flush());
        if written.is_err_and(|error| error.kind() == io::ErrorKind::BrokenPipe) {
            stop.store(true, Ordering::Relaxed);
        }
    })
}

/// Makes room for the result.
pub(super) fn end() {
    if io::stderr().is_terminal() {
        let _ = io::stderr().write_all(b"\r\x1b[K");
    }
}

pub(super) fn in_a_line(analysis: &Analysis) -> String {
    let stats = &analysis.stats;
    let best = analysis.best.as_deref().unwrap_or("none");
    let mut line = format!("{:.1} s, ", stats.wall_s);
    match (stats.playouts, analysis.root.iter().find(|mv| mv.mv == best)) {
        (Some(playouts), found) => {
            let all: u64 = analysis.root.iter().filter_map(|mv| mv.visits).sum();
            let visits = found.and_then(|mv| mv.visits).unwrap_or_default();
            let share = 100.0 * visits as f64 / all.max(1) as f64;
            let (value, error) = (three(analysis.value), three(found.and_then(|mv| mv.error)));
            line += &format!("{playouts} playouts, {best} {value} ± {error} ({share:.0} %), depth {}", stats.max_depth);
        }
        (None, _) => {
            let score = analysis.score.map_or("-".to_string(), |score| score.to_string());
            line += &format!("{} nodes, {best} score {score}, depth {}", stats.nodes, stats.max_depth);
        }
    }
    if analysis.pv.len() > 1 {
        line += ", expects ";
        line += &analysis.pv[1..].iter().take(8).map(String::as_str).collect::<Vec<_>>().join(" ");
    }
    line
}
