//! Moves that did well in any playout are played more often.

use gametree_core::{Code, Game, Outcome, Rng, Side, Trace, playout_by};

use super::{Policy, side_of};
use crate::scorer::Step;

/// The move-average sampling technique (Finnsson and Björnsson 2008), ε-greedy: with probability 1 − ε the search move with the highest
/// mean reward of its code over all playouts of this search, Q(code) = w/n, else any. Codes without a playout come first.
#[derive(Clone, Default, Debug)]
pub struct Mast {
    /// Count and half points of each code, for its owner.
    codes: Vec<(u32, u32)>,
    split: Code,
}

/// ε, of 256: 0.4.
const ANY: u32 = 102;

impl<G: Game> Policy<G> for Mast {
    fn begin(&mut self, position: &G) {
        self.codes.clear();
        self.codes.resize(position.codes(Side::Second).end.into(), (0, 0));
        self.split = position.codes(Side::Second).start;
    }

    fn playout(&mut self, path: &[Step], position: &mut G, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        let outcome = playout_by(position, trace, |position, moves| {
            if rng.below(256) < ANY { rng.below(moves.len() as u32) as usize } else { self.best(position, moves, rng) }
        });
        let tree = path.iter().skip(1).map(|step| step.code);
        for code in trace.codes.iter().chain(tree) {
            let (count, reward) = &mut self.codes[usize::from(code)];
            *count += 1;
            *reward += outcome.reward(side_of(code, self.split));
        }
        outcome
    }

    fn bytes(&self) -> u64 {
        size_of_val(&self.codes[..]) as u64
    }
}

impl Mast {
    /// The move with the highest mean, any of them among equals.
    fn best<G: Game>(&self, position: &G, moves: &[G::Move], rng: &mut Rng) -> usize {
        let (mut best, mut most, mut ties) = (0, f32::NEG_INFINITY, 0);
        for (index, &mv) in moves.iter().enumerate() {
            let (count, reward) = self.codes[usize::from(position.code(mv))];
            let mean = if count == 0 { f32::INFINITY } else { reward as f32 / count as f32 };
            if mean > most {
                (best, most, ties) = (index, mean, 1);
            } else if mean == most {
                ties += 1;
                best = if rng.below(ties) == 0 { index } else { best };
            }
        }
        best
    }
}
