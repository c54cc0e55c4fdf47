//! The cores that this process may use, and keeping a thread on one of them.

use std::num::NonZero;
use std::thread;

/// How many games may be played at once without disturbing each other: the cores that this process may use, two threads
/// of one core counted once, and no more than its share of processor time allows.
#[must_use]
pub fn usable_cores() -> usize {
    let share = thread::available_parallelism().map_or(1, NonZero::get);
    match system::allowed().map(|allowed| one_per_core(&allowed, siblings).len()) {
        Some(cores) if cores > 0 => share.min(cores),
        _ => share,
    }
}

/// The processor of each worker, if every one has a core of its own and together they fill what this process may use;
/// otherwise `None`: another process may have the same cores, and two workers kept on one core would be far worse than
/// workers that the system moves about.
pub(crate) fn assignment(workers: usize) -> Vec<Option<usize>> {
    let allowed = system::allowed().unwrap_or_default();
    let cores = one_per_core(&allowed, siblings);
    if cores.len() == workers { cores.into_iter().map(Some).collect() } else { vec![None; workers] }
}

/// Keeps the calling thread on a processor. `None` where the system does not do it: the mask is read back.
pub(crate) fn pin(processor: usize) -> Option<usize> {
    system::pin(processor);
    (system::allowed()? == [processor]).then_some(processor)
}

/// One processor of each core: the first of those that may be used.
fn one_per_core(allowed: &[usize], siblings: impl Fn(usize) -> Option<Vec<usize>>) -> Vec<usize> {
    let is_first = |&processor: &usize| {
        let others = siblings(processor).unwrap_or_default();
        !others.iter().any(|other| *other < processor && allowed.contains(other))
    };
    allowed.iter().copied().filter(is_first).collect()
}

/// The processors that share a core with this one, itself included.
fn siblings(processor: usize) -> Option<Vec<usize>> {
    let path = format!("/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list");
    parse_list(&std::fs::read_to_string(path).ok()?)
}

/// `0-3,8` as Linux writes lists of processors.
fn parse_list(text: &str) -> Option<Vec<usize>> {
    let mut list = Vec::new();
    for part in text.trim().split(',') {
        let (low, high) = part.split_once('-').unwrap_or((part, part));
        let (low, high): (usize, usize) = (low.parse().ok()?, high.parse().ok()?);
        list.extend(low..=high);
    }
    Some(list)
}

#[cfg(target_os = "linux")]
mod system {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    /// The processors that the calling thread may use.
    pub(super) fn allowed() -> Option<Vec<usize>> {
        let set = sched_getaffinity(None).ok()?;
        Some((0..CpuSet::MAX_CPU).filter(|&processor| set.is_set(processor)).collect())
    }

    pub(super) fn pin(processor: usize) {
        let mut set = CpuSet::new();
        set.set(processor);
        // Whether it worked is seen by reading the mask back.
        let _ = sched_setaffinity(None, &set);
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    pub(super) fn allowed() -> Option<Vec<usize>> {
        None
    }

    pub(super) fn pin(_processor: usize) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_threads_of_a_core_count_once() {
        let pairs = |processor: usize| Some(vec![processor % 4, processor % 4 + 4]);
        assert_eq!(one_per_core(&[0, 1, 2, 3, 4, 5, 6, 7], pairs), [0, 1, 2, 3]);
        // Of the core whose first thread is not ours, the second one.
        assert_eq!(one_per_core(&[1, 4, 5, 6], pairs), [1, 4, 6]);
        assert_eq!(one_per_core(&[3, 5], |_| None), [3, 5]);
        assert_eq!(parse_list("0-2,8\n"), Some(vec![0, 1, 2, 8]));
        assert_eq!(parse_list("x"), None);
    }

    #[test]
    fn a_pinned_thread_may_use_one_processor() {
        assert!(usable_cores() >= 1);
        assert_eq!(assignment(4096), vec![None; 4096]);
        let Some(processor) = system::allowed().and_then(|allowed| allowed.last().copied()) else { return };
        let pinned = thread::spawn(move || (pin(processor), system::allowed()));
        assert_eq!(pinned.join().unwrap(), (Some(processor), Some(vec![processor])));
        // Nobody else is.
        assert!(system::allowed().unwrap().contains(&processor));
    }
}
