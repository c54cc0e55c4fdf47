//! Our own engine at tournaments: every game through GTP, and its games as SGF.

use std::path::PathBuf;
use std::sync::Arc;

use gametree_players::{
    House, Players, Standard,
    sgf::{SgfGame, read_trees, write_trees},
};
use gametree_tournament::{EndKind, GameRecord, Machine, Next, Plan, RunSettings, Store, read_records, replay, run};

/// Two games of our engine against a search of ours.
fn played(name: &str, game: &str, size: u8, args: &str, parameters: &str) -> Vec<GameRecord> {
    let mut engine = Standard::parse(&format!("gtp:command=gametree{parameters}")).unwrap();
    let program = env!("CARGO_BIN_EXE_gametree");
    engine.set("command", &format!("'{program}' gtp {game} --size {size} --budget playouts=20 {args}")).unwrap();
    let text = format!(
        "name = \"gtp\"\ngames_per_cell = 2\nbudgets = [\"playouts=20\"]\nopenings = {{ plies = 1 }}\n\
         players = [{{ name = \"E\", spec = '''{engine}''' }}, {{ spec = \"uct\" }}]\n\
         games = [{{ name = \"{game}\", sizes = [{size}] }}]"
    );
    let games = games();
    let plan = Plan::parse(&text, "test.toml", &games).unwrap();
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&dir);
    let cells = plan.cells();
    let mut store = Store::open(&dir, &plan, &games).unwrap();
    let settings = RunSettings { jobs: 2, ..RunSettings::new(Machine::default()) };
    run(&games, &cells, &plan.jobs(&cells, None), &mut store, &settings, &mut |_| Next::GoOn).unwrap();
    let mut records = Vec::new();
    read_records(&dir, &mut |record| records.push(record)).unwrap();
    assert_eq!(records.len(), 2);
    for record in &records {
        assert_eq!(record.end.kind, EndKind::Normal, "{game}: {:?}", record.end.reason);
    }
    records
}

fn games() -> Arc<House> {
    Arc::new(gametree_games::all())
}

fn as_sgf(record: &GameRecord) -> SgfGame {
    let tree = replay(record, &games()).unwrap().sgf().unwrap().unwrap().tree();
    SgfGame::read(&read_trees(write_trees(&[tree]).as_bytes()).unwrap()[0], &games()).unwrap()
}

#[test]
fn every_game_is_played_through_gtp() {
    for (game, size) in [("tictactoe", 3), ("hex", 10), ("wargame", 5), ("go", 5), ("atarigo", 5), ("nogo", 10)] {
        for record in played(&format!("gtp-{game}"), game, size, "", "") {
            let games = games();
            let sgf = replay(&record, &games).unwrap().sgf().unwrap();
            assert_eq!(sgf.is_none(), ["tictactoe", "wargame"].contains(&game));
            let Some(_) = sgf else { continue };
            let read = as_sgf(&record);
            let moves: Vec<&str> = read.moves.iter().map(|mv| mv.text.as_str()).collect();
            assert_eq!(moves.join(" ").to_lowercase(), record.moves.to_lowercase());
            assert_eq!(read.names, [Some(record.first.clone()), Some(record.second.clone())]);
            let colour = if record.winner.as_ref() == Some(&record.first) { "B+" } else { "W+" };
            assert!(record.winner.as_deref() == Some("draw") || read.result.unwrap().starts_with(colour));
            assert_eq!(read.date.as_deref(), record.finished_at.get(..10));
        }
    }
}

/// Row 1 at the bottom and no letter I, in a game that has both otherwise: stones end on legal points on both boards.
#[test]
fn engines_may_write_points_in_another_way() {
    played("gtp-hex-coordinates", "hex", 10, "--coordinates gtp", ",coordinates=gtp");
}

#[test]
fn final_scores_stand_beside_ours() {
    for record in played("gtp-scores", "go", 5, "", "") {
        let scores = record.final_scores.as_ref().unwrap();
        assert_eq!(scores.engines.keys().collect::<Vec<_>>(), ["E"]);
        assert_eq!(scores.differing().count(), 0, "{scores:?}");
        assert_eq!(as_sgf(&record).result.as_deref(), Some(scores.referee.as_str()));
    }
}

/// FC-22.
#[test]
fn names_and_results_in_sgf_follow_the_player_when_the_seats_are_swapped() {
    let mut records = played("gtp-seats", "go", 5, "", "");
    let mut rename = |index: usize, first: &str, second: &str, kind: EndKind| {
        let record = &mut records[index];
        (record.first, record.second, record.winner) = (first.into(), second.into(), Some("X".into()));
        record.end.kind = kind;
        let session = replay(record, &games()).unwrap().sgf().unwrap().unwrap();
        let names = session.names.map(Option::unwrap);
        (names, session.result.unwrap())
    };
    let (names, result) = rename(0, "X", "Y", EndKind::Normal);
    assert_eq!(names, ["X", "Y"]);
    assert!(result.starts_with("B+"), "{result}");
    assert_eq!(rename(0, "Y", "X", EndKind::Resign), (["Y", "X"].map(String::from), "W+R".into()));
    assert_eq!(rename(1, "X", "Y", EndKind::Forfeit), (["X", "Y"].map(String::from), "B+F".into()));
    let record = &mut records[0];
    (record.winner, record.end.kind) = (None, EndKind::Void);
    assert_eq!(as_sgf(record).result.as_deref(), Some("Void"));
    record.winner = Some("draw".into());
    record.end.kind = EndKind::Normal;
    record.finished_at = String::new();
    let sgf = as_sgf(record);
    assert_eq!((sgf.result.as_deref(), sgf.date), (Some("0"), None));
}
