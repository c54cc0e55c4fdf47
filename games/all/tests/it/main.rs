//! Searches on real games: what neither a search crate (it names no game) nor a game crate (it names no search) can test.

mod adversarial;
mod cases;
mod chance;
mod corpus;
mod golden;
mod information;
mod memory;
mod proofs;
mod reuse;
mod sessions;
mod sgf;
mod sgf_text;
mod solved;
mod strength;
mod twins;

use gametree_core::{Budget, Control, Describe, Evaluate, Line, Report, Search, Size};
use gametree_hex::Hex;
use gametree_players::{Players, Standard};
use gametree_tictactoe::TicTacToe;

/// The tree searches whose choices are tested.
const TREES: [&str; 4] = ["uct", "rave", "grave", "mcps"];

fn player<G: Describe + Evaluate>(spec: &str) -> Box<dyn Search<G>> {
    Standard::parse(spec).unwrap().build::<G, Standard>().unwrap()
}

fn line<G: Describe>(size: u8, moves: &str) -> Line<G> {
    let mut line = Line::new(G::start(Size::square(size), &G::Options::default()).unwrap());
    for name in moves.split_whitespace() {
        line.play(line.position().parse_move(name).unwrap()).unwrap();
    }
    line
}

fn tictactoe(moves: &str) -> Line<TicTacToe> {
    line(3, moves)
}

fn hex(size: u8, moves: &str) -> Line<Hex> {
    line(size, moves)
}

fn search<G: Describe + Evaluate>(spec: &str, line: &Line<G>, playouts: u64, seed: u64) -> Report<G::Move> {
    player(spec).search(line, &Budget::playouts(playouts), seed, &mut Control::default())
}

/// The name of the best move; `none` in a finished position.
fn best<G: Describe>(line: &Line<G>, report: &Report<G::Move>) -> String {
    report.best.map_or("none".to_string(), |mv| line.position().format_move(mv))
}
