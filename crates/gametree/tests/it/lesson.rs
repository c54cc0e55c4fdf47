//! Runs every command of docs/lesson.md and compares what it prints. `UPDATE_GOLDEN=1` writes it anew.

use std::fs;

use crate::{gametree, split};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/lesson.md");

/// Times differ from run to run.
fn without_times(text: &str) -> String {
    let mut words: Vec<&str> = text.split(' ').collect();
    for i in 1..words.len() {
        if words[i..].join(" ").starts_with("s of CPU time") {
            words[i - 1] = "…";
        }
    }
    words.join(" ")
}

#[test]
fn the_lesson_shows_what_the_commands_print() {
    let lesson = fs::read_to_string(FILE).unwrap();
    let mut written = String::new();
    let mut commands = 0;
    let mut rest = lesson.as_str();
    while let Some((before, block)) = rest.split_once("```text\n") {
        let (block, after) = block.split_once("```\n").expect("a block ends");
        let command = block.lines().next().unwrap();
        let args = split(command.strip_prefix("$ gametree ").expect("a block begins with a command"));
        let output = gametree(&args);
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        let printed = without_times(&String::from_utf8(output.stdout).unwrap());
        written += &format!("{before}```text\n{command}\n{}\n```\n", printed.trim_end());
        commands += 1;
        rest = after;
    }
    written += rest;
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(FILE, &written).unwrap();
    } else {
        for (number, (on_file, now)) in (1..).zip(lesson.lines().zip(written.lines())) {
            assert_eq!(on_file, now, "line {number} of {FILE}");
        }
        assert_eq!(lesson.len(), written.len());
    }
    assert!(commands >= 12, "{commands} commands were found");
}
