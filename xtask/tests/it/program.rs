//! The program as its users start it, and what it leaves in a run's folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};

use serde_json::Value;

/// Three players, so pairs of players too; games of a few milliseconds.
pub(crate) const PLAN: &str = r#"name = "kill"
seed = 3
games_per_cell = 40
budgets = ["playouts=300"]
players = [{ spec = "mcps" }, { spec = "grave" }, { spec = "uct" }]
games = [{ name = "tictactoe" }]"#;

pub(crate) const GAMES: usize = 120;

pub(crate) fn folder(name: &str) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    dir
}

pub(crate) fn start(dir: &Path, plan: &str) -> Child {
    start_with(dir, plan, &[])
}

pub(crate) fn start_with(dir: &Path, plan: &str, args: &[&str]) -> Child {
    let config = dir.join("config.toml");
    fs::write(&config, plan).unwrap();
    Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["tournament", "--jobs", "2", "--json", "--config"])
        .arg(&config)
        .arg("--out")
        .arg(dir.join("run"))
        .args(args)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

pub(crate) fn finish(child: Child) -> (ExitStatus, String) {
    let output = child.wait_with_output().unwrap();
    (output.status, String::from_utf8(output.stderr).unwrap())
}

pub(crate) fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args(["-s", name, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

/// A tournament of the folder's `config.toml` into its `run`.
pub(crate) fn tournament(dir: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(["tournament", "--config"]).arg(dir.join("config.toml")).arg("--out").arg(dir.join("run"));
    command
}

/// The records by id, without what differs from run to run.
pub(crate) fn games(dir: &Path) -> BTreeMap<String, Value> {
    let text = fs::read_to_string(dir.join("run/games-0-of-1.jsonl")).unwrap_or_default();
    let mut games = BTreeMap::new();
    // What a kill has torn is cut off by the next start, not here.
    for line in text.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
        let mut game: Value = serde_json::from_str(line).unwrap();
        for key in ["finished_at", "crc", "host", "cpu", "commit", "harness_s", "core"] {
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
pub(crate) fn tables(dir: &Path) -> Value {
    let mut tables: Value = serde_json::from_slice(&fs::read(dir.join("run/tables.json")).unwrap()).unwrap();
    for cell in tables["cells"].as_array_mut().unwrap() {
        cell["harness_share"].take();
        for player in cell["per_player"].as_object_mut().unwrap().values_mut() {
            for key in ["playouts_per_s", "cpu_per_move_s"] {
                player.as_object_mut().unwrap().remove(key);
            }
        }
    }
    tables
}
