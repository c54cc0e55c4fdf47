//! Every command once, its JSON, and what it says to bad input.

use serde_json::Value;

use crate::{gametree, split};

fn json(line: &str) -> Value {
    let output = gametree(&split(line));
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{line}: {error}"))
}

#[test]
fn every_command_prints_one_document() {
    let games = json("games --json");
    let names: Vec<&str> =
        games["games"].as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"hex") && names.contains(&"tictactoe"), "{names:?}");
    assert!(json("players --json")["players"].as_array().unwrap().len() >= 9);
    assert_eq!(json("perft tictactoe --depth 3 --json")["counts"], serde_json::json!([9, 72, 504]));

    let analysis = json("analyze hex --size 3 --player mcps --budget playouts=200 --json");
    assert_eq!(analysis["root"].as_array().unwrap().len(), 9);
    assert_eq!(analysis["stats"]["playouts"], 200);
    assert!(analysis["root"][0]["sources"]["amaf"]["count"].is_u64());
    assert_eq!(analysis["score"], Value::Null);
    let depths: Vec<u64> = serde_json::from_value(analysis["stats"]["depths"].clone()).unwrap();
    assert_eq!(depths.iter().sum::<u64>(), 200);
    assert_eq!(depths.len() as u64 - 1, analysis["stats"]["max_depth"].as_u64().unwrap());
    let mean = (0u64..).zip(&depths).map(|(depth, playouts)| depth * playouts).sum::<u64>() as f64 / 200.0;
    assert_eq!(analysis["stats"]["mean_depth"], mean);
    assert!(analysis["root"].as_array().unwrap().iter().any(|mv| mv["error"].is_f64()) && analysis["tree"].is_null());

    let finished = json("analyze tictactoe --moves \"a1 a2 b1 b2 c1\" --budget playouts=9 --json");
    assert_eq!((&finished["best"], &finished["stats"]["stop"]), (&Value::Null, &"finished".into()));
    let forced = json("analyze hex --size 1 --budget playouts=9 --json");
    assert_eq!((&forced["best"], &forced["stats"]["stop"]), (&"a1".into(), &"forced".into()));
    let scored = json("analyze tictactoe --player iterative --budget depth=3 --json");
    assert!(scored["score"].is_i64() && scored["value"].is_null());
    assert!(scored["root"][0]["visits"].is_null() && scored["stats"]["playouts"].is_null(), "absent, not 0");
}

#[test]
fn solve_gives_the_known_values() {
    let minimax = json("solve tictactoe --algorithm minimax --json");
    assert_eq!(
        [&minimax["value"], &minimax["nodes"], &minimax["leaves"], &minimax["positions"], &minimax["moves"]],
        [&"draw".into(), &549_946.into(), &255_168.into(), &5478.into(), &Value::Null]
    );
    for (order, nodes) in [("given", 18297), ("center", 7275)] {
        assert_eq!(json(&format!("solve tictactoe --algorithm alphabeta --order {order} --json"))["nodes"], nodes);
    }
    // Facts of Hex: the winning openings, row by row.
    for (size, winning) in [(1, "a1"), (2, "b1 a2"), (3, "c1 a2 b2 c2 a3"), (4, "d1 c2 b3 a4")] {
        for algorithm in ["proof", "alphabeta --table"] {
            let solved = json(&format!("solve hex --size {size} --all-moves --algorithm {algorithm} --json"));
            assert_eq!(solved["value"], "win");
            let moves = solved["moves"].as_array().unwrap().iter().filter(|mv| mv["value"] == "win");
            let moves: Vec<&str> = moves.map(|mv| mv["move"].as_str().unwrap()).collect();
            assert_eq!(moves, split(winning), "{size}x{size} by {algorithm}");
        }
    }
    let won = json("solve tictactoe --moves \"a1 b1 b2 c1\" --all-moves --json");
    assert_eq!((&won["value"], &won["best"], &won["distance"]), (&"win".into(), &"c3".into(), &1.into()));
    assert_eq!(json("solve tree --json")["value"], 4, "points, not half points");
}

