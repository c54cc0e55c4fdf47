//! Small SGF files in the forms that real ones have, in `tests/sgf`, each next to what reading it must give.
//!
//! `NN-what.txt` says: game, size and side to move; the final board, row by row from the top, `x` for the first side and `o`
//! for the second; `warning LINE:COLUMN` for each place that must be warned of; `option NAME=VALUE` for each option that
//! follows from the file; `black NAME` and `white NAME`. Or, after the first line, `error LINE:COLUMN WORD` for a file that
//! must be refused, with a word of the message. What a file does all along is warned of at the first place only. The boards
//! were worked out by hand and agree with sgfmill (PyPI), for which forms that it does not know were written anew.

use std::fs;
use std::path::PathBuf;

use gametree_core::Side;
use gametree_players::{
    AnySession,
    sgf::{Place, SgfError, SgfGame, read_trees},
};

/// So many files there are.
const FILES: usize = 40;

/// Everything that is read, and the session after the last move.
fn read(bytes: &[u8]) -> Result<(SgfGame, Box<dyn AnySession>), SgfError> {
    let game = SgfGame::read(&read_trees(bytes)?[0], &gametree_games::all())?;
    let games = gametree_games::all();
    let any = games.find(game.game).unwrap();
    let setup = game.setup(any, &Default::default())?;
    let mut session = any.session(&setup, &[]).unwrap();
    game.play(&mut *session, usize::MAX)?;
    Ok((game, session))
}

fn at(place: Place) -> String {
    format!("{}:{}", place.line, place.column)
}

fn board(session: &dyn AnySession) -> Vec<String> {
    let stone = |point| match session.stone_at(point) {
        Some(Side::First) => "x",
        Some(Side::Second) => "o",
        None => ".",
    };
    let size = session.setup().size();
    let cols = usize::from(size.cols);
    let row = |row| (row * cols..(row + 1) * cols).map(stone).collect::<Vec<_>>().join(" ");
    (0..usize::from(size.rows)).map(row).collect()
}

/// An option as `NAME=VALUE`; a number without the decimals it does not need.
fn option(session: &dyn AnySession, name: &str) -> String {
    let value = session.setup().options().get(name);
    let number = value.and_then(serde_json::Value::as_f64).map(|number| number.to_string());
    let text = value.and_then(|value| value.as_str()).map(str::to_string);
    format!("{name}={}", number.or(text).or(value.map(ToString::to_string)).unwrap_or("none".into()))
}

/// What reading must give and does not give, and the other way round. Empty when all is right.
fn differences(bytes: &[u8], wanted: &str) -> Vec<String> {
    let mut wanted: Vec<&str> = wanted.lines().collect();
    let refused = wanted.get(1).and_then(|line| line.strip_prefix("error ")).map(|line| line.split_once(' ').unwrap());
    let (game, session) = match (read(bytes), refused) {
        (Err(error), Some((place, word))) if at(error.place) == place && error.message.contains(word) => {
            return Vec::new();
        }
        (Err(error), _) => return vec![format!("refused: {error}")],
        (Ok(_), Some((place, word))) => return vec![format!("read, but must be refused at {place} for {word}")],
        (Ok(read), None) => read,
    };
    let side = if session.to_move() == Side::First { "first" } else { "second" };
    let mut found = vec![format!("{} {} {side}", game.game, session.setup().size())];
    found.extend(board(&*session));
    let rows = found.len();
    found.extend(game.warnings.iter().map(|warning| format!("warning {}", at(warning.place))));
    for line in &wanted[rows.min(wanted.len())..] {
        match line.split_once(' ').unwrap() {
            ("warning", _) => {}
            ("option", text) => {
                found.push(format!("option {}", option(&*session, text.split_once('=').unwrap().0)));
            }
            ("black", _) => found.push(format!("black {}", game.names[0].as_deref().unwrap_or_default())),
            ("white", _) => found.push(format!("white {}", game.names[1].as_deref().unwrap_or_default())),
            _ => return vec![format!("line {line:?} says nothing that is known")],
        }
    }
    if found.iter().take(rows).ne(wanted.iter().take(rows)) {
        return vec![format!("found\n{}", found.join("\n"))];
    }
    let mut differences = Vec::new();
    for line in found.split_off(rows) {
        match wanted.iter().skip(rows).position(|wanted| *wanted == line) {
            Some(nth) => drop(wanted.remove(rows + nth)),
            None => {
                let why = game.warnings.iter().find(|warning| line == format!("warning {}", at(warning.place)));
                differences.push(format!("not wanted: {line} {}", why.map_or("", |warning| &warning.text)));
            }
        }
    }
    differences.extend(wanted[rows..].iter().map(|line| format!("missing: {line}")));
    differences
}

#[test]
fn files_in_all_forms_are_read_to_the_right_board() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/sgf");
    let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|end| end == "sgf")).collect();
    files.sort();
    assert_eq!(files.len(), FILES, "files in {}", folder.display());
    let mut wrong = Vec::new();
    for path in files {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        match fs::read_to_string(path.with_extension("txt")) {
            Ok(wanted) => {
                let found = differences(&fs::read(&path).unwrap(), &wanted);
                wrong.extend(found.into_iter().map(|difference| format!("{name}: {difference}")));
            }
            Err(error) => wrong.push(format!("{name}: no .txt beside it: {error}")),
        }
    }
    assert!(wrong.is_empty(), "{} differences\n{}", wrong.len(), wrong.join("\n"));
}
