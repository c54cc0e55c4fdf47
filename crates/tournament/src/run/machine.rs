//! Where and with what a game was played.

use std::fs;

/// What a record says of the machine and the program. `None` where it cannot be told.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Machine {
    /// The host's name.
    pub host: Option<String>,
    /// The model of the CPU.
    pub cpu: Option<String>,
    /// The commit that the program was built from.
    pub commit: Option<String>,
}

impl Machine {
    /// This machine. A program passes the commit it was built from, if it knows.
    #[must_use]
    pub fn here(commit: Option<&str>) -> Self {
        let host = fs::read_to_string("/proc/sys/kernel/hostname")
            .ok()
            .or_else(|| std::env::var("HOSTNAME").ok())
            .or_else(|| std::env::var("COMPUTERNAME").ok());
        let cpu = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
            let line = text.lines().find(|line| line.starts_with("model name"))?;
            Some(line.split_once(':')?.1.to_string())
        });
        let tidy = |text: String| Some(text.trim().to_string()).filter(|text| !text.is_empty());
        Machine {
            host: host.and_then(tidy),
            cpu: cpu.and_then(tidy),
            commit: commit.map(str::to_string).and_then(tidy),
        }
    }
}
