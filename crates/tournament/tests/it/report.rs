//! The tables in all their forms, from records made by hand.

use std::collections::BTreeSet;

use gametree_tournament::{GameRecord, TableBuilder, Tables};
use serde_json::Value;

use crate::samples::{close, forfeit, pair, record, void};

fn tables(records: &[GameRecord]) -> Tables {
    let mut builder = TableBuilder::default();
    for record in records {
        builder.add(record);
    }
    Tables::new(None, builder.finish())
}

/// Ten pairs; the first mover wins 16 of 20 games.
fn ten_pairs() -> Vec<GameRecord> {
    (0..10).flat_map(|number| pair(number, [2, if number < 4 { 2 } else { 0 }])).collect()
}

/// The text of a table after a line that starts so, as rows of cells.
fn table(markdown: &str, title: &str) -> Vec<Vec<String>> {
    let rows = markdown.lines().skip_while(|line| !line.starts_with(title)).skip(2);
    rows.take_while(|line| line.starts_with('|'))
        .filter(|line| !line.starts_with("|--"))
        .map(|line| line.trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect())
        .collect()
}

#[test]
fn the_figures_of_a_cell() {
    let tables = tables(&ten_pairs());
    let cell = &tables.cells[0];
    assert_eq!((cell.wins_a, cell.wins_b, cell.games), (14, 6, 20));
    assert_eq!((cell.first_mover.wins, cell.first_mover.rate), (16, Some(0.8)));
    assert_eq!(cell.pairs.pentanomial, [0, 0, 6, 0, 4]);
    assert_eq!((cell.distinct_games, cell.repeated_games), (20, 0));
    assert_eq!(cell.ends["normal"], 20);
    assert_eq!((cell.without_forfeits, cell.failures.len()), (None, 0));
    let a = &cell.per_player["A"];
    // 0.19 s for 20 moves of 10 ms.
    close(a.mean_spent_ratio.unwrap(), 0.95, 1e-12);
    assert_eq!((a.max_overrun_ratio, a.moves, a.playouts_per_move, a.forfeits), (Some(1.25), 400, Some(50.0), 0));

    let markdown = tables.to_markdown();
    let spent = table(&markdown, "Time spent");
    assert_eq!(spent[1], ["9", "A 95.0 (125), B 95.0 (125)"]);
    let details = table(&markdown, "Details");
    assert_eq!(details[1][5..8], ["A 100.0 %", "A 40.0 %", "80.0 %"]);
    let pairs = table(&markdown, "Pairs");
    assert_eq!(pairs[1][2..8], ["10", "0", "0", "6", "0", "4"]);
    assert!(pairs[1][8].starts_with("A 70.0 % ["), "{pairs:?}");
    assert!(!markdown.contains("Remarks"), "nothing went wrong:\n{markdown}");
    // Grids come before details, and details before explanations.
    let places = ["Results:", "Mean tree depth", "Time spent", "Details.", "Pairs:", "## How to read this"]
        .map(|title| markdown.find(title).unwrap_or_else(|| panic!("no {title} in\n{markdown}")));
    assert!(places.is_sorted());
    // Every heading over Elo figures names the model.
    for line in markdown.lines().filter(|line| line.contains("Elo") && !line.starts_with('|')) {
        assert!(line.contains("logistic"), "{line}");
    }
}

/// Trap 28.
#[test]
fn repeated_games_are_named_and_many_are_warned_of() {
    let mut records = ten_pairs();
    let copy = records[0].moves.clone();
    records[2].moves.clone_from(&copy);
    let one = tables(&records);
    assert_eq!((one.cells[0].distinct_games, one.cells[0].repeated_games), (19, 1));
    let markdown = one.to_markdown();
    assert!(markdown.contains("size 9, cpu=10ms: 1 of 20 games repeats an earlier one"), "{markdown}");
    assert!(!markdown.contains("Warning"));
    for record in records.iter_mut().step_by(2) {
        record.moves.clone_from(&copy);
    }
    let many = tables(&records);
    assert_eq!((many.cells[0].distinct_games, many.cells[0].repeated_games), (11, 9));
    let markdown = many.to_markdown();
    assert!(
        markdown.contains("9 of 20 games repeat") && markdown.contains("they rest on 11 distinct games"),
        "{markdown}"
    );
}

