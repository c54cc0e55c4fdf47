//! `--stop`: a cell ends when its test is decided, and the decision is the same however the games fall.

use std::fs;

use crate::program::{folder, games, tournament};

const PLAN: &str = r#"name = "stop"
seed = 3
games_per_cell = 2000
budgets = ["playouts=30"]
players = [{ spec = "uct" }, { spec = "random" }]
games = [{ name = "tictactoe" }]"#;

const RULE: [&str; 2] = ["--stop", "sprt:elo0=0,elo1=60"];

#[test]
fn a_decided_cell_ends_and_stays_decided() {
    let mut verdicts = Vec::new();
    for jobs in ["1", "4"] {
        let dir = folder(&format!("stop-{jobs}"));
        fs::write(dir.join("config.toml"), PLAN).unwrap();
        let mut lines = Vec::new();
        let mut played = Vec::new();
        for _ in 0..2 {
            let output = tournament(&dir).args(RULE).args(["--jobs", jobs]).output().unwrap();
            let log = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(0), "{log}");
            let line = log
                .lines()
                .find(|line| line.starts_with("tictactoe 3 playouts=30 UCT against RANDOM: ") && line.contains("LLR"));
            lines.push(line.unwrap_or_else(|| panic!("{log}")).to_string());
            played.push(games(&dir).len());
        }
        assert!(played[0] < 1000, "{} games", played[0]);
        assert_eq!((&lines[0], played[0]), (&lines[1], played[1]), "the second run plays nothing");
        verdicts.push(lines.remove(0));
    }
    assert_eq!(verdicts[0], verdicts[1], "one worker or four");
}

#[test]
fn a_stop_rule_is_checked_and_refused_for_parts() {
    let dir = folder("stop-usage");
    fs::write(dir.join("config.toml"), PLAN).unwrap();
    for (args, words) in [
        (&["--stop", "sprt:elo0=20,elo1=0"][..], &["elo"][..]),
        (&["--stop", "sprt:elo2=20"], &["elo2", "elo1"]),
        (&["--stop", "luck"], &["luck", "sprt"]),
        (&["--stop", "sprt:elo0=0,elo1=20", "--shard", "0/2"], &["--shard"]),
    ] {
        let output = tournament(&dir).args(args).output().unwrap();
        let log = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{log}");
        for word in words {
            assert!(log.contains(word), "{args:?}: {log} does not say {word}");
        }
    }
}
