//! A game of one's own, searched and solved: Domineering. One side places vertical dominoes, the other horizontal ones;
//! who cannot place any more loses.
//!
//! ```text
//! cargo run --release -p gametree-adversarial --example own_game_adversarial
//! ```

#![allow(clippy::print_stdout, reason = "a program that prints figures")]

use std::ops::Range;

use gametree_adversarial::{
    Algorithm, AlphaBeta, AlphaBetaConfig, Iterative, IterativeConfig, Minimax, MinimaxConfig, SolveConfig, Solver,
};
use gametree_core::{Budget, Code, Control, Evaluate, Feature, Game, Line, Outcome, Side, code_ranges, mix};

/// A board of up to 64 cells. A move is the upper or left cell of a domino.
#[derive(Clone)]
pub(crate) struct Domineering {
    rows: u8,
    cols: u8,
    taken: u64,
    to_move: Side,
}

impl Domineering {
    pub(crate) fn new(rows: u8, cols: u8) -> Self {
        Domineering { rows, cols, taken: 0, to_move: Side::First }
    }

    /// The cells that a domino of `side` at this cell covers.
    fn domino(&self, side: Side, cell: u8) -> u64 {
        let other = if side == Side::First { cell + self.cols } else { cell + 1 };
        1 << cell | 1 << other
    }

    fn places(&self, side: Side) -> impl Iterator<Item = u8> + '_ {
        let (rows, cols) = match side {
            Side::First => (self.rows - 1, self.cols),
            Side::Second => (self.rows, self.cols - 1),
        };
        let cells = (0..rows).flat_map(move |row| (0..cols).map(move |col| row * self.cols + col));
        cells.filter(move |&cell| self.taken & self.domino(side, cell) == 0)
    }
}

impl Game for Domineering {
    type Move = u8;

    fn codes(&self, side: Side) -> Range<Code> {
        code_ranges(64, 64)[side.index()].clone()
    }

    fn code(&self, mv: u8) -> Code {
        self.codes(self.to_move).start + Code::from(mv)
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        self.places(self.to_move).next().is_none().then_some(Outcome::Win(self.to_move.other()))
    }

    fn legal_moves(&self, out: &mut Vec<u8>) {
        out.extend(self.places(self.to_move));
    }

    fn play(&mut self, mv: u8) {
        self.taken |= self.domino(self.to_move, mv);
        self.to_move = self.to_move.other();
    }

    fn key(&self) -> u64 {
        mix(&[self.taken, self.to_move.index() as u64])
    }
}

impl Evaluate for Domineering {
    const FEATURES: &'static [Feature] = &[Feature {
        name: "places",
        unit: "places",
        weight: 1,
        about: "places where the mover could put a domino, less those of the opponent",
    }];

    fn features(&self, amounts: &mut [i32]) {
        let count = |side| self.places(side).count() as i32;
        amounts[0] = count(self.to_move) - count(self.to_move.other());
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let line = Line::new(Domineering::new(4, 4));
    println!("nodes to depth 5 on 4x4:");
    let depth: Budget = "depth=5".parse()?;
    let plain = Minimax::new(&MinimaxConfig::default()).analyze(&line, &depth, &mut Control::default());
    println!("  minimax    {:>6}, score {:?}", plain.nodes, plain.score);
    let found = AlphaBeta::new(&AlphaBetaConfig::default()).analyze(&line, &depth, &mut Control::default());
    println!("  alphabeta  {:>6}, score {:?}", found.nodes, found.score);
    let found = Iterative::new(&IterativeConfig::default()).analyze(&line, &depth, &mut Control::default());
    println!("  iterative  {:>6}, score {:?}, the shallower depths included", found.nodes, found.score);

    println!("who wins, by the number of columns (F: who begins, with vertical dominoes):");
    for rows in 2..=5 {
        let winners = (2..=5).map(|cols| {
            let mut solver = Solver::new(SolveConfig { algorithm: Algorithm::Proof, ..SolveConfig::default() });
            let line = Line::new(Domineering::new(rows, cols));
            let solution = solver.solve(&line, &Budget::default(), &mut Control::default())?;
            Ok(if solution.score > Some(0) { " F" } else { " S" })
        });
        println!("  {rows} rows {}", winners.collect::<Result<String, gametree_core::FieldError>>()?);
    }
    Ok(())
}
