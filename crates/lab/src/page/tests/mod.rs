//! Pages of made-up records: whatever was played, the page is whole and says what the tables say.

mod sound;

use std::collections::{BTreeMap, BTreeSet};

use gametree_players::{Usage, parse_options};
use gametree_tournament::{End, EndKind, FinalScores, GameRecord, Plan, TableBuilder, Tables, replay};
use serde_json::Value;

use super::film::Films;
use super::html::marked;
use super::{Page, Survey};
use crate::lab::Lab;
use crate::tests::made::{HEX, Made};
use sound::{is_sound, json, says_what_the_tables_say};

fn page_with(records: Vec<GameRecord>, plan: Option<&Plan>) -> (Tables, String) {
    let (mut builder, mut survey) = (TableBuilder::default(), Survey::default());
    for record in records {
        builder.add(&record);
        survey.add(record);
    }
    let tables = Tables::new(plan.map(Plan::to_json), builder.finish());
    let lab = Lab::new(gametree_games::all());
    let html = Page { lab: &lab, tables: &tables, plan, survey: &survey, ledger: &[] }.to_html();
    (tables, html)
}

/// The page of these records, after all that every page must fulfil.
fn page(records: Vec<GameRecord>) -> (Tables, String) {
    let (tables, html) = page_with(records, None);
    is_sound(&html);
    says_what_the_tables_say(&tables, &html);
    (tables, html)
}

#[test]
fn one_cell() {
    let games = gametree_games::all();
    let (tables, html) = page(HEX.records(&games, 20));
    assert_eq!(tables.cells.len(), 1);
    assert!(html.contains("MCPS against GRAVE at hex: 20 games in 1 cell."));
    assert!(html.contains("All 20 games of the run.") && !html.contains("mixed commits"));
    // With nothing to compare, depth and speed stand in the table, which is open.
    assert_eq!(html.matches("<figure class=chart").count(), 1);
    assert!(html.contains("<details open>") && html.contains("<td>playouts=10</td><td>MCPS</td>"));
    assert_eq!(html.matches("<figure class=mini>").count(), 1);
}

/// The script draws both sides' edges; what they mean is told below the board, by the game.
#[test]
fn fc_72_the_page_says_who_joins_which_edges() {
    let games = gametree_games::all();
    let tictactoe = Made { game: "tictactoe", size: "3", ..HEX };
    let (_, html) = page([HEX.records(&games, 2), tictactoe.records(&games, 2)].concat());
    let boards = &json(&html, "games")["boards"];
    let legends: Vec<&str> = boards.as_array().unwrap().iter().map(|board| board["legend"].as_str().unwrap()).collect();
    assert_eq!(legends, ["black joins top and bottom, white joins left and right", ""]);
    for part in ["'edge first', row(0)", "'edge second', col(0)", "<p id=\"legend\"", "by('legend').textContent"] {
        assert!(html.contains(part), "{part}");
    }
}

#[test]
fn sixty_cells() {
    let games = gametree_games::all();
    let budgets: Vec<String> = (1..=10).map(|number| format!("playouts={}", number * 100)).collect();
    let mut records = Vec::new();
    for size in ["3", "4", "5", "3x4", "6", "4x5"] {
        for budget in &budgets {
            records.extend(Made { size, budget, ..HEX }.records(&games, 9));
        }
    }
    let (tables, html) = page(records);
    assert_eq!(tables.cells.len(), 60);
    // Each cell has as many games to see as the others.
    let mut shown = BTreeMap::<u64, usize>::new();
    for game in json(&html, "games")["games"].as_array().unwrap() {
        *shown.entry(game["cell"].as_u64().unwrap()).or_default() += 1;
    }
    assert_eq!(shown.len(), 60);
    assert_eq!(shown.values().collect::<BTreeSet<_>>(), [&6].into());
    assert!(html.contains("A sample of 360 of the 540 games"));
}

#[test]
fn no_games_at_all() {
    let games = gametree_games::all();
    let (_, html) = page(Vec::new());
    assert!(html.contains("No games have been played.") && html.contains("There is no game to show."));
    let plan = "name = \"empty\"\ngames_per_cell = 4\nbudgets = [\"playouts=9\"]\nplayers = [{ spec = \"uct\" }, { spec = \"grave\" }]\n\
                games = [{ name = \"tictactoe\" }]";
    let plan = Plan::parse(plan, "empty.toml", &games).unwrap();
    let (_, html) = page_with(Vec::new(), Some(&plan));
    is_sound(&html);
    assert!(html.contains("<h1>empty</h1>") && html.contains("0 of 4 planned, none void"), "{:.3000}", html);
}

