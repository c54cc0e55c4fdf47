//! The parameters of the players.

use gametree_core::{
    Config, FieldError, MEMORY_ALLOWED, OptionAbout, memory_text, parse_memory, parse_number, parse_word,
};

use crate::order::Order;
use crate::score::Goal;

const GOALS: [(&str, Goal); 2] = [("win", Goal::Distance), ("margin", Goal::Margin)];
const ORDERS: [(&str, Order); 2] = [("given", Order::Given), ("center", Order::Center)];
const SWITCH: [(&str, bool); 2] = [("off", false), ("on", true)];

const GOAL: OptionAbout = OptionAbout {
    name: "goal",
    default: "win",
    allowed: "win, margin",
    about: "win: the shortest win and the longest defence; margin: the most points at the end",
};

const fn order(default: &'static str) -> OptionAbout {
    OptionAbout {
        name: "order",
        default,
        allowed: "given, center",
        about: "the order of moves of which nothing is known: the game's, or from the center of the board out",
    }
}

const fn killers(default: &'static str) -> OptionAbout {
    OptionAbout {
        name: "killers",
        default,
        allowed: "off, on",
        about: "look first at the two moves that last refuted a position at the same ply",
    }
}

const fn history(default: &'static str) -> OptionAbout {
    OptionAbout {
        name: "history",
        default,
        allowed: "off, on",
        about: "look first at moves whose code has refuted many positions (Schaeffer 1983)",
    }
}

const fn forced(default: &'static str) -> OptionAbout {
    OptionAbout {
        name: "forced",
        default,
        allowed: "off, on",
        about: "where the game knows of a win or loss at hand, look only at the moves that matter",
    }
}

const fn table(default: &'static str) -> OptionAbout {
    OptionAbout {
        name: "table",
        default,
        allowed: "off, on",
        about: "remember positions; where positions may not recur, only to order moves",
    }
}

const MEMORY: OptionAbout =
    OptionAbout { name: "memory", default: "64MiB", allowed: MEMORY_ALLOWED, about: "the table's size" };

const fn quiescence(default: &'static str) -> OptionAbout {
    OptionAbout {
        name: "quiescence",
        default,
        allowed: "a number from 0 to 64",
        about: "plies of noisy moves that are searched beyond the depth; 0: none",
    }
}

const KEEP: OptionAbout = OptionAbout {
    name: "keep",
    default: "off",
    allowed: "off, on",
    about: "use what the table holds from earlier moves; a move then depends on the searches before it",
};

fn word<T: Copy + PartialEq>(value: T, words: &[(&str, T)]) -> String {
    words.iter().find(|(_, meaning)| *meaning == value).map_or("outcome", |(word, _)| word).to_string()
}

/// Parameters of [`crate::Minimax`].
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct MinimaxConfig {
    /// What to maximize.
    pub goal: Goal,
    /// Plies of noisy moves that are searched beyond the depth, at most 64.
    pub quiescence: u32,
}

impl Config for MinimaxConfig {
    const OPTIONS: &'static [OptionAbout] = &[GOAL, quiescence("0")];

    fn set(&mut self, key: &str, value: &str) -> Result<(), FieldError> {
        match key {
            "goal" => self.goal = parse_word(key, value, &GOALS)?,
            "quiescence" => self.quiescence = parse_number(key, value, 0..=64)?,
            _ => return Err(Self::unknown(key)),
        }
        Ok(())
    }

    fn get(&self, key: &str) -> Option<String> {
        match key {
            "goal" => Some(word(self.goal, &GOALS)),
            "quiescence" => Some(self.quiescence.to_string()),
            _ => None,
        }
    }
}

/// Parameters of [`crate::AlphaBeta`]. The default is the textbook's: from the center out, and nothing else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AlphaBetaConfig {
    /// What to maximize.
    pub goal: Goal,
    /// The order of moves of which nothing is known.
    pub order: Order,
    /// Whether to look first at moves that refuted a position at the same ply.
    pub killers: bool,
    /// Whether to look first at moves whose code has refuted many positions.
    pub history: bool,
    /// Whether to look only at [`gametree_core::Evaluate::forced_moves`] where there are such; not with [`Goal::Margin`].
    pub forced: bool,
    /// Whether to remember positions.
    pub table: bool,
    /// The table's size in bytes, at least 1 MiB.
    pub memory: u64,
    /// Plies of noisy moves that are searched beyond the depth, at most 64.
    pub quiescence: u32,
    /// Whether to use what the table holds from earlier moves.
    pub keep: bool,
}