/// Trap 25: nothing is dropped silently.
#[test]
fn forfeits_and_void_games_are_listed_and_shown_with_and_without() {
    let mut records = ten_pairs();
    records[0] = forfeit(0, 'a', 'b');
    records[1] = forfeit(0, 'b', 'a');
    records[2] = forfeit(1, 'a', 'b');
    records[4] = void(2, 'a');
    let tables = tables(&records);
    let cell = &tables.cells[0];
    assert_eq!((cell.games, cell.void, cell.wins_a, cell.wins_b), (19, 1, 12, 7));
    assert_eq!(cell.per_player["A"].forfeits, 1);
    assert_eq!(cell.per_player["B"].forfeits, 2);
    let without = cell.without_forfeits.unwrap();
    assert_eq!((without.games, without.wins_a, without.rate_a), (16, 10, Some(10.0 / 16.0)));
    assert_eq!((cell.ends["forfeit"], cell.ends["void"], cell.ends["normal"]), (3, 1, 16));
    let told: Vec<_> = cell.failures.iter().map(|failure| failure.player.as_deref()).collect();
    assert_eq!(told, [Some("B"), Some("A"), Some("B"), None]);
    let markdown = tables.to_markdown();
    for text in [
        "A forfeited 1, B forfeited 2, counted as losses. Without them: A 62.5 % [",
        "](16).",
        "`nim-9-cpu=10ms-A-B-01234567-0000a`: B `played 9 at ply 2: illegal`",
        "1 game is void",
        "`assertion 'left' failed | at line 3`",
        "1 pair is incomplete",
    ] {
        assert!(markdown.contains(&text.replace("](16)", "] (16)")), "no {text} in\n{markdown}");
    }

    let mut all: Vec<GameRecord> =
        (0..10).flat_map(|number| ['a', 'b'].map(|seat| forfeit(number, seat, 'b'))).collect();
    let markdown = self::tables(&all).to_markdown();
    assert!(markdown.contains("Without them: A no games (0)") && markdown.contains("15 more: see"), "{markdown}");
    all.iter_mut().for_each(|record| *record = void(record.pair, if record.first == "A" { 'a' } else { 'b' }));
    let nothing = self::tables(&all);
    assert!(nothing.to_markdown().contains("no games, 20 void"));
    assert_eq!(nothing.chance.cells, 0);
    for text in [nothing.to_markdown(), nothing.to_json(), nothing.to_csv()] {
        assert!(!text.contains("NaN") && !text.contains("inf,"), "{text}");
    }
}

/// A record as it was written before anybody counted full trees.
fn without_full_trees(record: &GameRecord) -> GameRecord {
    let mut line: Value = serde_json::from_str(&record.to_line()).unwrap();
    line.as_object_mut().unwrap().remove("crc");
    for player in ["A", "B"] {
        line["players"][player].as_object_mut().unwrap().remove("tree_full_moves").unwrap();
    }
    let body = line.to_string();
    let crc = crc32fast::hash(body.as_bytes());
    GameRecord::from_line(format!("{},\"crc\":\"{crc:08x}\"}}", &body[..body.len() - 1]).as_bytes()).unwrap()
}

#[test]
fn full_trees_are_remarked_on_and_older_records_say_nothing_of_them() {
    let mut records = ten_pairs();
    let old: Vec<GameRecord> = records.iter().map(without_full_trees).collect();
    let unknown = tables(&old);
    let a = &unknown.cells[0].per_player["A"];
    assert_eq!((a.tree_full_moves, a.tree_known_moves, a.moves), (None, 0, 400));
    assert!(!unknown.to_markdown().contains("Remarks"));
    for record in &mut records {
        record.players.get_mut("A").unwrap().usage.tree_full_moves = Some(3);
        record.players.get_mut("A").unwrap().spec = "mcps:memory=1GiB".into();
        record.players.get_mut("B").unwrap().spec = "grave:memory=1MiB".into();
    }
    let markdown = tables(&records).to_markdown();
    let text = "size 9, cpu=10ms: A: the tree was full in 60 of 400 moves (memory=1GiB); it was searched on, but not expanded.";
    assert!(markdown.contains(text), "{markdown}");
    // A run that an older program began: what is known counts.
    let mixed: Vec<GameRecord> = old[..10].iter().chain(&records[10..]).cloned().collect();
    let markdown = tables(&mixed).to_markdown();
    assert!(markdown.contains("A: the tree was full in 30 of 200 moves"), "{markdown}");
    for record in &mut records {
        record.players.get_mut("B").unwrap().usage.tree_full_moves = Some(20);
    }
    let markdown = tables(&records).to_markdown();
    assert!(markdown.contains("(memory=1GiB), B: the tree was full in 400 of 400 moves (memory=1MiB);"), "{markdown}");
}

#[test]
fn what_chance_alone_would_do_is_said() {
    // 48 cells of six games: p is below 5 % for 6:0 and 0:6 only, once in 32 cells.
    let mut records = Vec::new();
    for cell in 0..48u32 {
        for number in 0..3 {
            for mut game in pair(number, if cell < 4 { [2, 2] } else { [2, 0] }) {
                game.cell_hash = format!("{cell:016x}");
                game.cell.size = (cell + 3).to_string();
                records.push(game);
            }
        }
    }
    let tables = tables(&records);
    let chance = tables.chance;
    assert_eq!((chance.cells, chance.found, chance.level), (48, 4, 0.05));
    close(chance.expected, 1.5, 1e-12);
    let markdown = tables.to_markdown();
    assert!(
        markdown.contains("about 1.5 of the 48 cells") && markdown.contains("by chance alone; 4 are."),
        "{markdown}"
    );
    let json: Value = serde_json::from_str(&tables.to_json()).unwrap();
    assert_eq!(json["chance"]["found"], 4);
}

