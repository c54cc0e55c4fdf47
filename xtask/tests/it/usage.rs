//! The command line: what is refused and how, and what is said.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::program::{PLAN, folder, tournament};

#[test]
fn bad_usage_ends_with_2_and_names_the_field() {
    for (args, words) in [
        (&["--budget", "cpu=-1s"][..], &["budget cpu", "-1s"][..]),
        (&["--budget", "depth=3"], &["budget depth", "mcps", "playouts="]),
        (&["--games", "7"], &["games_per_cell", "even"]),
        (&["--dry-run", "--games", "4294967294"], &["games_per_cell", "4294967294", "10000000"]),
        (&["--only", "hex/99"], &["hex/99", "hex/11"]),
        (&["--preset", "fish"], &["quick"]),
        (&["--config", "/no/such/plan.toml"], &["/no/such/plan.toml"]),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_xtask")).arg("tournament").args(args).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let log = String::from_utf8(output.stderr).unwrap();
        for word in words {
            assert!(log.contains(word), "{args:?}: {log} does not say {word}");
        }
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn help_lists_the_commands_in_their_order() {
    for arg in [None, Some("--help"), Some("-h")] {
        let output = Command::new(env!("CARGO_BIN_EXE_xtask")).args(arg).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let commands = text.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
        let names: Vec<&str> = commands.filter_map(|line| line.split_whitespace().next()).collect();
        let expected =
            ["tournament", "report", "replay", "status", "merge", "dist", "reproduce", "sweep", "ci", "help"];
        assert_eq!((names, output.status.code()), (expected.to_vec(), Some(0)), "{text}");
    }
}

#[test]
fn a_dry_run_answers_at_once_however_much_there_is_to_play() {
    let begin = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["tournament", "--dry-run", "--budget", "cpu=4000000000h", "--games", "10000000"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("10000000 games  hex ") && text.contains(" core hours"), "{text}");
    assert!(begin.elapsed() < Duration::from_secs(5));
}

/// Where the budget makes two starts of a plan one, it is played once and can be continued.
#[test]
fn one_budget_for_all_can_be_continued() {
    let dir = folder("one-budget");
    let games = r#"[{ name = "tictactoe" }, { name = "tictactoe", budgets = ["playouts=5"] }]"#;
    let plan = PLAN.replace(r#"[{ name = "tictactoe" }]"#, games).replace("= 40", "= 2");
    fs::write(dir.join("config.toml"), plan).unwrap();
    for played in [6, 0] {
        let output = tournament(&dir).args(["--budget", "playouts=10"]).output().unwrap();
        let log = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && log.contains(&format!("\n{played} games played")), "{log}");
    }
}

#[test]
fn a_reader_that_has_gone_away_is_no_error_and_a_full_disk_is_one() {
    let dir = folder("pipe");
    fs::write(dir.join("config.toml"), PLAN.replace("= 40", "= 2")).unwrap();
    assert!(tournament(&dir).output().unwrap().status.success());
    let report = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        command.arg("report").arg(dir.join("run"));
        command
    };
    let dry_run = || {
        let mut command = tournament(&dir);
        command.arg("--dry-run");
        command
    };
    for command in [&report as &dyn Fn() -> Command, &dry_run, &|| tournament(&dir)] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = command().stdout(writer).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") else { continue };
        let output = command().stdout(full).stderr(Stdio::piped()).output().unwrap();
        let log = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{log}");
        assert!(log.contains("error: standard output: "), "{log}");
    }
}

#[test]
fn the_seed_is_printed_and_stored_and_more_games_than_cores_are_warned_of() {
    let dir = folder("many-jobs");
    fs::write(dir.join("config.toml"), PLAN.replace("= 40", "= 2").replace("playouts=300", "playouts=2")).unwrap();
    let output = tournament(&dir).args(["--jobs", "4096"]).output().unwrap();
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && log.contains(", seed 3\n"), "{log}");
    assert!(log.contains("warning: 4096 games at once on"), "{log}");
    assert!(fs::read_to_string(dir.join("run/plan.toml")).unwrap().contains("seed = 3"));
    assert!(fs::read_to_string(dir.join("run/games-0-of-1.jsonl")).unwrap().contains("\"at_once\":4096"));
    // Without a wish, as many as there are cores.
    let output = tournament(&dir).output().unwrap();
    assert!(!String::from_utf8(output.stderr).unwrap().contains("warning"));
}

