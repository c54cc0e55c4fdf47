//! Moves in all games.
#![no_main]

use gametree_core::{Side, Size};
use gametree_players::parse_options;
use libfuzzer_sys::fuzz_target;

const GAMES: [(&str, &[&str]); 11] = [
    ("go", &[]),
    ("go", &["ko=simple"]),
    ("go", &["ko=situational", "komi=0"]),
    ("atarigo", &[]),
    ("nogo", &[]),
    ("hex", &[]),
    ("hex", &["swap=pieces"]),
    ("hex", &["stop_at_win=true"]),
    ("tictactoe", &[]),
    ("wargame", &[]),
    ("tree", &[]),
];

/// Bytes from here on are other things than a choice among the legal moves.
const OTHER: u8 = 240;

fuzz_target!(|bytes: &[u8]| {
    let &[which, cols, rows, ref choices @ ..] = bytes else { return };
    let (name, options) = GAMES[usize::from(which) % GAMES.len()];
    let games = gametree_games::all();
    let game = games.find(name).unwrap();
    let size = Size { cols: cols % 28, rows: if rows % 2 == 0 { cols % 28 } else { rows % 28 } };
    let Ok(setup) = game.setup(Some(size), &parse_options(options).unwrap()) else { return };
    let mut session = game.session(&setup, &[]).unwrap();
    let start = session.draw();
    let mut choices = choices.iter();
    while let Some(&choice) = choices.next() {
        let legal = session.legal_moves();
        assert_eq!(legal.is_empty(), session.outcome().is_some(), "{}", session.draw());
        match choice {
            OTHER => drop(session.undo()),
            // Any text, for either side.
            241.. => {
                let text: String = choices.by_ref().take(4).map(|&byte| char::from(byte)).collect();
                let side = Side::BOTH[usize::from(choice) % 2];
                let before = session.draw();
                if session.play(side, text.trim()).is_err() {
                    assert_eq!(session.draw(), before, "{text:?}");
                }
            }
            _ if legal.is_empty() => break,
            _ => {
                let mv = &legal[usize::from(choice) % legal.len()];
                session.play(session.to_move(), mv).unwrap();
            }
        }
    }
    // The same game again, from the moves that it says.
    let (board, moves) = (session.draw(), session.moves());
    while session.undo() {}
    assert_eq!(session.draw(), start);
    for mv in &moves {
        session.play(mv.side, &mv.text).unwrap();
    }
    assert_eq!(session.draw(), board);
});
