//! From cells to a judgement.

use gametree_statistics::trend;
use gametree_tournament::CellFigures;

use super::evidence::Cells;
use super::ledger::{Judgement, figure};
use super::verdict::{Verdict, grows};
use crate::show::Share;

/// The shares of all cells; `None` when one is missing.
#[must_use]
pub fn shares(cells: &[(String, Option<&CellFigures>)]) -> Option<Vec<Share>> {
    cells.iter().map(|(_, cell)| cell.and_then(Share::of)).collect()
}

/// The verdict of the shares of all cells; undecided when one is missing. Every cell is told of.
#[must_use]
pub fn judge(cells: Cells<'_>, verdict: impl Fn(&[Share]) -> Verdict) -> Judgement {
    judge_and_tell(cells, verdict, |_| Vec::new())
}

/// The same, with what else is to be told of the shares.
#[must_use]
pub fn judge_and_tell(
    cells: Cells<'_>,
    verdict: impl Fn(&[Share]) -> Verdict,
    tell: impl Fn(&[Share]) -> Vec<String>,
) -> Judgement {
    let shares = shares(&cells);
    let mut judgement = Judgement::empty(shares.as_ref().map_or(Verdict::Undecided, |shares| verdict(shares)));
    judgement.figures.extend(cells.iter().map(|(name, cell)| figure(name, *cell)));
    judgement.figures.extend(shares.map(|shares| tell(&shares)).unwrap_or_default());
    judgement.count(&cells);
    judgement
}

/// Whether the share grows with a score, over strata of cells, one-sided.
#[must_use]
pub fn judge_trend(strata: &[Cells<'_>], score: impl Fn(&CellFigures) -> f64) -> Judgement {
    let all: Cells<'_> = strata.iter().flatten().cloned().collect();
    let points = strata.iter().map(|cells| {
        cells
            .iter()
            .map(|(_, cell)| cell.and_then(|cell| Some((score(cell), Share::of(cell)?.tally()))))
            .collect::<Option<Vec<_>>>()
    });
    let deviate = points.collect::<Option<Vec<_>>>().and_then(|strata| trend(&strata));
    let mut judgement = judge(all, |_| grows(deviate));
    judgement.figures.extend(deviate.map(|z| format!("trend: z = {z:.2}")));
    judgement
}
