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
    let lines = BufReader::new(cargo.stderr.take().expect("piped")).split(b'\n');
    let mut last: Option<Vec<u8>> = None;
    let mut shown = false;
    // The last line says that it is finished; alone it says nothing that anybody wants to know.
    for line in lines {
        if let Some(line) = last.replace(line?) {
            show(&line);
            shown = true;
        }
    }
    let built = cargo.wait()?.success();
    if let Some(line) = last.filter(|_| shown || !built) {
        show(&line);
    }
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

fn show(line: &[u8]) {
    let mut stderr = io::stderr().lock();
    let _ = stderr.write_all(line).and_then(|()| stderr.write_all(b"\n"));
}

fn say(text: std::fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{text}");
}