#[test]
fn bad_input_names_the_field_and_ends_with_2() {
    for (line, words) in [
        ("analyze chess", "game: chess is not allowed; allowed:"),
        ("analyze hex --size 0", "size: 0"),
        ("analyze hex --size 99", "size: 99 is not allowed; allowed: 1 to 26"),
        ("analyze tictactoe --size 4", "size: 4"),
        ("analyze hex --player mcst", "player: mcst is not allowed; did you mean mcps? allowed: random, "),
        ("analyze hex --player mcps:window=0", "window of player mcps: 0"),
        ("analyze hex --player grave:bias=nan", "bias of player grave: nan"),
        (
            "analyze hex --player grave:referense=5",
            "referense is not allowed; did you mean reference? allowed: reference, bias, memory",
        ),
        ("analyze hex --player uct:memory=5", "memory of player uct: 5"),
        (
            "analyze hex --size 11 --player mcps:window=1000000 --memory 4MiB",
            "memory of player mcps: 4MiB is not allowed; allowed: at least 63265KiB, of which window=1000000 takes half on hex 11",
        ),
        (
            "analyze hex --size 11 --player mcps:window=1000000,threads=4 --memory 64MiB",
            "memory of player mcps: 64MiB is not allowed; allowed: for each of 4 threads at least 63265KiB, of which window=1000000 takes half on hex 11",
        ),
        (
            "analyze hex --player uct:threads=4 --memory 3MiB",
            "memory of player uct: 3MiB is not allowed; allowed: at least 4MiB for 4 threads",
        ),
        (
            "analyze hex --player uct:threads=0",
            "threads of player uct: 0 is not allowed; allowed: a number from 1 to 256",
        ),
        ("analyze hex --size 26 --memory 1MiB", "memory of player mcps: 1MiB is not allowed; allowed: at least 35"),
        ("gtp hex --size 26 --memory 1MiB", "memory of player mcps: 1MiB is not allowed; allowed: at least 35"),
        ("play hex --size 26 --memory 1MiB", "memory of player mcps: 1MiB is not allowed; allowed: at least 35"),
        ("analyze hex --budget cpu=-1s", "budget cpu: -1s"),
        (
            "analyze hex --budget depth=5",
            "budget depth of player mcps: 5 is not allowed; allowed: playouts=, cpu=, wall=",
        ),
        ("analyze hex --player minimax --budget playouts=5", "budget playouts of player minimax: 5"),
        ("analyze hex --moves \"a1 a1\"", "a1"),
        ("analyze hex --moves z9", "z9"),
        ("analyze hex --set foo=1", "foo"),
        ("analyze hex --set stop_at_win=maybe", "stop_at_win: maybe is not allowed; allowed: true, false"),
        ("analyze tree --set tree=(", "tree"),
        ("perft hex --depth 0", "depth"),
        ("bench --only hex/99", "size: 99"),
        ("solve hex --algorithm magic", "algorithm: magic is not allowed; allowed: minimax, alphabeta, proof"),
        ("solve hex --order random", "order: random"),
        ("solve tree --algorithm proof", "proof"),
        ("solve tictactoe --budget playouts=5", "budget playouts: 5 is not allowed; allowed: nodes=, cpu=, wall="),
        ("analyze hex --size -3", "size: -3"),
        ("perft hex --depth -1", "depth"),
        ("analyze hex --player iterative:memory=1048576 --budget depth=1", "memory"),
        ("analyze hex --budget cpu=0.5us", "budget cpu: 0.5us"),
        ("solve tictactoe --algorithm minimax --table", "table"),
    ] {
        let output = gametree(&split(line));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {errors}");
        assert!(errors.contains(words) && !errors.contains("panicked"), "{line}: {errors}");
        assert!(output.stdout.is_empty(), "{line}");
    }
}

#[test]
fn fc_72_the_rules_of_a_game_are_told_and_a_name_that_is_nearly_right_is_answered_with_the_right_one() {
    for game in ["tree", "tictactoe", "hex", "go", "atarigo", "nogo", "wargame"] {
        let output = gametree(&split(&format!("rules {game}")));
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && text.starts_with(&format!("{game}: ")), "{text}");
        assert!(text.contains("\nHow moves are written\n") && text.contains("\nSizes, by --size\n"), "{text}");
    }
    for (name, right) in [("hexx", "hex"), ("tic-tac-toe", "tictactoe"), ("Go", "go"), ("wargames", "wargame")] {
        let output = gametree(&split(&format!("rules {name}")));
        let error = String::from_utf8(output.stderr).unwrap();
        let wanted = format!("error: game: {name} is not allowed; did you mean {right}? allowed: tree, tictactoe, ");
        assert!(output.status.code() == Some(2) && error.starts_with(&wanted) && output.stdout.is_empty(), "{error}");
    }
}

