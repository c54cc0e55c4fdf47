//! The searches of this crate on toy games, held against plain minimax and against each other.

mod limits;
#[path = "../../examples/own_game_adversarial.rs"]
#[allow(dead_code, reason = "the example's own program is not run here")]
mod own_game;
mod repetition;
mod toys;
mod valued;
