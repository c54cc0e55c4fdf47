//! Tic-tac-toe: the game to copy when you write one of your own.