#[test]
fn voids_and_mixed_commits_are_said() {
    let games = gametree_games::all();
    let mut records = HEX.records(&games, 6);
    records.push(HEX.record(6, "a1 b1", None));
    records[1].commit = Some("ba9876543210-dirty".into());
    records[2].end = End { kind: EndKind::Forfeit, reason: Some("played z9".into()), by: None };
    // And a cell in which every game is void.
    records.push(Made { size: "5", ..HEX }.record(0, "", None));
    let (_, html) = page(records);
    for text in
        ["2 void</strong>", "mixed commits", "-dirty</strong>", "1 forfeit", "a panic &lt;script&gt;", "played z9"]
    {
        assert!(html.contains(text), "{text}");
    }
}

#[test]
fn remarks_are_on_the_page_as_in_the_tables() {
    let games = gametree_games::all();
    let mut records = HEX.records(&games, 6);
    let moves = records[0].moves.clone();
    records[2].moves.clone_from(&moves);
    let engines = [("GRAVE".to_string(), "W+<1>`".to_string())].into();
    records[4].final_scores = Some(FinalScores { referee: "B+3".into(), engines });
    let (tables, html) = page(records);
    assert_eq!(tables.cells[0].remarks().len(), 2, "{:?}", tables.cells[0].remarks());
    for text in [
        "<strong>Warning: these are many.",
        "1 differs from our final score.<ul><li><code>",
        "<code>W+&lt;1&gt;&#39;</code>",
    ] {
        assert!(html.contains(text), "{text} in {:?}", tables.cells[0].remarks());
    }
    assert_eq!(marked("a **b** & `<**>`"), "a <strong>b</strong> &amp; <code>&lt;**&gt;</code>");
}

#[test]
fn one_player_wins_all() {
    let games = gametree_games::all();
    let records = (0..8).map(|number| HEX.record(number, &HEX.moves(&games, number.into(), 99), Some(2))).collect();
    let (tables, html) = page(records);
    assert_eq!(tables.cells[0].rate_a, Some(1.0));
    assert!(html.contains("<b>100.0 %</b>") && html.contains("h10 "));
}

#[test]
fn three_players_and_draws() {
    let games = gametree_games::all();
    let mut records = Vec::new();
    for players in [["MCPS", "GRAVE"], ["MCPS", "UCT"], ["GRAVE", "UCT"]] {
        let made = Made { game: "tictactoe", size: "3", players, ..HEX };
        records.extend((0..6).map(|number| made.record(number, &made.moves(&games, number.into(), 9), Some(1))));
    }
    let (_, html) = page(records);
    assert!(html.contains("3 pairs of players at tictactoe: 18 games in 3 cells."));
    assert_eq!(html.matches("<section id=g").count(), 3);
}

#[test]
fn figures_that_are_missing_are_dashes() {
    let games = gametree_games::all();
    let mut records = HEX.records(&games, 4);
    records.extend(Made { size: "5", ..HEX }.records(&games, 4));
    for record in &mut records {
        record.players.values_mut().for_each(|player| player.usage = Usage::default());
        (record.host, record.cpu, record.commit, record.harness_s, record.at_once) = (None, None, None, None, None);
    }
    let (_, html) = page(records);
    // Neither depth nor speed: only the chart of rates is left.
    assert_eq!(html.matches("<figure class=chart").count(), 1);
    assert!(html.contains("<dt>Machine</dt><dd>unknown</dd>"));
    assert_eq!(json(&html, "games")["games"][0]["usage"][0][1], "–");
}

#[test]
fn names_cannot_break_the_page() {
    let games = gametree_games::all();
    let players = ["</script><script>alert(1)</script>", "\"x' & <!--lead--> <b>"];
    let (_, html) = page(Made { players, ..HEX }.records(&games, 4));
    assert!(!html.contains("<script>alert") && !html.contains("<b>:"));
    assert!(
        html.contains(
            "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; against &quot;x&#39; &amp; &lt;!--lead--&gt;"
        )
    );
    assert_eq!(json(&html, "tables")["cells"][0]["a"], players[0]);
}

