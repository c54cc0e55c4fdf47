//! Clocks: the thread's own CPU time, and wall time.

use std::time::{Duration, Instant};

/// Both clocks, started together.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    cpu: Duration,
    wall: Instant,
}

impl Stopwatch {
    /// Starts now.
    #[must_use]
    pub fn start() -> Self {
        Stopwatch { cpu: thread_cpu(), wall: Instant::now() }
    }

    /// CPU time that this thread has used since the start. Must be asked on the thread that started it.
    #[must_use]
    pub fn cpu(&self) -> Duration {
        thread_cpu().saturating_sub(self.cpu)
    }

    /// Wall time since the start.
    #[must_use]
    pub fn wall(&self) -> Duration {
        self.wall.elapsed()
    }
}

/// CPU time of the calling thread since it began; a call costs about 0.6 µs.
#[cfg(unix)]
#[must_use]
pub fn thread_cpu() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// CPU time of the whole process, all threads together, since it began.
#[cfg(unix)]
#[must_use]
pub fn process_cpu() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Where a process has no clock of its own, wall time stands in.
#[cfg(not(unix))]
#[must_use]
pub fn process_cpu() -> Duration {
    thread_cpu()
}

/// Where a thread has no clock of its own, wall time stands in.
#[cfg(not(unix))]
#[must_use]
pub fn thread_cpu() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}
