//! Every number of Monte Carlo Permutation Search.

use gametree_core::{Config, FieldError, OptionAbout, parse_number, parse_word};

/// Which path a playout must contain to count for a permutation statistic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Permutation {
    /// That of the nearest frozen ancestor-or-self, computed once when it froze.
    Frozen,
    /// The node's own, recounted at each visit at or below a frozen node. Slow: to compare.
    Path,
}

/// Whether a frozen node is computed again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refreeze {
    /// Once only.
    Never,
    /// Again at 2, 4, 8, … times the visits of the first time.
    Doubling,
}

const PERMUTATIONS: [(&str, Permutation); 2] = [("frozen", Permutation::Frozen), ("path", Permutation::Path)];
const REFREEZES: [(&str, Refreeze); 2] = [("never", Refreeze::Never), ("doubling", Refreeze::Doubling)];
const SWITCH: [(&str, bool); 2] = [("false", false), ("true", true)];

/// Parameters of MCPS. The defaults are the paper's where it states them (window, freeze_visits), GRAVE's habitual value
/// for `reference`, and ours otherwise.
#[derive(Clone, PartialEq, Debug)]
pub struct McpsConfig {
    /// A node with more playouts than this is the AMAF reference of those below it. From 0 to 10^9.
    pub reference: u32,
    /// A node freezes in the back-up of this visit. From 1 to 10^9.
    pub freeze_visits: u32,
    /// Playouts in the window. From 1 to 1,000,000. Its memory, a bit for each code and playout, is part of what the tree is
    /// allowed ([`gametree_mcts::TreeConfig::memory`]); more than half of it is refused by [`gametree_core::Search::fits`].
    pub window: u64,
    /// Which path conditions a permutation statistic.
    pub permutation: Permutation,
    /// Whether a frozen node is computed again.
    pub refreeze: Refreeze,
    /// Whether the root freezes like any other node.
    pub root_statistics: bool,
    /// Factor on the counts and rewards of the AMAF estimate. From 0 to 1000; the paper's is 1.
    pub amaf_weight: f64,
    /// Factor on the counts and rewards of the permutation estimate. From 0 to 1000; the paper's is 1.
    pub permutation_weight: f64,
}

impl Default for McpsConfig {
    fn default() -> Self {
        McpsConfig {
            reference: 50,
            freeze_visits: 30,
            window: 10_000,
            permutation: Permutation::Frozen,
            refreeze: Refreeze::Never,
            root_statistics: false,
            amaf_weight: 1.0,
            permutation_weight: 1.0,
        }
    }
}

impl Config for McpsConfig {
    const OPTIONS: &'static [OptionAbout] = &[
        OptionAbout {
            name: "reference",
            default: "50",
            allowed: "a whole number from 0 to 1000000000",
            about: "AMAF is taken from the nearest ancestor-or-self with more playouts than this (as in GRAVE)",
        },
        OptionAbout {
            name: "freeze_visits",
            default: "30",
            allowed: "a whole number from 1 to 1000000000",
            about: "a node's permutation statistics are computed at this visit (Cazenave, arXiv 2510.06381)",
        },
        OptionAbout {
            name: "window",
            default: "10000",
            allowed: "a whole number from 1 to 1000000",
            about: "the last playouts that a permutation statistic looks at (Cazenave, arXiv 2510.06381); a bit for \
                    each code and playout, in half of memory at most",
        },
        OptionAbout {
            name: "permutation",
            default: "frozen",
            allowed: "frozen, path",
            about: "the moves that a playout must contain: those to the frozen ancestor, or those to the node itself",
        },
        OptionAbout {
            name: "refreeze",
            default: "never",
            allowed: "never, doubling",
            about: "whether a frozen node is computed again at 2, 4, 8, … times freeze_visits",
        },
        OptionAbout {
            name: "root_statistics",
            default: "false",
            allowed: "false, true",
            about: "whether the root freezes too",
        },
        OptionAbout {
            name: "amaf_weight",
            default: "1",
            allowed: "a number from 0 to 1000",
            about: "factor on the AMAF counts; 1 in the paper",
        },
        OptionAbout {
            name: "permutation_weight",
            default: "1",
            allowed: "a number from 0 to 1000",
            about: "factor on the permutation counts; 1 in the paper",
        },
    ];

    fn set(&mut self, key: &str, value: &str) -> Result<(), FieldError> {
        match key {
            "reference" => self.reference = parse_number(key, value, 0..=1_000_000_000)?,
            "freeze_visits" => self.freeze_visits = parse_number(key, value, 1..=1_000_000_000)?,
            "window" => self.window = parse_number(key, value, 1..=1_000_000)?,
            "permutation" => self.permutation = parse_word(key, value, &PERMUTATIONS)?,
            "refreeze" => self.refreeze = parse_word(key, value, &REFREEZES)?,
            "root_statistics" => self.root_statistics = parse_word(key, value, &SWITCH)?,
            "amaf_weight" => self.amaf_weight = parse_number(key, value, 0.0..=1000.0)?,
            "permutation_weight" => self.permutation_weight = parse_number(key, value, 0.0..=1000.0)?,
            _ => return Err(Self::unknown(key)),
        }
        Ok(())
    }

    fn get(&self, key: &str) -> Option<String> {
        Some(match key {
            "reference" => self.reference.to_string(),
            "freeze_visits" => self.freeze_visits.to_string(),
            "window" => self.window.to_string(),
            "permutation" => word(self.permutation, &PERMUTATIONS),
            "refreeze" => word(self.refreeze, &REFREEZES),
            "root_statistics" => self.root_statistics.to_string(),
            "amaf_weight" => self.amaf_weight.to_string(),
            "permutation_weight" => self.permutation_weight.to_string(),
            _ => return None,
        })
    }
}

fn word<T: PartialEq>(meaning: T, words: &[(&str, T)]) -> String {
    words.iter().filter(|(_, m)| *m == meaning).map(|(word, _)| (*word).to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_has_its_default_and_is_checked() {
        let mut config = McpsConfig::default();
        for option in McpsConfig::OPTIONS {
            assert_eq!(config.get(option.name).as_deref(), Some(option.default));
            config.set(option.name, option.default).unwrap();
            for value in ["nan", "-1", "", "many"] {
                assert_eq!(config.set(option.name, value).unwrap_err().field, option.name);
            }
        }
        assert_eq!(config, McpsConfig::default());
        assert!(config.set("window", "0").unwrap_err().to_string().contains("from 1 to 1000000"));
        assert!(config.set("freeze_visit", "3").unwrap_err().to_string().contains("freeze_visits"));
        config.set("refreeze", "doubling").unwrap();
        assert_eq!((config.refreeze, config.get("refreeze").as_deref()), (Refreeze::Doubling, Some("doubling")));
    }
}
