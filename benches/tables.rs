//! The work on tables: adding a playout to a node's AMAF counters, to the window, and freezing a node.
#![allow(missing_docs, reason = "criterion's macro makes undocumented functions")]

use criterion::{Criterion, criterion_group, criterion_main};
use gametree_core::{Code, Game, Outcome, Rng, Side, Size, Trace};
use gametree_hex::Hex;
use gametree_mcps::Window;
use gametree_mcts::{CodeSpace, EstimateMut, Lane};

struct Playouts {
    start: Hex,
    trace: Trace,
    rng: Rng,
}

impl Playouts {
    fn next(&mut self) -> Outcome {
        self.trace.clear();
        self.start.clone().playout(&mut self.rng, &mut self.trace)
    }
}

fn tables(criterion: &mut Criterion) {
    for size in [11, 19] {
        let start = Hex::new(Size::square(size)).unwrap();
        let space = CodeSpace::of(&start);
        let mut playouts = Playouts { trace: Trace::for_game(&start), rng: Rng::new(1), start };
        let mut window = Window::new(10_000, &space);
        for _ in 0..10_000 {
            let outcome = playouts.next();
            window.push(playouts.trace.codes.words(), outcome);
        }
        let outcome = playouts.next();
        let codes = playouts.trace.codes.words().to_vec();
        let mut other = window.clone();
        criterion.bench_function(&format!("window push/hex-{size}"), |bencher| {
            bencher.iter(|| other.push(&codes, outcome));
        });

        let mut table = vec![Lane::ZERO; space.lanes()];
        let reward = Side::BOTH.map(|side| outcome.reward(side));
        criterion.bench_function(&format!("amaf add/hex-{size}"), |bencher| {
            // Cleared before 16 bits would overflow; that is one part in 30,000.
            let mut added = 0;
            bencher.iter(|| {
                if added == 30_000 {
                    table.fill(Lane::ZERO);
                    added = 0;
                }
                added += 1;
                EstimateMut::of(&mut table, false).credit(&codes, space.split(), reward);
            });
        });

        for depth in [1, 4, 8] {
            let path: Vec<Code> = (0..depth)
                .map(|ply| space.codes(if ply % 2 == 0 { Side::First } else { Side::Second }).start + 7 * ply)
                .collect();
            criterion.bench_function(&format!("freeze/hex-{size}/depth-{depth}"), |bencher| {
                bencher.iter(|| window.statistics(&path, &mut table));
            });
        }
    }
}

criterion_group!(benches, tables);
criterion_main!(benches);
