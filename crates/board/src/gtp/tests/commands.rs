//! Every command for Go, with its errors.

use gametree_players::{Players, Standard};

use super::{expect, expect_with, replies, short, talk, talk_with, terms};
use crate::gtp::Terms;

#[test]
fn sizes() {
    expect(
        "go",
        &[
            ("boardsize 9", "="),
            ("boardsize 25", "="),
            ("boardsize 26", "? unacceptable size"),
            ("boardsize 0", "? unacceptable size"),
            ("boardsize 99999999999999999999", "? unacceptable size"),
            ("boardsize", "? syntax error"),
            ("boardsize x", "? syntax error"),
            ("boardsize -1", "? syntax error"),
            ("boardsize 9 9 9", "? syntax error"),
            ("boardsize 3 2", "="),
            ("showboard", "= \n   A B C\n 2 . . .\n 1 . . .\nblack to move"),
            ("rectangular_boardsize 2 3", "="),
            ("gogui-rules_board", "= \n..\n..\n.."),
            ("rectangular_boardsize 3", "? syntax error"),
            ("rectangular_boardsize 26 1", "? unacceptable size"),
            ("boardsize 1", "="),
            ("genmove b", "= pass"),
        ],
    );
}

#[test]
fn a_board_on_which_the_player_does_not_fit_into_its_memory_is_refused() {
    let terms = Terms { player: Standard::parse("mcps:memory=1MiB").unwrap(), ..terms() };
    let script = [
        ("boardsize 26", "? unacceptable size"),
        ("gogui-rules_board_size", "= 9 hex"),
        ("boardsize 13", "="),
        ("boardsize 19", "? unacceptable size"),
        ("gogui-rules_board_size", "= 13 hex"),
    ];
    let lines: String = script.iter().map(|(line, _)| format!("{line}\n")).collect();
    let answers: Vec<&str> = script.iter().map(|(_, answer)| *answer).collect();
    assert_eq!(replies(&talk_with("hex", &[], terms, format!("boardsize 9\n{lines}").as_bytes()))[1..], answers);
}

#[test]
fn fc06_half_and_bad_moves_change_nothing() {
    expect(
        "go",
        &[
            ("boardsize 9", "="),
            ("clear_board", "="),
            ("play B", "? syntax error"),
            ("play b I3", "? syntax error"),
            ("play b j9", "="),
            ("play w J9", "? illegal move"),
            ("gogui-rules_side_to_move", "= white"),
            ("play w a0", "? syntax error"),
            ("play w K1", "? illegal move"),
            ("play w", "? syntax error"),
            ("play", "? syntax error"),
            ("play green a1", "? syntax error"),
            ("play w a1 a2", "? syntax error"),
            ("play w aa1", "? syntax error"),
            ("play w a99999999999999999999", "? syntax error"),
            ("gogui-rules_side_to_move", "= white"),
            ("final_status_list alive", "= J9"),
            ("undo", "="),
            ("undo", "? cannot undo"),
        ],
    );
}

#[test]
fn fc02_captures_before_suicide() {
    let moves = "boardsize 5\nplay b a3\nplay w a2\nplay b b2\nplay w b1\nplay b c1\nplay w e5\nplay b a1\nplay w a2\nfinal_status_list alive\n";
    let found = replies(&talk("go", moves));
    assert_eq!(found[7..], ["=", "? illegal move", "= E5\nA3\nB2\nA1\nC1"]);
}

/// By situational superko white was not to move in the position that comes back, so it is no repetition.
#[test]
fn fc03_send_two_return_one_by_every_ko_rule() {
    for (ko, legal) in [("simple", true), ("positional", false), ("situational", true)] {
        let moves = ["b b1", "w a2", "b c2", "w b2", "b d1", "w e5", "b a1", "w c1"];
        let mut input = String::from("boardsize 5\n");
        moves.iter().for_each(|mv| input += &format!("play {mv}\n"));
        input += "gogui-rules_legal_moves\nplay b b1\ngogui-rules_side_to_move\ngogui-rules_final_result\n";
        let found = replies(&talk_with("go", &[&format!("ko={ko}")], terms(), input.as_bytes()));
        assert!(found[..9].iter().all(|reply| reply == "="), "{found:?}");
        assert_eq!(found[9].split(' ').any(|mv| mv == "B1"), legal, "{ko}");
        let (answer, side) = if legal { ("=", "= white") } else { ("? illegal move", "= black") };
        assert_eq!(found[10..], [answer, side, "= unknown"], "{ko}");
    }
}

