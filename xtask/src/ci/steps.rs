//! Runs checks one after the other and says how each went.

use std::fmt;
use std::io::{self, Write};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::Context;

/// How a check went.
pub(super) enum Outcome {
    /// Passed, with what there is to say.
    Passed(String),
    /// Left out, and why.
    Skipped(String),
}

pub(super) struct Steps {
    start: Instant,
    passed: usize,
    failed: usize,
    skipped: usize,
    tests: Tests,
}

/// Single tests, as cargo counts them.
#[derive(Default, Clone, Copy)]
struct Tests {
    passed: u64,
    failed: u64,
    ignored: u64,
}

impl Steps {
    pub(super) fn new() -> Self {
        Steps { start: Instant::now(), passed: 0, failed: 0, skipped: 0, tests: Tests::default() }
    }

    /// Runs a check; `None` if it failed.
    pub(super) fn run(&mut self, name: &str, check: impl FnOnce() -> anyhow::Result<Outcome>) -> Option<()> {
        show(format_args!("{name:<34}"));
        let start = Instant::now();
        let result = check();
        let time = start.elapsed().as_secs_f64();
        match result {
            Ok(Outcome::Passed(note)) => {
                show(format_args!("{time:7.1} s  passed  {note}\n"));
                self.passed += 1;
            }
            Ok(Outcome::Skipped(reason)) => {
                show(format_args!("{time:7.1} s  SKIPPED {reason}\n"));
                self.skipped += 1;
            }
            Err(error) => {
                show(format_args!("{time:7.1} s  FAILED\n\n{error:#}\n\n"));
                self.failed += 1;
                return None;
            }
        }
        Some(())
    }

    /// Runs a program as a check. Its output is shown when it fails.
    pub(super) fn program(&mut self, name: &str, command: Command) -> Option<()> {
        let mut tests = Tests::default();
        let result = self.run(name, || program(command, &mut tests));
        self.tests.passed += tests.passed;
        self.tests.failed += tests.failed;
        self.tests.ignored += tests.ignored;
        result
    }

    /// [`Steps::program`] for the tests that another step has left out.
    pub(super) fn ignored(&mut self, name: &str, command: Command) -> Option<()> {
        let left_out = std::mem::take(&mut self.tests.ignored);
        let before = self.tests.passed + self.tests.failed;
        let result = self.program(name, command);
        let run = self.tests.passed + self.tests.failed - before;
        self.tests.ignored += left_out.saturating_sub(run);
        result
    }

    /// [`Steps::program`], for tests that have been counted before.
    pub(super) fn program_uncounted(&mut self, name: &str, command: Command) -> Option<()> {
        self.run(name, || program(command, &mut Tests::default()))
    }

    pub(super) fn summary(&self) {
        let Steps { passed, failed, skipped, tests, .. } = self;
        let seconds = self.start.elapsed().as_secs_f64();
        if tests.ignored > 0 {
            show(format_args!("\n{} slow tests asked for and not run; cargo xtask ci --slow runs them", tests.ignored));
        }
        show(format_args!(
            "\n{seconds:.0} s in all\nchecks: {passed} passed, {failed} failed, {skipped} skipped\n\
             tests: {} passed, {} failed, {} skipped\n",
            tests.passed, tests.failed, tests.ignored
        ));
    }
}

/// On standard output, at once. The exit code says how the checks went, whether or not anybody reads along.
fn show(text: fmt::Arguments<'_>) {
    let mut out = io::stdout().lock();
    let _ = out.write_fmt(text).and_then(|()| out.flush());
}

fn program(mut command: Command, tests: &mut Tests) -> anyhow::Result<Outcome> {
    let name = command.get_program().to_owned();
    let output = command.stdin(Stdio::null()).output().with_context(|| name.display().to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    for line in text.lines().filter(|line| line.starts_with("test result:")) {
        let number_before = |word: &str| -> u64 {
            line.split(word).next().and_then(|head| head.trim_end().rsplit(' ').next()?.parse().ok()).unwrap_or(0)
        };
        tests.passed += number_before(" passed");
        tests.failed += number_before(" failed");
        tests.ignored += number_before(" ignored");
    }
    if output.status.success() {
        let note = if tests.passed > 0 { format!("{} tests", tests.passed) } else { String::new() };
        return Ok(Outcome::Passed(note));
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    let args: Vec<_> = command.get_args().map(|arg| arg.to_string_lossy()).collect();
    Err(anyhow::anyhow!("{text}\n{errors}\n{} {}: {}", name.display(), args.join(" "), output.status))
}
