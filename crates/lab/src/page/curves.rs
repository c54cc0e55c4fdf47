//! Which charts a group of cells has: win rates with intervals, tree depth and speed.

use gametree_tournament::{CellFigures, PlayerFigures, Tables, budget_order, share, size_order, speed};

use super::chart::{Axis, Chart, Key, Look, Point, Series};

/// A figure of a player, and how it is called.
type Figure = (&'static str, &'static str, fn(&PlayerFigures) -> Option<f64>, fn(f64) -> String);

const FIGURES: [Figure; 2] = [
    ("Mean tree depth", "edges from the root", |player| player.mean_depth, |depth| format!("{depth:.1}")),
    ("Playouts per second of CPU time", "playouts/s", |player| player.playouts_per_s, speed),
];

/// What lies along an axis.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Along {
    Size,
    Budget,
}

impl Along {
    fn of(self, cell: &CellFigures) -> &str {
        match self {
            Along::Size => &cell.size,
            Along::Budget => &cell.budget,
        }
    }

    fn other(self) -> Along {
        match self {
            Along::Size => Along::Budget,
            Along::Budget => Along::Size,
        }
    }

    fn label(self) -> &'static str {
        match self {
            Along::Size => "board size",
            Along::Budget => "budget of a move",
        }
    }

    /// What the first charts of these cells are drawn along.
    fn first(cells: &[CellFigures]) -> Along {
        let one = |along: Along| along.places(cells).len() == 1;
        if one(Along::Size) && !one(Along::Budget) { Along::Budget } else { Along::Size }
    }

    /// A place in words.
    fn name(self, place: &str) -> String {
        match self {
            Along::Size => format!("size {place}"),
            Along::Budget => place.to_string(),
        }
    }

    /// The different ones of these cells, by amount: on an axis, whatever the order of the plan.
    fn places(self, cells: &[CellFigures]) -> Vec<String> {
        let mut cells: Vec<&CellFigures> = cells.iter().collect();
        match self {
            Along::Size => cells.sort_by_key(|cell| size_order(&cell.size)),
            Along::Budget => cells.sort_by_key(|cell| budget_order(&cell.budget)),
        }
        let mut places: Vec<String> = cells.into_iter().map(|cell| self.of(cell).to_string()).collect();
        places.dedup();
        places
    }
}

/// The axis of all win rates of the page, so that games can be compared: it holds 50 % and every interval.
pub(super) fn rate_axis(tables: &Tables) -> Axis {
    let ends = tables.cells.iter().filter_map(|cell| cell.wilson95).flatten();
    let [lo, hi] = ends.fold([0.4, 0.6_f64], |[lo, hi], end| [lo.min(end), hi.max(end)]);
    // Whole tens as long as these are few.
    let (lo, hi, step) = if hi - lo > 0.6 {
        (0.0, 1.0, 0.25)
    } else {
        ((lo * 10.0 + 1e-9).floor() / 10.0, (hi * 10.0 - 1e-9).ceil() / 10.0, 0.1)
    };
    Axis { label: "share of the points, %", lo, hi, step, text: |share| format!("{:.0}", 100.0 * share) }
}

/// The chart of the rates of cells of the same game, options and players. `id` is unique in the page.
pub(super) fn rates(cells: &[CellFigures], id: &str, axis: Axis, wide: bool) -> String {
    let lines = lines(cells, Along::first(cells), |place, cell| {
        let (rate, interval) = (cell.rate_a?, cell.wilson95);
        let text = format!("{} {}: {} ({})", cell.size, cell.budget, share(rate, interval), cell.games);
        Some(Point { place, value: rate, interval, text })
    });
    let along = Along::first(cells);
    let (mut legend, mut series) = (Vec::new(), Vec::new());
    for (style, (name, points)) in lines.into_iter().enumerate().filter(|(_, (_, points))| !points.is_empty()) {
        let look = Look { style: Some(style), hollow: false };
        legend.push(Key { name, look });
        series.push(Series { look, points });
    }
    let title = format!("{}’s share of the points by {}, 95 % intervals", cells[0].a, along.label());
    let (x_label, places) = (along.label(), along.places(cells));
    Chart { id: format!("{id}-rate"), title, wide, x_label, places, axis, mark: Some(0.5), legend, series }.html()
}

