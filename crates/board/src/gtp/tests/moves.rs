//! What is listed and generated can be played: in games whose moves are no points, and in every game of ours.

use std::sync::Arc;

use gametree_core::{Describe, Rng};
use gametree_players::{AnyGame, Standard, erase, parse_options};

use super::{replies, short, talk_about, terms};
use crate::columns::Columns;
use crate::gtp::Out;
use crate::gtp::Terms;
use crate::gtp::desk::Desk;
use crate::gtp::engine::Engine;
use crate::gtp::points::Coordinates;
use crate::gtp::protocol::{Answer, parse};

const BOTH: [Coordinates; 2] = [Coordinates::Own, Coordinates::Gtp];

/// The reply to a line.
fn ask(engine: &mut Engine<'_>, line: &str) -> String {
    match engine.answer(&parse(line).unwrap()) {
        Answer::Done(text) => format!("= {text}").trim_end().to_string(),
        Answer::Failed(text) => format!("? {text}"),
        Answer::Written => panic!("{line}"),
    }
}

/// Random games through the text of the protocol: of what is listed everything is played, in either case, and taken back.
fn everything_listed_is_played(
    game: &dyn AnyGame,
    size: &str,
    options: &[&str],
    coordinates: Coordinates,
    rounds: u64,
) {
    let setup = game.setup(Some(size.parse().unwrap()), &parse_options(options).unwrap()).unwrap();
    let terms = Terms { coordinates, budget: "playouts=5".parse().unwrap(), ..terms() };
    let games = gametree_games::all();
    let mut engine =
        Engine::new(&games, game, setup, terms, Arc::<Desk>::default(), Out::new(std::io::sink())).unwrap();
    let name = game.about().name;
    for seed in 0..rounds {
        let mut rng = Rng::new(seed);
        ask(&mut engine, "clear_board");
        // The first positions, and some of those that come later: a game of Go may be long.
        for ply in 0..60 {
            let color = ask(&mut engine, "gogui-rules_side_to_move").split_off(2);
            let listed = ask(&mut engine, "all_legal_moves").split_off(1);
            let listed: Vec<&str> = listed.split_whitespace().collect();
            let known = ask(&mut engine, "gogui-rules_legal_moves").split_off(1);
            assert!(known.split_whitespace().all(|mv| listed.contains(&mv)), "{name}: {known}");
            if listed.is_empty() {
                break;
            }
            if ply < 4 || rng.below(8) == 0 {
                let board = ask(&mut engine, "showboard");
                for mv in &listed {
                    for text in [mv.to_string(), mv.to_uppercase(), mv.to_lowercase()] {
                        let place = format!("{name} {options:?} {coordinates:?}: play {color} {text} in\n{board}");
                        assert_eq!(ask(&mut engine, &format!("play {color} {text}")), "=", "{place}");
                        assert_ne!(ask(&mut engine, "showboard"), board, "{place}");
                        assert_eq!(ask(&mut engine, "undo"), "=", "{place}");
                        assert_eq!(ask(&mut engine, "showboard"), board, "{place}");
                    }
                }
                let moved = ask(&mut engine, &format!("reg_genmove {color}")).split_off(2);
                assert!(listed.contains(&&*moved), "{name}: {moved} of {listed:?}");
            }
            let chosen = listed[rng.below(listed.len() as u32) as usize];
            assert_eq!(ask(&mut engine, &format!("play {color} {chosen}")), "=", "{name}: {chosen}");
        }
    }
}

/// What is listed follows from what a game says of itself; this one says nothing.
#[test]
fn commands_of_single_games_are_known_where_the_game_has_what_they_need() {
    let game = erase::<Columns, Standard>();
    let input = b"list_commands\nloadsgf\nfixed_handicap 2\nplay b swap-pieces\ngogui-rules_game_id\n";
    let found = replies(&talk_about(&*game, &[], terms(), input));
    let listed: Vec<&str> = found[0].trim_start_matches("= ").lines().collect();
    assert!(listed.contains(&"loadsgf"), "{listed:?}");
    for name in ["fixed_handicap", "place_free_handicap", "final_status_list", "hexgui-analyze_commands"] {
        assert!(!listed.contains(&name), "{name}");
    }
    assert_eq!(short(&found[1]), "? syntax error");
    assert_eq!((&*found[2], short(&found[3]), &*found[4]), ("? unknown command", "? syntax error", "= columns"));
}

