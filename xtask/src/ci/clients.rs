//! Checks with other programs.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail, ensure};

use super::steps::Outcome;

/// Another program, with its own JSON reader and checksum, reads a run's records and arrives at the same table.
pub(super) fn python_reads_records(folder: &Path) -> anyhow::Result<Outcome> {
    let output = match Command::new("python3").arg("-c").arg(include_str!("records.py")).arg(folder).output() {
        Ok(output) => output,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(Outcome::Skipped("python3 is not installed".into()));
        }
        Err(error) => bail!("python3: {error}"),
    };
    let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    ensure!(output.status.success(), "{text}{errors}");
    Ok(Outcome::Passed(text.trim().to_string()))
}

/// The test of gametree-go that plays against GNU Go; the usual tests run it too, over fewer games.
pub(super) const GNUGO_TEST: &str = "agrees_with_gnu_go";

/// What that test says on standard error when it has compared.
const GNUGO_EQUAL: &str = "positions equal those of gnugo";

/// Another program agrees with the rules of Go, over many games. `test` is cargo with [`GNUGO_TEST`].
pub(super) fn go_rules_against_gnugo(mut test: Command) -> anyhow::Result<Outcome> {
    if gnugo().is_none() {
        return Ok(Outcome::Skipped("gnugo is not installed".into()));
    }
    test.env("GAMETREE_GNUGO_GAMES", "500").stdin(Stdio::null());
    let output = test.output().context("cargo")?;
    let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    ensure!(output.status.success(), "{text}{errors}");
    // A test that was renamed, or that found no gnugo, passes as well, and says nothing of the kind.
    match errors.lines().chain(text.lines()).find(|line| line.ends_with(GNUGO_EQUAL)) {
        Some(line) => Ok(Outcome::Passed(line.trim().to_string())),
        None => bail!("{GNUGO_TEST} passed without saying \"{GNUGO_EQUAL}\"\n{text}{errors}"),
    }
}

/// Where the program is: Debian's folder for games is not on every path.
pub(super) fn gnugo() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    folders.map(|folder| folder.join("gnugo")).find(|file| file.is_file())
}

/// What a script ends with when a program is missing that it needs.
pub(super) const SKIPPED: i32 = 77;

/// A script of this folder plays with this very program, as people run it: by itself, without cargo.
pub(super) fn cluster_script(root: &Path, name: &str) -> anyhow::Result<Outcome> {
    let mut bash = Command::new("bash");
    bash.arg(root.join("xtask/src/ci").join(name)).arg(std::env::current_exe()?).env_remove("CARGO");
    script(&mut bash)
}

/// The plan of [`browser_reads_pages`].
const KINDS: &str = include_str!("kinds.toml");

/// A browser opens the pages of real records: those in docs, some of every game, played now into `folder`, and those of the smoke
/// plan, which has three players.
pub(super) fn browser_reads_pages(root: &Path, folder: &Path, smoke: &Path) -> anyhow::Result<Outcome> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    let (stored, played) = (folder.join("reproduce"), folder.join("kinds"));
    fs::create_dir_all(&stored)?;
    let records = root.join("docs").join("records").join("reproduce");
    for entry in fs::read_dir(&records).with_context(|| records.display().to_string())? {
        let entry = entry?;
        fs::copy(entry.path(), stored.join(entry.file_name()))?;
    }
    let plan = folder.join("kinds.toml");
    fs::write(&plan, KINDS)?;
    let mut tournament = Command::new(std::env::current_exe()?);
    tournament.args(["tournament", "--config"]).arg(&plan).arg("--out").arg(&played);
    let mut report = Command::new(std::env::current_exe()?);
    report.arg("report").arg(&stored);
    for mut command in [tournament, report] {
        let output = command.stdin(Stdio::null()).output()?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let mut python = Command::new("python3");
    python.arg("-c").arg(include_str!("browser.py"));
    script(python.args([&stored, &played, smoke].map(|folder| folder.join("report.html"))))
}

pub(super) fn script(command: &mut Command) -> anyhow::Result<Outcome> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = match command.stdin(Stdio::null()).output() {
        Ok(output) => output,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(Outcome::Skipped(format!("{program} is not installed")));
        }
        Err(error) => bail!("{program}: {error}"),
    };
    let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let last = text.lines().last().unwrap_or_default().to_string();
    if output.status.code() == Some(SKIPPED) {
        return Ok(Outcome::Skipped(last));
    }
    ensure!(output.status.success(), "{text}{errors}");
    Ok(Outcome::Passed(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_script_without_its_programs_is_skipped_by_name_and_one_that_fails_fails() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        for (name, program) in [("check-parallel.sh", "parallel"), ("check-slurm.sh", "")] {
            let mut bash = Command::new("bash");
            // bash itself is found; the script finds nothing but what bash has built in.
            bash.args(["-c", "PATH=/nonexistent; . \"$0\" xtask"]).arg(root.join("src/ci").join(name));
            match script(&mut bash) {
                Ok(Outcome::Skipped(reason)) => {
                    assert!(reason.starts_with(program) && reason.ends_with("is not installed"), "{name}: {reason}");
                }
                Ok(Outcome::Passed(note)) => panic!("{name} passed: {note}"),
                Err(error) => panic!("{name}: {error:#}"),
            }
        }
        let mut bash = Command::new("bash");
        bash.args(["-c", "echo this went wrong; exit 1"]);
        let error = script(&mut bash).err().unwrap().to_string();
        assert!(error.contains("this went wrong"), "{error}");
    }

    #[test]
    fn without_sabakis_libraries_its_check_is_skipped_by_name() {
        let nowhere = Path::new("/nonexistent");
        match crate::ci::engines::sabaki(nowhere, nowhere, &[]) {
            Ok(Outcome::Skipped(reason)) => assert!(reason.ends_with(" not installed"), "{reason}"),
            Ok(Outcome::Passed(note)) => panic!("passed: {note}"),
            // Where the libraries are installed for everybody there is still no such engine.
            Err(error) => assert!(error.to_string().contains("ENOENT"), "{error:#}"),
        }
    }

    /// A library that cannot be loaded would otherwise hide for ever behind the word "missing".
    #[test]
    fn broken_libraries_of_sabaki_are_no_reason_to_skip_its_check() {
        let modules = std::env::temp_dir().join(format!("gametree-sabaki-{}", std::process::id()));
        for library in ["gtp", "sgf"] {
            let folder = modules.join("@sabaki").join(library);
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(folder.join("index.js"), "broken(").unwrap();
        }
        let found = crate::ci::engines::sabaki(Path::new("/nonexistent"), &modules, &[]);
        std::fs::remove_dir_all(&modules).unwrap();
        match found {
            Ok(Outcome::Skipped(reason)) => assert_eq!(reason, "node is not installed"),
            Ok(Outcome::Passed(note)) => panic!("passed: {note}"),
            Err(error) => assert!(error.to_string().contains("SyntaxError"), "{error:#}"),
        }
    }

    #[test]
    fn a_test_that_compares_nothing_does_not_pass() {
        // git stands in for cargo: it ends well and says nothing of positions.
        let mut silent = Command::new("git");
        silent.arg("--version");
        match go_rules_against_gnugo(silent) {
            Ok(Outcome::Skipped(reason)) => assert!(gnugo().is_none() && reason.contains("gnugo"), "{reason}"),
            Ok(Outcome::Passed(note)) => panic!("passed: {note}"),
            Err(error) => assert!(gnugo().is_some(), "{error:#}"),
        }
    }
}