#[test]
fn fc04_undo_forgets_the_position() {
    expect(
        "go",
        &[
            ("play b a2", "="),
            ("play w a1", "="),
            ("play b b1", "="),
            ("final_status_list alive", "= A2\nB1"),
            ("undo", "="),
            ("play b b1", "="),
            ("final_status_list alive", "= A2\nB1"),
        ],
    );
}

#[test]
fn fc05_scores() {
    let score = |moves: &[&str], komi: &str, size: &str| {
        let mut input = format!("boardsize {size}\nkomi {komi}\n");
        moves.iter().for_each(|mv| input += &format!("play {mv}\n"));
        replies(&talk("go", &(input + "final_score\n"))).pop().unwrap()
    };
    assert_eq!(score(&["b c3", "w pass", "b pass"], "0", "5"), "= B+25");
    assert_eq!(score(&["b c3", "w a1", "b pass", "w pass"], "0", "5"), "= 0");
    let both: Vec<String> = (1..=5).flat_map(|row| [format!("b c{row}"), format!("w b{row}")]).collect();
    let mut both: Vec<&str> = both.iter().map(String::as_str).collect();
    assert_eq!(score(&both, "0", "5"), "= B+5");
    both.push("w e1");
    assert_eq!(score(&both, "0", "5"), "= W+6");
    assert_eq!(score(&["b pass", "w pass"], "7.5", "9"), "= W+7.5");
    assert_eq!(score(&["b c3"], "6.3", "5"), "= B+18.7", "a komi that the search rounds");
    assert_eq!(score(&["b c3"], "-1000000.25", "5"), "= B+1000025.25");
}

#[test]
fn komi_takes_any_number_and_keeps_the_board() {
    expect(
        "go",
        &[
            ("play b c3", "="),
            ("komi 0", "="),
            ("final_score", "= B+81"),
            ("komi 5.5", "="),
            ("komi nan", "? syntax error"),
            ("komi inf", "? syntax error"),
            ("komi", "? syntax error"),
            ("komi five", "? syntax error"),
            ("final_score", "= B+75.5"),
            ("clear_board", "="),
            ("boardsize 5", "="),
            ("final_score", "= W+5.5"),
        ],
    );
}

#[test]
fn fc07_fixed_handicap() {
    let place = |size: &str, stones: &str| {
        replies(&talk("go", &format!("boardsize {size}\nfixed_handicap {stones}\ngogui-rules_side_to_move\n")))[1..]
            .to_vec()
    };
    for (size, stones, points) in [
        ("19", "4", "= D4 Q16 D16 Q4"),
        ("13", "3", "= D4 K10 D10"),
        ("9", "5", "= C3 G7 C7 G3 E5"),
        ("9", "9", "= C3 G7 C7 G3 C5 G5 E3 E7 E5"),
    ] {
        assert_eq!(place(size, stones), [points, "= white"]);
    }
    for (size, stones) in [("7", "5"), ("10", "5"), ("5", "2"), ("9", "1"), ("9", "10"), ("9", "99999999999")] {
        assert_eq!(place(size, stones), ["? invalid number of stones", "= black"], "{size} {stones}");
    }
    expect(
        "go",
        &[
            ("play b a1", "="),
            ("fixed_handicap 2", "? board not empty"),
            ("place_free_handicap 2", "? board not empty"),
            ("set_free_handicap a1 b2", "? board not empty"),
            ("fixed_handicap x", "? syntax error"),
            ("boardsize 19", "="),
            ("boardsize 9", "="),
            ("fixed_handicap 2", "= C3 G7"),
            ("undo", "? cannot undo"),
            ("clear_board", "="),
            ("gogui-rules_side_to_move", "= black"),
        ],
    );
}

