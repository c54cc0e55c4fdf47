//! Plans: what is read, what is written, and where an error points.

use std::time::Duration;

use gametree_core::Budget;
use gametree_players::{Standard, erase, parse_options};
use gametree_tournament::{Only, Plan, Store};

use crate::games::{Nim, folder, games, plan};

const GOOD: &str = r#"name = "good"
players = [{ spec = "mcps:window=500" }, { name = "G", spec = "grave" }, { spec = "random" }]

[[games]]
name = "nim"
sizes = [9, "5x3"]
options = { label = "7" }

[[games]]
name = "nim"
budgets = ["playouts=10", "cpu=1.5s"]
"#;

#[test]
fn defaults_are_written_out_and_read_back() {
    let plan = plan(GOOD);
    let text = plan.to_toml();
    for words in
        ["seed = 1", "games_per_cell = 100", "cpu=20ms", "MCPS", "window=500", "memory=", "label = \"7\"", "\"5x3\""]
    {
        assert!(text.contains(words), "{words} is missing in\n{text}");
    }
    let again = Plan::parse(&text, "again.toml", &games()).unwrap();
    assert_eq!(again, plan);
    assert_eq!(again.to_toml(), text);
    assert_eq!(again.hash(), plan.hash());
    assert_eq!(plan.cells().len(), 3 * (2 + 2));
    assert_eq!(plan.jobs(&plan.cells(), None).len(), 1200);
}

#[test]
fn the_hash_leaves_out_the_name_and_the_number_of_games_and_nothing_else() {
    let first = plan(GOOD);
    let mut other = plan(&GOOD.replace("\"good\"", "\"renamed\""));
    other.set_games_per_cell(20).unwrap();
    assert_eq!(first.hash(), other.hash());
    assert!(first.differences(&other).is_empty());
    let cells = |plan: &Plan| plan.cells().iter().map(|cell| cell.hash).collect::<Vec<_>>();
    assert_eq!(cells(&first), cells(&other));
    let distinct: std::collections::HashSet<u64> = cells(&first).into_iter().collect();
    assert_eq!(distinct.len(), 12, "cells have hashes of their own");
    for (from, to, key) in [
        ("window=500", "window=600", "players.0.spec"),
        ("\"G\"", "\"H\"", "players.1.name"),
        ("9,", "8,", "games.0.sizes"),
        ("\"7\"", "\"8\"", "games.0.options.label"),
        ("playouts=10", "playouts=20", "games.1.budgets"),
    ] {
        let other = plan(&GOOD.replace(from, to));
        assert_ne!(first.hash(), other.hash(), "{from}");
        let differences = first.differences(&other);
        assert!(differences.iter().any(|line| line.starts_with(key)), "{differences:?} does not name {key}");
    }
    let mut other = plan(GOOD);
    other.set_seed(2).unwrap();
    assert_eq!(first.differences(&other), ["seed: 1 here, 2 there"]);
    assert!(cells(&first).iter().all(|hash| !cells(&other).contains(hash)));
}

#[test]
fn ids_and_seeds_depend_on_the_game_alone() {
    let plan = plan(GOOD);
    let cells = plan.cells();
    let jobs = plan.jobs(&cells, None);
    let ids: std::collections::HashSet<&str> = jobs.iter().map(|job| job.id.as_str()).collect();
    assert_eq!(ids.len(), jobs.len());
    assert!(jobs[1].id.starts_with("nim-9-cpu=20ms-MCPS-G-") && jobs[1].id.ends_with("-0000b"), "{}", jobs[1].id);
    assert_eq!(jobs[0].seed, jobs[1].seed, "a pair has one seed");
    assert_ne!(jobs[0].seed, jobs[2].seed);
    assert_ne!(jobs[0].player_seed("MCPS"), jobs[0].player_seed("G"));
    assert!(jobs.iter().all(|job| job.seed < 1 << 53));
    let only: Only = "nim/5x3".parse().unwrap();
    let some = plan.jobs(&cells, Some(&only));
    assert_eq!(some.len(), 300);
    assert!(some.iter().all(|job| jobs.contains(job)), "leaving cells out changes nothing in the others");
    let error = "nim/8".parse::<Only>().unwrap().check(&cells).unwrap_err().to_string();
    assert!(error.contains("nim/8") && error.contains("nim/9, nim/5x3"), "{error}");
}

