//! The tables for spreadsheets and scripts.

use serde_json::Value;

use crate::tables::{CellFigures, Tables};

/// Where the columns of a cell stand in its JSON, `lo` and `hi` being the ends of an interval.
const COLUMNS: [&str; 73] = [
    "game",
    "options",
    "size",
    "budget",
    "a",
    "b",
    "games",
    "wins_a",
    "wins_b",
    "draws",
    "rate_a",
    "wilson95/lo",
    "wilson95/hi",
    "p",
    "los",
    "a_first/games",
    "a_first/wins_a",
    "a_first/draws",
    "a_first/rate_a",
    "a_first/wilson95/lo",
    "a_first/wilson95/hi",
    "a_second/games",
    "a_second/wins_a",
    "a_second/draws",
    "a_second/rate_a",
    "a_second/wilson95/lo",
    "a_second/wilson95/hi",
    "first_mover/wins",
    "first_mover/rate",
    "first_mover/wilson95/lo",
    "first_mover/wilson95/hi",
    "elo/diff",
    "elo/lo",
    "elo/hi",
    "pairs/complete",
    "pairs/incomplete",
    "pairs/pentanomial",
    "pairs/rate_a",
    "pairs/std_error",
    "pairs/interval95/lo",
    "pairs/interval95/hi",
    "pairs/elo/diff",
    "pairs/elo/lo",
    "pairs/elo/hi",
    "distinct_games",
    "repeated_games",
    "void",
    "cut_off",
    "cut_off_after",
    "ends",
    "harness_share",
    "without_forfeits/games",
    "without_forfeits/wins_a",
    "without_forfeits/draws",
    "without_forfeits/rate_a",
    "without_forfeits/wilson95/lo",
    "without_forfeits/wilson95/hi",
    "player_failures/counted",
    "player_failures/by_a",
    "player_failures/by_b",
    "player_failures/as_void/games",
    "player_failures/as_void/wins_a",
    "player_failures/as_void/draws",
    "player_failures/as_void/rate_a",
    "player_failures/as_void/wilson95/lo",
    "player_failures/as_void/wilson95/hi",
    "player_failures/as_loss/games",
    "player_failures/as_loss/wins_a",
    "player_failures/as_loss/draws",
    "player_failures/as_loss/rate_a",
    "player_failures/as_loss/wilson95/lo",
    "player_failures/as_loss/wilson95/hi",
    "cell_hash",
];

/// The columns of each player.
const PLAYER_COLUMNS: [&str; 15] = [
    "spec",
    "playouts_per_s",
    "mean_depth",
    "mean_depth_std_error",
    "max_depth",
    "mean_playout_plies",
    "moves",
    "playouts_per_move",
    "cpu_per_move_s",
    "mean_spent_ratio",
    "max_overrun_ratio",
    "overrun_games",
    "tree_full_moves",
    "tree_known_moves",
    "forfeits",
];

impl Tables {
    /// `tables.csv`: a header that is always the same, and a row for each cell. The columns are the fields of
    /// `tables.json` with `_` between the levels, `a_player` and `b_player` being those of `per_player`. What is absent is
    /// empty; `options`, `ends` and `pairs_pentanomial` are JSON. Fields are quoted as in RFC 4180; lines end with a line
    /// feed alone.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let names = COLUMNS.iter().map(ToString::to_string);
        let players =
            ["a", "b"].into_iter().flat_map(|player| PLAYER_COLUMNS.map(|key| format!("{player}_player_{key}")));
        let mut out = line(names.chain(players).map(|name| name.replace('/', "_")));
        for cell in &self.cells {
            out.push_str(&row(cell));
        }
        out
    }
}

fn row(cell: &CellFigures) -> String {
    let figures = serde_json::to_value(cell).unwrap_or_default();
    let of_cell = COLUMNS.iter().map(|column| text(column.split('/').try_fold(&figures, step)));
    let of_player = [&cell.a, &cell.b].into_iter().flat_map(|name| {
        let player = figures["per_player"].get(name);
        PLAYER_COLUMNS.map(|column| text(player.and_then(|player| player.get(column))))
    });
    line(of_cell.chain(of_player))
}

fn step<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    match (value, key) {
        (Value::Array(ends), "lo") => ends.first(),
        (Value::Array(ends), "hi") => ends.last(),
        _ => value.get(key),
    }
}

fn text(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

fn line(fields: impl Iterator<Item = String>) -> String {
    let quoted = |field: String| {
        if field.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field }
    };
    fields.map(quoted).collect::<Vec<_>>().join(",") + "\n"
}
