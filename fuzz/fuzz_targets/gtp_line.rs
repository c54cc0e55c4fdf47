//! Lines of GTP.
#![no_main]

use gametree_board::gtp_replies;
use libfuzzer_sys::{Corpus, fuzz_target};

const GAMES: [(&str, &[&str]); 8] = [
    ("go", &[]),
    ("go", &["ko=simple"]),
    ("atarigo", &[]),
    ("nogo", &[]),
    ("hex", &[]),
    ("hex", &["swap=pieces"]),
    ("tictactoe", &[]),
    ("wargame", &[]),
];

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let Some((&first, lines)) = bytes.split_first() else { return Corpus::Reject };
    // Whoever quits before 1,024 lines are read leaves the reader waiting.
    if lines.iter().filter(|&&byte| byte == b'\n').count() > 1000 {
        return Corpus::Reject;
    }
    // An analysis lasts 100 ms, and a file's name may name anything.
    let text = String::from_utf8_lossy(lines);
    let cleaned: String = text.chars().filter(|c| !c.is_control()).collect();
    if ["-analyze", "_analyze", "loadsgf"].iter().any(|word| cleaned.contains(word)) {
        return Corpus::Reject;
    }
    let (game, options) = GAMES[usize::from(first) % GAMES.len()];
    let replies = gtp_replies(&gametree_games::all(), game, options, &[b"boardsize 5\n", lines].concat()).unwrap();
    let replies = String::from_utf8(replies).unwrap();
    assert!(replies.ends_with("\n\n"), "{replies:?}");
    for reply in replies.split_terminator("\n\n") {
        assert!(reply.starts_with(['=', '?']) && !reply.contains('\r'), "{reply:?}");
    }
    Corpus::Keep
});
