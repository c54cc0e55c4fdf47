//! Games of chance as SGF: read back by us, and by sgfmill (PyPI) where `python3` can import it.

use std::io::Write;
use std::process::{Command, Stdio};

use gametree_core::{Rng, Side, Size};
use gametree_players::{
    AnySession, SetUp, parse_options,
    sgf::{SgfGame, read_trees, write_trees},
};

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

            let again = SgfGame::read(&read_trees(text.as_bytes()).unwrap()[0], &gametree_games::all()).unwrap();
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

/// What a session shows of its position.
fn shown(session: &dyn AnySession) -> String {
    let (moves, setups) = (session.moves(), session.setups());
    let (board, legal, turn) = (session.draw(), session.legal_moves(), session.to_move());
    format!("{moves:?}\n{setups:?}\n{board}\n{legal:?}\n{turn:?}\n{:?} {}", session.outcome(), session.margin())
}

/// Puts a few stones down and takes one off, wherever the rules allow that.
fn set_up(session: &mut dyn AnySession, rng: &mut Rng) {
    let area = session.setup().size().area();
    let point = |rng: &mut Rng| rng.below(area as u32) as usize;
    let (one, other, emptied) = (point(rng), point(rng), point(rng));
    let to_move = if rng.below(2) == 0 { Side::First } else { Side::Second };
    let stones = [vec![one], if one == other { Vec::new() } else { vec![other] }];
    let emptied = Some(emptied).filter(|&at| at != one && at != other).into_iter().collect();
    let before = shown(session);
    if session.set_up(SetUp { stones, emptied, to_move }).is_err() {
        assert_eq!(shown(session), before, "what is refused changes nothing");
    }
}

/// Reads a file as a program does that is told nothing else.
fn read_back(text: &str) -> (SgfGame, Box<dyn AnySession>) {
    let read = SgfGame::read(&read_trees(text.as_bytes()).unwrap()[0], &gametree_games::all())
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    let games = gametree_games::all();
    let game = games.find(read.game).unwrap();
    let setup = read.setup(game, &toml_table(&[])).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut session = game.session(&setup, &[]).unwrap();
    read.play(&mut *session, usize::MAX).unwrap_or_else(|error| panic!("{error}\n{text}"));
    (read, session)
}

fn toml_table(options: &[&str]) -> toml::Table {
    parse_options(options).unwrap()
}

#[test]
fn fc_51_what_we_write_is_read_back_without_an_option() {
    let mut rng = Rng::new(51);
    let mut cases: Vec<(&str, Size, Vec<String>)> = Vec::new();
    let oblong = Size { cols: 7, rows: 4 };
    let sizes = [2, 3, 4, 5, 19].map(Size::square).into_iter().chain([oblong]);
    for size in sizes {
        for ko in ["simple", "positional", "situational"] {
            for suicide in [false, true] {
                let komi = f64::from(rng.below(41)) / 2.0 - 10.0;
                cases.push((
                    "go",
                    size,
                    vec![format!("ko={ko}"), format!("suicide={suicide}"), format!("komi={komi}")],
                ));
            }
        }
        cases.extend(["atarigo", "nogo", "hex"].map(|game| (game, size, Vec::new())));
        for swap in ["none", "pieces"].into_iter().take(if size == oblong { 1 } else { 2 }) {
            cases.push(("hex", size, vec![format!("swap={swap}"), "stop_at_win=true".into()]));
        }
    }
    let (mut moves, mut setups) = (0, 0);
    for (game, size, options) in &cases {
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        for round in 0..6 {
            let mut session = random_game(game, *size, &options, &mut rng);
            // Every other game goes on from another position, twice.
            for _ in 0..if round % 2 == 0 { 0 } else { 2 } {
                set_up(&mut *session, &mut rng);
                play_on(&mut *session, &mut rng);
            }
            let text = write_trees(&[SgfGame::of(&*session).unwrap().tree()]);
            let (read, again) = read_back(&text);
            assert_eq!(again.setup(), session.setup(), "{text}");
            assert_eq!(shown(&*again), shown(&*session), "{text}");
            assert_eq!(write_trees(&[SgfGame::of(&*again).unwrap().tree()]), text);
            assert_eq!(write_trees(&[read.tree()]), text);
            // Of the komi there may be.
            assert!(read.warnings.iter().all(|warning| warning.text.contains("above the area")), "{:?}", read.warnings);
            (moves, setups) = (moves + again.moves().len(), setups + again.setups().len());
        }
    }
    assert!(moves > 10_000 && setups > 100, "{moves} moves, {setups} setups");
}

fn play_on(session: &mut dyn AnySession, rng: &mut Rng) {
    for _ in 0..rng.below(6) {
        let moves = session.legal_moves();
        if moves.is_empty() || session.outcome().is_some() {
            break;
        }
        session.play(session.to_move(), &moves[rng.below(moves.len() as u32) as usize]).unwrap();
    }
}

