//! An engine's process: its lines, how long one waits for them, and its end.

use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use gametree_core::format_duration;

use super::guard::Guard;
use super::reply::{MOST_LINE, Reading, Reply};
use super::{cpu, stderr};

/// How often a wait looks whether it is to end.
const LOOK: Duration = Duration::from_millis(20);
/// An engine that is told to quit may take so long.
const FAREWELL: Duration = Duration::from_millis(500);
/// A process that is killed, or has closed its output, is gone after this time or is left alone.
const END: Duration = Duration::from_secs(2);
/// Lines that wait to be looked at. An engine that writes more than that waits.
const MOST_WAITING: usize = 16;
/// Where systems keep games, which is not on every path.
const GAME_FOLDERS: [&str; 2] = ["/usr/games", "/usr/local/games"];

/// How long one waits for a reply.
pub(super) struct Patience<'a> {
    /// Ends the wait.
    pub(super) stop: &'a AtomicBool,
    /// The longest wait.
    pub(super) limit: Option<Duration>,
}

/// A running engine. Dropped, it is killed with all that it has started.
pub(super) struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<Result<Vec<u8>, LineTooLong>>,
    guard: Option<Guard>,
    last_id: u64,
    /// It is no more.
    over: bool,
}

struct LineTooLong;

/// Why there is no reply.
pub(super) struct Failure {
    pub(super) reason: String,
    /// It is no more.
    pub(super) ended: bool,
}

impl From<String> for Failure {
    fn from(reason: String) -> Self {
        Failure { reason, ended: false }
    }
}

impl From<Failure> for String {
    fn from(failure: Failure) -> Self {
        failure.reason
    }
}

impl Process {
    /// Starts a program. Its standard error goes into a file, or nowhere.
    pub(super) fn start(words: &[String], errors: Option<&Path>) -> Result<Process, String> {
        let [program, args @ ..] = words else { return Err("there is no command".into()) };
        let mut started = spawn(program, args, errors.is_some());
        if !program.contains('/') {
            for folder in GAME_FOLDERS {
                if started.as_ref().is_err_and(|error| error.kind() == ErrorKind::NotFound) {
                    started = spawn(&format!("{folder}/{program}"), args, errors.is_some());
                }
            }
        }
        let mut child = started.map_err(|error| format!("{program} could not be started: {error}"))?;
        let guard = Guard::of(child.id());
        if let Some((errors, path)) = child.stderr.take().zip(errors) {
            stderr::keep(errors, path);
        }
        let (send, lines) = sync_channel(MOST_WAITING);
        let stdin = child.stdin.take();
        if let Some(stdout) = child.stdout.take() {
            // It ends with the pipe, or when nobody listens any more. Without a thread the channel is closed.
            let _ = thread::Builder::new().name("engine's replies".into()).spawn(move || read_lines(stdout, &send));
        }
        Ok(Process { child, stdin, lines, guard, last_id: 0, over: false })
    }