#[test]
fn a_recorded_game_is_shown_and_played_again() {
    let dir = folder("replay");
    fs::write(dir.join("config.toml"), PLAN.replace("= 40", "= 2")).unwrap();
    assert!(tournament(&dir).output().unwrap().status.success());
    let replay = |id: &str, json: bool| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        command.arg("replay").arg(dir.join("run")).arg(id).args(json.then_some("--json"));
        command.output().unwrap()
    };
    let records = crate::program::games(&dir);
    let (id, record) = records.first_key_value().unwrap();
    let output = replay(id, false);
    let (text, log) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(output.status.success() && log.contains("the same game"), "{log}");
    let moves = record["moves"].as_str().unwrap();
    for (index, mv) in moves.split(' ').enumerate() {
        assert!(text.contains(&format!("\n{}. {mv}\n", index + 1)), "{text}");
    }
    let document: serde_json::Value = serde_json::from_slice(&replay(id, true).stdout).unwrap();
    assert_eq!((&document["agrees"], &document["winner"]), (&true.into(), &record["winner"]));
    assert_eq!(document["moves"].as_array().unwrap().len(), moves.split(' ').count());

    let output = replay("no-such-game", false);
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && log.contains("no-such-game") && log.contains("such as"), "{log}");
}

#[test]
fn a_player_that_does_not_fit_into_its_memory_plays_nothing() {
    let dir = folder("no-room");
    let plan = |spec: &str| {
        format!(
            "name = \"no-room\"\nplayers = [{{ spec = \"{spec}\" }}, {{ spec = \"uct\" }}]\n\
             games = [{{ name = \"hex\", sizes = [9, 26] }}]\n"
        )
    };
    for (spec, memory, place) in [("mcps:memory=1MiB", None, "config.toml:3:"), ("mcps", Some("--memory=1MiB"), "")] {
        fs::write(dir.join("config.toml"), plan(spec)).unwrap();
        let output = tournament(&dir).args(memory).output().unwrap();
        let log = String::from_utf8(output.stderr).unwrap();
        let words = "memory of player mcps: 1MiB is not allowed; allowed: at least 35";
        assert!(output.status.code() == Some(2) && log.contains(place) && log.contains(words), "{log}");
        assert!(log.contains("window=10000 takes half on hex 26") && !dir.join("run").exists(), "{log}");
    }
}

/// What a search says of its memory reaches whoever reads about the tournament.
#[test]
fn a_tree_that_was_full_is_told_of_in_records_tables_page_and_replay() {
    let dir = folder("full-trees");
    let plan = r#"
        name = "full"
        games_per_cell = 2
        budgets = ["playouts=3000"]
        players = [{ spec = "mcps:memory=1MiB" }, { spec = "random" }]
        games = [{ name = "hex", sizes = [9] }]
    "#;
    fs::write(dir.join("config.toml"), plan).unwrap();
    let output = tournament(&dir).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let records = crate::program::games(&dir);
    let (mut full, mut moves) = (0, 0);
    for record in records.values() {
        let of = |name: &str, key: &str| record["players"][name][key].as_u64().unwrap();
        assert_eq!(of("RANDOM", "tree_full_moves"), 0, "{record}");
        full += of("MCPS", "tree_full_moves");
        moves += of("MCPS", "moves");
    }
    assert!(full > 0 && full <= moves, "{full} of {moves}");
    let remark = format!("MCPS: the tree was full in {full} of {moves} moves (memory=1MiB)");
    for name in ["tables.md", "report.html"] {
        let text = fs::read_to_string(dir.join("run").join(name)).unwrap();
        assert!(text.contains(&remark) && !text.contains("RANDOM: the tree was full"), "{name} lacks {remark}");
    }
    let tables: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(dir.join("run/tables.json")).unwrap()).unwrap();
    assert_eq!(tables["cells"][0]["per_player"]["MCPS"]["tree_full_moves"], full);
    let csv = fs::read_to_string(dir.join("run/tables.csv")).unwrap();
    assert!(csv.lines().next().unwrap().contains("a_player_tree_full_moves"), "{csv}");

    let (id, record) = records.first_key_value().unwrap();
    let mut replay = Command::new(env!("CARGO_BIN_EXE_xtask"));
    let text = String::from_utf8(replay.arg("replay").arg(dir.join("run")).arg(id).output().unwrap().stdout).unwrap();
    let mcps = &record["players"]["MCPS"];
    let line = format!("\nMCPS: the tree was full in {} of {} moves\n", mcps["tree_full_moves"], mcps["moves"]);
    assert!(text.ends_with(&line), "{text}");
}