#[test]
fn free_handicap() {
    expect(
        "go",
        &[
            ("place_free_handicap 1", "? invalid number of stones"),
            ("place_free_handicap 81", "? invalid number of stones"),
            ("place_free_handicap 3", "= C3 G7 C7"),
            ("clear_board", "="),
            ("place_free_handicap 20", "= C3 G7 C7 G3 C5 G5 E3 E7 E5"),
            ("clear_board", "="),
            ("set_free_handicap", "? bad vertex list"),
            ("set_free_handicap a1", "? bad vertex list"),
            ("set_free_handicap a1 a1", "? bad vertex list"),
            ("set_free_handicap a1 pass", "? bad vertex list"),
            ("set_free_handicap a1 k9", "? bad vertex list"),
            ("final_status_list alive", "="),
            ("set_free_handicap a1 J9 e5", "="),
            ("final_status_list alive", "= J9\nE5\nA1"),
            ("gogui-rules_side_to_move", "= white"),
            ("play w c3", "="),
            ("undo", "="),
            ("undo", "? cannot undo"),
        ],
    );
}

#[test]
fn a_side_may_move_twice_and_after_two_passes() {
    expect(
        "go",
        &[
            ("boardsize 5", "="),
            ("komi 0", "="),
            ("play b a1", "="),
            ("play b b1", "="),
            ("play b pass", "="),
            ("play b pass", "="),
            ("gogui-rules_final_result", "= unknown"),
            ("play w pass", "="),
            ("gogui-rules_final_result", "= black"),
            ("play w c3", "="),
            ("gogui-rules_final_result", "= unknown"),
            ("final_status_list alive", "= C3\nA1 B1"),
            ("undo", "="),
            ("gogui-rules_final_result", "= black"),
            ("komi 30", "="),
            ("gogui-rules_final_result", "= white"),
            ("undo", "="),
            ("undo", "="),
            ("undo", "="),
            ("undo", "="),
            ("undo", "="),
            ("undo", "? cannot undo"),
        ],
    );
}

#[test]
fn superko_reaches_over_a_move_out_of_turn() {
    // White takes the ko; black moves elsewhere twice in a row as white does; the old position stays forbidden.
    let ko = "boardsize 5\nplay b b1\nplay w c1\nplay b a2\nplay w d2\nplay b b3\nplay w c3\nplay b c2\nplay w b2\n";
    let found = replies(&talk("go", &format!("{ko}play b c2\nplay w pass\nplay b c2\nplay b e5\nplay b c2\n")));
    assert_eq!(found[9..], ["? illegal move", "=", "? illegal move", "=", "="], "with e5 it is another position");
}

#[test]
fn moves_of_the_engine() {
    let found = replies(&talk(
        "go",
        "boardsize 5\ngenmove b\ngenmove b\nreg_genmove w\ngogui-rules_side_to_move\nundo\nundo\nundo\n",
    ));
    assert_eq!(found[4..], ["= white", "=", "=", "? cannot undo"], "reg_genmove plays nothing: {found:?}");
    assert_eq!(talk("go", "boardsize 5\ngenmove b\n"), talk("go", "boardsize 5\ngenmove b\n"), "same seed, same move");
    expect("go", &[("genmove", "? syntax error"), ("genmove x", "? syntax error"), ("reg_genmove", "? syntax error")]);
    // Ahead by the stones as they lie, and the opponent has passed.
    let won = "boardsize 5\nkomi 0\nplay b c3\nplay w pass\ngenmove b\ngogui-rules_final_result\n";
    assert_eq!(replies(&talk("go", won))[4..], ["= pass", "= black"]);
}