/// Files with a few bytes changed, doubled or cut off: read or refused, and what plays is written as what plays to the same position.
#[test]
fn fc_53_broken_files_are_read_or_refused() {
    let files: [&[u8]; 4] = [
        b"(;GM[1]SZ[5]KM[6.5]RU[NZ]CA[Shift_JIS]PB[\x83\x5c];B[cc]W[dd];AE[cc]AB[aa:ba]PL[2];W[E1];B[])",
        b"(;GM[11]SZ[5]RU[swap-pieces]PB[a]PW[b];B[a3];W[swap-sides];W[c3];AB[d4]AW[e5];B[b2])",
        b"(GM[1]SZ[4:3]RU[NoGo]HA[2]AB[aa];White[bb](;B[cb]);B[da])",
        b"(;GM[1]RU[area scoring, simple ko, suicide]SZ[3];B[aa];W[ba];B[cc];W[ab];AB[bb];B[aa];W[])",
    ];
    let games = gametree_games::all();
    let (mut rng, mut played) = (Rng::new(53), 0);
    for _ in 0..4000 {
        let mut bytes = files[rng.below(4) as usize].to_vec();
        for _ in 0..rng.below(4) {
            let at = rng.below(bytes.len() as u32) as usize;
            match rng.below(4) {
                0 => bytes[at] = b";[]()\\BWA129abe\xff"[rng.below(16) as usize],
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, b";[]()\\BWA129abe\xff"[rng.below(16) as usize]),
                _ => bytes.extend_from_within(at..),
            }
        }
        let Ok(trees) = read_trees(&bytes) else { continue };
        let Ok(read) = SgfGame::read(&trees[0], &gametree_games::all()) else { continue };
        let game = games.find(read.game).unwrap();
        let Ok(setup) = read.setup(game, &toml_table(&[])) else { continue };
        let mut session = game.session(&setup, &[]).unwrap();
        if read.play(&mut *session, usize::MAX).is_err() {
            continue;
        }
        let (moves, board) = (session.moves(), session.draw());
        for tree in [SgfGame::of(&*session).unwrap().tree(), read.tree()] {
            let (_, again) = read_back(&write_trees(&[tree]));
            assert_eq!((again.moves(), again.draw()), (moves.clone(), board.clone()), "{}", bytes.escape_ascii());
        }
        played += 1;
    }
    assert!(played > 500, "{played}");
}

#[test]
fn fc_51_games_of_the_field() {
    for (options, moves) in
        [(&["ko=simple"][..], "b1 a2 c2 b2 d1 e5 a1 c1 b1"), (&["suicide=true"], "b1 a2 a1 b2 e5 c1 e4")]
    {
        let mut session = session("go", Size::square(5), options);
        for mv in moves.split(' ') {
            if let Err(error) = session.play(session.to_move(), mv) {
                panic!("{mv}: {error}");
            }
        }
        let text = write_trees(&[SgfGame::of(&*session).unwrap().tree()]);
        assert_eq!(shown(&*read_back(&text).1), shown(&*session), "{text}");
    }
}

#[test]
fn fc_51_options_by_hand_that_contradict_the_file() {
    let games = gametree_games::all();
    let read = |text: &str| SgfGame::read(&read_trees(text.as_bytes()).unwrap()[0], &gametree_games::all()).unwrap();
    let file = read("(;GM[1]SZ[5]\nRU[area scoring, simple ko, suicide]KM[6.5];B[aa])");
    let setup =
        |given: &[&str]| file.setup(games.find("go").unwrap(), &toml_table(given)).map_err(|error| error.to_string());
    assert_eq!(setup(&["ko=simple", "komi=6.5"]), setup(&[]));
    for (given, error) in [
        (
            "ko=positional",
            "line 2, column 1: RU[area scoring, simple ko, suicide] says ko=simple, but ko=positional was given",
        ),
        (
            "suicide=false",
            "line 2, column 1: RU[area scoring, simple ko, suicide] says suicide=true, but suicide=false was given",
        ),
        ("komi=7", "line 2, column 37: KM[6.5] says komi=6.5, but komi=7 was given"),
    ] {
        assert_eq!(setup(&[given]).unwrap_err(), error);
    }
    // What the file leaves open is given by hand, checked as everywhere.
    let open = read("(;SZ[5];B[aa])");
    let go = games.find("go").unwrap();
    assert_eq!(open.setup(go, &toml_table(&["komi=0.5"])).unwrap().options()["komi"], 0.5);
    assert!(open.setup(go, &toml_table(&["komi=0.3"])).unwrap_err().to_string().contains("a multiple of 0.5"));
    assert!(
        open.setup(games.find("hex").unwrap(), &toml_table(&[]))
            .unwrap_err()
            .to_string()
            .contains("a game of go, not of hex")
    );
    // Files of ours from before suicide was in RU: both are possible.
    let old = read("(;SZ[5]RU[area scoring, positional ko]KM[7.5])");
    assert_eq!(old.setup(go, &toml_table(&["suicide=true"])).unwrap().options()["suicide"], true);
    let swapped = read("(;GM[11]SZ[5];B[a2];W[swap-pieces])");
    let error = swapped.setup(games.find("hex").unwrap(), &toml_table(&["swap=none"])).unwrap_err().to_string();
    assert_eq!(error, "line 1, column 21: W[swap-pieces] says swap=pieces, but swap=none was given");
}