/// A reader of RFC 4180: rows of fields.
fn read_csv(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut field) = (Vec::new(), Vec::new(), String::new());
    let mut quoted = false;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => field.extend(letters.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut field)),
            '\n' if !quoted => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            other => field.push(other),
        }
    }
    assert!(row.is_empty() && field.is_empty() && !quoted, "the last line is whole");
    rows
}

/// The names that the leaves of a cell's JSON have as columns.
fn leaves(name: &str, value: &Value, out: &mut BTreeSet<String>) {
    let under = |key: &str| if name.is_empty() { key.to_string() } else { format!("{name}_{key}") };
    match value {
        _ if ["options", "ends", "pairs_pentanomial"].contains(&name) => drop(out.insert(name.into())),
        Value::Object(fields) => fields.iter().for_each(|(key, value)| leaves(&under(key), value, out)),
        Value::Array(ends) if ends.len() == 2 => out.extend(["lo", "hi"].map(under)),
        _ => drop(out.insert(name.into())),
    }
}

#[test]
fn the_csv_has_a_fixed_header_and_holds_what_the_json_holds() {
    let mut records = ten_pairs();
    records[3] = forfeit(1, 'b', 'b');
    records.extend([void(10, 'a'), void(10, 'b')]);
    records[20].end.by = Some("B".into());
    for record in &mut records {
        // Players may be called anything, and options hold text.
        record.cell.options.insert("label".into(), Value::from("a \"b\",\nc"));
        record.cell.a = "A, \"the\" first".into();
        for name in [&mut record.first, &mut record.second].into_iter().chain(&mut record.winner) {
            if name == "A" {
                name.clone_from(&record.cell.a);
            }
        }
        let usage = record.players.remove("A").unwrap();
        record.players.insert(record.cell.a.clone(), usage);
    }
    let tables = tables(&records);
    let rows = read_csv(&tables.to_csv());
    let [head, row] = &rows[..] else { panic!("a header and a row") };
    assert_eq!(
        read_csv(&Tables::new(None, Vec::new()).to_csv()),
        std::slice::from_ref(head),
        "the header does not depend on the cells"
    );
    assert_eq!(head.len(), row.len());
    let of = |column: &str| row[head.iter().position(|name| name == column).unwrap()].as_str();
    assert_eq!((of("a"), of("wins_a"), of("b_player_forfeits")), ("A, \"the\" first", "14", "1"));
    assert_eq!(of("options"), r#"{"label":"a \"b\",\nc"}"#);
    assert_eq!(of("pairs_pentanomial"), "[0,0,6,0,4]");
    let cell = &tables.cells[0];
    assert_eq!(of("pairs_interval95_hi").parse(), Ok(cell.pairs.interval95.unwrap()[1]));
    assert_eq!(of("a_player_mean_spent_ratio").parse(), Ok(cell.per_player[&cell.a].mean_spent_ratio.unwrap()));

    // Every field of the JSON is a column, but for texts and lists.
    let mut json = serde_json::to_value(cell).unwrap();
    let players = json.as_object_mut().unwrap().remove("per_player").unwrap();
    let mut expected = BTreeSet::new();
    leaves("", &json, &mut expected);
    for (letter, name) in [("a_player", &cell.a), ("b_player", &cell.b)] {
        leaves(letter, &players[name], &mut expected);
    }
    for text in ["elo_text", "pairs_elo_text", "failures"] {
        assert!(expected.remove(text));
    }
    assert_eq!(head.iter().cloned().collect::<BTreeSet<_>>(), expected);
    assert_eq!(expected.len(), head.len(), "no column twice");

    // What is absent is empty.
    let void: Vec<_> = [void(0, 'a')].into();
    let rows = read_csv(&self::tables(&void).to_csv());
    let of = |column: &str| rows[1][head.iter().position(|name| name == column).unwrap()].as_str();
    assert_eq!((of("rate_a"), of("elo_diff"), of("a_player_spec"), of("void")), ("", "", "", "1"));
}

#[test]
fn order_changes_no_figure() {
    let mut records = ten_pairs();
    records[3] = forfeit(1, 'b', 'a');
    records[8] = void(4, 'a');
    records[10].moves = records[12].moves.clone();
    let expected = tables(&records);
    records.reverse();
    records.swap(3, 11);
    let other = tables(&records);
    assert_eq!(other.cells[0].pairs, expected.cells[0].pairs);
    assert_eq!(other.cells[0].failures, expected.cells[0].failures);
    assert_eq!(other.to_markdown(), expected.to_markdown());
}

#[test]
fn one_game_has_tables_too() {
    let tables = tables(&[record(0, 'b', 2)]);
    let cell = &tables.cells[0];
    assert_eq!((cell.first_mover.rate, cell.pairs.complete), (Some(0.0), 0));
    assert!(tables.to_markdown().contains("no pairs"));
}
