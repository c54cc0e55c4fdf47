//! Keeps a search within its budget.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::budget::Budget;
use crate::clock::Stopwatch;
use crate::search::StopReason;

/// Between two readings of a clock passes at most this much of it.
const LONGEST_STEP: Duration = Duration::from_millis(1);

/// What a search does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tick {
    /// Go on.
    Go,
    /// Show the report to whoever follows, then go on.
    Show,
    /// Stop, for this reason.
    Stop(StopReason),
}

/// Watches the limits of a [`Budget`] while work is counted in units (playouts or nodes).
///
/// A tick is a comparison and a relaxed load. The next reading of a clock is due when half of the time left should have
/// passed at the slower of the mean and the latest rate, at most 1 ms on and at most a quarter more units than now: reading
/// costs less than a thousandth of the time, and a search that suddenly slows down is noticed soon.
#[derive(Debug)]
pub struct Meter {
    budget: Budget,
    stop: Arc<AtomicBool>,
    show_every: Option<Duration>,
    show_next: Duration,
    watch: Stopwatch,
    cpu_pace: Pace,
    wall_pace: Pace,
    /// Units after which a clock is read or a limit is reached.
    next: u64,
}

impl Meter {
    /// Starts the clocks. `show_every`: ask for [`Tick::Show`] at about that interval of wall time.
    #[must_use]
    pub fn start(budget: &Budget, stop: &Arc<AtomicBool>, show_every: Option<Duration>) -> Self {
        Meter {
            budget: *budget,
            stop: Arc::clone(stop),
            show_every,
            show_next: show_every.unwrap_or_default(),
            watch: Stopwatch::start(),
            cpu_pace: Pace::default(),
            wall_pace: Pace::default(),
            next: 0,
        }
    }

    /// To be asked before each playout, with the number of those finished.
    #[inline]
    pub fn before_playout(&mut self, playouts: u64) -> Tick {
        self.tick(playouts, self.budget.playouts, StopReason::Playouts)
    }

    /// To be asked before each node, with the number of those visited.
    #[inline]
    pub fn before_node(&mut self, nodes: u64) -> Tick {
        self.tick(nodes, self.budget.nodes, StopReason::Nodes)
    }

    #[inline]
    fn tick(&mut self, done: u64, limit: Option<u64>, reason: StopReason) -> Tick {
        if self.stop.load(Ordering::Relaxed) {
            return Tick::Stop(StopReason::Stopped);
        }
        if done < self.next { Tick::Go } else { self.look(done, limit.unwrap_or(u64::MAX), reason) }
    }

    #[cold]
    fn look(&mut self, done: u64, limit: u64, reason: StopReason) -> Tick {
        if done >= limit {
            return Tick::Stop(reason);
        }
        let mut tick = Tick::Go;
        let mut step = u64::MAX;
        if let Some(limit) = self.budget.cpu {
            let now = self.watch.cpu();
            if now >= limit {
                return Tick::Stop(StopReason::Cpu);
            }
            step = step.min(self.cpu_pace.step(limit - now, now, done));
        }
        if self.budget.wall.is_some() || self.show_every.is_some() {
            let now = self.watch.wall();
            let left = self.budget.wall.unwrap_or(Duration::MAX).saturating_sub(now);
            if left.is_zero() {
                return Tick::Stop(StopReason::Wall);
            }
            step = step.min(self.wall_pace.step(left, now, done));
            if self.show_every.is_some_and(|_| now >= self.show_next) {
                tick = Tick::Show;
                self.show_next = now + self.show_every.unwrap_or_default();
            }
        }
        self.next = limit.min(done.saturating_add(step));
        tick
    }

    /// CPU time of this thread since the start.
    #[must_use]
    pub fn cpu(&self) -> Duration {
        self.watch.cpu()
    }

    /// Wall time since the start.
    #[must_use]
    pub fn wall(&self) -> Duration {
        self.watch.wall()
    }
}

/// The last reading of one clock.
#[derive(Clone, Copy, Default, Debug)]
struct Pace {
    elapsed: Duration,
    done: u64,
}

impl Pace {
    /// How many units to wait before this clock is read again, at least 1.
    fn step(&mut self, left: Duration, elapsed: Duration, done: u64) -> u64 {
        let span = (left / 2).min(LONGEST_STEP).as_nanos();
        let units = |time: Duration, units: u64| span.saturating_mul(u128::from(units)) / time.as_nanos().max(1);
        let latest = units(elapsed.saturating_sub(self.elapsed), done - self.done);
        let step = units(elapsed, done).min(latest).min(u128::from(done / 4));
        *self = Pace { elapsed, done };
        (step as u64).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A unit of work whose cost grows: the rate seen so far is always too high.
    fn work(unit: u64) -> u64 {
        (0..500 + unit / 8).fold(unit, |x, i| std::hint::black_box(x.wrapping_mul(31) ^ i))
    }

    #[test]
    fn a_time_budget_is_kept_to_a_few_units() {
        for millis in [5, 20, 60] {
            let limit = Duration::from_millis(millis);
            let mut best = f64::INFINITY;
            for _ in 0..5 {
                let mut meter = Meter::start(&Budget::cpu(limit), &Arc::default(), None);
                let mut done = 0;
                while meter.before_playout(done) == Tick::Go {
                    std::hint::black_box(work(done));
                    done += 1;
                }
                assert!(meter.cpu() >= limit);
                best = best.min(meter.cpu().as_secs_f64() / limit.as_secs_f64());
            }
            assert!(best < 1.03, "{millis} ms overrun: {best}");
        }
    }

    #[test]
    fn counts_and_stops_exactly() {
        let stop = Arc::new(AtomicBool::new(false));
        let mut meter = Meter::start(&Budget::playouts(3), &stop, None);
        let ticks: Vec<Tick> = (0..5).map(|done| meter.before_playout(done)).collect();
        assert_eq!(ticks[..3], [Tick::Go; 3]);
        assert_eq!(ticks[3], Tick::Stop(StopReason::Playouts));
        let mut meter = Meter::start(&Budget::playouts(0), &stop, None);
        assert_eq!(meter.before_playout(0), Tick::Stop(StopReason::Playouts));
        let mut meter = Meter::start(&Budget::default(), &stop, Some(Duration::from_nanos(1)));
        assert_eq!(meter.before_playout(0), Tick::Show);
        stop.store(true, Ordering::Relaxed);
        assert_eq!(meter.before_playout(1), Tick::Stop(StopReason::Stopped));
    }
}
