//! `cargo xtask dist`: programs to carry to machines without cargo.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use gametree_lab::{Exit, Usage, say};

use crate::ci;

/// The program that plays tournaments.
const PROGRAM: &str = "xtask";

/// Build optimized programs to carry to other machines
#[derive(clap::Args)]
#[command(
    after_help = "Example: cargo xtask dist\n\nThe programs need no cargo and no other file. They use the processor's \
                        newer instructions where it has them, so one build serves different machines of one kind."
)]
pub(crate) struct Args {
    /// The folder that they go to [default: dist, beside Cargo.toml]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Where the programs go.
fn default_folder() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().unwrap_or(manifest).join("dist")
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Exit> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = manifest.parent().unwrap_or(manifest);
    let out = args.out.clone().unwrap_or_else(default_folder);
    let files = build(root)?;
    fs::create_dir_all(&out).with_context(|| out.display().to_string())?;
    let mut sums = String::new();
    let mut sizes = String::new();
    for file in &files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let bytes = fs::read(file).with_context(|| file.display().to_string())?;
        let copy = out.join(&*name);
        // By way of another name: a program that is running is replaced, not overwritten.
        let draft = out.join(format!(".{name}.new"));
        fs::copy(file, &draft).and_then(|_| fs::rename(&draft, &copy)).with_context(|| copy.display().to_string())?;
        let _ = writeln!(sums, "{}  {name}", sha256(&bytes));
        let _ = writeln!(sizes, "* `{name}`, {:.1} MB", bytes.len() as f64 / 1e6);
    }
    let (target, version) = (host()?, version(&out.join(PROGRAM))?);
    if version.contains("-dirty") || version.contains("unknown") {
        say(
            "warning: the programs name no clean commit in their records; commit first, to be able to say what was run",
        );
    }
    let readme = include_str!("dist.md")
        .replace("@VERSION@", &version)
        .replace("@TARGET@", &target)
        .replace("@FILES@", sizes.trim_end());
    for (name, text) in [("SHA256SUMS", &sums), ("README.md", &readme)] {
        let path = out.join(name);
        fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    say(format_args!("{} programs of {version} in {}", files.len(), out.display()));
    Ok(Exit::Done)
}

/// Builds and says where the programs are.
fn build(root: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut command = ci::cargo(root, &["build", "--release", "--package", "xtask", "--package", "gametree", "--bins"]);
    command.arg("--message-format=json-render-diagnostics");
    // A build for this machine alone would not run on others. An empty value also overrides cargo's configuration.
    command.env_remove("CARGO_ENCODED_RUSTFLAGS").env("RUSTFLAGS", "");
    let output = command.stderr(std::process::Stdio::inherit()).output().context("cargo build")?;
    ensure!(output.status.success(), "cargo build: {}", output.status);
    /// Of all that cargo says.
    #[derive(Deserialize)]
    struct Message {
        executable: Option<PathBuf>,
    }
    let messages = serde_json::Deserializer::from_slice(&output.stdout).into_iter::<Message>();
    let mut files: Vec<PathBuf> = messages.filter_map(|message| message.ok()?.executable).collect();
    files.sort();
    ensure!(files.len() == 2, "cargo has built {files:?}, not the two programs");
    Ok(files)
}

/// The kind of machine that programs are built for, as rustc calls it.
fn host() -> anyhow::Result<String> {
    let output = Command::new("rustc").arg("-vV").output().context("rustc")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc -vV names no host")?;
    Ok(host.to_string())
}

/// What a program says it is: it runs by itself.
fn version(program: &Path) -> anyhow::Result<String> {
    let output = Command::new(program).arg("--version").output().with_context(|| program.display().to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let version = text.trim().strip_prefix("cargo xtask ").filter(|_| output.status.success());
    Ok(version.with_context(|| format!("{} --version says {text:?}", program.display()))?.to_string())
}

/// The program that a script for a cluster runs, where cargo has just built this one and may build it again under running jobs.
pub(crate) fn program_of_scripts() -> anyhow::Result<PathBuf> {
    let program = default_folder().join(PROGRAM);
    let Ok(version) = version(&program) else {
        let message = "jobs must not each call cargo, so a script runs a program that stays as it is. Make it first: \
                       cargo xtask dist";
        return Err(Usage(message.into()).into());
    };
    if version != env!("GAMETREE_VERSION") {
        say(format_args!(
            "warning: {} is of another commit than this program; cargo xtask dist makes it anew",
            program.display()
        ));
    }
    Ok(program)
}

/// In hexadecimal, as sha256sum writes it.
fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FIPS 180-4's first example.
    #[test]
    fn a_sum_is_that_of_the_standard() {
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
