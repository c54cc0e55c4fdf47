//! `gametree analyze`: what it draws, writes and says while it thinks.

use std::io::{BufRead, BufReader, ErrorKind};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::{gametree, split};

fn run(line: &str) -> (Option<i32>, String, String) {
    let output = gametree(&split(line));
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn colours_are_for_terminals_and_for_those_who_ask() {
    let command = "analyze hex --size 5 --budget playouts=100";
    let (_, auto, _) = run(command);
    let (_, always, _) = run(&format!("{command} --color always"));
    assert!(!auto.contains('\x1b') && always.contains("\x1b[48;5;"), "{auto}{always}");
    assert!(auto.contains("0 to 9: visits"), "{auto}");
    let plain = Command::new(env!("CARGO_BIN_EXE_gametree"))
        .args(split(command))
        .envs([("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")])
        .output();
    assert!(!String::from_utf8(plain.unwrap().stdout).unwrap().contains('\x1b'), "NO_COLOR is heard");
}

#[test]
fn a_search_that_is_followed_says_how_far_it_is_and_keeps_standard_output_clean() {
    let (code, text, errors) = run("analyze hex --size 9 --budget wall=400ms --follow=50ms --json");
    assert_eq!(code, Some(0), "{errors}");
    assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok(), "{text}");
    assert!(errors.lines().count() >= 2, "{errors}");
    assert!(errors.lines().all(|line| line.contains(" playouts, ") && line.contains(" ± ")), "{errors}");
    assert!(!errors.contains(['\x1b', '\r']), "no terminal");
    let (code, _, errors) = run("analyze hex --follow=soon");
    assert!(code == Some(2) && errors.contains("duration: soon"), "{errors}");
}

#[test]
fn a_search_that_nobody_follows_any_more_ends() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gametree"));
    command.args(split("analyze hex --size 5 --budget wall=1h --follow=20ms --json"));
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    // As `head -1` does.
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.contains(" playouts, "), "{line}");
    let began = Instant::now();
    while child.try_wait().unwrap().is_none() && began.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let ended = child.try_wait().unwrap();
    child.kill().unwrap();
    assert!(ended.is_some_and(|status| status.success()), "{ended:?}");
}

#[test]
#[allow(clippy::print_stderr, reason = "a test that is skipped says so")]
fn the_tree_is_written_for_graphviz() {
    let file = std::env::temp_dir().join(format!("gametree-analyze-{}.dot", std::process::id()));
    let name = file.to_str().unwrap();
    for (game, share) in [("hex --size 5", "0.01"), ("wargame", "0"), ("tictactoe --moves \"a1 a2 b1 b2 c1\"", "0.5")] {
        let line = format!("analyze {game} --budget playouts=3000 --dot {name} --dot-share {share}");
        let (code, _, errors) = run(&line);
        assert_eq!(code, Some(0), "{line}: {errors}");
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.starts_with("digraph tree {\n") && text.ends_with("}\n"), "{text}");
        let edges = text.matches(" -> ").count();
        assert!(edges < 1000 && (edges > 10) != game.contains("tictactoe"), "{line}: {edges} edges");
        let dot = Command::new("dot").args(["-Tsvg", name]).stdin(Stdio::null()).output();
        match dot {
            Ok(output) => {
                assert!(output.status.success() && output.stderr.is_empty(), "{line}");
                let picture = String::from_utf8(output.stdout).unwrap();
                assert_eq!(picture.matches("class=\"edge\"").count(), edges, "{line}");
                // A finished game was not searched: nothing to draw.
                let nodes = if edges > 0 { edges + 1 } else { 0 };
                assert_eq!(picture.matches("class=\"node\"").count(), nodes, "{line}");
            }
            Err(error) if error.kind() == ErrorKind::NotFound => eprintln!("skipped: graphviz is not installed"),
            Err(error) => panic!("dot: {error}"),
        }
    }
    std::fs::remove_file(&file).unwrap();
    for (line, words) in [
        ("--dot x.dot --dot-share 2", "dot-share: 2 is not allowed; allowed: a number from 0 to 1"),
        ("--player iterative --budget depth=1 --dot x.dot", "dot: x.dot is not allowed; allowed: no file"),
        ("--dot-depth 3", "--dot"),
    ] {
        let (code, text, errors) = run(&format!("analyze hex --size 3 {line}"));
        assert!(code == Some(2) && text.is_empty() && errors.contains(words), "{line}: {errors}");
    }
    assert_eq!(run("analyze hex --size 3 --dot /nonexistent/x.dot").0, Some(1));
    assert!(!std::path::Path::new("x.dot").exists());
}

/// Two threads at the board: the same result each time, of all playouts.
#[test]
fn several_threads_answer_as_one_search() {
    let command = "analyze hex --size 5 --player mcps:threads=2 --budget playouts=601 --seed 3 --json";
    let document = |text: &str| {
        let mut document: serde_json::Value = serde_json::from_str(text).unwrap();
        document["stats"]["cpu_s"].take();
        document["stats"]["wall_s"].take();
        document
    };
    let [(code, first, errors), (_, second, _)] = [run(command), run(command)];
    assert_eq!(code, Some(0), "{errors}");
    let found = document(&first);
    assert_eq!(found, document(&second));
    let visits: u64 = found["root"].as_array().unwrap().iter().map(|mv| mv["visits"].as_u64().unwrap()).sum();
    assert_eq!((visits, &found["stats"]["playouts"]), (601, &601.into()));
}
