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
