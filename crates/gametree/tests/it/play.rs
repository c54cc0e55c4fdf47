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
    let (code, _, errors) = play(&["hex", "--sgf", name], "");
    assert!(code == Some(2) && errors.contains("game: hex is not allowed; allowed: go, which is in"), "{errors}");
    std::fs::write(&file, "(;SZ[5];B[aa];W[aa])").unwrap();
    let (code, _, errors) = play(&["--sgf", name], "");
    assert!(code == Some(1) && errors.contains("line 1, column 15: move 2: "), "{errors}");
    std::fs::remove_file(&file).unwrap();
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