#[test]
fn fc_69_a_game_whose_moves_are_no_points_is_played() {
    let game = erase::<Columns, Standard>();
    for coordinates in BOTH {
        let say = |options: &[&str], input: &str| {
            replies(&talk_about(&*game, options, Terms { coordinates, ..terms() }, input.as_bytes()))
        };
        let found = say(
            &[],
            "all_legal_moves\ngogui-rules_legal_moves\nplay b d\nplay yellow D\nshowboard\nplay b h\nplay b d4\ngenmove b\n",
        );
        assert_eq!(found[..4], ["= a b c d e f g", "= a b c d e f g", "=", "="]);
        assert!(found[4].ends_with(" . . . o . . .\n . . . x . . .\n a b c d e f g\nred to move, last move yellow d"));
        assert_eq!(found[5], "? syntax error: \"h\" is no move: a column is expected");
        assert_eq!(found[6], "? illegal move", "a point, and no move");
        // What it says it can be told.
        let moved = found[7].trim_start_matches("= ");
        assert_eq!(say(&[], &format!("play b {moved}\n")), ["="]);
        for (options, listed) in
            [("names=numbers", "= 1 2 3 4 5 6 7"), ("names=prefixed", "= c-1 c-2 c-3 c-4 c-5 c-6 c-7")]
        {
            assert_eq!(say(&[options], "all_legal_moves\n"), [listed]);
            everything_listed_is_played(&*game, "7x6", &[options], coordinates, 4);
        }
        everything_listed_is_played(&*game, "7x6", &[], coordinates, 4);
    }
}

/// A game of one's own need not write them down.
#[test]
fn fc_72_a_game_without_rules_has_its_one_line() {
    let about = erase::<Columns, Standard>().about();
    assert_eq!((about.rules, about.legend), (Columns::ABOUT, ""));
}

#[test]
fn fc_69_every_listed_move_of_every_game_is_played() {
    let games = gametree_games::all();
    let mut seen = Vec::new();
    for (name, size, options) in [
        ("tree", "1", &[][..]),
        ("tictactoe", "3", &[]),
        ("hex", "5", &[]),
        ("hex", "3", &["swap=pieces"]),
        ("hex", "11x4", &[]),
        ("go", "5", &[]),
        ("go", "10x3", &["ko=situational", "suicide=true"]),
        ("atarigo", "5", &[]),
        ("nogo", "10x3", &[]),
        ("wargame", "5", &[]),
        ("wargame", "9", &["codes=exact"]),
    ] {
        for coordinates in BOTH {
            everything_listed_is_played(games.find(name).unwrap(), size, options, coordinates, 2);
        }
        seen.push(name);
    }
    // A game that is new comes here by itself, with what is usual for it.
    for game in games.games().filter(|game| !seen.contains(&game.about().name)) {
        for coordinates in BOTH {
            everything_listed_is_played(game, &game.about().default_size.to_string(), &[], coordinates, 1);
        }
    }
}

/// A point that only the game would write so is refused before it is taken for another one.
#[test]
fn points_of_the_other_way_of_writing_are_a_syntax_error() {
    let games = gametree_games::all();
    let terms = Terms { coordinates: Coordinates::Gtp, ..terms() };
    let found = replies(&talk_about(games.find("hex").unwrap(), &[], terms, b"boardsize 9\nplay b i1\nplay b J1\n"));
    assert!(found[1].ends_with("\"i1\" is no point of this board as GTP writes them"), "{found:?}");
    assert_eq!((short(&found[1]), found[2].as_str()), ("? syntax error", "="));
}
