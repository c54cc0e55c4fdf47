//! One model of the draws for p, the interval and Elo, one rule for what differs, and one order of the tables.

use gametree_tournament::stats::{Tally, elo};
use gametree_tournament::{GameRecord, TableBuilder, Tables};
use serde_json::json;
use statrs::function::factorial::ln_factorial;

use crate::pairs::vectors;
use crate::samples::pair;
use crate::statistics::{close, tally};

/// The deviate of the counts from a difference of win and loss, with the likeliest share of decided games searched by halving.
fn slow_deviate(tally: Tally, difference: f64) -> f64 {
    let [wins, losses, draws] = [tally.wins, tally.losses, tally.draws].map(|count| count as f64);
    let games = wins + losses + draws;
    // The slope of the likelihood; a count of zero has no pole.
    let part = |count: f64, chance: f64| if count == 0.0 { 0.0 } else { count / chance };
    let slope = |decided: f64| {
        part(wins, decided + difference) + part(losses, decided - difference) - part(draws, 1.0 - decided)
    };
    let (mut lo, mut hi) = (difference.abs(), 1.0);
    for _ in 0..200 {
        let middle = f64::midpoint(lo, hi);
        if slope(middle) > 0.0 { lo = middle } else { hi = middle }
    }
    let decided = f64::midpoint(lo, hi);
    (wins - losses - games * difference) / (games * (decided - difference * difference)).sqrt()
}

/// At both ends of the interval the counts are just 1.96 standard deviations away, by the slow way too; and between them the
/// deviate falls, so that the interval holds all that is not rejected.
#[test]
fn fc_64_the_interval_is_that_of_the_score_test() {
    for games in [1, 2, 5, 12, 40] {
        for counts in vectors::<3>(games) {
            let tally = tally(counts[2], counts[0], counts[1]);
            let [lo, hi] = tally.wilson95().unwrap();
            for (end, deviate) in [(lo, 1.959_963_984_540_054), (hi, -1.959_963_984_540_054)] {
                if end > 1e-9 && end < 1.0 - 1e-9 {
                    close(slow_deviate(tally, 2.0 * end - 1.0), deviate, 1e-5);
                }
            }
            let deviates: Vec<f64> = (1..100).map(|step| slow_deviate(tally, f64::from(step) / 50.0 - 1.0)).collect();
            assert!(deviates.windows(2).all(|two| two[0] >= two[1] - 1e-9), "{tally:?}");
        }
    }
    // Airway reactivity of 21 children (Fagerland, Lydersen and Laake 2014): 1 and 7 discordant pairs, -0.517 to -0.026.
    let [lo, hi] = tally(1, 7, 13).wilson95().unwrap().map(|end| 2.0 * end - 1.0);
    close(lo, -0.517, 5e-4);
    close(hi, -0.026, 5e-4);
}

/// How often the interval of so many games holds the true share, summed over all that can happen.
fn coverage(games: u64, [win, draw]: [f64; 2]) -> f64 {
    let chances = [1.0 - win - draw, draw, win];
    let truth = win + draw / 2.0;
    let probability = |counts: &[u64; 3]| {
        let parts = counts.iter().zip(chances).map(|(&count, chance)| match count {
            0 => 0.0,
            count => count as f64 * libm::log(chance) - ln_factorial(count),
        });
        libm::exp(ln_factorial(games) + parts.sum::<f64>())
    };
    let holds = |counts: &&[u64; 3]| {
        let [lo, hi] = tally(counts[2], counts[0], counts[1]).wilson95().unwrap();
        (lo..=hi).contains(&truth)
    };
    vectors::<3>(games).iter().filter(holds).map(probability).sum()
}

#[test]
fn fc_64_the_interval_holds_the_truth_about_as_often_as_it_says() {
    for (win, draw) in
        [(0.5, 0.0), (0.2, 0.0), (0.4, 0.2), (0.25, 0.5), (0.1, 0.8), (0.3, 0.6), (0.6, 0.3), (0.15, 0.7)]
    {
        for games in [40, 100] {
            let found = coverage(games, [win, draw]);
            assert!((0.925..=0.975).contains(&found), "{games} games at {win} won, {draw} drawn: {found:.4}");
        }
    }
}

#[test]
fn fc_64_the_numbers_of_a_row_agree() {
    let row = tally(130, 80, 550);
    let [lo, hi] = row.wilson95().unwrap();
    let figures = row.elo().unwrap();
    // 50 / sqrt(210) is 3.4503.
    close(row.p_value().unwrap(), 0.000_560, 1e-6);
    assert!(lo > 0.5 && row.differs());
    assert_eq!((figures.lo, figures.hi), (elo(lo), elo(hi)));
    assert_eq!(figures.to_string(), "+23 [+10, +36]");
    // As wins and losses only the interval would hold 50 %.
    assert!(gametree_tournament::stats::wilson(row.rate().unwrap(), 760, 1.96)[0] < 0.5);
    // p is below 5 % exactly where the interval leaves 50 % out, and Elo's leaves 0 out.
    for games in 1..=60 {
        for counts in vectors::<3>(games) {
            let tally = tally(counts[2], counts[0], counts[1]);
            let [lo, hi] = tally.wilson95().unwrap();
            let elo = tally.elo().unwrap();
            let out = lo > 0.5 || hi < 0.5;
            assert_eq!(tally.differs(), out, "{tally:?}");
            assert_eq!(elo.lo.is_some_and(|lo| lo > 0.0) || elo.hi.is_some_and(|hi| hi < 0.0), out, "{tally:?}");
        }
    }
}

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
