//! From a plan to its tables: breaking off, continuing, extending, and games that fail.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use gametree_players::House;
use gametree_tournament::{
    EndKind, Error, GameRecord, Machine, Next, Plan, Progress, RunEnd, RunSettings, Store, Tables, read_plan,
    read_records, run,
};

use crate::games::{folder, games, plan};

const THREE: &str = r#"name = "three"
    seed = 5
    games_per_cell = 10
    budgets = ["playouts=20"]
    players = [{ spec = "uct" }, { spec = "grave" }, { spec = "random" }]
    games = [{ name = "nim", sizes = [7, 12] }]"#;

/// Plays a plan, breaking off after so many games.
fn play(dir: &Path, plan: &Plan, games: &Arc<House>, stop_after: Option<usize>) -> Result<RunEnd, Error> {
    let cells = plan.cells();
    let mut store = Store::open(dir, plan, games)?;
    let settings = RunSettings { jobs: 2, most_voids: usize::MAX, ..RunSettings::new(Machine::default()) };
    let mut finished = 0;
    run(games, &cells, &plan.jobs(&cells, None), &mut store, &settings, &mut |progress| {
        finished += usize::from(matches!(progress, Progress::Finished { .. }));
        settings.stop.store(stop_after.is_some_and(|number| finished >= number), Ordering::Relaxed);
        Next::GoOn
    })
}

fn ends(end: RunEnd) -> (usize, usize) {
    assert_eq!(end.halted, None);
    (end.played, end.left)
}

/// The records by id, without what differs from run to run.
fn records(dir: &Path) -> BTreeMap<String, GameRecord> {
    let mut all = BTreeMap::new();
    read_records(dir, &mut |mut record| {
        (record.finished_at, record.harness_s, record.core) = (String::new(), None, None);
        for player in record.players.values_mut() {
            (player.usage.cpu_s, player.usage.wall_s) = (None, 0.0);
        }
        assert!(all.insert(record.id.clone(), record).is_none());
    })
    .unwrap();
    all
}

/// FC-23.
#[test]
fn a_run_that_is_broken_off_and_continued_equals_an_unbroken_one() {
    let plan = plan(THREE);
    let whole = folder("whole");
    assert_eq!(play(&whole, &plan, &games(), None).map(ends).unwrap(), (60, 0));
    let expected = records(&whole);
    assert_eq!(expected.len(), 60);
    let broken = folder("broken");
    let mut sum = 0;
    for stop_after in [7, 1, 20] {
        let end = play(&broken, &plan, &games(), Some(stop_after)).unwrap();
        assert!(end.played >= stop_after && end.left > 0);
        sum += end.played;
        assert_eq!(records(&broken).len(), sum);
    }
    let end = play(&broken, &plan, &games(), None).unwrap();
    assert_eq!(end.played + sum, 60);
    assert_eq!(play(&broken, &plan, &games(), None).map(ends).unwrap(), (0, 0));
    assert_eq!(records(&broken), expected);
    let tables = Tables::of_folder(&broken, None).unwrap();
    for cell in &tables.cells {
        assert_eq!((cell.games, cell.a_first.games, cell.a_second.games), (10, 5, 5));
        assert_eq!(cell.wins_a + cell.wins_b + cell.draws, 10);
    }
    assert_eq!(read_plan(&broken, &games()).unwrap(), plan);
}

#[test]
fn more_games_extend_a_run_and_keep_what_is_there() {
    let mut plan = plan(THREE);
    let dir = folder("extend");
    play(&dir, &plan, &games(), None).unwrap();
    let before = records(&dir);
    plan.set_games_per_cell(20).unwrap();
    assert_eq!(play(&dir, &plan, &games(), None).unwrap().played, 60);
    let after = records(&dir);
    assert_eq!(after.len(), 120);
    assert!(before.iter().all(|(id, record)| after[id] == *record));
    assert_eq!(read_plan(&dir, &games()).unwrap().games_per_cell(), 20);
    plan.set_games_per_cell(10).unwrap();
    assert_eq!(play(&dir, &plan, &games(), None).unwrap().played, 0);
    assert_eq!(read_plan(&dir, &games()).unwrap().games_per_cell(), 20, "fewer games take nothing away");
}

#[test]
fn another_plan_is_refused_with_the_difference() {
    let dir = folder("other");
    play(&dir, &plan(THREE), &games(), Some(1)).unwrap();
    let before = std::fs::read(dir.join("plan.toml")).unwrap();
    let other = plan(&THREE.replace("seed = 5", "seed = 6"));
    let error = play(&dir, &other, &games(), None).unwrap_err();
    assert!(error.is_bad_usage());
    assert!(error.to_string().contains("seed: 6 here, 5 there"), "{error}");
    assert_eq!(std::fs::read(dir.join("plan.toml")).unwrap(), before);
    // Without its plan, the folder's games still say that they are others.
    std::fs::remove_file(dir.join("plan.toml")).unwrap();
    let error = play(&dir, &other, &games(), None).unwrap_err();
    assert!(error.is_bad_usage() && error.to_string().contains("no game of this plan"), "{error}");
}

#[test]
fn a_game_that_panics_is_void_and_the_others_go_on() {
    let text = THREE.replace("sizes = [7, 12] }", "sizes = [7, 12], options = { panic_at = 8 } }");
    let plan = plan(&text);
    let dir = folder("panic");
    let end = play(&dir, &plan, &games(), None).unwrap();
    assert_eq!(ends(end), (60, 0));
    let records = records(&dir);
    let (large, small): (Vec<_>, Vec<_>) = records.values().partition(|record| record.cell.size == "12");
    assert!(small.iter().all(|record| record.end.kind == EndKind::Normal && record.winner.is_some()));
    assert!(large.iter().any(|record| record.is_void()));
    for record in large.iter().filter(|record| record.is_void()) {
        assert_eq!(record.winner, None);
        assert!(record.end.reason.as_deref().unwrap().contains("8 stones are one fault"));
    }
    // The random player breaks the game itself, not in a search: the moves before are kept.
    assert!(large.iter().any(|record| record.is_void() && !record.moves.is_empty()));
    let tables = Tables::of_folder(&dir, None).unwrap();
    for cell in &tables.cells {
        assert_eq!(cell.games + cell.void, 10);
    }
    assert!(tables.voids() > 0);
    assert!(tables.to_markdown().contains("void"));
    assert!(!tables.to_json().contains("NaN"));
    assert_eq!(play(&dir, &plan, &games(), None).unwrap().played, 0);
}

#[test]
fn grids_without_a_figure_are_left_out() {
    let grids = ["Mean tree depth", "Playouts per second", "Playout length"];
    let tables = |name: &str, players: &str, budget: &str| {
        let dir = folder(name);
        let text = format!(
            "name = \"{name}\"\ngames_per_cell = 2\nbudgets = [\"{budget}\"]\nplayers = [{players}]\n\
             games = [{{ name = \"nim\" }}]"
        );
        play(&dir, &plan(&text), &games(), None).unwrap();
        Tables::of_folder(&dir, None).unwrap().to_markdown()
    };
    let without = tables("no-playouts", r#"{ spec = "alphabeta" }, { spec = "minimax" }"#, "depth=2");
    assert!(grids.iter().all(|grid| !without.contains(grid)), "{without}");
    assert!(without.contains("Results: ") && without.contains("Details."), "{without}");
    let mixed = tables("some-playouts", r#"{ spec = "uct" }, { spec = "iterative" }"#, "cpu=1ms");
    assert!(grids.iter().all(|grid| mixed.contains(grid)) && mixed.contains(", ITERATIVE - "), "{mixed}");
}
