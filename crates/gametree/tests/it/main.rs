//! The program as people use it.

mod analyze;
mod bench;
mod commands;
mod engines;
mod gnugo;
mod gtp;
mod lesson;
mod play;
mod sgf;

use std::process::{Command, Output};

/// Runs `gametree` with these arguments.
fn gametree(args: &[String]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gametree")).args(args).output().unwrap()
}

/// Splits a command line at spaces, those within double quotes excepted.
fn split(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.trim().chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words
}
