//! Games of chance as SGF: read back by us, and by sgfmill (PyPI) where `python3` can import it.

use std::io::Write;
use std::process::{Command, Stdio};

use gametree_core::{Rng, Side, Size};
use gametree_tournament::sgf::{SgfGame, read_trees, write_trees};
use gametree_tournament::{AnySession, parse_options};

pub(crate) fn session(game: &str, size: Size, options: &[&str]) -> Box<dyn AnySession> {
    let games = gametree_games::all();
    let game = games.find(game).unwrap();
    game.session(&game.setup(Some(size), &parse_options(options).unwrap()).unwrap(), &[]).unwrap()
}

/// Plays at random, now and then out of turn where the game allows that.
fn random_game(game: &str, size: Size, options: &[&str], rng: &mut Rng) -> Box<dyn AnySession> {
    let mut session = session(game, size, options);
    for _ in 0..rng.below(3 * size.area() as u32) {
        if rng.below(20) == 0 {
            let side = session.to_move().other();
            let point = rng.below(size.area() as u32) as usize;
            let point = if game == "hex" { size.format_point(point) } else { size.format_gtp_point(point) };
            let _ = session.play(side, &point);
        }
        let moves = session.legal_moves();
        if moves.is_empty() {
            break;
        }
        // A pass ends many games; not all of them at once.
        let at = rng.below(moves.len() as u32) as usize;
        session.play(session.to_move(), &moves[at]).unwrap();
    }
    session
}

fn stones(session: &dyn AnySession) -> String {
    let stone = |point| match session.stone_at(point) {
        Some(Side::First) => 'b',
        Some(Side::Second) => 'w',
        None => '.',
    };
    (0..session.setup().size().area()).map(stone).collect()
}

/// Their records, with what they should say: size, moves, winner, stones.
fn records() -> Vec<(String, String)> {
    let mut rng = Rng::new(3);
    let mut records = Vec::new();
    for round in 0..8 {
        for (game, options) in [
            ("go", &["komi=0"][..]),
            ("go", &["ko=situational"]),
            ("atarigo", &[]),
            ("nogo", &[]),
            ("hex", &[]),
            ("hex", &["swap=pieces"]),
        ] {
            let side = 2 + (round * 3 + 1) % 18;
            let oblong = game == "hex" && options.is_empty();
            let size = if oblong { Size { cols: side, rows: 5 } } else { Size::square(side) };
            let mut session = random_game(game, size, options, &mut rng);
            if options == ["swap=pieces"] && round % 2 == 0 {
                session.clear();
                for text in ["a2", "swap-pieces", "a2"] {
                    session.play(session.to_move(), text).unwrap();
                }
            }
            if round % 4 == 1 {
                session.arrange([vec![0, size.area() - 1], Vec::new()], Side::Second).unwrap();
                let mv = session.legal_moves()[0].clone();
                session.play(Side::Second, &mv).unwrap();
            }
            let mut record = SgfGame::of(&*session).unwrap();
            record.names = [Some(r"A[3k]\ (x;y)".into()), Some("Ü : white".into())];
            record.comment = Some("see (;B[aa]) here \\".into());
            let text = write_trees(&[record.tree()]);

            let again = SgfGame::read(&read_trees(text.as_bytes()).unwrap()[0]).unwrap();
            assert_eq!((again.game, &again.names, &again.comment), (game, &record.names, &record.comment));
            assert_eq!(again.result, record.result, "{text}");
            assert_eq!(again.swaps(), options == ["swap=pieces"], "{text}");
            let mut other = self::session(game, again.size.unwrap(), options);
            again.play(&mut *other, usize::MAX).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(other.moves(), session.moves());
            assert_eq!((stones(&*other), other.to_move()), (stones(&*session), session.to_move()), "{text}");
            assert_eq!((other.outcome(), other.legal_moves()), (session.outcome(), session.legal_moves()));

            if game != "hex" {
                let side = |side| if side == Side::First { 'b' } else { 'w' };
                let moves = session.moves().into_iter().map(|mv| format!("{} {}", side(mv.side), mv.text));
                let moves: Vec<String> = moves.collect();
                let winner = match session.outcome() {
                    Some(gametree_core::Outcome::Win(winner)) => side(winner).to_string(),
                    _ => "None".into(),
                };
                let wanted = format!("{}|{}|{winner}|{}", size.cols, moves.join(","), stones(&*session));
                records.push((text, wanted));
            }
        }
    }
    records
}

#[test]
fn fc05_results_as_they_are_written() {
    for (moves, komi, result) in [
        ("C3 pass pass", "komi=0", Some("B+25")),
        ("C3 A1 pass pass", "komi=0", Some("0")),
        ("pass pass", "komi=7.5", Some("W+7.5")),
        ("C3", "komi=0", None),
    ] {
        let mut session = session("go", Size::square(5), &[komi]);
        for mv in moves.split(' ') {
            session.play(session.to_move(), mv).unwrap();
        }
        let tree = SgfGame::of(&*session).unwrap().tree();
        assert_eq!(tree.nodes[0].value("RE"), result, "{moves}");
    }
}

/// Reads records separated by NUL; prints of each what [`records`] says. sgfmill plays the stones by its own rules.
const SCRIPT: &str = r#"
import sys
from sgfmill import sgf, sgf_moves
from sgfmill.common import format_vertex
for data in sys.stdin.buffer.read().split(b"\0"):
    game = sgf.Sgf_game.from_bytes(data)
    assert game.get_player_name("b") == r"A[3k]\ (x;y)", game.get_player_name("b")
    assert game.get_player_name("w") == "\u00dc : white", game.get_player_name("w")
    assert game.get_root().get("C") == "see (;B[aa]) here \\", game.get_root().get("C")
    board, plays = sgf_moves.get_setup_and_moves(game)
    for colour, move in plays:
        if move is not None:
            board.play(move[0], move[1], colour)
    n = game.get_size()
    stones = "".join(board.get(n - 1 - i // n, i % n) or "." for i in range(n * n))
    moves = ",".join("%s %s" % (colour, format_vertex(move)) for colour, move in plays)
    print("%d|%s|%s|%s" % (n, moves, game.get_winner(), stones))
"#;

#[test]
#[allow(clippy::print_stderr, reason = "a test that is skipped says so")]
fn what_we_write_is_read_by_us_and_by_sgfmill() {
    let records = records();
    let mut python = Command::new("python3");
    python.args(["-c", SCRIPT]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let has = Command::new("python3").args(["-c", "import sgfmill"]).stderr(Stdio::null()).status();
    if !has.is_ok_and(|status| status.success()) {
        eprintln!("skipped: python3 cannot import sgfmill");
        return;
    }
    let mut child = python.spawn().unwrap();
    let texts: Vec<&str> = records.iter().map(|(text, _)| text.as_str()).collect();
    child.stdin.take().unwrap().write_all(texts.join("\0").as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(printed.lines().count(), records.len());
    for (found, (text, wanted)) in printed.lines().zip(&records) {
        assert_eq!(found, wanted, "{text}");
    }
    eprintln!("{} records are read by sgfmill", records.len());
}