#[test]
fn errors_name_the_line_the_column_the_field_and_what_is_allowed() {
    for (from, to, place, words) in [
        ("players", "plaiers", "2:1", &["plaiers", "players"][..]),
        ("[[games]]\nname", "[[games]]\nspeed = 3\nname", "5:1", &["speed", "sizes", "options"]),
        ("{ spec = \"random\" }", "{ spec = \"random\", level = 3 }", "2:93", &["level"]),
        ("[9,", "[9, 251,", "6:13", &["size", "251", "1 to 250"]),
        ("[9,", "[0,", "6:10", &["size", "0"]),
        ("[9,", "[9, 9,", "6:13", &["sizes", "once"]),
        ("[9, \"5x3\"]", "[]", "6:9", &["sizes", "at least one"]),
        ("cpu=1.5s", "cpu=-1s", "11:27", &["budget cpu", "-1s", "positive duration"]),
        ("cpu=1.5s", "depth=3", "11:27", &["depth", "mcps", "playouts="]),
        ("cpu=1.5s", "playouts=10", "11:27", &["budgets", "once"]),
        ("window=500", "windoe=500", "2:21", &["windoe", "mcps", "window"]),
        ("window=500", "window=0", "2:21", &["window", "mcps", "0"]),
        (
            "window=500",
            "window=1000000,memory=8MiB",
            "6:10",
            &["memory of player mcps: 8MiB", "at least 8550KiB, of which window=1000000 takes half on nim 9"],
        ),
        ("\"grave\"", "\"gravy\"", "2:63", &["player: gravy", "grave"]),
        ("\"G\"", "\"MCPS\"", "2:51", &["MCPS", "no other player"]),
        ("\"G\"", "\"a b\"", "2:51", &["player name", "letters"]),
        ("\"G\"", "\"draw\"", "2:51", &["player name", "draw"]),
        ("\"nim\"\nsizes", "\"nym\"\nsizes", "5:8", &["game: nym", "nim"]),
        ("label = \"7\"", "lable = \"7\"", "7:21", &["option", "lable", "panic_at", "label"]),
        ("label = \"7\"", "panic_at = -1", "7:24", &["panic_at", "-1", "a number of stones"]),
        ("name = \"good\"", "name = \"good\"\ngames_per_cell = 5", "2:18", &["games_per_cell", "5", "even"]),
        ("name = \"good\"", "name = \"good\"\nseed = 9007199254740992", "2:8", &["seed", "9007199254740991"]),
        ("name = \"good\"", "name = \"good\"\nseed = -1", "2:8", &["-1"]),
        ("name = \"good\"", "name = \"../x\"", "1:8", &["name", "letters"]),
        ("name = \"good\"", "name = \"good", "1:13", &[]),
        (
            "budgets = [\"playouts=10\", \"cpu=1.5s\"]",
            "sizes = [9]\noptions = { label = \"7\" }",
            "9:1",
            &["games", "once"],
        ),
    ] {
        assert!(GOOD.contains(from), "{from}");
        let error = Plan::parse(&GOOD.replacen(from, to, 1), "p.toml", &games()).unwrap_err().to_string();
        assert!(error.starts_with(&format!("p.toml:{place}: ")), "{to}: expected {place}: {error}");
        for word in words {
            assert!(error.contains(word), "{to}: {error} does not say {word}");
        }
    }
    let one = GOOD.replace(", { name = \"G\", spec = \"grave\" }, { spec = \"random\" }", "");
    assert!(Plan::parse(&one, "p.toml", &games()).unwrap_err().message.contains("two or more"));
    let mut plan = plan(GOOD);
    assert!(plan.set_budget("nodes=3".parse().unwrap(), &games()).is_err());
    assert!(plan.set_games_per_cell(0).is_err());
    assert!(plan.set_memory("1", &games()).unwrap_err().to_string().contains("memory: 1 "));
    let large = GOOD.replace("window=500", "window=1000000");
    let mut large = Plan::parse(&large, "p.toml", &games()).unwrap();
    let before = large.to_toml();
    assert!(large.set_memory("8MiB", &games()).unwrap_err().to_string().contains("memory of player mcps: 8MiB"));
    assert_eq!(large.to_toml(), before);
    large.set_memory("9MiB", &games()).unwrap();
    assert!(plan.set_budget(Budget::playouts(3), &games()).is_ok());
    assert_eq!(plan.cells().len(), 9);
}

