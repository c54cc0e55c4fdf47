//! Engines of their own processes, at their best and at their worst.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gametree_players::PlayerSpec;
use gametree_tournament::{
    Damage, EndKind, Failures, FinalScores, GameRecord, Machine, Next, RemarkKind, RunEnd, RunSettings, SprtTest,
    Status, Store, TableBuilder, Tables, merge, parse_sprt, read_plan, read_records, replay, run,
};

use crate::games::{folder, games, plan};
use crate::mock::{engine, engine_with, player};
use crate::samples::record;

/// Nim with 9 stones between an engine and a search.
fn play_plan(dir: &Path, players: &str, number: u32, settings: &RunSettings) -> (RunEnd, Vec<GameRecord>) {
    let plan = plan(&format!(
        "name = \"engines\"\ngames_per_cell = {number}\nbudgets = [\"playouts=30\"]\nplayers = [{players}]\n\
         games = [{{ name = \"nim\", sizes = [9] }}]"
    ));
    plan.check_written(&games()).unwrap();
    let cells = plan.cells();
    let mut store = Store::open(dir, &plan, &games()).unwrap();
    let end = run(&games(), &cells, &plan.jobs(&cells, None), &mut store, settings, &mut |_| Next::GoOn).unwrap();
    let mut records = Vec::new();
    read_records(dir, &mut |record| records.push(record)).unwrap();
    (end, records)
}

fn settings(jobs: usize) -> RunSettings {
    RunSettings { jobs, most_voids: 1000, ..RunSettings::new(Machine::default()) }
}

/// Four games of an engine that behaves so against a search.
fn against(behaviour: &str) -> Vec<GameRecord> {
    let dir = folder(&format!("engine-{}", behaviour.replace([' ', '='], "-")));
    let players = format!("{}, {{ spec = \"uct\" }}", player("E", behaviour));
    play_plan(&dir, &players, 4, &settings(2)).1
}

fn reason(record: &GameRecord) -> &str {
    record.end.reason.as_deref().unwrap_or("no reason")
}

