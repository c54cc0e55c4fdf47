//! FC-23 with the real program: killed at any moment and started again, it ends with the games of an unbroken run.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use gametree_core::Rng;
use serde_json::Value;

/// Three players, so pairs of players too; games of a few milliseconds.
const PLAN: &str = r#"name = "kill"
seed = 3
games_per_cell = 40
budgets = ["playouts=300"]
players = [{ spec = "mcps" }, { spec = "grave" }, { spec = "uct" }]
games = [{ name = "tictactoe" }]"#;

const GAMES: usize = 120;

fn folder(name: &str) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    dir
}

fn start(dir: &Path, plan: &str) -> Child {
    let config = dir.join("config.toml");
    fs::write(&config, plan).unwrap();
    Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["tournament", "--jobs", "2", "--json", "--config"])
        .arg(&config)
        .arg("--out")
        .arg(dir.join("run"))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn finish(child: Child) -> (ExitStatus, String) {
    let output = child.wait_with_output().unwrap();
    (output.status, String::from_utf8(output.stderr).unwrap())
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args(["-s", name, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

/// Waits for the line that says what will be played, and a little more: then games are in hand.
fn wait_until_playing(child: &mut Child) {
    let stderr = child.stderr.as_mut().unwrap();
    let mut line = Vec::new();
    while line.last() != Some(&b'\n') {
        let mut byte = [0];
        stderr.read_exact(&mut byte).unwrap();
        line.extend(byte);
    }
    assert!(String::from_utf8_lossy(&line).contains(" to play"), "{line:?}");
    sleep(Duration::from_millis(300));
}

/// The records by id, without times.
fn games(dir: &Path) -> BTreeMap<String, Value> {
    let text = fs::read_to_string(dir.join("run/games-0-of-1.jsonl")).unwrap_or_default();
    let mut games = BTreeMap::new();
    // What a kill has torn is cut off by the next start, not here.
    for line in text.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
        let mut game: Value = serde_json::from_str(line).unwrap();
        for key in ["finished_at", "crc", "host", "cpu", "commit"] {
            game.as_object_mut().unwrap().remove(key);
        }
        for player in game["players"].as_object_mut().unwrap().values_mut() {
            for key in ["cpu_s", "wall_s"] {
                player.as_object_mut().unwrap().remove(key);
            }
        }
        let id = game["id"].as_str().unwrap().to_string();
        assert!(games.insert(id.clone(), game).is_none(), "{id} was played twice");
    }
    games
}

/// The tables without what depends on the machine.
fn tables(dir: &Path) -> Value {
    let mut tables: Value = serde_json::from_slice(&fs::read(dir.join("run/tables.json")).unwrap()).unwrap();
    for cell in tables["cells"].as_array_mut().unwrap() {
        for player in cell["per_player"].as_object_mut().unwrap().values_mut() {
            for key in ["playouts_per_s", "cpu_per_move_s"] {
                player.as_object_mut().unwrap().remove(key);
            }
        }
    }
    tables
}

#[test]
fn killed_at_any_moment_and_continued_it_plays_the_same_games() {
    // The long form: 200 kills in a run with games of 100 ms and more.
    let slow = std::env::var_os("GAMETREE_SLOW_TESTS").is_some();
    let plan = if slow { PLAN.replace("playouts=300", "playouts=20000") } else { PLAN.to_string() };
    let rounds = if slow { 200 } else { 12 };
    let whole = folder("kill-whole");
    let begin = Instant::now();
    let (status, log) = finish(start(&whole, &plan));
    let time = begin.elapsed();
    assert!(status.success(), "{log}");
    let expected = games(&whole);
    assert_eq!(expected.len(), GAMES);

    let broken = folder("kill-broken");
    let mut rng = Rng::new(11);
    let mut kills = 0;
    for _ in 0..rounds {
        let mut child = start(&broken, &plan);
        // On average the rounds together last as long as the run.
        sleep(time.mul_f64(f64::from(rng.below(2000)) / 1000.0 / f64::from(rounds)));
        child.kill().unwrap();
        kills += usize::from(!finish(child).0.success());
        if games(&broken).len() == GAMES {
            break;
        }
    }
    assert!(kills >= 1, "the runs were over before they could be killed");
    let (status, log) = finish(start(&broken, &plan));
    assert!(status.success(), "{log}");
    assert_eq!(games(&broken), expected);
    assert_eq!(tables(&broken), tables(&whole));

    let before = fs::read(broken.join("run/games-0-of-1.jsonl")).unwrap();
    let (status, log) = finish(start(&broken, &plan));
    assert!(status.success() && log.contains("\n0 games played"), "{log}");
    assert_eq!(fs::read(broken.join("run/games-0-of-1.jsonl")).unwrap(), before);
}

#[test]
fn the_first_signal_ends_in_order_and_says_how_to_continue() {
    let dir = folder("signal");
    // The run lasts a minute, a game less than a second.
    let plan = PLAN.replace("playouts=300", "cpu=100ms");
    for name in ["TERM", "INT"] {
        let before = games(&dir).len();
        let mut child = start(&dir, &plan);
        wait_until_playing(&mut child);
        signal(&child, name);
        let (status, log) = finish(child);
        assert_eq!(status.code(), Some(75), "{log}");
        assert!(log.contains("stopping") && log.contains("tournament --jobs 2 --json --config"), "{log}");
        let after = games(&dir).len();
        assert!(after > before && after < GAMES, "the games in hand are finished: {before} to {after}");
        assert!(dir.join("run/tables.json").exists());
    }
}

#[test]
fn the_second_signal_ends_at_once() {
    let dir = folder("second-signal");
    let mut child = start(&dir, &PLAN.replace("playouts=300", "wall=30s"));
    wait_until_playing(&mut child);
    signal(&child, "TERM");
    sleep(Duration::from_millis(300));
    let begin = Instant::now();
    signal(&child, "TERM");
    let (status, log) = finish(child);
    assert_eq!(status.code(), Some(75), "{log}");
    assert!(begin.elapsed() < Duration::from_secs(5), "{log}");
    assert!(games(&dir).is_empty());
}

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

fn tournament(dir: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(["tournament", "--config"]).arg(dir.join("config.toml")).arg("--out").arg(dir.join("run"));
    command
}