/// Wherever a name may be given: the nearest comes first, then all.
#[test]
fn fc_77_a_name_that_is_nearly_right_is_answered_with_the_right_one() {
    for (line, right) in [
        ("play hex --first persn", "person"),
        ("play hex --second mpcs", "mcps"),
        ("analyze nogoo", "nogo"),
        ("gtp hex --player mcps:windw=5", "window"),
        ("analyze hex --player mcps:reuse=ture", "true"),
        ("analyze hex --budget playots=5", "playouts"),
        ("analyze hex --set swp=pieces", "swap"),
        ("analyze go --set ko=positonal", "positional"),
        ("solve hex --algorithm alpha", "alphabeta"),
        ("solve hex --order centre", "center"),
        ("bench --only hx/5", "hex"),
    ] {
        let output = gametree(&split(line));
        let error = String::from_utf8(output.stderr).unwrap();
        let wanted = format!(" is not allowed; did you mean {right}? allowed: ");
        assert!(output.status.code() == Some(2) && error.contains(&wanted), "{line}: {error}");
    }
    // Commands and the words of options are for the parser of the command line, which does the same.
    for (line, right) in
        [("analyse hex", "analyze"), ("play hex --sceond mcps", "second"), ("gtp hex --coordinates gtpp", "gtp")]
    {
        let output = gametree(&split(line));
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(
            output.status.code() == Some(2) && error.contains("similar") && error.contains(right),
            "{line}: {error}"
        );
    }
}

/// What is not printed is explained where it is not.
#[test]
fn fc_75_a_solution_without_a_number_of_plies_says_why() {
    let run = |line: &str| String::from_utf8(gametree(&split(line)).stdout).unwrap();
    let short = run("solve hex --size 3");
    assert!(
        short.contains("win for the side to move in 5 plies; best ") && !short.contains("no number of plies"),
        "{short}"
    );
    let long = run("solve hex --size 4");
    assert!(
        long.contains("win for the side to move; best ") && long.contains("\nno number of plies: who wins is proven"),
        "{long}"
    );
    assert!(long.contains("50000 nodes"), "{long}");
    let document = json("solve hex --size 4 --json");
    assert!(document["distance"].is_null() && document["distance_unknown"].as_str().unwrap().contains("50000 nodes"));
    // Nothing is missing where there is none to be had.
    for line in ["solve tictactoe --json", "solve tree --json", "solve hex --size 3 --json", "solve go --size 1 --json"]
    {
        assert!(json(line)["distance_unknown"].is_null(), "{line}");
    }
    let help = run("solve --help");
    assert!(help.contains("in 5 plies") && help.contains("50000 nodes"), "{help}");
}

/// Lines of play that hardly ever end stop an exact solution with an error, not with the end of the stack.
#[test]
fn solving_a_game_of_endless_lines_is_an_error() {
    for args in [
        &["go", "--size", "3"][..],
        &["go", "--size", "19", "--algorithm", "minimax"],
        &["go", "--size", "2", "--set", "ko=simple"],
    ] {
        let args: Vec<String> = [&["solve"], args].concat().into_iter().map(String::from).collect();
        let output = gametree(&args);
        let log = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {log}");
        assert!(log.contains("position: go") && log.contains("1000 moves"), "{log}");
    }
}

/// UCT's textbook constant is weak, and who lists the players is told so, with values that beat it.
#[test]
fn fc_78_the_list_of_players_says_how_weak_the_textbooks_constant_is() {
    let output = gametree(&split("players"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let uct = text.split_once("\nuct: ").unwrap().1.split_once("\nrave: ").unwrap().0;
    for part in ["exploration=1.4142135623730951", "√2 is the textbook's", "rewards in -1..1", "0.5 and 0.7071 beat it"]
    {
        assert!(uct.contains(part), "no {part} in\n{uct}");
    }
    let players = json("players --json");
    let uct = players["players"].as_array().unwrap().iter().find(|player| player["name"] == "uct").unwrap().to_string();
    assert!(uct.contains("0.5 and 0.7071 beat it"), "{uct}");
    // The documents that compare with UCT say it too, with the command that prints the figures.
    for document in ["mcps.md", "strength.md", "lesson.md"] {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(document);
        let text = std::fs::read_to_string(path).unwrap();
        assert!(text.contains("√2") && text.contains("uct-exploration"), "docs/{document}");
    }
}
