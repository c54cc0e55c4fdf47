//! Files in SGF, as `analyze`, `solve`, `gtp` and `play` take them.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// The program in a folder of its own that holds these files: exit code, standard output, standard error.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Folder {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("sgf-{name}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        for (name, text) in files {
            fs::write(folder.join(name), text).unwrap();
        }
        Folder(folder)
    }

    fn run(&self, line: &str) -> (Option<i32>, String, String) {
        self.talk(line, "")
    }

    fn talk(&self, line: &str, input: &str) -> (Option<i32>, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gametree"));
        command.args(crate::split(line)).current_dir(&self.0);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // It may have ended before it has read all.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let output = child.wait_with_output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    }

    /// A document, and standard error.
    fn json(&self, line: &str) -> (Value, String) {
        let (code, text, errors) = self.run(&format!("{line} --json"));
        assert_eq!(code, Some(0), "{line}: {errors}");
        (serde_json::from_str(&text).unwrap_or_else(|error| panic!("{line}: {error}: {text}")), errors)
    }
}

const GAME: &str = "(;GM[1]SZ[5]RU[area scoring, positional ko, no suicide]KM[0.5];B[cc];W[dd];B[bb])";

/// White takes two stones at c1, and black takes one back at b1: the board after move 6 is there again.
const SIMPLE_KO: &str =
    "(;GM[1]SZ[5]RU[area scoring, simple ko, no suicide];B[be];W[ad];B[cd];W[bd];B[de];W[ea];B[ae];W[ce];B[be])";

/// What is odd in it: more komi than points, a handicap without stones, and stones that change in the middle.
const ODD: &str = "(;GM[1]FF[4]SZ[5]HA[2]KM[250]C[root words]\n;B[cc]C[one];W[dd];AE[cc]AW[bb]C[so];B[ee]C[last])";

const ODD_KOMI: &str = "line 1, column 23: KM[250]: a komi above the area of the board, 25 points on 5";
const ODD_HANDICAP: &str = "line 1, column 18: HA[2], but no stones are set up (AB)";

#[test]
fn fc_51_the_document_says_the_position_and_what_was_odd() {
    let folder = Folder::new("document", &[("game.sgf", GAME), ("odd.sgf", ODD)]);
    let budget = "--budget playouts=5";
    let (found, errors) = folder.json(&format!("analyze --sgf game.sgf {budget}"));
    assert_eq!((&found["moves"], &found["to_move"]), (&json!(["C3", "D2", "B4"]), &json!("second")));
    assert_eq!((&found["warnings"], errors.as_str()), (&json!([]), ""));
    for (ply, moves, to_move) in
        [(0, json!([]), "first"), (2, json!(["C3", "D2"]), "first"), (1, json!(["C3"]), "second")]
    {
        let (found, _) = folder.json(&format!("analyze --sgf game.sgf --ply {ply} {budget}"));
        assert_eq!((&found["moves"], &found["to_move"]), (&moves, &json!(to_move)), "{ply}");
        assert_eq!(found["root"].as_array().unwrap().len() as u64, 25 - ply, "{ply}");
    }
    let (code, text, errors) = folder.run(&format!("analyze --sgf game.sgf --ply 4 {budget}"));
    assert_eq!((code, text.as_str()), (Some(2), ""));
    assert_eq!(errors, "error: ply: 4 is not allowed; allowed: a number from 0 to 3, the moves in game.sgf\n");

    let (found, errors) = folder.json(&format!("analyze --sgf odd.sgf {budget}"));
    assert_eq!(errors, format!("warning: odd.sgf: {ODD_KOMI}\nwarning: odd.sgf: {ODD_HANDICAP}\n"));
    let told = |line: u32, column: u32, text: &str| json!({ "line": line, "column": column, "text": text });
    let [komi, handicap] = [ODD_KOMI, ODD_HANDICAP].map(|text| text.split_once(": ").unwrap().1);
    assert_eq!(found["warnings"], json!([told(1, 23, komi), told(1, 18, handicap)]));
    // In words, nothing of it is on standard output.
    let (code, text, again) = folder.run(&format!("analyze --sgf odd.sgf {budget}"));
    assert_eq!((code, again), (Some(0), errors));
    assert!(!text.contains("odd.sgf") && !text.contains("KM[250]") && !text.contains("warning"), "{text}");
}

