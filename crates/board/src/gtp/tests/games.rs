//! The other games.

use gametree_players::{Players, Standard};

use super::{expect, expect_with, replies, talk, talk_with, terms};
use crate::gtp::Terms;
use crate::gtp::points::Coordinates;

#[test]
fn hex_speaks_htp() {
    expect(
        "hex",
        &[
            ("boardsize 3 3", "="),
            ("gogui-rules_board_size", "= 3 hex"),
            ("boardsize 10 9", "="),
            ("play b i9", "="),
            ("play w j1", "="),
            ("play b i10", "? illegal move"),
            ("play b k1", "? illegal move"),
            ("gogui-rules_board_size", "? the board is not square"),
            ("boardsize 27", "? unacceptable size"),
            ("boardsize 26 1", "="),
            ("play b z1", "="),
            ("boardsize 3", "="),
            ("play b a3", "="),
            ("play w swap-pieces", "? illegal move"),
            ("play w swap-sides", "? illegal move"),
            ("play w swap", "? illegal move"),
            ("play w pass", "? illegal move"),
            ("play b a3", "? illegal move"),
            ("all_legal_moves", "= a1 b1 c1 a2 b2 c2 b3 c3"),
            (
                "showboard",
                "= \n     a b c\n    - - -\n 1 \\ . . . \\\n  2 \\ . . . \\\n   3 \\ x . . \\\n        - - -\n\
                 x black joins top and bottom (- -), o white joins left and right (\\ \\)\nwhite to move, last move black a3",
            ),
            ("gogui-rules_board", "= \n...\n...\nX.."),
            ("final_score", "? cannot score"),
            ("play w resign", "="),
            ("final_score", "= B+R"),
            ("undo", "="),
            ("final_score", "? cannot score"),
            ("fixed_handicap 2", "? unknown command"),
            ("komi 5", "="),
        ],
    );
    assert_eq!(replies(&talk("go", "hexgui-analyze_commands\n")), ["? unknown command"]);
}

#[test]
fn fc12_the_swap_in_hex() {
    for coordinates in [Coordinates::Own, Coordinates::Gtp] {
        let own = coordinates == Coordinates::Own;
        let [first, swapped, strong] = if own { ["a3", "c1", "b1"] } else { ["A1", "C3", "B2"] };
        let play = |text: &str| format!("play b {text}");
        expect_with(
            "hex",
            &["swap=pieces"],
            Terms { coordinates, player: Standard::parse("uct").unwrap(), ..terms() },
            &[
                ("boardsize 3", "="),
                ("play b swap-pieces", "? illegal move"),
                (&play(first), "="),
                ("play b swap", "? illegal move"),
                ("play b swap-sides", "? illegal move"),
                ("play w swap-", "? illegal move"),
                ("play white Swap-Pieces", "="),
                ("play b swap-sides", "? illegal move"),
                ("gogui-rules_board", "= \n..O\n...\n..."),
                ("gogui-rules_side_to_move", "= black"),
                (&play(swapped), "? illegal move"),
                ("play b swap-pieces", "? illegal move"),
                (&play(first), "="),
                ("play w swap", "? illegal move"),
                ("undo", "="),
                ("undo", "="),
                ("gogui-rules_board", "= \n...\n...\nX.."),
                ("play w swap", "="),
                ("undo", "="),
                ("boardsize 3 4", "? unacceptable size"),
                ("boardsize 2", "="),
                (&play(strong), "="),
                // That wins by force on 2x2, so the other side takes it.
                ("genmove w", "= swap-pieces"),
                ("gogui-rules_board", "= \n..\nO."),
            ],
        );
    }
    let sides = [
        ("boardsize 3", "="),
        ("play w swap-sides", "? illegal move"),
        ("play b a3", "="),
        // The stone stays, White moves, and there is no second swap.
        ("play white Swap-Sides", "="),
        ("gogui-rules_board", "= \n...\n...\nX.."),
        ("gogui-rules_side_to_move", "= white"),
        ("all_legal_moves", "= a1 b1 c1 a2 b2 c2 b3 c3"),
        ("play w swap-sides", "? illegal move"),
        ("play w swap-pieces", "? illegal move"),
        ("play w b1", "="),
        ("play b b2", "="),
        // Each step is taken back by itself.
        ("undo", "="),
        ("undo", "="),
        ("play w swap-pieces", "? illegal move"),
        ("undo", "="),
        ("gogui-rules_board", "= \n...\n...\nX.."),
        ("play w swap-pieces", "="),
        ("undo", "="),
        // All or none.
        ("gogui-play_sequence w swap-sides w b2 b b2", "? illegal move"),
        ("all_legal_moves", "= a1 b1 c1 a2 b2 c2 b3 c3 swap-pieces"),
        ("gogui-play_sequence w swap-sides w b2 b b1", "="),
        ("gogui-rules_board", "= \n.X.\n.O.\nX.."),
        // The next game has the swap again.
        ("clear_board", "="),
        ("gogui-play_sequence b a3 w swap-sides", "="),
        ("boardsize 4 3", "? unacceptable size"),
        ("all_legal_moves", "= a1 b1 c1 a2 b2 c2 b3 c3"),
        ("boardsize 2", "="),
        ("gogui-play_sequence b b1 w swap-sides", "="),
        ("play w a1", "="),
        ("undo", "="),
        ("undo", "="),
        ("play w swap", "="),
    ];
    expect_with("hex", &["swap=pieces", "stop_at_win=true"], terms(), &sides);
    let found = replies(&talk_with(
        "hex",
        &["swap=pieces"],
        terms(),
        b"boardsize 2\nplay b a1\nall_legal_moves\ngogui-rules_legal_moves\nlz-analyze w 5\n",
    ));
    assert_eq!(found[2..4], ["= b1 a2 b2 swap-pieces", "= b1 a2 b2"]);
    assert!(found[4].contains("info move swap-pieces visits "), "{found:?}");
}

