//! The tables of the page: results in a grid, and all other figures of a cell beside.

use std::fmt::Write;

use gametree_tournament::{
    CellFigures, Failures, PlayerFigures, RemarkKind, Tables, budgets_of, p_value, share, sizes_of, speed,
};

use super::html::{count, escape, marked, or_dash, thousands};

/// Forfeits and void games that are told one by one; `tables.json` has all.
const TOLD: usize = 40;

/// Rows are sizes, columns budgets.
pub(super) fn grid(cells: &[CellFigures], wide: bool) -> String {
    let budgets = budgets_of(cells);
    let caption = format!("{}’s share of the points, bold where p is below 5 % [95 % interval] (games)", cells[0].a);
    let mut out = format!(
        "<div class=\"scroll{}\" tabindex=0 role=group aria-label=\"results\"><table class=results><caption>{}</caption><thead><tr>\
         <th scope=col>size</th>",
        if wide { " wide" } else { "" },
        escape(&caption)
    );
    for budget in &budgets {
        let _ = write!(out, "<th scope=col>{}</th>", escape(budget));
    }
    out.push_str("</tr></thead><tbody>");
    for size in sizes_of(cells) {
        let _ = write!(out, "<tr><th scope=row>{}</th>", escape(size));
        for budget in &budgets {
            match cells.iter().find(|cell| cell.size == size && cell.budget == *budget) {
                Some(cell) => result(&mut out, cell),
                None => out.push_str("<td></td>"),
            }
        }
        out.push_str("</tr>");
    }
    out.push_str("</tbody></table></div>");
    out
}

fn result(out: &mut String, cell: &CellFigures) {
    let _ = write!(out, "<td data-cell=\"{}\">", escape(&cell.cell_hash));
    match (cell.rate_a, cell.wilson95) {
        (Some(rate), Some(interval)) => {
            let text = share(rate, Some(interval));
            let (rate, interval) = text.split_once(" [").unwrap_or((&text, ""));
            let rate =
                if cell.differs() { format!("<b>{rate}</b>") } else { format!("<span class=rate>{rate}</span>") };
            let _ = write!(out, "{rate} <span>[{interval}</span> <span>({})</span>", cell.games);
        }
        _ => out.push_str("<span>no games</span>"),
    }
    if cell.void > 0 {
        let _ = write!(out, " <strong class=bad>{} void</strong>", cell.void);
    }
    out.push_str("</td>");
}

/// What is to be known when these figures are read. Void and forfeited games are listed by [`failures`].
pub(super) fn remarks(cells: &[CellFigures]) -> String {
    let mut out = String::new();
    for cell in cells {
        for remark in cell.remarks() {
            let _ = write!(out, "<li>size {}, {}: {}", escape(&cell.size), escape(&cell.budget), marked(&remark.text));
            if !matches!(remark.kind, RemarkKind::Forfeits | RemarkKind::Voids) && !remark.list.is_empty() {
                let items = remark.list.iter().map(|item| format!("<li>{}</li>", marked(item)));
                let _ = write!(out, "<ul>{}</ul>", items.collect::<String>());
            }
            out.push_str("</li>");
        }
    }
    if out.is_empty() { out } else { format!("<ul class=remarks>{out}</ul>") }
}

