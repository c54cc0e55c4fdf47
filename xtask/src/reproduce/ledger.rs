//! The ledger: for each claim what was played, what came out, and the verdict.

use std::fmt::Write;

use gametree_tournament::CellFigures;
use serde::Serialize;

use super::claims::{CLAIMS, Claim};
use super::evidence::{Share, Verdict};

/// What our games say about a claim.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Judgement {
    pub(crate) verdict: Verdict,
    /// Cells that decide it, and how many of them are complete.
    pub(crate) cells: usize,
    pub(crate) complete: usize,
    pub(crate) games: u64,
    /// One line each.
    pub(crate) figures: Vec<String>,
}

impl Judgement {
    pub(crate) fn empty(verdict: Verdict) -> Self {
        Judgement { verdict, cells: 0, complete: 0, games: 0, figures: Vec::new() }
    }

    pub(crate) fn count(&mut self, cells: &[(String, Option<&CellFigures>)]) {
        let complete: Vec<&CellFigures> = cells.iter().filter_map(|(_, cell)| *cell).collect();
        self.cells += cells.len();
        self.complete += complete.len();
        self.games += complete.iter().map(|cell| cell.games).sum::<u64>();
    }

    /// Both parts of a claim.
    pub(crate) fn join(&mut self, other: Judgement) {
        self.verdict = self.verdict.and(other.verdict);
        self.cells += other.cells;
        self.complete += other.complete;
        self.games += other.games;
        self.figures.extend(other.figures);
    }
}

/// The result of a cell in words.
pub(crate) fn figure(name: &str, cell: Option<&CellFigures>) -> String {
    match cell.and_then(|cell| Some((cell, Share::of(cell)?))) {
        Some((cell, share)) => {
            let [lo, hi] = share.interval95().map(|end| 100.0 * end);
            let void = if cell.void > 0 { format!(", {} void", cell.void) } else { String::new() };
            format!("{name}: {:.1} % [{lo:.1}, {hi:.1}] ({}{void})", 100.0 * share.rate, share.games)
        }
        None => format!("{name}: games are missing"),
    }
}

/// A claim with its judgement, as it is written.
#[derive(Serialize)]
pub(crate) struct Entry {
    pub(crate) id: &'static str,
    pub(crate) claim: &'static str,
    pub(crate) rule: &'static str,
    #[serde(flatten)]
    pub(crate) judgement: Judgement,
}

impl Entry {
    pub(crate) fn new(claim: &Claim, judgement: Judgement) -> Self {
        Entry { id: claim.id, claim: claim.says, rule: claim.rule, judgement }
    }
}

/// For people.
pub(crate) fn to_markdown(entries: &[Entry]) -> String {
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

/// The claim of that name.
pub(crate) fn find(id: &str) -> Result<&'static Claim, gametree_core::FieldError> {
    CLAIMS.iter().find(|claim| claim.id.eq_ignore_ascii_case(id)).ok_or_else(|| {
        let known: Vec<&str> = CLAIMS.iter().map(|claim| claim.id).collect();
        gametree_core::FieldError::new("claim", id, known.join(", "))
    })
}
