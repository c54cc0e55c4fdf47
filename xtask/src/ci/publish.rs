//! What goes out to others: the packages of the libraries, and the titles of commits.

use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, ensure};

use super::steps::Outcome;
use super::{Workspace, cargo};

/// Every library can be packed for a registry, and cargo has nothing to say against it.
pub(super) fn packages(workspace: &Workspace) -> anyhow::Result<Outcome> {
    let mut command = cargo(&workspace.workspace_root, &["package", "--workspace", "--no-verify", "--allow-dirty"]);
    // Programs and the workshop are not published.
    let published = |publish: &Option<Vec<String>>| publish.as_ref().is_none_or(|registries| !registries.is_empty());
    let (libraries, programs): (Vec<_>, Vec<_>) =
        workspace.packages.iter().partition(|package| published(&package.publish));
    for package in programs {
        command.args(["--exclude", &package.name]);
    }
    let output = command.env("CARGO_NET_RETRY", "0").output().context("cargo package")?;
    let errors = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() && no_registry(&errors) {
        return Ok(Outcome::Skipped("no registry's index is to be had".into()));
    }
    ensure!(output.status.success(), "{errors}");
    ensure!(!errors.contains("warning"), "{errors}");
    Ok(Outcome::Passed(format!("{} libraries", libraries.len())))
}

/// Whether cargo says that it could not ask the registry.
fn no_registry(errors: &str) -> bool {
    let signs =
        ["unable to update registry", "failed to query replaced source", "failed to fetch", "download of", "--offline"];
    signs.iter().any(|sign| errors.contains(sign))
}

/// The last commit before titles had a limit.
const LAST_OF_OLD: &str = "8418f00683a4ea841960ac62bb19fa1e5a01f8ce";
/// In characters: what fits a line of `git log --oneline`.
const LONGEST_TITLE: usize = 72;

/// Titles of commits fit into the lists that show them.
pub(super) fn titles(root: &Path) -> anyhow::Result<Outcome> {
    let range = format!("{LAST_OF_OLD}..HEAD");
    let mut git = Command::new("git");
    let output = match git.current_dir(root).args(["log", "--no-merges", "--format=%h %s", &range]).output() {
        Ok(output) => output,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Ok(Outcome::Skipped("git is not installed".into()));
        }
        Err(error) => return Err(error).context("git"),
    };
    if !output.status.success() {
        // No repository, or one without its past.
        return Ok(Outcome::Skipped(format!("git does not know the commits since {}", &LAST_OF_OLD[..7])));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let long: Vec<&str> = text.lines().filter(|line| too_long(line)).collect();
    ensure!(long.is_empty(), "titles of more than {LONGEST_TITLE} characters:\n{}", long.join("\n"));
    Ok(Outcome::Passed(format!("{} commits", text.lines().count())))
}

/// Of a line with the commit's short name before the title.
fn too_long(line: &str) -> bool {
    line.split_once(' ').is_some_and(|(_, title)| title.chars().count() > LONGEST_TITLE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_of_73_characters_is_too_long() {
        assert!(!too_long(&format!("abcdef0 {}", "ü".repeat(72))));
        assert!(too_long(&format!("abcdef0 {}", "x".repeat(73))));
    }

    #[test]
    fn a_package_that_is_wrong_is_not_skipped_as_one_without_a_registry() {
        let offline = "error: failed to get `serde`\nCaused by:\n  unable to update registry `crates-io`\nCaused by:\n  Could not resolve host";
        assert!(no_registry(offline));
        assert!(!no_registry("error: readme `README.md` does not appear to exist"));
    }
}
