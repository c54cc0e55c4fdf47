//! The selection rules, one candidate after the other.

use gametree_core::{Code, Game};

use super::SlowSearch;

/// The selection rules.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// All candidates alike.
    Flat,
    /// UCT.
    Uct {
        /// The constant c.
        exploration: f32,
    },
    /// RAVE by the hand-selected schedule.
    RaveHand {
        /// The equivalence parameter.
        k: f32,
    },
    /// RAVE by the visits of the candidate.
    RaveChild {
        /// The equivalence parameter.
        k: f32,
    },
    /// GRAVE; with a reference of 0, RAVE by the least mean squared error.
    Grave {
        /// More visits than this make a node a reference.
        reference: u32,
        /// The bias b.
        bias: f32,
    },
    /// MCPS.
    Mcps(Permutations),
}

/// What MCPS adds to the rule: the parameters of its configuration.
#[derive(Clone, Copy, Debug)]
pub struct Permutations {
    /// More visits than this make a node a reference.
    pub reference: u32,
    /// A node freezes at this visit.
    pub freeze_visits: u32,
    /// Playouts in the window.
    pub window: usize,
    /// Conditions on the node's own path, recounted.
    pub own_path: bool,
    /// Freezes again at every doubling of the visits.
    pub doubling: bool,
    /// Whether the root freezes, too.
    pub root: bool,
    /// Factors on the AMAF and the permutation estimate.
    pub weights: [f32; 2],
}

impl<G: Game> SlowSearch<G> {
    pub(super) fn keeps_amaf(&self) -> bool {
        !matches!(self.rule, Rule::Flat | Rule::Uct { .. })
    }

    /// A node with more visits is the AMAF reference of those below it.
    pub(super) fn reference(&self) -> u32 {
        match self.rule {
            Rule::Grave { reference, .. } => reference,
            Rule::Mcps(config) => config.reference,
            _ => 0,
        }
    }

    pub(super) fn choose(&mut self, path: &[(usize, Code)]) -> usize {
        let node = &self.nodes[path[path.len() - 1].0];
        let reference = self.reference();
        let amaf = path.iter().rev().find(|&&(node, _)| self.nodes[node].visits > reference).unwrap_or(&path[0]).0;
        let frozen = path.iter().rev().find_map(|&(node, _)| self.nodes[node].frozen.as_ref());
        let own_path = match self.rule {
            Rule::Mcps(config) if config.own_path && frozen.is_some() => {
                let codes: Vec<Code> = path[1..].iter().map(|&(_, code)| code).collect();
                Some(self.recount(&codes, config.window))
            }
            _ => None,
        };
        let frozen = own_path.as_ref().or(frozen);
        let pair = |(n, w): (u32, u32)| (n as f32, w as f32);
        let visits = node.visits;
        let estimates = |c: &super::Candidate<G::Move>| {
            let own = (c.visits + c.prior.count, c.reward + c.prior.reward);
            let amaf = self.nodes[amaf].amaf.get(&c.code).copied().unwrap_or_default();
            [own, amaf, frozen.and_then(|counts| counts.get(&c.code)).copied().unwrap_or_default()]
        };
        let value = |[own, amaf, permuted]: [(u32, u32); 3]| {
            let (n, w) = pair(own);
            let (an, aw) = pair(amaf);
            let (pn, pw) = pair(permuted);
            let mixed = |beta: f32| (1.0 - beta) * (0.5 * w / n) + beta * (0.5 * aw / an);
            match self.rule {
                Rule::Flat => 1.0 / (n + 1.0),
                Rule::Uct { .. } if n == 0.0 => f32::INFINITY,
                Rule::Uct { exploration } => {
                    let spread = exploration * exploration * libm::log(f64::from(visits.max(1))) as f32;
                    0.5 * w * (1.0 / n) + (spread * (1.0 / n)).sqrt()
                }
                _ if n + an + pn == 0.0 => f32::INFINITY,
                Rule::RaveHand { .. } | Rule::RaveChild { .. } if n == 0.0 => 0.5 * aw / an,
                Rule::RaveHand { k } => mixed((k / (3.0 * visits as f32 + k)).sqrt()),
                Rule::RaveChild { k } => mixed(k / (3.0 * n + k)),
                Rule::Grave { bias, .. } => {
                    let own = 1.0 + bias * an;
                    0.5 * (w * own + aw) / (n * own + an)
                }
                Rule::Mcps(config) => {
                    let [a, p] = config.weights;
                    let (sum, count) = (w + a * aw, n + a * an);
                    let (sum, count) = if frozen.is_some() { (sum + p * pw, count + p * pn) } else { (sum, count) };
                    if count == 0.0 { f32::INFINITY } else { 0.5 * sum / count }
                }
            }
        };
        let mut rng = self.rng.clone();
        let values: Vec<f32> =
            node.candidates.iter().map(|c| if c.closed { f32::NEG_INFINITY } else { value(estimates(c)) }).collect();
        let best = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let ties: Vec<usize> = (0..values.len()).filter(|&i| values[i] == best).collect();
        // By the formula, and then the move that AMAF says nothing of.
        let lone = self.line.position().lone_code().filter(|_| self.keeps_amaf());
        let neglected = |c: &super::Candidate<G::Move>| !c.closed && c.visits * c.visits < visits;
        let due = node.candidates.iter().position(|c| Some(c.code) == lone && neglected(c));
        let mut picked = if ties.len() == 1 { ties[0] } else { ties[rng.below(ties.len() as u32) as usize] };
        // A draw that is proven is as good as a half.
        if let Some(drawn) = node.drawn
            && value([(visits.max(1), visits.max(1)); 3]) > values[picked]
        {
            let least =
                (0..values.len()).filter(|&i| !node.candidates[i].closed).min_by_key(|&i| node.candidates[i].visits);
            picked = least.filter(|&least| neglected(&node.candidates[least])).unwrap_or(drawn);
        }
        let chosen = due.unwrap_or(picked);
        self.rng = rng;
        chosen
    }
}