#[test]
fn resigns_only_when_asked_to() {
    // White has two eyes and black nothing.
    let wall: String = (1..=5).map(|row| format!("play w b{row}\nplay w d{row}\n")).collect();
    let lost = format!("boardsize 5\n{wall}play w c3\ngenmove b\nplay w pass\ngenmove b\nfinal_score\n");
    let found = replies(&talk("go", &lost));
    assert!(!found.iter().any(|reply| reply.contains("resign")), "{found:?}");
    let found = replies(&talk_with("go", &[], Terms { resign: Some(0.1), ..terms() }, lost.as_bytes()));
    let first = &found[12];
    assert!(first != "= resign", "one low value is not enough: {found:?}");
    assert_eq!(found[14..], ["= resign", "= W+R"], "{found:?}");
}

#[test]
fn a_resignation_is_no_move_unless_the_controller_plays_it() {
    let wall: String = (1..=5).map(|row| format!("play w b{row}\nplay w d{row}\n")).collect();
    let resigned = format!("boardsize 5\n{wall}play w c3\ngenmove b\nplay w pass\ngenmove b\n");
    let lost = |rest: &str| {
        let terms = Terms { resign: Some(0.1), ..terms() };
        let found = replies(&talk_with("go", &[], terms, format!("{resigned}{rest}").as_bytes()));
        assert_eq!(found[14], "= resign", "{found:?}");
        found[15..].to_vec()
    };
    // Controllers count the moves on the board: one undo takes the pass back, the next one black's move.
    let black = |reply: &String| reply.bytes().filter(|&byte| byte == b'X').count();
    let found = lost("final_score\nundo\nfinal_score\ngogui-rules_board\nundo\ngogui-rules_board\n");
    assert_eq!(found[0], "= W+R");
    assert_ne!(found[2], "= W+R");
    assert_eq!((black(&found[3]), black(&found[5])), (1, 0), "{found:?}");
    // Whoever plays on, the game goes on.
    for on in ["play b pass", "gogui-play_sequence b pass"] {
        let found = lost(&format!("{on}\nfinal_score\n"));
        assert!(found[0] == "=" && found[1] != "= W+R", "{on}: {found:?}");
    }
    expect(
        "go",
        &[
            ("boardsize 5", "="),
            ("play b c3", "="),
            ("play w resign", "="),
            ("final_score", "= B+R"),
            ("undo", "="),
            ("gogui-rules_board", "= \n.....\n.....\n..X..\n.....\n....."),
            // All or none, the resignation too.
            ("gogui-play_sequence w resign b z9", "? illegal move"),
            ("gogui-rules_final_result", "= unknown"),
            ("gogui-play_sequence w resign w d3 b d3", "? illegal move"),
            ("gogui-rules_board", "= \n.....\n.....\n..X..\n.....\n....."),
            ("play w resign", "="),
            ("gogui-play_sequence w d3 b d3", "? illegal move"),
            ("final_score", "= B+R"),
        ],
    );
}

#[test]
fn time() {
    expect_with(
        "go",
        &[],
        Terms { budget: "wall=20s".parse().unwrap(), ..terms() },
        &[
            ("time_settings", "? syntax error"),
            ("time_settings 1 2", "? syntax error"),
            ("time_settings 1 2 x", "? syntax error"),
            ("time_settings 1 0 0", "="),
            ("time_left b", "? syntax error"),
            ("time_left b x 0", "? syntax error"),
            ("time_left b 1 0", "="),
            ("time_left w -3 0", "? syntax error"),
            ("time_left w 3 -1", "? syntax error"),
            ("boardsize 1", "="),
            ("genmove b", "= pass"),
        ],
    );
    let began = std::time::Instant::now();
    let terms = Terms { budget: "wall=20s".parse().unwrap(), ..terms() };
    let found = replies(&talk_with("go", &[], terms, b"time_settings 4 0 0\ngenmove b\ngenmove w\nquit\n"));
    assert_eq!(found.len(), 4);
    assert!(began.elapsed().as_secs_f64() < 4.0, "the clock limits the budget: {:?}", began.elapsed());
}

