//! A judgement of one's own of moves that were not tried yet: so many virtual playouts each, for any selection rule.
//!
//! `cargo run -p gametree-mcts --example own_prior`

#![allow(clippy::print_stdout, reason = "an example shows what it found")]

mod nim;

use gametree_core::{Budget, Control, Line, Search};
use gametree_mcts::{Mcts, Prior, TreeConfig, Uct, Virtual};
use nim::Nim;

struct Fours;

impl Prior<Nim> for Fours {
    fn judge(&mut self, position: &Nim, moves: &[u16], out: &mut Vec<Virtual>) {
        let mean = |taken: &u16| if (position.stones - taken).is_multiple_of(4) { 0.9 } else { 0.4 };
        out.extend(moves.iter().map(|taken| Virtual::of(10, mean(taken))));
    }
}

fn main() {
    let mut search = Mcts::with_scorer(Uct::default(), &TreeConfig::default()).with_prior(Some(Box::new(Fours)));
    let report = search.search(&Line::new(Nim::new(21)), &Budget::playouts(1000), 1, &mut Control::default());
    for mv in &report.root {
        println!("take {}: {} playouts, {:?}", mv.mv, mv.visits, mv.sources);
    }
    println!("best: take {}, value {:.3}", report.best.unwrap(), report.value.unwrap());
}

#[test]
fn what_is_believed_gets_more_visits_and_counts_as_no_playout() {
    let plain = || Mcts::with_scorer(Uct::default(), &TreeConfig::default());
    let visits = |search: &mut dyn Search<Nim>| -> u64 {
        let mut all = 0;
        for seed in 0..50 {
            let line = Line::new(Nim::new(21));
            let report = search.search(&line, &Budget::playouts(100), seed, &mut Control::default());
            assert_eq!(report.root.iter().map(|mv| mv.visits).sum::<u64>(), 100);
            assert!(report.root[0].sources.iter().all(|source| (source.name, source.count) == ("prior", 10)));
            all += report.root[0].visits;
        }
        all
    };
    let (with, without) = (visits(&mut plain().with_prior(Some(Box::new(Fours)))), visits(&mut plain()));
    assert!(with > without + 250, "{with} and {without} of 5,000 playouts");
}
