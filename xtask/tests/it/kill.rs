//! FC-23 with the real program: killed at any moment and started again, it ends with the games of an unbroken run.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::thread::sleep;
use std::time::{Duration, Instant};

use gametree_core::Rng;

use crate::program::{GAMES, PLAN, finish, folder, games, signal, start, tables};

/// Kills a run so many times at random moments, and asks it to stop now and then, before it may go on to its end.
fn killed_and_continued(name: &str, plan: &str, number: usize, kills: usize) -> Duration {
    let whole = folder(&format!("{name}-whole"));
    let begin = Instant::now();
    let (status, log) = finish(start(&whole, plan));
    let time = begin.elapsed();
    assert!(status.success(), "{log}");
    let expected = games(&whole);
    assert_eq!(expected.len(), number);

    let broken = folder(&format!("{name}-broken"));
    let records = broken.join("run/games-0-of-1.jsonl");
    let mut rng = Rng::new(11);
    let (mut killed, mut stopped) = (0, 0);
    for round in 0.. {
        if killed == kills || games(&broken).len() == number {
            break;
        }
        let mut child = start(&broken, plan);
        // On average the rounds together last as long as the run.
        sleep(time.mul_f64(f64::from(rng.below(2000)) / 1000.0 / kills as f64));
        match round % 10 {
            3 => signal(&child, "TERM"),
            6 => signal(&child, "INT"),
            _ => child.kill().unwrap(),
        }
        let (status, log) = finish(child);
        match status.code() {
            None => killed += 1,
            // It was over, or it was asked to stop; asked before it listens, it ends like any other program.
            Some(0) => (),
            Some(75) => stopped += 1,
            Some(code) => panic!("{code}: {log}"),
        }
        // What a power cut leaves: half a record, or a hole.
        let tail: &[u8] = [b"{\"id\":\"tictactoe-3", b"\0\0\0\0".as_slice()][round % 2];
        if round % 5 == 1 && records.exists() {
            OpenOptions::new().append(true).open(&records).unwrap().write_all(tail).unwrap();
        }
    }
    assert!(killed >= 1, "the runs were over before they could be killed");
    let left = number - games(&broken).len();
    let (status, log) = finish(start(&broken, plan));
    assert!(status.success() && log.contains(&format!("\n{left} games played")), "{log}");
    // Not with assert_eq: nobody reads hundreds of records.
    let found = games(&broken);
    assert!(found.keys().eq(expected.keys()), "other games than in the unbroken run");
    for (id, game) in &found {
        assert_eq!(*game, expected[id]);
    }
    assert_eq!(tables(&broken), tables(&whole));

    let before = fs::read(&records).unwrap();
    let (status, log) = finish(start(&broken, plan));
    assert!(status.success() && log.contains("\n0 games played"), "{log}");
    assert!(fs::read(&records).unwrap() == before, "a finished run is left as it is");
    let mut err = std::io::stderr();
    writeln!(err, "{killed} kills, {stopped} stops in order, {left} of {number} games left to the end").unwrap();
    time
}

#[test]
fn killed_at_any_moment_and_continued_it_plays_the_same_games() {
    killed_and_continued("kill", PLAN, GAMES, 12);
}

/// 200 kills of a run of 402 games that last 100 ms each, with two workers.
#[test]
#[ignore = "slow, minutes: cargo xtask ci --slow"]
fn two_hundred_kills() {
    let plan = PLAN.replace("playouts=300", "playouts=25000").replace("= 40", "= 134");
    let time = killed_and_continued("kills", &plan, 402, 200);
    assert!(2.0 * time.as_secs_f64() / 402.0 >= 0.1, "games of {:?}: too short for this test", time * 2 / 402);
}