#[test]
fn openings_and_games_that_the_rules_do_not_allow() {
    let games = gametree_games::all();
    let mut records = HEX.records(&games, 2);
    records[0].opening = 2;
    // Some older rules may have allowed it.
    records[1].moves = "a1 a1 b1".into();
    let (_, html) = page(records);
    let films = json(&html, "games");
    let of = |opening: u64| films["games"].as_array().unwrap().iter().find(|game| game["opening"] == opening).unwrap();
    assert_eq!(of(2)["broken"], Value::Null);
    let broken = of(0);
    assert!(broken["broken"].as_str().unwrap().starts_with("ply 2: "), "{broken}");
    assert_eq!(broken["steps"].as_array().unwrap().len(), 1);
}

/// What stands on each point in a drawing of the board: 0 nothing, 1 the first side, 2 the second.
fn drawn(text: &str, rows: usize) -> Vec<u64> {
    let line = |line: &str| {
        let signs = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        let signs: Vec<u64> = signs
            .chars()
            .filter_map(|c| {
                Some(match c {
                    '.' | '+' => 0,
                    'x' => 1,
                    'o' => 2,
                    _ => return None,
                })
            })
            .collect();
        signs
    };
    // Rows are numbered; edges, where they are drawn, are not.
    let is_row = |line: &&str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
    text.lines().filter(is_row).take(rows).flat_map(line).collect()
}

#[test]
fn the_boards_of_the_page_are_those_of_replay() {
    let games = gametree_games::all();
    let mut captures = 0;
    for (game, size) in
        [("hex", "5"), ("go", "5"), ("atarigo", "5"), ("nogo", "5"), ("tictactoe", "3"), ("wargame", "7")]
    {
        let made = Made { game, size, ..HEX };
        let mut record = made.record(0, &made.moves(&games, 3, 60), Some(2));
        // The rules want every option.
        let setup = games.find(game).unwrap().setup(None, &parse_options::<&str>(&[]).unwrap()).unwrap();
        record.cell.options = setup.options().clone();
        let (mut builder, mut survey) = (TableBuilder::default(), Survey::default());
        builder.add(&record);
        survey.add(record.clone());
        let films = Films::new(&Tables::new(None, builder.finish()), &survey.cells, &games);
        let film = serde_json::to_value(&films.games[0]).unwrap();
        assert_eq!(film["broken"], Value::Null, "{game}");
        let replay = replay(&record, &games).unwrap();
        let rows: usize = size.parse().unwrap();
        let mut board = vec![0; rows * rows];
        let steps = film["steps"].as_array().unwrap();
        assert_eq!(steps.len(), record.plies, "{game}");
        for (plies, changes) in [&film["start"]].into_iter().chain(steps).enumerate() {
            for change in changes.as_array().unwrap() {
                let change = change.as_u64().unwrap();
                board[(change / 3) as usize] = change % 3;
                captures += usize::from(game == "go" && change % 3 == 0);
            }
            let drawing = replay.draw(plies).unwrap();
            assert_eq!(board, drawn(&drawing, rows), "{game} after {plies} moves");
            // How things stand is what the drawing says below the board.
            let notes = film["notes"].as_array().unwrap();
            let note = notes.iter().rfind(|note| note[0].as_u64().unwrap() <= plies as u64);
            assert_eq!(note.is_some(), game == "wargame");
            if let Some(note) = note {
                assert!(drawing.lines().last().unwrap().starts_with(note[1].as_str().unwrap()), "{note} {drawing}");
            }
        }
    }
    assert!(captures > 0, "nothing was taken in the game of Go");
}

#[test]
fn the_order_of_the_records_changes_nothing() {
    let games = gametree_games::all();
    let mut records = Vec::new();
    for size in ["3", "4", "5"] {
        records.extend(Made { size, ..HEX }.records(&games, 60));
    }
    let one = page(records.clone()).1;
    records.reverse();
    assert!(page(records).1 == one, "another order makes another page");
}

