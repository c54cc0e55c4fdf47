//! Runs of an earlier program go on. Each folder of `tests/data/continued` was made at commit 8418f00 by
//! `xtask tournament --config config.toml --out . --shard 0/2`: every other pair of its games is there.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use gametree_tournament::{GameRecord, read_plan, read_records, replay};

use crate::program::folder;

/// The folder, the hash of its plan, and those of its cells, as they were written then.
const RUNS: [(&str, &str, [&str; 2]); 2] = [
    ("alphabeta", "a46a7d89b81c3300", ["eb5b1bafaa1a4700", "a666b3d44f789e58"]),
    ("mcps", "8071bfee6f1bf44b", ["d6e20c319a6b9027", "fd9835644dee95f1"]),
];

fn xtask(dir: &Path, args: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask")).current_dir(dir).args(args).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

fn records(dir: &Path) -> BTreeMap<String, GameRecord> {
    let mut records = BTreeMap::new();
    read_records(dir, &mut |record| {
        records.insert(record.id.clone(), record);
    })
    .unwrap();
    records
}

#[test]
fn a_run_of_an_earlier_program_continues() {
    let games = gametree_games::all();
    for (name, hash, hashes) in RUNS {
        let dir = folder(&format!("continued-{name}"));
        let from = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/continued").join(name);
        fs::create_dir_all(dir.join("run")).unwrap();
        fs::copy(from.join("config.toml"), dir.join("config.toml")).unwrap();
        for file in ["plan.toml", "games-0-of-2.jsonl"] {
            fs::copy(from.join(file), dir.join("run").join(file)).unwrap();
        }
        let written = fs::read_to_string(dir.join("run/plan.toml")).unwrap();
        let plan = read_plan(&dir.join("run"), &games).unwrap();
        assert_eq!(format!("{:016x}", plan.hash()), hash, "{name}");
        let cells: Vec<String> = plan.cells().iter().map(|cell| format!("{:016x}", cell.hash)).collect();
        assert_eq!(cells, hashes, "{name}");
        // Whatever the program knows by now, at its default it is not written.
        assert_eq!(plan.to_toml(), written);

        let before = records(&dir.join("run"));
        let (code, log) = xtask(&dir, &["status", "run"]);
        assert_eq!(code, Some(75), "{log}");
        let (code, log) = xtask(&dir, &["tournament", "--config", "config.toml", "--out", "run"]);
        let missing = plan.total_games() as usize - before.len();
        assert!(code == Some(0) && log.contains(&format!("\n{missing} games played")), "{log}");
        let after = records(&dir.join("run"));
        assert_eq!(after.len() as u64, plan.total_games());
        for (id, record) in &before {
            assert_eq!(&after[id], record, "what was there stays");
        }
        assert_eq!(fs::read_to_string(dir.join("run/plan.toml")).unwrap(), written);
        assert_eq!(xtask(&dir, &["status", "run"]).0, Some(0));
        // The plan of the folder does as well as that of its user.
        let (code, log) = xtask(&dir, &["tournament", "--config", "run/plan.toml", "--out", "run"]);
        assert!(code == Some(0) && log.contains("\n0 games played"), "{log}");
        // Every game, old and new, is played again move for move.
        for record in after.values() {
            let game = replay(record, &games).unwrap();
            assert!(game.is_repeatable(), "{}", record.id);
            assert_eq!(game.play_again().unwrap(), None, "{}", record.id);
        }
    }
}