#[test]
fn fc_51_a_file_and_its_moves_are_the_same_position() {
    let ko = Folder::new("same", &[("ko.sgf", SIMPLE_KO), ("game.sgf", GAME)]);
    let without_times = |mut found: Value| {
        for name in ["cpu_s", "wall_s"] {
            let stats = found["stats"].as_object_mut().unwrap();
            assert!(stats.remove(name).is_some());
        }
        assert_eq!(found.as_object_mut().unwrap().remove("warnings"), Some(json!([])));
        found
    };
    for (file, by_hand) in [
        ("game.sgf", "go --size 5 --set komi=0.5 --moves \"c3 d2 b4\""),
        ("game.sgf --ply 2", "go --size 5 --set komi=0.5 --moves \"c3 d2\""),
        ("ko.sgf", "go --size 5 --set ko=simple --moves \"b1 a2 c2 b2 d1 e5 a1 c1 b1\""),
    ] {
        let rest = "--budget playouts=300 --seed 3";
        let (of_file, _) = ko.json(&format!("analyze --sgf {file} {rest}"));
        let (of_moves, _) = ko.json(&format!("analyze {by_hand} {rest}"));
        assert_eq!(without_times(of_file), without_times(of_moves), "{file}");
    }
}

#[test]
fn fc_51_what_is_given_by_hand_must_agree_with_the_file() {
    let folder = Folder::new("agree", &[("game.sgf", GAME), ("bare.sgf", "(;SZ[5];B[cc])")]);
    for (line, words) in [
        ("go --sgf game.sgf --size 9", "size: 9 is not allowed; allowed: 5, which is in game.sgf"),
        ("hex --sgf game.sgf", "game: hex is not allowed; allowed: go, which is in game.sgf"),
        ("--sgf game.sgf --moves c3", "cannot be used with"),
        ("go --ply 3", "--sgf"),
    ] {
        for command in ["analyze", "solve"] {
            let (code, text, errors) = folder.run(&format!("{command} {line}"));
            assert_eq!((code, text.as_str()), (Some(2), ""), "{command} {line}");
            assert!(errors.contains(words), "{command} {line}: {errors}");
        }
    }
    let rules = "game.sgf: line 1, column 13: RU[area scoring, positional ko, no suicide]";
    for (given, words) in [
        ("ko=simple", format!("{rules} says ko=positional, but ko=simple was given")),
        ("suicide=true", format!("{rules} says suicide=false, but suicide=true was given")),
        ("komi=7.5", "KM[0.5] says komi=0.5, but komi=7.5 was given".into()),
    ] {
        for command in ["analyze", "solve", "play"] {
            let (code, text, errors) = folder.run(&format!("{command} --sgf game.sgf --set {given}"));
            assert!(code == Some(2) && text.is_empty() && errors.contains(&words), "{command} {given}: {errors}");
        }
    }
    // The same, or what the file leaves open, is no contradiction.
    for line in
        ["go --sgf game.sgf --size 5 --set ko=positional --set komi=0.5", "--sgf bare.sgf --set ko=simple --set komi=3"]
    {
        let (code, _, errors) = folder.run(&format!("analyze {line} --budget playouts=5"));
        assert_eq!((code, errors.as_str()), (Some(0), ""), "{line}");
    }
}

#[test]
fn fc_51_solve_takes_a_file_as_it_takes_moves() {
    let folder = Folder::new(
        "solve",
        &[
            ("nogo.sgf", "(;GM[1]RU[NoGo]SZ[3];B[bb];W[aa])"),
            ("atarigo.sgf", "(;GM[1]RU[AtariGo]SZ[3];B[bb];W[ab];B[cb])"),
            ("go.sgf", "(;GM[1]SZ[3:1]KM[250];B[aa])"),
            ("hex.sgf", "(;GM[11]SZ[3]RU[swap-pieces];B[a1];W[swap-pieces])"),
        ],
    );
    for (file, by_hand) in [
        ("nogo.sgf", "nogo --size 3 --moves \"b2 a3\""),
        ("nogo.sgf --ply 0", "nogo --size 3"),
        ("atarigo.sgf", "atarigo --size 3 --moves \"b2 a2 c2\""),
        ("atarigo.sgf --ply 1", "atarigo --size 3 --moves b2"),
        ("go.sgf", "go --size 3x1 --set komi=250 --moves a1"),
        ("hex.sgf", "hex --size 3 --set swap=pieces --moves \"a1 swap-pieces\""),
    ] {
        let [(of_file, said), (of_moves, _)] =
            [format!("--sgf {file}"), by_hand.to_string()].map(|line| folder.json(&format!("solve {line}")));
        for field in ["value", "best", "nodes", "to_move"] {
            assert_eq!(of_file[field], of_moves[field], "{file}: {field}");
        }
        // Moves that were played only where they are the file's.
        assert!(of_file["moves"].is_array() && of_moves["moves"].is_null(), "{of_file} {of_moves}");
        assert!(!of_file["value"].is_null(), "{file}: {of_file}");
        let odd = file == "go.sgf";
        assert_eq!(said.starts_with("warning: go.sgf: line 1, column 15: KM[250]: "), odd, "{said}");
        assert_eq!(of_file["warnings"].as_array().unwrap().len(), usize::from(odd), "{of_file}");
    }
}

