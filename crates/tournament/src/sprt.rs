//! The sequential probability ratio test, for those who tune: it stops as soon as the games have decided.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use gametree_core::{FieldError, parse_number, parse_word};

use crate::likelihood::{log_ratio_expected, log_ratio_normalized};
use crate::record::{Failures, GameRecord};
use crate::scores::{Pair, Pairs, Pentanomial, Scores};

/// A test of `elo0` against `elo1`, the strength of `a` less that of `b`. As text:
/// `sprt:elo0=0,elo1=20,alpha=.05,beta=.05,model=logistic`, of which `alpha`, `beta` (.05) and `model` may be left out.
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

const MODELS: [(&str, EloModel); 2] = [("logistic", EloModel::Logistic), ("normalized", EloModel::Normalized)];
const KEYS: &str = "elo0, elo1, alpha, beta, model";

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

impl FromStr for Sprt {
    type Err = FieldError;

    fn from_str(text: &str) -> Result<Self, FieldError> {
        let Some(parameters) = text.strip_prefix("sprt:") else {
            return Err(FieldError::new("stop", text, "sprt:elo0=0,elo1=20,alpha=.05,beta=.05,model=logistic"));
        };
        let mut sprt = Sprt { elo0: 0.0, elo1: 0.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic };
        let mut seen = Vec::new();
        for part in parameters.split(',') {
            let Some((key, value)) = part.split_once('=') else {
                return Err(FieldError::new("parameter of sprt", part, "key=value, joined by commas"));
            };
            if seen.contains(&key) {
                return Err(FieldError::new("parameter of sprt", part, "each parameter once"));
            }
            seen.push(key);
            let field = format!("{key} of sprt");
            match key {
                "elo0" => sprt.elo0 = parse_number(&field, value, -MOST_ELO..=MOST_ELO)?,
                "elo1" => sprt.elo1 = parse_number(&field, value, -MOST_ELO..=MOST_ELO)?,
                "alpha" => sprt.alpha = risk(&field, value)?,
                "beta" => sprt.beta = risk(&field, value)?,
                "model" => sprt.model = parse_word(&field, value, &MODELS)?,
                _ => return Err(FieldError::new("parameter of sprt", key, KEYS)),
            }
        }
        if let Some(missing) = ["elo0", "elo1"].into_iter().find(|key| !seen.contains(key)) {
            return Err(FieldError::new(format_args!("{missing} of sprt"), "", "a number, as in sprt:elo0=0,elo1=20"));
        }
        if sprt.elo0 >= sprt.elo1 {
            return Err(FieldError::new("elo1 of sprt", sprt.elo1, format_args!("more than elo0, {}", sprt.elo0)));
        }
        Ok(sprt)
    }
}

/// Differences beyond this are no question of a tournament, and strain the numbers.
const MOST_ELO: f64 = 200.0;

fn risk(field: &str, value: &str) -> Result<f64, FieldError> {
    match value.parse() {
        Ok(risk) if (1e-9..0.5).contains(&risk) => Ok(risk),
        _ => Err(FieldError::new(field, value, "a number above 0 and below 0.5")),
    }
}

impl fmt::Display for Sprt {
    /// Every parameter, so that the Elo model is always named.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, alpha, beta, model } = self;
        write!(f, "sprt:elo0={elo0},elo1={elo1},alpha={alpha},beta={beta},model={model}")
    }
}

impl fmt::Display for EloModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MODELS.iter().find(|(_, model)| model == self).map_or("", |(word, _)| word))
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

/// The test of every cell of a run, fed with records in any order.
///
/// Pairs are looked at by their number, 0, 1, 2 and so on, each when all before it are complete or void, and the first
/// limit that is reached is the verdict for good. So it depends neither on the order in which games finish nor on how many
/// were played beyond.
#[derive(Clone, Debug)]
pub struct SprtTest {
    sprt: Sprt,
    failures: Failures,
    cells: HashMap<String, CellTest>,
}

#[derive(Clone, Debug)]
struct CellTest {
    /// Pairs from `next` on.
    pairs: Pairs,
    next: u32,
    scores: Pentanomial,
    state: SprtState,
}

impl SprtTest {
    /// The test before the first game; games in which a player fails are void.
    #[must_use]
    pub fn new(sprt: Sprt) -> Self {
        SprtTest { sprt, failures: Failures::Void, cells: HashMap::new() }
    }

    /// The same with what a plan says of failures.
    #[must_use]
    pub fn counting(self, failures: Failures) -> Self {
        SprtTest { failures, ..self }
    }

    /// What is tested.
    #[must_use]
    pub fn sprt(&self) -> &Sprt {
        &self.sprt
    }

    /// Counts a game and says where its cell stands now.
    pub fn add(&mut self, record: &GameRecord) -> SprtState {
        if !self.cells.contains_key(&record.cell_hash) {
            let state = self.sprt.state(&Pentanomial::default());
            let cell = CellTest { pairs: Pairs::default(), next: 0, scores: Pentanomial::default(), state };
            self.cells.insert(record.cell_hash.clone(), cell);
        }
        let state = self.cells.get_mut(&record.cell_hash).map(|cell| cell.add(&self.sprt, record, self.failures));
        state.unwrap_or_else(|| self.verdict(&record.cell_hash))
    }

    /// Where a cell stands; `cell_hash` as in records.
    #[must_use]
    pub fn verdict(&self, cell_hash: &str) -> SprtState {
        self.cells.get(cell_hash).map_or_else(|| self.sprt.state(&Pentanomial::default()), |cell| cell.state)
    }
}

impl CellTest {
    fn add(&mut self, sprt: &Sprt, record: &GameRecord, failures: Failures) -> SprtState {
        if self.state.verdict == Verdict::Continue && record.pair >= self.next {
            self.pairs.enter(record.pair, record.first == record.cell.a, record.half_points_of_a(failures));
            self.go_on(sprt);
        }
        self.state
    }

    fn go_on(&mut self, sprt: &Sprt) {
        while self.state.verdict == Verdict::Continue {
            match self.pairs.state(self.next) {
                Pair::Open => return,
                Pair::Void => {}
                Pair::Points(points) => {
                    self.scores.0[points] += 1;
                    self.state = sprt.state(&self.scores);
                }
            }
            self.pairs.forget(self.next);
            self.next = self.next.saturating_add(1);
        }
        self.pairs = Pairs::default();
    }
}
