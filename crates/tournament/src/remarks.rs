//! What the tables say in words: cells in which something went wrong, and how to read the figures.

use std::fmt::Write;

use crate::gather::word;
use crate::markdown::share;
use crate::record::EndKind;
use crate::tables::{CellFigures, Failure, ScoreDifference, Tables};

/// From this share of the games on, repetitions are a fault of the experiment.
const MANY_REPEATS: f64 = 0.1;
/// Forfeits and void games of a cell that are told one by one; `tables.json` has all.
const TOLD: usize = 5;

/// Remarks on the cells of a group, if there are any.
pub(crate) fn of_cells(cells: &[CellFigures]) -> String {
    let remarks: String = cells.iter().map(of_cell).collect();
    if remarks.is_empty() { remarks } else { format!("\nRemarks.\n\n{remarks}") }
}

fn of_cell(cell: &CellFigures) -> String {
    let mut out = String::new();
    let place = format!("size {}, {}", cell.size, cell.budget);
    if cell.repeated_games > 0 {
        let (repeated, games) = (cell.repeated_games, cell.games);
        let verb = if repeated == 1 { "repeats" } else { "repeat" };
        let _ = write!(out, "- {place}: {repeated} of {games} games {verb} an earlier one move by move.");
        if repeated as f64 >= MANY_REPEATS * games as f64 {
            let distinct = cell.distinct_games;
            let _ = write!(
                out,
                " **Warning: these are many. A repeated game says nothing new, so the intervals and p of this cell are too \
                 sure; they rest on {distinct} distinct games. Random openings or another budget help.**"
            );
        }
        out.push('\n');
    }
    if let Some(without) = &cell.without_forfeits {
        let forfeits: Vec<String> = [&cell.a, &cell.b]
            .into_iter()
            .filter_map(|name| Some((name, cell.per_player.get(name)?.forfeits)))
            .filter(|(_, number)| *number > 0)
            .map(|(name, number)| format!("{name} forfeited {number}"))
            .collect();
        let rate = without.rate_a.map_or_else(|| "no games".into(), |rate| share(rate, without.wilson95));
        let _ = writeln!(
            out,
            "- {place}: {}, counted as losses. Without them: {} {rate} ({}).",
            forfeits.join(", "),
            cell.a,
            without.games
        );
        list(&mut out, cell, EndKind::Forfeit);
    }
    if cell.void > 0 {
        let games = plural(cell.void, "game is", "games are");
        let _ = writeln!(out, "- {place}: {games} void, because the software failed. They count for nobody.");
        list(&mut out, cell, EndKind::Void);
    }
    if let Some(scores) = &cell.final_scores {
        let games = plural(scores.games, "finished game", "finished games");
        let different = plural(scores.different.len() as u64, "differs", "differ");
        let _ = writeln!(out, "- {place}: {games} counted by an engine, too; {different} from our final score.");
        for ScoreDifference { id, player, score, referee } in scores.different.iter().take(TOLD) {
            let score = score.split_whitespace().collect::<Vec<_>>().join(" ").replace('`', "'");
            let _ = writeln!(out, "  - `{id}`: {referee} by our rules, which count, `{score}` by {player}");
        }
        if let Some(more) = scores.different.len().checked_sub(TOLD).filter(|more| *more > 0) {
            let _ = writeln!(out, "  - {more} more: see `final_scores` in tables.json");
        }
    }
    if let Some(&limited) = cell.ends.get(&word(EndKind::Limit)) {
        let _ = writeln!(out, "- {place}: {} cut off and adjudicated.", plural(limited, "game was", "games were"));
    }
    if cell.pairs.incomplete > 0 {
        let pairs = plural(cell.pairs.incomplete, "pair is", "pairs are");
        let _ =
            writeln!(out, "- {place}: {pairs} incomplete, with a game void or missing, and not in the pair figures.");
    }
    out
}

fn plural(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

fn list(out: &mut String, cell: &CellFigures, kind: EndKind) {
    let failures: Vec<&Failure> = cell.failures.iter().filter(|failure| failure.kind == kind).collect();
    for failure in failures.iter().take(TOLD) {
        // A reason may be a panic's message, with line breaks and what Markdown takes for markup.
        let reason: Vec<&str> = failure.reason.as_deref().unwrap_or("no reason given").split_whitespace().collect();
        let who = failure.player.as_ref().map_or_else(String::new, |player| format!(" {player}"));
        let _ = writeln!(out, "  - `{}`:{who} `{}`", failure.id, reason.join(" ").replace('`', "'"));
    }
    if let Some(more) = failures.len().checked_sub(TOLD).filter(|more| *more > 0) {
        let _ = writeln!(out, "  - {more} more: see `failures` in tables.json");
    }
}

/// How to read the tables.
pub(crate) fn notes(tables: &Tables) -> String {
    let chance = &tables.chance;
    let mut out = String::from("\n## How to read this\n\n");
    let cells = plural(chance.cells as u64, "cell", "cells");
    let found = plural(chance.found as u64, "does", "do");
    // With few games a cell the exact test cannot reach the level, and the number is small.
    let digits = if chance.expected < 0.95 { 2 } else { 1 };
    let expected = format!("{:.digits$}", chance.expected);
    if chance.cells > 0 {
        let _ = writeln!(
            out,
            "- Chance: if all players were equally strong, about {expected} of the {cells} with a decided game would leave 50 % at the \
             {:.0} % level by chance alone; {found}.",
            100.0 * chance.level,
        );
    }
    out.push_str(
        "- Elo is logistic everywhere: 400 points are 10 to 1. It is not BayesElo, whose points depend on the share of \
         draws.\n\
         - Wilson's interval takes the games as independent. It is what published tables print. When the two games of a pair \
         share their opening, or the first mover has a large advantage, it is wider than it has to be; the interval of the \
         pairs is then the right one. That needs 20 pairs or more.\n\
         - A forfeit is a loss. A void game counts for nobody. Nothing else is left out.\n",
    );
    out
}
