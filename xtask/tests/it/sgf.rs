//! `cargo xtask report --sgf`.

use std::fs;
use std::process::Command;

use gametree_tournament::GameRecord;

use crate::program::{finish, folder, games, start};

#[test]
fn every_game_that_sgf_knows_gets_a_file_named_by_its_id() {
    let dir = folder("sgf");
    let plan = "name = \"sgf\"\ngames_per_cell = 4\nbudgets = [\"playouts=5\"]\n\
                players = [{ spec = \"mcps\" }, { spec = \"random\" }]\n\
                games = [{ name = \"tictactoe\" }, { name = \"hex\", sizes = [3] }, { name = \"go\", sizes = [3] }]";
    let (status, log) = finish(start(&dir, plan));
    assert!(status.success(), "{log}");
    let report = |folder: &std::path::Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        let output = command.arg("report").arg(dir.join("run")).arg("--sgf").arg(folder).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let out = dir.join("out/games");
    // Twice: what is there is written anew.
    for _ in 0..2 {
        let (code, log) = report(&out);
        assert_eq!(code, Some(0), "{log}");
        assert!(log.contains("8 games written to") && log.contains("4 are of games that SGF does not know"), "{log}");
    }
    let mut files = 0;
    for (id, game) in games(&dir) {
        let file = out.join(format!("{id}.sgf"));
        assert_eq!(file.exists(), game["cell"]["game"] != "tictactoe", "{id}");
        let Ok(text) = fs::read_to_string(&file) else { continue };
        files += 1;
        let (gm, names) = if game["cell"]["game"] == "hex" { ("GM[11]", "") } else { ("GM[1]", "KM[7.5]") };
        let [first, second] = ["first", "second"].map(|seat| game[seat].as_str().unwrap());
        let colour = if game["winner"] == first { "RE[B+" } else { "RE[W+" };
        for part in [gm, names, colour, "SZ[3]", &format!("PB[{first}]PW[{second}]"), &format!("C[{id}\n")] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
    }
    assert_eq!(files, fs::read_dir(&out).unwrap().count());

    // Two cannot be written, for one its record is wrong and for the other its file is a folder: the rest is.
    let records = dir.join("run/games-0-of-1.jsonl");
    let mut lines: Vec<GameRecord> = fs::read(&records)
        .unwrap()
        .split_inclusive(|&byte| byte == b'\n')
        .map(|line| GameRecord::from_line(line.trim_ascii_end()).unwrap())
        .collect();
    let blocked = lines.iter().find(|record| record.cell.game == "go").unwrap().id.clone();
    let hex = lines.iter_mut().find(|record| record.cell.game == "hex").unwrap();
    hex.moves = "z9".into();
    let wrong = hex.id.clone();
    fs::write(&records, lines.iter().map(GameRecord::to_line).collect::<String>()).unwrap();
    let out = dir.join("out/rest");
    fs::create_dir_all(out.join(format!("{blocked}.sgf/full"))).unwrap();
    let (code, log) = report(&out);
    assert_eq!(code, Some(1), "{log}");
    assert!(log.contains("6 games written to") && log.contains("; 2 could not be written"), "{log}");
    let errors: Vec<&str> = log.lines().filter(|line| line.starts_with("error: game ")).collect();
    assert_eq!(errors.len(), 2, "{log}");
    assert!(errors.iter().any(|line| line.contains(&wrong) && line.contains("z9")), "{log}");
    assert!(errors.iter().any(|line| line.contains(&blocked)), "{log}");
    let is_file = |entry: Result<fs::DirEntry, _>| entry.unwrap().file_type().unwrap().is_file();
    assert_eq!(fs::read_dir(&out).unwrap().map(is_file).filter(|&file| file).count(), 6);

    let (code, log) = report(&dir.join("config.toml"));
    assert_eq!(code, Some(1));
    assert!(log.contains("config.toml"), "{log}");
}
