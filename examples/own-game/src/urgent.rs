//! A selection rule of one's own, and a player made of it.

use gametree_core::{Config, Describe, Evaluate, FieldError, Game, OptionAbout, Rng, Search, Source, parse_number};
use gametree_mcts::{Candidates, Formula, GuideConfig, Mcts, Scorer, Scratch, Step, TreeConfig, threads};
use gametree_workbench::{Budgets, Parameters, Player};

/// UCB1 in which a move without a playout has a value, instead of coming first: first-play urgency (Gelly and Wang 2006).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Urgency {
    value: f64,
}

impl Default for Urgency {
    fn default() -> Self {
        Urgency { value: 1.1 }
    }
}

impl Config for Urgency {
    const OPTIONS: &'static [OptionAbout] = &[OptionAbout {
        name: "urgency",
        default: "1.1",
        allowed: "a number from 0 to 10",
        about: "what a move without a playout is worth",
    }];

    fn set(&mut self, key: &str, value: &str) -> Result<(), FieldError> {
        match key {
            "urgency" => self.value = parse_number(key, value, 0.0..=10.0)?,
            _ => return Err(Self::unknown(key)),
        }
        Ok(())
    }

    fn get(&self, key: &str) -> Option<String> {
        (key == "urgency").then(|| self.value.to_string())
    }
}

#[derive(Clone, Copy)]
struct Bound {
    urgency: f32,
    spread: f32,
}

impl Formula<1> for Bound {
    #[inline(always)]
    fn value(&self, [(playouts, half_points)]: [(u32, u32); 1]) -> f32 {
        let once = 1.0 / playouts as f32;
        let bound = 0.5 * half_points as f32 * once + (self.spread * once).sqrt();
        if playouts == 0 { self.urgency } else { bound }
    }
}

impl<G: Game> Scorer<G> for Urgency {
    fn reference(&self) -> Option<u32> {
        None
    }

    fn pick(&mut self, _: &[Step], node: &Candidates<'_>, scratch: &mut Scratch, rng: &mut Rng) -> usize {
        let bound = Bound { urgency: self.value as f32, spread: 0.5 * (node.visits.max(1) as f32).ln() };
        node.pick(bound, [node.own()], scratch, rng)
    }

    fn sources(&self, _: &Candidates<'_>, _: usize) -> Vec<Source> {
        Vec::new()
    }
}

/// The rule as a player.
#[derive(Clone, Default)]
pub struct Urgent {
    rule: Urgency,
    tree: TreeConfig,
    guide: GuideConfig,
}

impl Player for Urgent {
    const NAME: &'static str = "urgent";
    const ABOUT: &'static str = "UCT with first-play urgency";
    const SOURCE: &'static str = "Gelly and Wang 2006";
    const BUDGETS: Budgets = Budgets::MonteCarlo;

    fn parameters(&mut self) -> Vec<&mut dyn Parameters> {
        vec![&mut self.rule, &mut self.tree, &mut self.guide]
    }

    fn build<G: Describe + Evaluate>(&self) -> Box<dyn Search<G>> {
        threads(&self.tree, |tree| self.guide.on(Mcts::with_scorer(self.rule, tree)))
    }
}
