//! Tournaments with programs that speak GTP, and what other programs make of their games.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail, ensure};
use gametree_lab::quote;
use gametree_players::{
    EngineConfig, PlayerSpec,
    sgf::{SgfGame, read_trees},
};
use serde_json::Value;

use super::clients::{SKIPPED, gnugo, script};
use super::steps::Outcome;

/// Plays xtask/plans/gnugo.toml. Final scores that differ from GNU Go's are counted, not refused: ours count.
pub(super) fn against_gnugo(root: &Path, folder: &Path) -> anyhow::Result<Outcome> {
    if gnugo().is_none() {
        return Ok(Outcome::Skipped("gnugo is not installed".into()));
    }
    let cells = play(&root.join("xtask/plans/gnugo.toml"), folder)?;
    let [cell] = &cells[..] else { bail!("{} cells", cells.len()) };
    let scores = &cell["final_scores"];
    ensure!(
        scores["games"].is_u64() && scores["games"] == cell["ends"]["normal"],
        "GNU Go has counted {} games of those that ended with two passes: {}",
        scores["games"],
        cell["ends"]
    );
    let different = scores["different"].as_array().map_or(0, Vec::len);
    Ok(Outcome::Passed(format!("{} games, {different} final scores differ from GNU Go's", cell["games"])))
}

/// Plays our own program through GTP against our own searches, at games that no other engine plays by our rules.
pub(super) fn against_ourselves(program: &Path, folder: &Path) -> anyhow::Result<(Outcome, Vec<PathBuf>)> {
    fs::create_dir_all(folder)?;
    let mut runs = Vec::new();
    let mut number = 0;
    for (game, size) in [("hex", 11), ("nogo", 9), ("atarigo", 7), ("go", 7)] {
        let mut engine = PlayerSpec::new(EngineConfig::default());
        let program = quote(&program.display().to_string());
        engine.set("command", &format!("{program} gtp {game} --size {size} --budget playouts=100"))?;
        let plan = format!(
            "name = \"{game}\"\ngames_per_cell = 4\nbudgets = [\"playouts=100\"]\n\
             players = [{{ spec = \"mcps\" }}, {{ spec = '''{engine}''' }}]\n\
             games = [{{ name = \"{game}\", sizes = [{size}] }}]\n"
        );
        let config = folder.join(format!("{game}.toml"));
        fs::write(&config, plan)?;
        let run = folder.join(game);
        for cell in play(&config, &run)? {
            ensure!(cell["games"] == cell["ends"]["normal"], "{game}: {}", cell["ends"]);
            ensure!(cell["final_scores"]["different"].as_array().is_none_or(Vec::is_empty), "{}", cell["final_scores"]);
            number += cell["games"].as_u64().unwrap_or(0);
        }
        runs.push(run);
    }
    Ok((Outcome::Passed(format!("{number} games")), runs))
}

/// Plays by every rule that a file can have: sgf.toml beside this, which the tests play, too.
pub(super) fn by_all_rules(folder: &Path) -> anyhow::Result<(Outcome, PathBuf)> {
    fs::create_dir_all(folder)?;
    let config = folder.join("sgf.toml");
    fs::write(&config, include_str!("sgf.toml"))?;
    let run = folder.join("sgf");
    let number: u64 = play(&config, &run)?.iter().filter_map(|cell| cell["games"].as_u64()).sum();
    Ok((Outcome::Passed(format!("{number} games")), run))
}

/// Plays a plan from the beginning, exports its games, and gives the cells of its tables. Void and forfeited games are errors.
fn play(config: &Path, folder: &Path) -> anyhow::Result<Vec<Value>> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    let program = || Ok::<_, std::io::Error>(Command::new(std::env::current_exe()?));
    let output = program()?.args(["tournament", "--json", "--config"]).arg(config).arg("--out").arg(folder).output()?;
    let log = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{}: {log}", output.status);
    let tables: Value = serde_json::from_slice(&output.stdout).context("tables.json on standard output")?;
    let cells = tables["cells"].as_array().cloned().unwrap_or_default();
    for cell in &cells {
        let bad = ["forfeit", "void"].iter().find(|kind| !cell["ends"][**kind].is_null());
        ensure!(bad.is_none(), "{}", cell["failures"]);
    }
    let sgf = folder.join("sgf");
    let output = program()?.arg("report").arg(folder).arg("--sgf").arg(&sgf).stdout(Stdio::null()).output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for entry in fs::read_dir(&sgf)? {
        let path = entry?.path();
        let trees = read_trees(&fs::read(&path)?).with_context(|| path.display().to_string())?;
        let game = SgfGame::read(trees.first().context("no game")?, &gametree_games::all())
            .with_context(|| path.display().to_string())?;
        ensure!(!game.moves.is_empty() && game.result.is_some(), "{}", path.display());
    }
    Ok(cells)
}

/// Sabaki's GTP controller plays with the program, and its SGF parser reads every game with the same moves, names and winner. The
/// libraries are looked for in `modules`, where .ci/run puts them, and where the environment says.
pub(super) fn sabaki(program: &Path, modules: &Path, folders: &[PathBuf]) -> anyhow::Result<Outcome> {
    let elsewhere = std::env::var_os("NODE_PATH").unwrap_or_default();
    let path = std::env::join_paths([modules.to_path_buf()].into_iter().chain(std::env::split_paths(&elsewhere)))?;
    let played = folders.iter().filter(|folder| folder.join("sgf").exists());
    let mut node = Command::new("node");
    script(node.arg("-e").arg(include_str!("sabaki.js")).arg("--").arg(program).args(played).env("NODE_PATH", path))
}

/// sgfmill reads every game of the Go family with the same moves, names and result.
pub(super) fn sgfmill(folders: &[PathBuf]) -> anyhow::Result<Outcome> {
    let played = folders.iter().filter(|folder| folder.join("sgf").exists());
    let output = match Command::new("python3").arg("-c").arg(include_str!("sgf.py")).args(played).output() {
        Ok(output) => output,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Ok(Outcome::Skipped("python3 is not installed".into()));
        }
        Err(error) => bail!("python3: {error}"),
    };
    let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if output.status.code() == Some(SKIPPED) {
        return Ok(Outcome::Skipped(text.trim().to_string()));
    }
    ensure!(output.status.success(), "{text}{errors}");
    Ok(Outcome::Passed(text.trim().to_string()))
}
