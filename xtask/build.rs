//! Tells the program which commit it is built from: every record of a game carries it.

use std::path::Path;
use std::process::Command;

fn main() {
    let git = |args: &[&str]| {
        let output = Command::new("git").args(args).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_string())
    };
    let commit = git(&["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]).unwrap_or_default();
    println!("cargo::rustc-env=GAMETREE_COMMIT={commit}");
    let of_commit = if commit.is_empty() { "of an unknown commit" } else { &commit };
    println!("cargo::rustc-env=GAMETREE_VERSION={} ({of_commit})", env!("CARGO_PKG_VERSION"));
    // A commit, or a change to any source, may change the answer. A path that is not there would mean a run each time.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"]);
    for path in ["build.rs", "../Cargo.toml", "../crates", "../games", "src", "plans"].into_iter().chain(log.as_deref())
    {
        if Path::new(path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}
