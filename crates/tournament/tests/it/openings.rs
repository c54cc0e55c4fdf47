//! Openings: shared by the games of a pair, the same in every run, and checked before anything is played.

use std::collections::BTreeMap;
use std::path::Path;

use gametree_tournament::{GameRecord, Machine, Next, Plan, RunSettings, Store, read_records, run};

use crate::games::{folder, games, plan};

fn text(openings: &str) -> String {
    format!(
        r#"name = "openings"
        games_per_cell = 20
        budgets = ["playouts=5"]
        players = [{{ spec = "uct" }}, {{ spec = "random" }}]
        openings = {openings}
        games = [{{ name = "nim", sizes = [9, 12] }}]"#
    )
}

/// By id.
fn play(dir: &Path, plan: &Plan) -> BTreeMap<String, GameRecord> {
    let cells = plan.cells();
    let mut store = Store::open(dir, plan, &games()).unwrap();
    let settings = RunSettings::new(Machine::default());
    run(&games(), &cells, &plan.jobs(&cells, None), &mut store, &settings, &mut |_| Next::GoOn).unwrap();
    let mut records = BTreeMap::new();
    read_records(dir, &mut |record| drop(records.insert(record.id.clone(), record))).unwrap();
    records
}

fn opening(record: &GameRecord) -> Vec<&str> {
    record.moves.split(' ').take(record.opening).collect()
}

#[test]
fn both_games_of_a_pair_share_their_random_opening() {
    let plan = plan(&text("{ plies = 3 }"));
    let records = play(&folder("openings-random"), &plan);
    let mut seen = std::collections::BTreeSet::new();
    for pair in records.values().collect::<Vec<_>>().chunks(2) {
        let [a, b] = pair else { panic!("pairs") };
        assert_eq!((a.pair, a.cell_hash.as_str()), (b.pair, b.cell_hash.as_str()));
        assert_ne!(a.first, b.first);
        assert_eq!((a.opening, opening(a)), (3, opening(b)));
        let moves: u64 = a.players.values().map(|player| player.usage.moves).sum();
        assert_eq!(moves as usize, a.plies - 3, "moves of the opening are nobody's");
        seen.insert(opening(a).join(" "));
    }
    assert!(seen.len() > 2, "{seen:?}");
    let again = play(&folder("openings-again"), &plan);
    assert!(records.iter().all(|(id, record)| again[id].moves == record.moves), "the same in every run");
    assert!(again.len() == records.len() && plan.to_toml().contains("plies = 3"));
    // Other openings are other games.
    let other = crate::games::plan(&text("{ plies = 2 }"));
    assert!(other.differences(&plan).iter().any(|line| line.contains("openings")), "{:?}", other.differences(&plan));
    assert!(other.cells().iter().zip(plan.cells()).all(|(a, b)| a.hash != b.hash));
}

#[test]
fn an_opening_stops_before_it_would_end_the_game() {
    let records = play(&folder("openings-long"), &plan(&text("{ plies = 100 }")));
    for record in records.values() {
        assert!(record.opening < record.plies, "{record:?}");
        // Only one stone is left, or two of which one could be taken.
        let taken: usize = opening(record).iter().map(|mv| mv.parse::<usize>().unwrap()).sum();
        assert_eq!(record.cell.size.parse::<usize>().unwrap() - taken, 1);
    }
}

