//! What `cargo xtask` runs: it builds the workshop and becomes it.
//!
//! `cargo run --quiet` says nothing through minutes of a first build, and without `--quiet` two lines of cargo's stand before the
//! output of every command. This package has no dependency, so cargo builds it in a moment, quietly; then it builds the package
//! `xtask` in the release profile and shows what is compiled, but nothing when nothing was.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

fn main() -> ExitCode {
    let program = match build() {
        Ok(Some(program)) => program,
        // Cargo has said why.
        Ok(None) => return ExitCode::FAILURE,
        Err(error) => {
            say(format_args!("error: building the workshop: {error}"));
            return ExitCode::FAILURE;
        }
    };
    let mut command = Command::new(&program);
    command.args(std::env::args_os().skip(1));
    let error = become_it(&mut command);
    say(format_args!("error: {}: {error}", program.display()));
    ExitCode::FAILURE
}

/// Builds the workshop and says where it is; `None` when it does not compile.
fn build() -> io::Result<Option<PathBuf>> {
    let here = std::env::current_exe()?;
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["build", "--release", "--package", "xtask", "--manifest-path"]);
    cargo.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.toml"));
    for name in names_of_this_package() {
        cargo.env_remove(name);
    }
    if io::stderr().is_terminal() {
        cargo.env("CARGO_TERM_COLOR", "always");
    }
    let mut cargo = cargo.stdin(Stdio::null()).stderr(Stdio::piped()).spawn()?;
    if let Some(lines) = cargo.stderr.take() {
        hand_on(BufReader::new(lines), &mut io::stderr().lock())?;
    }
    let built = cargo.wait()?.success();
    // Beside this program's own profile, whatever target and folder cargo was told to use.
    let folder = here.parent().and_then(|profile| profile.parent()).map(|all| all.join("release"));
    let program = folder.map(|folder| folder.join(format!("xtask{}", std::env::consts::EXE_SUFFIX)));
    Ok(program.filter(|_| built))
}

/// What `cargo run` tells this program of its own package is not meant for the cargo that it starts, which would build anew.
fn names_of_this_package() -> impl Iterator<Item = OsString> {
    std::env::vars_os().map(|(name, _)| name).filter(|name| {
        name.to_str().is_some_and(|name| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_"))
    })
}

/// The workshop takes this process over: signals reach it, and its exit code is this one's.
#[cfg(unix)]
fn become_it(command: &mut Command) -> io::Error {
    std::os::unix::process::CommandExt::exec(command)
}

#[cfg(not(unix))]
fn become_it(command: &mut Command) -> io::Error {
    match command.status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(1)),
        Err(error) => error,
    }
}

/// Shows cargo's lines as they come. The one that says it is finished says nothing that anybody wants to know when it is the only one.
fn hand_on(lines: impl BufRead, out: &mut impl Write) -> io::Result<()> {
    let mut any = false;
    for line in lines.split(b'\n') {
        let line = line?;
        if any || !String::from_utf8_lossy(&line).contains("Finished") {
            any = true;
            // Where nobody reads, it is built all the same.
            let _ = out.write_all(&line).and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush());
        }
    }
    Ok(())
}

fn say(text: std::fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{text}");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(lines: &[u8]) -> String {
        let mut out = Vec::new();
        hand_on(lines, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn fc_67_a_first_build_is_seen_and_a_warm_start_is_clean() {
        let finished = "    Finished `release` profile [optimized] target(s) in 0.05s\n";
        let colored = "\x1b[1m\x1b[92m    Finished\x1b[0m `release` profile [optimized] target(s) in 0.05s\n";
        assert_eq!(shown(finished.as_bytes()) + &shown(colored.as_bytes()), "");
        let cold = format!("   Compiling serde v1.0.229\n   Compiling xtask v0.1.0\n{finished}");
        assert_eq!(shown(cold.as_bytes()), cold);
        let broken = "error: could not compile `xtask`\n";
        assert_eq!(shown(broken.as_bytes()), broken);
        // What cargo itself says when there is nothing to build, which there is not after the first time.
        let cargo = || {
            let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
            let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
            cargo.args(["build", "--manifest-path", manifest]);
            for name in names_of_this_package() {
                cargo.env_remove(name);
            }
            let output = cargo.output().unwrap();
            assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
            output.stderr
        };
        cargo();
        assert_eq!(shown(&cargo()), "");
        // The alias starts this package, and this package hides nothing from cargo's lines.
        assert!(
            include_str!("../../../.cargo/config.toml").contains("xtask = \"run --quiet --package xtask-start --\"")
        );
    }
}
