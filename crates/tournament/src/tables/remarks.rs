//! What the tables say in words: cells in which something went wrong, and how to read the figures.

use std::fmt::Write;

use crate::plan::failures::Failures;
use crate::records::EndKind;
use crate::tables::gather::OVERRUN;
use crate::tables::markdown::share;
use crate::tables::{CellFigures, Failure, ScoreDifference, Tables};
use gametree_players::take_apart;

/// From this share of the games on, repetitions are a fault of the experiment.
const MANY_REPEATS: f64 = 0.1;
/// From this share of the games on, and from this multiple of the time on, overruns are told.
const MANY_OVERRUNS: f64 = 0.01;
const FAR: f64 = 10.0;
/// Forfeits and void games of a cell that are told one by one; `tables.json` has all.
const TOLD: usize = 5;

/// What a remark is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RemarkKind {
    /// Games that repeat others.
    Repeats,
    /// Games that a player lost by breaking the rules.
    Forfeits,
    /// Games that the software spoiled.
    Voids,
    /// Final scores that engines gave.
    FinalScores,
    /// Games that were adjudicated.
    CutOff,
    /// Moves that took far more than their time.
    Overruns,
    /// Searches whose tree had no more room.
    FullTrees,
    /// Pairs without their second game.
    IncompletePairs,
}

/// What is to be known when a cell's figures are read, as Markdown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// What it is about.
    pub kind: RemarkKind,
    /// A sentence or more.
    pub text: String,
    /// Single games, some of them if they are many.
    pub list: Vec<String>,
}

/// Remarks on the cells of a group, if there are any.
pub(crate) fn of_cells(cells: &[CellFigures]) -> String {
    let mut out = String::new();
    for cell in cells {
        for Remark { text, list, .. } in cell.remarks() {
            let _ = writeln!(out, "- size {}, {}: {text}", cell.size, cell.budget);
            for item in list {
                let _ = writeln!(out, "  - {item}");
            }
        }
    }
    if out.is_empty() { out } else { format!("\nRemarks.\n\n{out}") }
}

impl CellFigures {
    /// What is to be known when these figures are read.
    #[must_use]
    pub fn remarks(&self) -> Vec<Remark> {
        let mut remarks = Vec::new();
        let mut add = |kind, text, list| remarks.push(Remark { kind, text, list });
        if self.repeated_games > 0 {
            add(RemarkKind::Repeats, repeats(self), Vec::new());
        }
        if let Some(without) = &self.without_forfeits {
            let forfeits: Vec<String> = [&self.a, &self.b]
                .into_iter()
                .filter_map(|name| Some((name, self.per_player.get(name)?.forfeits)))
                .filter(|(_, number)| *number > 0)
                .map(|(name, number)| format!("{name} forfeited {number}"))
                .collect();
            let rate = without.rate_a.map_or_else(|| "no games".into(), |rate| share(rate, without.wilson95));
            let (forfeits, games) = (forfeits.join(", "), without.games);
            let text = format!("{forfeits}, counted as losses. Without them: {} {rate} ({games}).", self.a);
            add(RemarkKind::Forfeits, text, failures(self, EndKind::Forfeit));
        }
        if self.void > 0 || self.player_failures.is_some() {
            add(RemarkKind::Voids, voids(self), failures(self, EndKind::Void));
        }
        if let Some(scores) = &self.final_scores {
            let games = plural(scores.games, "finished game", "finished games");
            let different = plural(scores.different.len() as u64, "differs", "differ");
            let text = format!("{games} counted by an engine, too; {different} from our final score.");
            add(RemarkKind::FinalScores, text, told(&scores.different, "final_scores", difference));
        }
        if let Some(plies) = self.cut_off_after {
            let games = plural(self.cut_off, "game was", "games were");
            let text = format!("{games} cut off after {plies} plies and decided by the margin. They count.");
            add(RemarkKind::CutOff, text, Vec::new());
        }
        let overruns: Vec<String> = [&self.a, &self.b].into_iter().filter_map(|name| overrun(self, name)).collect();
        if !overruns.is_empty() {
            add(RemarkKind::Overruns, format!("{}.", overruns.join("; ")), Vec::new());
        }
        let full: Vec<String> = [&self.a, &self.b].into_iter().filter_map(|name| full_trees(self, name)).collect();
        if !full.is_empty() {
            let text = format!("{}; it was searched on, but not expanded.", full.join(", "));
            add(RemarkKind::FullTrees, text, Vec::new());
        }
        if self.pairs.incomplete > 0 {
            let pairs = plural(self.pairs.incomplete, "pair is", "pairs are");
            let text = format!("{pairs} incomplete, with a game void or missing, and not in the pair figures.");
            add(RemarkKind::IncompletePairs, text, Vec::new());
        }
        remarks
    }
}

fn repeats(cell: &CellFigures) -> String {
    let (repeated, games, distinct) = (cell.repeated_games, cell.games, cell.distinct_games);
    let verb = if repeated == 1 { "repeats" } else { "repeat" };
    let mut text = format!("{repeated} of {games} games {verb} an earlier one move by move.");
    if repeated as f64 >= MANY_REPEATS * games as f64 {
        let _ = write!(
            text,
            " **Warning: these are many. A repeated game says nothing new, so the intervals and p of this cell are too sure; \
             they rest on {distinct} distinct games. Random openings or another budget help.**"
        );
    }
    text
}

