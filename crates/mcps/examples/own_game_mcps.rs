//! A complete game of one's own, and MCPS playing it against UCT: `cargo run --release -p gametree-mcps --example own_game_mcps`.
//!
//! Sim on five points: two players colour the lines between the points in turn; whoever completes a triangle of one's own
//! colour loses. A full board without one is a draw.
#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use std::ops::Range;

use gametree_core::{Budget, Code, Control, Game, Line, Outcome, Search, Side, code_ranges};
use gametree_mcps::{Mcps, Mcts};
use gametree_mcts::Uct;

const LINES: [(u8, u8); 10] = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

#[derive(Clone)]
struct Sim {
    /// Each side's lines, a bit for each of `LINES`.
    lines: [u16; 2],
    to_move: Side,
}

impl Sim {
    fn has_triangle(&self, side: Side) -> bool {
        let joined = |a, b| (0..10).any(|i| LINES[i] == (a, b) && self.lines[side.index()] >> i & 1 == 1);
        (0..5).any(|a| (a + 1..5).any(|b| (b + 1..5).any(|c| joined(a, b) && joined(b, c) && joined(a, c))))
    }
}

impl Game for Sim {
    type Move = u8;

    fn codes(&self, side: Side) -> Range<Code> {
        code_ranges(10, 10)[side.index()].clone()
    }
    fn code(&self, mv: u8) -> Code {
        self.codes(self.to_move).start + Code::from(mv)
    }
    fn to_move(&self) -> Side {
        self.to_move
    }
    fn outcome(&self) -> Option<Outcome> {
        let mover = self.to_move.other();
        let full = self.lines[0] | self.lines[1] == 0x3FF;
        if self.has_triangle(mover) { Some(Outcome::Win(self.to_move)) } else { full.then_some(Outcome::Draw) }
    }
    fn legal_moves(&self, out: &mut Vec<u8>) {
        if self.outcome().is_none() {
            out.extend((0..10).filter(|&i| (self.lines[0] | self.lines[1]) >> i & 1 == 0));
        }
    }
    fn play(&mut self, mv: u8) {
        self.lines[self.to_move.index()] |= 1 << mv;
        self.to_move = self.to_move.other();
    }
    fn key(&self) -> u64 {
        u64::from(self.lines[0]) | u64::from(self.lines[1]) << 16 | (self.to_move.index() as u64) << 32
    }
}

fn main() {
    let start = Sim { lines: [0; 2], to_move: Side::First };
    gametree_core::testing::conformance::check(&start);
    let mut players: [(&str, Box<dyn Search<Sim>>); 2] =
        [("MCPS", Box::new(Mcts::<_, Mcps>::default())), ("UCT", Box::new(Mcts::<_, Uct>::default()))];
    let mut line = Line::new(start);
    for ply in 0.. {
        let (name, player) = &mut players[ply % 2];
        let report = player.search(&line, &Budget::playouts(2000), ply as u64, &mut Control::default());
        let Some(mv) = report.best else { break };
        println!("{name:4} joins {:?}, value {:?}", LINES[usize::from(mv)], report.value);
        line.play(mv).expect("a search plays legal moves");
    }
    println!("{:?}; first was {}", line.position().outcome().expect("the game is over"), players[0].0);
}
