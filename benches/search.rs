//! A thousand iterations of each search from the empty board, with the memory reused.
#![allow(missing_docs, reason = "criterion's macro makes undocumented functions")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gametree_core::{Budget, Control, Line, Search, Size};
use gametree_hex::Hex;
use gametree_mcps::mcps;
use gametree_mcts::{TreeConfig, flat, grave, rave, uct};

const PLAYOUTS: u64 = 1000;

fn searches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    group.throughput(Throughput::Elements(PLAYOUTS));
    for size in [7, 11, 19] {
        let line = Line::new(Hex::new(Size::square(size)).unwrap());
        let tree = TreeConfig::default();
        let searches: [(&str, Box<dyn Search<Hex>>); 5] = [
            ("flat", Box::new(flat(&Default::default(), &tree))),
            ("uct", Box::new(uct(&Default::default(), &tree))),
            ("rave", Box::new(rave(&Default::default(), &tree))),
            ("grave", Box::new(grave(&Default::default(), &tree))),
            ("mcps", Box::new(mcps(&Default::default(), &tree))),
        ];
        for (name, mut search) in searches {
            let mut seed = 0;
            group.bench_function(format!("hex-{size}/{name}"), |bencher| {
                bencher.iter(|| {
                    seed += 1;
                    search.search(&line, &Budget::playouts(PLAYOUTS), seed, &mut Control::default())
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, searches);
criterion_main!(benches);
