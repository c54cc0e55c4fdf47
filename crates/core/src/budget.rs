//! How much a search may spend, and how it keeps to it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde_core::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::error::FieldError;

/// Limits of one search; the first one reached ends it. `None` means no limit.
///
/// Written as in commands and plans, several joined by commas:
///
/// ```
/// use gametree_core::Budget;
/// use std::time::Duration;
/// let budget: Budget = "playouts=1000,cpu=1.5s".parse().unwrap();
/// assert_eq!(budget.playouts, Some(1000));
/// assert_eq!(budget.cpu, Some(Duration::from_millis(1500)));
/// assert_eq!(budget.to_string(), "playouts=1000,cpu=1500ms");
/// assert!("cpu=-1s".parse::<Budget>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Budget {
    /// Playouts.
    pub playouts: Option<u64>,
    /// Nodes visited.
    pub nodes: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// CPU time of the searching thread; of all of them together where a search has several.
    pub cpu: Option<Duration>,
    /// Wall time.
    pub wall: Option<Duration>,
}

impl Budget {
    /// Nothing but a number of playouts.
    #[must_use]
    pub fn playouts(playouts: u64) -> Self {
        Budget { playouts: Some(playouts), ..Budget::default() }
    }

    /// Nothing but CPU time of the searching thread.
    #[must_use]
    pub fn cpu(cpu: Duration) -> Self {
        Budget { cpu: Some(cpu), ..Budget::default() }
    }

    /// The time that a move may take, if there is such a limit: the shorter one where there are two.
    #[must_use]
    pub fn time(&self) -> Option<Duration> {
        self.cpu.into_iter().chain(self.wall).min()
    }

    /// Checks that only limits from `allowed` are set, and at least one.
    ///
    /// # Errors
    /// Names the first limit that is not allowed, or says that there is none.
    pub fn only(&self, allowed: &[Limit]) -> Result<(), FieldError> {
        let names = allowed.iter().map(|limit| format!("{}=", limit.name())).collect::<Vec<_>>().join(", ");
        let mut any = false;
        for limit in Limit::ALL {
            let Some(value) = self.written(limit) else { continue };
            any = true;
            if !allowed.contains(&limit) {
                return Err(FieldError::new(format_args!("budget {}", limit.name()), value, names));
            }
        }
        if any { Ok(()) } else { Err(FieldError::new("budget", "", names)) }
    }

    fn written(&self, limit: Limit) -> Option<String> {
        match limit {
            Limit::Playouts => self.playouts.map(|n| n.to_string()),
            Limit::Nodes => self.nodes.map(|n| n.to_string()),
            Limit::Depth => self.depth.map(|n| n.to_string()),
            Limit::Cpu => self.cpu.map(format_duration),
            Limit::Wall => self.wall.map(format_duration),
        }
    }
}

/// The kinds of limit that a [`Budget`] has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// A number of playouts.
    Playouts,
    /// A number of nodes.
    Nodes,
    /// A depth in plies.
    Depth,
    /// CPU time.
    Cpu,
    /// Wall time.
    Wall,
}

impl Limit {
    /// All of them, in the order in which a budget is written.
    pub const ALL: [Limit; 5] = [Limit::Playouts, Limit::Nodes, Limit::Depth, Limit::Cpu, Limit::Wall];

    /// Its key in a written budget.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Limit::Playouts => "playouts",
            Limit::Nodes => "nodes",
            Limit::Depth => "depth",
            Limit::Cpu => "cpu",
            Limit::Wall => "wall",
        }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for limit in Limit::ALL {
            if let Some(value) = self.written(limit) {
                write!(f, "{separator}{}={value}", limit.name())?;
                separator = ",";
            }
        }
        Ok(())
    }
}

impl FromStr for Budget {
    type Err = FieldError;

    fn from_str(text: &str) -> Result<Self, FieldError> {
        const ALLOWED: &str = "playouts=N, nodes=N, depth=N, cpu=DURATION, wall=DURATION, joined by commas";
        let mut budget = Budget::default();
        for part in text.split(',') {
            let Some((key, value)) = part.split_once('=') else {
                return Err(FieldError::new("budget", text, ALLOWED));
            };
            let field = format!("budget {key}");
            let whole = || whole_number(value).ok_or_else(|| FieldError::new(&field, value, "a whole number from 0"));
            let duration = || parse_duration(value).map_err(|e| FieldError { field: field.clone(), ..e });
            let repeated = match key {
                "playouts" => budget.playouts.replace(whole()?).is_some(),
                "nodes" => budget.nodes.replace(whole()?).is_some(),
                "depth" => {
                    let depth = u32::try_from(whole()?)
                        .map_err(|_| FieldError::new(&field, value, "a whole number below 4294967296"))?;
                    budget.depth.replace(depth).is_some()
                }
                "cpu" => budget.cpu.replace(duration()?).is_some(),
                "wall" => budget.wall.replace(duration()?).is_some(),
                _ => return Err(FieldError::new("budget", key, Limit::ALL.map(Limit::name).join(", "))),
            };
            if repeated {
                return Err(FieldError::new(&field, value, "each limit once"));
            }
        }
        Ok(budget)
    }
}

