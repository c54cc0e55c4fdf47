//! CPU time of another process.

use std::time::Duration;

/// CPU time that a process has used so far, with all its threads and all its descendants: an engine may be a script that
/// starts the program that thinks. In steps of the system's tick, usually 10 ms; the steps do not add up over moves.
/// `None` where the system does not tell, and when the process has ended.
pub(super) fn cpu_of(process: u32) -> Option<Duration> {
    system::cpu_of(process)
}

/// Whether [`cpu_of`] works on this system.
pub(super) fn is_known() -> bool {
    system::cpu_of(std::process::id()).is_some()
}

#[cfg(target_os = "linux")]
mod system {
    use std::fs;
    use std::time::Duration;

    /// More descendants than any engine has.
    const MOST: usize = 4096;

    pub(super) fn cpu_of(process: u32) -> Option<Duration> {
        let mut ticks = ticks(process)?;
        let mut found = children(process);
        let mut next = 0;
        while let Some(&child) = found.get(next).filter(|_| next < MOST) {
            // One that has just ended counts among the ended children of its parent.
            ticks += self::ticks(child).unwrap_or(0);
            found.extend(children(child));
            next += 1;
        }
        Some(Duration::from_secs_f64(ticks as f64 / rustix::param::clock_ticks_per_second().max(1) as f64))
    }

    /// Of the process and of those of its children that have ended: fields 14 to 17 of proc(5).
    fn ticks(process: u32) -> Option<u64> {
        let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The name in field 2 may hold spaces and parentheses.
        let (_, after_name) = text.rsplit_once(") ")?;
        let of_four: Vec<u64> =
            after_name.split(' ').skip(11).take(4).map(str::parse).collect::<Result<_, _>>().ok()?;
        (of_four.len() == 4).then(|| of_four.iter().sum())
    }

    fn children(process: u32) -> Vec<u32> {
        let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { return Vec::new() };
        let of_thread = |entry: fs::DirEntry| fs::read_to_string(entry.path().join("children")).unwrap_or_default();
        let texts: Vec<String> = threads.filter_map(Result::ok).map(of_thread).collect();
        texts.iter().flat_map(|text| text.split_whitespace()).filter_map(|word| word.parse().ok()).collect()
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::time::Duration;

    pub(super) fn cpu_of(_process: u32) -> Option<Duration> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_that_works_uses_time() {
        let Some(before) = cpu_of(std::process::id()) else { return };
        let begin = gametree_core::thread_cpu();
        while gametree_core::thread_cpu() - begin < Duration::from_millis(60) {}
        let used = cpu_of(std::process::id()).unwrap() - before;
        assert!(used >= Duration::from_millis(40), "{used:?}");
        assert!(is_known());
        assert_eq!(cpu_of(u32::MAX), None);
    }
}