/// It never says so: after a swap, and for a position of its editor, HexGui plays the stones as they lie there, row by row.
#[test]
fn hexgui_sets_positions_up_by_moves() {
    for options in [&[][..], &["swap=pieces"]] {
        expect_with(
            "hex",
            options,
            terms(),
            &[
                ("boardsize 3 3", "="),
                ("play black a3", "="),
                ("clear_board", "="),
                ("play white c1", "="),
                ("gogui-rules_side_to_move", "= black"),
                ("play white swap-pieces", "? illegal move"),
                ("all_legal_moves", "= a1 b1 a2 b2 c2 a3 b3 c3"),
                ("undo", "="),
                ("gogui-rules_side_to_move", "= black"),
                ("play black a1", "="),
                ("play black c1", "="),
                ("play white b2", "="),
                ("play white c1", "? illegal move"),
                ("gogui-rules_board", "= \nX.X\n.O.\n..."),
            ],
        );
    }
    let found = replies(&talk("hex", "boardsize 5\ngenmove white\ngenmove white\ngogui-rules_board\n"));
    assert_eq!(found[3].matches('O').count(), 2, "{found:?}");
}

/// What HexGui makes of the commands that it is offered: of each type what it can show, and numbers that it can paint.
#[test]
fn hexgui_can_show_what_it_is_offered() {
    let commands = talk("hex", "hexgui-analyze_commands\n");
    for (player, options) in [("mcps", &[][..]), ("uct", &["swap=pieces"][..])] {
        for line in commands.trim_start_matches("= ").lines().filter(|line| !line.is_empty()) {
            let [kind, _, command] = line.split('/').collect::<Vec<_>>()[..] else { panic!("{line}") };
            let terms = Terms { player: Standard::parse(player).unwrap(), ..terms() };
            let input = format!("boardsize 3\nplay b b2\nreg_genmove w\n{command}\n");
            let found = replies(&talk_with("hex", options, terms, input.as_bytes())).remove(3);
            let (good, text) = found.split_once(' ').unwrap();
            assert_eq!(good, if command == "final_score" { "?" } else { "=" }, "{found}");
            let is_point = |word: &str| word.len() == 2 && "abc".contains(&word[..1]) && "123".contains(&word[1..]);
            // It reads from the first word on up to TEXT, whatever lies between.
            let numbers = match kind {
                "gfx" => text.strip_prefix("INFLUENCE ").unwrap().split_once("TEXT ").unwrap().0,
                "pspairs" => text,
                "plist" => {
                    assert!(text.split_whitespace().all(is_point), "{found}");
                    continue;
                }
                "string" => continue,
                _ => panic!("HexGui shows nothing of {line}"),
            };
            let words: Vec<&str> = numbers.split_whitespace().collect();
            assert!(words.len() >= 8 && words.len().is_multiple_of(2), "{found}");
            for pair in words.chunks(2) {
                let value: f64 = pair[1].parse().unwrap();
                assert!(is_point(pair[0]) && value >= 0.0 && (kind != "gfx" || value <= 1.0), "{found}");
            }
        }
    }
    // Moves of two points are counted where they end, so that any controller can put the numbers on its board.
    let found = replies(&talk("wargame", "gametree-values\ngenmove b\ngametree-visits\ngametree-gfx\n"));
    assert_eq!(found[0], "? no search yet");
    assert!(!found[2].contains('-') && found[2].contains('\n'), "{found:?}");
    let influence = found[3].lines().next().unwrap();
    assert!(influence.starts_with("= INFLUENCE ") && influence.split_whitespace().count() > 10, "{found:?}");
}