#[test]
fn fc_55_a_time_or_a_count_below_zero_is_an_error_and_changes_nothing() {
    let why = |line: &str| replies(&talk("go", &format!("{line}\n"))).remove(0);
    for (line, word) in [
        ("time_settings -1 0 0", "\"-1\" is no time"),
        ("time_settings 0 -30 5", "\"-30\" is no time"),
        ("time_settings 0 30 -5", "\"-5\" is no number of stones"),
        ("time_settings nan 0 0", "\"nan\" is no time"),
        ("time_settings 60 inf 0", "\"inf\" is no time"),
        ("time_settings ten 0 0", "\"ten\" is no time"),
        ("time_left b -0.5 0", "\"-0.5\" is no time"),
        ("time_left b 5 x", "\"x\" is no number of stones"),
        ("time_left green 5 0", "\"green\" is no color"),
    ] {
        let reply = why(line);
        assert!(reply.starts_with("? syntax error: ") && reply.contains(word), "{line}: {reply}");
    }
    // The clock set before still holds, and ends the search long before its budget.
    let began = std::time::Instant::now();
    let terms = Terms { budget: "wall=60s".parse().unwrap(), ..terms() };
    let script = b"time_settings 2 0 0\ntime_settings -1 0 0\ntime_left b -1 0\ngenmove b\nquit\n";
    let found = replies(&talk_with("go", &[], terms, script));
    assert!(found.len() == 5 && began.elapsed().as_secs() < 10, "{found:?} {:?}", began.elapsed());
}

#[test]
fn cpu_time_is_a_number() {
    for name in ["cputime", "gomill-cpu_time"] {
        let found = replies(&talk("go", &format!("{name}\n")));
        assert!(found[0].trim_start_matches("= ").parse::<f64>().unwrap() >= 0.0, "{found:?}");
    }
}

#[test]
fn analysis() {
    for (name, plays) in
        [("lz-analyze", false), ("kata-analyze", false), ("lz-genmove_analyze", true), ("kata-genmove_analyze", true)]
    {
        for args in ["", " b", " w 5", " b interval 10 maxmoves 3 minmoves 1"] {
            let input = format!("boardsize 5\n3 {name}{args}\ngogui-rules_side_to_move\nquit\n");
            let found = replies(&talk("go", &input));
            let mut lines = found[1].lines();
            assert_eq!(lines.next(), Some("=3"), "{found:?}");
            let infos: Vec<&str> = lines.clone().filter(|line| line.starts_with("info move ")).collect();
            assert!(!infos.is_empty(), "{found:?}");
            assert!(infos[0].contains(" visits ") && infos[0].contains(" winrate ") && infos[0].contains(" pv "));
            assert!(infos[0].contains(" amaf ") && infos[0].contains(" amafVisits "), "{infos:?}");
            if args.contains("maxmoves") {
                assert_eq!(infos[0].matches("info").count(), 3);
            }
            let last = found[1].lines().last().unwrap();
            assert_eq!(last.starts_with("play "), plays, "{last}");
            let white = plays && !args.starts_with(" w");
            assert_eq!(found[2], if white { "= white" } else { "= black" }, "{name}{args}");
        }
        for args in ["green", "interval", "interval x", "-5", "rootInfo", "ownership 1"] {
            let found = replies(&talk("go", &format!("{name} {args}\n")));
            assert_eq!(found.iter().map(|reply| short(reply)).collect::<Vec<_>>(), ["? syntax error"], "{name} {args}");
        }
        for args in ["b avoid w d4 1", "50 allow b c3,c4 1"] {
            assert_eq!(replies(&talk("go", &format!("{name} {args}\n"))), ["? avoid and allow are not supported"]);
        }
    }
    // As Sabaki and others ask.
    let found = replies(&talk(
        "go",
        "boardsize 5\nkata-analyze B interval 5 ownership true pvVisits false rootInfo true\nquit\n",
    ));
    let last = found[1].lines().last().unwrap();
    let root = last.split(" rootInfo visits ").nth(1).unwrap_or_else(|| panic!("{last}"));
    assert!(root.contains(" winrate 0."), "{root}");
    let rate = |name: &str| talk("go", &format!("boardsize 5\n{name} b 5\nquit\n"));
    let of = |text: String| text.split(" winrate ").nth(1).unwrap().split(' ').next().unwrap().parse::<f64>().unwrap();
    assert!(of(rate("lz-analyze")) > 1.0 && of(rate("kata-analyze")) <= 1.0);
    let scored = Terms { player: Standard::parse("iterative").unwrap(), budget: "depth=1".parse().unwrap(), ..terms() };
    let found = replies(&talk_with("go", &[], scored, b"lz-analyze b 5\nkata-genmove_analyze b\n"));
    assert_eq!(found, ["? this player counts no visits"; 2]);
}