#[test]
fn durations_are_checked() {
    for option in ["--deadline", "--move-limit"] {
        let output = Command::new(env!("CARGO_BIN_EXE_xtask")).args(["tournament", option, "soon"]).output().unwrap();
        let log = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && log.contains("soon") && log.contains("23h50m"), "{log}");
    }
}

#[test]
fn a_sweep_matches_every_value_with_the_same_opponent() {
    let dir = folder("sweep");
    let sweep = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        command.args(["sweep", "tictactoe", "--games", "4", "--budget", "playouts=20", "--out"]).arg(dir.join("run"));
        command.args(args).output().unwrap()
    };
    let good = ["--player", "grave", "--parameter", "reference", "--values", "0,50,1000", "--against", "uct"];
    let output = sweep(&good);
    let (text, log) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(output.status.success() && log.contains("\n12 games played"), "{log}");
    for words in ["| 0 | ", "| 50 | ", "| 1000 | ", "(4) |", "p = ", "against uct:"] {
        assert!(text.contains(words), "{words} is missing in\n{text}");
    }
    let output = sweep(&[&good[..], &["--json"]].concat());
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let total: u64 = document["rows"].as_array().unwrap().iter().map(|row| row["games"].as_u64().unwrap()).sum();
    assert_eq!(total, 12, "the second run plays nothing");
    for (parameter, values, words) in [
        ("referense", "1", &["referense", "reference, bias"][..]),
        ("bias", "x", &["bias", "x"]),
        ("reference", "1,1", &["values", "each value once"]),
    ] {
        let output = sweep(&["--player", "grave", "--parameter", parameter, "--values", values]);
        let log = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{log}");
        for word in words {
            assert!(log.contains(word), "{log} does not say {word}");
        }
    }
}

#[test]
fn a_claim_is_played_and_judged_and_the_ledger_names_what_is_missing() {
    let dir = folder("reproduce");
    let reproduce = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        command.arg("reproduce").args(args).arg("--out").arg(&dir).output().unwrap()
    };
    let output = reproduce(&["--only", "c3", "--deadline", "2s"]);
    let (text, log) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(75), "{log}");
    assert!(text.contains("| C3 | ") && text.contains("**undecided** | 0 of 1"), "{text}");
    let output = reproduce(&["--report", "--json"]);
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["claims"].as_array().unwrap().len(), 12);
    assert!(document["claims"].as_array().unwrap().iter().all(|claim| claim["verdict"] == "undecided"));
    let file = dir.join("document.md");
    let output = reproduce(&["--report", "--document", &file.display().to_string()]);
    assert!(output.status.success());
    let text = fs::read_to_string(&file).unwrap();
    assert!(
        text.contains("### C12: ") && text.contains("## reproduce") && text.contains("hex: MCPS against GRAVE"),
        "{text}"
    );
    let output = reproduce(&["--only", "C99"]);
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && log.contains("C99") && log.contains("C1, C2"), "{log}");
}
