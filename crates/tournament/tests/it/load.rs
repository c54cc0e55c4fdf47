//! What it costs to report a run of many games.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use gametree_core::Rng;
use gametree_tournament::Tables;

use crate::games::folder;
use crate::samples::record;

const DIR: &str = "GAMETREE_LOAD_DIR";

/// A folder with so many games of 100 moves, 800 in each cell.
fn generate(name: &str, games: u32) -> PathBuf {
    let dir = folder(name);
    fs::create_dir_all(&dir).unwrap();
    let mut rng = Rng::new(1);
    let mut file = BufWriter::new(File::create(dir.join("games-0-of-1.jsonl")).unwrap());
    for number in 0..games {
        let (cell, pair, opens) = (number / 800, number % 800 / 2, if number % 2 == 0 { 'a' } else { 'b' });
        let mut record = record(pair, opens, [0, 2][rng.below(2) as usize]);
        record.id = format!("hex-11-cpu=20ms-MCPS-GRAVE-{cell:08x}-{pair:04}{opens}");
        record.cell_hash = format!("{cell:08x}00000000");
        record.cell.size = (cell % 19 + 1).to_string();
        let mut point = || format!("{}{}", char::from(b'a' + rng.below(11) as u8), 1 + rng.below(11));
        record.moves = (0..100).map(|_| point()).collect::<Vec<_>>().join(" ");
        record.plies = 100;
        file.write_all(record.to_line().as_bytes()).unwrap();
    }
    file.flush().unwrap();
    dir
}

/// Reports the folder in a process of its own and gives its largest memory in bytes, and seconds; `None` where the system
/// does not tell.
fn report(dir: &Path) -> Option<(u64, f64)> {
    let mut command = Command::new(std::env::current_exe().unwrap());
    let output = command.args(["--exact", "load::one_report", "--nocapture"]).env(DIR, dir).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}");
    let line =
        text.lines().find_map(|line| line.split_once("report: ")).unwrap_or_else(|| panic!("no figures in {text}")).1;
    let (kib, seconds) = line.split_once(' ').unwrap();
    match kib.parse::<u64>() {
        Ok(kib) => Some((kib * 1024, seconds.parse().unwrap())),
        Err(error) if cfg!(target_os = "linux") => panic!("{line}: {error}"),
        Err(_) => None,
    }
}

/// What the other tests of this file start as a process of its own. By itself it reports a small folder.
#[test]
#[allow(clippy::print_stdout, reason = "this is how it answers")]
fn one_report() {
    let dir = std::env::var_os(DIR).map_or_else(|| generate("load-one", 800), PathBuf::from);
    let begin = Instant::now();
    let tables = Tables::of_folder(&dir, None).unwrap();
    assert!(tables.cells.iter().all(|cell| cell.games == 800), "{:?}", tables.cells);
    let texts = [tables.to_json(), tables.to_markdown(), tables.to_csv()];
    assert!(texts.iter().all(|text| !text.is_empty()));
    let seconds = begin.elapsed().as_secs_f64();
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
    println!("report: {} {seconds}", peak.unwrap_or("unknown").trim());
}

/// A week's run has some million games: they must not be kept.
#[test]
fn a_report_keeps_a_small_part_of_each_game() {
    let [few, many] = [("load-few", 4_000), ("load-many", 24_000)].map(|(name, games)| {
        let dir = generate(name, games);
        let size = fs::metadata(dir.join("games-0-of-1.jsonl")).unwrap().len();
        assert!(size > 800 * u64::from(games), "a record has some 1000 bytes: {size}");
        let found = report(&dir);
        fs::remove_dir_all(dir).unwrap();
        found
    });
    let (Some((few, _)), Some((many, _))) = (few, many) else { return };
    let per_game = many.saturating_sub(few) / 20_000;
    assert!(per_game < 300, "{per_game} bytes a game");
}

#[test]
#[ignore = "slow, minutes: cargo xtask ci --slow"]
fn a_hundred_thousand_games_take_five_seconds_and_500_mib() {
    let dir = generate("load-slow", 100_000);
    let found = report(&dir);
    fs::remove_dir_all(dir).unwrap();
    let Some((memory, seconds)) = found else { return };
    assert!(memory < 500 << 20, "{memory} bytes");
    assert!(seconds < 5.0, "{seconds} s");
}