#[test]
fn five_thousand_games_of_hex_make_less_than_three_mebibytes() {
    let games = gametree_games::all();
    let budgets = ["playouts=100", "playouts=1000", "playouts=10000", "cpu=1s"];
    let texts: Vec<String> = (0..40).map(|seed| Made { size: "11", ..HEX }.moves(&games, seed, 400)).collect();
    let mut records = Vec::new();
    for number in 0..1250 {
        let moves = &texts[number as usize % texts.len()];
        records.extend(
            budgets
                .map(|budget| Made { size: "11", budget, ..HEX }.record(number, moves, Some(2 * (number % 2) as u8))),
        );
    }
    assert_eq!(records.len(), 5000);
    let (_, html) = page(records);
    let shown = json(&html, "games")["games"].as_array().unwrap().len();
    assert!(html.len() < 3 << 20, "{} bytes", html.len());
    assert!((100..=400).contains(&shown), "{shown} games to see");
    assert!(html.contains(&format!("A sample of {shown} of the 5,000 games")));
}

#[test]
fn fc_73_bold_on_the_page_is_what_p_says() {
    // 60 of 100 and 59 of 100: p is 0.0455 and 0.0719; Wilson's intervals begin at 50.2 and 49.2 %.
    let of = |size: &'static str, wins: u32| {
        (0..100).map(move |number| Made { size, ..HEX }.record(number, "a1", Some(if number < wins { 2 } else { 0 })))
    };
    let (tables, html) = page(of("4", 60).chain(of("5", 59)).collect());
    assert_eq!(tables.chance.found, 1);
    assert!(html.contains("<b>60.0 %</b> <span>[50.2, 69.1]</span>") && html.contains("<td>0.0455</td>"));
    assert!(html.contains("<span class=rate>59.0 %</span> <span>[49.2, 68.1]</span>"));
    assert_eq!(html.matches("class=\"figure sure\"").count(), 1);
    assert!(html.contains("1 of 2 cells away from 50 % at the 5 % level"));
}

#[test]
fn fc_74_what_is_cut_shows_and_keys_are_explained() {
    let (_, html) = page(HEX.records(&gametree_games::all(), 4));
    // The browser test looks at the page at 420 pixels; here is what it rests on.
    assert!(html.contains(".scroll[data-more] { mask-image") && html.contains("box.dataset.more = sides.join(' ')"));
    let hint = html.split_once("<p class=\"hint\">Keys").unwrap().1.split_once("</p>").unwrap().0;
    assert!(hint.contains("Home and End") && hint.contains("once the board"), "{hint}");
}

#[test]
fn fc_76_the_page_keeps_the_plans_order() {
    let games = gametree_games::all();
    let text = "name = \"order\"\ngames_per_cell = 2\nbudgets = [\"playouts=20\", \"playouts=10\"]\nplayers = [{ name = \"MCPS\", \
                spec = \"mcps\" }, { name = \"GRAVE\", spec = \"grave\" }]\ngames = [{ name = \"tictactoe\" }, { name = \"hex\", \
                sizes = [5, 4] }]";
    let plan = Plan::parse(text, "order.toml", &games).unwrap();
    let mut records = Vec::new();
    for (game, size) in [("hex", "4"), ("hex", "5"), ("tictactoe", "3")] {
        for budget in ["playouts=10", "playouts=20"] {
            let mut record = Made { game, size, budget, ..HEX }.record(0, "a1", Some(2));
            let setup = games.find(game).unwrap().setup(None, &parse_options::<&str>(&[]).unwrap()).unwrap();
            record.cell.options = setup.options().clone();
            records.push(record);
        }
    }
    let (tables, html) = page_with(records, Some(&plan));
    let order: Vec<String> =
        tables.cells.iter().map(|cell| format!("{} {} {}", cell.game, cell.size, cell.budget)).collect();
    let expected: Vec<String> = plan
        .cells()
        .iter()
        .map(|cell| format!("{} {} {}", cell.setup.game(), cell.setup.size(), cell.budget))
        .collect();
    assert_eq!(order, expected);
    let places = ["<h2>tictactoe: ", "<h2>hex: ", "<th scope=row>5</th>", "<th scope=row>4</th>"]
        .map(|text| html.find(text).unwrap());
    assert!(places.is_sorted(), "{places:?}");
    assert!(html.contains("<th scope=col>playouts=20</th><th scope=col>playouts=10</th>"));
    assert!(html.contains("MCPS against GRAVE at tictactoe, hex:"));
}
