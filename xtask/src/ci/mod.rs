//! `cargo xtask ci`.

mod bench;
mod clients;
mod engines;
mod features;
mod invariants;
mod named_tests;
mod own_game;
mod publish;
mod source;
mod steps;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};
use serde::Deserialize;

use gametree_lab::Exit;
use steps::{Outcome, Steps};

/// Run every check that this repository has to pass
#[derive(clap::Args)]
#[command(after_help = "Example: cargo xtask ci --clients")]
pub(crate) struct Args {
    /// Also the checks with other programs; one whose program is missing is skipped by name
    #[arg(long)]
    clients: bool,
    /// Also the tests that take minutes
    #[arg(long)]
    slow: bool,
}

/// What `cargo metadata` knows of this workspace.
#[derive(Deserialize)]
struct Workspace {
    packages: Vec<Package>,
    target_directory: PathBuf,
    workspace_root: PathBuf,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    manifest_path: PathBuf,
    rust_version: Option<String>,
    dependencies: Vec<Dependency>,
    /// The registries that it may go to; `None` for any, none for a program of ours.
    publish: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    /// `dev` and `build`; `None` for the usual kind.
    kind: Option<String>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Exit> {
    let workspace = workspace()?;
    let root = workspace.workspace_root.clone();
    let mut steps = Steps::new();
    let done = check(&mut steps, &workspace, &root, args);
    steps.summary();
    Ok(if done.is_some() { Exit::Done } else { Exit::Failed })
}

/// Runs the steps; `None` after the first one that fails.
fn check(steps: &mut Steps, workspace: &Workspace, root: &Path, args: &Args) -> Option<()> {
    steps.program("format", cargo(root, &["fmt", "--all", "--check"]))?;
    steps.run("invariants", || invariants::check(workspace))?;
    steps.run("titles of commits", || publish::titles(root))?;
    steps.run("features alike in all packages", || features::check(workspace))?;
    steps.run("tests that documents name", || named_tests::check(root))?;
    steps.program("clippy", cargo(root, &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
    // By now cargo has written Cargo.lock, if it was stale.
    steps.run("Cargo.lock as committed", || lock_file(root))?;
    // A workspace of its own, which no other step looks at. Nothing is linked, so libFuzzer and its C++ are not needed: build.rs
    // of libfuzzer-sys does not look for the library that it is told of.
    let mut fuzz = cargo(root, &["check", "--locked", "--manifest-path", "fuzz/Cargo.toml"]);
    fuzz.env("CUSTOM_LIBFUZZER_PATH", "none/libfuzzer.a").env("CARGO_TARGET_DIR", &workspace.target_directory);
    steps.program("fuzz targets compile", fuzz)?;
    steps.program("tests", cargo(root, &["test", "--workspace"]))?;
    if args.slow {
        steps
            .ignored("tests that take minutes", cargo(root, &["test", "--workspace", "--tests", "--", "--ignored"]))?;
    }
    steps.run("packages of the libraries", || publish::packages(workspace))?;
    let mut doc = cargo(root, &["doc", "--workspace", "--no-deps"]);
    doc.env("RUSTDOCFLAGS", "-D warnings");
    steps.program("documentation", doc)?;
    // The debug tests have held the searches' answers against those on file; other builds must give the same.
    let answers = ["test", "--release", "--package", "gametree-games", "--test", "it", "golden"];
    steps.program_uncounted("answers, release build", cargo(root, &answers))?;
    let native = workspace.target_directory.join("native");
    let mut command = cargo(root, &answers);
    command.env("RUSTFLAGS", "-C target-cpu=native").env("CARGO_TARGET_DIR", native);
    steps.program_uncounted("answers, target-cpu=native", command)?;
    // What another package of the workspace happens to bring must not be needed. Features are alike in all of them (above), so a
    // package that compiles alone also runs alone as it did in the tests.
    for package in &workspace.packages {
        let name = format!("{} alone", package.name);
        steps.program_uncounted(&name, cargo(root, &["check", "--all-targets", "--package", &package.name]))?;
    }
    steps.run("oldest Rust that is promised", || oldest_rust(workspace, root))?;
    let folder = workspace.target_directory.join("ci").join("smoke");
    steps.run("smoke tournament", || smoke(&folder))?;
    // Where cargo puts it without being told otherwise: another profile or target is not asked for here.
    steps.program_uncounted("the program of the board", cargo(root, &["build", "--package", "gametree"]))?;
    let board = workspace.target_directory.join("debug").join(format!("gametree{}", std::env::consts::EXE_SUFFIX));
    steps.run("two builds measured in turn", || bench::against_itself(&board))?;
    // As a user has it: a workspace of its own, with a lock file of its own.
    let manifest = "examples/own-game/Cargo.toml";
    steps.program("own game: format", cargo(root, &["fmt", "--check", "--manifest-path", manifest]))?;
    let mut build = cargo(root, &["build", "--locked", "--manifest-path", manifest]);
    build.env("CARGO_TARGET_DIR", &workspace.target_directory);
    steps.program_uncounted("own game: build", build)?;
    let program = workspace.target_directory.join("debug").join(format!("own-game{}", std::env::consts::EXE_SUFFIX));
    let driven = workspace.target_directory.join("ci").join("own-game");
    steps.run("own game: every command", || own_game::drive(root, &program, &driven))?;
    if args.clients {
        steps.run("records read by Python", || clients::python_reads_records(&folder))?;
        let test = ["test", "--package", "gametree-go", "--lib", "--", "--nocapture", clients::GNUGO_TEST];
        steps.run("Go rules against GNU Go", || clients::go_rules_against_gnugo(cargo(root, &test)))?;
        let pages = workspace.target_directory.join("ci").join("pages");
        steps.run("report page in Chromium", || clients::browser_reads_pages(root, &pages, &folder))?;
        let mut runs = vec![workspace.target_directory.join("ci").join("gnugo")];
        steps.run("games against GNU Go", || engines::against_gnugo(root, &runs[0]))?;
        let folder = workspace.target_directory.join("ci").join("gtp");
        steps.run("games against ourselves by GTP", || {
            let (outcome, played) = engines::against_ourselves(&board, &folder)?;
            runs.extend(played);
            Ok(outcome)
        })?;
        let mut read = runs.clone();
        steps.run("games by all rules", || {
            let (outcome, played) = engines::by_all_rules(&folder)?;
            read.push(played);
            Ok(outcome)
        })?;
        steps.run("SGF read by sgfmill", || engines::sgfmill(&read))?;
        let modules = workspace.target_directory.join("ci").join("node").join("node_modules");
        steps.run("GTP and SGF with Sabaki's code", || engines::sabaki(&board, &modules, &runs))?;
        steps.run("job array on Slurm", || clients::cluster_script(root, "check-slurm.sh"))?;
        steps.run("parts under GNU parallel", || clients::cluster_script(root, "check-parallel.sh"))?;
    }
    Some(())
}

/// A build that changes a tracked file makes every record of a game say `-dirty`.
fn lock_file(root: &Path) -> anyhow::Result<Outcome> {
    if !root.join(".git").exists() {
        return Ok(Outcome::Skipped("there is no git folder".into()));
    }
    let mut git = Command::new("git");
    let output = match git.current_dir(root).args(["diff", "--exit-code", "--stat", "Cargo.lock"]).output() {
        Ok(output) => output,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Ok(Outcome::Skipped("git is not installed".into()));
        }
        Err(error) => return Err(error).context("git"),
    };
    let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    ensure!(
        output.status.success(),
        "{text}{errors}\nCargo.lock is not as git has it: a build changes it, and every record of a game would say \
         -dirty. Commit it, or `git add Cargo.lock` until then."
    );
    Ok(Outcome::Passed(String::new()))
}

/// Everything that is published or run compiles with the `rust-version` of the manifests, where that toolchain is there.
fn oldest_rust(workspace: &Workspace, root: &Path) -> anyhow::Result<Outcome> {
    let versions = workspace.packages.iter().filter_map(|package| package.rust_version.as_deref());
    let version = versions.max().context("no package says its rust-version")?;
    let mut rustup = Command::new("rustup");
    match rustup.args(["run", version, "cargo", "--version"]).output() {
        Ok(output) if output.status.success() => (),
        _ => return Ok(Outcome::Skipped(format!("the toolchain {version} is not installed"))),
    }
    let mut command = Command::new("rustup");
    command.current_dir(root).args(["run", version, "cargo", "check", "--locked", "--workspace"]);
    // Beside what the usual toolchain has built.
    let folder = workspace.target_directory.join("oldest");
    let output = command.env("CARGO_TARGET_DIR", folder).env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN").output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(Outcome::Passed(version.into()))
}

fn workspace() -> anyhow::Result<Workspace> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = cargo(here, &["metadata", "--format-version", "1", "--no-deps"]).output().context("cargo metadata")?;
    ensure!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// Cargo, as this program was started by it.
pub(crate) fn cargo(dir: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(dir).args(args);
    // What `cargo run` tells this program is not meant for the cargo that it starts.
    for (key, _) in std::env::vars_os() {
        if key.to_str().is_some_and(|key| key.starts_with("CARGO_PKG_") || key.starts_with("CARGO_MANIFEST_")) {
            command.env_remove(key);
        }
    }
    command
}

/// Plays the smoke plan twice into one folder: the second time there is nothing left to play.
fn smoke(folder: &Path) -> anyhow::Result<Outcome> {
    if folder.exists() {
        std::fs::remove_dir_all(folder)?;
    }
    let play = || -> anyhow::Result<(String, Vec<u8>)> {
        let program = std::env::current_exe()?;
        let output =
            Command::new(program).args(["tournament", "--preset", "smoke", "--json", "--out"]).arg(folder).output()?;
        let log = String::from_utf8_lossy(&output.stderr).into_owned();
        ensure!(output.status.success(), "{}: {log}", output.status);
        let _: serde_json::Value = serde_json::from_slice(&output.stdout).context("tables.json on standard output")?;
        Ok((log, std::fs::read(folder.join("games-0-of-1.jsonl"))?))
    };
    let (_, first) = play()?;
    let (log, second) = play()?;
    ensure!(log.contains("\n0 games played"), "the second run should play nothing:\n{log}");
    ensure!(first == second, "the second run changed the records");
    ensure!(!std::fs::read_to_string(folder.join("tables.md"))?.is_empty(), "tables.md is empty");
    Ok(Outcome::Passed(format!("{} games", second.iter().filter(|&&byte| byte == b'\n').count())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_lock_file_is_found() {
        let dir = std::env::temp_dir().join(format!("gametree-lock-file-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&dir);
        std::fs::create_dir_all(&dir).unwrap();
        std::fs::write(dir.join("Cargo.lock"), "one\n").unwrap();
        assert!(matches!(lock_file(&dir).unwrap(), Outcome::Skipped(reason) if reason.contains("git folder")));
        let git =
            |args: &[&str]| Command::new("git").current_dir(&dir).args(args).output().is_ok_and(|o| o.status.success());
        // Without git there is nothing more to see.
        if git(&["init", "--quiet"]) && git(&["add", "Cargo.lock"]) {
            assert!(matches!(lock_file(&dir).unwrap(), Outcome::Passed(_)));
            std::fs::write(dir.join("Cargo.lock"), "two\n").unwrap();
            let error = lock_file(&dir).err().unwrap().to_string();
            assert!(error.contains("Cargo.lock | ") && error.contains("git add Cargo.lock"), "{error}");
        }
        std::fs::remove_dir_all(&dir).unwrap();
    }
}