#[test]
fn fc_55_a_komi_by_hand_of_more_than_the_board_is_told_of() {
    let folder = Folder::new("komi", &[]);
    let line = "warning: komi 250 is more than the 81 points of a board of size 9; it counts all the same\n";
    for (command, input) in [("analyze go", ""), ("play go --second person --first person", "quit\n")] {
        let (code, text, errors) =
            folder.talk(&format!("{command} --size 9 --set komi=250 --budget playouts=5"), input);
        assert_eq!((code, errors.as_str()), (Some(0), line), "{command}");
        assert!(!text.contains("warning"), "{text}");
        let (_, _, errors) = folder.talk(&format!("{command} --size 2 --budget playouts=5"), input);
        assert_eq!(errors, "", "the default komi, {command}");
    }
}

#[test]
fn fc_51_an_engine_plays_by_the_rules_of_the_file_that_it_loads() {
    let positional = SIMPLE_KO.replace("simple", "positional");
    let folder = Folder::new("gtp", &[("ko.sgf", SIMPLE_KO), ("positional.sgf", &positional), ("odd.sgf", ODD)]);
    // Round once more, to the board after e4.
    let round = "play w e4\nplay b a1\nplay w c1\nplay b b1\n";
    let (code, text, errors) = folder.talk("gtp go", &format!("loadsgf ko.sgf\n{round}quit\n"));
    assert_eq!((code, text, errors.as_str()), (Some(0), "= \n\n".repeat(6), ""));
    // Of the same moves in a file of other rules, the last is none; neither is it after the eight before it.
    let (_, text, errors) = folder.talk("gtp go --set ko=simple", "loadsgf positional.sgf\nquit\n");
    assert_eq!(text, "? cannot load file\n\n= \n\n");
    assert!(errors.contains("positional.sgf: line 1, column ") && errors.contains("move 9: "), "{errors}");
    let (_, text, _) = folder.talk("gtp go --set ko=simple", "loadsgf positional.sgf 9\nplay b b1\nquit\n");
    assert_eq!(text, "= \n\n? illegal move\n\n= \n\n");

    let script = "loadsgf odd.sgf\nundo\nshowboard\nundo\nshowboard\nfinal_score\nquit\n";
    let (code, text, errors) = folder.talk("gtp go", script);
    assert_eq!(code, Some(0), "{errors}");
    assert_eq!(errors, format!("warning: odd.sgf: {ODD_KOMI}\nwarning: odd.sgf: {ODD_HANDICAP}\n"));
    let replies: Vec<&str> = text.split_terminator("\n\n").collect();
    let board = |row4: &str, row3: &str| {
        let rest = " 2 . . . o .\n 1 . . . . .\nblack to move, last move white D2";
        format!("= \n   A B C D E\n 5 . . . . .\n 4 {row4}\n 3 {row3}\n{rest}")
    };
    assert_eq!(replies[2], board(". o . . .", ". . . . ."), "the move is taken back, the stones set up stay");
    assert_eq!(replies[4], board(". . . . .", ". . x . ."), "what was set up is taken back");
    assert_eq!((replies[5], replies.len()), ("= W+250", 7));
}

#[test]
fn fc_55_play_loses_nothing_of_a_file() {
    let folder = Folder::new("play", &[("odd.sgf", ODD)]);
    let people = "--first person --second person";
    let (code, _, errors) = folder.talk(&format!("play --sgf odd.sgf {people} --save saved.sgf"), "a1\nquit\n");
    assert_eq!(code, Some(0), "{errors}");
    let saved = fs::read_to_string(folder.0.join("saved.sgf")).unwrap();
    for kept in
        ["HA[2]", "KM[250]", "C[root words]", "\n;B[cc]C[one]\n;W[dd]\n;AW[bb]AE[cc]PL[B]C[so]\n;B[ee]C[last]\n;W[ae])"]
    {
        assert!(saved.contains(kept), "{kept} is not in {saved}");
    }
    let (code, text, errors) =
        folder.talk(&format!("play --sgf saved.sgf {people}"), "undo\nundo\nundo\nsave again.sgf\n");
    assert_eq!(code, Some(0), "{errors}");
    assert!(errors.contains("saved.sgf: line 1, column ") && errors.contains("HA[2], but no stones"), "{errors}");
    assert!(text.contains("written to again.sgf"), "{text}");
    let again = fs::read_to_string(folder.0.join("again.sgf")).unwrap();
    assert!(again.contains("HA[2]") && again.contains("KM[250]") && again.contains("C[root words]"), "{again}");
}
