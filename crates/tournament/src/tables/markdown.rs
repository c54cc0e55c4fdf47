//! The tables for people: grids first, details after, and last what they mean.

use std::fmt::Write;

use crate::tables::order::{budgets_of, sizes_of};
use crate::tables::remarks;
use crate::tables::{CellFigures, PlayerFigures, Tables};

impl Tables {
    /// `tables.md`: per game and pair of players one grid of results, rows being sizes and columns budgets, then the same
    /// grid for tree depth, speed, playout length and time spent where a player has such a figure, the details, and remarks
    /// on cells in which something went wrong. At the end stands how to read all that.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let mut out = String::new();
        if let Some(plan) = &self.plan {
            let text = |key: &str| plan.get(key).map(ToString::to_string).unwrap_or_default().replace('"', "");
            let _ = writeln!(out, "# {}\n", text("name"));
            let _ = writeln!(out, "Plan {}, seed {}.", text("hash"), text("seed"));
        } else {
            let _ = writeln!(out, "# Results");
        }
        if self.cells.is_empty() {
            let _ = writeln!(out, "\nNo games.");
        }
        for group in self.groups() {
            write_group(&mut out, group);
        }
        if !self.cells.is_empty() {
            out.push_str(&remarks::notes(self));
        }
        out
    }
}

fn write_group(out: &mut String, cells: &[CellFigures]) {
    let CellFigures { game, options, a, b, .. } = &cells[0];
    let _ = writeln!(out, "\n## {game}: {a} against {b}\n");
    for (name, player) in &cells[0].per_player {
        let _ = writeln!(out, "- {name}: `{}`", player.spec.replace('`', "'"));
    }
    if !options.is_empty() {
        let options: Vec<String> = options.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let _ = writeln!(out, "- options: `{}`", options.join(" "));
    }
    let _ = writeln!(
        out,
        "\nResults: {a}'s share of the points, a draw being one half, bold where p is below 5 %; its 95 % interval; (games).\n"
    );
    grid(out, cells, result);
    for (title, figure) in FIGURES {
        // Players that make no playouts have none of these.
        if !cells.iter().any(|cell| cell.per_player.values().any(|player| figure(player).is_some())) {
            continue;
        }
        let _ = writeln!(out, "\n{title}\n");
        grid(out, cells, |cell| both(cell, figure));
    }
    let _ = writeln!(
        out,
        "\nDetails. p: score test against 50 %, two-sided. Elo: logistic, from the ends of the 95 % interval of the games. Harness: \
         the workers' CPU time outside the searches.\n"
    );
    details(out, cells);
    let _ = writeln!(
        out,
        "\nPairs: how often {a} made 0, ½, 1, 1½ and 2 points in the two games of a pair; its share of the points, and Elo: \
         logistic, 95 % intervals of the pairs.\n"
    );
    pairs(out, cells);
    out.push_str(&remarks::of_cells(cells));
}

fn result(cell: &CellFigures) -> String {
    let cut_off = if cell.cut_off > 0 { format!(", {} of them cut off", cell.cut_off) } else { String::new() };
    let void = if cell.void > 0 { format!(", {} void", cell.void) } else { String::new() };
    match (cell.rate_a, cell.wilson95) {
        (Some(rate), Some([lo, hi])) => {
            let text = share(rate, Some([lo, hi]));
            let (rate, interval) = text.split_once(" [").unwrap_or((&text, ""));
            let strong = if cell.differs() { "**" } else { "" };
            format!("{} {strong}{rate}{strong} [{interval} ({}{cut_off}{void})", cell.a, cell.games)
        }
        _ => format!("no games{void}"),
    }
}

/// `66.2 % [61.5, 70.7]`
#[must_use]
pub fn share(rate: f64, interval: Option<[f64; 2]>) -> String {
    let interval = interval.map(|ends| ends.map(|end| 100.0 * end));
    let interval = interval.map_or_else(String::new, |[lo, hi]| format!(" [{lo:.1}, {hi:.1}]"));
    format!("{:.1} %{interval}", 100.0 * rate)
}

type Figure = fn(&PlayerFigures) -> Option<String>;

const FIGURES: [(&str, Figure); 4] = [
    ("Mean tree depth, edges from the root to the new node:", |player| player.mean_depth.map(number)),
    ("Playouts per second of CPU time:", |player| player.playouts_per_s.map(speed)),
    ("Playout length in plies, from the root to the end:", |player| player.mean_playout_plies.map(number)),
    ("Time spent, in percent of the time allowed; (the longest move):", spent),
];

