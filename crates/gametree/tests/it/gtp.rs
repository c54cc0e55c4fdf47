//! The engine as a process: what it writes, and when it ends.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn start(args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gametree"));
    command.arg("gtp").args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Waits for the end, at most 20 s.
fn ends(child: &mut Child) -> Duration {
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(20) {
        if child.try_wait().unwrap().is_some() {
            return began.elapsed();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    panic!("the engine goes on");
}

fn written(child: &mut Child) -> String {
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    text
}

const LONG: &[&str] = &["go", "--budget", "wall=1h"];

#[test]
fn a_script_gets_its_four_replies_and_nothing_else() {
    let mut child = start(&["go", "--player", "mcps", "--budget", "cpu=100ms"]);
    child.stdin.take().unwrap().write_all(b"boardsize 9\nclear_board\ngenmove b\nquit\n").unwrap();
    let text = written(&mut child);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let replies: Vec<&str> = text.split_terminator("\n\n").collect();
    assert_eq!(replies.len(), 4, "{text:?}");
    assert!(replies.iter().all(|reply| reply.starts_with("= ")), "{text:?}");
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!(errors, "");
}

/// It counts as it is, and who looks is told. What nobody has chosen is not told of: 7.5 on a board of four points is the default.
#[test]
fn fc_55_a_komi_of_more_than_the_board_is_told_of_on_standard_error() {
    let mut child = start(&["go", "--size", "9"]);
    let script = b"komi 81\nkomi 250\nfinal_score\nboardsize 2\nkomi 7.5\nkomi 4.5\nquit\n";
    child.stdin.take().unwrap().write_all(script).unwrap();
    let text = written(&mut child);
    assert_eq!(text, "= \n\n= \n\n= W+250\n\n= \n\n= \n\n= \n\n= \n\n");
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    let line = |komi: &str, points: u32, size: u32| {
        format!(
            "warning: komi {komi} is more than the {points} points of a board of size {size}; it counts all the same\n"
        )
    };
    assert_eq!(errors, line("250", 81, 9) + &line("4.5", 4, 2));
}

#[test]
fn quit_while_it_thinks_ends_the_thinking() {
    let mut child = start(LONG);
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"1 genmove b\n").unwrap();
    std::thread::sleep(Duration::from_millis(700));
    assert!(child.try_wait().unwrap().is_none(), "an hour is not over");
    stdin.write_all(b"2 quit\n").unwrap();
    let time = ends(&mut child);
    let text = written(&mut child);
    assert!(text.starts_with("=1 ") && text.ends_with("=2 \n\n"), "{text:?}");
    assert!(time < Duration::from_secs(2), "{time:?}");
}

#[test]
fn a_controller_that_goes_away_ends_it() {
    for (pause, more) in [(0, ""), (700, ""), (0, "\n"), (700, "\n"), (700, "# nothing is asked\n")] {
        let mut child = start(LONG);
        child.stdin.as_mut().unwrap().write_all(format!("genmove b\n{more}").as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(pause));
        drop(child.stdin.take());
        let time = ends(&mut child);
        assert!(time < Duration::from_secs(2), "{time:?}");
    }
}

/// The commands that still wait might be a script's; but a script has somebody who reads the replies.
#[test]
#[cfg(unix)]
fn a_controller_that_dies_with_commands_waiting_ends_it() {
    for waiting in ["showboard\n", "quit\n", "genmove w\ngenmove b\n"] {
        let mut child = start(LONG);
        child.stdin.as_mut().unwrap().write_all(format!("genmove b\n{waiting}").as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(300));
        drop((child.stdin.take(), child.stdout.take()));
        let time = ends(&mut child);
        assert!(time < Duration::from_secs(2), "{waiting:?}: {time:?}");
    }
}

/// Whether its lines have an end or not, and however many of them wait.
#[test]
#[cfg(unix)]
fn an_engine_whose_replies_nobody_reads_ends() {
    for (lines, closes) in [(0, false), (1500, false), (1500, true)] {
        let mut child = start(LONG);
        let mut stdin = child.stdin.take();
        let text = format!("genmove b\n{}", "name\n".repeat(lines));
        stdin.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(300));
        stdin = stdin.filter(|_| !closes);
        drop(child.stdout.take());
        let time = ends(&mut child);
        assert!(time < Duration::from_secs(2), "{lines}: {time:?}");
        drop(stdin);
    }
}

#[test]
fn an_interrupt_and_stop_end_the_thinking_and_nothing_else() {
    for word in ["# interrupt\n", "stop\n", "gogui-interrupt\n"] {
        let mut child = start(LONG);
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"1 genmove b\n").unwrap();
        std::thread::sleep(Duration::from_millis(700));
        stdin.write_all(word.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(300));
        stdin.write_all(b"9 name\n9 quit\n").unwrap();
        ends(&mut child);
        let text = written(&mut child);
        assert!(text.starts_with("=1 ") && text.ends_with("=9 gametree\n\n=9 \n\n"), "{text:?}");
    }
}

/// Two moves a line: the pipe holds them all until they are read here.
#[test]
fn an_analysis_lasts_until_the_next_line() {
    let mut child = start(LONG);
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"5 lz-analyze b 10 maxmoves 2\n").unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    stdin.write_all(b"\n6 name\nquit\n").unwrap();
    let time = ends(&mut child);
    let text = written(&mut child);
    let replies: Vec<&str> = text.split_terminator("\n\n").collect();
    assert_eq!(replies.len(), 3, "{text:?}");
    assert!(replies[0].starts_with("=5\ninfo move ") && replies[0].lines().count() > 3, "{text:?}");
    assert_eq!(replies[1], "=6 gametree");
    assert!(time < Duration::from_secs(2), "{time:?}");
}

#[test]
fn bad_arguments_are_named() {
    for (args, words) in [
        (&["chess"][..], "game: chess"),
        (&["go", "--budget", "depth=3"], "budget depth of player mcps"),
        (&["go", "--resign", "0.9"], "resign: 0.9"),
        (&["go", "--resign", "-1"], "resign: -1"),
        (&["go", "--coordinates", "chess"], "own, gtp"),
        (&["hex", "--size", "26", "--coordinates", "gtp"], "size: 26 is not allowed; allowed: at most 25 columns"),
        (&["hex", "--size", "26x2", "--coordinates", "gtp"], "size: 26x2"),
    ] {
        let mut child = start(args);
        drop(child.stdin.take());
        assert_eq!(child.wait().unwrap().code(), Some(2), "{args:?}");
        let mut errors = String::new();
        child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        assert!(errors.contains(words), "{errors}");
        assert_eq!(written(&mut child), "");
    }
}