/// What is void, who failed, and what the figures would be if that counted the other way.
fn voids(cell: &CellFigures) -> String {
    let mut sentences = Vec::new();
    if cell.void > 0 {
        let games = plural(cell.void, "game is", "games are");
        sentences.push(format!("{games} void, because the software failed. They count for nobody."));
    }
    if let Some(failures) = &cell.player_failures {
        let by = [(&cell.a, failures.by_a), (&cell.b, failures.by_b)].into_iter().filter(|(_, number)| *number > 0);
        let by: Vec<String> = by.map(|(name, number)| format!("{name} failed in {number}")).collect();
        let (how, otherwise, other) = match failures.counted {
            Failures::Void => ("", "Counted as losses", &failures.as_loss),
            Failures::Loss => (", counted as losses", "As void games", &failures.as_void),
        };
        sentences.push(format!("{}{how}.", by.join(", ")));
        if failures.as_void.rate_a != failures.as_loss.rate_a {
            let rate = other.rate_a.map_or_else(|| "no games".into(), |rate| share(rate, other.wilson95));
            sentences.push(format!("{otherwise}: {} {rate} ({}).", cell.a, other.games));
        }
    }
    sentences.join(" ")
}

/// How far a player went beyond its time; `None` where that was not far.
fn overrun(cell: &CellFigures, name: &str) -> Option<String> {
    let player = cell.per_player.get(name)?;
    let (games, most) = (player.overrun_games, player.max_overrun_ratio?);
    // What a busy machine does to a move now and then is not the player's.
    let many = games as f64 >= MANY_OVERRUNS * cell.games as f64;
    if games == 0 || !(many || most >= FAR) {
        return None;
    }
    Some(format!(
        "{name} took more than {OVERRUN} times the time allowed for a move in {games} of {}, at most {most:.1} times; nobody loses by that",
        plural(cell.games, "game", "games"),
    ))
}

/// How often a player's tree was full, and its bound on memory; `None` where that never was, or nobody knows.
fn full_trees(cell: &CellFigures, name: &str) -> Option<String> {
    let player = cell.per_player.get(name)?;
    let (full, known) = (player.tree_full_moves.filter(|full| *full > 0)?, player.tree_known_moves);
    let parameters = take_apart(&player.spec).map(|(_, parameters)| parameters).unwrap_or_default();
    let memory = parameters.iter().find(|(key, _)| *key == "memory");
    let memory = memory.map_or_else(String::new, |(key, value)| format!(" ({key}={value})"));
    Some(format!("{name}: the tree was full in {full} of {known} moves{memory}"))
}

fn plural(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// The first of `all`, each in words.
fn told<T>(all: &[T], field: &str, words: impl Fn(&T) -> String) -> Vec<String> {
    let mut list: Vec<String> = all.iter().take(TOLD).map(words).collect();
    if let Some(more) = all.len().checked_sub(TOLD).filter(|more| *more > 0) {
        list.push(format!("{more} more: see `{field}` in tables.json"));
    }
    list
}

/// Without line breaks, and without what would end code in Markdown: a reason may be a panic's message.
fn in_a_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('`', "'")
}

fn failures(cell: &CellFigures, kind: EndKind) -> Vec<String> {
    let failures: Vec<&Failure> = cell.failures.iter().filter(|failure| failure.kind == kind).collect();
    told(&failures, "failures", |failure| {
        let reason = in_a_line(failure.reason.as_deref().unwrap_or("no reason given"));
        let who = failure.player.as_ref().map_or_else(String::new, |player| format!(" {player}"));
        format!("`{}`:{who} `{reason}`", failure.id)
    })
}

fn difference(ScoreDifference { id, player, score, referee }: &ScoreDifference) -> String {
    format!("`{id}`: {referee} by our rules, which count, `{}` by {player}", in_a_line(score))
}

/// How to read the tables.
pub(crate) fn notes(tables: &Tables) -> String {
    let chance = &tables.chance;
    let mut out = String::from("\n## How to read this\n\n");
    let cells = plural(chance.cells as u64, "cell", "cells");
    let found = plural(chance.found as u64, "is", "are");
    let expected = chance.expected_text();
    if chance.cells > 0 {
        let _ = writeln!(
            out,
            "- Chance: if all players were equally strong, about {expected} of the {cells} with a decided game would be away from 50 % at \
             the {:.0} % level, and so in bold, by chance alone; {found}.",
            100.0 * chance.level,
        );
    }
    out.push_str(
        "- Elo is logistic everywhere: 400 points are 10 to 1. It is not BayesElo, whose points depend on the share of \
         draws.\n\
         - The share's interval, p and the ends of the logistic Elo come from one score test of a game that is won, drawn or lost: p is below 5 % \
         exactly where the interval leaves 50 % out. Without draws the interval is Wilson's, as published tables print it; with \
         draws it is Tango's (1998), and p, McNemar's, is of the decided games. It takes the games as independent. When the \
         two games of a pair share their opening, or the first mover has a large advantage, it is wider than it has to be; the \
         interval of the pairs is then the right one. That needs 20 pairs or more.\n",
    );
    out.push_str(match tables.failures() {
        Failures::Void => "- A forfeit is a loss. A void game counts for nobody. Nothing else is left out.\n",
        Failures::Loss => {
            "- A forfeit is a loss, and so is a game in which a player failed (`failures = \"loss\"` in the plan). A void game, in \
             which none did, counts for nobody. Nothing else is left out.\n"
        }
    });
    out
}