fn spent(player: &PlayerFigures) -> Option<String> {
    let most = player.max_overrun_ratio?;
    match player.mean_spent_ratio {
        Some(mean) => Some(format!("{:.1} ({:.0})", 100.0 * mean, 100.0 * most)),
        // An engine of its own process does not say why it stopped, so there is no mean of the moves that used their time.
        None => (most > 1.0).then(|| format!("- ({:.0})", 100.0 * most)),
    }
}

fn both(cell: &CellFigures, figure: Figure) -> String {
    let of = |name: &String| cell.per_player.get(name).and_then(figure).unwrap_or_else(|| "-".into());
    format!("{} {}, {} {}", cell.a, of(&cell.a), cell.b, of(&cell.b))
}

fn number(value: f64) -> String {
    format!("{value:.1}")
}

/// The probability of so uneven a score between equals, with four digits after the point: `0.0123`, `< 0.0001`.
#[must_use]
pub fn p_value(p: f64) -> String {
    if p < 0.0001 { "< 0.0001".into() } else { format!("{p:.4}") }
}

/// Three digits and a unit: `812 k`, `1.24 M`.
#[must_use]
pub fn speed(value: f64) -> String {
    let (scaled, unit) = match value {
        v if v >= 999_500.0 => (v / 1e6, " M"),
        v if v >= 999.5 => (v / 1e3, " k"),
        v => (v, ""),
    };
    let digits = if scaled >= 99.95 {
        0
    } else if scaled >= 9.995 {
        1
    } else {
        2
    };
    format!("{scaled:.digits$}{unit}")
}

fn grid(out: &mut String, cells: &[CellFigures], entry: impl Fn(&CellFigures) -> String) {
    let budgets = budgets_of(cells);
    let mut lines = vec![vec!["size".to_string()]];
    lines[0].extend(budgets.iter().map(ToString::to_string));
    for size in sizes_of(cells) {
        let of = |budget: &&str| {
            cells.iter().find(|cell| cell.size == size && cell.budget == **budget).map(&entry).unwrap_or_default()
        };
        lines.push([size.to_string()].into_iter().chain(budgets.iter().map(of)).collect());
    }
    table(out, &lines);
}

fn details(out: &mut String, cells: &[CellFigures]) {
    let a = &cells[0].a;
    let head = "size,budget,wins,losses,draws,as first,as second,first mover,p,Elo,distinct,harness";
    let mut lines = vec![head.split(',').map(String::from).collect::<Vec<_>>()];
    for cell in cells {
        let seat = |rate: Option<f64>| rate.map_or_else(|| "-".into(), |rate| format!("{a} {}", share(rate, None)));
        lines.push(vec![
            cell.size.clone(),
            cell.budget.clone(),
            cell.wins_a.to_string(),
            cell.wins_b.to_string(),
            cell.draws.to_string(),
            seat(cell.a_first.rate_a),
            seat(cell.a_second.rate_a),
            cell.first_mover.rate.map_or_else(|| "-".into(), |rate| share(rate, None)),
            cell.p.map_or_else(|| "-".into(), p_value),
            cell.elo.text.clone(),
            format!("{} of {}", cell.distinct_games, cell.games),
            cell.harness_share.map_or_else(|| "-".into(), |share| format!("{:.2} %", 100.0 * share)),
        ]);
    }
    table(out, &lines);
}

fn pairs(out: &mut String, cells: &[CellFigures]) {
    let head = ["size", "budget", "pairs", "0", "½", "1", "1½", "2", "points", "Elo"];
    let mut lines = vec![head.map(String::from).to_vec()];
    for cell in cells {
        let pairs = &cell.pairs;
        let mut line = vec![cell.size.clone(), cell.budget.clone(), pairs.complete.to_string()];
        line.extend(pairs.pentanomial.map(|number| number.to_string()));
        let points = pairs.rate_a.map(|rate| format!("{} {}", cell.a, share(rate, pairs.interval95)));
        line.extend([points.unwrap_or_else(|| "-".into()), pairs.elo.text.clone()]);
        lines.push(line);
    }
    table(out, &lines);
}

/// A Markdown table, padded so that it also reads well in a terminal.
fn table(out: &mut String, lines: &[Vec<String>]) {
    let widths: Vec<usize> = (0..lines[0].len())
        .map(|column| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0).max(3))
        .collect();
    for (index, line) in lines.iter().enumerate() {
        for (text, &width) in line.iter().zip(&widths) {
            let _ = write!(out, "| {text:width$} ");
        }
        out.push_str("|\n");
        if index == 0 {
            for width in &widths {
                let _ = write!(out, "|{}", "-".repeat(width + 2));
            }
            out.push_str("|\n");
        }
    }
}
