//! A selection rule of one's own that sees positions: UCB1 with a progressive bias, H/(n+1), by a heuristic of the game (Chaslot et al. 2008).
//!
//! `cargo run -p gametree-mcts --example own_rule`

#![allow(clippy::print_stdout, reason = "an example shows what it found")]

mod nim;

use gametree_core::{Budget, Control, Game, Line, Rng, Search, Source};
use gametree_mcts::{
    Candidates, CodeSpace, Estimate, Formula, Lane, Mcts, NodeId, Scorer, Scratch, Step, TreeConfig, counter_mut,
    packed,
};
use nim::Nim;

/// What a game's heuristic says of a move: from 0 to 100.
type Heuristic<G> = fn(&G, <G as Game>::Move) -> u32;

struct Biased<G: Game> {
    heuristic: Heuristic<G>,
    /// For each node that was opened, a table over all codes.
    tables: Vec<Vec<Lane>>,
    lanes: usize,
    gathered: [Vec<Lane>; 2],
}

impl<G: Game> Biased<G> {
    fn new(heuristic: Heuristic<G>) -> Self {
        Biased { heuristic, tables: Vec::new(), lanes: 0, gathered: Default::default() }
    }
}

/// w/n + √(2 ln N / n) + H/(n+1), with the heuristic as one more estimate.
#[derive(Clone, Copy)]
struct Bias {
    spread: f32,
}

impl Formula<2> for Bias {
    #[inline(always)]
    fn value(&self, [(n, w), (_, heuristic)]: [(u32, u32); 2]) -> f32 {
        let once = 1.0 / n as f32;
        let bound = 0.5 * w as f32 * once + (self.spread * once).sqrt();
        let bias = heuristic as f32 / (100.0 * (n + 1) as f32);
        if n == 0 { 1000.0 + bias } else { bound + bias }
    }
}

impl<G: Game> Scorer<G> for Biased<G> {
    fn reference(&self) -> Option<u32> {
        None
    }

    fn begin(&mut self, space: &CodeSpace) {
        self.tables.clear();
        self.lanes = space.lanes();
    }

    fn open(&mut self, node: NodeId, position: &G) {
        self.tables.resize(self.tables.len().max(node.index() + 1), Vec::new());
        let table = &mut self.tables[node.index()];
        table.resize(self.lanes, Lane::ZERO);
        let mut moves = Vec::new();
        position.search_moves(&mut moves);
        for mv in moves {
            *counter_mut(table, position.code(mv).into()) = packed(1, (self.heuristic)(position, mv));
        }
    }

    fn pick(&mut self, path: &[Step], node: &Candidates<'_>, scratch: &mut Scratch, rng: &mut Rng) -> usize {
        let id = path[path.len() - 1].node.expect("a candidate is picked at a node");
        let heuristic = node.line_up(Estimate::packed(&self.tables[id.index()]), &mut self.gathered);
        let formula = Bias { spread: 2.0 * libm::logf(node.visits.max(1) as f32) };
        node.pick(formula, [node.own(), heuristic], scratch, rng)
    }

    fn sources(&self, _: &Candidates<'_>, _: usize) -> Vec<Source> {
        Vec::new()
    }

    fn bytes(&self) -> u64 {
        self.tables.iter().map(|table| size_of_val(&table[..]) as u64).sum()
    }
}

fn leaves_a_multiple_of_four(nim: &Nim, taken: u16) -> u32 {
    if (nim.stones - taken).is_multiple_of(4) { 100 } else { 0 }
}

fn main() {
    let mut search = Mcts::with_scorer(Biased::new(leaves_a_multiple_of_four), &TreeConfig::default());
    let report = search.search(&Line::new(Nim::new(21)), &Budget::playouts(1000), 1, &mut Control::default());
    println!("best: take {}, value {:.3}", report.best.unwrap(), report.value.unwrap());
}

#[test]
fn the_heuristic_is_looked_at_first_and_the_tree_agrees() {
    let line = Line::new(Nim::new(9));
    for (playouts, heuristic) in [(1, leaves_a_multiple_of_four as Heuristic<Nim>), (3000, |_, _| 50)] {
        let mut search = Mcts::with_scorer(Biased::new(heuristic), &TreeConfig::default());
        let report = search.search(&line, &Budget::playouts(playouts), 1, &mut Control::default());
        assert_eq!(report.best, Some(1), "{playouts} playouts");
    }
}
