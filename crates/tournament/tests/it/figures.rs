//! One model of the draws for p, the interval and Elo, one rule for what differs, and one order of the tables.

use gametree_tournament::{GameRecord, TableBuilder, Tables};
use serde_json::json;

use crate::samples::pair;

fn tables(records: &[GameRecord], plan: Option<serde_json::Value>) -> Tables {
    let mut builder = TableBuilder::default();
    records.iter().for_each(|record| builder.add(record));
    Tables::new(plan, builder.finish())
}

/// So many games of a cell, of which `a` wins some.
fn games(hash: u64, wins: u32, games: u32, change: impl Fn(&mut GameRecord)) -> Vec<GameRecord> {
    let points = |number: u32| if number < wins { 2 } else { 0 };
    let mut records: Vec<GameRecord> =
        (0..games / 2).flat_map(|number| pair(number, [points(2 * number), points(2 * number + 1)])).collect();
    for record in &mut records {
        record.cell_hash = format!("{hash:016x}");
        change(record);
    }
    records
}

#[test]
fn fc_73_bold_p_and_the_note_follow_one_rule() {
    let of = |size: u32, wins| games(size.into(), wins, 100, |record| record.cell.size = size.to_string());
    let records: Vec<GameRecord> =
        [(5, 59), (7, 60), (9, 40), (11, 41)].into_iter().flat_map(|(s, w)| of(s, w)).collect();
    let tables = tables(&records, None);
    let markdown = tables.to_markdown();
    for text in ["A 59.0 % [49.2, 68.1] (100)", "A **60.0 %** [50.2, 69.1] (100)", "A **40.0 %** [", "A 41.0 % ["] {
        assert!(markdown.contains(text), "no {text} in\n{markdown}");
    }
    assert_eq!((tables.chance.cells, tables.chance.found), (4, 2));
    assert!(markdown.contains("by chance alone; 2 are."), "{markdown}");
    for cell in &tables.cells {
        let [lo, hi] = cell.wilson95.unwrap();
        assert_eq!(cell.p.unwrap() < 0.05, lo > 0.5 || hi < 0.5);
        assert_eq!(cell.differs(), cell.p.unwrap() < 0.05);
    }
    assert!(markdown.contains("| 0.0455 |"), "{markdown}");
}

#[test]
fn fc_76_tables_are_in_the_plans_order() {
    let plan = json!({
        "name": "order", "hash": "0", "seed": 1,
        "players": [{"name": "Z", "spec": "uct"}, {"name": "A", "spec": "uct"}, {"name": "B", "spec": "uct"}],
        "games": [
            {"name": "nim", "sizes": ["9", "5"], "budgets": ["cpu=20ms", "cpu=10ms"], "options": {}},
            {"name": "chomp", "sizes": ["4"], "budgets": ["cpu=10ms"], "options": {}},
            {"name": "nim", "sizes": ["7"], "budgets": ["playouts=5", "cpu=10ms"], "options": {}},
        ],
    });
    let mut records = Vec::new();
    let mut hash = 0;
    for game in ["chomp", "nim"] {
        for size in ["4", "5", "7", "9"].into_iter().filter(|&size| (size == "4") == (game == "chomp")) {
            for budget in ["cpu=10ms", "cpu=20ms"] {
                for names in [["A", "B"], ["Z", "A"]] {
                    hash += 1;
                    let mut games = games(hash, 1, 2, |record| {
                        record.cell.game = game.into();
                        record.cell.size = size.into();
                        record.cell.budget = budget.into();
                        [record.cell.a, record.cell.b] = names.map(String::from);
                    });
                    records.append(&mut games);
                }
            }
        }
    }
    let tables = tables(&records, Some(plan));
    let key = |cell: &gametree_tournament::CellFigures| {
        format!("{} {}-{} {} {}", cell.game, cell.a, cell.b, cell.size, cell.budget)
    };
    let order: Vec<String> = tables.cells.iter().map(key).collect();
    assert_eq!(
        order[..6],
        ["9 cpu=20ms", "9 cpu=10ms", "5 cpu=20ms", "5 cpu=10ms", "7 cpu=20ms", "7 cpu=10ms"]
            .map(|rest| format!("nim Z-A {rest}")),
        "{order:?}"
    );
    let titles: Vec<String> = tables
        .to_markdown()
        .lines()
        .filter(|line| line.starts_with("## ") && line.contains(" against "))
        .map(String::from)
        .collect();
    assert_eq!(
        titles[..4],
        ["nim: Z against A", "nim: A against B", "chomp: Z against A", "chomp: A against B"]
            .map(|text| format!("## {text}"))
    );
    let markdown = tables.to_markdown();
    let rows: Vec<&str> = markdown.lines().skip_while(|line| !line.starts_with("| size")).take(5).collect();
    assert!(rows[0].starts_with("| size | cpu=20ms") && rows[0].contains("| cpu=10ms"), "{rows:?}");
    assert_eq!(rows[2..].iter().map(|row| &row[..3]).collect::<Vec<_>>(), ["| 9", "| 5", "| 7"]);
    let csv = tables.to_csv();
    let column: Vec<&str> = csv.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(column.iter().position(|game| *game == "chomp"), Some(12), "{column:?}");
}
