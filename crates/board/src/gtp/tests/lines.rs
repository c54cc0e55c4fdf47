//! What the standard says about lines and replies.

use super::{expect, replies, short, talk, talk_with, terms};
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
fn fc_57_comments_tabs_and_blanks_are_no_part_of_a_command_and_what_is_too_much_is_refused_with_a_reason() {
    for line in [
        "play b n17  # setup",
        "play b n17# setup",
        "\t play\t b \t n17\t# a b c",
        "\u{feff}play b n17",
        "  7  play   B   N17   ",
        "play b n17 #",
    ] {
        let found = replies(&talk("go", &format!("boardsize 19\n{line}\nfinal_status_list alive # all\n")));
        assert_eq!(found[1].trim_end_matches('7'), "=", "{line}");
        assert_eq!(found[2], "= N17", "{line}");
    }
    let found = replies(&talk("go", "boardsize 19\nplay b n17 setup\nfinal_status_list alive\n"));
    let why = "? syntax error: play takes COLOR MOVE, and no \"setup\" after it; a comment begins with #";
    assert_eq!(found[1..], [why, "="]);
    // Every command, but those whose list of arguments has no end, and those that end something.
    for game in ["go", "hex"] {
        let listed = talk(game, "list_commands\n");
        for name in listed.split_whitespace().filter(|word| *word != "=") {
            let open = ["quit", "stop", "gogui-interrupt", "set_free_handicap", "loadsgf", "gogui-play_sequence"];
            if open.contains(&name) || name.ends_with("analyze") {
                continue;
            }
            let found = replies(&talk(game, &format!("{name} b 1 2 3 4 5\n"))).remove(0);
            assert_eq!(short(&found), "? syntax error", "{name}: {found}");
        }
    }
    for (line, why) in [
        ("play b", "play takes COLOR MOVE"),
        ("undo 3", "undo takes nothing, and no \"3\" after it"),
        ("play green c3", "\"green\" is no color: b, black, w, white"),
        ("play b 3c", "\"3c\" is no move: a point from A1 (bottom left) to J9 or pass is expected"),
        ("boardsize nine", "\"nine\" is no whole number"),
        ("komi much", "\"much\" is no number"),
        ("fixed_handicap x", "fixed_handicap takes STONES"),
    ] {
        let found = replies(&talk("go", &format!("{line}\n"))).remove(0);
        assert!(found.starts_with(&format!("? syntax error: {why}")), "{line}: {found}");
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
    assert_eq!(talk("go", &long), "? syntax error: the line is longer than 8192 bytes\n\n= gametree\n\n");
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
    let transcripts =
        [include_str!("commands.rs"), include_str!("games.rs"), include_str!("lines.rs"), include_str!("moves.rs")]
            .concat();
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
