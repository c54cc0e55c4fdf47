//! RAVE and MC-RAVE (Gelly and Silver 2007, 2011): AMAF statistics of the node itself, with a weight that fades.

use gametree_core::{Config, FieldError, Game, OptionAbout, Rng, Source, parse_number, parse_word};

use crate::candidates::Candidates;
use crate::config::TreeConfig;
use crate::grave::GraveFormula;
use crate::pick::{Formula, Scratch};
use crate::scorer::{Scorer, Step};
use crate::search::Mcts;
use crate::sources::amaf_source;

/// How the weight β of the AMAF mean falls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Schedule {
    /// The hand-selected schedule of Gelly and Silver (2011): β = sqrt(k / (3N + k)), N the visits of the node.
    Hand,
    /// β = k / (3n + k), n the visits of the candidate.
    Child,
    /// Minimum mean squared error, the weight of GRAVE too: β = ñ / (n + ñ + bias·n·ñ).
    Mse,
}

const SCHEDULES: [(&str, Schedule); 3] = [("hand", Schedule::Hand), ("child", Schedule::Child), ("mse", Schedule::Mse)];

/// Parameters of RAVE.
#[derive(Clone, PartialEq, Debug)]
pub struct RaveConfig {
    /// How the weight of AMAF falls.
    pub schedule: Schedule,
    /// Visits at which `hand` and `child` give AMAF half of the (squared) weight. From 1 to 10^9.
    pub k: f64,
    /// The bias of `mse`. From 0 to 1.
    pub bias: f64,
}

impl Default for RaveConfig {
    fn default() -> Self {
        RaveConfig { schedule: Schedule::Hand, k: 1000.0, bias: 1e-5 }
    }
}

impl Config for RaveConfig {
    const OPTIONS: &'static [OptionAbout] = &[
        OptionAbout {
            name: "schedule",
            default: "hand",
            allowed: "hand, child, mse",
            about: "weight of AMAF: hand = sqrt(k/(3N+k)) (Gelly and Silver 2011), child = k/(3n+k), mse = ñ/(n+ñ+bias·n·ñ)",
        },
        OptionAbout {
            name: "k",
            default: "1000",
            allowed: "a number from 1 to 1000000000",
            about: "equivalence parameter of the schedules hand and child",
        },
        OptionAbout {
            name: "bias",
            default: "0.00001",
            allowed: "a number from 0 to 1",
            about: "bias of the schedule mse",
        },
    ];

    fn set(&mut self, key: &str, value: &str) -> Result<(), FieldError> {
        match key {
            "schedule" => self.schedule = parse_word(key, value, &SCHEDULES)?,
            "k" => self.k = parse_number(key, value, 1.0..=1e9)?,
            "bias" => self.bias = parse_number(key, value, 0.0..=1.0)?,
            _ => return Err(Self::unknown(key)),
        }
        Ok(())
    }

    fn get(&self, key: &str) -> Option<String> {
        match key {
            "schedule" => SCHEDULES.iter().find(|(_, s)| *s == self.schedule).map(|(word, _)| (*word).to_string()),
            "k" => Some(self.k.to_string()),
            "bias" => Some(self.bias.to_string()),
            _ => None,
        }
    }
}

/// Picks the candidate with the highest (1−β)·mean + β·AMAF mean, with the node's own AMAF.
#[derive(Clone, Default, Debug)]
pub struct Rave {
    config: RaveConfig,
}

/// A RAVE search.
#[must_use]
pub fn rave<G: Game>(config: &RaveConfig, tree: &TreeConfig) -> Mcts<G, Rave> {
    Mcts::with_scorer(Rave { config: config.clone() }, tree)
}

/// β the same for all candidates of a node.
#[derive(Clone, Copy)]
struct Even {
    beta: f32,
}

/// β = k / (3n + k).
#[derive(Clone, Copy)]
struct ByCandidate {
    k: f32,
}

/// The two means, mixed; AMAF alone for a candidate without visits, first of all one without any statistic.
#[inline(always)]
fn mix_means(beta: f32, [(n, w), (amaf_n, amaf_w)]: [(u32, u32); 2]) -> f32 {
    let amaf = amaf_w as f32 / amaf_n as f32;
    let mixed = (1.0 - beta) * (w as f32 / n as f32) + beta * amaf;
    let value = if n == 0 { amaf } else { mixed };
    if amaf_n == 0 { f32::INFINITY } else { value }
}

impl Formula<2> for Even {
    #[inline(always)]
    fn value(&self, estimates: [(u32, u32); 2]) -> f32 {
        mix_means(self.beta, estimates)
    }
}

impl Formula<2> for ByCandidate {
    #[inline(always)]
    fn value(&self, estimates: [(u32, u32); 2]) -> f32 {
        mix_means(self.k / (3.0 * estimates[0].0 as f32 + self.k), estimates)
    }
}

impl Rave {
    fn even(&self, visits: u32) -> Even {
        let k = self.config.k as f32;
        Even { beta: (k / (3.0 * visits as f32 + k)).sqrt() }
    }
}

impl<G: Game> Scorer<G> for Rave {
    fn reference(&self) -> Option<u32> {
        Some(0)
    }

    #[inline(always)]
    fn pick(&mut self, _: &[Step], candidates: &Candidates<'_>, scratch: &mut Scratch, rng: &mut Rng) -> usize {
        let estimates = [candidates.own(), candidates.amaf().expect("RAVE keeps AMAF")];
        let picked = match self.config.schedule {
            Schedule::Hand => candidates.pick(self.even(candidates.visits), estimates, scratch, rng),
            Schedule::Child => candidates.pick(ByCandidate { k: self.config.k as f32 }, estimates, scratch, rng),
            Schedule::Mse => candidates.pick(GraveFormula { bias: self.config.bias as f32 }, estimates, scratch, rng),
        };
        candidates.or_lone(picked)
    }

    fn sources(&self, candidates: &Candidates<'_>, entry: usize) -> Vec<Source> {
        amaf_source(candidates, entry, |n, amaf_n| match self.config.schedule {
            _ if n == 0.0 => 1.0,
            Schedule::Hand => f64::from(self.even(candidates.visits).beta),
            Schedule::Child => self.config.k / (3.0 * n + self.config.k),
            Schedule::Mse => amaf_n / (n + amaf_n + self.config.bias * n * amaf_n),
        })
    }
}
