//! Ends an engine when this process has been killed and can no longer do so itself.
//!
//! Most engines end when their standard input does. One that hangs, or that started another program, would stay. Linux can send
//! a signal when a parent dies, but asking for that needs code between fork and exec, which is `unsafe`, and the signal
//! reaches neither grandchildren nor anyone on other systems. A shell that waits for our end of a pipe does all of it.

use std::process::Child;

#[cfg(unix)]
use std::{
    io::Write,
    process::{Command, Stdio},
};

/// A shell that kills the engine's process group when the pipe to it breaks.
pub(super) struct Guard(#[cfg_attr(not(unix), allow(dead_code, reason = "never made"))] Child);

impl Guard {
    /// `None` where there is no such shell; engines then end with their standard input.
    #[cfg(unix)]
    pub(super) fn of(engine: u32) -> Option<Guard> {
        use std::os::unix::process::CommandExt;
        const SCRIPT: &str = "trap '' HUP INT TERM; read line || kill -s KILL -- \"-$1\"";
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", SCRIPT, "guard", &engine.to_string()]);
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // A signal from the keyboard is not for it either.
        shell.process_group(0).spawn().ok().map(Guard)
    }

    #[cfg(not(unix))]
    pub(super) fn of(_engine: u32) -> Option<Guard> {
        None
    }

    /// The engine has ended, and its number may soon be another's.
    #[cfg(unix)]
    pub(super) fn release(mut self) {
        let mut stdin = self.0.stdin.take();
        let told = stdin.as_mut().is_some_and(|stdin| stdin.write_all(b"over\n").is_ok());
        if !told {
            let _ = self.0.kill();
        }
        let _ = self.0.wait();
    }

    #[cfg(not(unix))]
    pub(super) fn release(self) {}
}