impl Serialize for Budget {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Budget {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

fn whole_number(text: &str) -> Option<u64> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// Reads a duration: a positive decimal number and a unit (`us`, `ms`, `s`, `m`, `h`), or several of them, largest
/// first, as in `23h50m`.
///
/// # Errors
/// A [`FieldError`] on `duration`.
pub fn parse_duration(text: &str) -> Result<Duration, FieldError> {
    let error = || {
        FieldError::new(
            "duration",
            text,
            "a positive duration in whole microseconds, such as 500us, 20ms, 1.5s, 10m, 2h or 23h50m",
        )
    };
    let mut total = Duration::ZERO;
    let mut rest = text;
    let mut last_unit = f64::INFINITY;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').ok_or_else(error)?;
        let number: f64 = rest[..digits].parse().map_err(|_| error())?;
        let letters = rest[digits..].find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len() - digits);
        let unit = match &rest[digits..digits + letters] {
            "us" => 1e-6,
            "ms" => 1e-3,
            "s" => 1.0,
            "m" => 60.0,
            "h" => 3600.0,
            _ => return Err(error()),
        };
        if unit >= last_unit {
            return Err(error());
        }
        last_unit = unit;
        let part = Duration::try_from_secs_f64(number * unit).map_err(|_| error())?;
        total = total.checked_add(part).ok_or_else(error)?;
        rest = &rest[digits + letters..];
    }
    // Durations are written in whole microseconds, and what was written must read back as the same.
    let whole = total.subsec_nanos().is_multiple_of(1000);
    if total.is_zero() || !whole { Err(error()) } else { Ok(total) }
}

/// Writes a duration in the largest unit that keeps it whole: `20ms`, `1s`, `2h`.
#[must_use]
pub fn format_duration(duration: Duration) -> String {
    let micros = duration.as_micros();
    for (unit, size) in [("h", 3_600_000_000), ("m", 60_000_000), ("s", 1_000_000), ("ms", 1_000)] {
        if micros >= size && micros.is_multiple_of(size) {
            return format!("{}{unit}", micros / size);
        }
    }
    format!("{micros}us")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_survive_a_round_trip() {
        for text in ["1us", "20ms", "1s", "90s", "2m", "2h", "1500ms"] {
            let duration = parse_duration(text).unwrap();
            assert_eq!(parse_duration(&format_duration(duration)).unwrap(), duration);
        }
        assert_eq!(parse_duration("23h50m").unwrap(), Duration::from_secs(85_800));
        assert_eq!(format_duration(Duration::from_millis(20)), "20ms");
    }

    #[test]
    fn bad_budgets_name_the_field() {
        for (text, field) in [
            ("cpu=-1s", "budget cpu"),
            ("cpu=0s", "budget cpu"),
            ("cpu=nan", "budget cpu"),
            ("cpu=1", "budget cpu"),
            ("cpu=0.5us", "budget cpu"),
            ("cpu=1.0005ms", "budget cpu"),
            ("wall=1e300h", "budget wall"),
            ("wall=1s2h", "budget wall"),
            ("playouts=-1", "budget playouts"),
            ("playouts=1.5", "budget playouts"),
            ("playouts=+5", "budget playouts"),
            ("playouts=99999999999999999999", "budget playouts"),
            ("playouts=1,playouts=2", "budget playouts"),
            ("depth=4294967296", "budget depth"),
            ("", "budget"),
            ("fish=1", "budget"),
            ("playouts", "budget"),
        ] {
            assert_eq!(text.parse::<Budget>().unwrap_err().field, field, "{text}");
        }
        let depth: Budget = "depth=6".parse().unwrap();
        let error = depth.only(&[Limit::Playouts, Limit::Cpu]).unwrap_err();
        assert_eq!(error.to_string(), "budget depth: 6 is not allowed; allowed: playouts=, cpu=");
        assert!(Budget::default().only(&[Limit::Cpu]).is_err());
    }
}
