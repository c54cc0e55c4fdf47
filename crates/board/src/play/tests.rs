//! Games typed in, and what is shown.

use std::fs;
use std::time::Duration;

use gametree_core::{Rng, Size};
use gametree_players::{House, parse_options};

use super::seat;
use super::table::Table;
use crate::columns::Columns;
use crate::position::{Opened, open};
use crate::setup::SearchArgs;

/// No `--memory`.
fn search() -> SearchArgs {
    SearchArgs { budget: "playouts=100".into(), memory: None, seed: 1 }
}

fn table(game: &str, size: u8, seats: [&str; 2]) -> Table {
    let games = gametree_games::all();
    let game = games.find(game).unwrap();
    let setup = game.setup(Some(Size::square(size)), &parse_options::<&str>(&[]).unwrap()).unwrap();
    let seats = seats.map(|text| seat(&games, text, &search()).unwrap());
    Table::new(&games, game, &setup, seats, "playouts=100".parse().unwrap(), 1, Duration::ZERO).unwrap()
}

fn play(table: &mut Table, input: &[u8]) -> String {
    let mut out = Vec::new();
    table.run(&mut &input[..], &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn typed(game: &str, size: u8, seats: [&str; 2], input: &str) -> String {
    play(&mut table(game, size, seats), input.as_bytes())
}

const PEOPLE: [&str; 2] = ["person", "person"];

#[test]
fn two_people_play_and_the_last_move_is_a_capital() {
    let text = typed("tictactoe", 3, PEOPLE, "a1\nB2\na2\nc3\na3\n");
    let wanted = "
  a b c
1 . . .
2 . . .
3 . . .
x> 
  a b c
1 X . .
2 . . .
3 . . .
move 1, x a1
o> 
  a b c
1 x . .
2 . O .
3 . . .
move 2, o b2
x> ";
    assert!(text.starts_with(wanted), "{text}");
    assert!(text.ends_with("\n3 X . o\nmove 5, x a3\nx wins\nover> \n"), "{text}");
    assert!(typed("hex", 3, PEOPLE, "b3\n").contains(
        "\n 1 \\ . . . \\\n  2 \\ . . . \\\n   3 \\ . X . \\\n        - - -\nx black joins top and bottom (- -), "
    ));
    assert!(typed("go", 5, PEOPLE, "e1\npass\n").contains(" 1 . . . . x\nmove 2, white pass\n"));
    assert!(typed("wargame", 5, PEOPLE, "moves\n").contains("-"));
}

#[test]
fn hex_with_the_swap_is_played_saved_and_goes_on() {
    let games = gametree_games::all();
    let game = games.find("hex").unwrap();
    let setup = game.setup(Some(Size::square(3)), &parse_options(&["swap=pieces"]).unwrap()).unwrap();
    let with = |first: &str| {
        let seats = [seat(&games, first, &search()).unwrap(), None];
        Table::new(&games, game, &setup, seats, "playouts=1000".parse().unwrap(), 1, Duration::ZERO).unwrap()
    };
    let table = || with("person");
    let path = std::env::temp_dir().join(format!("gametree-swap-{}.sgf", std::process::id()));
    let _ = fs::remove_file(&path);
    let text = play(&mut table(), format!("a3\nswap\na3\nsave {}\n", path.display()).as_bytes());
    assert!(text.contains(" (\\ \\)\nmove 2, white swap-pieces\nblack> "), "{text}");
    let loaded = crate::position::read_game(&path, &gametree_games::all(), usize::MAX).unwrap();
    assert!(loaded.swaps());
    let mut again = table();
    again.load(&loaded).unwrap();
    assert!(play(&mut again, b"").contains("\n 1 \\ . . o \\\n  2 \\ . . . \\\n   3 \\ X . . \\\n"));
    let text = typed("hex", 3, PEOPLE, "a3\nswap\n");
    assert!(text.contains("this game has no swap rule"), "{text}");
    // UCT opens in the middle, and would rather have the stone.
    let text = play(&mut with("uct"), b"moves\nhint\n");
    assert!(text.contains(" swap-pieces\n") && text.contains("\nswap-pieces ("), "{text}");
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_person_plays_a_player() {
    let text = typed("hex", 5, ["person", "mcps"], "c3\nundo\nundo\nb2\nquit\nc3\n");
    assert!(text.contains("move 2, white ") && text.contains(" 100 playouts, expects "), "{text}");
    assert!(text.contains("black> there is no move to take back\nblack> "), "{text}");
    assert_eq!(text.matches("move 1, black ").count(), 2, "{text}");
    assert!(text.ends_with("black> "), "{text}");
    let second = typed("hex", 5, ["mcps", "person"], "undo\n");
    assert!(second.contains("move 1, black ") && second.contains("white> "), "{second}");
}

#[test]
fn players_play_alone() {
    for game in ["hex", "nogo", "atarigo", "go", "tictactoe", "wargame"] {
        let size = if game == "tictactoe" { 3 } else { 5 };
        let text = typed(game, size, ["mcps", "grave"], "");
        let last = text.lines().last().unwrap();
        assert!(last.contains(" wins") || last == "a draw", "{game}: {text}");
        assert!(!text.contains("> "), "nobody is asked: {text}");
    }
}

#[test]
fn hints_and_tables() {
    let text = typed("hex", 5, PEOPLE, "hint\nanalyze\n");
    assert!(text.contains("black> ") && text.contains(" playouts, expects "), "{text}");
    assert_eq!(text.matches("0 to 9: visits").count(), 2, "a map each: {text}");
    assert!(text.contains("move ") && text.contains("visits") && text.contains("stopped by playouts"), "{text}");
    // A person is helped by the opponent's kind of player.
    let text = typed("go", 5, ["person", "random"], "hint\nundo\n");
    assert!(text.contains("(0 playouts)\nblack> there is no move"), "{text}");
}

#[test]
fn what_is_not_clear_gets_one_line() {
    for input in
        ["xyzzy", "a9", "C3 C4", "save", "undo", "help", "?", "save x y z/", "hint me", "\u{7f}\u{1}", "ßß", "résigne"]
    {
        for game in ["go", "hex", "tictactoe", "wargame", "nogo"] {
            let size = if game == "tictactoe" { 3 } else { 5 };
            let text = typed(game, size, PEOPLE, &format!("{input}\n"));
            let answer = text.split_once("> ").unwrap().1;
            let lines: Vec<&str> = answer.lines().collect();
            assert_eq!(lines.len(), 2, "{game}: {input}: {answer}");
            assert!(lines[0].len() > 10, "{answer}");
        }
    }
    let long = "a".repeat(100_000);
    let text = typed("go", 5, PEOPLE, &format!("{long}\nC3\n"));
    assert!(text.contains("move 1, black C3") && text.len() < 20_000, "{}", text.len());
}

#[test]
fn any_bytes_may_be_typed() {
    let words = [
        "a1", "b2", "C3", "pass", "undo", "moves", "board", "resign", "help", "b1-b2", "save", "\u{0}", "\n", "hint",
        "e5",
    ];
    let mut rng = Rng::new(5);
    for round in 0..60 {
        let mut input = Vec::new();
        for _ in 0..40 {
            if rng.below(4) == 0 {
                input.extend((0..rng.below(20)).map(|_| rng.below(256) as u8));
            } else {
                input.extend_from_slice(words[rng.below(words.len() as u32) as usize].as_bytes());
            }
            input.push(b'\n');
        }
        let game = ["go", "hex", "nogo", "atarigo", "tictactoe", "wargame"][round % 6];
        let size = if game == "tictactoe" { 3 } else { 5 };
        assert!(play(&mut table(game, size, PEOPLE), &input).contains("> "));
    }
}

#[test]
fn a_game_is_saved_and_goes_on() {
    let path = std::env::temp_dir().join(format!("gametree-play-{}.sgf", std::process::id()));
    let _ = fs::remove_file(&path);
    for game in ["go", "atarigo", "nogo", "hex"] {
        let mut first = table(game, 5, ["person", "mcps"]);
        let text = play(&mut first, format!("c3\nsave {0}\nsave\nb2\nsave {0}\n", path.display()).as_bytes());
        assert_eq!(text.matches("written to").count(), 3, "{text}");
        let loaded = crate::position::read_game(&path, &gametree_games::all(), usize::MAX).unwrap();
        assert_eq!((loaded.game, loaded.moves.len()), (game, 4));
        assert!(loaded.moves[1].comment.as_ref().unwrap().contains("100 playouts"), "{loaded:?}");
        assert_eq!(loaded.names[0].as_deref(), Some("person"));
        assert!(loaded.names[1].as_ref().unwrap().starts_with("mcps:"));
        let mut second = table(game, 5, PEOPLE);
        second.load(&loaded).unwrap();
        let text = play(&mut second, format!("save {}\nresign\nundo\n", path.display()).as_bytes());
        assert!(text.contains("move 4, white") && text.contains("the file exists"), "left alone: {text}");
        assert!(text.contains("black has resigned, white wins"), "{text}");
        fs::remove_file(&path).unwrap();
    }
    assert!(typed("wargame", 5, PEOPLE, "save x.sgf\n").contains("wargame cannot be written as SGF"));
    fs::write(&path, "(;GM[1]SZ[5];B[aa];B[zz])").unwrap();
    let error = crate::position::read_game(&path, &gametree_games::all(), usize::MAX).unwrap_err().to_string();
    assert!(error.contains(".sgf: line 1, column 20: move 2, B[zz]: not a point of a board of size 5"), "{error}");
    fs::remove_file(&path).unwrap();
    assert!(crate::position::read_game(&path, &gametree_games::all(), usize::MAX).is_err());
}

#[test]
fn fc_77_a_word_that_is_nearly_right_is_answered_with_the_right_one() {
    for (typed_word, right) in [("anlyze", "analyze"), ("udno", "undo"), ("resgin", "resign"), ("sav game.sgf", "save")]
    {
        let text = typed("hex", 3, PEOPLE, &format!("{typed_word}\n"));
        assert!(text.contains(&format!("; did you mean {right}? ")), "{text}");
    }
    for word in ["z9", "banana", "b 2"] {
        let text = typed("hex", 3, PEOPLE, &format!("{word}\n"));
        assert!(!text.contains("did you mean") && text.contains("a move, undo, hint"), "{text}");
    }
}

#[test]
fn fc_72_the_rules_are_told_at_the_board_and_its_edges_are_drawn() {
    let text = typed("hex", 3, PEOPLE, "rules\n");
    assert!(
        text.contains("     a b c\n    - - -\n 1 \\ . . . \\\n") && text.contains("\nx black joins top and bottom "),
        "{text}"
    );
    assert!(text.contains("black> hex: join your two edges") && text.contains("\nHow moves are written\n"), "{text}");
}

/// Files of a game that is on no list say its name and options, and no other program takes them for Go.
#[test]
fn a_game_of_one_s_own_is_saved_and_goes_on() {
    let games = House::standard().game::<Columns>().build();
    let path = std::env::temp_dir().join(format!("gametree-own-{}.sgf", std::process::id()));
    for (options, rules, first) in [
        (&["names=letters"][..], "columns, names=letters", "d"),
        (&["names=prefixed"], "columns, names=prefixed", "c-4"),
        (&["note=50%, Or so"], "columns, names=letters, note=50%25%2C Or so", "d"),
    ] {
        let _ = fs::remove_file(&path);
        let game = games.find("columns").unwrap();
        let setup = game.setup(None, &parse_options(options).unwrap()).unwrap();
        let seats = [None, Some(games.player("uct").unwrap())];
        let budget = "playouts=100".parse().unwrap();
        let mut first_table = Table::new(&games, game, &setup, seats, budget, 1, Duration::ZERO).unwrap();
        let text = play(&mut first_table, format!("{first}\nsave {}\n", path.display()).as_bytes());
        assert!(text.contains("written to"), "{text}");
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains("GM[0]") && text.contains(&format!("RU[{rules}]")), "{text}");
        assert!(text.contains("SZ[7:6]") && text.contains(&format!(";B[{first}]")), "{text}");
        let Opened { setup: found, loaded, .. } = open(&path, usize::MAX, &games, None, None, &[]).unwrap();
        assert_eq!((&found, loaded.moves.len(), &loaded.warnings[..]), (&setup, 2, &[][..]));
        let mut again = Table::new(&games, game, &found, [None, None], budget, 1, Duration::ZERO).unwrap();
        again.load(&loaded).unwrap();
        assert_eq!(again.record().unwrap().moves, first_table.record().unwrap().moves);
        let error = open(&path, usize::MAX, &gametree_games::all(), None, None, &[]).err().unwrap().to_string();
        assert!(error.contains("GM[0]RU[columns]: only 1 (Go, AtariGo, NoGo) and 11 (Hex) are read"), "{error}");
    }
    fs::write(&path, "(;GM[0]RU[columns]SZ[7:6];B[d];W[h])").unwrap();
    let Opened { setup, loaded, .. } = open(&path, usize::MAX, &games, None, None, &[]).unwrap();
    let mut session = games.find("columns").unwrap().session(&setup, &[]).unwrap();
    let error = loaded.play(&mut *session, usize::MAX).unwrap_err().to_string();
    assert_eq!(error, "line 1, column 32: move 2: move \"h\": a column is expected");
    fs::remove_file(&path).unwrap();
}
