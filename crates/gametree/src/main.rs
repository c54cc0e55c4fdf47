//! The program for people at the board: analyze, perft, bench.

fn main() {}