/// Everything else of the cells, folded away if they are several.
pub(super) fn details(cells: &[CellFigures]) -> String {
    let open = if cells.len() < 2 { " open" } else { "" };
    let mut out = format!("<details{open}><summary>All figures of these cells</summary>");
    let a = &cells[0].a;
    let by_seat = [format!("{a} first"), format!("{a} second")];
    let head = [
        "size",
        "budget",
        "wins",
        "losses",
        "draws",
        &by_seat[0],
        &by_seat[1],
        "first mover",
        "p",
        "Elo",
        "pairs’ interval",
        "distinct",
        "harness",
    ];
    let rows = cells.iter().map(|cell| {
        let seat = |rate: Option<f64>| or_dash(rate, |rate| share(rate, None));
        let pairs = &cell.pairs;
        vec![
            cell.size.clone(),
            cell.budget.clone(),
            cell.wins_a.to_string(),
            cell.wins_b.to_string(),
            cell.draws.to_string(),
            seat(cell.a_first.rate_a),
            seat(cell.a_second.rate_a),
            seat(cell.first_mover.rate),
            or_dash(cell.p, p_value),
            cell.elo.text.clone(),
            or_dash(pairs.interval95, |[lo, hi]| format!("[{:.1}, {:.1}]", 100.0 * lo, 100.0 * hi)),
            format!("{} of {}", cell.distinct_games, cell.games),
            or_dash(cell.harness_share, |share| format!("{:.2} %", 100.0 * share)),
        ]
    });
    table(&mut out, &format!("Results of {a}"), &head, rows);
    let head = [
        "size",
        "budget",
        "player",
        "playouts/s",
        "mean depth",
        "max. depth",
        "playout plies",
        "playouts/move",
        "CPU/move",
        "time spent",
        "longest",
        "forfeits",
    ];
    let rows = cells.iter().flat_map(|cell| {
        let player = move |name| Some((cell, name, cell.per_player.get(name)?));
        [&cell.a, &cell.b].into_iter().filter_map(player).map(|(cell, name, player)| of_player(cell, name, player))
    });
    table(&mut out, "The searches", &head, rows);
    out.push_str("</details>");
    out
}

fn of_player(cell: &CellFigures, name: &str, player: &PlayerFigures) -> Vec<String> {
    let tenth = |value: f64| format!("{value:.1}");
    let percent = |ratio: f64| format!("{:.1} %", 100.0 * ratio);
    vec![
        cell.size.clone(),
        cell.budget.clone(),
        name.to_string(),
        or_dash(player.playouts_per_s, speed),
        or_dash(player.mean_depth, tenth),
        or_dash(player.mean_depth.and(player.max_depth), |depth| depth.to_string()),
        or_dash(player.mean_playout_plies, tenth),
        or_dash(player.playouts_per_move, speed),
        or_dash(player.cpu_per_move_s, |seconds| format!("{:.2} ms", 1e3 * seconds)),
        or_dash(player.mean_spent_ratio, percent),
        or_dash(player.max_overrun_ratio, percent),
        player.forfeits.to_string(),
    ]
}

/// A plain table.
pub(super) fn table(out: &mut String, caption: &str, head: &[&str], rows: impl Iterator<Item = Vec<String>>) {
    let caption = escape(caption);
    let _ = write!(
        out,
        "<div class=scroll tabindex=0 role=group aria-label=\"{caption}\"><table><caption>{caption}</caption><thead><tr>"
    );
    for name in head {
        let _ = write!(out, "<th scope=col>{}</th>", escape(name));
    }
    out.push_str("</tr></thead><tbody>");
    for row in rows {
        out.push_str("<tr>");
        for text in row {
            let _ = write!(out, "<td>{}</td>", escape(&text));
        }
        out.push_str("</tr>");
    }
    out.push_str("</tbody></table></div>");
}

/// Games that did not end by the rules.
pub(super) fn failures(tables: &Tables) -> String {
    let all: Vec<_> = tables.cells.iter().flat_map(|cell| &cell.failures).collect();
    if all.is_empty() {
        return String::new();
    }
    let mut out = String::from("<section id=failures><h2>Void and forfeited games</h2>");
    out.push_str("<p>A void game counts for nobody, because the software failed. A forfeit counts as a loss.");
    if tables.failures() == Failures::Loss {
        out.push_str(
            " So does a game in which a player failed, because the plan says <code>failures = \"loss\"</code>.",
        );
    }
    out.push_str("</p>");
    let rows = all.iter().take(TOLD).map(|failure| {
        let kind = serde_json::to_value(failure.kind).unwrap_or_default();
        let text = |text: &Option<String>| text.clone().unwrap_or_else(|| "–".into());
        vec![
            failure.id.clone(),
            kind.as_str().unwrap_or_default().to_string(),
            text(&failure.player),
            text(&failure.reason),
        ]
    });
    table(&mut out, &count(all.len() as u64, "game", "games"), &["game", "end", "player", "reason"], rows);
    if let Some(more) = all.len().checked_sub(TOLD + 1) {
        let _ = write!(out, "<p>And {} more: tables.json has all.</p>", thousands(more as u64 + 1));
    }
    out.push_str("</section>");
    out
}
