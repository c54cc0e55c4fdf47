//! What lies below two packages is compiled once for both.
//!
//! Cargo unites the features that the packages of one command ask for. Where two commands arrive at different features of one crate,
//! the second compiles that crate and all that lies above it once more, down to the whole workspace.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, ensure};

use super::steps::Outcome;
use super::{Workspace, cargo};

/// Benches ask for what criterion needs, and nothing of ours lies above it.
const APART: &str = "gametree-benches";

/// A crate with its version, and each set of its features with the packages that arrive at it.
type Features = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// Compares the features of every crate of others below every package of the workspace, in its programs as in its tests. Without
/// procedural macros: what those are made of depends on who else uses them, and `syn` is built with more for a program with a
/// command line than for a game.
pub(super) fn check(workspace: &Workspace) -> anyhow::Result<Outcome> {
    let mut features = Features::new();
    for package in workspace.packages.iter().filter(|package| package.name != APART) {
        let mut tree = cargo(&workspace.workspace_root, &["tree", "--prefix", "none", "--format", "{p}|{f}"]);
        tree.args(["--edges", "normal,dev,no-proc-macro", "--package", &package.name]);
        let output = tree.output().context("cargo tree")?;
        ensure!(output.status.success(), "cargo tree: {}", String::from_utf8_lossy(&output.stderr));
        add(&mut features, &package.name, &String::from_utf8_lossy(&output.stdout));
    }
    ensure!(!features.is_empty(), "cargo tree names no crate");
    let different = different(&features);
    ensure!(
        different.is_empty(),
        "{}\nState the features in the workspace's Cargo.toml, for all packages alike.",
        different.join("\n")
    );
    Ok(Outcome::Passed(format!("{} crates", features.len())))
}

/// Reads what `cargo tree` prints of a package: a line `NAME vVERSION|FEATURE,…` a crate, those of ours with their folder.
fn add(features: &mut Features, package: &str, tree: &str) {
    for line in tree.lines() {
        let line = line.trim_end_matches(" (*)");
        if let Some((name, found)) = line.split_once('|').filter(|(name, _)| !name.contains(" (")) {
            let sets = features.entry(name.trim().to_string()).or_default();
            sets.entry(found.to_string()).or_default().insert(package.to_string());
        }
    }
}

fn different(features: &Features) -> Vec<String> {
    let several = features.iter().filter(|(_, sets)| sets.len() > 1);
    several
        .map(|(name, sets)| {
            let sets = sets.iter().map(|(set, packages)| {
                let packages: Vec<&str> = packages.iter().map(String::as_str).collect();
                format!("  [{set}] for {}", packages.join(", "))
            });
            format!("{name} is built with different features:\n{}", sets.collect::<Vec<_>>().join("\n"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fc_68_a_crate_that_two_packages_want_differently_is_named() {
        let mut features = Features::new();
        add(
            &mut features,
            "a",
            "a v0.1.0 (/w/a)|\nserde v1.0.1|derive,std\nrustix v1.1.6|std\nserde v1.0.1|derive,std (*)\n",
        );
        add(&mut features, "b", "b v0.1.0 (/w/b)|\nserde v1.0.1|derive,std\nrustix v1.1.6|event,std\n");
        let found = different(&features);
        assert_eq!(found, ["rustix v1.1.6 is built with different features:\n  [event,std] for b\n  [std] for a"]);
        assert_eq!(features.len(), 2, "those of the workspace are no crates of others");
    }
}