/// The charts of tree depth and speed of such cells; a single one has nothing to compare, its figures stand in the table.
pub(super) fn searches(cells: &[CellFigures], id: &str) -> String {
    if cells.len() < 2 {
        return String::new();
    }
    let first = Along::first(cells);
    let second = (first == Along::Size && Along::Budget.places(cells).len() > 1).then_some(Along::Budget);
    let mut out = String::new();
    for along in [first].into_iter().chain(second) {
        for (number, figure) in FIGURES.into_iter().enumerate() {
            let id = format!("{id}-{}{number}", if along == Along::Size { "s" } else { "b" });
            out.push_str(&figure_chart(cells, along, id, figure));
        }
    }
    out
}

fn figure_chart(cells: &[CellFigures], along: Along, id: String, (name, unit, figure, text): Figure) -> String {
    let players = [&cells[0].a, &cells[0].b];
    let names = along.other().places(cells);
    let one_line = names.len() == 1;
    let (mut legend, mut series) = (Vec::new(), Vec::new());
    if !one_line {
        let key = |(style, name): (usize, &String)| Key {
            name: along.other().name(name),
            look: Look { style: Some(style), hollow: false },
        };
        legend.extend(names.iter().enumerate().map(key));
    }
    for (index, player) in players.into_iter().enumerate() {
        let lines = lines(cells, along, |place, cell| {
            let value = figure(cell.per_player.get(player)?)?;
            let text = format!("{player}, {} {}: {}", cell.size, cell.budget, text(value));
            Some(Point { place, value, interval: None, text })
        });
        let hollow = index == 1;
        let before = series.len();
        for (style, (_, points)) in lines.into_iter().enumerate().filter(|(_, (_, points))| !points.is_empty()) {
            series.push(Series { look: Look { style: Some(if one_line { index } else { style }), hollow }, points });
        }
        if series.len() > before {
            let look = Look { style: one_line.then_some(index), hollow };
            legend.push(Key { name: player.clone(), look });
        }
    }
    let most = series.iter().flat_map(|series| &series.points).map(|point| point.value).reduce(f64::max);
    // Players that make no playouts have neither depth nor speed.
    let Some(most) = most else { return String::new() };
    let tick = |value| plain(&if value < 10.0 { format!("{value:.1}") } else { speed(value) });
    let title = format!("{name} by {}", along.label());
    let (x_label, places) = (along.label(), along.places(cells));
    Chart {
        id,
        title,
        wide: false,
        x_label,
        places,
        axis: Axis::from_zero(unit, most, tick),
        mark: None,
        legend,
        series,
    }
    .html()
}

/// `200 k` and not `200.0 k`: what stands at a tick is round.
fn plain(text: &str) -> String {
    let (number, unit) = text.split_at(text.find(' ').unwrap_or(text.len()));
    let number = if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number };
    format!("{number}{unit}")
}

/// One line for each budget when sizes lie along the axis, and the other way round.
fn lines(
    cells: &[CellFigures],
    along: Along,
    point: impl Fn(usize, &CellFigures) -> Option<Point>,
) -> Vec<(String, Vec<Point>)> {
    let places = along.places(cells);
    let line = |name: String| {
        let mut points: Vec<Point> = Vec::new();
        for (place, at) in places.iter().enumerate() {
            let here = cells.iter().filter(|cell| along.of(cell) == at && along.other().of(cell) == name);
            points.extend(here.filter_map(|cell| point(place, cell)));
        }
        (along.other().name(&name), points)
    };
    along.other().places(cells).into_iter().map(line).collect()
}
