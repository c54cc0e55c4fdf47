//! Minimax, alpha-beta, iterative deepening and exact solving.
