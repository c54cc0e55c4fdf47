//! The sequential test of a run: how it is asked for, and where each cell stands.

use std::collections::HashMap;

use gametree_core::{FieldError, parse_number, parse_word};
use gametree_statistics::{EloModel, Pair, Pairs, Pentanomial, Sprt, SprtState, Verdict};

use crate::plan::failures::Failures;
use crate::records::GameRecord;

const KEYS: &str = "elo0, elo1, alpha, beta, model";

/// Reads `sprt:elo0=0,elo1=20,alpha=.05,beta=.05,model=logistic`, of which `alpha`, `beta` (.05) and `model` may be left out.
///
/// # Errors
/// Names the parameter, its value and what is allowed.
pub fn parse_sprt(text: &str) -> Result<Sprt, FieldError> {
    let Some(parameters) = text.strip_prefix("sprt:") else {
        return Err(FieldError::new("stop", text, "sprt:elo0=0,elo1=20,alpha=.05,beta=.05,model=logistic"));
    };
    let mut sprt = Sprt { elo0: 0.0, elo1: 0.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic };
    let models = [EloModel::Logistic, EloModel::Normalized].map(|model| (model.name(), model));
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
            "model" => sprt.model = parse_word(&field, value, &models)?,
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

/// Differences beyond this are no question of a tournament, and strain the numbers.
const MOST_ELO: f64 = 200.0;

fn risk(field: &str, value: &str) -> Result<f64, FieldError> {
    match value.parse() {
        Ok(risk) if (1e-9..0.5).contains(&risk) => Ok(risk),
        _ => Err(FieldError::new(field, value, "a number above 0 and below 0.5")),
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
