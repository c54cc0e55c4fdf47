//! All cells at a glance: a map of shares, with the figure in each.

use std::fmt::Write;

use gametree_tournament::{CellFigures, Tables, share, size_order};

use super::html::{count, escape};
use super::results::budgets;

const WIDTH: f64 = 86.0;
const HEIGHT: f64 = 34.0;
const HEAD: f64 = 30.0;
/// Between the rows of two games.
const BETWEEN: f64 = 8.0;
/// Width of a character of the labels in a broad font.
const CHARACTER: f64 = 7.6;

/// Shares are told apart in so many colours, the middle one being that of equals.
const COLOURS: f64 = 10.0;

/// The picture; nothing when there are no cells.
pub(super) fn map(tables: &Tables) -> String {
    let budgets = budgets(&tables.cells);
    let groups = tables.groups();
    if groups.is_empty() {
        return String::new();
    }
    // Who played is said in each row only if there are several pairs of players.
    let one_pairing = tables.has_one_pairing();
    let mut rows = Vec::new();
    let (mut y, mut above) = (HEAD, "");
    for group in groups {
        if !above.is_empty() && above != group[0].game {
            y += BETWEEN;
        }
        above = &group[0].game;
        for (name, players, cells) in of_group(group) {
            rows.push((y, if one_pairing { name } else { format!("{name}, {players}") }, cells));
            y += HEIGHT;
        }
    }
    let longest = rows.iter().map(|(_, name, _)| name.chars().count()).max().unwrap_or(0) as f64;
    let left = longest * CHARACTER + 14.0;
    let width = budgets.iter().map(|budget| budget.chars().count() as f64 * CHARACTER + 12.0).fold(WIDTH, f64::max);
    let (total, height) = (left + width * budgets.len() as f64 + 2.0, y);
    let mut out = format!(
        "<figure class=wide><figcaption>Share of the points of the player named first; games. Bold: the 95 % interval \
         leaves 50 % out.</figcaption><div class=scroll tabindex=0 role=group aria-label=\"heat map of all cells\"><svg class=heat \
         viewBox=\"0 0 {total:.0} {height:.0}\" style=\"width:{total:.0}px\" role=img aria-labelledby=\"heat-t heat-d\"><title \
         id=heat-t>Share of the points in all cells</title><desc id=heat-d>{}</desc>",
        escape(&in_words(tables))
    );
    for (column, budget) in budgets.iter().enumerate() {
        let x = left + width * (column as f64 + 0.5);
        let _ = write!(out, "<text class=tick x={x:.1} y=20 text-anchor=middle>{}</text>", escape(budget));
    }
    for (y, name, cells) in &rows {
        let _ = write!(
            out,
            "<text class=tick x={:.1} y={:.1} text-anchor=end>{}</text>",
            left - 10.0,
            y + HEIGHT / 2.0 + 4.0,
            escape(name)
        );
        for cell in cells {
            let column = budgets.iter().position(|budget| *budget == cell.budget).unwrap_or(0);
            square(&mut out, cell, left + width * column as f64, *y, width);
        }
    }
    out.push_str(
        "</svg></div><p class=key aria-hidden=true>other player <svg viewBox=\"0 0 220 14\" width=220 height=14 aria-hidden=true>",
    );
    for colour in 0..=COLOURS as u32 {
        let _ = write!(out, "<rect class=h{colour} x={} y=0 width=20 height=14 />", 20 * colour);
    }
    out.push_str("</svg> player named first</p></figure>");
    out
}

/// The rows of a group, by size: the game with its size, the players, the cells.
fn of_group(group: &[CellFigures]) -> Vec<(String, String, Vec<&CellFigures>)> {
    let mut cells: Vec<&CellFigures> = group.iter().collect();
    cells.sort_by_key(|cell| size_order(&cell.size));
    let row = |cells: &[&'_ CellFigures]| {
        let CellFigures { game, size, a, b, .. } = cells[0];
        (format!("{game} {size}"), format!("{a} against {b}"))
    };
    let rows = cells.chunk_by(|one, other| one.size == other.size).map(|cells| (row(cells), cells.to_vec()));
    rows.map(|((name, players), cells)| (name, players, cells)).collect()
}

fn square(out: &mut String, cell: &CellFigures, x: f64, y: f64, width: f64) {
    let colour = cell.rate_a.map_or_else(|| "none".into(), |rate| ((rate * COLOURS).round() as u32).to_string());
    let sure = cell.wilson95.is_some_and(|[lo, hi]| lo > 0.5 || hi < 0.5);
    let figure = cell.rate_a.map_or_else(|| "no games".into(), |rate| share(rate, None));
    let (middle, void) = (x + width / 2.0, if cell.void > 0 { format!(", {} void", cell.void) } else { String::new() });
    let _ = write!(
        out,
        "<g data-heat=\"{}\"><title>{}</title><rect class=h{colour} x={:.1} y={:.1} width={:.1} height={:.1} rx=2 /><text \
         class=\"{}\" x={middle:.1} y={:.1} text-anchor=middle>{figure}</text><text class=small x={middle:.1} y={:.1} \
         text-anchor=middle>{}{void}</text></g>",
        escape(&cell.cell_hash),
        escape(&of_cell(cell)),
        x + 1.0,
        y + 1.0,
        width - 2.0,
        HEIGHT - 2.0,
        if sure { "figure sure" } else { "figure" },
        y + 16.0,
        y + 28.0,
        cell.games
    );
}

fn of_cell(cell: &CellFigures) -> String {
    let CellFigures { game, size, budget, a, b, games, .. } = cell;
    let result = cell.rate_a.map_or_else(|| "no games".into(), |rate| share(rate, cell.wilson95));
    format!("{game} {size} {budget}, {a} against {b}: {result}, {}", count(*games, "game", "games"))
}

fn in_words(tables: &Tables) -> String {
    tables.cells.iter().map(of_cell).collect::<Vec<_>>().join("; ")
}
