//! `gametree`, the program for people at the board, with all our games: see the crate gametree-board.

use std::process::ExitCode;

fn main() -> ExitCode {
    gametree_board::main(gametree_games::all())
}
