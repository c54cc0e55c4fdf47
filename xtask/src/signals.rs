//! The first signal asks for an orderly end, the second ends at once.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGINT, SIGTERM, SIGUSR1};
use signal_hook::flag;

use crate::Exit;

/// A flag that INT, TERM and USR1 set; the last one is what clusters send some time before they kill. A second signal ends the process: what is recorded is safe, and the same command
/// continues, so the code is the same as for an orderly stop.
pub(crate) fn stop_flag() -> io::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGUSR1] {
        // In this order: the first signal finds the flag unset, then sets it.
        flag::register_conditional_shutdown(signal, Exit::Stopped as i32, Arc::clone(&stop))?;
        flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}