impl Default for AlphaBetaConfig {
    fn default() -> Self {
        AlphaBetaConfig {
            goal: Goal::Distance,
            order: Order::Center,
            killers: false,
            history: false,
            forced: false,
            table: false,
            memory: 64 << 20,
            quiescence: 0,
            keep: false,
        }
    }
}

impl Config for AlphaBetaConfig {
    const OPTIONS: &'static [OptionAbout] = &[
        GOAL,
        order("center"),
        killers("off"),
        history("off"),
        forced("off"),
        table("off"),
        MEMORY,
        quiescence("0"),
        KEEP,
    ];

    fn set(&mut self, key: &str, value: &str) -> Result<(), FieldError> {
        match key {
            "goal" => self.goal = parse_word(key, value, &GOALS)?,
            "order" => self.order = parse_word(key, value, &ORDERS)?,
            "killers" => self.killers = parse_word(key, value, &SWITCH)?,
            "history" => self.history = parse_word(key, value, &SWITCH)?,
            "forced" => self.forced = parse_word(key, value, &SWITCH)?,
            "table" => self.table = parse_word(key, value, &SWITCH)?,
            "memory" => self.memory = parse_memory(key, value)?,
            "quiescence" => self.quiescence = parse_number(key, value, 0..=64)?,
            "keep" => self.keep = parse_word(key, value, &SWITCH)?,
            _ => return Err(Self::unknown(key)),
        }
        Ok(())
    }

    fn get(&self, key: &str) -> Option<String> {
        Some(match key {
            "goal" => word(self.goal, &GOALS),
            "order" => word(self.order, &ORDERS),
            "killers" => word(self.killers, &SWITCH),
            "history" => word(self.history, &SWITCH),
            "forced" => word(self.forced, &SWITCH),
            "table" => word(self.table, &SWITCH),
            "memory" => memory_text(self.memory),
            "quiescence" => self.quiescence.to_string(),
            "keep" => word(self.keep, &SWITCH),
            _ => return None,
        })
    }
}

/// Parameters of [`crate::Iterative`]: those of alpha-beta, with everything on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IterativeConfig {
    /// How each depth is searched.
    pub search: AlphaBetaConfig,
}

impl Default for IterativeConfig {
    fn default() -> Self {
        let plain = AlphaBetaConfig::default();
        IterativeConfig {
            search: AlphaBetaConfig { killers: true, history: true, forced: true, table: true, quiescence: 8, ..plain },
        }
    }
}

impl Config for IterativeConfig {
    const OPTIONS: &'static [OptionAbout] = &[
        GOAL,
        order("center"),
        killers("on"),
        history("on"),
        forced("on"),
        table("on"),
        MEMORY,
        quiescence("8"),
        KEEP,
    ];

    fn set(&mut self, key: &str, value: &str) -> Result<(), FieldError> {
        self.search.set(key, value)
    }

    fn get(&self, key: &str) -> Option<String> {
        self.search.get(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<C: Config>() {
        for option in C::OPTIONS {
            let mut config = C::default();
            assert_eq!(config.get(option.name).as_deref(), Some(option.default), "{}", option.name);
            config.set(option.name, option.default).unwrap();
            assert_eq!(config, C::default());
            for nonsense in ["", "-1", "nan", "perhaps"] {
                let error = config.set(option.name, nonsense).unwrap_err();
                assert_eq!(error.field, option.name);
            }
        }
        assert!(C::default().set("x", "1").unwrap_err().allowed.contains("quiescence"));
        assert_eq!(C::default().get("x"), None);
    }

    #[test]
    fn stated_defaults_are_the_defaults() {
        check::<MinimaxConfig>();
        check::<AlphaBetaConfig>();
        check::<IterativeConfig>();
    }
}
