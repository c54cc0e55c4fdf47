//! The order of cells in tables: the plan's where there is one, otherwise by name and amount.

use serde_json::Value;

use gametree_core::{Budget, Size};

use crate::tables::CellFigures;

/// Puts cells into the order in which a plan, as JSON, names games, players, sizes and budgets. The cells of a game with the
/// same options stay together, also where the plan names it twice. What the plan does not know comes last, and stays as it is.
pub(crate) fn sort(cells: &mut [CellFigures], plan: &Value) {
    let list = |value: &Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
    let games = list(plan, "games");
    let players = list(plan, "players");
    let place = |all: &[Value], text: &str| all.iter().position(|one| one == text).unwrap_or(usize::MAX);
    let player = |name: &str| players.iter().position(|player| player["name"] == *name).unwrap_or(usize::MAX);
    cells.sort_by_cached_key(|cell| {
        let same = |game: &&Value| game["name"] == *cell.game && game["options"] == serde_json::json!(cell.options);
        let all = |key: &str| games.iter().filter(same).flat_map(|game| list(game, key)).collect::<Vec<_>>();
        let of_players = [player(&cell.a), player(&cell.b)];
        (
            games.iter().position(|game| same(&game)).unwrap_or(usize::MAX),
            of_players,
            place(&all("sizes"), &cell.size),
            place(&all("budgets"), &cell.budget),
        )
    });
}

/// The different texts of rows of cells, each once, in an order that is that of every row where that can be.
pub(crate) fn merged<'a>(rows: impl IntoIterator<Item = Vec<&'a str>>) -> Vec<&'a str> {
    let mut all: Vec<&str> = Vec::new();
    for row in rows {
        for (index, text) in row.iter().enumerate() {
            if !all.contains(text) {
                // Before the next one of its row that has a place.
                let next = row[index + 1..].iter().find_map(|later| all.iter().position(|known| known == later));
                all.insert(next.unwrap_or(all.len()), text);
            }
        }
    }
    all
}

/// The sizes of these cells, in the order of the tables.
#[must_use]
pub fn sizes_of(cells: &[CellFigures]) -> Vec<&str> {
    merged([cells.iter().map(|cell| cell.size.as_str()).collect()])
}

/// The budgets of these cells, in the order of the tables.
#[must_use]
pub fn budgets_of(cells: &[CellFigures]) -> Vec<&str> {
    let alike = |one: &CellFigures, other: &CellFigures| {
        (&one.game, &one.options, &one.a, &one.b, &one.size)
            == (&other.game, &other.options, &other.a, &other.b, &other.size)
    };
    merged(cells.chunk_by(alike).map(|row| row.iter().map(|cell| cell.budget.as_str()).collect()))
}

/// Sizes by area, then by columns.
#[must_use]
pub fn size_order(text: &str) -> (usize, u8) {
    text.parse::<Size>().map_or((usize::MAX, 0), |size| (size.area(), size.cols))
}

/// Budgets by kind, then by amount.
#[must_use]
pub fn budget_order(text: &str) -> impl Ord + use<> {
    let budget: Budget = text.parse().unwrap_or_default();
    // What is not limited comes after every limit.
    let last = u64::MAX;
    let millis = |limit: Option<std::time::Duration>| limit.map_or(last, |limit| limit.as_micros() as u64);
    (
        budget.playouts.unwrap_or(last),
        budget.nodes.unwrap_or(last),
        budget.depth.map_or(last, u64::from),
        millis(budget.cpu),
        millis(budget.wall),
        text.to_string(),
    )
}

#[cfg(test)]
mod tests {
    use super::merged;

    #[test]
    fn rows_are_merged_in_their_order() {
        assert_eq!(merged([vec!["b"], vec!["a", "b"], vec!["c"]]), ["a", "b", "c"]);
        assert_eq!(merged([vec!["10", "100"], vec!["10", "20", "100"]]), ["10", "20", "100"]);
        // Two rows that contradict each other: the first one's order.
        assert_eq!(merged([vec!["a", "b"], vec!["b", "a"]]), ["a", "b"]);
        assert!(merged([]).is_empty());
    }
}
