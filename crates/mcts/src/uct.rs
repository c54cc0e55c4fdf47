//! UCT (Kocsis and Szepesvári 2006): upper confidence bounds applied to trees.

use gametree_core::{Config, FieldError, Game, OptionAbout, Rng, Source, parse_number};

use crate::candidates::Candidates;
use crate::config::TreeConfig;
use crate::pick::{Formula, Scratch};
use crate::scorer::{Scorer, Step};
use crate::search::Mcts;

/// Parameters of UCT.
///
/// The default is the textbook's √2, which explores widely on rewards in 0..1: UCB1's bound is for any rewards there, and the
/// means of neighbouring moves differ by little. On rewards in -1..1 the same constant would explore half as much. A smaller
/// one, 0.5 to 0.7, beats the default in the games that were tried (docs/mcps.md has the figures): whoever compares a search
/// with UCT should set such a one beside it.
#[derive(Clone, PartialEq, Debug)]
pub struct UctConfig {
    /// The constant c before the exploration term, for rewards in 0..1. From 0 to 100.
    pub exploration: f64,
}

impl Default for UctConfig {
    fn default() -> Self {
        UctConfig { exploration: std::f64::consts::SQRT_2 }
    }
}

impl Config for UctConfig {
    const OPTIONS: &'static [OptionAbout] = &[OptionAbout {
        name: "exploration",
        default: "1.4142135623730951",
        allowed: "a number from 0 to 100",
        about: "c in mean + c·sqrt(ln N / n), rewards in 0..1 (Kocsis and Szepesvári 2006). √2 is the textbook's, twice as wide as on \
                rewards in -1..1, and weak: 0.5 and 0.7071 beat it (docs/mcps.md); compare with such a one",
    }];

    fn set(&mut self, key: &str, value: &str) -> Result<(), FieldError> {
        match key {
            "exploration" => self.exploration = parse_number(key, value, 0.0..=100.0)?,
            _ => return Err(Self::unknown(key)),
        }
        Ok(())
    }

    fn get(&self, key: &str) -> Option<String> {
        (key == "exploration").then(|| self.exploration.to_string())
    }
}

/// Picks the candidate with the highest UCB1 value: mean + c·sqrt(ln N / n), where N is the visits of the node and n those
/// of the candidate. A candidate without visits comes first.
#[derive(Clone, Debug)]
pub struct Uct {
    exploration: f32,
    /// ln N for small N; libm's, which is the same on every machine.
    ln: Vec<f32>,
}

/// A UCT search.
#[must_use]
pub fn uct<G: Game>(config: &UctConfig, tree: &TreeConfig) -> Mcts<G, Uct> {
    Mcts::with_scorer(Uct::new(config), tree)
}

impl Default for Uct {
    /// By the textbook's constant.
    fn default() -> Self {
        Uct::new(&UctConfig::default())
    }
}

impl Uct {
    fn new(config: &UctConfig) -> Self {
        Uct { exploration: config.exploration as f32, ln: (0..1024).map(ln).collect() }
    }

    /// The formula for candidates of a node with `visits` visits.
    fn formula(&self, visits: u32) -> Ucb {
        let ln = self.ln.get(visits as usize).copied().unwrap_or_else(|| ln(visits));
        Ucb { spread: self.exploration * self.exploration * ln }
    }
}

fn ln(visits: u32) -> f32 {
    libm::log(f64::from(visits.max(1))) as f32
}

/// UCB1 with `spread` = c² ln N.
#[derive(Clone, Copy)]
struct Ucb {
    spread: f32,
}

impl Formula<1> for Ucb {
    #[inline(always)]
    fn value(&self, [(n, w)]: [(u32, u32); 1]) -> f32 {
        let once = 1.0 / n as f32;
        let value = 0.5 * w as f32 * once + (self.spread * once).sqrt();
        if n == 0 { f32::INFINITY } else { value }
    }
}

impl<G: Game> Scorer<G> for Uct {
    fn reference(&self) -> Option<u32> {
        None
    }

    #[inline(always)]
    fn pick(&mut self, _: &[Step], candidates: &Candidates<'_>, scratch: &mut Scratch, rng: &mut Rng) -> usize {
        candidates.pick(self.formula(candidates.visits), [candidates.own()], scratch, rng)
    }

    fn sources(&self, _: &Candidates<'_>, _: usize) -> Vec<Source> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fc_16_the_logarithm_is_of_the_node_s_visits() {
        let uct = |c: f64| Uct::new(&UctConfig { exploration: c });
        // 10 visits, 6 wins: 12 half points.
        let value = uct(1.4).formula(100).value([(10, 12)]);
        assert!((value - 1.5501).abs() < 1e-4, "{value}");
        assert_eq!(uct(1.4).formula(1).value([(0, 0)]), f32::INFINITY);
        assert_eq!(uct(0.0).formula(0).value([(0, 0)]), f32::INFINITY);
        assert_eq!(uct(0.0).formula(0).value([(1, 1)]), 0.5);
        assert!(uct(0.0).formula(5000).value([(4, 4)]) == 0.5);
    }

    #[test]
    fn parameters_are_checked() {
        let mut config = UctConfig::default();
        config.set("exploration", "0.4").unwrap();
        assert_eq!((config.exploration, config.get("exploration").as_deref()), (0.4, Some("0.4")));
        assert_eq!(UctConfig::default().get("exploration").as_deref(), Some(UctConfig::OPTIONS[0].default));
        for value in ["nan", "-1", "x"] {
            assert_eq!(config.set("exploration", value).unwrap_err().field, "exploration");
        }
        assert!(config.set("explore", "1").unwrap_err().to_string().contains("exploration"));
    }
}
