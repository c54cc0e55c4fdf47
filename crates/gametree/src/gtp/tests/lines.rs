//! What the standard says about lines and replies.

use super::{expect, replies, talk, talk_with, terms};
use crate::gtp::protocol::MOST_LINE;

#[test]
fn the_four_replies() {
    let written = talk("go", "boardsize 9\nclear_board\ngenmove b\nquit\n");
    let found = replies(&written);
    assert_eq!(found.len(), 4, "{written:?}");
    assert_eq!([&found[0], &found[1], &found[3]], ["=", "=", "="]);
    assert!(found[2].starts_with("= ") && found[2].len() == 4, "{found:?}");
    assert!(written.starts_with("= \n\n= \n\n= "), "{written:?}");
}

#[test]
fn ids_comments_tabs_control_characters_and_empty_lines() {
    let input = "\n   \n# a comment\n\t\t\n1 name\r\n  22\tprotocol_version # two\n000 \x01na\x07me\x1b\n33\n#4 name\nname#x\n5 quit";
    assert_eq!(
        talk("go", input),
        "=1 gametree\n\n=22 2\n\n=000 gametree\n\n?33 unknown command\n\n= gametree\n\n=5 \n\n"
    );
}

#[test]
fn names_of_commands_are_exact_and_unknown_ones_are_refused() {
    expect(
        "go",
        &[
            ("Name", "? unknown command"),
            ("known_command name", "= true"),
            ("known_command Name", "= false"),
            ("known_command", "? syntax error"),
            ("9 known_command a b", "?9 syntax error"),
            ("-1 name", "? unknown command"),
            ("nonsense 1 2 3", "? unknown command"),
        ],
    );
    for line in talk("go", "list_commands\n").trim().trim_start_matches("= ").lines() {
        assert_eq!(replies(&talk("go", &format!("known_command {line}\n"))), ["= true"]);
    }
}

#[test]
fn what_follows_quit_is_not_answered() {
    assert_eq!(talk("hex", "name\nquit\nname\nname\n"), "= gametree\n\n= \n\n");
    assert_eq!(talk("hex", ""), "");
    assert_eq!(talk("hex", "name"), "= gametree\n\n", "a last line without its end");
}

#[test]
fn long_and_odd_lines_get_one_reply() {
    let long = format!("play b {}\nname\n", "a".repeat(MOST_LINE * 3));
    assert_eq!(talk("go", &long), "? syntax error\n\n= gametree\n\n");
    let id = format!("{} name\n", "1".repeat(300));
    assert!(talk("go", &id).starts_with("=1111"));
    let written = talk_with("go", &[], terms(), b"7 \xff\xfe name\nplay b \xc3\x28\nname\n");
    assert_eq!(replies(&written).len(), 3, "{written:?}");
    assert!(written.starts_with("?7 unknown command"));
}

#[test]
fn no_reply_has_an_empty_line_inside() {
    let all = replies(&talk("go", "list_commands\n"))[0].trim_start_matches("= ").to_string();
    for game in ["go", "atarigo", "nogo", "hex", "tictactoe", "wargame", "tree"] {
        for name in all.lines().filter(|name| !name.contains("analyze") || name.contains("commands")) {
            for args in ["", " b", " b a1", " 3", " x y z"] {
                let written = talk(game, &format!("genmove b\n7 {name}{args}\n"));
                let found = replies(&written);
                assert_eq!(found.len(), 2, "{game}: {name}{args}: {written:?}");
                assert!(found[1].starts_with("=7") || found[1].starts_with("?7"), "{written:?}");
            }
        }
    }
}

#[test]
fn every_command_is_in_a_transcript() {
    let transcripts = [include_str!("commands.rs"), include_str!("games.rs"), include_str!("lines.rs")].concat();
    // Names after a line break of a script, too: `\nname`.
    let words: Vec<&str> = transcripts
        .split(|c: char| !(c.is_ascii_alphanumeric() || "-_\\".contains(c)))
        .flat_map(|word| word.split('\\').flat_map(|word| [word, word.strip_prefix('n').unwrap_or(word)]))
        .collect();
    let listed = talk("go", "list_commands\n") + &talk("hex", "list_commands\n");
    for name in listed.split_whitespace().filter(|word| *word != "=") {
        assert!(words.contains(&name), "{name} is in no transcript");
    }
}