#[test]
fn options_from_a_command_line_take_the_type_of_the_game() {
    let nim = erase::<Nim, Standard>();
    let setup = nim.setup(None, &parse_options(&["label=7", "panic_at=3"]).unwrap()).unwrap();
    assert_eq!(setup.options()["label"], "7");
    assert_eq!(setup.options()["panic_at"], 3);
    assert!(parse_options(&["label"]).is_err());
    assert!(parse_options(&["label=1", "label=2"]).is_err());
    let error = nim.setup(None, &parse_options(&["panic_at=many"]).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "panic_at: many is not allowed; allowed: a number of stones");
}

/// Two starts that differ in their budgets alone.
const TWICE: &str = r#"name = "twice"
players = [{ spec = "uct" }, { spec = "random" }]
games = [
    { name = "nim", sizes = [3, 4] },
    { name = "nim", sizes = [5, 3], budgets = ["playouts=7"] },
    { name = "nim", sizes = [4], budgets = ["playouts=8"] },
]"#;

#[test]
fn one_budget_for_all_leaves_each_start_once() {
    let mut plan = plan(TWICE);
    assert_eq!(plan.cells().len(), 5);
    plan.set_budget(Budget::playouts(10), &games()).unwrap();
    let cells: Vec<String> = plan.cells().iter().map(|cell| cell.setup.to_string()).collect();
    assert_eq!(cells, ["nim 3", "nim 4", "nim 5"]);
    assert_eq!(Plan::parse(&plan.to_toml(), "again.toml", &games()).unwrap(), plan);
    plan.check_written(&games()).unwrap();
}

#[test]
fn a_plan_that_would_not_read_back_is_refused_before_anything_is_written() {
    let mut plan = plan(TWICE);
    // Written in whole microseconds.
    plan.set_budget(Budget::cpu(Duration::from_nanos(1500)), &games()).unwrap();
    let error = plan.check_written(&games()).unwrap_err().to_string();
    assert!(error.contains("plan.toml") && error.contains("microsecond"), "{error}");
    let dir = folder("unreadable");
    let error = Store::open(&dir, &plan, &games()).unwrap_err();
    assert!(error.is_bad_usage(), "{error}");
    assert!(!dir.exists());
}

