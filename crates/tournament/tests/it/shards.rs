//! Beyond one machine: parts of a run, merging them, and how far they are.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Barrier;
use std::thread;

use gametree_tournament::{
    Damage, Error, GameRecord, Machine, Next, Plan, RunSettings, Shard, Status, Store, Tables, merge, read_plan,
    read_records, read_records_with, run,
};

use crate::games::{folder, games, plan};

/// Five pairs in each of six cells: of seven parts, two have nothing to play.
fn three(games_per_cell: u32) -> Plan {
    plan(&format!(
        r#"name = "three"
        seed = 5
        games_per_cell = {games_per_cell}
        budgets = ["playouts=20"]
        players = [{{ spec = "uct" }}, {{ spec = "grave" }}, {{ spec = "random" }}]
        games = [{{ name = "nim", sizes = [7, 12] }}]"#
    ))
}

fn play(dir: &Path, plan: &Plan, shard: Shard) -> Result<usize, Error> {
    let cells = plan.cells();
    let mut store = Store::open_shard(dir, plan, &games(), shard, Damage::Refuse)?;
    let mut jobs = plan.jobs(&cells, None);
    jobs.retain(|job| shard.holds(job.pair));
    let settings = RunSettings { jobs: 2, ..RunSettings::new(Machine::default()) };
    Ok(run(&games(), &cells, &jobs, &mut store, &settings, &mut |_| Next::GoOn)?.played)
}

fn shards(of: u32) -> impl DoubleEndedIterator<Item = Shard> {
    (0..of).map(move |index| Shard::new(index, of).unwrap())
}

/// The tables as they are written, without times.
fn tables(dir: &Path) -> String {
    let mut tables = Tables::of_folder(dir, Some(read_plan(dir, &games()).unwrap().to_json())).unwrap();
    tables.cells.iter_mut().for_each(|cell| cell.harness_share = None);
    for player in tables.cells.iter_mut().flat_map(|cell| cell.per_player.values_mut()) {
        (player.playouts_per_s, player.cpu_per_move_s) = (None, None);
    }
    tables.to_json() + &tables.to_markdown()
}

fn merged(dir: &Path) -> Vec<u8> {
    fs::read(dir.join("games-merged.jsonl")).unwrap()
}

fn count(dir: &Path) -> usize {
    let mut number = 0;
    read_records(dir, &mut |_| number += 1).unwrap();
    number
}

#[test]
fn parts_merged_in_any_order_and_twice_equal_a_run_in_one_piece() {
    let (dir, plan) = (folder("parts"), three(10));
    let whole = dir.join("whole");
    assert_eq!(play(&whole, &plan, Shard::WHOLE).unwrap(), 60);
    for of in [1, 2, 7] {
        let apart: Vec<PathBuf> = (0..of).map(|index| dir.join(format!("{index}-of-{of}"))).collect();
        let together = dir.join(format!("all-{of}"));
        let played = shards(of).zip(&apart).map(|(shard, dir)| play(dir, &plan, shard).unwrap());
        assert_eq!(played.sum::<usize>(), 60);
        assert_eq!(shards(of).rev().map(|shard| play(&together, &plan, shard).unwrap()).sum::<usize>(), 60);
        assert_eq!(tables(&together), tables(&whole), "the parts of one folder need no merge");

        let (forth, back) = (dir.join(format!("forth-{of}")), dir.join(format!("back-{of}")));
        let end = merge(&apart, &forth, &games(), Damage::Refuse).unwrap();
        assert_eq!((end.games, end.conflicts.len(), end.torn.len()), (60, 0, 0));
        assert_eq!(tables(&forth), tables(&whole));
        // One after the other, the last first, each twice.
        for dir in apart.iter().rev().flat_map(|dir| [dir, dir]) {
            merge(&[&dir], &back, &games(), Damage::Refuse).unwrap();
        }
        assert_eq!(merged(&back), merged(&forth));
        assert_eq!(fs::read(back.join("plan.toml")).unwrap(), fs::read(whole.join("plan.toml")).unwrap());
        let before = merged(&forth);
        merge(&apart, &forth, &games(), Damage::Refuse).unwrap();
        merge(&[&forth, &back], &forth, &games(), Damage::Refuse).unwrap();
        assert_eq!(merged(&forth), before, "twice changes nothing");
        assert_eq!(play(&forth, &plan, Shard::WHOLE).unwrap(), 0);
        // Sorted by id.
        let text = String::from_utf8(before).unwrap();
        let ids: Vec<String> = text.lines().map(|line| GameRecord::from_line(line.as_bytes()).unwrap().id).collect();
        assert!(ids.is_sorted() && ids.len() == 60);
    }
}

