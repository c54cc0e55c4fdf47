//! `gametree play` as a process.

use std::io::Write;
use std::process::{Command, Stdio};

fn play(args: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gametree"));
    command.arg("play").args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // It may have ended before it has read all.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_game_goes_on_from_its_file() {
    let file = std::env::temp_dir().join(format!("gametree-play-it-{}.sgf", std::process::id()));
    let _ = std::fs::remove_file(&file);
    let name = file.to_str().unwrap();
    let (code, text, errors) =
        play(&["go", "--size", "5", "--set", "komi=0.5", "--budget", "playouts=50", "--save", name], "C3\nD4\nquit\n");
    assert_eq!(code, Some(0), "{errors}");
    assert!(text.contains("move 1, black C3"), "{text}");
    let (code, text, errors) = play(&["go", "--save", name], "");
    assert!(code == Some(2) && text.is_empty() && errors.contains("a file that is not there yet"), "{errors}");
    let (code, text, errors) = play(&["--sgf", name, "--first", "person", "--second", "person"], "hint\npass\n");
    assert_eq!(code, Some(0), "{errors}");
    assert!(text.contains("move 4, white") || text.contains("move 3, "), "{text}");
    assert!(std::fs::read_to_string(&file).unwrap().contains("KM[0.5]"));
    let people = ["--sgf", name, "--first", "person", "--second", "person"];
    let (_, text, errors) = play(&people, "undo\nsave\n");
    assert!(text.contains(&format!("written to {name}")), "our own: {text}{errors}");
    let (code, _, errors) = play(&["hex", "--sgf", name], "");
    assert!(code == Some(2) && errors.contains("game: hex is not allowed; allowed: go, which is in"), "{errors}");
    let others = "(;SZ[5]KM[3.75]PB[Ann]WR[3d]EV[the cup]DT[2024-01-02]C[a fine game];B[aa];W[bb])";
    std::fs::write(&file, others).unwrap();
    let saved = file.with_extension("saved.sgf");
    let input = format!("save {}\n", saved.display());
    let (code, _, errors) = play(&["--sgf", name, "--first", "person", "--second", "random"], &input);
    assert!(code == Some(0) && errors.contains("KM[3.75]: played as 3.5, with which the same side wins"), "{errors}");
    let text = std::fs::read_to_string(&saved).unwrap();
    for kept in ["KM[3.75]", "PB[Ann]", "PW[random]", "WR[3d]", "EV[the cup]", "DT[2024-01-02]", "C[a fine game]"] {
        assert!(text.contains(kept), "{kept}: {text}");
    }
    std::fs::remove_file(&saved).unwrap();
    std::fs::write(&file, "(;SZ[5]KM[99999];B[aa])").unwrap();
    let (code, _, errors) = play(&["--sgf", name], "");
    assert!(
        code == Some(0) && errors.contains(&format!("{name}: line 1, column 8: KM[99999]: at most 1000")),
        "{errors}"
    );
    std::fs::write(&file, "(;SZ[5];B[aa];W[aa])").unwrap();
    let (code, _, errors) = play(&["--sgf", name], "");
    assert!(code == Some(1) && errors.contains("line 1, column 15: move 2: "), "{errors}");
    let others = "(;SZ[5]PB[Ann]AP[Sabaki:0.52];B[aa](;W[bb])(;W[cc]))";
    std::fs::write(&file, others).unwrap();
    let (_, text, _) = play(&people, &format!("undo\nsave\nsave {name}\n"));
    assert!(
        text.contains("save where?") && text.contains("the file exists, and this game has not written it"),
        "{text}"
    );
    let (code, text, errors) = play(&[&people[..], &["--save", name]].concat(), "undo\n");
    assert!(code == Some(2) && text.is_empty() && errors.contains("a file that is not there yet"), "{errors}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), others, "variations and names are still there");
    // Nor is one of our own to which somebody has added what we would lose; a result given by hand stays until the next move.
    std::fs::remove_file(&file).unwrap();
    play(&["go", "--size", "5", "--second", "person", "--save", name], "a1\nb1\n");
    let ours = std::fs::read_to_string(&file).unwrap();
    let added = ours.replace(";W[be]", ";W[be]TR[be](;B[cc])(;B[dd])");
    assert_ne!(added, ours);
    std::fs::write(&file, &added).unwrap();
    let (code, _, errors) = play(&[&people[..], &["--save", name]].concat(), "");
    assert!(code == Some(2) && errors.contains("a file that is not there yet"), "{errors}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), added);
    let judged = ours.replace("PW[person]", "PW[person]\nRE[B+T]");
    std::fs::write(&file, &judged).unwrap();
    let again = |input: &str| {
        play(&[&people[..], &["--save", name]].concat(), input);
        std::fs::read_to_string(&file).unwrap()
    };
    assert!(again("").contains("RE[B+T]"));
    assert!(!again("c1\n").contains("RE["));
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn a_game_that_is_broken_off_is_in_its_file_and_a_bad_file_is_named_before_it() {
    let file = std::env::temp_dir().join(format!("gametree-play-broken-{}.sgf", std::process::id()));
    let other = file.with_extension("other.sgf");
    let moves = || std::fs::read_to_string(&file).unwrap_or_default().matches("\n;").count();
    let mut command = Command::new(env!("CARGO_BIN_EXE_gametree"));
    command.args(["play", "hex", "--size", "4", "--second", "person", "--save"]).arg(&file);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let input = format!("a1\nsave {}\nb2\nundo\nb3\nc2\n", other.display());
    child.stdin.as_mut().unwrap().write_all(input.as_bytes()).unwrap();
    let began = std::time::Instant::now();
    while moves() < 3 && began.elapsed().as_secs() < 20 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    // A program that puts its own file there in the meantime keeps it.
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, "(;GM[11]SZ[4])").unwrap();
    child.stdin.as_mut().unwrap().write_all(b"d3\nd4\n").unwrap();
    drop(child.stdin.take());
    child.wait().unwrap();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "(;GM[11]SZ[4])");
    assert!(text.ends_with("\n;B[a1]\n;W[b3]\n;B[c2])\n"), "{text}");
    assert!(std::fs::read_to_string(&other).unwrap().ends_with("\n;B[a1])\n"));
    std::fs::remove_file(&file).unwrap();
    std::fs::remove_file(&other).unwrap();
    let (code, text, errors) = play(&["hex", "--save", "/nonexistent/game.sgf"], "a1\n");
    assert!(code == Some(1) && text.is_empty() && errors.contains("/nonexistent/game.sgf: "), "{errors}");
}

#[test]
fn players_play_with_a_pause_and_bad_arguments_are_named() {
    let args =
        ["nogo", "--size", "3", "--first", "mcps", "--second", "random", "--budget", "playouts=20", "--pause", "1ms"];
    let (code, text, errors) = play(&args, "");
    assert_eq!(code, Some(0), "{errors}");
    assert!(text.trim_end().ends_with(" wins"), "{text}");
    for (args, words) in [
        (&["hex", "--first", "fish"][..], "player: fish is not allowed; allowed: person, random"),
        (&["hex", "--pause", "5"], "duration: 5"),
        (&["hex", "--budget", "depth=2"], "budget depth of player mcps"),
        (&["chess"], "game: chess"),
        (&["--size", "5"], "required"),
        (&["--sgf", "x.sgf", "--size", "5"], "cannot be used with"),
    ] {
        let (code, text, errors) = play(args, "");
        assert_eq!((code, text.as_str()), (Some(2), ""), "{errors}");
        assert!(errors.contains(words), "{errors}");
    }
    assert_eq!(play(&["--sgf", "/nonexistent.sgf"], "").0, Some(1));
}
