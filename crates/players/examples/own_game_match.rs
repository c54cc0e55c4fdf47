//! A match on a game that no list knows: only `Game` is implemented, for a row of cells on which the sides take turns to
//! place a stone; who first has three of their own in a row wins.
//!
//! `cargo run --release -p gametree-players --example own_game_match`

use std::ops::Range;

use gametree_core::{Budget, Code, Game, Outcome, Side, code_ranges};
use gametree_mcps::{McpsConfig, mcps};
use gametree_mcts::{TreeConfig, UctConfig, uct};
use gametree_players::{Terms, play_match};

const CELLS: u16 = 20;
const FULL: u32 = (1 << CELLS) - 1;

#[derive(Clone, Default)]
struct Row {
    stones: [u32; 2],
}

impl Game for Row {
    type Move = u16;

    fn codes(&self, side: Side) -> Range<Code> {
        code_ranges(CELLS.into(), CELLS.into())[side.index()].clone()
    }

    fn code(&self, cell: u16) -> Code {
        self.codes(self.to_move()).start + cell
    }

    fn to_move(&self) -> Side {
        if (self.stones[0] | self.stones[1]).count_ones().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn outcome(&self) -> Option<Outcome> {
        let three = |stones: u32| stones & stones >> 1 & stones >> 2 != 0;
        match Side::BOTH.into_iter().find(|side| three(self.stones[side.index()])) {
            Some(winner) => Some(Outcome::Win(winner)),
            None => (self.stones[0] | self.stones[1] == FULL).then_some(Outcome::Draw),
        }
    }

    fn legal_moves(&self, out: &mut Vec<u16>) {
        let free = !(self.stones[0] | self.stones[1]);
        if self.outcome().is_none() {
            out.extend((0..CELLS).filter(|cell| free >> cell & 1 == 1));
        }
    }

    fn play(&mut self, cell: u16) {
        let side = self.to_move();
        self.stones[side.index()] |= 1 << cell;
    }

    fn key(&self) -> u64 {
        u64::from(self.stones[0]) << 32 | u64::from(self.stones[1])
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let tree = TreeConfig::default();
    let mut first = mcps(&McpsConfig::default(), &tree);
    let mut second = uct(&UctConfig::default(), &tree);
    let terms = Terms { pairs: 50, budget: Budget::playouts(200), seed: 1, ..Terms::default() };
    let result = play_match(&Row::default(), ("MCPS", &mut first), ("UCT", &mut second), &terms)?;
    let total = result.total();
    let [low, high] = total.wilson95().ok_or("no games")?;
    let rate = 100.0 * total.rate().ok_or("no games")?;
    #[allow(clippy::print_stdout, reason = "an example shows what it found")]
    {
        println!("MCPS {rate:.1} % [{:.1}, {:.1}] ({} games)", 100.0 * low, 100.0 * high, total.games());
    }
    Ok(())
}