#[test]
fn every_part_plays_whole_pairs_and_some_of_every_cell() {
    let plan = three(10);
    let cells = plan.cells();
    for of in [1, 2, 3, 5] {
        for shard in shards(of) {
            let jobs: Vec<_> = plan.jobs(&cells, None).into_iter().filter(|job| shard.holds(job.pair)).collect();
            for cell in 0..cells.len() {
                assert!(jobs.iter().any(|job| job.cell == cell), "{shard} has nothing of cell {cell}");
            }
            for pair in jobs.chunks(2) {
                assert_eq!((pair[0].cell, pair[0].pair), (pair[1].cell, pair[1].pair));
            }
        }
    }
    for (text, word) in
        [("7/7", "0/7 to 6/7"), ("1/0", "shards: 0"), ("-1/4", "-1/4"), ("3", "I/N"), ("1/2/3", "1/2/3"), ("/", "I/N")]
    {
        let error = text.parse::<Shard>().unwrap_err().to_string();
        assert!(error.contains(word), "{error} does not say {word}");
    }
}

#[test]
fn parts_of_one_folder_may_start_at_once_and_the_longest_plan_stands() {
    const WRITERS: u32 = 8;
    for round in 0..20 {
        let dir = folder(&format!("race-{round}"));
        let start = Barrier::new(WRITERS as usize);
        thread::scope(|scope| {
            for shard in shards(WRITERS) {
                let (dir, start) = (&dir, &start);
                scope.spawn(move || {
                    // Each wants another number of games, so each but one has to lengthen or leave alone what is there.
                    let plan = three(10 + 2 * ((shard.index() + round) % WRITERS));
                    start.wait();
                    Store::open_shard(dir, &plan, &games(), shard, Damage::Refuse).unwrap();
                });
            }
        });
        assert_eq!(read_plan(&dir, &games()).unwrap().games_per_cell(), 10 + 2 * (WRITERS - 1));
        let files: Vec<String> =
            fs::read_dir(&dir).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        assert_eq!(files.len(), WRITERS as usize + 2, "the plan, its lock, and nothing half-written: {files:?}");
    }
}

#[test]
fn a_second_writer_of_a_part_is_refused_and_other_parts_are_not() {
    let (dir, plan) = (folder("part-locked"), three(10));
    let open = |text: &str| Store::open_shard(&dir, &plan, &games(), text.parse().unwrap(), Damage::Refuse);
    let first = open("1/3").unwrap();
    let error = open("1/3").unwrap_err();
    assert!(matches!(&error, Error::Locked { file } if file.ends_with("games-1-of-3.jsonl")), "{error}");
    let _others = [open("0/3").unwrap(), open("1/2").unwrap(), open("0/1").unwrap()];
    drop(first);
    assert!(open("1/3").is_ok());
}

#[test]
fn parts_of_other_numbers_in_the_same_folder_do_no_harm() {
    let (dir, plan) = (folder("other-numbers"), three(10));
    let mut played = 0;
    for text in ["0/2", "1/3", "4/7", "0/1", "1/2"] {
        played += play(&dir, &plan, text.parse().unwrap()).unwrap();
        assert_eq!(count(&dir), played, "nothing is played twice");
    }
    assert_eq!(played, 60);
    let status = Status::of_folder(&dir, &games(), None, Damage::Refuse).unwrap();
    assert_eq!((status.missing(), status.files.len()), (0, 5));
}