#[test]
fn openings_come_from_a_list_or_from_a_file_beside_the_plan() {
    let listed = plan(&text(r#"{ moves = ["1 2", "2  1 1", "2"] }"#));
    let records = play(&folder("openings-listed"), &listed);
    for record in records.values() {
        assert_eq!(opening(record).join(" "), ["1 2", "2 1 1", "2"][record.pair as usize % 3]);
    }
    let dir = folder("openings-file");
    std::fs::create_dir_all(&dir).unwrap();
    std::fs::write(dir.join("lines.txt"), "# three openings\n1 2 # the first\n\n  2 1 1\r\n2\n").unwrap();
    let name = dir.join("plan.toml").display().to_string();
    let from_file = Plan::parse(&text(r#"{ file = "lines.txt" }"#), &name, &games()).unwrap();
    assert_eq!(from_file, listed, "the plan as played holds the lines themselves");
    assert!(from_file.check_written(&games()).is_ok());
    for (lines, words) in [
        ("1 2\n3\n", ["lines.txt:2:1: ", "3", "1 or 2"]),
        ("1\n\n2 2 2 2 1\n", ["lines.txt:3:1: ", "2 2 2 2 1", "the game is over"]),
        ("# nothing\n", ["openings.file", "lines.txt", "no opening"]),
    ] {
        std::fs::write(dir.join("lines.txt"), lines).unwrap();
        let error = Plan::parse(&text(r#"{ file = "lines.txt" }"#), &name, &games()).unwrap_err().to_string();
        for word in words {
            assert!(error.contains(word), "{error} does not say {word}");
        }
    }
}

#[test]
fn fc_56_a_byte_order_mark_before_a_plan_or_openings_is_none_of_the_text() {
    let dir = folder("openings-mark");
    std::fs::create_dir_all(&dir).unwrap();
    for name in ["lines.txt", "plan.toml"] {
        let text = if name == "lines.txt" { "1 2\n2\n".into() } else { text("{ file = \"lines.txt\" }") };
        std::fs::write(dir.join(name), format!("\u{feff}{text}")).unwrap();
    }
    let file = dir.join("plan.toml").display().to_string();
    let marked = gametree_players::read_text(&dir.join("plan.toml")).unwrap();
    let plan = Plan::parse(&marked, &file, &games()).unwrap();
    assert_eq!(plan.hash(), crate::games::plan(&text("{ moves = [\"1 2\", \"2\"] }")).hash());
    // A run's folder whose plan somebody has opened and saved is still that run's.
    assert_eq!(gametree_tournament::read_plan(&dir, &games()).unwrap().hash(), plan.hash());
}

#[test]
fn bad_openings_are_errors_with_line_and_column() {
    for (openings, words) in [
        ("{ plies = 0 }", &["test.toml:5:", "openings.plies", "0", "1 to 1000"][..]),
        ("{ plies = 2, moves = [\"1\"] }", &["test.toml:5:", "one of plies, file and moves"]),
        ("{ }", &["test.toml:5:", "one of plies"]),
        ("{ moves = [] }", &["test.toml:5:", "openings.moves", "at least one"]),
        ("{ moves = [\"1\", \"7\"] }", &["test.toml:5:", "7", "nim 9", "1 or 2"]),
        ("{ moves = [\"2 2 2 2 1\"] }", &["test.toml:5:", "the game is over"]),
        ("{ depth = 3 }", &["test.toml:5:", "depth", "plies"]),
        ("{ file = \"no-such-file\" }", &["test.toml:5:", "no-such-file"]),
        ("3", &["test.toml:5:", "plies"]),
    ] {
        let error = Plan::parse(&text(openings), "test.toml", &games()).unwrap_err().to_string();
        for word in words {
            assert!(error.contains(word), "{openings}: {error} does not say {word}");
        }
    }
}

#[test]
fn the_first_player_can_be_matched_with_all_others_alone() {
    let three = |pairing: &str| {
        let text = format!(
            r#"name = "pairing"
            {pairing}
            players = [{{ spec = "uct" }}, {{ spec = "random" }}, {{ spec = "grave" }}]
            games = [{{ name = "nim" }}]
            budgets = ["playouts=1"]"#
        );
        Plan::parse(&text, "test.toml", &games())
    };
    let pairs = |plan: &Plan| -> Vec<String> {
        plan.cells().iter().map(|cell| format!("{} {}", cell.players[0].name, cell.players[1].name)).collect()
    };
    let all = three("").unwrap();
    assert_eq!(pairs(&all), ["UCT RANDOM", "UCT GRAVE", "RANDOM GRAVE"]);
    assert_eq!(three(r#"pairing = "all""#).unwrap(), all);
    let first = three(r#"pairing = "first""#).unwrap();
    assert_eq!(pairs(&first), ["UCT RANDOM", "UCT GRAVE"]);
    assert_eq!(first.cells()[..], all.cells()[..2], "the games are the same");
    assert_eq!(Plan::parse(&first.to_toml(), "again", &games()).unwrap(), first);
    let error = three(r#"pairing = "some""#).unwrap_err().to_string();
    assert!(error.contains("test.toml:2:") && error.contains("some") && error.contains("first"), "{error}");
}
