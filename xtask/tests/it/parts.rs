//! Beyond one machine, with the real program: parts, their status, merging, scripts, and a disk that is full.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use gametree_tournament::{End, EndKind, GameRecord};
use serde_json::Value;

const PLAN: &str = r#"name = "parts"
seed = 3
games_per_cell = 20
budgets = ["playouts=100"]
players = [{ spec = "mcps" }, { spec = "grave" }]
games = [{ name = "tictactoe" }, { name = "hex", sizes = [3] }]"#;

const GAMES: usize = 40;

fn folder(name: &str) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("parts-{name}"));
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    fs::write(dir.join("config.toml"), PLAN).unwrap();
    dir
}

/// The program as people start it that have it from `dist`: not by cargo.
fn xtask(dir: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask")).current_dir(dir).args(args).env_remove("CARGO").output().unwrap()
}

fn tournament(dir: &Path, args: &[&str]) -> Output {
    xtask(dir, &[&["tournament", "--config", "config.toml", "--out", "run"], args].concat())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Code, standard output, standard error.
fn end(output: &Output) -> (Option<i32>, String, String) {
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// Runs a line that the program has printed.
fn shell(dir: &Path, line: &str) -> Output {
    Command::new("sh").current_dir(dir).args(["-c", line]).env_remove("CARGO").output().unwrap()
}

fn status(dir: &Path, run: &str) -> (Option<i32>, Value) {
    let output = xtask(dir, &["status", run, "--json"]);
    (output.status.code(), serde_json::from_slice(&output.stdout).unwrap())
}

#[test]
fn status_prints_the_commands_that_continue_and_they_do() {
    let dir = folder("status");
    for part in ["0/4", "3/4"] {
        let (code, _, log) = end(&tournament(&dir, &["--shard", part]));
        assert_eq!(code, Some(0), "{log}");
    }
    let (code, now) = status(&dir, "run");
    // Of ten pairs, 0, 4, 8 and 3, 7 are there.
    assert_eq!(
        (code, &now["planned"], &now["done"], &now["missing"], &now["void"]),
        (Some(75), &40.into(), &20.into(), &20.into(), &0.into())
    );
    assert_eq!(now["shards"]["missing"], serde_json::json!([1, 2]));
    assert_eq!(now["files"][1]["file"], "games-3-of-4.jsonl");
    let (code, out, _) = end(&xtask(&dir, &["status", "run"]));
    assert_eq!(code, Some(75));
    for words in ["10/20", "20 of 40", "20 missing", "games-3-of-4.jsonl", "never started: 1-2", "| sbatch --array=1-2"]
    {
        assert!(out.contains(words), "{out} does not say {words}");
    }
    // With a script of ours in the folder, that one; it submits itself. Another one is left to sbatch.
    let script = end(&tournament(&dir, &["--emit", "slurm", "--shards", "4"])).1;
    for (script, words) in [
        (&*script, "\n  bash run/run.sbatch --array=1-2\n"),
        ("#!/bin/bash\n", "\n  sbatch --array=1-2 run/run.sbatch\n"),
    ] {
        fs::write(dir.join("run/run.sbatch"), script).unwrap();
        let out = end(&xtask(&dir, &["status", "run"])).1;
        assert!(out.contains(words), "{out} does not say {words}");
    }
    // Where GNU parallel has played, it goes on.
    fs::remove_file(dir.join("run/run.sbatch")).unwrap();
    fs::write(dir.join("run/parallel-4-20.tsv"), "").unwrap();
    let out = end(&xtask(&dir, &["status", "run"])).1;
    assert!(out.contains(" --emit parallel --shards 4 | bash\n"), "{out}");
    let line = out.lines().find(|line| line.trim_end().ends_with("--out run")).unwrap().trim();
    let (code, _, log) = end(&shell(&dir, line));
    assert!(code == Some(0) && log.contains("\n20 games played"), "{line}: {log}");
    let (code, now) = status(&dir, "run");
    assert_eq!((code, &now["missing"], now["continue"].as_array().unwrap().len()), (Some(0), &0.into(), 0));
    assert_eq!(status(&dir, "run").1["cells"], now["cells"]);
}

/// Games done of games planned of each cell, as `status` shows them.
fn counts(dir: &Path, run: &str) -> Vec<(String, u64, u64)> {
    let (_, now) = status(dir, run);
    let number = |cell: &Value, key: &str| cell[key].as_u64().unwrap();
    let count =
        |cell: &Value| (cell["game"].as_str().unwrap().to_string(), number(cell, "done"), number(cell, "planned"));
    now["cells"].as_array().unwrap().iter().map(count).collect()
}

fn count(game: &str, done: u64, planned: u64) -> (String, u64, u64) {
    (game.into(), done, planned)
}

#[test]
fn fc_66_a_part_of_a_plan_that_is_played_in_shards_is_complete() {
    let dir = folder("only-shards");
    for (part, run) in [("0/3", "run"), ("1/3", "run"), ("2/3", "run"), ("0/2", "a"), ("1/2", "b")] {
        let args = ["tournament", "--config", "config.toml", "--out", run, "--only", "hex/3", "--shard", part];
        assert_eq!(xtask(&dir, &args).status.code(), Some(0));
    }
    for (from, out) in [(&["run"][..], "m"), (&["a", "b"], "both")] {
        let (code, _, log) = end(&xtask(&dir, &[&["merge", "--out", out], from].concat()));
        assert!(code == Some(0) && log.contains("20 of 20 games"), "{log}");
    }
    for run in ["run", "m", "both"] {
        let (code, out, _) = end(&xtask(&dir, &["status", run]));
        assert!(code == Some(0) && out.contains("1 of 2       cells of the plan were asked for"), "{out}");
        assert_eq!(counts(&dir, run), [count("hex", 20, 20)]);
        assert_eq!(xtask(&dir, &["report", run]).status.code(), Some(0));
        let page = fs::read_to_string(dir.join(run).join("report.html")).unwrap();
        assert!(page.contains("20 of 20 planned"));
    }
    // One part of what was asked for is missing.
    let (code, _, log) = end(&xtask(&dir, &["merge", "a", "--out", "half"]));
    assert!(code == Some(75) && log.contains("10 games are missing"), "{log}");
    let line = log.lines().find(|line| line.contains(" tournament --config half/plan.toml")).unwrap();
    let (code, _, log) = end(&shell(&dir, line));
    assert!(code == Some(0) && log.contains("\n10 games played"), "{line}: {log}");

    // Parts that were asked for different things, in one folder and in two.
    for (part, run, only) in
        [("0/2", "mix", "hex"), ("1/2", "mix", "tictactoe"), ("0/2", "x", "hex"), ("1/2", "y", "tictactoe")]
    {
        let args = ["tournament", "--config", "config.toml", "--out", run, "--only", only, "--shard", part];
        assert_eq!(xtask(&dir, &args).status.code(), Some(0));
    }
    for order in [["x", "y"], ["y", "x"]] {
        let (code, _, log) = end(&xtask(&dir, &[&["merge", "--out", "xy"], &order[..]].concat()));
        assert!(code == Some(75) && log.contains("20 games are missing"), "{log}");
    }
    for run in ["mix", "xy"] {
        assert_eq!(counts(&dir, run), [count("tictactoe", 10, 20), count("hex", 10, 20)]);
    }
    // A folder whose whole plan was asked for, and one of a part of it with more games.
    for (run, args) in [("all", &["--shard", "0/2"][..]), ("more", &["--only", "hex", "--games", "30"])] {
        let args = [&["tournament", "--config", "config.toml", "--out", run], args].concat();
        assert_eq!(xtask(&dir, &args).status.code(), Some(0));
    }
    assert_eq!(xtask(&dir, &["merge", "all", "more", "--out", "union"]).status.code(), Some(75));
    assert_eq!(counts(&dir, "union"), [count("tictactoe", 10, 20), count("hex", 30, 30)]);
}

#[test]
fn fc_71_games_with_only_extend_what_was_asked_for_and_no_more() {
    let dir = folder("only-games");
    let play = |args: &[&str]| {
        let (code, _, log) = end(&tournament(&dir, args));
        assert_eq!(code, Some(0), "{log}");
        let played = log.lines().find_map(|line| line.split_once(" games played")).unwrap().0;
        (played.parse::<u64>().unwrap(), status(&dir, "run").0)
    };
    // All, then more of some, all again, and more of the rest.
    assert_eq!(play(&[]), (40, Some(0)));
    assert_eq!(play(&["--games", "30", "--only", "hex/3"]), (10, Some(0)));
    assert_eq!(counts(&dir, "run"), [count("tictactoe", 20, 20), count("hex", 30, 30)]);
    assert_eq!(play(&[]), (0, Some(0)));
    assert_eq!(play(&["--games", "20"]), (0, Some(0)));
    assert_eq!(play(&["--only", "tictactoe/3/playouts=100", "--games", "30"]), (10, Some(0)));
    assert_eq!(counts(&dir, "run"), [count("tictactoe", 30, 30), count("hex", 30, 30)]);
    let plan = fs::read_to_string(dir.join("run/plan.toml")).unwrap();
    assert!(plan.contains("games_per_cell = 30") && !plan.contains("asked"), "all alike is no list: {plan}");

    // Some, more of them by the folder's own plan, then all.
    fs::remove_dir_all(dir.join("run")).unwrap();
    assert_eq!(play(&["--only", "hex", "--games", "6"]), (6, Some(0)));
    let own = |args: &[&str]| {
        let args = [&["tournament", "--config", "run/plan.toml", "--out", "run"], args].concat();
        let (code, _, log) = end(&xtask(&dir, &args));
        assert!(code == Some(0), "{log}");
        (counts(&dir, "run"), status(&dir, "run").0)
    };
    assert_eq!(own(&["--games", "8"]), (vec![count("hex", 8, 8)], Some(0)));
    // What was not asked for has the plan's number.
    assert_eq!(own(&["--only", "tictactoe"]).0, [count("tictactoe", 20, 20), count("hex", 8, 8)]);
    assert_eq!(play(&[]), (12, Some(0)));
    assert_eq!(counts(&dir, "run"), [count("tictactoe", 20, 20), count("hex", 20, 20)]);

    // As README has it: another budget is another run, of which only this is asked for.
    let args = ["tournament", "--config", "config.toml", "--out", "readme", "--only", "hex/3", "--games", "4"];
    let args = [&args[..], &["--budget", "playouts=10"]].concat();
    assert_eq!(xtask(&dir, &args).status.code(), Some(0));
    assert_eq!((status(&dir, "readme").0, counts(&dir, "readme")), (Some(0), vec![count("hex", 4, 4)]));

    let (code, _, log) = end(&xtask(&dir, &["status", "run", "--only", "hex/4"]));
    assert!(code == Some(2) && log.contains("hex/3"), "{log}");
    let (code, _, log) = end(&xtask(&dir, &["status", "no such"]));
    assert!(code == Some(2) && log.contains("no such") && log.contains("plan.toml"), "{log}");
}

/// A folder of the program of commit 8418f00 has the whole plan, whatever was asked for.
#[test]
fn status_of_a_run_of_some_cells_of_an_earlier_program() {
    let dir = folder("only");
    assert_eq!(tournament(&dir, &["--only", "hex/3", "--shard", "0/2"]).status.code(), Some(0));
    let path = dir.join("run/plan.toml");
    let plan = fs::read_to_string(&path).unwrap();
    let without: String = plan.split("\n[games.asked]\n").map(|text| text.trim_start_matches("3 = 20\n")).collect();
    fs::write(&path, without).unwrap();
    let (code, out, _) = end(&xtask(&dir, &["status", "run"]));
    assert!(code == Some(75) && out.contains(" 0/20") && out.contains(" 10/20"), "{out}");
    let line = out.lines().find(|line| line.ends_with("--only hex/3")).unwrap_or_else(|| panic!("{out}"));
    let (code, _, log) = end(&shell(&dir, line));
    assert!(code == Some(0) && log.contains("\n10 games played"), "{line}: {log}");
    assert_eq!(xtask(&dir, &["status", "run", "--only", "hex"]).status.code(), Some(0));
}

#[test]
fn merge_says_what_is_missing_and_void_by_its_exit_code() {
    let dir = folder("merge");
    for (part, run) in [("0/2", "a"), ("1/2", "b")] {
        let args = ["tournament", "--config", "config.toml", "--out", run, "--shard", part];
        assert_eq!(xtask(&dir, &args).status.code(), Some(0));
    }
    let (code, _, log) = end(&xtask(&dir, &["merge", "a", "--out", "m"]));
    assert!(code == Some(75) && log.contains("20 games are missing; this plays them:"), "{log}");
    let (code, out, log) = end(&xtask(&dir, &["merge", "b", "--out", "m", "--json"]));
    assert!(code == Some(0) && log.contains("40 of 40 games"), "{log}");
    assert_eq!(serde_json::from_str::<Value>(&out).unwrap()["cells"][0]["games"], 20);
    assert!(dir.join("m/tables.md").exists());
    // What the merge has written continues as it is.
    let args = ["tournament", "--config", "m/plan.toml", "--out", "m"];
    assert!(end(&xtask(&dir, &args)).2.contains("\n0 games played"));

    let file = dir.join("b/games-1-of-2.jsonl");
    let lines = fs::read_to_string(&file).unwrap();
    let (first, rest) = lines.split_once('\n').unwrap();
    let mut record = GameRecord::from_line(first.as_bytes()).unwrap();
    record.winner = None;
    record.end = End { kind: EndKind::Void, reason: Some("for this test".into()), by: None };
    fs::write(&file, record.to_line() + rest).unwrap();
    let (code, _, log) = end(&xtask(&dir, &["merge", "b", "a", "--out", "v"]));
    assert_eq!(code, Some(3), "{log}");
    let (code, now) = status(&dir, "v");
    assert_eq!((code, &now["void"], &now["missing"]), (Some(3), &1.into(), &0.into()));
    // The same game with another outcome is reported.
    let (_, _, log) = end(&xtask(&dir, &["merge", "v", "--out", "m"]));
    assert!(log.contains("went differently and is left out") && log.contains(&record.id), "{log}");

    // Damaged in the middle: an error that names the line, or left out and counted.
    fs::write(&file, lines.replacen("\"plies\"", "\"pliez\"", 1)).unwrap();
    for command in [
        &["status", "b"][..],
        &["report", "b"],
        &["merge", "b", "--out", "d"],
        &["tournament", "--config", "config.toml", "--out", "b"],
    ] {
        let (code, _, log) = end(&xtask(&dir, command));
        assert!(code == Some(1) && log.contains("games-1-of-2.jsonl:1: damaged"), "{command:?}: {log}");
        let log = end(&xtask(&dir, &[command, &["--skip-damaged"]].concat())).2;
        assert!(log.contains("1 damaged records were left out") && log.contains("games-1-of-2.jsonl:1: "), "{log}");
    }
}

#[test]
fn scripts_say_all_that_they_need_and_bad_parts_are_named() {
    let dir = folder("emit");
    let (code, out, log) = end(&tournament(&dir, &["--emit", "slurm", "--shards=7", "--games", "30", "--jobs", "2"]));
    assert_eq!(code, Some(0), "{log}");
    for words in [
        "#!/bin/bash\n",
        "--array=0-6%7\n",
        "--cpus-per-task=2\n",
        "--requeue\n",
        "--open-mode=append\n",
        // A playout budget is no time.
        "--signal=B:USR1@600\n",
        "--dependency=\"afterany:",
        "exec \"$program\" tournament --config config.toml --games 30 --out \"$out\"",
        "--shard \"$SLURM_ARRAY_TASK_ID/$shards\"",
        "\nshards=7\n",
        env!("CARGO_BIN_EXE_xtask"),
    ] {
        assert!(out.contains(words), "{out} does not say {words}");
    }
    assert!(!dir.join("run").exists(), "nothing is played");
    let long = end(&tournament(&dir, &["--emit", "slurm", "--shards", "7", "--budget", "cpu=10s"])).1;
    // 18 moves of ten seconds, twice, and a minute.
    assert!(long.contains("--signal=B:USR1@420\n"), "{long}");
    let (code, out, _) = end(&tournament(&dir, &["--emit", "parallel", "--shards", "3", "--only", "hex"]));
    assert_eq!(code, Some(0));
    for words in [
        "--joblog \"$out/parallel-3-20-hex-3-playouts=100-hex-3-playouts=100.tsv\"",
        "--termseq TERM,",
        " --only hex --out ",
        "seq 0 $((shards - 1))",
    ] {
        assert!(out.contains(words), "{out} does not say {words}");
    }
    for script in [&long, &out] {
        let path = dir.join("script.sh");
        fs::write(&path, script).unwrap();
        assert!(Command::new("bash").arg("-n").arg(&path).status().unwrap().success(), "{script}");
        for name in ["PLAN", "SHARDS", "OUT", "ARGS", "LEAD", "PROGRAM"] {
            assert!(!script.contains(&format!("@{name}@")), "{script}");
        }
    }
    for (args, words) in [
        (&["--shard", "4/4"][..], &["4/4", "0/4 to 3/4"][..]),
        (&["--shard", "x"], &["I/N"]),
        (&["--emit", "slurm"], &["--shards"]),
        (&["--emit", "slurm", "--shards", "0"], &["shards: 0"]),
        (&["--emit", "slurm", "--shards", "2", "--shard", "0/2"], &["--shard"]),
    ] {
        let (code, _, log) = end(&tournament(&dir, args));
        assert_eq!(code, Some(2), "{args:?}: {log}");
        for word in words {
            assert!(log.contains(word), "{args:?}: {log} does not say {word}");
        }
    }
}

#[test]
fn fc_63_there_are_never_more_parts_than_pairs_and_large_arrays_are_warned_of() {
    let dir = folder("many-parts");
    for (args, parts) in [(&[][..], 10), (&["--games", "30"], 15), (&["--games", "2"], 1)] {
        for kind in ["slurm", "parallel"] {
            let args = [&["--emit", kind, "--shards", "5000"], args].concat();
            let (code, out, log) = end(&tournament(&dir, &args));
            assert!(code == Some(0) && out.contains(&format!("\nshards={parts}\n")), "{out}");
            assert!(
                log.contains(&format!("--shards 5000: made {parts}; no cell has more than {parts} pairs")),
                "{log}"
            );
            assert!(!log.contains("MaxArraySize") && !out.contains("MaxArraySize"), "{log}");
        }
    }
    // As many as there are pairs is nothing to speak of.
    let (_, out, log) = end(&tournament(&dir, &["--emit", "slurm", "--shards", "10"]));
    assert!(log.is_empty() && out.contains("--array=0-9%10\n"), "{log}");
    for (kind, named) in [("slurm", true), ("parallel", false)] {
        let args = ["--emit", kind, "--shards", "1001", "--games", "4000"];
        let (code, out, log) = end(&tournament(&dir, &args));
        assert!(code == Some(0) && out.contains("\nshards=1001\n"), "{log}");
        for text in [&out, &log] {
            assert_eq!(text.contains("scontrol show config | grep MaxArraySize"), named, "{text}");
        }
    }
}

/// A limit on the size of files stands for a disk that is full: the write fails in the middle of a line.
#[test]
fn when_the_disk_is_full_nothing_is_lost_and_the_same_command_continues() {
    let dir = folder("full");
    let command = format!("{} tournament --config config.toml --out run", env!("CARGO_BIN_EXE_xtask"));
    // The shell counts in units of 512 bytes.
    let (code, _, log) = end(&shell(&dir, &format!("ulimit -f 24; exec {command}")));
    assert_eq!(code, Some(1), "{log}");
    for words in ["the same command continues it", "games-0-of-1.jsonl: ", "os error"] {
        assert!(log.contains(words), "{log} does not say {words}");
    }
    let file = dir.join("run/games-0-of-1.jsonl");
    let before = fs::read_to_string(&file).unwrap();
    assert!(before.ends_with('\n') && before.len() <= 24 * 512, "the line that did not fit was cut off");
    for line in before.lines() {
        GameRecord::from_line(line.as_bytes()).unwrap();
    }
    let there = before.lines().count();
    assert!((5..GAMES).contains(&there), "{there} games");
    let (code, _, log) = end(&shell(&dir, &command));
    assert!(code == Some(0) && log.contains(&format!("\n{} games played", GAMES - there)), "{log}");
    let after = fs::read_to_string(&file).unwrap();
    assert!(after.starts_with(&before) && after.lines().count() == GAMES);
    // No room even for the plan.
    let (code, _, log) = end(&shell(&dir, &format!("ulimit -f 0; exec {command} --games 40")));
    assert!(code == Some(1) && log.contains("run/plan.toml: "), "{log}");
    assert_eq!(status(&dir, "run").0, Some(0), "the plan is still the old one");
}

/// A game takes as many cores as a player has threads: of this machine, and of those that a script asks for.
#[test]
fn several_threads_have_their_cores_here_and_in_scripts() {
    let dir = folder("threads");
    let plan = PLAN.replace("\"mcps\"", "\"mcps:threads=4\"").replace("cell = 20", "cell = 2");
    fs::write(dir.join("config.toml"), plan).unwrap();
    let (code, _, log) = end(&tournament(&dir, &["--jobs", "3"]));
    assert_eq!(code, Some(2), "{log}");
    assert!(log.contains("jobs: 3 is not allowed; allowed: at least 4: player MCPS has threads=4"), "{log}");
    assert!(!dir.join("run").exists(), "nothing is begun");
    let (code, _, log) = end(&tournament(&dir, &["--jobs", "9"]));
    assert!(code == Some(0) && log.contains("4 to play, 2 at once"), "{log}");
    let slurm = end(&tournament(&dir, &["--emit", "slurm", "--shards", "1"])).1;
    assert!(slurm.contains("--cpus-per-task=4\n") && slurm.contains("--jobs \"${SLURM_CPUS_PER_TASK:-4}\""), "{slurm}");
    let parallel = |args: &[&str]| end(&tournament(&dir, &[&["--emit", "parallel", "--shards", "1"], args].concat())).1;
    let script = parallel(&[]);
    assert!(script.contains("--jobs 4 >>") && script.contains("parallel --jobs \"25%\""), "{script}");
    assert!(parallel(&["--jobs", "8"]).contains("parallel --jobs \"2\""));
    let (code, _, log) = end(&tournament(&dir, &["--emit", "slurm", "--shards", "1", "--jobs", "2"]));
    assert!(code == Some(2) && log.contains("jobs: 2 is not allowed"), "{log}");
    let (code, _, log) = end(&tournament(&dir, &["--budget", "cpu=10ms", "--jobs", "4"]));
    assert!(code == Some(2) && log.contains("budget cpu of player MCPS: 10ms is not allowed"), "{log}");
}