/// A genmove plays a single move at once; whoever analyzes wants to know what it is worth.
#[test]
fn a_single_move_has_a_value_in_an_analysis() {
    for (game, moves, best) in [
        ("hex", "boardsize 2\nplay b a1\nplay w b1\nplay b b2\n", "a2"),
        ("tictactoe", "play b b2\nplay w a1\nplay b a2\nplay w c2\nplay b b1\nplay w b3\nplay b a3\nplay w c1\n", "c3"),
        ("go", "boardsize 1\n", "pass"),
    ] {
        let found = replies(&talk(game, &format!("{moves}lz-analyze 5\n"))).pop().unwrap();
        let first = found.lines().nth(1).unwrap_or_default();
        assert!(
            first.starts_with(&format!("info move {best} visits ")) && first.contains(" winrate "),
            "{game}: {found}"
        );
    }
}

/// Sabaki asks for a move by `genmove_analyze` of any kind that is listed, and by `genmove` otherwise: both have to do.
#[test]
fn analysing_commands_are_listed_for_players_that_count_visits() {
    let names = ["lz-analyze", "kata-analyze", "lz-genmove_analyze", "kata-genmove_analyze"];
    for (player, budget, counts) in [
        ("mcps", "playouts=50", true),
        ("flat", "playouts=50", true),
        ("iterative", "depth=1", false),
        ("random", "depth=1", false),
    ] {
        let terms = || Terms { player: Standard::parse(player).unwrap(), budget: budget.parse().unwrap(), ..terms() };
        let listed = talk_with("hex", &[], terms(), b"list_commands\n");
        for name in names {
            assert_eq!(listed.lines().any(|line| line.trim_start_matches("= ") == name), counts, "{player}: {name}");
            expect_with("hex", &[], terms(), &[(&format!("known_command {name}"), &format!("= {counts}"))]);
        }
    }
    let over = "boardsize 3\nplay b a2\nplay w a1\nplay b b1\n";
    for name in ["genmove", "lz-genmove_analyze", "kata-genmove_analyze"] {
        let found = replies(&talk("atarigo", &format!("{over}{name} w\n7 {name} b\nundo\n")));
        let resigns = if name == "genmove" { "= resign" } else { "= \nplay resign" };
        assert_eq!(found[4..], [resigns, "?7 the game is over", "="], "{name}");
    }
}

#[test]
fn what_the_search_thought() {
    let found = replies(&talk("go", "gametree-table\ngametree-visits\ngametree-gfx\ngomill-explain_last_move\n"));
    assert_eq!(found, ["? no search yet", "? no search yet", "? no search yet", "="]);
    let found =
        replies(&talk("go", "genmove b\ngametree-table\ngametree-visits\ngametree-gfx\ngomill-explain_last_move\n"));
    assert!(found[1].lines().nth(1).unwrap().contains("amaf"), "{}", found[1]);
    assert!(found[2].lines().all(|line| line.trim_start_matches("= ").split(' ').count() == 2), "{}", found[2]);
    let gfx: Vec<&str> =
        found[3].lines().map(|line| line.trim_start_matches("= ").split(' ').next().unwrap()).collect();
    assert_eq!(gfx, ["INFLUENCE", "VAR", "TEXT"]);
    assert!(found[4].contains("200 playouts, expects"), "{}", found[4]);
}

