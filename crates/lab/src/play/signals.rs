//! The first signal asks for an orderly end, the second ends at once.

use std::io::{self, IsTerminal, Read};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGINT, SIGTERM, SIGUSR1};
use signal_hook::flag;
use signal_hook::low_level::{exit, pipe};

use crate::shell::{Exit, say};

/// The flag of this process, once it listens.
static STOP: Mutex<Option<Arc<AtomicBool>>> = Mutex::new(None);

/// A flag that INT, TERM and USR1 set; the last one is what clusters send some time before they kill. A second signal, but one
/// of the same moment, ends the process, and says what continues: what is recorded is safe, so the code is the same as for an orderly stop.
/// `command` is what continues.
pub(crate) fn stop_flag(command: String) -> io::Result<Arc<AtomicBool>> {
    let mut known = STOP.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(stop) = &*known {
        return Ok(Arc::clone(stop));
    }
    let stop = listen(command)?;
    *known = Some(Arc::clone(&stop));
    Ok(stop)
}

/// GNU `timeout` signals a process and then its group: what comes within a moment of the first signal is the same wish.
const MOMENT: Duration = Duration::from_millis(200);

/// Waits for a second signal.
fn second(signals: &mut impl Read) -> io::Result<()> {
    let mut wait = || signals.read_exact(&mut [0]);
    wait()?;
    let first = Instant::now();
    loop {
        wait()?;
        if first.elapsed() >= MOMENT {
            return Ok(());
        }
    }
}

fn listen(command: String) -> io::Result<Arc<AtomicBool>> {
    let (stop, again) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let (mut receive, send) = UnixStream::pair()?;
    for signal in [SIGINT, SIGTERM, SIGUSR1] {
        // A line may not get out, where nobody reads: then a third signal ends the process without one.
        flag::register_conditional_shutdown(signal, Exit::Stopped as i32, Arc::clone(&again))?;
        flag::register(signal, Arc::clone(&stop))?;
        // Last, so that the flag is set by now. Each signal is a byte, so none is lost, and a handler may write one.
        pipe::register(signal, send.try_clone()?)?;
    }
    let wait = move || {
        if second(&mut receive).is_ok() {
            again.store(true, Ordering::Relaxed);
            // The line of the bar has no end.
            let line = if io::stderr().is_terminal() { "\n" } else { "" };
            say(format_args!(
                "{line}stopped at once, the games in hand are lost; this plays them again and continues:\n  {command}"
            ));
            exit(Exit::Stopped as i32);
        }
    };
    thread::Builder::new().name("signals".into()).spawn(wait)?;
    Ok(stop)
}