#[test]
fn wrong_types_are_told_in_the_words_of_the_file() {
    for (from, to, words) in [
        ("name = \"good\"", "name = \"good\"\nseed = -1", "number `-1`, expected a whole number from 0"),
        ("name = \"good\"", "name = \"good\"\nseed = 99999999999999999999", "expected a whole number from 0"),
        ("name = \"good\"", "name = \"good\"\ngames_per_cell = 1.5", "number `1.5`, expected a whole number from 0"),
        ("name = \"good\"", "name = \"good\"\nbudgets = \"cpu=1s\"", "text \"cpu=1s\", expected a list"),
        ("name = \"good\"", "name = []", "list, expected a text"),
        ("{ spec = \"random\" }", "\"random\"", "expected a table { spec = "),
        ("{ label = \"7\" }", "3", "expected a table { "),
    ] {
        let error = Plan::parse(&GOOD.replacen(from, to, 1), "p.toml", &games()).unwrap_err().to_string();
        assert!(error.contains(words), "{to}: {error} does not say {words}");
        for word in ["i128", "u64", "u32", "struct", "sequence", "map", "string", "floating"] {
            assert!(!error.contains(word), "{to}: {error}");
        }
    }
    let error = Plan::parse("name = \"x\"\nplayers = []\ngames = [3]", "p.toml", &games()).unwrap_err().to_string();
    assert!(error.starts_with("p.toml:3:10: ") && error.contains("expected a table { name = "), "{error}");
}

#[test]
fn a_cell_has_a_number_of_games_that_can_be_listed() {
    let text = GOOD.replace("\"good\"", "\"good\"\ngames_per_cell = 5000000000");
    let error = Plan::parse(&text, "p.toml", &games()).unwrap_err().to_string();
    for word in ["p.toml:2:18", "games_per_cell: 5000000000", "10000000"] {
        assert!(error.contains(word), "{error}");
    }
    let mut plan = plan(GOOD);
    assert!(plan.set_games_per_cell(10_000_002).unwrap_err().to_string().contains("games_per_cell"));
    assert!(plan.set_games_per_cell(10_000_000).is_ok());
}

#[test]
fn a_game_may_have_a_number_of_games_of_its_own() {
    let text = |numbers: [&str; 3]| {
        let [plan, nim, small] = numbers;
        format!(
            r#"name = "numbers"
            games_per_cell = {plan}
            budgets = ["playouts=1"]
            players = [{{ spec = "uct" }}, {{ spec = "random" }}]
            games = [{{ name = "nim", sizes = [7, 8]{nim} }}, {{ name = "nim", sizes = [3]{small} }}]"#
        )
    };
    let parse = |numbers| Plan::parse(&text(numbers), "test.toml", &games()).unwrap();
    let numbers = |plan: &Plan| plan.cells().iter().map(|cell| cell.games).collect::<Vec<_>>();
    let mixed = parse(["10", "", ", games_per_cell = 4"]);
    assert_eq!((numbers(&mixed), mixed.total_games()), (vec![10, 10, 4], 24));
    assert_eq!(mixed.jobs(&mixed.cells(), None).len(), 24);
    assert_eq!(Plan::parse(&mixed.to_toml(), "again", &games()).unwrap(), mixed);
    let plain = parse(["10", "", ""]);
    assert_eq!(parse(["10", ", games_per_cell = 10", ""]), plain, "the usual number is not written");
    assert!(mixed.differences(&plain).is_empty() && mixed.hash() == plain.hash());
    assert!(mixed.cells().iter().zip(plain.cells()).all(|(one, other)| one.hash == other.hash));
    // The larger number of each cell.
    let other = parse(["6", "", ", games_per_cell = 8"]);
    assert!(plain.extends(&mixed) && !mixed.extends(&plain));
    assert!(other.extends(&mixed) && mixed.extends(&other));
    assert_eq!(numbers(&mixed.extended_by(&other)), [10, 10, 8]);
    assert_eq!(mixed.extended_by(&other), other.extended_by(&mixed));
    assert_eq!(mixed.extended_by(&plain), plain);
    let mut all = mixed;
    all.set_games_per_cell(2).unwrap();
    assert_eq!(numbers(&all), [2, 2, 2]);
    let error = Plan::parse(&text(["10", "", ", games_per_cell = 5"]), "test.toml", &games()).unwrap_err().to_string();
    assert!(error.contains("test.toml:5:") && error.contains("even number"), "{error}");
}

