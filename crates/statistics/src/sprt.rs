//! The sequential probability ratio test, for those who tune: it stops as soon as the games have decided.

use std::fmt;

use serde::Serialize;

use crate::likelihood::{log_ratio_expected, log_ratio_normalized};
use crate::scores::{Pentanomial, Scores};

/// A test of `elo0` against `elo1`, the strength of `a` less that of `b`. Written
/// `sprt:elo0=0,elo1=20,alpha=0.05,beta=0.05,model=logistic`.
///
/// The likelihood is the generalized one of Van den Bergh (GSPRT), in which only the expected score of the two hypotheses is
/// fixed and everything else is fitted, as in Fishtest and OpenBench: on pairs of games, with 0.001 in place of a
/// count that is zero.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The smaller difference in Elo points.
    pub elo0: f64,
    /// The larger one.
    pub elo1: f64,
    /// How often `elo1` may be accepted when `elo0` is true.
    pub alpha: f64,
    /// How often `elo0` may be accepted when `elo1` is true.
    pub beta: f64,
    /// The scale of the two differences.
    pub model: EloModel,
}

/// What an Elo point is. There is no BayesElo here: its points depend on the share of draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// From the expected score: 400 points are 10 to 1.
    Logistic,
    /// From the expected score in standard deviations of a game, so that equal differences need equally many games.
    Normalized,
}

/// Where a test stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// More games are needed.
    Continue,
    /// The difference is `elo0` or less.
    AcceptH0,
    /// The difference is `elo1` or more.
    AcceptH1,
}

/// Where the test of a cell stands.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtState {
    /// The logarithm of the likelihood ratio, always finite.
    pub llr: f64,
    /// At or below this, `elo0` is accepted.
    pub lower: f64,
    /// At or above this, `elo1` is.
    pub upper: f64,
    /// The pairs that were looked at and count: after a verdict, those that led to it.
    pub pairs: u64,
    /// What follows.
    pub verdict: Verdict,
}

impl Sprt {
    /// The limits of the log-likelihood ratio, the lower one first.
    #[must_use]
    pub fn limits(&self) -> [f64; 2] {
        [libm::log(self.beta / (1.0 - self.alpha)), libm::log((1.0 - self.beta) / self.alpha)]
    }

    /// The log-likelihood ratio of `elo1` to `elo0`: of pairs, or of games that were not played in pairs. Always finite,
    /// and 0 without results.
    #[must_use]
    pub fn llr<const N: usize>(&self, scores: &Scores<N>) -> f64 {
        if scores.count() == 0 {
            return 0.0;
        }
        match self.model {
            EloModel::Logistic => log_ratio_expected(scores, [self.elo0, self.elo1]),
            EloModel::Normalized => log_ratio_normalized(scores, [self.elo0, self.elo1]),
        }
    }

    /// Where the test stands after these pairs, if it was not decided before them.
    #[must_use]
    pub fn state(&self, pairs: &Pentanomial) -> SprtState {
        let [lower, upper] = self.limits();
        let llr = self.llr(pairs);
        let verdict = match llr {
            llr if llr >= upper => Verdict::AcceptH1,
            llr if llr <= lower => Verdict::AcceptH0,
            _ => Verdict::Continue,
        };
        SprtState { llr, lower, upper, pairs: pairs.count(), verdict }
    }
}

impl fmt::Display for Sprt {
    /// Every parameter, so that the Elo model is always named.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, alpha, beta, model } = self;
        write!(f, "sprt:elo0={elo0},elo1={elo1},alpha={alpha},beta={beta},model={model}")
    }
}

impl EloModel {
    /// Its name in the text of a test.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            EloModel::Logistic => "logistic",
            EloModel::Normalized => "normalized",
        }
    }
}

impl fmt::Display for EloModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for SprtState {
    /// `LLR 2.96 (-2.94, 2.94) after 140 pairs: elo1 accepted`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SprtState { llr, lower, upper, pairs, verdict } = self;
        let verdict = match verdict {
            Verdict::Continue => "undecided",
            Verdict::AcceptH0 => "elo0 accepted",
            Verdict::AcceptH1 => "elo1 accepted",
        };
        write!(f, "LLR {llr:.2} ({lower:.2}, {upper:.2}) after {pairs} pairs: {verdict}")
    }
}
