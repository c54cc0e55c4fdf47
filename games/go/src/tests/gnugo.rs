//! Against GNU Go: which points are legal, how many stones are taken, what is on the board.
//!
//! Runs where the program is installed (Debian package `gnugo`), over `GAMETREE_GNUGO_GAMES` random games, 20 unless told.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use gametree_core::{Describe, Game, Rng, Side};

use super::go;

struct Gtp {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Gtp {
    fn start() -> Option<Gtp> {
        let program = if Path::new("/usr/games/gnugo").exists() { "/usr/games/gnugo" } else { "gnugo" };
        let mut command = Command::new(program);
        command.args(["--mode", "gtp", "--quiet", "--positional-superko", "--never-resign"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
        let (input, output) = (child.stdin.take()?, BufReader::new(child.stdout.take()?));
        Some(Gtp { child, input, output })
    }

    fn ask(&mut self, command: &str) -> String {
        writeln!(self.input, "{command}").unwrap();
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "gnugo has ended at {command}");
            if line.trim().is_empty() {
                break;
            }
            answer.push_str(&line);
        }
        let text = answer.strip_prefix('=').unwrap_or_else(|| panic!("{command}: {answer}"));
        text.trim().to_string()
    }

    /// The points of an answer, sorted.
    fn points(&mut self, command: &str) -> Vec<String> {
        let mut points: Vec<String> = self.ask(command).split_whitespace().map(str::to_string).collect();
        points.sort();
        points
    }
}

impl Drop for Gtp {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.child.wait();
    }
}

#[test]
#[allow(clippy::print_stderr, reason = "a test that is skipped says so")]
fn agrees_with_gnu_go() {
    let Some(mut gtp) = Gtp::start() else {
        eprintln!("skipped: gnugo is not installed");
        return;
    };
    let games = std::env::var("GAMETREE_GNUGO_GAMES").map_or(20, |text| text.parse().unwrap());
    let mut compared = 0u64;
    for seed in 0..games {
        // 5x5 to 19x19, the small ones, with more fights a move, more often.
        let side = [5, 6, 7, 9, 5, 8, 11, 6, 13, 7, 5, 19][seed as usize % 12];
        compared += compare(&mut gtp, side, seed);
    }
    eprintln!("{games} games, {compared} positions equal those of gnugo");
}

fn compare(gtp: &mut Gtp, side: u8, seed: u64) -> u64 {
    gtp.ask(&format!("boardsize {side}"));
    gtp.ask("clear_board");
    let mut rng = Rng::new(seed);
    let mut line = go(&side.to_string(), "");
    let (mut legal, mut searched) = (Vec::new(), Vec::new());
    loop {
        let position = line.position();
        for (side, name) in [(Side::First, "black"), (Side::Second, "white")] {
            let captures: u32 = gtp.ask(&format!("captures {name}")).parse().unwrap();
            assert_eq!(captures, position.taken(side), "seed {seed}: captures of {name}\n{position}");
            let points = position.board().points().zip(0..);
            let mut stones: Vec<String> = points
                .filter(|&(point, _)| position.board().stone(point) == Some(side))
                .map(|(_, index)| position.format_move(index))
                .collect();
            stones.sort();
            assert_eq!(gtp.points(&format!("list_stones {name}")), stones, "seed {seed}: stones\n{position}");
        }
        if position.outcome().is_some() {
            return line.moves().len() as u64 + 1;
        }
        let mover = ["black", "white"][position.to_move().index()];
        legal.clear();
        line.legal_moves(&mut legal);
        let mut names: Vec<String> =
            legal.iter().filter(|&&mv| mv != position.pass()).map(|&mv| position.format_move(mv)).collect();
        names.sort();
        assert_eq!(gtp.points(&format!("all_legal {mover}")), names, "seed {seed}: legal for {mover}\n{position}");
        // Mostly search moves, so that games end; sometimes any legal move, a pass included.
        searched.clear();
        line.search_moves(&mut searched);
        let from = if rng.below(10) == 0 { &legal } else { &searched };
        let mv = from[rng.below(from.len() as u32) as usize];
        gtp.ask(&format!("play {mover} {}", position.format_move(mv)));
        line.push(mv);
    }
}