#[test]
fn cells_are_chosen_by_game_size_and_budget() {
    let plan = plan(
        r#"name = "only"
        players = [{ spec = "uct" }, { spec = "random" }]
        budgets = ["playouts=1", "cpu=2ms"]
        games = [{ name = "nim", sizes = [7, "5x3"] }]"#,
    );
    let cells = plan.cells();
    for (text, number) in [
        ("nim", 4),
        ("nim/7", 2),
        ("nim/5x3", 2),
        ("nim/7/cpu=2ms", 1),
        ("nim/7/cpu=0.002s", 1),
        ("nim/7/playouts=1", 1),
    ] {
        let only: Only = text.parse().unwrap();
        only.check(&cells).unwrap();
        assert_eq!(cells.iter().filter(|cell| only.matches(cell)).count(), number, "{text}");
    }
    for (text, known) in
        [("hex", "nim/7, nim/5x3"), ("nim/9", "nim/5x3"), ("nim/7/cpu=1s", "nim/7/playouts=1, nim/7/cpu=2ms")]
    {
        let error = text.parse::<Only>().unwrap().check(&cells).unwrap_err().to_string();
        assert!(error.contains(text) && error.contains(known), "{error}");
    }
    for text in ["nim/x", "nim/7/luck=1", "nim/7/cpu=2ms/more"] {
        assert!(text.parse::<Only>().is_err(), "{text}");
    }
}

#[test]
fn one_budget_for_all_keeps_the_larger_number_of_games() {
    let mut plan = plan(
        r#"name = "one"
        games_per_cell = 10
        players = [{ spec = "uct" }, { spec = "random" }]
        games = [
            { name = "nim", sizes = [7], games_per_cell = 2, budgets = ["cpu=2ms"] },
            { name = "nim", sizes = [7, 8], budgets = ["cpu=3ms"] },
        ]"#,
    );
    plan.set_budget("playouts=5".parse().unwrap(), &games()).unwrap();
    let numbers: Vec<_> = plan.cells().iter().map(|cell| (cell.setup.size().cols, cell.games)).collect();
    assert_eq!(numbers, [(7, 10), (8, 10)]);
    assert!(plan.check_written(&games()).is_ok());
}

/// A key or a name that is nearly right: the nearest comes first, then all.
#[test]
fn fc_77_a_plan_s_key_or_name_that_is_nearly_right_is_answered_with_the_right_one() {
    for (from, to, wanted) in [
        ("players =", "playrs =", "unknown field `playrs`; did you mean `players`? expected one of `name`, `seed`"),
        ("sizes =", "size =", "unknown field `size`; did you mean `sizes`? expected one of `name`, `sizes`"),
        (
            "name = \"good\"",
            "name = \"good\"\npairing = \"frist\"",
            "unknown variant `frist`; did you mean `first`? expected `all` or `first`",
        ),
        ("{ spec = \"random\" }", "{ sepc = \"random\" }", "did you mean `spec`?"),
        ("\"grave\"", "\"garve\"", "player: garve is not allowed; did you mean grave? allowed: random, "),
        ("window=500", "widnow=500", "widnow is not allowed; did you mean window? allowed: "),
        ("name = \"nim\"", "name = \"nimm\"", "game: nimm is not allowed; did you mean nim? allowed: nim"),
        (
            "{ label = \"7\" }",
            "{ lable = \"7\" }",
            "option: lable is not allowed; did you mean label? allowed: panic_at, ",
        ),
        ("name = \"good\"", "name = \"good\"\nxyzzy = 1", "unknown field `xyzzy`, expected one of `name`"),
    ] {
        let error = Plan::parse(&GOOD.replacen(from, to, 1), "p.toml", &games()).unwrap_err().to_string();
        assert!(error.starts_with("p.toml:") && error.contains(wanted), "{to}: {error}");
    }
    let only: Only = "nmi/9".parse().unwrap();
    let error = only.check(&plan(GOOD).cells()).unwrap_err().to_string();
    assert!(error.contains("only: nmi/9 is not allowed; did you mean nim/9? allowed: nim/9, nim/5x3"), "{error}");
}

