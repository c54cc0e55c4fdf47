//! What `cargo xtask report --sgf` writes is read back without a word of help.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use gametree_players::sgf::{SgfGame, read_trees, write_trees};
use gametree_tournament::{GameRecord, replay};

use crate::program::{finish, folder, start};

/// Which `cargo xtask ci --clients` has read by another program, too.
const PLAN: &str = include_str!("../../src/ci/sgf.toml");

#[test]
fn fc_51_every_file_of_a_run_is_read_back_without_an_option() {
    let dir = folder("sgf-files");
    let (_, log) = finish(start(&dir, PLAN));
    let out = dir.join("games");
    let report =
        Command::new(env!("CARGO_BIN_EXE_xtask")).arg("report").arg(dir.join("run")).arg("--sgf").arg(&out).output();
    let report = report.unwrap();
    let errors = String::from_utf8_lossy(&report.stderr);
    assert!(!errors.contains("could not be written") && !errors.contains("error"), "{log}{errors}");
    let games = gametree_games::all();
    let text = fs::read_to_string(dir.join("run/games-0-of-1.jsonl")).unwrap();
    let records: Vec<_> = text.lines().map(|line| GameRecord::from_line(line.as_bytes()).unwrap()).collect();
    // Six rules on six boards, two boards of Hex with swaps and two without, two of AtariGo, two of NoGo.
    assert_eq!(records.len(), 2 * (6 * 6 + 6) + 40 * 2, "{log}");
    let mut seen = BTreeSet::new();
    for record in records {
        let (id, cell) = (&record.id, &record.cell);
        let file = fs::read(out.join(format!("{id}.sgf"))).unwrap();
        let read = SgfGame::read(&read_trees(&file).unwrap()[0], &gametree_games::all())
            .unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(read.warnings, [], "{id}");
        assert_eq!(read.game, cell.game, "{id}");
        let game = games.find(read.game).unwrap();
        let setup = read.setup(game, &toml::Table::new()).unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(setup.size().to_string(), cell.size, "{id}");
        assert!(setup.options().iter().eq(cell.options.iter()), "{id}: {:?}, {:?}", setup.options(), cell.options);
        let moves: Vec<&str> = read.moves.iter().map(|mv| mv.text.as_str()).collect();
        assert_eq!(moves.join(" "), record.moves, "{id}");

        let mut session = game.session(&setup, &[]).unwrap();
        read.play(&mut *session, usize::MAX).unwrap_or_else(|error| panic!("{id}: {error}"));
        let again = replay(&record, &games).unwrap();
        let mut played = again.session().unwrap();
        for text in record.moves.split_whitespace() {
            played.play(played.to_move(), text).unwrap();
        }
        assert_eq!(session.draw(), again.draw(usize::MAX).unwrap(), "{id}");
        let now = |session: &dyn gametree_players::AnySession| {
            (session.to_move(), session.outcome(), session.margin(), session.legal_moves())
        };
        assert_eq!(now(&*session), now(&*played), "{id}");
        assert_eq!(write_trees(&[read.tree()]).as_bytes(), file, "{id}");
        // Whether the file's rules are needed for it.
        let bends = |name: &str, value: toml::Value| {
            let mut options = read.options.clone();
            options.insert(name.into(), value);
            let other = game.setup(read.size, &options);
            other.is_ok_and(|other| read.play(&mut *game.session(&other, &[]).unwrap(), usize::MAX).is_err())
        };
        let needs = [
            ("simple ko", bends("ko", "positional".into()) && bends("ko", "situational".into())),
            (
                "situational ko",
                cell.options.get("ko").is_some_and(|ko| ko == "situational") && bends("ko", "positional".into()),
            ),
            ("suicide", bends("suicide", false.into())),
            ("swap", bends("swap", "none".into())),
            ("pass", moves.contains(&"pass")),
        ];
        seen.extend(needs.iter().filter(|(_, needed)| *needed).map(|(name, _)| *name));
    }
    let all = ["pass", "simple ko", "situational ko", "suicide", "swap"];
    assert_eq!(Vec::from_iter(seen), all, "what the rules differ in has been played");
}