#[test]
fn a_run_of_40_games_that_is_extended_to_80_keeps_its_first_40() {
    let dir = folder("extended");
    let played = |games| -> usize { shards(2).map(|shard| play(&dir, &three(games), shard).unwrap()).sum() };
    assert_eq!(played(40), 6 * 40);
    let files = || [0, 1].map(|index| fs::read(dir.join(format!("games-{index}-of-2.jsonl"))).unwrap());
    let before = files();
    assert_eq!(played(80), 6 * 40);
    for (after, before) in files().iter().zip(&before) {
        assert!(after.starts_with(before) && after.len() > before.len());
    }
    let whole = folder("extended-whole");
    play(&whole, &three(80), Shard::WHOLE).unwrap();
    assert_eq!(tables(&dir), tables(&whole));
    // A command that asks for fewer games neither plays nor forgets any.
    assert_eq!(played(40), 0);
    assert_eq!(read_plan(&dir, &games()).unwrap().games_per_cell(), 80);
}

#[test]
fn of_plans_that_differ_in_the_number_of_games_the_larger_stands_and_others_are_refused() {
    let dir = folder("plans");
    let [short, long, other, out] = ["short", "long", "other", "out"].map(|name| dir.join(name));
    play(&short, &three(4), Shard::WHOLE).unwrap();
    play(&long, &three(10), Shard::new(1, 2).unwrap()).unwrap();
    for dirs in [[&short, &long], [&long, &short]] {
        let end = merge(&dirs, &out, &games(), Damage::Refuse).unwrap();
        // Pairs 0 and 1 of the short run, 1 and 3 of the long one.
        assert_eq!((end.plan.games_per_cell(), end.games), (10, 6 * 6));
    }
    let status = Status::of_folder(&out, &games(), None, Damage::Refuse).unwrap();
    assert_eq!((status.planned(), status.missing(), status.missing_shards(5)), (60, 24, vec![2, 4]));
    assert_eq!(play(&out, &three(10), Shard::WHOLE).unwrap(), 24, "a merged run can be continued");

    let mut plan = three(10);
    plan.set_seed(6).unwrap();
    play(&other, &plan, Shard::WHOLE).unwrap();
    let nowhere = dir.join("nowhere");
    let error = merge(&[&long, &other], &nowhere, &games(), Damage::Refuse).unwrap_err();
    let text = error.to_string();
    assert!(error.is_bad_usage() && text.contains("seed: 5 here, 6 there") && text.contains("plans/other"), "{text}");
    assert!(!nowhere.exists());
    let before = merged(&out);
    assert!(merge(&[&other], &out, &games(), Damage::Refuse).unwrap_err().is_bad_usage());
    // A file of games that was copied into a folder of another plan.
    fs::copy(other.join("games-0-of-1.jsonl"), long.join("games-copied.jsonl")).unwrap();
    let error = merge(&[&long], &out, &games(), Damage::Refuse).unwrap_err();
    assert!(error.is_bad_usage() && error.to_string().contains("games-copied.jsonl"), "{error}");
    assert_eq!(merged(&out), before);
    let error = merge(&[dir.join("no such")], &out, &games(), Damage::Refuse).unwrap_err();
    assert!(error.is_bad_usage() && error.to_string().contains("no such"), "{error}");
}

