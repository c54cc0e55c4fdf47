//! All cells at a glance: a map of shares, with the figure in each.

use std::fmt::Write;

use gametree_tournament::{CellFigures, Tables, budgets_of, share};

use super::html::{count, escape};

/// A column is at least so wide, and at most when few columns have long names.
const WIDTHS: [f64; 2] = [78.0, 112.0];
/// Columns that are few.
const FEW: usize = 6;
const HEIGHT: f64 = 34.0;
/// Of the line that names a group.
const TITLE: f64 = 26.0;
/// Between the rows of two games.
const BETWEEN: f64 = 8.0;
/// Width of a character of the labels in a broad font.
const CHARACTER: f64 = 7.6;

/// Shares are told apart in so many colours, the middle one being that of equals.
const COLOURS: f64 = 10.0;

/// Where everything stands.
struct Layout<'a> {
    budgets: Vec<&'a str>,
    /// Of a column.
    width: f64,
    /// Budgets with long names are written aslant.
    slanted: bool,
    /// The bottom of the budgets' names.
    head: f64,
    /// Groups by name, if the game does not say it all, each with its top.
    groups: Vec<(f64, String)>,
    /// Cells of a game and size, with the top of their row.
    rows: Vec<(f64, String, &'a [CellFigures])>,
    left: f64,
    size: [f64; 2],
}

impl<'a> Layout<'a> {
    fn new(tables: &'a Tables) -> Self {
        let budgets = budgets_of(&tables.cells);
        let length = |text: &str| text.chars().count() as f64 * CHARACTER;
        let longest = budgets.iter().map(|budget| length(budget)).fold(0.0, f64::max);
        let most = WIDTHS[usize::from(budgets.len() <= FEW)];
        let width = (longest + 8.0).clamp(WIDTHS[0], most);
        let slanted = longest > width;
        let [across, up] = if slanted { [0.82 * longest, 0.58 * longest] } else { [2.0, 8.0] };
        let head = up + 12.0;
        let all = tables.groups();
        let named = all.windows(2).any(|two| two[0][0].game == two[1][0].game) || !tables.has_one_pairing();
        let (mut groups, mut rows, mut y) = (Vec::new(), Vec::new(), head + 10.0);
        for group in all {
            if named {
                groups.push((y, name(group, tables)));
                y += TITLE;
            }
            for cells in group.chunk_by(|one, other| one.size == other.size) {
                rows.push((y, format!("{} {}", cells[0].game, cells[0].size), cells));
                y += HEIGHT;
            }
            y += BETWEEN;
        }
        let left = rows.iter().map(|(_, name, _)| length(name)).fold(0.0, f64::max) + 14.0;
        let widest = groups.iter().map(|(_, name)| length(name)).fold(0.0, f64::max);
        // They are bold.
        let size = [(left + width * budgets.len() as f64 + across).max(1.2 * widest), y];
        Layout { budgets, width, slanted, head, groups, rows, left, size }
    }
}

/// The players of a group, and its options where other cells of the game have others.
fn name(group: &[CellFigures], tables: &Tables) -> String {
    let CellFigures { game, options, a, b, .. } = &group[0];
    let others = tables.cells.iter().any(|cell| cell.game == *game && cell.options != *options);
    let options: Vec<String> = options.iter().map(|(key, value)| format!("{key}={value}")).collect();
    if others { format!("{game}, {a} against {b}, {}", options.join(" ")) } else { format!("{game}, {a} against {b}") }
}

/// The picture; nothing when there are no cells.
pub(super) fn map(tables: &Tables) -> String {
    if tables.cells.is_empty() {
        return String::new();
    }
    let Layout { budgets, width, slanted, head, groups, rows, left, size: [total, height] } = Layout::new(tables);
    let mut out = format!(
        "<figure class=wide><figcaption>Share of the points of the player named first; games. Bold: p is below 5 %, and so \
         the 95 % interval leaves 50 % out.</figcaption><div class=scroll tabindex=0 role=group aria-label=\"heat map of all cells\"><svg class=heat \
         viewBox=\"0 0 {total:.0} {height:.0}\" style=\"width:{total:.0}px\" role=img aria-labelledby=\"heat-t heat-d\"><title \
         id=heat-t>Share of the points in all cells</title><desc id=heat-d>{}</desc>",
        escape(&in_words(tables))
    );
    for (column, budget) in budgets.iter().enumerate() {
        let (x, y) = (left + width * (column as f64 + 0.5), head);
        let place = if slanted {
            format!("text-anchor=start transform=\"rotate(-35 {x:.1} {y:.1})\"")
        } else {
            "text-anchor=middle".into()
        };
        let _ = write!(out, "<text class=tick x={x:.1} y={y:.1} {place}>{}</text>", escape(budget));
    }
    for (y, name) in &groups {
        let _ = write!(out, "<text class=title x=0 y={:.1}>{}</text>", y + TITLE - 8.0, escape(name));
    }
    for (y, name, cells) in &rows {
        let _ = write!(
            out,
            "<text class=tick x={:.1} y={:.1} text-anchor=end>{}</text>",
            left - 10.0,
            y + HEIGHT / 2.0 + 4.0,
            escape(name)
        );
        for cell in *cells {
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

fn square(out: &mut String, cell: &CellFigures, x: f64, y: f64, width: f64) {
    let colour = cell.rate_a.map_or_else(|| "none".into(), |rate| ((rate * COLOURS).round() as u32).to_string());
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
        if cell.differs() { "figure sure" } else { "figure" },
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