#[test]
fn fc_54_play_goes_on_from_a_setup() {
    let (_, mut session) = read_back("(;GM[1]SZ[9];B[cc];W[ee];AE[cc]AW[dd];B[ff])");
    let stone =
        |session: &dyn AnySession, point: &str| session.stone_at(Size::square(9).parse_gtp_point(point).unwrap());
    assert_eq!(
        ["C7", "D6", "E5", "F4"].map(|point| stone(&*session, point)),
        [None, Some(Side::Second), Some(Side::Second), Some(Side::First)]
    );
    assert_eq!((session.moves().len(), session.to_move()), (3, Side::Second));
    // Other options keep all of it.
    let all = shown(&*session);
    let games = gametree_games::all();
    let go = games.find("go").unwrap();
    session.change(go.setup(Some(Size::square(9)), &toml_table(&["ko=simple"])).unwrap()).unwrap();
    assert_eq!(shown(&*session).split("\n[\"").next(), all.split("\n[\"").next());
    // The setup is a step of its own.
    assert!(session.undo() && session.setups().len() == 1 && session.moves().len() == 2);
    assert!(session.undo() && session.setups().is_empty() && session.moves().len() == 2);
    assert_eq!((stone(&*session, "C7"), session.to_move()), (Some(Side::First), Side::First));
    assert!(session.undo() && session.undo() && !session.undo());

    // Superko counts from there: the stones after black's A1 were on the board before the setup, and may be there again; what has been
    // there since may not.
    let again = "(;SZ[5]RU[Tromp-Taylor];B[ae];W[ea];AE[ae][ea]PL[B];B[ae]";
    assert_eq!(read_back(&format!("{again})")).1.moves().len(), 3);
    // The position that was set up is one of those: a ko is not retaken into it.
    let since = "(;SZ[4]RU[Tromp-Taylor];B[dd];AB[ba][ab][bc]AW[bb][ca][cc][db]AE[dd]PL[B];B[cb]";
    let (_, mut session) = read_back(&format!("{since})"));
    assert!(session.stone_at(5).is_none(), "taken");
    assert!(session.play(Side::Second, "B3").is_err(), "it may not be retaken");
    // A node that says what is so already takes nothing back, and forgets nothing.
    let (_, session) = read_back("(;SZ[9];B[cc];AB[cc]AE[dd]PL[W];W[ee];PL[B])");
    assert_eq!((session.setups().len(), session.moves().len()), (0, 2));
    let (_, session) = read_back("(;SZ[9];B[cc];PL[B])");
    assert_eq!((session.setups().len(), session.to_move()), (1, Side::First));

    // Up to a move: with what stands before the next one.
    let read =
        SgfGame::read(&read_trees(b"(;SZ[9];B[cc];W[ee];AE[cc];B[ff])").unwrap()[0], &gametree_games::all()).unwrap();
    let mut session = self::session("go", Size::square(9), &[]);
    for (most, empty, moves) in [(1, false, 1), (2, true, 2), (3, true, 3), (9, true, 3)] {
        read.play(&mut *session, most).unwrap();
        assert_eq!((stone(&*session, "C7").is_none(), session.moves().len()), (empty, moves), "{most}");
    }
    // A position that the game cannot begin with is refused at its place.
    let read =
        SgfGame::read(&read_trees(b"(;SZ[2];B[aa];AB[aa:bb];W[aa])").unwrap()[0], &gametree_games::all()).unwrap();
    let error = read.play(&mut *self::session("go", Size::square(2), &[]), 9).unwrap_err();
    assert!(error.to_string().starts_with("line 1, column 15: "), "{error}");
}

#[test]
fn fc_55_what_a_session_does_not_know_is_kept() {
    for root in ["KM[250]HA[2]", "KM[6.3]RU[Tromp-Taylor]HA[3]", "KM[0]RU[Japanese]DT[2020]EV[x]C[y]"] {
        let (read, session) = read_back(&format!("(;GM[1]SZ[9]{root};B[cc];W[ee];AE[cc]C[z];B[ff])"));
        let mut saved = SgfGame::of(&*session).unwrap();
        saved.keep(&read);
        let again =
            SgfGame::read(&read_trees(write_trees(&[saved.tree()]).as_bytes()).unwrap()[0], &gametree_games::all())
                .unwrap();
        assert_eq!((again.komi, again.handicap, again.comment), (read.komi, read.handicap, read.comment), "{root}");
        assert_eq!((again.date, again.about), (read.date, read.about), "{root}");
        assert_eq!(again.setups[0].comment.as_deref(), Some("z"));
        if root.contains("RU") {
            assert_eq!(again.rules, read.rules, "{root}");
        }
    }
    // The reader does not know the games: the komi that it says nothing of is Go's default.
    let go = session("go", Size::square(2), &[]);
    let text = write_trees(&[SgfGame::of(&*go).unwrap().tree()]);
    assert_eq!(read_back(&text).0.warnings, [], "{text}");
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
