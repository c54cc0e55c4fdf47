//! The parameters of playouts and priors.

use gametree_core::{Config, Evaluate, FieldError, OptionAbout, parse_number, parse_word};

use crate::policy::{Cutoff, Knowing, Lgrf, Mast, Policy, Ppaf};
use crate::prior::{ByEvaluation, MOST_VIRTUAL, Prior};
use crate::scorer::Scorer;
use crate::search::Mcts;

/// A playout policy by its name.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub enum PolicyName {
    /// [`crate::Uniform`].
    #[default]
    Uniform,
    /// [`Knowing`].
    Knowing,
    /// [`Mast`].
    Mast,
    /// [`Ppaf`].
    Ppaf,
    /// [`Lgrf`].
    Lgrf,
    /// [`Cutoff`].
    Cutoff,
}

const POLICIES: [(&str, PolicyName); 6] = [
    ("uniform", PolicyName::Uniform),
    ("knowing", PolicyName::Knowing),
    ("mast", PolicyName::Mast),
    ("ppaf", PolicyName::Ppaf),
    ("lgrf", PolicyName::Lgrf),
    ("cutoff", PolicyName::Cutoff),
];

/// How playouts are made, and what is believed of moves before they are tried: what every Monte Carlo player can be given.
#[derive(Clone, PartialEq, Debug)]
pub struct GuideConfig {
    /// How playouts are made.
    pub policy: PolicyName,
    /// Plies of a playout before the evaluation decides, with [`PolicyName::Cutoff`].
    pub cut: u32,
    /// Virtual playouts of each move by the game's evaluation; 0 for none.
    pub prior: u32,
    /// The evaluation at which a win is e times as likely as a loss.
    pub scale: f64,
}

impl Default for GuideConfig {
    fn default() -> Self {
        GuideConfig { policy: PolicyName::Uniform, cut: 10, prior: 0, scale: 300.0 }
    }
}

impl GuideConfig {
    /// The policy; `None` for the game's own playout.
    #[must_use]
    pub fn policy<G: Evaluate>(&self) -> Option<Box<dyn Policy<G>>> {
        match self.policy {
            PolicyName::Uniform => None,
            PolicyName::Knowing => Some(Box::new(Knowing)),
            PolicyName::Mast => Some(Box::new(Mast::default())),
            PolicyName::Ppaf => Some(Box::new(Ppaf::default())),
            PolicyName::Lgrf => Some(Box::new(Lgrf::default())),
            PolicyName::Cutoff => Some(Box::new(Cutoff { plies: self.cut, scale: self.scale })),
        }
    }

    /// The prior, if there is one.
    #[must_use]
    pub fn prior<G: Evaluate>(&self) -> Option<Box<dyn Prior<G>>> {
        (self.prior > 0).then(|| Box::new(ByEvaluation::new(self.prior, self.scale)) as Box<dyn Prior<G>>)
    }
}

impl GuideConfig {
    /// A search with this policy and prior.
    #[must_use]
    pub fn on<G: Evaluate, S: Scorer<G>>(&self, search: Mcts<G, S>) -> Mcts<G, S, Option<Box<dyn Policy<G>>>> {
        search.with_policy(self.policy()).with_prior(self.prior())
    }
}

impl Config for GuideConfig {
    const OPTIONS: &'static [OptionAbout] = &[
        OptionAbout {
            name: "policy",
            default: "uniform",
            allowed: "uniform, knowing, mast, ppaf, lgrf, cutoff",
            about: "how playouts are made: at random, with the game's own knowledge, or as learnt in this search",
        },
        OptionAbout {
            name: "cut",
            default: "10",
            allowed: "a whole number from 0 to 1000",
            about: "plies of a playout before the evaluation decides, with policy=cutoff",
        },
        OptionAbout {
            name: "prior",
            default: "0",
            allowed: "a whole number from 0 to 1000",
            about: "virtual playouts of each move at a new node, by the game's evaluation (Gelly and Silver 2007)",
        },
        OptionAbout {
            name: "scale",
            default: "300",
            allowed: "a number from 0.001 to 100000",
            about: "the evaluation at which a win is e times as likely as a loss, for prior and policy=cutoff",
        },
    ];

    fn set(&mut self, key: &str, value: &str) -> Result<(), FieldError> {
        match key {
            "policy" => self.policy = parse_word(key, value, &POLICIES)?,
            "cut" => self.cut = parse_number(key, value, 0..=1000)?,
            "prior" => self.prior = parse_number(key, value, 0..=MOST_VIRTUAL)?,
            "scale" => self.scale = parse_number(key, value, 0.001..=100_000.0)?,
            _ => return Err(Self::unknown(key)),
        }
        Ok(())
    }

    fn get(&self, key: &str) -> Option<String> {
        match key {
            "policy" => POLICIES.iter().find(|(_, policy)| *policy == self.policy).map(|(word, _)| (*word).to_string()),
            "cut" => Some(self.cut.to_string()),
            "prior" => Some(self.prior.to_string()),
            "scale" => Some(self.scale.to_string()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree_core::testing::Toy;

    #[test]
    fn every_option_has_its_default_and_is_checked() {
        let mut config = GuideConfig::default();
        for option in GuideConfig::OPTIONS {
            assert_eq!(config.get(option.name).as_deref(), Some(option.default));
            config.set(option.name, option.default).unwrap();
            assert_eq!(config.set(option.name, "maybe").unwrap_err().field, option.name);
        }
        assert_eq!(config, GuideConfig::default());
        assert!(config.policy::<Toy>().is_none() && config.prior::<Toy>().is_none());
        for (word, policy) in POLICIES {
            config.set("policy", word).unwrap();
            assert_eq!((config.policy, config.policy::<Toy>().is_some()), (policy, word != "uniform"));
        }
    }
}
