//! Signals: the first one ends a run in order, the second one at once.

use std::io::Read;
use std::process::Child;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::program::{GAMES, PLAN, finish, folder, games, signal, start, start_with};

/// Waits for the line that says what will be played, and a little more: then games are in hand.
fn wait_until_playing(child: &mut Child) {
    let stderr = child.stderr.as_mut().unwrap();
    let mut line = Vec::new();
    while line.last() != Some(&b'\n') {
        let mut byte = [0];
        stderr.read_exact(&mut byte).unwrap();
        line.extend(byte);
    }
    assert!(String::from_utf8_lossy(&line).contains(" to play"), "{line:?}");
    sleep(Duration::from_millis(300));
}

#[test]
fn the_first_signal_ends_in_order_and_says_how_to_continue() {
    let dir = folder("signal");
    // The run lasts a minute, a game less than a second.
    let plan = PLAN.replace("playouts=300", "cpu=100ms");
    for name in ["TERM", "INT", "USR1"] {
        let before = games(&dir).len();
        let mut child = start(&dir, &plan);
        wait_until_playing(&mut child);
        signal(&child, name);
        let (status, log) = finish(child);
        assert_eq!(status.code(), Some(75), "{log}");
        assert!(log.contains("stopping") && log.contains("tournament --jobs 2 --json --config"), "{log}");
        let after = games(&dir).len();
        assert!(after > before && after < GAMES, "the games in hand are finished: {before} to {after}");
        assert!(dir.join("run/tables.json").exists());
    }
}

#[test]
fn fc_65_the_second_signal_ends_at_once_and_says_how_to_continue() {
    let dir = folder("second-signal");
    let mut child = start(&dir, &PLAN.replace("playouts=300", "wall=30s"));
    wait_until_playing(&mut child);
    signal(&child, "TERM");
    sleep(Duration::from_secs(1));
    let begin = Instant::now();
    signal(&child, "TERM");
    let (status, log) = finish(child);
    assert_eq!(status.code(), Some(75), "{log}");
    assert!(begin.elapsed() < Duration::from_secs(5), "{log}");
    let said = log.rsplit_once("stopped at once, ").map(|(_, said)| said).unwrap_or_default();
    assert!(said.contains("continues:\n  ") && said.contains("tournament --jobs 2 --json --config"), "{log}");
    assert!(games(&dir).is_empty());
}

/// As GNU `timeout` sends them: to the process, and to its group.
#[test]
fn signals_of_one_moment_are_one() {
    let dir = folder("two-signals");
    let mut child = start(&dir, &PLAN.replace("playouts=300", "cpu=100ms"));
    wait_until_playing(&mut child);
    // Of one kind, the system makes one of two that have not been dealt with.
    signal(&child, "TERM");
    signal(&child, "INT");
    let (status, log) = finish(child);
    assert!(status.code() == Some(75) && log.contains("stopping") && !log.contains("stopped at once"), "{log}");
    assert!(!games(&dir).is_empty(), "the games in hand are finished");
}

/// Ctrl-Z and a scheduler that suspends a job are no fault of the players.
#[test]
fn a_process_that_was_suspended_goes_on_without_a_void_game() {
    let dir = folder("suspended");
    let plan = PLAN.replace("playouts=300", "cpu=10ms").replace("= 40", "= 6");
    let mut child = start_with(&dir, &plan, &["--move-limit", "1s"]);
    wait_until_playing(&mut child);
    signal(&child, "STOP");
    sleep(Duration::from_secs(4));
    signal(&child, "CONT");
    let (status, log) = finish(child);
    assert_eq!(status.code(), Some(0), "{log}");
    assert!(games(&dir).values().all(|game| game["end"]["kind"] == "normal"));
}