#[test]
fn fc_66_what_is_asked_for_is_written_and_is_no_part_of_any_hash() {
    let text = r#"name = "asked"
        games_per_cell = 20
        budgets = ["playouts=5", "playouts=9"]
        players = [{ spec = "uct" }, { spec = "random" }]
        games = [
            { name = "nim", sizes = [5, 7] },
            { name = "nim", sizes = [7], options = { panic_at = 3 }, games_per_cell = 40 },
        ]"#;
    let all = plan(text);
    let asked = |only: &str, number: Option<u32>| {
        let mut plan = plan(text);
        plan.ask(Some(&only.parse().unwrap()), number).unwrap();
        plan.check_written(&games()).unwrap();
        assert_eq!((plan.hash(), plan.folder_name()), (all.hash(), all.folder_name()));
        assert!(plan.differences(&all).is_empty());
        let hashes = |plan: &Plan| plan.cells().iter().map(|cell| cell.hash).collect::<Vec<_>>();
        assert_eq!(hashes(&plan), hashes(&all));
        plan
    };
    let numbers = |plan: &Plan| plan.cells().iter().map(|cell| cell.games).collect::<Vec<_>>();
    assert_eq!(numbers(&all), [20, 20, 20, 20, 40, 40]);
    // A start with other options has a number of its own.
    assert_eq!(numbers(&asked("nim/7", None)), [0, 0, 20, 20, 40, 40]);
    assert_eq!(numbers(&asked("nim/7/playouts=9", Some(30))), [0, 0, 0, 30, 0, 30]);
    let one = asked("nim/5/playouts=5", Some(30));
    assert!(one.to_toml().contains("[games.asked]\n\"5/playouts=5\" = 30\n"), "{}", one.to_toml());
    assert!(one.is_a_part() && !all.is_a_part() && one.extends(&all) && all.extends(&one));
    assert_eq!(asked("nim", None), all);
    for (x, y) in [(&one, &all), (&all, &one)] {
        let both = x.extended_by(y);
        assert_eq!((numbers(&both), both.games_per_cell()), (vec![30, 20, 20, 20, 40, 40], 40));
        both.check_written(&games()).unwrap();
        assert!(!both.extends(&both.extended_by(&asked("nim/7", None))));
    }
    // Other parts in any order make the same whole.
    let parts = [asked("nim/5", None), asked("nim/7/playouts=5", None), asked("nim/7/playouts=9", None)];
    let forth = parts[0].extended_by(&parts[1]).extended_by(&parts[2]);
    let back = parts[2].extended_by(&parts[0]).extended_by(&parts[1]);
    assert_eq!((&forth, numbers(&forth)), (&back, numbers(&all)));
    assert!(!forth.is_a_part());
    // More games, and another budget, of what is a part.
    let mut more = asked("nim/5", None);
    more.ask(None, Some(50)).unwrap();
    assert_eq!(numbers(&more), [50, 50, 0, 0, 0, 0]);
    let mut other = plan(text);
    assert!(other.ask(Some(&"nim/9".parse().unwrap()), None).unwrap_err().to_string().contains("nim/7"));
    for (asked, word) in [
        ("{ 5 = 3 }", "even"),
        ("{ 9 = 4 }", "5/playouts=9"),
        ("{ \"5/cpu=1s\" = 4 }", "5/playouts=9"),
        ("{ 5 = 4, \"5/playouts=9\" = 4 }", "once"),
        ("{ 5 = \"x\" }", "whole number"),
    ] {
        let text = text.replace("sizes = [5, 7]", &format!("sizes = [5, 7], asked = {asked}"));
        let error = Plan::parse(&text, "p", &games()).unwrap_err();
        assert!(error.to_string().contains(word) && error.place.is_some_and(|(line, _)| line == 6), "{error}");
    }
}
