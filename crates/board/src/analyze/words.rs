//! An analysis for people.

use std::cmp::Reverse;
use std::fmt::{Error, Write};

use gametree_core::Stats;
use gametree_players::{Analysis, AnalysisMove};

/// At most so many lines for the depths.
const DEPTH_LINES: usize = 16;

/// The longest bar.
const BAR: u64 = 40;

/// The board, the first `top` candidates with the most visited one first, the expected moves, and what the search cost.
pub(crate) fn in_words(board: &str, analysis: &Analysis, top: usize) -> Result<String, Error> {
    let mut text = format!("{}\n\n", board.trim_end());
    let moves = ranked(analysis);
    if analysis.score.is_some() {
        scores(&mut text, &moves[..top.min(moves.len())])?;
    } else if !moves.is_empty() {
        // With those of earlier searches, where the tree was kept.
        let all = moves.iter().filter_map(|mv| mv.visits).sum();
        estimates(&mut text, &moves[..top.min(moves.len())], all)?;
    }
    if moves.len() > top {
        writeln!(text, "… and {} more", moves.len() - top)?;
    }
    let stats = &analysis.stats;
    write!(text, "\nbest {}, value {}", analysis.best.as_deref().unwrap_or("none"), three(analysis.value))?;
    if let Some(proven) = &analysis.proven {
        write!(text, ", proven {proven}")?;
    }
    if analysis.score.is_some() {
        write!(text, ", score {}", whole(analysis.score))?;
    }
    writeln!(text)?;
    writeln!(text, "expected {}", analysis.pv.join(" "))?;
    let Some(playouts) = stats.playouts else {
        let (nodes, kib) = (stats.nodes, stats.bytes / 1024);
        let (depth, cpu, stop) = (stats.max_depth, stats.cpu_s, &stats.stop);
        writeln!(
            text,
            "{nodes} nodes, table of {kib} KiB, deepest {depth}; {cpu:.3} s of CPU time; stopped by {stop}"
        )?;
        return Ok(text);
    };
    if let Some(kept) = stats.kept.filter(|&kept| kept > 0) {
        writeln!(text, "kept {kept} playouts of earlier searches")?;
    }
    writeln!(
        text,
        "{} playouts of {} plies, tree of {} nodes ({} KiB{}), mean depth {}, deepest {}; {:.3} s of CPU time; stopped by {}",
        playouts,
        three(stats.mean_playout_plies),
        stats.nodes,
        stats.bytes / 1024,
        if stats.tree_full { ", full" } else { "" },
        three(stats.mean_depth),
        stats.max_depth,
        stats.cpu_s,
        stats.stop
    )?;
    if let Some(depths) = &stats.depths {
        histogram(&mut text, depths)?;
    }
    Ok(text)
}

/// The best first.
fn ranked(analysis: &Analysis) -> Vec<&AnalysisMove> {
    let mut moves: Vec<&AnalysisMove> = analysis.root.iter().collect();
    moves.sort_by_key(|mv| Reverse((mv.proven.as_deref() == Some("win"), mv.visits, mv.score)));
    moves
}

/// For players that evaluate positions.
fn scores(text: &mut String, moves: &[&AnalysisMove]) -> Result<(), Error> {
    if !moves.is_empty() {
        writeln!(text, "{:<8}{:>10}{:>8}", "move", "score", "value")?;
    }
    for mv in moves {
        writeln!(text, "{:<8}{:>10}{:>8}{}", mv.mv, whole(mv.score), three(mv.value), proven(mv))?;
    }
    Ok(())
}

/// For players that play out: a group of three columns for each further estimate that took part in the choice. `all` are the visits
/// of all candidates.
fn estimates(text: &mut String, moves: &[&AnalysisMove], all: u64) -> Result<(), Error> {
    let names: Vec<&String> = moves.first().map(|mv| mv.sources.keys().collect()).unwrap_or_default();
    let width = moves.iter().map(|mv| mv.mv.len()).max().unwrap_or_default().max(6);
    write!(text, "{:<width$}{:>10}{:>9}{:>9} ± error", "move", "visits", "share", "value")?;
    for name in &names {
        write!(text, "{name:>14}{:>10}{:>8}", "count", "weight")?;
    }
    writeln!(text)?;
    for mv in moves {
        let visits = mv.visits.unwrap_or_default();
        let share = (all > 0).then(|| 100.0 * visits as f64 / all as f64);
        let share = share.map_or("-".to_string(), |share| format!("{share:.1} %"));
        write!(text, "{:<width$}{visits:>10}{share:>9}{:>9} ± {:<5}", mv.mv, three(mv.value), three(mv.error))?;
        for source in names.iter().filter_map(|name| mv.sources.get(*name)) {
            write!(text, "{:>14}{:>10}{:>8}", three(source.mean), source.count, three(source.weight))?;
        }
        text.truncate(text.trim_end().len());
        writeln!(text, "{}", proven(mv))?;
    }
    Ok(())
}

/// What is proven of a move, after its numbers.
fn proven(mv: &AnalysisMove) -> String {
    mv.proven.as_ref().map_or(String::new(), |proven| format!("  proven {proven}"))
}

/// How deep in the tree the new nodes lay. Depths share a line when there are many.
fn histogram(text: &mut String, depths: &[u64]) -> Result<(), Error> {
    let step = depths.len().div_ceil(DEPTH_LINES);
    let lines: Vec<u64> = depths.chunks(step).map(|chunk| chunk.iter().sum()).collect();
    let (sum, most) = (lines.iter().sum::<u64>().max(1), lines.iter().copied().max().unwrap_or_default().max(1));
    writeln!(text, "\n{:>9}{:>10}", "depth", "playouts")?;
    // Most searches open the root before they begin: no new node lies there.
    for (from, &count) in (0..).step_by(step).zip(&lines).skip_while(|(_, count)| **count == 0) {
        let to = (from + step - 1).min(depths.len() - 1);
        let label = match (from, to) {
            (_, to) if to == Stats::DEPTHS - 1 => format!("{from}+"),
            (from, to) if from == to => from.to_string(),
            _ => format!("{from}-{to}"),
        };
        let share = format!("{:.1} %", 100.0 * count as f64 / sum as f64);
        let bar = "#".repeat((BAR * count).div_ceil(most) as usize);
        writeln!(text, "{}", format!("{label:>9} {count:>9}{share:>9}  {bar}").trim_end())?;
    }
    Ok(())
}

fn whole(score: Option<i32>) -> String {
    score.map_or("-".to_string(), |score| score.to_string())
}

pub(super) fn three(value: Option<f64>) -> String {
    value.map_or("-".to_string(), |value| format!("{value:.3}"))
}
