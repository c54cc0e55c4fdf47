//! The runner when things go wrong, when time is short, and when enough has been played.

use std::path::Path;
use std::time::{Duration, Instant};

use gametree_tournament::{
    EndKind, GameRecord, Machine, Next, Plan, Progress, RunEnd, RunSettings, Store, read_records, run, usable_cores,
};

use crate::games::{folder, games, plan};

/// Two cells: nim with 12 and with 7 stones.
fn nim(options: &str, budget: &str) -> Plan {
    plan(&format!(
        r#"name = "nim"
        games_per_cell = 20
        budgets = ["{budget}"]
        players = [{{ spec = "random" }}, {{ spec = "uct" }}]
        games = [{{ name = "nim", sizes = [12, 7], options = {{ {options} }} }}]"#
    ))
}

fn settings(jobs: usize) -> RunSettings {
    RunSettings { jobs, ..RunSettings::new(Machine::default()) }
}

fn play(
    dir: &Path,
    plan: &Plan,
    settings: &RunSettings,
    watch: &mut dyn FnMut(Progress<'_>) -> Next,
) -> (RunEnd, Vec<GameRecord>) {
    let cells = plan.cells();
    let mut store = Store::open(dir, plan, &games()).unwrap();
    let end = run(&games(), &cells, &plan.jobs(&cells, None), &mut store, settings, watch).unwrap();
    let mut records = Vec::new();
    read_records(dir, &mut |record| records.push(record)).unwrap();
    (end, records)
}

#[test]
fn a_move_that_takes_too_long_is_broken_off_whatever_the_budget() {
    let dir = folder("slow-move");
    // In real time nobody finishes four billion playouts.
    let plan = nim("", "playouts=4000000000");
    let settings = RunSettings { move_limit: Some(Duration::from_millis(400)), most_voids: 3, ..settings(1) };
    let begin = Instant::now();
    let (end, records) = play(&dir, &plan, &settings, &mut |_| Next::GoOn);
    assert!(begin.elapsed() < Duration::from_secs(20));
    // The worker may have begun another one before it hears of the third.
    assert!((3..=6).contains(&end.played) && end.played == records.len(), "{end:?}");
    let halted = end.halted.unwrap();
    assert!(halted.contains("3 void games in a row") && halted.contains("UCT was thinking at ply"), "{halted}");
    assert_eq!(end.left, 40 - end.played);
    for record in records {
        assert_eq!((record.end.kind, &record.winner), (EndKind::Void, &None));
        assert_eq!(record.end.by.as_deref(), Some("UCT"));
        let reason = record.end.reason.unwrap();
        assert!(reason.contains("broken off while UCT was thinking") && reason.contains("too long"), "{reason}");
        // The random player has moved where it was first.
        assert_eq!(record.plies, usize::from(record.first == "RANDOM"));
    }
}

#[test]
fn a_player_that_hangs_costs_its_game_and_its_worker_and_no_more() {
    let dir = folder("hang");
    // At 12 stones the tree of UCT, or the game itself, reaches 3 stones; at 7 too.
    let plan = nim("hang_at = 3", "playouts=20");
    let settings = RunSettings { move_limit: Some(Duration::from_millis(300)), ..settings(2) };
    let begin = Instant::now();
    let (end, records) = play(&dir, &plan, &settings, &mut |_| Next::GoOn);
    assert!(begin.elapsed() < Duration::from_secs(20));
    assert_eq!(end.halted.as_deref(), Some("the players of every worker hang"));
    assert_eq!(records.iter().filter(|record| record.is_void()).count(), 2);
    assert_eq!(end.left, 40 - records.len());
    let reason = records.iter().find(|record| record.is_void()).and_then(|record| record.end.reason.clone()).unwrap();
    assert_eq!(reason, "a move took more than 300ms and could not be stopped");
    // The same command goes on with the other games.
    let (again, records) = play(&dir, &plan, &settings, &mut |_| Next::GoOn);
    assert_eq!(end.played + again.played, records.len());
    assert!(again.played >= 2);
}

#[test]
fn void_games_in_a_row_end_the_run() {
    let dir = folder("voids");
    let plan = nim("panic_at = 11", "playouts=5");
    let settings = RunSettings { most_voids: 4, ..settings(1) };
    let (end, records) = play(&dir, &plan, &settings, &mut |_| Next::GoOn);
    // The random player may begin with two stones, so not every game breaks; four in a row do.
    let reason = end.halted.unwrap();
    assert!(reason.contains("4 void games in a row") && reason.contains("11 stones are one fault"), "{reason}");
    let at = records.windows(4).position(|four| four.iter().all(GameRecord::is_void)).unwrap();
    // Only the game in hand came after, and those that had ended before the run noticed.
    assert!(records.len() <= at + 8 && end.left == 40 - records.len(), "{at} of {}", records.len());
    // A panic of a search is its player's; one of the rules, where a move is played, is nobody's.
    let by = |record: &GameRecord| (record.end.by.clone(), record.plies + usize::from(record.first == "UCT"));
    let by: Vec<_> = records.iter().filter(|record| record.is_void()).map(by).collect();
    assert!(by.iter().any(|(by, _)| by.as_deref() == Some("UCT")), "{by:?}");
    assert!(by.iter().all(|(by, _)| by.as_deref() != Some("RANDOM")), "{by:?}");
    // With a larger limit, games that go well in between start the count again.
    let dir = folder("voids-apart");
    let settings = RunSettings { most_voids: 21, ..settings };
    let (end, _) = play(&dir, &plan, &settings, &mut |_| Next::GoOn);
    assert_eq!((end.halted, end.left), (None, 0));
}

#[test]
fn at_the_deadline_the_run_is_over_and_holds_whole_games_only() {
    let dir = folder("deadline");
    let plan = nim("", "wall=30ms");
    let begin = Instant::now();
    let with = |time| RunSettings { deadline: Some(begin + Duration::from_millis(time)), ..settings(2) };
    let (end, records) = play(&dir, &plan, &with(700), &mut |_| Next::GoOn);
    assert!(begin.elapsed() < Duration::from_millis(1500), "{:?}", begin.elapsed());
    assert!(end.left > 0 && end.played > 0 && end.halted.is_none(), "{end:?}");
    assert_eq!(records.len(), end.played);
    assert!(records.iter().all(|record| record.winner.is_some()));
    // A single move that lasts beyond it is given up.
    let dir = folder("deadline-move");
    let begin = Instant::now();
    let deadline = Some(begin + Duration::from_millis(300));
    let (end, records) = play(&dir, &nim("", "wall=1h"), &RunSettings { deadline, ..settings(2) }, &mut |_| Next::GoOn);
    assert!(begin.elapsed() < Duration::from_secs(3));
    assert_eq!((end.left, records.len()), (40, 0));
}

#[test]
fn a_closed_cell_gets_no_more_games_and_counts_as_done() {
    let dir = folder("closed");
    let plan = nim("", "playouts=5");
    let mut seen = 0;
    let (end, records) = play(&dir, &plan, &settings(1), &mut |progress| match progress {
        Progress::Finished { job, .. } if job.cell == 0 => {
            seen += 1;
            if seen == 3 { Next::CloseCell } else { Next::GoOn }
        }
        _ => Next::GoOn,
    });
    assert_eq!(end.left, 0);
    let of = |size: &str| records.iter().filter(|record| record.cell.size == size).count();
    // The worker may have begun games before it hears of it: as many as its channel holds, and the one in hand.
    assert!((3..=6).contains(&of("12")), "{}", of("12"));
    assert_eq!(of("7"), 20);
}

#[test]
fn records_say_what_the_harness_cost_and_where_it_ran() {
    let dir = folder("harness");
    let (end, records) = play(&dir, &nim("", "cpu=2ms"), &settings(usable_cores()), &mut |_| Next::GoOn);
    let share = end.harness_share.unwrap();
    assert!((0.0..1.0).contains(&share), "{share}");
    for record in &records {
        assert!((0.0..0.1).contains(&record.harness_s.unwrap()), "{record:?}");
        assert_eq!(record.at_once, Some(usable_cores()));
    }
    if cfg!(target_os = "linux") {
        assert!(records.iter().all(|record| record.core.is_some()), "each worker has a core of its own");
    }
}

/// Limits below the interval at which workers are looked at.
#[test]
fn the_shortest_move_limit_breaks_off_and_gives_nobody_up() {
    let dir = folder("short-limit");
    let plan = nim("", "playouts=4000000000");
    let settings = RunSettings { move_limit: Some(Duration::from_millis(1)), most_voids: 2, ..settings(1) };
    let (end, records) = play(&dir, &plan, &settings, &mut |_| Next::GoOn);
    assert!(end.halted.unwrap().contains("2 void games in a row"));
    let broken = |record: &GameRecord| record.end.reason.as_deref().is_some_and(|reason| reason.contains("broken off"));
    assert!(records.iter().any(broken) && records.iter().filter(|record| record.is_void()).all(broken), "{records:?}");
}

/// Two players of nim, of which one searches on two threads.
fn two_threads(budget: &str) -> String {
    format!(
        r#"name = "threads"
        games_per_cell = 20
        budgets = ["{budget}"]
        players = [{{ name = "TWO", spec = "uct:threads=2" }}, {{ name = "ONE", spec = "uct" }}]
        games = [{{ name = "nim", sizes = [12, 7] }}]"#
    )
}

#[test]
fn a_game_takes_as_many_jobs_as_a_player_has_threads() {
    let plan = plan(&two_threads("playouts=40"));
    let cells = plan.cells();
    assert_eq!(cells[0].threads(), 2);
    for (jobs, at_once) in [(2, 1), (3, 1), (4, 2), (9, 4)] {
        assert_eq!(settings(jobs).at_once(&cells), Ok(at_once), "{jobs}");
    }
    let error = settings(1).at_once(&cells).unwrap_err().to_string();
    assert_eq!(
        error,
        "jobs: 1 is not allowed; allowed: at least 2: player TWO has threads=2, and a game takes as many"
    );
    let dir = folder("no-room-for-threads");
    let mut store = Store::open(&dir, &plan, &games()).unwrap();
    let refused = run(&games(), &cells, &plan.jobs(&cells, None), &mut store, &settings(1), &mut |_| Next::GoOn);
    assert!(refused.unwrap_err().is_bad_usage());

    // The same games, whatever the number of workers; where nobody knows what the harness took, nothing is said.
    let [one, two] = [2, 4].map(|jobs| {
        let (end, mut records) = play(&folder(&format!("threads-{jobs}")), &plan, &settings(jobs), &mut |_| Next::GoOn);
        assert_eq!((end.played, end.left), (40, 0));
        records.sort_by(|a, b| a.id.cmp(&b.id));
        assert!(records.iter().all(|record| record.at_once == Some(jobs / 2) && record.core.is_none()));
        assert!(records.iter().all(|record| record.harness_s.is_none() && record.end.kind == EndKind::Normal));
        records.into_iter().map(|record| (record.id, record.moves, record.winner)).collect::<Vec<_>>()
    });
    assert_eq!(one, two);
}

#[test]
fn several_threads_are_refused_under_cpu_time_with_player_and_budget_named() {
    let error = Plan::parse(&two_threads("cpu=20ms"), "test.toml", &games()).unwrap_err().to_string();
    let wanted = "test.toml:3:20: budget cpu of player TWO: 20ms is not allowed; allowed: playouts=, wall= for a player with threads=2";
    assert!(error.starts_with(wanted), "{error}");
    let mut plan = plan(&two_threads("wall=20ms"));
    let error = plan.set_budget("cpu=1s".parse().unwrap(), &games()).unwrap_err().to_string();
    assert!(error.starts_with("budget cpu of player TWO: 1s is not allowed"), "{error}");
    assert_eq!(plan, self::plan(&two_threads("wall=20ms")), "as it was");
    let usual = two_threads("").replace("budgets = [\"\"]\n", "");
    let error = Plan::parse(&usual, "test.toml", &games()).unwrap_err().to_string();
    assert!(error.contains("budget cpu of player TWO: "), "the usual budget is CPU time: {error}");
}