#[test]
fn a_tree_that_was_full_is_told_of() {
    let terms = Terms {
        player: Standard::parse("uct:memory=1MiB").unwrap(),
        budget: "playouts=20000".parse().unwrap(),
        ..terms()
    };
    let found = replies(&talk_with("go", &[], terms, b"genmove b\ngomill-explain_last_move\ngametree-gfx\n"));
    for reply in &found[1..] {
        assert!(reply.contains("20000 playouts, tree full, expects"), "{reply}");
    }
}

#[test]
fn the_rest() {
    expect(
        "go",
        &[
            ("name", "= gametree"),
            ("protocol_version", "= 2"),
            ("version", concat!("= ", env!("CARGO_PKG_VERSION"))),
            ("stop", "="),
            ("gogui-interrupt", "="),
            ("final_status_list", "? syntax error"),
            ("final_status_list zombie", "? syntax error"),
            ("final_status_list dead", "="),
            ("final_status_list seki", "="),
            ("gogui-play_sequence b a1 w b1 b c1", "="),
            ("gogui-play_sequence b d1 w a1", "? illegal move"),
            ("gogui-play_sequence b", "? syntax error"),
            ("final_status_list alive", "= A1\nB1\nC1"),
            ("gogui-rules_game_id", "= go"),
            ("gogui-rules_board_size", "= 9"),
            ("loadsgf", "? syntax error"),
            ("loadsgf a b c", "? syntax error"),
            ("loadsgf a x", "? syntax error"),
            ("loadsgf /nonexistent/file.sgf", "? cannot load file"),
            ("final_status_list alive", "= A1\nB1\nC1"),
        ],
    );
    let found = replies(&talk("go", "gomill-describe_engine\ngogui-analyze_commands\n"));
    assert!(found[0].contains("mcps:") && found[0].contains("playouts=200"), "{found:?}");
    let good = |line: &str| line.trim_start_matches("= ").split('/').count() == 3;
    assert!(found[1].lines().all(good), "{found:?}");
}

#[test]
fn loadsgf_reads_size_komi_stones_and_moves() {
    let file = std::env::temp_dir().join(format!("gametree load sgf-{}.sgf", std::process::id()));
    let load = |text: &str, rest: &str| {
        std::fs::write(&file, text).unwrap();
        replies(&talk("go", &format!("play b a1\nloadsgf {}{rest}\nshowboard\nfinal_score\n", file.display())))[1..]
            .to_vec()
    };
    let text = "(;GM[1]FF[4]SZ[5]KM[0.5]AB[aa:bb];W[cc];B[dd](;W[ee])(;W[ae]))";
    let board = |row3: &str, row2: &str, row1: &str, rest: &str| {
        format!("= \n   A B C D E\n 5 x x . . .\n 4 x x . . .\n 3 {row3}\n 2 {row2}\n 1 {row1}\n{rest}")
    };
    let found = load(text, "");
    assert_eq!(
        found[..2],
        ["=".to_string(), board(". . o . .", ". . . x .", ". . . . o", "black to move, last move white E1")]
    );
    let found = load(text, " 3");
    assert_eq!(found[1], board(". . o . .", ". . . x .", ". . . . .", "white to move, last move black D2"));
    assert_eq!(load(text, " 1")[2], "= B+24.5");
    // What comes after the moves that are wanted may be anything.
    for after in ["B[zz]", "B[dd];AB[zz]", "B[dd]W[zz]"] {
        let text = format!("(;SZ[5]KM[0.5];B[cc];{after})");
        assert_eq!(load(&text, "")[0], "? cannot load file", "{after}");
        assert_eq!(load(&text, " 2")[2], "= B+24.5", "{after}");
    }
    for bad in ["", "(;SZ[5];B[aa];B[aa])", "(;SZ[99])", "(;GM[11]SZ[5];B[a1])", "(;SZ[5];B[zz])", "(;SZ[9]RU[NoGo])"] {
        let found = load(bad, "");
        assert_eq!(found[0], "? cannot load file", "{bad}");
        assert!(
            found[1].ends_with(" 1 x . . . . . . . .\nwhite to move, last move black A1"),
            "unchanged: {}",
            found[1]
        );
    }
    std::fs::remove_file(&file).unwrap();
}