/// Searches on a clock may play the same game differently.
#[test]
fn of_a_game_that_was_played_twice_the_first_is_kept_and_others_are_reported() {
    let dir = folder("conflicts");
    let plan = plan(
        r#"name = "two"
        games_per_cell = 2
        budgets = ["playouts=1"]
        players = [{ spec = "random" }, { name = "R2", spec = "random" }]
        games = [{ name = "nim" }]"#,
    );
    let [first, second, third] = ["first", "second", "third"].map(|name| dir.join(name));
    for dir in [&first, &second, &third] {
        play(dir, &plan, Shard::WHOLE).unwrap();
    }
    let text = fs::read_to_string(first.join("games-0-of-1.jsonl")).unwrap();
    let mut records: Vec<GameRecord> =
        text.lines().map(|line| GameRecord::from_line(line.as_bytes()).unwrap()).collect();
    // With two workers either game may have ended first.
    records.sort_by(|one, other| one.id.cmp(&other.id));
    let write = |dir: &Path, time: &str, winners: [&str; 2]| {
        let lines = records.iter().zip(winners).map(|(record, winner)| {
            GameRecord { winner: Some(winner.into()), finished_at: time.into(), ..record.clone() }.to_line()
        });
        fs::write(dir.join("games-0-of-1.jsonl"), lines.collect::<String>()).unwrap();
    };
    write(&first, "2026-11-30T02:00:00.100Z", ["R2", "R2"]);
    // Earlier, though its text is greater.
    write(&second, "2026-11-30T03:00:00.050+01:00", ["RANDOM", "R2"]);
    // At the same time as the first one; of these, the smaller text is kept.
    write(&third, "2026-11-30T02:00:00.100Z", ["R2", "draw"]);
    let mut ties = Vec::new();
    for (name, order) in [("forth", [&first, &third]), ("back", [&third, &first])] {
        let out = dir.join(name);
        let end = merge(&[&order[0]], &out, &games(), Damage::Refuse).unwrap();
        assert_eq!((end.games, end.conflicts.len()), (2, 0));
        assert_eq!(merge(&[&order[1]], &out, &games(), Damage::Refuse).unwrap().conflicts.len(), 1);
        ties.push(merged(&out));
    }
    assert_eq!(ties[0], ties[1]);
    assert!(String::from_utf8_lossy(&ties[0]).lines().all(|line| line.contains("\"winner\":\"R2\"")));
    let mut outcomes = Vec::new();
    let dirs = [first, second, third];
    for (number, order) in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0]].iter().enumerate() {
        let out = dir.join(format!("out-{number}"));
        // One by one, so that the order counts if it can.
        let mut found = 0;
        for index in order {
            found += merge(&[dirs[*index].clone()], &out, &games(), Damage::Refuse).unwrap().conflicts.len();
        }
        assert!(found > 0);
        let end = merge(&dirs, &out, &games(), Damage::Refuse).unwrap();
        assert_eq!(end.games, 2);
        let texts: Vec<String> = end.conflicts.iter().map(ToString::to_string).collect();
        assert!(texts.iter().any(|text| text.contains(&records[0].id) && text.contains("jsonl:1")), "{texts:?}");
        outcomes.push(merged(&out));
    }
    assert!(outcomes.iter().all(|outcome| *outcome == outcomes[0]));
    let winners: Vec<String> = String::from_utf8(outcomes.remove(0))
        .unwrap()
        .lines()
        .map(|line| GameRecord::from_line(line.as_bytes()).unwrap().winner.unwrap())
        .collect();
    assert_eq!(winners, ["RANDOM", "R2"]);
}

