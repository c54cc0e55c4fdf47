//! The ledger: for each claim what was played, what came out, and the verdict.

use std::fmt::Write;

use gametree_tournament::CellFigures;
use serde::Serialize;

use super::Claim;
use super::verdict::Verdict;
use crate::show::Share;

/// What our games say about a claim.
#[derive(Clone, Debug, Serialize)]
pub struct Judgement {
    /// What they say.
    pub verdict: Verdict,
    /// Cells that decide it.
    pub cells: usize,
    /// How many of them are complete.
    pub complete: usize,
    /// Games in these.
    pub games: u64,
    /// One line each.
    pub figures: Vec<String>,
}

impl Judgement {
    /// One without cells.
    #[must_use]
    pub fn empty(verdict: Verdict) -> Self {
        Judgement { verdict, cells: 0, complete: 0, games: 0, figures: Vec::new() }
    }

    /// Counts these cells and their games.
    pub fn count(&mut self, cells: &[(String, Option<&CellFigures>)]) {
        let complete: Vec<&CellFigures> = cells.iter().filter_map(|(_, cell)| *cell).collect();
        self.cells += cells.len();
        self.complete += complete.len();
        self.games += complete.iter().map(|cell| cell.games).sum::<u64>();
    }

    /// Both parts of a claim.
    pub fn join(&mut self, other: Judgement) {
        self.verdict = self.verdict.and(other.verdict);
        self.cells += other.cells;
        self.complete += other.complete;
        self.games += other.games;
        self.figures.extend(other.figures);
    }
}

/// The result of a cell in words.
pub(super) fn figure(name: &str, cell: Option<&CellFigures>) -> String {
    match cell.and_then(|cell| Some((cell, Share::of(cell)?))) {
        Some((cell, share)) => {
            let void = if cell.void > 0 { format!(", {} void", cell.void) } else { String::new() };
            format!("{name}: {share} ({}{void})", share.games())
        }
        None => format!("{name}: games are missing"),
    }
}

/// A claim with its judgement, as it is written.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    /// The claim's name.
    pub id: &'static str,
    /// What the source says.
    pub claim: &'static str,
    /// The test that stands for it.
    pub rule: &'static str,
    /// What our games say.
    #[serde(flatten)]
    pub judgement: Judgement,
}

impl Entry {
    /// Puts the two together.
    #[must_use]
    pub fn new(claim: &Claim, judgement: Judgement) -> Self {
        Entry { id: claim.id, claim: claim.says, rule: claim.rule, judgement }
    }
}

/// For people.
#[must_use]
pub fn to_markdown(entries: &[Entry]) -> String {
    let mut out = String::from("| claim | the paper says | verdict here | cells | games |\n|---|---|---|---|---|\n");
    for Entry { id, claim, judgement, .. } in entries {
        let Judgement { verdict, cells, complete, games, .. } = judgement;
        let _ = writeln!(out, "| {id} | {claim} | **{}** | {complete} of {cells} | {games} |", verdict.text());
    }
    for Entry { id, claim, rule, judgement } in entries {
        let _ = writeln!(out, "\n### {id}: {claim}\n\nRule: {rule}.\n");
        for figure in &judgement.figures {
            let _ = writeln!(out, "- {figure}");
        }
        let _ = writeln!(out, "\nVerdict: **{}**.", judgement.verdict.text());
    }
    out
}
