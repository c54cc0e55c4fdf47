//! Engines of their own processes under signals.

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::program::{finish, folder, signal, start, tournament};

/// A plan in which a shell script plays: it notes its number and answers as `genmove` says.
fn plan(dir: &Path, genmove: &str) -> String {
    let script = dir.join("engine.sh");
    let text = format!(
        "echo $$ > '{}'\nwhile read -r id command rest; do\n case $command in\n  genmove) {genmove};;\n  quit) exit;;\n\
         \x20 *) echo \"=$id\";;\n esac\n echo\ndone\n",
        dir.join("number").display()
    );
    fs::write(&script, text).unwrap();
    format!(
        "name = \"engines\"\nseed = 3\ngames_per_cell = 40\nbudgets = [\"playouts=10\"]\n\
         players = [{{ spec = '''gtp:command=\"/bin/sh '{}'\"''' }}, {{ spec = \"uct\" }}]\ngames = [{{ name = \"tictactoe\" }}]",
        script.display()
    )
}

fn records(dir: &Path) -> String {
    fs::read_to_string(dir.join("run/games-0-of-1.jsonl")).unwrap_or_default()
}

fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !done() {
        assert!(begin.elapsed() < Duration::from_secs(60), "{what} takes too long");
        sleep(Duration::from_millis(20));
    }
}

/// Whether the engine that noted its number last is there.
fn engine_runs(dir: &Path) -> bool {
    let number = fs::read_to_string(dir.join("number")).unwrap_or_default();
    let number = number.trim();
    let mut kill = Command::new("kill");
    let is_there = kill.args(["-s", "0", number]).stderr(Stdio::null()).status().unwrap().success();
    // Where nobody collects orphans, the dead stay as zombies.
    let state = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
    !number.is_empty() && is_there && !state.contains(") Z ")
}

