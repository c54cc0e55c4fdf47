//! The parameters that all tree searches share.

use gametree_core::{
    Config, FieldError, MEMORY_ALLOWED, OptionAbout, memory_text, parse_memory, parse_number, parse_word,
};

/// How much memory a tree may take, whether it is kept from one move to the next, and how many trees are grown at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeConfig {
    /// Bytes in use, for nodes, their tables and what a scorer keeps beside them: never more, and no change once the tree is
    /// full. A full tree is searched on but not expanded; a node in it whose counters can hold no more (those of 8 bits,
    /// which all nodes but the root begin with under rules with AMAF, at the 64th visit; those of 16 at the 32,768th) gets no wider ones but
    /// halves what they hold, and again at every 32nd or 16,384th: older playouts count for less there, and means stay as they are. Room for the root's wider counters is set aside, so the report counts every playout, except where a
    /// tree is kept whose new root halved its counters before. Tables are handed out from pieces of 1 MiB, of the tree's and of the
    /// scorer's own, and lists double as they grow: what the process takes from the system is more by that. The root and
    /// its table are always made, and what a scorer cannot do without must leave the tree enough: ask
    /// [`gametree_core::Search::fits`] before the first search.
    pub memory: u64,
    /// Whether a search goes on from the part of its last tree that the moves played since lead to; the same position again, or
    /// a move back, begins with nothing. A budget of playouts counts new ones only. `None` leaves it to the program: yes at the
    /// board, no in tournaments, where each move can then be searched again alone. Without a program, `None` means no.
    pub reuse: Option<bool>,
    /// Whether proven wins, losses and draws are passed up: proven moves leave the choice, a search that has proven its root ends,
    /// and the report says what is proven. A draw counts one half. Where positions may not recur, a value that rests on a move to a
    /// position that occurred before proves nothing.
    pub solver: bool,
    /// Whether the game is asked at each new node what is at hand near the last move ([`gametree_core::Game::tactics`]): a node that wins
    /// or loses at once needs no playout, and where few moves parry there are no others.
    pub forced: bool,
    /// Whether a position that is reached in several ways is one node (at the same ply, so that no path comes back). Own
    /// counts stay on the moves that lead there; AMAF and frozen tables are the node's. With `solver`, not where positions may not
    /// recur: what is proven depends on the path there.
    pub transpositions: bool,
    /// Playouts from each leaf, all credited to the leaf's tables. From 1 to 64.
    pub leaf: u32,
    /// How many searches, each on a thread of its own, look at a position at once and answer as one; the memory is divided among them.
    /// Only [`crate::threads`] makes several: a search by itself accepts no budget unless this is 1.
    pub threads: u32,
}

impl TreeConfig {
    /// Whether one search is all that is wanted.
    ///
    /// # Errors
    /// Names the number of threads.
    pub(crate) fn check_alone(&self) -> Result<(), FieldError> {
        let allowed = "1 for a player that is not built to search by several";
        if self.threads <= 1 { Ok(()) } else { Err(FieldError::new("threads", self.threads, allowed)) }
    }
}

impl Default for TreeConfig {
    fn default() -> Self {
        TreeConfig {
            memory: 1 << 30,
            reuse: None,
            solver: false,
            forced: false,
            transpositions: false,
            leaf: 1,
            threads: 1,
        }
    }
}

const SWITCH: [(&str, bool); 2] = [("false", false), ("true", true)];
const REUSE: [(&str, Option<bool>); 3] = [("auto", None), ("true", Some(true)), ("false", Some(false))];

impl Config for TreeConfig {
    const OPTIONS: &'static [OptionAbout] = &[
        OptionAbout {
            name: "memory",
            default: "1GiB",
            allowed: MEMORY_ALLOWED,
            about: "bound on the tree's memory; a full tree is searched on but not expanded",
        },
        OptionAbout {
            name: "reuse",
            default: "auto",
            allowed: "auto, true, false",
            about: "go on from the last search's tree; auto: in play and gtp, not in tournaments",
        },
        OptionAbout {
            name: "solver",
            default: "false",
            allowed: "true, false",
            about: "pass proven wins, losses and draws up, and end when the root is proven (Winands et al. 2008)",
        },
        OptionAbout {
            name: "forced",
            default: "false",
            allowed: "true, false",
            about: "ask the game at each new node for wins, losses and parries at hand near the last move",
        },
        OptionAbout {
            name: "transpositions",
            default: "false",
            allowed: "true, false",
            about: "a position that is reached in several ways is one node (Childs et al. 2008, UCT1)",
        },
        OptionAbout {
            name: "leaf",
            default: "1",
            allowed: "a whole number from 1 to 64",
            about: "playouts from each leaf",
        },
        OptionAbout {
            name: "threads",
            default: "1",
            allowed: "1 to 256",
            about: "searches at once, each with its tree and its part of the memory; their visits are added up",
        },
    ];

    fn set(&mut self, key: &str, value: &str) -> Result<(), FieldError> {
        match key {
            "memory" => self.memory = parse_memory(key, value)?,
            "reuse" => self.reuse = parse_word(key, value, &REUSE)?,
            "solver" => self.solver = parse_word(key, value, &SWITCH)?,
            "forced" => self.forced = parse_word(key, value, &SWITCH)?,
            "transpositions" => self.transpositions = parse_word(key, value, &SWITCH)?,
            "leaf" => self.leaf = parse_number(key, value, 1..=64)?,
            "threads" => self.threads = parse_number(key, value, 1..=256)?,
            _ => return Err(Self::unknown(key)),
        }
        Ok(())
    }

    fn get(&self, key: &str) -> Option<String> {
        match key {
            "memory" => Some(memory_text(self.memory)),
            "reuse" => REUSE.iter().find(|(_, reuse)| *reuse == self.reuse).map(|(word, _)| (*word).to_string()),
            "solver" => Some(self.solver.to_string()),
            "forced" => Some(self.forced.to_string()),
            "transpositions" => Some(self.transpositions.to_string()),
            "leaf" => Some(self.leaf.to_string()),
            "threads" => Some(self.threads.to_string()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_has_its_default_and_is_checked() {
        let mut config = TreeConfig::default();
        for option in TreeConfig::OPTIONS {
            assert_eq!(config.get(option.name).as_deref(), Some(option.default));
            config.set(option.name, option.default).unwrap();
            assert_eq!(config.set(option.name, "maybe").unwrap_err().field, option.name);
        }
        assert_eq!(config, TreeConfig::default());
        config.set("reuse", "false").unwrap();
        assert_eq!((config.reuse, config.get("reuse").as_deref()), (Some(false), Some("false")));
        assert!(config.set("mem", "1GiB").unwrap_err().to_string().contains("memory, reuse, solver"));
    }
}