#[test]
fn fc13_occupied_cells_and_undo_in_hex() {
    expect(
        "hex",
        &[
            ("boardsize 4", "="),
            ("play b b2", "="),
            ("play w b2", "? illegal move"),
            ("gogui-rules_side_to_move", "= white"),
            ("play w c3", "="),
            ("undo", "="),
            ("undo", "="),
            ("undo", "? cannot undo"),
            ("gogui-rules_board", "= \n....\n....\n....\n...."),
            ("play b d1", "="),
            ("gogui-rules_board", "= \n...X\n....\n....\n...."),
        ],
    );
}

#[test]
fn fc11_what_joins_the_edges_in_hex() {
    for (stones, other, result) in
        [(["c1", "b2", "a3"], ["a1", "a2"], "= black"), (["a1", "b2", "c3"], ["c1", "a3"], "= unknown")]
    {
        let moves = [("b", stones[0]), ("w", other[0]), ("b", stones[1]), ("w", other[1]), ("b", stones[2])];
        let moves: String = moves.iter().map(|(side, cell)| format!("play {side} {cell}\n")).collect();
        let found = replies(&talk("hex", &format!("boardsize 3\n{moves}gogui-rules_final_result\n")));
        assert_eq!(found[6], result, "black {stones:?}");
    }
    for (stones, result) in [(["c1", "b2", "a3"], "= white"), (["a1", "b2", "c3"], "= unknown")] {
        let moves = [("b", "b1"), ("w", stones[0]), ("b", "b3"), ("w", stones[1]), ("b", "c2"), ("w", stones[2])];
        let moves: String = moves.iter().map(|(side, cell)| format!("play {side} {cell}\n")).collect();
        let found = replies(&talk("hex", &format!("boardsize 3\n{moves}gogui-rules_final_result\n")));
        assert_eq!(found[7], result, "white {stones:?}");
    }
}

#[test]
fn the_end_of_a_hex_game() {
    let moves = "boardsize 3\nplay b c1\nplay w a1\nplay b b2\nplay w c2\nplay b a3\n";
    let found = replies(&talk(
        "hex",
        &format!(
            "{moves}final_score\ngogui-rules_final_result\ngogui-rules_legal_moves\nplay w c3\ngenmove w\ngenmove b\nfinal_score\n"
        ),
    ));
    assert_eq!(found[6..], ["= B+", "= black", "=", "? illegal move", "= resign", "? the game is over", "= B+"]);
}

#[test]
fn controllers_that_skip_the_letter_i() {
    let terms = || Terms { coordinates: Coordinates::Gtp, ..terms() };
    expect_with(
        "hex",
        &[],
        terms(),
        &[
            ("boardsize 26", "? unacceptable size"),
            ("boardsize 11", "="),
            ("play b i1", "? syntax error"),
            ("play b J1", "="),
            ("gogui-rules_board", &format!("= \n{}........X..", "...........\n".repeat(10))),
            ("boardsize 2", "="),
            ("gogui-rules_legal_moves", "= A2 B2 A1 B1"),
        ],
    );
    expect_with(
        "wargame",
        &[],
        terms(),
        &[("play b e9-e8", "="), ("undo", "="), ("play b e1-e2", "="), ("play b e1-e2", "? illegal move")],
    );
    expect_with("tictactoe", &[], terms(), &[("play x a1", "="), ("gogui-rules_board", "= \n...\n...\nX..")]);
}

#[test]
fn small_games() {
    expect(
        "tictactoe",
        &[
            ("boardsize 4", "? unacceptable size"),
            ("boardsize 3", "="),
            ("play x b2", "="),
            ("play o b2", "? illegal move"),
            ("play b a1", "? illegal move"),
            ("play white a1", "="),
            ("gogui-rules_board", "= \nO..\n.X.\n..."),
            ("gogui-rules_side_to_move", "= black"),
            ("final_score", "? cannot score"),
            ("loadsgf x", "? unknown command"),
            ("final_status_list alive", "? unknown command"),
        ],
    );
    let draw: String = ["b b2", "w a1", "b a2", "w c2", "b b1", "w b3", "b c1", "w a3", "b c3"]
        .map(|mv| format!("play {mv}\n"))
        .concat();
    let found = replies(&talk("tictactoe", &format!("{draw}final_score\ngogui-rules_final_result\ngenmove w\n")));
    assert_eq!(found[9..], ["= 0", "= draw", "? the game is over"]);
    assert_eq!(
        replies(&talk("wargame", "play attacker e1-e9\nplay attacker e1\nplay defender e4-e3\ngenmove w\n")),
        ["? illegal move", "? illegal move", "? illegal move", "? it is the other side's turn"]
    );
}

