//! A policy that is learnt from the winners of playouts.

use gametree_core::{Code, Game, Outcome, Rng, Side, Trace, playout_by};

use super::Policy;
use crate::scorer::Step;

/// Playout policy adaptation (Cazenave 2015; with move features 2016, which are here what a game puts into its codes): a search move is played
/// with probability e^w(code) / Σ e^w. After a playout each move of the winner has its weight raised by α, and all moves that it had there
/// lowered by α times their probability. The weights begin at 0 with each search.
#[derive(Clone, Default, Debug)]
pub struct Ppaf {
    /// e^w of each code.
    odds: Vec<f64>,
    weights: Vec<f64>,
    /// The plies of the playout: who moved, what was played, and where its codes end in `listed`.
    plies: Vec<(Side, Code, usize)>,
    listed: Vec<Code>,
    steps: Vec<(Code, f64)>,
}

/// α of the papers.
const ALPHA: f64 = 1.0;
/// Weights stay within e^±20.
const MOST: f64 = 20.0;

impl<G: Game> Policy<G> for Ppaf {
    fn begin(&mut self, position: &G) {
        let codes = usize::from(position.codes(Side::Second).end);
        self.odds.clear();
        self.odds.resize(codes, 1.0);
        self.weights.clear();
        self.weights.resize(codes, 0.0);
    }

    fn playout(&mut self, _: &[Step], position: &mut G, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        self.plies.clear();
        self.listed.clear();
        let outcome = playout_by(position, trace, |position, moves| {
            let start = self.listed.len();
            self.listed.extend(moves.iter().map(|&mv| position.code(mv)));
            let chosen = self.choose(&self.listed[start..], rng);
            self.plies.push((position.to_move(), self.listed[start + chosen], self.listed.len()));
            chosen
        });
        if let Outcome::Win(winner) = outcome {
            self.adapt(winner);
        }
        outcome
    }

    fn bytes(&self) -> u64 {
        (size_of_val(&self.odds[..]) + size_of_val(&self.weights[..])) as u64
    }
}

impl Ppaf {
    fn choose(&self, codes: &[Code], rng: &mut Rng) -> usize {
        let odds = |code: Code| self.odds[usize::from(code)];
        let sum: f64 = codes.iter().map(|&code| odds(code)).fold(0.0, |sum, odds| sum + odds);
        let mut left = sum * f64::from(rng.below(1 << 24)) / f64::from(1 << 24);
        codes
            .iter()
            .position(|&code| {
                left -= odds(code);
                left < 0.0
            })
            .unwrap_or(codes.len() - 1)
    }

    /// By the policy that the playout was made with: all changes are found before any is made.
    fn adapt(&mut self, winner: Side) {
        self.steps.clear();
        let mut start = 0;
        for &(side, played, end) in &self.plies {
            let codes = &self.listed[start..end];
            start = end;
            if side != winner {
                continue;
            }
            let sum: f64 = codes.iter().map(|&code| self.odds[usize::from(code)]).fold(0.0, |sum, odds| sum + odds);
            self.steps.push((played, ALPHA));
            self.steps.extend(codes.iter().map(|&code| (code, -ALPHA * self.odds[usize::from(code)] / sum)));
        }
        for &(code, step) in &self.steps {
            let weight = &mut self.weights[usize::from(code)];
            *weight = (*weight + step).clamp(-MOST, MOST);
        }
        for &(code, _) in &self.steps {
            self.odds[usize::from(code)] = libm::exp(self.weights[usize::from(code)]);
        }
    }
}
