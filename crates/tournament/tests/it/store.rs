//! Files of records: torn, damaged, and wanted by two.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use gametree_tournament::{Error, GameRecord, Machine, Next, Plan, RunSettings, Store, read_records, run};

use crate::games::{folder, games, plan};

fn small() -> Plan {
    plan(
        r#"name = "small"
        games_per_cell = 6
        budgets = ["playouts=1"]
        players = [{ spec = "random" }, { name = "R2", spec = "random" }]
        games = [{ name = "nim" }]"#,
    )
}

fn play(dir: &Path) -> Result<usize, Error> {
    let plan = small();
    let cells = plan.cells();
    let mut store = Store::open(dir, &plan, &games())?;
    let settings = RunSettings { jobs: 1, ..RunSettings::new(Machine::here(Some("abc"))) };
    Ok(run(&games(), &cells, &plan.jobs(&cells, None), &mut store, &settings, &mut |_| Next::GoOn)?.played)
}

fn file(dir: &Path) -> PathBuf {
    dir.join("games-0-of-1.jsonl")
}

fn count(dir: &Path) -> usize {
    let mut number = 0;
    read_records(dir, &mut |_| number += 1).unwrap();
    number
}

#[test]
fn a_line_is_json_with_a_checksum_of_the_rest() {
    let dir = folder("line");
    play(&dir).unwrap();
    let text = fs::read_to_string(file(&dir)).unwrap();
    assert_eq!(text.lines().count(), 6);
    for line in text.lines() {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        let crc = value["crc"].as_str().unwrap();
        let body = line.replace(&format!(",\"crc\":\"{crc}\""), "");
        assert_eq!(format!("{:08x}", crc32fast::hash(body.as_bytes())), crc);
        for key in ["id", "cell_hash", "cell", "pair", "first", "second", "winner", "end", "moves", "plies", "players"]
            .into_iter()
            .chain(["host", "cpu", "commit", "seed", "finished_at"])
        {
            assert!(value.get(key).is_some(), "{key} is missing in {line}");
        }
        for key in ["moves", "playouts", "cpu_s", "wall_s", "depth_sum", "max_depth", "plies_sum", "max_overrun_ratio"]
            .into_iter()
            .chain(["timed_moves", "timed_ratio_sum", "tree_full_moves"])
        {
            assert!(value["players"]["R2"].get(key).is_some(), "{key} is missing in {line}");
        }
        assert!(value["players"]["R2"]["max_overrun_ratio"].is_null(), "no time budget, no ratio");
        assert_eq!(value["plies"].as_u64().unwrap() as usize, value["moves"].as_str().unwrap().split(' ').count());
        assert_eq!(value["commit"], "abc");
        let record = GameRecord::from_line(line.as_bytes()).unwrap();
        assert_eq!(record.to_line().trim_end(), line);
    }
}

