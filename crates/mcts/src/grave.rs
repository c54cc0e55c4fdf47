//! GRAVE (Cazenave, IJCAI 2015): AMAF statistics of the nearest ancestor that has enough playouts.

use gametree_core::{Config, FieldError, Game, OptionAbout, Rng, Source, parse_number};

use crate::candidates::Candidates;
use crate::config::TreeConfig;
use crate::pick::{Formula, Scratch};
use crate::scorer::{Scorer, Step};
use crate::search::Mcts;
use crate::sources::amaf_source;

/// Parameters of GRAVE. The defaults are the author's habitual values.
#[derive(Clone, PartialEq, Debug)]
pub struct GraveConfig {
    /// A node with more playouts than this is the reference of those below it. From 0 (then it is RAVE) to 10^9.
    pub reference: u32,
    /// The bias b in β = ñ / (n + ñ + b·n·ñ). From 0 to 1.
    pub bias: f64,
}

impl Default for GraveConfig {
    fn default() -> Self {
        GraveConfig { reference: 50, bias: 1e-5 }
    }
}

impl Config for GraveConfig {
    const OPTIONS: &'static [OptionAbout] = &[
        OptionAbout {
            name: "reference",
            default: "50",
            allowed: "a whole number from 0 to 1000000000",
            about: "AMAF is taken from the nearest ancestor-or-self with more playouts than this (Cazenave 2015)",
        },
        OptionAbout {
            name: "bias",
            default: "0.00001",
            allowed: "a number from 0 to 1",
            about: "b in β = ñ/(n+ñ+b·n·ñ), the weight of AMAF (Cazenave 2015)",
        },
    ];

    fn set(&mut self, key: &str, value: &str) -> Result<(), FieldError> {
        match key {
            "reference" => self.reference = parse_number(key, value, 0..=1_000_000_000)?,
            "bias" => self.bias = parse_number(key, value, 0.0..=1.0)?,
            _ => return Err(Self::unknown(key)),
        }
        Ok(())
    }

    fn get(&self, key: &str) -> Option<String> {
        match key {
            "reference" => Some(self.reference.to_string()),
            "bias" => Some(self.bias.to_string()),
            _ => None,
        }
    }
}

/// Picks the candidate with the highest (1−β)·mean + β·AMAF mean, with the reference node's AMAF.
#[derive(Clone, Default, Debug)]
pub struct Grave {
    config: GraveConfig,
}

/// A GRAVE search.
#[must_use]
pub fn grave<G: Game>(config: &GraveConfig, tree: &TreeConfig) -> Mcts<G, Grave> {
    Mcts::with_scorer(Grave { config: config.clone() }, tree)
}

/// (1−β)·w/n + β·w̃/ñ with β = ñ/(n+ñ+b·n·ñ), on one denominator: (w(1+b·ñ)+w̃) / (n(1+b·ñ)+ñ). In half points.
#[derive(Clone, Copy)]
pub(crate) struct GraveFormula {
    pub(crate) bias: f32,
}

impl Formula<2> for GraveFormula {
    #[inline(always)]
    fn value(&self, estimates: [(u32, u32); 2]) -> f32 {
        let [(n, w), (amaf_n, amaf_w)] = estimates.map(|(count, reward)| (count as f32, reward as f32));
        let own = 1.0 + self.bias * amaf_n;
        let count = n * own + amaf_n;
        let value = (w * own + amaf_w) / count;
        if count == 0.0 { f32::INFINITY } else { value }
    }
}

impl<G: Game> Scorer<G> for Grave {
    fn reference(&self) -> Option<u32> {
        Some(self.config.reference)
    }

    #[inline(always)]
    fn pick(&mut self, _: &[Step], candidates: &Candidates<'_>, scratch: &mut Scratch, rng: &mut Rng) -> usize {
        let estimates = [candidates.own(), candidates.amaf().expect("GRAVE keeps AMAF")];
        let formula = GraveFormula { bias: self.config.bias as f32 };
        candidates.or_lone(candidates.pick(formula, estimates, scratch, rng))
    }

    fn sources(&self, candidates: &Candidates<'_>, entry: usize) -> Vec<Source> {
        amaf_source(candidates, entry, |n, amaf_n| amaf_n / (n + amaf_n + self.config.bias * n * amaf_n))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formula_is_the_weighted_mean_of_the_paper() {
        for bias in [0.0, 1e-5, 0.1] {
            for [n, w, amaf_n, amaf_w] in [[10.0, 12.0, 40.0, 30.0], [0.0, 0.0, 5.0, 4.0], [7.0, 14.0, 7.0, 14.0]] {
                let beta = amaf_n / (amaf_n + n + bias * amaf_n * n);
                let mean = if n == 0.0 { 1.0 } else { 0.5 * w / n };
                let expected = (1.0 - beta) * mean + beta * 0.5 * amaf_w / amaf_n;
                let formula = GraveFormula { bias: bias as f32 };
                let value = formula.value([(n as u32, w as u32), (amaf_n as u32, amaf_w as u32)]) / 2.0;
                assert!((f64::from(value) - expected).abs() < 1e-6, "{value} for {expected}");
            }
        }
        assert_eq!(GraveFormula { bias: 1e-5 }.value([(0, 0); 2]), f32::INFINITY);
    }

    #[test]
    fn parameters_are_checked() {
        let mut config = GraveConfig::default();
        for option in GraveConfig::OPTIONS {
            assert_eq!(config.get(option.name).as_deref(), Some(option.default));
        }
        config.set("bias", "1e-7").unwrap();
        config.set("reference", "0").unwrap();
        assert_eq!((config.bias, config.reference), (1e-7, 0));
        for (key, value) in
            [("bias", "nan"), ("bias", "-1"), ("reference", "-1"), ("reference", "1.5"), ("reference", "")]
        {
            assert_eq!(config.set(key, value).unwrap_err().field, key);
        }
    }
}
