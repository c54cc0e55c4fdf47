//! The head of the page: what was run, where, by which program; and the ledger of claims.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use gametree_tournament::{Failures, Plan, Tables};

use super::html::{count, escape, thousands};
use super::results::table;
use super::survey::Survey;
use crate::claims::Entry;

/// The name of the run.
pub(super) fn title(plan: Option<&Plan>) -> String {
    plan.map_or_else(|| "Results".into(), |plan| plan.name().to_string())
}

/// One sentence: who played what.
pub(super) fn lead(tables: &Tables) -> String {
    let games: u64 = tables.cells.iter().map(|cell| cell.games).sum();
    if tables.cells.is_empty() {
        return "No games have been played.".into();
    }
    let pairings: BTreeSet<String> = tables.cells.iter().map(|cell| format!("{} against {}", cell.a, cell.b)).collect();
    let who = match pairings.first() {
        Some(only) if pairings.len() == 1 => escape(only),
        _ => count(pairings.len() as u64, "pair of players", "pairs of players"),
    };
    let mut names: Vec<&str> = Vec::new();
    for cell in &tables.cells {
        if !names.contains(&cell.game.as_str()) {
            names.push(&cell.game);
        }
    }
    let cells = count(tables.cells.len() as u64, "cell", "cells");
    format!("{who} at {}: {} in {cells}.", escape(&names.join(", ")), count(games, "game", "games"))
}

/// What was run, as a list.
pub(super) fn facts(tables: &Tables, plan: Option<&Plan>, survey: &Survey) -> String {
    let mut out = String::from("<dl class=facts>");
    let mut fact = |name: &str, text: &str| {
        let _ = write!(out, "<dt>{name}</dt><dd>{text}</dd>");
    };
    match plan {
        Some(plan) => {
            let text = format!("{}, <code>{:016x}</code>, seed {}", escape(plan.name()), plan.hash(), plan.seed());
            fact("Plan", &text);
        }
        None => fact("Plan", "not in the folder"),
    }
    fact("Games", &games(tables, plan));
    for (name, spec) in players(tables) {
        // A long spec may be broken between its parts.
        let spec = escape(&spec).replace(',', ",<wbr>");
        fact("Player", &format!("{}: <code>{spec}</code>", escape(&name)));
    }
    if survey.records > 0 {
        fact("Machine", &counts(&survey.machines));
        let mut commits = counts(&survey.commits);
        if survey.commits.len() > 1 {
            commits += " <strong class=bad>mixed commits</strong>: these games were not all played by the same program";
        }
        if survey.commits.keys().any(|commit| commit.ends_with("-dirty")) {
            commits += " <strong class=bad>-dirty</strong>: played by sources that no commit has";
        }
        fact("Commit", &commits);
        fact("Games at once", &counts(&survey.at_once));
    }
    if let Some([first, last]) = &survey.finished {
        fact("Played", &format!("{} to {}", escape(&moment(first)), escape(&moment(last))));
    }
    let chance = &tables.chance;
    if chance.cells > 0 {
        let text = format!(
            "{} of {} away from 50 % at the {:.0} % level; about {} would be if all players were equal",
            chance.found,
            count(chance.cells as u64, "cell", "cells"),
            100.0 * chance.level,
            chance.expected_text()
        );
        fact("Differences", &text);
    }
    out.push_str("</dl>");
    out
}

fn games(tables: &Tables, plan: Option<&Plan>) -> String {
    let counted: u64 = tables.cells.iter().map(|cell| cell.games).sum();
    let voids = tables.voids();
    let mut text = match plan {
        Some(plan) => format!("{} of {} planned", thousands(counted + voids), thousands(plan.total_games())),
        None => thousands(counted + voids),
    };
    if voids > 0 {
        let _ = write!(text, ", <strong class=bad>{} void</strong>: these count for nobody", thousands(voids));
    } else {
        text += ", none void";
    }
    let lost =
        tables.cells.iter().filter_map(|cell| cell.player_failures).map(|failures| failures.by_a + failures.by_b);
    let lost: u64 = lost.sum();
    if lost > 0 && tables.failures() == Failures::Loss {
        let _ = write!(text, ", <strong class=bad>{} lost by a failure</strong>", thousands(lost));
    }
    let forfeits: u64 =
        tables.cells.iter().flat_map(|cell| cell.per_player.values()).map(|player| player.forfeits).sum();
    if forfeits > 0 {
        let _ = write!(text, ", <strong class=bad>{}</strong>", count(forfeits, "forfeit", "forfeits"));
    }
    text
}

/// Names with specs, in the order in which they come.
fn players(tables: &Tables) -> Vec<(String, String)> {
    let mut players = Vec::new();
    for cell in &tables.cells {
        for name in [&cell.a, &cell.b] {
            let player = cell.per_player.get(name).map(|player| (name.clone(), player.spec.clone()));
            players.extend(player.filter(|player| !players.contains(player)));
        }
    }
    players
}

/// `2026-11-30 06:05:24 UTC` of a time as records have it.
fn moment(text: &str) -> String {
    match (text.get(..10), text.get(11..19), text.ends_with('Z')) {
        (Some(day), Some(time), true) => format!("{day} {time} UTC"),
        _ => text.to_string(),
    }
}

/// `a (12), b (3)`; without the number when there is but one.
fn counts(counts: &BTreeMap<String, u64>) -> String {
    let one = counts.len() == 1;
    let text = |(name, number): (&String, &u64)| {
        if one { escape(name) } else { format!("{} ({})", escape(name), count(*number, "game", "games")) }
    };
    counts.iter().map(text).collect::<Vec<_>>().join("; ")
}

/// The claims that this plan decides.
pub(super) fn ledger(entries: &[Entry]) -> String {
    if entries.is_empty() {
        return String::new();
    }
    let mut out = String::from("<section id=claims><h2>Claims</h2>");
    out.push_str("<p>A cell counts when all its planned games are played. Each test is at the 5 % level.</p>");
    let rows = entries.iter().map(|Entry { id, claim, judgement, .. }| {
        vec![
            (*id).to_string(),
            (*claim).to_string(),
            judgement.verdict.text().to_string(),
            format!("{} of {}", judgement.complete, judgement.cells),
            thousands(judgement.games),
        ]
    });
    table(
        &mut out,
        "The paper’s claims and what these games say",
        &["claim", "the paper says", "verdict here", "cells", "games"],
        rows,
    );
    out.push_str("<details><summary>Rules and figures of the claims</summary>");
    for Entry { id, claim, rule, judgement } in entries {
        let _ = write!(out, "<h4>{id}: {}</h4><p>Rule: {}.</p><ul>", escape(claim), escape(rule));
        for figure in &judgement.figures {
            let _ = write!(out, "<li>{}</li>", escape(figure));
        }
        let _ = write!(out, "</ul><p>Verdict: <b>{}</b>.</p>", judgement.verdict.text());
    }
    out.push_str("</details></section>");
    out
}