/// Ctrl-C goes to every process of the terminal's group. The game in hand is finished all the same.
#[test]
fn a_signal_from_the_keyboard_leaves_engines_to_finish_their_games() {
    let dir = folder("engines-keyboard");
    fs::write(dir.join("config.toml"), plan(&dir, "sleep 0.2; echo \"=$id resign\"")).unwrap();
    let mut command = tournament(&dir);
    command.args(["--jobs", "1"]).process_group(0).stdout(Stdio::null()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    wait_until("the second game", || records(&dir).lines().count() >= 2);
    let group = format!("-{}", child.id());
    assert!(Command::new("kill").args(["-s", "INT", "--", &group]).status().unwrap().success());
    let (status, log) = finish(child);
    assert_eq!(status.code(), Some(75), "{log}");
    let records = records(&dir);
    assert!(records.contains("\"kind\":\"resign\"") && !records.contains("\"kind\":\"void\""), "{records}");
    assert!(!engine_runs(&dir));
}

#[test]
fn the_second_signal_ends_engines_too_even_if_they_hang() {
    let dir = folder("engines-second-signal");
    let plan = plan(&dir, "while :; do sleep 1; done");
    let child = start(&dir, &plan);
    wait_until("the engine's start", || engine_runs(&dir));
    sleep(Duration::from_millis(200));
    signal(&child, "TERM");
    sleep(Duration::from_millis(300));
    signal(&child, "TERM");
    let (status, log) = finish(child);
    assert_eq!(status.code(), Some(75), "{log}");
    wait_until("the engine's end", || !engine_runs(&dir));
}

/// Two games in which the engine answers every `genmove` so: their kinds of end, reasons and plies.
fn ends(name: &str, answer: &str, parameters: &str, games: &str) -> Vec<(String, String, u64)> {
    let dir = folder(&format!("engines-{name}"));
    let plan = plan(&dir, &format!("echo \"=$id {answer}\""))
        .replace("games_per_cell = 40", "games_per_cell = 2")
        .replace("\"''' }", &format!("\"{parameters}''' }}"))
        .replace("{ name = \"tictactoe\" }", games);
    let (status, log) = finish(start(&dir, &plan));
    assert_eq!(status.code(), Some(0), "{log}");
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_string();
    crate::program::games(&dir)
        .values()
        .map(|game| (text(&game["end"]["kind"]), text(&game["end"]["reason"]), game["plies"].as_u64().unwrap()))
        .collect()
}

/// Read as we write points, each of these would be a legal move somewhere else.
#[test]
fn a_point_that_does_not_exist_as_the_engine_writes_points_is_a_forfeit_that_quotes_it() {
    for (name, answer, coordinates, games) in [
        ("no-letter", "i5", "gtp", "{ name = \"hex\", sizes = [11] }"),
        ("no-column", "j1", "plain", "{ name = \"go\", sizes = [9] }"),
    ] {
        let ends = ends(name, answer, &format!(",coordinates={coordinates}"), games);
        assert_eq!(ends.len(), 2);
        for (kind, reason, plies) in ends {
            assert!(kind == "forfeit" && plies <= 1, "{kind} after {plies} plies: {reason}");
            assert!(reason.starts_with(&format!("GTP played {answer} at ply ")), "{reason}");
        }
    }
}

/// An engine that always plays the same point: the second time it is taken, or the other side has it already.
#[test]
fn an_occupied_point_is_named_as_people_write_it_at_the_ply_that_replay_shows() {
    let tictactoe = "{ name = \"tictactoe\" }";
    let go = "{ name = \"go\", sizes = [5] }";
    for (name, answer, parameters, games, written) in [
        ("occupied", "B2", "", tictactoe, "b2"),
        ("occupied-elsewhere", "b1", ",coordinates=plain", go, "B5 (it wrote b1)"),
    ] {
        for (kind, reason, plies) in ends(name, answer, parameters, games) {
            assert_eq!((kind.as_str(), plies < 4), ("forfeit", true), "{reason}");
            assert_eq!(reason, format!("GTP played {written} at ply {}: illegal", plies + 1));
        }
    }
}

/// Of an engine that ends at once every game is void, and ten in a row end the run.
#[test]
fn a_run_that_stops_itself_says_that_void_games_stay_void_and_is_complete_when_none_is_left() {
    let void = |number: usize| {
        let dir = folder(&format!("engines-void-{number}"));
        let plan = plan(&dir, "exit").replace("games_per_cell = 40", &format!("games_per_cell = {number}"));
        (dir.clone(), plan)
    };
    let (dir, complete) = void(10);
    for _ in 0..2 {
        let (status, log) = finish(start(&dir, &complete));
        assert_eq!(status.code(), Some(3), "{log}");
        assert!(log.contains("10 games are void") && !log.contains("games left"), "{log}");
    }
    let (dir, more) = void(100);
    let mut before = 0;
    for _ in 0..2 {
        let (status, log) = finish(start(&dir, &more));
        assert_eq!(status.code(), Some(1), "{log}");
        let all = crate::program::games(&dir).len();
        assert!(all >= before + 10, "{before} to {all}: {log}");
        assert!(log.contains(&format!("{all} games are void")) && log.contains("10 void games in a row"), "{log}");
        assert!(log.contains(&format!("{} games left; void games stay void", 100 - all)), "{log}");
        before = all;
    }
}

/// The engine fails in every game.
#[test]
fn fc_62_failures_that_count_as_losses_end_with_0() {
    let dir = folder("engines-failures");
    for (failures, code, words) in [
        ("", 3, ["void: tictactoe", "8 games are void"]),
        ("failures = \"loss\"", 0, ["lost by a failure of GTP: tictactoe", "8 games played"]),
    ] {
        let plan = plan(&dir, "exit 1").replace("= 40", "= 8").replacen("seed", &format!("{failures}\nseed"), 1);
        let _ = fs::remove_dir_all(dir.join("run"));
        fs::write(dir.join("config.toml"), &plan).unwrap();
        let output = tournament(&dir).output().unwrap();
        let log = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{log}");
        for word in words {
            assert!(log.contains(word), "{log} does not say {word}");
        }
        let program = |args: &[&str]| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
            command.args(args).arg(dir.join("run")).stdout(Stdio::null()).stderr(Stdio::null());
            command.status().unwrap().code()
        };
        let merged = dir.join(format!("merged-{code}"));
        for args in [&["status"][..], &["report"], &["merge", "--out", merged.to_str().unwrap()]] {
            assert_eq!(program(args), Some(code), "{args:?}");
        }
        let page = fs::read_to_string(dir.join("run/report.html")).unwrap();
        assert_eq!(page.contains("8</strong> lost by a failure") || page.contains("8 lost by a failure"), code == 0);
        assert!(page.contains("GTP failed in 8"));
    }
}
