//! Texts and moves of chance, as in fuzz/, seeded: what is accepted is written as what is read as the same, and nothing panics.

use gametree_core::{Budget, Rng, Side, Size};
use gametree_players::{Players, Standard, parse_options};
use gametree_tournament::Plan;

/// So many times as usual; GAMETREE_FUZZ_ROUNDS asks for more.
fn rounds(usual: u32) -> u32 {
    std::env::var("GAMETREE_FUZZ_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn one_of<'a>(rng: &mut Rng, pieces: &[&'a str]) -> &'a str {
    pieces[rng.below(pieces.len() as u32) as usize]
}

/// Pieces in a row; now and then a character of chance between them.
fn text(rng: &mut Rng, pieces: &[&str], most: u32) -> String {
    let mut text = String::new();
    for _ in 0..1 + rng.below(most) {
        text += one_of(rng, pieces);
        if rng.below(30) == 0 {
            text.extend(char::from_u32(rng.below(0x300)));
        }
    }
    text
}

#[test]
fn players_budgets_and_sizes() {
    let pieces = [
        "mcps",
        "grave",
        "uct",
        "rave",
        "flat",
        "iterative",
        "random",
        "window",
        "reference",
        "exploration",
        "memory",
        "k",
        "schedule",
        "freeze_visits",
        "bias",
        "quiescence",
        "playouts",
        "playouts=50",
        "cpu=20ms",
        "depth=5",
        "cpu",
        "wall",
        "depth",
        "nodes",
        ":",
        ":",
        "=",
        "=",
        "=",
        ",",
        ",",
        "1",
        "50",
        "1e-5",
        "0.4",
        "1GiB",
        "1MiB",
        "hand",
        "mse",
        "20ms",
        "1s",
        "2h",
        "-",
        "x",
        "9",
        "5x3",
        "nan",
        "inf",
        "99999999999999999999",
        " ",
    ];
    let mut rng = Rng::new(21);
    let mut read = [0; 3];
    for _ in 0..rounds(40_000) {
        let text = text(&mut rng, &pieces, 6);
        if let Ok(spec) = Standard::parse(&text) {
            assert_eq!(Standard::parse(&spec.to_string()).as_ref(), Ok(&spec), "{text}");
            read[0] += 1;
        }
        if let Ok(budget) = text.parse::<Budget>() {
            assert_eq!(budget.to_string().parse::<Budget>(), Ok(budget), "{text}");
            read[1] += 1;
        }
        if let Ok(size) = text.parse::<Size>() {
            assert_eq!(size.to_string().parse::<Size>(), Ok(size), "{text}");
            read[2] += 1;
        }
    }
    assert!(read.iter().all(|&count| count > 10), "{read:?}");
}

#[test]
fn plans() {
    let lines = [
        "seed = 7",
        "seed = -1",
        "games_per_cell = 10",
        "games_per_cell = 3",
        "budgets = [\"cpu=20ms\"]",
        "budgets = [\"playouts=5\", \"playouts=6\"]",
        "pairing = \"first\"",
        "pairing = 3",
        "openings = { plies = 2 }",
        "openings = { moves = [\"a1 b2\"] }",
        "openings = {}",
        "sizes = [3, \"5x4\"]",
        "sizes = []",
        "sizes = [99]",
        "options = { swap = \"pieces\" }",
        "options = { komi = 0.5 }",
        "options = { stop_at_win = 1 }",
        "[[games]]",
        "[[games]]\nname = \"hex\"",
        "[[games]]\nname = \"go\"",
        "[[games]]\nname = \"wargame\"",
        "name = \"other\"",
        "x = 1",
        "[",
        "\u{0}",
        "# remark",
    ];
    let games = gametree_games::all();
    let mut rng = Rng::new(22);
    let mut read = 0;
    let rounds = rounds(3000);
    for _ in 0..rounds {
        let mut plan =
            "name = \"plan\"\nplayers = [{ spec = \"mcps\" }, { spec = \"grave:reference=25\" }]\n".to_string();
        for _ in 0..rng.below(4) {
            plan += one_of(&mut rng, &lines);
            plan += "\n";
        }
        plan += "[[games]]\nname = \"hex\"\n";
        for _ in 0..rng.below(3) {
            plan += one_of(&mut rng, &lines);
            plan += "\n";
        }
        match Plan::parse(&plan, "plan.toml", &games) {
            Err(error) => assert!(error.to_string().starts_with("plan.toml"), "{error}\n{plan}"),
            Ok(found) => {
                let written = found.to_toml();
                let again =
                    Plan::parse(&written, "plan.toml", &games).unwrap_or_else(|error| panic!("{error}\n{written}"));
                assert!(again == found && again.to_toml() == written, "{plan}\n{written}");
                read += 1;
            }
        }
    }
    assert!(read > rounds / 20 && read < rounds, "{read} of {rounds} were read");
}

#[test]
fn moves_and_what_is_taken_back() {
    let mut rng = Rng::new(23);
    let games = gametree_games::all();
    for round in 0..rounds(60) {
        for (name, options) in [
            ("go", &["ko=situational"][..]),
            ("atarigo", &[]),
            ("nogo", &[]),
            ("hex", &[]),
            ("hex", &["swap=pieces"]),
            ("wargame", &[]),
        ] {
            let game = games.find(name).unwrap();
            let size = Size::square(5 + (round % 4) as u8);
            let setup = game.setup(Some(size), &parse_options(options).unwrap()).unwrap();
            let mut session = game.session(&setup, &[]).unwrap();
            let start = session.draw();
            for _ in 0..60 {
                let legal = session.legal_moves();
                assert_eq!(legal.is_empty(), session.outcome().is_some(), "{name}");
                match rng.below(10) {
                    0 => drop(session.undo()),
                    1 => {
                        let text = text(&mut rng, &["a", "B", "c", "1", "2", "9", "-", "pass", "swap", "\u{e4}"], 4);
                        let (before, side) = (session.draw(), Side::BOTH[rng.below(2) as usize]);
                        if session.play(side, &text).is_err() {
                            assert_eq!(session.draw(), before, "{name}: {text:?}");
                        }
                    }
                    _ if legal.is_empty() => break,
                    _ => {
                        let mv = &legal[rng.below(legal.len() as u32) as usize];
                        session.play(session.to_move(), mv).unwrap();
                    }
                }
            }
            let (board, moves) = (session.draw(), session.moves());
            while session.undo() {}
            assert_eq!(session.draw(), start, "{name}");
            moves.iter().for_each(|mv| session.play(mv.side, &mv.text).unwrap());
            assert_eq!(session.draw(), board, "{name}");
        }
    }
}