#[test]
fn a_torn_tail_is_cut_and_its_game_played_again() {
    let dir = folder("torn");
    play(&dir).unwrap();
    let whole = fs::read(file(&dir)).unwrap();
    let last = whole[..whole.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
    let mut damaged = whole.clone();
    damaged[last + 20] ^= 1;
    let zeros = [&whole[..last], &[0; 100]].concat();
    let garbage = [&whole[..last], b"{\"id\":\"x\"}\n"].concat();
    for (text, lost) in [
        (whole[..whole.len() - 1].to_vec(), 1),
        (whole[..last + 1].to_vec(), 1),
        (whole[..last].to_vec(), 1),
        (damaged, 1),
        (zeros, 1),
        (garbage, 1),
        (Vec::new(), 6),
        (b"\n".to_vec(), 6),
        (whole.clone(), 0),
    ] {
        fs::write(file(&dir), &text).unwrap();
        assert_eq!(count(&dir), 6 - lost, "a reader leaves the tail out");
        assert_eq!(play(&dir).unwrap(), lost, "{}", String::from_utf8_lossy(&text));
        assert_eq!(count(&dir), 6);
        let now = fs::read(file(&dir)).unwrap();
        assert!(lost == 6 || now.starts_with(&whole[..last]));
    }
}

#[test]
fn a_damaged_line_in_the_middle_is_an_error_that_names_it() {
    let dir = folder("damaged");
    play(&dir).unwrap();
    let mut text = fs::read(file(&dir)).unwrap();
    let first_end = text.iter().position(|&byte| byte == b'\n').unwrap();
    text[first_end + 30] ^= 4;
    fs::write(file(&dir), &text).unwrap();
    let error = play(&dir).unwrap_err();
    assert!(matches!(&error, Error::Damaged { line: 2, .. }), "{error}");
    assert!(error.to_string().contains("games-0-of-1.jsonl:2: ") && error.to_string().contains("checksum"), "{error}");
    assert!(!error.is_bad_usage());
    assert_eq!(fs::read(file(&dir)).unwrap(), text, "nothing is touched");
}

#[test]
fn a_second_writer_is_refused() {
    let dir = folder("locked");
    let store = Store::open(&dir, &small(), &games()).unwrap();
    let error = Store::open(&dir, &small(), &games()).unwrap_err();
    assert!(matches!(error, Error::Locked { .. }), "{error}");
    drop(store);
    assert!(Store::open(&dir, &small(), &games()).is_ok());
}

#[test]
fn records_of_several_files_count_once() {
    let dir = folder("several");
    play(&dir).unwrap();
    let text = fs::read_to_string(file(&dir)).unwrap();
    let head: String = text.lines().take(3).map(|line| format!("{line}\n")).collect();
    fs::write(dir.join("games-copy.jsonl"), &head).unwrap();
    fs::write(file(&dir), text.lines().skip(2).map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    assert_eq!(count(&dir), 6);
    assert_eq!(play(&dir).unwrap(), 0);
    // Another writer's torn tail is not ours to cut.
    let copy = dir.join("games-copy.jsonl");
    OpenOptions::new().append(true).open(&copy).unwrap().write_all(b"{\"id\":").unwrap();
    let before = fs::read(&copy).unwrap();
    assert_eq!(play(&dir).unwrap(), 0);
    assert_eq!(fs::read(&copy).unwrap(), before);
}

#[test]
fn blank_lines_and_crlf_do_no_harm() {
    let dir = folder("blank");
    play(&dir).unwrap();
    let whole = fs::read_to_string(file(&dir)).unwrap();
    let head: String = whole.lines().take(5).map(|line| format!("{line}\n")).collect();
    for (text, lost) in [
        (format!("{whole}\n\n"), 0),
        (format!("\n{}", whole.replace('\n', "\n \n")), 0),
        (whole.replace('\n', "\r\n"), 0),
        (format!("{}\r\n\r\n", whole.replace('\n', "\r\n")), 0),
        // Blank lines after a torn record, and one that is itself torn.
        (format!("{head}{{\"id\":\n\n\n"), 1),
        (format!("{head}\n\n{{\"id\":"), 1),
        (format!("{whole}\r"), 0),
    ] {
        fs::write(file(&dir), &text).unwrap();
        assert_eq!(count(&dir), 6 - lost, "{text:?}");
        assert_eq!(play(&dir).unwrap(), lost, "{text:?}");
        assert_eq!(count(&dir), 6);
        assert_eq!(play(&dir).unwrap(), 0);
    }
}

#[test]
fn a_record_that_says_what_cannot_be_is_an_error_and_not_a_loss() {
    let dir = folder("wrong");
    play(&dir).unwrap();
    let whole = fs::read_to_string(file(&dir)).unwrap();
    let (head, last) = whole.trim_end().rsplit_once('\n').unwrap();
    let record = GameRecord::from_line(last.as_bytes()).unwrap();
    let stranger = GameRecord { winner: Some("Fischer".into()), ..record.clone() };
    let alone = GameRecord { first: "R2".into(), second: "R2".into(), ..record.clone() };
    for (wrong, words) in
        [(stranger, ["winner: Fischer", "RANDOM, R2, draw, null"]), (alone, ["first, second: R2, R2", "RANDOM and R2"])]
    {
        // The last line too: its checksum is right, so it is no torn tail that may be cut.
        let text = format!("{head}\n{}", wrong.to_line());
        fs::write(file(&dir), &text).unwrap();
        for error in [play(&dir).unwrap_err(), read_records(&dir, &mut |_| ()).unwrap_err()] {
            assert!(matches!(&error, Error::Damaged { line: 6, .. }), "{error}");
            for word in words.into_iter().chain(["games-0-of-1.jsonl:6", "delete this line"]) {
                assert!(error.to_string().contains(word), "{error} does not say {word}");
            }
        }
        assert_eq!(fs::read_to_string(file(&dir)).unwrap(), text, "nothing is touched");
    }
    for winner in [Some("draw"), Some("R2"), None] {
        let good = GameRecord { winner: winner.map(String::from), ..record.clone() };
        assert_eq!(GameRecord::from_line(good.to_line().trim_end().as_bytes()), Ok(good));
    }
}

#[test]
fn a_game_is_stored_once() {
    let dir = folder("twice");
    play(&dir).unwrap();
    let text = fs::read_to_string(file(&dir)).unwrap();
    let record = GameRecord::from_line(text.lines().next().unwrap().as_bytes()).unwrap();
    let mut store = Store::open(&dir, &small(), &games()).unwrap();
    let error = store.append(&record).unwrap_err();
    assert!(matches!(&error, Error::Twice { id, .. } if *id == record.id), "{error}");
    assert_eq!(fs::read_to_string(file(&dir)).unwrap(), text);
}

/// Records that are kept beside documents are compressed; they count, are never written to, and merge like others.
#[test]
fn compressed_records_are_read_and_never_written() {
    let dir = folder("compressed");
    play(&dir).unwrap();
    let text = fs::read(file(&dir)).unwrap();
    let packed = dir.join("games-packed.jsonl.gz");
    let half = text.len() - text[..text.len() - 1].iter().rev().position(|&byte| byte == b'\n').unwrap() - 1;
    let mut encoder = flate2::write::GzEncoder::new(fs::File::create(&packed).unwrap(), flate2::Compression::best());
    encoder.write_all(&text[..half]).unwrap();
    encoder.finish().unwrap();
    fs::remove_file(file(&dir)).unwrap();
    let before = fs::read(&packed).unwrap();
    assert_eq!(count(&dir), 5);
    assert_eq!(play(&dir).unwrap(), 1, "the last game alone");
    assert_eq!((count(&dir), fs::read(&packed).unwrap() == before), (6, true));
    let merged = folder("compressed-merged");
    gametree_tournament::merge(&[&dir], &merged, &games(), gametree_tournament::Damage::Refuse).unwrap();
    assert_eq!(count(&merged), 6);
    let lines = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap().lines().count();
    assert_eq!(lines(&fs::read(merged.join("games-merged.jsonl")).unwrap()), 6);
    fs::write(&packed, &before[..before.len() / 2]).unwrap();
    let error = read_records(&dir, &mut |_| ()).unwrap_err().to_string();
    assert!(error.contains("games-packed.jsonl.gz: "), "{error}");
}