#[test]
fn fc14_nogo_forbids_captures_and_the_side_without_a_move_has_lost() {
    let moves: String = ["b a3", "w a2", "b b2", "w b1", "b c1", "w e5"].map(|mv| format!("play {mv}\n")).concat();
    let found = replies(&talk("nogo", &format!("boardsize 5\n{moves}play b a1\nplay w a1\nplay b pass\n")));
    assert_eq!(found[7..], ["? illegal move"; 3]);
    let found = replies(&talk("nogo", "boardsize 1\ngogui-rules_final_result\ngenmove b\ngenmove w\nfinal_score\n"));
    assert_eq!(found[1..], ["= white", "= resign", "? the game is over", "= W+"]);
    let found = replies(&talk("nogo", "boardsize 3\nplay b a1\nplay b b2\ngenmove w\ngogui-rules_side_to_move\n"));
    assert_eq!((&found[1..3], found[4].as_str()), (&["=".to_string(), "=".to_string()][..], "= black"));
}

#[test]
fn atarigo_ends_with_the_first_capture() {
    expect(
        "atarigo",
        &[
            ("boardsize 5", "="),
            ("play b a2", "="),
            ("play w a1", "="),
            ("play b b1", "="),
            ("gogui-rules_final_result", "= black"),
            ("final_score", "= B+"),
            ("genmove w", "= resign"),
            ("play w c3", "? illegal move"),
            ("play b c3", "? illegal move"),
            ("undo", "="),
            ("gogui-rules_final_result", "= unknown"),
        ],
    );
}

#[test]
fn whole_games_are_played_to_their_end() {
    for (game, size) in [("go", 5), ("atarigo", 5), ("nogo", 5), ("hex", 5), ("tictactoe", 3), ("wargame", 5)] {
        let mut input = format!("boardsize {size}\n");
        (0..120).for_each(|ply| input += &format!("genmove {}\n", ["b", "w"][ply % 2]));
        let found = replies(&talk(game, &(input + "gogui-rules_final_result\n")));
        let moves: Vec<&String> =
            found[1..].iter().take_while(|reply| !reply.contains("resign") && !reply.starts_with('?')).collect();
        assert!(moves.len() >= 5, "{game}: {found:?}");
        if game != "go" {
            assert_ne!(found.last().unwrap(), "= unknown", "{game}: {found:?}");
        } else {
            assert!(moves.iter().filter(|reply| **reply == "= pass").count() >= 2, "{found:?}");
        }
    }
}

#[test]
fn gogui_is_told_the_rules_of_every_game() {
    for (game, size, legal, mv) in [
        ("go", "9", 82, "E5"),
        ("atarigo", "9", 81, "E5"),
        ("nogo", "9", 81, "E5"),
        ("hex", "11 hex", 121, "f6"),
        ("tictactoe", "3", 9, "b2"),
        ("wargame", "9", 80, "e1-e2"),
    ] {
        let input = format!(
            "gogui-rules_game_id\ngogui-rules_board_size\ngogui-rules_side_to_move\ngogui-rules_final_result\n\
             gogui-rules_legal_moves\ngogui-rules_board\nplay b {mv}\ngogui-rules_side_to_move\ngogui-rules_board\n"
        );
        let found = replies(&talk(game, &input));
        let wanted = [format!("= {game}"), format!("= {size}"), "= black".into(), "= unknown".into()];
        assert_eq!(found[..4], wanted);
        assert_eq!(found[4].split(' ').count(), 1 + legal, "{game}: {}", found[4]);
        assert!(found[4].split(' ').any(|legal| legal == mv), "{game}: {}", found[4]);
        let side: usize = size.split(' ').next().unwrap().parse().unwrap();
        let rows: Vec<&str> = found[5].lines().skip(1).collect();
        assert!(rows.len() == side && rows.iter().all(|row| row.len() == side), "{game}: {}", found[5]);
        assert_eq!((found[6].as_str(), found[7].as_str()), ("=", "= white"), "{game}");
        let changed = found[5].bytes().zip(found[8].bytes()).filter(|(before, after)| before != after).count();
        assert_eq!(changed, if game == "wargame" { 2 } else { 1 }, "{game}: {}", found[8]);
    }
}
