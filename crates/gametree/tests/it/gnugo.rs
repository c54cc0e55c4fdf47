//! Beside GNU Go 3.8, where it is installed: replies of the same form, and a game against it without a complaint.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

struct Program {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Program {
    fn start(command: &mut Command) -> Program {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (stdin, stdout) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Program { child, stdin, stdout }
    }

    fn ours(args: &[&str]) -> Program {
        Program::start(Command::new(env!("CARGO_BIN_EXE_gametree")).args(["gtp", "go"]).args(args))
    }

    /// Sends a line, and returns the reply without the empty line and the space at its ends.
    fn ask(&mut self, line: &str) -> String {
        writeln!(self.stdin, "{line}").unwrap();
        let mut reply = String::new();
        loop {
            let mut next = String::new();
            assert!(self.stdout.read_line(&mut next).unwrap() > 0, "the program has ended after {line}");
            if next.trim().is_empty() {
                return reply.trim_end().to_string();
            }
            reply += &next;
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Debian's folder for games is not on every path.
#[allow(clippy::print_stderr, reason = "a test that is skipped says so")]
fn gnugo(args: &[&str]) -> Option<Program> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    let Some(file) = folders.map(|folder| folder.join("gnugo")).find(|file| file.is_file()) else {
        eprintln!("skipped: gnugo is not installed");
        return None;
    };
    Some(Program::start(Command::new(file).args(["--mode", "gtp"]).args(args)))
}

#[test]
fn replies_have_the_form_of_gnu_go() {
    let Some(mut theirs) = gnugo(&[]) else { return };
    let mut ours = Program::ours(&["--budget", "playouts=10"]);
    // Equal to the letter, the order of points apart.
    for line in [
        "protocol_version",
        "1 boardsize 9",
        "clear_board",
        "komi 5.5",
        "known_command play",
        "known_command xyz",
        "undo",
        "7 play black e5",
        "play WHITE e6",
        "undo",
        "final_status_list seki",
        "fixed_handicap 2",
        "boardsize 99",
        "xyz",
        "8 xyz",
        "clear_board",
        "boardsize 19",
        "fixed_handicap 9",
        "clear_board",
        "boardsize 13",
        "fixed_handicap 5",
        "clear_board",
        "boardsize 7",
        "fixed_handicap 4",
        "clear_board",
        "boardsize 9",
        "set_free_handicap c3 g7 e5",
        "clear_board",
        "play b pass",
        "play w pass",
        "time_settings 60 30 5",
        "time_left b 60 0",
        "  \t 3  known_command \t undo",
    ] {
        // GNU Go names handicap points row by row, not in the order of the standard.
        let words = |reply: String| {
            let mut words: Vec<String> = reply.split(' ').map(str::to_string).collect();
            words.sort();
            words
        };
        assert_eq!(words(ours.ask(line)), words(theirs.ask(line)), "{line}");
    }
    // Another text, but refused by both.
    for line in [
        "play b",
        "play b I3",
        "play w K1",
        "komi x",
        "loadsgf /nonexistent",
        "time_settings x",
        "final_status_list xyz",
    ] {
        let (one, other) = (ours.ask(line), theirs.ask(line));
        assert!(one.starts_with("? ") && other.starts_with("? "), "{line}: {one}, {other}");
    }
}

#[test]
#[allow(clippy::print_stderr, reason = "says that it has compared")]
fn a_game_against_gnu_go_is_played_to_its_end() {
    let rules = [
        "--chinese-rules",
        "--positional-superko",
        "--capture-all-dead",
        "--play-out-aftermath",
        "--level",
        "1",
        "--seed",
        "1",
    ];
    for we_open in [true, false] {
        let Some(mut theirs) = gnugo(&rules) else { return };
        let mut ours = Program::ours(&["--budget", "playouts=300"]);
        for line in ["boardsize 9", "clear_board", "komi 7.5"] {
            assert_eq!((ours.ask(line), theirs.ask(line)), ("=".into(), "=".into()));
        }
        let (mut passes, mut plies) = (0, 0);
        while passes < 2 {
            let color = ["b", "w"][plies % 2];
            let (mover, other) =
                if (plies % 2 == 0) == we_open { (&mut ours, &mut theirs) } else { (&mut theirs, &mut ours) };
            let reply = mover.ask(&format!("genmove {color}"));
            let mv = reply.strip_prefix("= ").unwrap_or_else(|| panic!("{reply}"));
            assert_eq!(other.ask(&format!("play {color} {mv}")), "=", "ply {plies}: {color} {mv}");
            passes = if mv.eq_ignore_ascii_case("pass") { passes + 1 } else { 0 };
            plies += 1;
            assert!(plies < 500, "no end");
        }
        let (one, other) = (ours.ask("final_score"), theirs.ask("final_score"));
        assert!(one.starts_with("= ") && other.starts_with("= "), "{one}, {other}");
        eprintln!("{plies} plies, final_score {} by us, {} by GNU Go", &one[2..], &other[2..]);
        assert_eq!(ours.ask("quit"), "=");
    }
}