#[test]
fn damaged_lines_are_an_error_or_are_skipped_and_counted() {
    let (dir, plan) = (folder("skipped"), three(10));
    play(&dir, &plan, Shard::WHOLE).unwrap();
    let file = dir.join("games-0-of-1.jsonl");
    let whole = fs::read_to_string(&file).unwrap();
    let mut lines: Vec<String> = whole.lines().map(String::from).collect();
    // One that was damaged, one that somebody wrote, one that is cut short, and a torn end.
    let mut wrong = GameRecord::from_line(lines[20].as_bytes()).unwrap();
    wrong.winner = Some("Fischer".into());
    lines[10] = lines[10].replace("\"plies\"", "\"pliez\"");
    lines[20] = wrong.to_line().trim_end().into();
    lines[30].truncate(100);
    lines[59].truncate(50);
    let damaged = lines.join("\n");
    let out = dir.join("merged");
    let restore = || fs::write(&file, &damaged).unwrap();
    restore();
    for error in [
        play(&dir, &plan, Shard::WHOLE).unwrap_err(),
        Status::of_folder(&dir, &games(), None, Damage::Refuse).unwrap_err(),
        merge(&[&dir], &out, &games(), Damage::Refuse).unwrap_err(),
    ] {
        assert!(matches!(error, Error::Damaged { line: 11, .. }), "{error}");
        assert!(error.to_string().contains("--skip-damaged"), "{error}");
    }
    assert!(!out.join("plan.toml").exists());
    assert_eq!(fs::read_to_string(&file).unwrap(), damaged, "nothing is touched");

    let status = Status::of_folder(&dir, &games(), None, Damage::Skip).unwrap();
    let places: Vec<usize> = status.skipped.iter().map(|line| line.line).collect();
    assert_eq!((places.as_slice(), status.missing()), ([11, 21, 31].as_slice(), 4));
    assert!(status.files[0].torn.is_some());
    let end = merge(&[&dir], &out, &games(), Damage::Skip).unwrap();
    assert_eq!((end.games, end.skipped.len(), end.torn), (56, 3, vec![file.clone()]));
    let mut number = 0;
    assert_eq!(read_records_with(&dir, Damage::Skip, &mut |_| number += 1).unwrap().len(), 3);
    assert_eq!(number, 56);

    // Played again, and nothing of the damaged lines is lost.
    let cells = plan.cells();
    let mut store = Store::open_shard(&dir, &plan, &games(), Shard::WHOLE, Damage::Skip).unwrap();
    assert_eq!((store.skipped().len(), store.len()), (3, 56));
    let settings = RunSettings { jobs: 1, ..RunSettings::new(Machine::default()) };
    run(&games(), &cells, &plan.jobs(&cells, None), &mut store, &settings, &mut |_| Next::GoOn).unwrap();
    drop(store);
    let now = fs::read_to_string(&file).unwrap();
    let kept = damaged.rsplit_once('\n').unwrap().0;
    assert!(now.starts_with(&format!("{kept}\n")) && now.lines().count() == 59 + 4);
    let status = Status::of_folder(&dir, &games(), None, Damage::Skip).unwrap();
    assert_eq!((status.missing(), status.skipped.len(), status.files[0].torn.as_ref()), (0, 3, None));
}

#[test]
fn a_status_tells_what_is_missing_while_a_part_is_being_written() {
    let (dir, plan) = (folder("status"), three(10));
    let status = || Status::of_folder(&dir, &games(), None, Damage::Refuse).unwrap();
    for text in ["0/4", "2/4"] {
        play(&dir, &plan, text.parse().unwrap()).unwrap();
    }
    // Another process is in the middle of a record.
    let _writing = Store::open_shard(&dir, &plan, &games(), "3/4".parse().unwrap(), Damage::Refuse).unwrap();
    let path = dir.join("games-3-of-4.jsonl");
    OpenOptions::new().append(true).open(&path).unwrap().write_all(b"{\"id\":\"nim").unwrap();
    let before = fs::read(&path).unwrap();
    let now = status();
    assert_eq!(fs::read(&path).unwrap(), before, "a reader cuts nothing");
    // Pairs 0 and 4, and 2.
    assert_eq!((now.planned(), now.done(), now.missing(), now.voids()), (60, 36, 24, 0));
    assert_eq!((now.shards(), now.missing_shards(4), now.missing_shards(1)), (Some(4), vec![1, 3], vec![0]));
    assert!(now.cells.iter().all(|cell| (cell.planned, cell.done) == (10, 6)));
    let lines: Vec<_> =
        now.files.iter().map(|file| (file.shard, file.games, file.age_s.is_some(), file.torn.is_some())).collect();
    assert_eq!(lines, [(Some(0), 24, true, false), (Some(2), 12, true, false), (Some(3), 0, false, true)]);
    assert!(now.files[0].age_s.unwrap() < 60.0 && now.eta_s.is_some());
    let only = "nim/12".parse().unwrap();
    let part = Status::of_folder(&dir, &games(), Some(&only), Damage::Refuse).unwrap();
    assert_eq!((part.cells.len(), part.planned()), (3, 30));
    let nothing = "nim/8".parse().unwrap();
    assert!(Status::of_folder(&dir, &games(), Some(&nothing), Damage::Refuse).unwrap_err().is_bad_usage());
}