    /// Sends a command and waits for its reply. After an error the process is of no use.
    pub(super) fn ask(&mut self, command: &str, patience: &Patience<'_>) -> Result<Reply, Failure> {
        let begin = Instant::now();
        self.last_id += 1;
        let sent = self.stdin.as_mut().map(|stdin| stdin.write_all(format!("{} {command}\n", self.last_id).as_bytes()));
        if !matches!(sent, Some(Ok(()))) {
            return Err(self.ended(&format!("before it was sent {command}")));
        }
        let mut reading = Reading::new(self.last_id);
        let mut seen_ended = false;
        loop {
            if patience.stop.load(Ordering::Relaxed) {
                return Err(format!("was broken off while it had to answer {command}").into());
            }
            let left = patience.limit.map(|limit| limit.saturating_sub(begin.elapsed()));
            if let Some(limit) = patience.limit.filter(|_| left == Some(Duration::ZERO)) {
                return Err(format!("gave no reply to {command} within {}", format_duration(limit)).into());
            }
            match self.lines.recv_timeout(left.unwrap_or(LOOK).min(LOOK)) {
                Ok(Ok(line)) => {
                    if let Some(reply) = reading.line(&line)? {
                        return Ok(reply);
                    }
                }
                Ok(Err(LineTooLong)) => return Err(format!("wrote a line of more than {} KiB", MOST_LINE >> 10).into()),
                // Something that it has started may keep its output open. What it wrote before has been read by now.
                Err(RecvTimeoutError::Timeout) if !self.has_ended() || !std::mem::replace(&mut seen_ended, true) => (),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    return Err(self.ended(&format!("before it answered {command}")));
                }
            }
        }
    }

    /// CPU time so far.
    pub(super) fn cpu(&self) -> Option<Duration> {
        cpu::cpu_of(self.child.id())
    }

    /// Asks it to go, and sees to it that it does.
    pub(super) fn close(mut self) {
        if let Some(mut stdin) = self.stdin.take() {
            let _ = stdin.write_all(format!("{} quit\n", self.last_id + 1).as_bytes());
        }
        self.wait_for_end(FAREWELL);
    }

    /// There is nothing more to read or to write.
    fn ended(&mut self, when: &str) -> Failure {
        let ended = self.wait_for_end(END);
        match self.kill() {
            Some(status) if ended => Failure { reason: format!("ended ({status}) {when}"), ended },
            _ => format!("closed its standard input or output {when}").into(),
        }
    }

    /// Waits until it has ended by itself. It is not waited for in the sense of the system, so its number stays its own.
    fn wait_for_end(&mut self, limit: Duration) -> bool {
        let begin = Instant::now();
        while !self.has_ended() {
            if begin.elapsed() >= limit {
                return false;
            }
            thread::sleep(Duration::from_millis(2));
        }
        true
    }

    #[cfg(unix)]
    fn has_ended(&mut self) -> bool {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.over || self.pid().is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), options), Ok(None)))
    }

    #[cfg(not(unix))]
    fn has_ended(&mut self) -> bool {
        self.over || !matches!(self.child.try_wait(), Ok(None))
    }

    /// Its number, and that of the group of all that it has started.
    #[cfg(unix)]
    fn pid(&self) -> Option<rustix::process::Pid> {
        rustix::process::Pid::from_raw(i32::try_from(self.child.id()).ok()?)
    }

    /// Kills it with all that it has started, and says how it ended.
    fn kill(&mut self) -> Option<ExitStatus> {
        if self.over {
            return None;
        }
        self.stdin = None;
        #[cfg(unix)]
        if let Some(pid) = self.pid() {
            let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        // What hangs in the system itself cannot be waited for; its guard then stays with it.
        if !self.wait_for_end(END) {
            return None;
        }
        let status = self.child.wait().ok();
        self.over = true;
        if let Some(guard) = self.guard.take() {
            guard.release();
        }
        status
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn spawn(program: &str, args: &[String], keep_errors: bool) -> std::io::Result<Child> {
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
    command.stderr(if keep_errors { Stdio::piped() } else { Stdio::null() });
    // A signal from the keyboard asks us to finish the games in hand, and must not end the engines that play them.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.spawn()
}

fn read_lines(mut from: impl Read, send: &SyncSender<Result<Vec<u8>, LineTooLong>>) {
    let mut chunk = [0; 8192];
    let mut line = Vec::new();
    loop {
        let length = match from.read(&mut chunk) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Ok(0) | Err(_) => return,
            Ok(length) => length,
        };
        let mut parts = chunk[..length].split(|&byte| byte == b'\n').peekable();
        while let Some(part) = parts.next() {
            if line.len() + part.len() > MOST_LINE {
                let _ = send.send(Err(LineTooLong));
                return;
            }
            line.extend_from_slice(part);
            if parts.peek().is_some() && send.send(Ok(std::mem::take(&mut line))).is_err() {
                return;
            }
        }
    }
}
