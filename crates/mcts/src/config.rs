//! The parameter that all tree searches share.

use gametree_core::{Config, FieldError, OptionAbout};

/// How much memory a tree may take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeConfig {
    /// Bytes, for nodes, their tables and what a scorer keeps beside them. A full tree is searched on but not expanded.
    /// Memory comes in pieces of 1 MiB, so up to that much more may be reserved. The root and its table are always made.
    pub memory: u64,
}

impl Default for TreeConfig {
    fn default() -> Self {
        TreeConfig { memory: 1 << 30 }
    }
}

const UNITS: [(&str, u32); 4] = [("GiB", 30), ("MiB", 20), ("KiB", 10), ("B", 0)];

impl Config for TreeConfig {
    const OPTIONS: &'static [OptionAbout] = &[OptionAbout {
        name: "memory",
        default: "1GiB",
        allowed: "a whole number of B, KiB, MiB or GiB, at least 1MiB",
        about: "bound on the tree's memory; a full tree is searched on but not expanded",
    }];

    fn set(&mut self, key: &str, value: &str) -> Result<(), FieldError> {
        if key != "memory" {
            return Err(Self::unknown(key));
        }
        let bytes = UNITS.iter().find_map(|(unit, shift)| {
            let digits = value.strip_suffix(unit)?;
            let number = digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse::<u64>().ok())??;
            number.checked_mul(1 << shift)
        });
        self.memory = bytes
            .filter(|&bytes| bytes >= 1 << 20)
            .ok_or_else(|| FieldError::new(key, value, Self::OPTIONS[0].allowed))?;
        Ok(())
    }

    fn get(&self, key: &str) -> Option<String> {
        let (unit, shift) = UNITS.into_iter().find(|&(_, shift)| self.memory.trailing_zeros() >= shift)?;
        (key == "memory").then(|| format!("{}{unit}", self.memory >> shift))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read_with_its_unit() {
        let mut config = TreeConfig::default();
        for (text, written) in [("1GiB", "1GiB"), ("1024MiB", "1GiB"), ("1500KiB", "1500KiB"), ("2097153B", "2097153B")]
        {
            config.set("memory", text).unwrap();
            assert_eq!(config.get("memory").unwrap(), written);
        }
        for text in ["1", "0GiB", "1023KiB", "-1GiB", "1.5GiB", "+4MiB", "99999999999GiB", ""] {
            assert!(config.set("memory", text).is_err(), "{text}");
        }
        assert!(config.set("mem", "1GiB").unwrap_err().to_string().contains("memory"));
    }
}
