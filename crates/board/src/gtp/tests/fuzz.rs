//! Lines of chance: no panic, one reply a command, every reply in form.

use gametree_core::Rng;

use super::{replies, talk_with, terms};
use crate::gtp::Terms;
use crate::gtp::protocol::{clean, parse};

const WORDS: &[&str] = &[
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "boardsize",
    "rectangular_boardsize",
    "clear_board",
    "komi",
    "showboard",
    "fixed_handicap",
    "place_free_handicap",
    "set_free_handicap",
    "final_score",
    "final_status_list",
    "loadsgf",
    "known_command",
    "time_settings",
    "time_left",
    "gogui-rules_board",
    "gogui-rules_legal_moves",
    "gogui-play_sequence",
    "gametree-gfx",
    "gametree-visits",
    "gametree-values",
    "gametree-table",
    "gomill-explain_last_move",
    "lz-analyze",
    "kata-genmove_analyze",
    "b",
    "w",
    "B",
    "white",
    "x",
    "pass",
    "resign",
    "swap-pieces",
    "swap-sides",
    "a1",
    "b2",
    "C3",
    "d4",
    "e5",
    "a1-b2",
    "j9",
    "t19",
    "z26",
    "i9",
    "0",
    "1",
    "3",
    "5",
    "7",
    "-1",
    "6.5",
    "1e99",
    "nan",
    "99999999999999999999",
    "alive",
    "dead",
    "#",
    "=",
    "\u{fffd}",
    "\u{7f}",
    "ß",
];

/// One line of words that may mean something, or of any bytes.
fn line(rng: &mut Rng) -> Vec<u8> {
    if rng.below(4) == 0 {
        return (0..rng.below(40)).map(|_| rng.below(256) as u8).collect();
    }
    let mut words: Vec<&str> = (0..1 + rng.below(5)).map(|_| WORDS[rng.below(WORDS.len() as u32) as usize]).collect();
    if rng.below(3) == 0 {
        words[0] = WORDS[rng.below(26) as usize];
    }
    words.join(" ").into_bytes()
}

#[test]
fn any_bytes_get_replies_in_form() {
    // 30 lines for each game and round; GAMETREE_FUZZ_ROUNDS asks for more.
    let rounds = std::env::var("GAMETREE_FUZZ_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(8);
    let mut rng = Rng::new(7);
    for round in 0..rounds {
        for game in ["go", "atarigo", "nogo", "hex", "tictactoe", "wargame", "tree"] {
            let mut input = b"boardsize 5\n".to_vec();
            let mut commands = 1;
            for _ in 0..30 {
                let line = line(&mut rng);
                for part in line.split(|&byte| byte == b'\n') {
                    let command = parse(&clean(part));
                    // An analysis lasts 100 ms, whatever follows.
                    if command.as_ref().is_some_and(|command| command.name == "lz-analyze" && round % 8 != 0) {
                        continue;
                    }
                    if command.as_ref().is_some_and(|command| command.name == "quit") {
                        continue;
                    }
                    commands += usize::from(command.is_some());
                    input.extend_from_slice(part);
                    input.push(b'\n');
                }
            }
            let terms = Terms { budget: "playouts=5".parse().unwrap(), ..terms() };
            let written = talk_with(game, &[], terms, &input);
            let found = replies(&written);
            let text = String::from_utf8_lossy(&input);
            assert_eq!(found.len(), commands, "{game}\n{text}\n{written}");
            let in_form = |reply: &String| reply.starts_with(['=', '?']) && !reply.contains('\r');
            assert!(found.iter().all(in_form), "{game}\n{text}\n{written}");
        }
    }
}

#[test]
fn an_endless_game_is_bounded() {
    let mut input = String::from("boardsize 3\n");
    (0..4100).for_each(|_| input += "play b pass\n");
    let found = replies(&talk_with("go", &[], terms(), input.as_bytes()));
    assert_eq!((found[4000].as_str(), found[4001].as_str()), ("=", "? illegal move"));
}
