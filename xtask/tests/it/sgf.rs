//! `cargo xtask report --sgf`.

use std::fs;
use std::process::Command;

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
    let (code, log) = report(&dir.join("config.toml"));
    assert_eq!(code, Some(1));
    assert!(log.contains("config.toml"), "{log}");
}
