//! Playouts of one's own: seven moves of eight are those that the game's knowledge names. What a policy learns from playouts would be kept beside
//! it, as `gametree_mcts::Mast` does.
//!
//! `cargo run -p gametree-mcts --example own_policy`

#![allow(clippy::print_stdout, reason = "an example shows what it found")]

mod nim;

use gametree_core::{Budget, Control, Game, Line, Outcome, Rng, Search, Trace};
use gametree_mcts::{Mcts, Policy, Step, TreeConfig, Uct};
use nim::Nim;

struct Fours;

impl Policy<Nim> for Fours {
    fn playout(&mut self, _: &[Step], position: &mut Nim, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        loop {
            if let Some(outcome) = position.outcome() {
                return outcome;
            }
            let known = position.stones % 4;
            let taken = if known > 0 && rng.below(8) > 0 {
                known
            } else {
                1 + rng.below(u32::from(position.stones.min(3))) as u16
            };
            trace.record(position.code(taken));
            position.play(taken);
        }
    }
}

fn main() {
    let mut search = Mcts::with_scorer(Uct::default(), &TreeConfig::default()).with_policy(Fours);
    let report = search.search(&Line::new(Nim::new(21)), &Budget::playouts(1000), 1, &mut Control::default());
    println!("best: take {}, value {:.3}", report.best.unwrap(), report.value.unwrap());
}

#[test]
fn a_policy_that_knows_finds_the_move_with_fewer_playouts() {
    let line = Line::new(Nim::new(41));
    let found = |search: &mut dyn Search<Nim>| {
        let best = |seed| search.search(&line, &Budget::playouts(150), seed, &mut Control::default()).best;
        (0..200).map(best).filter(|&best| best == Some(1)).count()
    };
    let uniform = found(&mut Mcts::with_scorer(Uct::default(), &TreeConfig::default()));
    let knowing = found(&mut Mcts::with_scorer(Uct::default(), &TreeConfig::default()).with_policy(Fours));
    assert!(knowing > uniform + 20, "{knowing} and {uniform} of 200 seeds");
}
