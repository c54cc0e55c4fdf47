//! One playout from the empty board: a copy of the position, then `Game::playout`.
#![allow(missing_docs, reason = "criterion's macro makes undocumented functions")]

use criterion::{Criterion, criterion_group, criterion_main};
use gametree_core::{Describe, Rng, Size, Trace};
use gametree_hex::Hex;
use gametree_tictactoe::TicTacToe;

fn playout<G: Describe>(criterion: &mut Criterion, size: u8) {
    let start = G::start(Size::square(size), &G::Options::default()).unwrap();
    let (mut position, mut trace, mut rng) = (start.clone(), Trace::for_game(&start), Rng::new(1));
    criterion.bench_function(&format!("playout/{}-{size}", G::NAME), |bencher| {
        bencher.iter(|| {
            position.clone_from(&start);
            trace.clear();
            position.playout(&mut rng, &mut trace)
        });
    });
}

fn playouts(criterion: &mut Criterion) {
    playout::<TicTacToe>(criterion, 3);
    for size in [5, 7, 9, 11, 13, 19] {
        playout::<Hex>(criterion, size);
    }
}

criterion_group!(benches, playouts);
criterion_main!(benches);
