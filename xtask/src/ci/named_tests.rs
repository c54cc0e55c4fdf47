//! Documents name the tests that hold what they say; each one must exist.

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};

use super::invariants::rust_files;
use super::steps::Outcome;

/// From this heading on, words in code style that could be names of tests are names of tests.
const HEADING: &str = "## Traps";

/// Where the tests are.
const FOLDERS: [&str; 8] = [
    "crates/statistics",
    "crates/players",
    "crates/tournament",
    "crates/board",
    "crates/lab",
    "crates/gametree",
    "games/all",
    "xtask",
];

pub(super) fn check(root: &Path) -> anyhow::Result<Outcome> {
    let document = root.join("docs/tournament.md");
    let text = fs::read_to_string(&document).with_context(|| document.display().to_string())?;
    let named = named(&text);
    ensure!(!named.is_empty(), "{}: no tests are named under \"{HEADING}\"", document.display());
    let mut files = Vec::new();
    for folder in FOLDERS {
        rust_files(&root.join(folder), &mut files)?;
    }
    let sources: Vec<String> = files.iter().map(fs::read_to_string).collect::<Result<_, _>>()?;
    let missing: Vec<&str> =
        named.iter().copied().filter(|name| !sources.iter().any(|source| has_test(source, name))).collect();
    ensure!(missing.is_empty(), "{} names tests that do not exist: {}", document.display(), missing.join(", "));
    Ok(Outcome::Passed(format!("{} tests", named.len())))
}

fn named(text: &str) -> Vec<&str> {
    let (_, part) = text.split_once(HEADING).unwrap_or_default();
    let is_name = |word: &&str| word.contains('_') && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    let mut names: Vec<&str> = part.split('`').skip(1).step_by(2).filter(is_name).collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn has_test(source: &str, name: &str) -> bool {
    let function = format!("fn {name}()");
    let mut lines = source.lines().map(str::trim);
    let mut is_test = false;
    lines.any(|line| {
        let found = is_test && line.starts_with(&function);
        is_test = line == "#[test]" || (is_test && line.starts_with("#["));
        found
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_without_a_test_is_found() {
        let text = "`not_this` ## Traps | `a_test_that_exists`, `games-I.jsonl`, `--stop`, `a_test_that_does_not` `a_test_that_exists`";
        assert_eq!(named(text), ["a_test_that_does_not", "a_test_that_exists"]);
        let source = "#[test]\nfn a_test_that_exists() {}\nfn a_test_that_does_not() {}\n";
        assert!(has_test(source, "a_test_that_exists"));
        assert!(!has_test(source, "a_test_that_does_not"), "a function is no test");
        assert!(!has_test(source, "a_test"));
        assert!(named("no heading `a_b`").is_empty());
    }
}