#[test]
fn an_engine_plays_and_what_is_not_known_of_it_is_null() {
    for behaviour in ["plays well", "splits", "forgets numbers"] {
        let records = against(behaviour);
        assert_eq!(records.len(), 4);
        for record in &records {
            assert_eq!(record.end.kind, EndKind::Normal, "{behaviour}: {}", reason(record));
            let usage = record.players["E"].usage;
            let known = (usage.playouts, usage.depth_sum, usage.max_depth, usage.plies_sum);
            assert_eq!(known, (None, None, None, None));
            assert!(usage.moves > 0 && usage.wall_s > 0.0);
            assert_eq!(usage.cpu_s.is_some(), cfg!(target_os = "linux"));
            assert!(record.players["UCT"].usage.playouts > Some(0));
            let line = record.to_line();
            assert!(line.contains(r#""playouts":null"#) && !line.contains("final_scores"), "{line}");
            assert_eq!(&GameRecord::from_line(line.trim_end().as_bytes()).unwrap(), record);
            let games = games();
            let again = replay(record, &games).unwrap();
            assert_eq!(again.why_not_repeatable(), Some("a player is an engine of its own process"));
        }
    }
}

#[test]
fn what_counts_for_nobody() {
    for (behaviour, word) in [
        ("exits", "E: ended (exit"),
        ("crashes=2", "before it answered genmove"),
        ("refuses sizes", "answered boardsize 9 with the error \"unacceptable size\""),
        ("talks nonsense", "with \"the best move / is banana\""),
        ("answers errors", "with the error \"out of memory\""),
        ("answers others", "answered command 999999 instead of"),
        ("answers without end", "wrote a line of more than 64 KiB"),
        ("answers many lines", "sent a reply of more than 256 KiB"),
        ("chatters", "wrote 4 MiB without a reply"),
        ("floods at once", "wrote a line of more than 64 KiB"),
        ("is no text", "answered genmove"),
        ("ends its output", "before it answered genmove"),
    ] {
        let records = against(behaviour);
        assert_eq!(records.len(), 4, "{behaviour}");
        for record in &records {
            assert_eq!(record.end.kind, EndKind::Void, "{behaviour}: {}", reason(record));
            assert!(
                reason(record).contains(word) && reason(record).starts_with('E'),
                "{behaviour}: {}",
                reason(record)
            );
            assert_eq!((&record.winner, record.end.by.as_deref()), (&None, Some("E")));
        }
    }
}

#[test]
fn an_engine_that_refuses_our_moves_makes_the_game_void() {
    for record in against("refuses moves") {
        assert_eq!(record.end.kind, EndKind::Void);
        assert!(reason(&record).contains("with the error \"illegal move\""), "{}", reason(&record));
    }
}

#[test]
fn an_illegal_move_is_a_forfeit_and_resigning_a_loss() {
    for record in against("plays elsewhere") {
        assert_eq!((record.end.kind, record.winner.as_deref()), (EndKind::Forfeit, Some("UCT")));
        assert!(reason(&record).starts_with("E played Z99 at ply ") && reason(&record).ends_with(": illegal"));
    }
    // With its own kind: two stones each time, until one is left.
    let dir = folder("engine-too-many");
    let players = format!("{}, {}", player("E", "takes too many"), player("F", "takes too many"));
    for record in play_plan(&dir, &players, 2, &settings(1)).1 {
        assert_eq!((record.end.kind, record.plies), (EndKind::Forfeit, 4));
        assert_eq!(reason(&record), format!("{} played 2 at ply 5: illegal", record.first));
        assert_eq!(record.winner.as_ref(), Some(&record.second));
    }
    let dir = folder("engine-resigns");
    let players = format!("{}, {{ spec = \"uct\" }}", player("E", "resigns"));
    for record in play_plan(&dir, &players, 2, &settings(1)).1 {
        assert_eq!((record.end.kind, record.winner.as_deref()), (EndKind::Resign, Some("UCT")));
    }
    let tables = Tables::of_folder(&dir, None).unwrap();
    assert_eq!((tables.cells[0].wins_b, tables.cells[0].ends["resign"]), (2, 2));
    let engine = &tables.cells[0].per_player["E"];
    assert_eq!((engine.max_depth, engine.playouts_per_s, engine.mean_depth), (None, None, None));
}

/// A script that ends while what it started keeps its output open.
#[cfg(unix)]
#[test]
fn an_engine_that_leaves_another_process_behind_has_ended_all_the_same() {
    let dir = folder("engine-leaves");
    let players = "{ spec = '''gtp:command=\"/bin/sh -c 'sleep 600 & exit 3'\"''' }, { spec = \"random\" }";
    let begin = Instant::now();
    let (_, records) = play_plan(&dir, players, 2, &settings(1));
    assert!(begin.elapsed() < Duration::from_secs(60));
    for record in &records {
        assert!(reason(record).starts_with("GTP: ended (exit status: 3) before"), "{}", reason(record));
    }
}

#[test]
fn an_engine_that_ends_between_games_is_started_again() {
    let dir = folder("engine-leaves-early");
    // Both take one stone at a time: the first player's fifth move ends the game.
    let players = format!("{}, {}", player("E", "plays one game=5"), player("F", "plays well"));
    let records = play_plan(&dir, &players, 2, &settings(1)).1;
    assert!(records.iter().all(|record| record.end.kind == EndKind::Normal), "{}", reason(&records[1]));
}

#[test]
fn a_command_that_does_not_exist_and_an_engine_that_always_fails_end_the_run_with_a_reason() {
    let dir = folder("engine-missing");
    let players = "{ spec = \"gtp:command=/nowhere/engine\" }, { spec = \"random\" }";
    let (end, records) = play_plan(&dir, players, 100, &RunSettings { most_voids: 3, ..settings(1) });
    assert!(end.halted.unwrap().contains("3 void games in a row"));
    assert!((3..10).contains(&records.len()), "{}", records.len());
    assert!(reason(&records[0]).starts_with("GTP: /nowhere/engine could not be started: "), "{}", reason(&records[0]));
}

#[test]
fn a_hanging_engine_is_broken_off_and_costs_nobody_a_worker() {
    // It answers once in each process: where it opens, its second move hangs.
    let dir = folder("engine-hangs");
    let players = format!("{}, {{ spec = \"random\" }}", player("E", "hangs=2"));
    let limit = RunSettings { move_limit: Some(Duration::from_millis(700)), ..settings(2) };
    let begin = Instant::now();
    let (end, records) = play_plan(&dir, &players, 6, &limit);
    assert!(begin.elapsed() < Duration::from_secs(60));
    assert_eq!((end.halted, end.left, records.len()), (None, 0, 6));
    for record in &records {
        assert_eq!(record.end.kind, EndKind::Void);
        assert!(reason(record).contains("broken off while E was thinking"), "{}", reason(record));
        assert!(reason(record).contains("the move took too long"), "{}", reason(record));
    }
    // One that never says anything is broken off before the first move.
    let dir = folder("engine-silent");
    let players = format!("{}, {{ spec = \"random\" }}", player("E", "says nothing"));
    let (end, records) = play_plan(&dir, &players, 2, &limit);
    assert_eq!((end.halted, records.len()), (None, 2));
    assert!(reason(&records[0]).contains("broken off while E was getting ready"), "{}", reason(&records[0]));
}

#[test]
fn an_engine_has_a_limit_of_its_own() {
    for (behaviour, command) in [("hangs", "genmove"), ("says nothing", "list_commands")] {
        let spec = engine_with(behaviour, ",timeout=300ms");
        let dir = folder(&format!("engine-timeout-{command}"));
        let players = format!("{{ name = \"E\", spec = '''{spec}''' }}, {{ spec = \"random\" }}");
        for record in play_plan(&dir, &players, 2, &settings(1)).1 {
            assert!(reason(&record).contains(&format!("gave no reply to {command}")), "{}", reason(&record));
            assert!(reason(&record).ends_with("within 300ms"), "{}", reason(&record));
        }
    }
}

/// One game after the other in the same process, and what it is told.
#[test]
fn a_process_is_kept_for_the_next_game_and_told_all_moves() {
    let dir = folder("engine-told");
    fs::create_dir_all(&dir).unwrap();
    let file = dir.join("told.txt");
    let spec = engine(&format!("writes down={}", file.display()));
    let text = format!(
        "name = \"told\"\ngames_per_cell = 2\nbudgets = [\"cpu=1500ms\"]\nopenings = {{ moves = [\"2 1\"] }}\n\
         players = [{{ name = \"E\", spec = '''{spec}''' }}, {{ name = \"F\", spec = '''{}''' }}]\n\
         games = [{{ name = \"nim\", sizes = [6, \"5x3\"] }}]",
        engine("plays well")
    );
    let plan = plan(&text);
    let cells = plan.cells();
    let mut store = Store::open(&dir, &plan, &games()).unwrap();
    let jobs = plan.jobs(&cells, None);
    run(&games(), &cells, &jobs, &mut store, &settings(1), &mut |_| Next::GoOn).unwrap();
    let told = fs::read_to_string(&file).unwrap();
    // After 2 and 1, three of the six stones are left.
    let head = "list_commands \nboardsize 6\nclear_board \ntime_settings 0 2 1\nplay b 2\nplay w 1\n";
    let first = "time_left b 2 1\ngenmove b\nplay w 1\ntime_left b 2 1\ngenmove b\n";
    let head_again = "boardsize 6\nclear_board \ntime_settings 0 2 1\nplay b 2\nplay w 1\n";
    let second = "play b 1\ntime_left w 2 1\ngenmove w\n";
    let expected = format!("{head}{first}{head_again}{second}");
    assert!(told.starts_with(&expected), "{told}");
    let rest = &told[expected.len()..];
    assert!(rest.starts_with("quit \nlist_commands \nboardsize 5 3\n"), "{rest}");
    assert!(rest.ends_with("quit \n"), "{rest}");
}

#[test]
fn the_command_belongs_to_the_identity_of_a_cell() {
    let hash = |behaviour: &str| {
        let text = format!(
            "name = \"x\"\nplayers = [{}, {{ spec = \"uct\" }}]\ngames = [{{ name = \"nim\" }}]",
            player("E", behaviour)
        );
        plan(&text).cells()[0].hash
    };
    assert_ne!(hash("one"), hash("other"));
    assert_eq!(hash("one"), hash("one"));
}

#[test]
fn standard_error_is_kept_by_player_and_worker_up_to_a_size() {
    let records = against("cries");
    assert!(records.iter().all(|record| record.end.kind == EndKind::Normal));
    let files = fs::read_dir(folder_of("engine-cries")).unwrap().map(|entry| entry.unwrap());
    let files: Vec<_> =
        files.filter(|file| file.file_name().to_string_lossy().starts_with("stderr-0-of-1-E-")).collect();
    assert!((1..=2).contains(&files.len()), "{}", files.len());
    for file in files {
        let length = file.metadata().unwrap().len();
        assert!((100_000..=1 << 20).contains(&length), "{length}");
        assert!(fs::read_to_string(file.path()).unwrap().contains("00001\n"));
    }
}

fn folder_of(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn cpu_time_of_another_process_is_counted_and_is_not_the_harness() {
    let dir = folder("engine-works");
    let players = format!("{}, {{ spec = \"random\" }}", player("E", "works"));
    let (end, records) = play_plan(&dir, &players, 2, &settings(1));
    for record in &records {
        let usage = record.players["E"].usage;
        let Some(cpu) = usage.cpu_s else { return };
        // 50 ms a move, read in steps of 10 ms.
        let least = 0.05 * usage.moves as f64 - 0.02;
        assert!(cpu >= least && usage.wall_s >= least, "{cpu} {} of {} moves", usage.wall_s, usage.moves);
        assert!(record.harness_s.unwrap() < 0.04, "{:?}", record.harness_s);
    }
    assert!(end.harness_share.is_some());
}

#[test]
fn players_that_are_engines_search_nothing_at_the_board() {
    let spec: PlayerSpec = engine("plays well");
    let games = games();
    let nim = games.find("nim").unwrap();
    let setup = nim.setup(None, &toml::Table::new()).unwrap();
    let budget = "playouts=5".parse().unwrap();
    let error = nim.session(&setup, &[(&spec, &budget)]).err().unwrap().to_string();
    assert!(error.contains("player gtp") && error.contains("tournaments only"), "{error}");
    nim.accepts(&spec, &budget).unwrap();
}

/// A run that another test starts as a process of its own, and kills: it plays with an engine that hangs. By itself it plays with
/// one that does not.
#[cfg(unix)]
#[test]
fn a_run_to_be_killed() {
    let killed = std::env::var_os("GAMETREE_RUN_TO_KILL").map(PathBuf::from);
    let behaviour = match &killed {
        Some(dir) => format!("tells its number={}", dir.join("number").display()),
        None => "plays well".to_string(),
    };
    let dir = killed.unwrap_or_else(|| folder("engine-not-killed"));
    let players = format!("{}, {{ spec = \"random\" }}", player("E", &behaviour));
    let (_, records) = play_plan(&dir, &players, 2, &settings(1));
    assert!(records.len() == 2 && records.iter().all(|record| record.end.kind == EndKind::Normal), "{records:?}");
}

#[cfg(unix)]
#[test]
fn an_engine_that_hangs_does_not_outlive_a_run_that_is_killed() {
    use rustix::process::{Pid, test_kill_process};
    let dir = folder("engine-killed");
    fs::create_dir_all(&dir).unwrap();
    let mut command = std::process::Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "engines::a_run_to_be_killed"]).env("GAMETREE_RUN_TO_KILL", &dir);
    let mut harness = command.stdout(std::process::Stdio::null()).spawn().unwrap();
    let begin = Instant::now();
    let in_time = |what: &str| assert!(begin.elapsed() < Duration::from_secs(60), "{what} takes too long");
    let pid = loop {
        in_time("starting the engine");
        std::thread::sleep(Duration::from_millis(20));
        let text = fs::read_to_string(dir.join("number")).unwrap_or_default();
        if let Some(pid) = text.parse().ok().and_then(Pid::from_raw) {
            break pid;
        }
    };
    assert!(test_kill_process(pid).is_ok(), "the engine runs");
    // Let it come to its move, in which it looks at nothing.
    std::thread::sleep(Duration::from_millis(300));
    harness.kill().unwrap();
    harness.wait().unwrap();
    let is_there = || {
        let state = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).unwrap_or_default();
        // Where nobody collects orphans, the dead stay as zombies.
        test_kill_process(pid).is_ok() && !state.contains(") Z ")
    };
    while is_there() {
        in_time("the engine's end");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn final_scores_that_differ_are_listed() {
    let scores = |referee: &str, engine: &str| {
        let engines = BTreeMap::from([("B".to_string(), engine.to_string())]);
        Some(FinalScores { referee: referee.into(), engines })
    };
    let mut builder = TableBuilder::default();
    for (pair, engine) in [(0, "W+3"), (1, "B+3.0"), (2, "?")] {
        let mut record = record(pair, 'a', 2);
        record.final_scores = scores("B+3", engine);
        assert_eq!(GameRecord::from_line(record.to_line().trim_end().as_bytes()).unwrap(), record);
        builder.add(&record);
    }
    builder.add(&record(3, 'a', 2));
    let tables = Tables::new(None, builder.finish());
    let figures = tables.cells[0].final_scores.as_ref().unwrap();
    let different: Vec<_> = figures.different.iter().map(|one| (one.score.as_str(), one.referee.as_str())).collect();
    assert_eq!((figures.games, different), (3, vec![("W+3", "B+3"), ("?", "B+3")]));
    let text = tables.to_markdown();
    assert!(text.contains("3 finished games counted by an engine, too; 2 differ from our final score"), "{text}");
    assert!(text.contains("-0000a`: B+3 by our rules, which count, `W+3` by B"), "{text}");
    // Runs without engines have tables as before.
    let mut builder = TableBuilder::default();
    builder.add(&record(0, 'a', 2));
    assert!(!Tables::new(None, builder.finish()).to_json().contains("final_scores"));
}

#[test]
fn fc_61_an_overrun_of_an_engine_is_in_the_tables_and_among_the_remarks() {
    let dir = folder("engine-overrun");
    let players = format!("{}, {{ spec = \"uct\" }}", player("E", "is slow once"));
    let text = format!(
        "name = \"engines\"\ngames_per_cell = 4\nbudgets = [\"wall=50ms\"]\nplayers = [{players}]\n\
         games = [{{ name = \"nim\", sizes = [9] }}]"
    );
    let plan = plan(&text);
    let cells = plan.cells();
    let mut store = Store::open(&dir, &plan, &games()).unwrap();
    run(&games(), &cells, &plan.jobs(&cells, None), &mut store, &settings(1), &mut |_| Next::GoOn).unwrap();
    let tables = Tables::of_folder(&dir, Some(plan.to_json())).unwrap();
    let cell = &tables.cells[0];
    let engine = &cell.per_player["E"];
    assert_eq!((cell.games, cell.void, engine.overrun_games), (4, 0, 1));
    let most = engine.max_overrun_ratio.unwrap();
    assert!(most >= 8.0, "{most}");
    let markdown = tables.to_markdown();
    assert!(markdown.contains(&format!("E - ({:.0}), UCT ", 100.0 * most)), "{markdown}");
    let remark = format!(
        "E took more than 1.5 times the time allowed for a move in 1 of 4 games, at most {most:.1} times; nobody loses by that"
    );
    assert!(markdown.contains(&remark), "{markdown}");
    assert!(cell.remarks().iter().any(|remark| remark.kind == RemarkKind::Overruns));
    assert!(tables.to_csv().contains("_player_overrun_games"));
}

#[test]
fn fc_62_what_counts_when_a_player_fails_is_chosen_in_the_plan() {
    let text = |failures: &str| {
        format!(
            "name = \"engines\"\ngames_per_cell = 12\nbudgets = [\"playouts=30\"]\n{failures}\nplayers = [{}, {{ spec = \"random\" }}]\n\
             games = [{{ name = \"nim\", sizes = [9] }}]",
            player("E", "crashes=8")
        )
    };
    let (void, loss) = (plan(&text("")), plan(&text("failures = \"loss\"")));
    // The same games either way.
    assert_eq!(void.hash(), loss.hash());
    assert_eq!((void.cells(), void.differences(&loss).len()), (loss.cells(), 0));
    assert!(loss.to_toml().contains("\nfailures = \"loss\"\n") && !void.to_toml().contains("failures"));
    for plan in [&void, &loss] {
        plan.check_written(&games()).unwrap();
    }

    let dir = folder("failures");
    let cells = void.cells();
    let mut store = Store::open(&dir, &void, &games()).unwrap();
    run(&games(), &cells, &void.jobs(&cells, None), &mut store, &settings(1), &mut |_| Next::GoOn).unwrap();
    drop(store);
    let mut records = Vec::new();
    read_records(&dir, &mut |record| records.push(record)).unwrap();
    let failed = records.iter().filter(|record| record.is_void()).count() as u64;
    assert!((1..12).contains(&failed), "{failed}");
    let wins = records.iter().filter(|record| record.winner.as_deref() == Some("E")).count() as u64;

    let [as_void, as_loss] = [&void, &loss].map(|plan| Tables::of_folder(&dir, Some(plan.to_json())).unwrap());
    let (cell, lost) = (&as_void.cells[0], &as_loss.cells[0]);
    assert_eq!((cell.games, cell.void, cell.wins_a), (12 - failed, failed, wins));
    assert_eq!((lost.games, lost.void, lost.wins_a, lost.wins_b), (12, 0, wins, 12 - wins));
    assert_eq!((lost.pairs.complete, lost.ends["void"]), (6, failed));
    for (figures, counted) in [(cell, Failures::Void), (lost, Failures::Loss)] {
        let failures = figures.player_failures.unwrap();
        assert_eq!((failures.counted, failures.by_a, failures.by_b), (counted, failed, 0));
        assert_eq!((failures.as_void.games, failures.as_loss.games), (12 - failed, 12));
        assert_eq!((failures.as_void.rate_a, failures.as_loss.rate_a), (cell.rate_a, lost.rate_a));
        assert!(figures.failures.iter().all(|failure| failure.player.as_deref() == Some("E")));
        // What a failed game cost is no measure.
        assert_eq!(figures.per_player["E"].moves, cell.per_player["E"].moves);
    }
    // The table says it, with both rates where they differ.
    let [one, other] = [as_void.to_markdown(), as_loss.to_markdown()];
    assert!(one.contains(&format!("They count for nobody. E failed in {failed}. Counted as losses: E ")), "{one}");
    assert!(other.contains(&format!("E failed in {failed}, counted as losses. As void games: E ")), "{other}");
    assert!(other.contains("`failures = \"loss\"` in the plan") && !one.contains("`failures"), "{other}");
    assert_eq!(as_loss.voids(), 0);

    // The folder counts as the plan says that was played last.
    let status = || Status::of_folder(&dir, &games(), None, Damage::Refuse).unwrap();
    assert_eq!((status().voids(), status().missing()), (failed, 0));
    Store::open(&dir, &loss, &games()).unwrap();
    assert_eq!(read_plan(&dir, &games()).unwrap(), loss);
    assert_eq!((status().voids(), status().cells[0].wins_b), (0, 12 - wins));
    // A merge cannot tell which of two ways is meant.
    let there = folder("failures-void");
    Store::open(&there, &void, &games()).unwrap();
    let error = merge(&[&dir, &there], &folder("failures-both"), &games(), Damage::Refuse).unwrap_err();
    assert!(error.is_bad_usage() && error.to_string().contains("failures: loss here, void there"), "{error}");

    // A sequential test sees what the tables see.
    let pairs = |failures| {
        let mut test = SprtTest::new(parse_sprt("sprt:elo0=0,elo1=5").unwrap()).counting(failures);
        for record in &records {
            test.add(record);
        }
        test.verdict(&records[0].cell_hash).pairs
    };
    assert_eq!((pairs(Failures::Void), pairs(Failures::Loss)), (cell.pairs.complete, 6));

    // Older records do not say who failed: they stay void, and read as before.
    let mut builder = TableBuilder::new(Failures::Loss);
    for record in &records {
        let mut old = record.clone();
        old.end.by = None;
        let line = old.to_line();
        assert!(!line.contains("\"by\""), "{line}");
        builder.add(&GameRecord::from_line(line.trim_end().as_bytes()).unwrap());
    }
    let old = builder.finish().remove(0);
    assert_eq!((old.games, old.void, old.player_failures), (12 - failed, failed, None));
    let mut wrong = records[0].clone();
    wrong.end.by = Some("X".into());
    assert!(GameRecord::from_line(wrong.to_line().trim_end().as_bytes()).unwrap_err().contains("end.by"));
}
