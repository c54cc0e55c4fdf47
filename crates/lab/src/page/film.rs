//! Recorded games, position by position, for a browser that knows no rules.

use std::collections::HashMap;

use gametree_core::{Grid, Outcome, Side, Size};
use gametree_players::{AnySession, House, Usage};
use gametree_tournament::{EndKind, GameRecord, Tables, replay, speed};
use serde::Serialize;

use super::html::thousands;
use super::survey::CellSurvey;
use crate::show::result;

/// The games in the page take at most so many bytes.
const BYTES: usize = 1_200_000;

/// What the page shows of single games.
#[derive(Serialize)]
pub(super) struct Films {
    /// What the columns of [`Film::usage`] are.
    columns: [&'static str; 7],
    /// By cell, in the order of the tables.
    boards: Vec<Option<BoardAbout>>,
    pub(super) games: Vec<Film>,
}

/// How a cell's board is drawn.
#[derive(Serialize)]
struct BoardAbout {
    name: String,
    cols: u8,
    rows: u8,
    grid: &'static str,
    sides: [&'static str; 2],
    /// What the picture does not say by itself, such as which edges each side joins.
    legend: &'static str,
    /// Points that are marked, as the base of a wargame is.
    marks: Vec<usize>,
}

/// A game. A point with what stands on it is one number: three times the point, as an index row by row from the top left,
/// plus 0 for nothing, 1 for the first side and 2 for the second.
#[derive(Serialize)]
pub(super) struct Film {
    id: String,
    /// Its index in the tables.
    cell: usize,
    players: [String; 2],
    result: String,
    opening: usize,
    moves: String,
    /// Who made each move: 1 or 2.
    turns: String,
    /// What stands on the board at the start.
    start: Vec<usize>,
    /// What each move changes.
    steps: Vec<Vec<usize>>,
    /// How things stand from a ply on, where the stones do not show it.
    notes: Vec<(usize, String)>,
    /// Why the moves could not be played to the end here.
    broken: Option<String>,
    /// What each player's searches spent.
    usage: [Option<[String; 7]>; 2],
    about: String,
}

impl Films {
    /// As many of the kept games as fit: first one of each cell, then a second one, and so on.
    pub(super) fn new(tables: &Tables, kept: &HashMap<String, CellSurvey>, house: &House) -> Films {
        let records: Vec<Vec<&GameRecord>> = tables
            .cells
            .iter()
            .map(|cell| kept.get(&cell.cell_hash).map_or_else(Vec::new, |kept| kept.games.values().collect()))
            .collect();
        let boards = records.iter().map(|records| records.first().and_then(|record| BoardAbout::of(record, house)));
        let boards: Vec<_> = boards.collect();
        let mut films: Vec<Film> = Vec::new();
        let mut bytes = 0;
        let most = records.iter().map(Vec::len).max().unwrap_or(0);
        'all: for rank in 0..most {
            for (cell, records) in records.iter().enumerate() {
                let Some(record) = records.get(rank) else { continue };
                let film = Film::of(record, cell, house);
                bytes += serde_json::to_string(&film).map_or(0, |text| text.len());
                if bytes > BYTES {
                    break 'all;
                }
                films.push(film);
            }
        }
        films.sort_by(|one, other| (one.cell, &one.id).cmp(&(other.cell, &other.id)));
        let columns = ["moves", "playouts", "playouts/s", "mean depth", "max. depth", "playout plies", "CPU time"];
        Films { columns, boards, games: films }
    }
}

impl BoardAbout {
    fn of(record: &GameRecord, house: &House) -> Option<BoardAbout> {
        let replay = replay(record, house).ok()?;
        let (about, session) = (replay.about(), replay.session().ok()?);
        let size = session.setup().size();
        Some(BoardAbout {
            name: about.name.into(),
            cols: size.cols,
            rows: size.rows,
            grid: match about.grid {
                Grid::Squares => "squares",
                Grid::Lines => "lines",
                Grid::Hexagons => "hexagons",
            },
            sides: about.sides,
            legend: about.legend,
            marks: (0..size.area()).filter(|&point| session.is_marked(point)).collect(),
        })
    }
}

impl Film {
    fn of(record: &GameRecord, cell: usize, house: &House) -> Film {
        let players = [&record.first, &record.second];
        let usage = players.map(|name| record.players.get(name).map(|player| spent(&player.usage)));
        let pair = format!("pair {}, seed {}", record.pair, record.seed);
        let rest = [record.host.as_ref(), record.commit.as_ref(), Some(&record.finished_at)];
        let about = rest.into_iter().flatten().fold(pair, |text, part| text + ", " + part);
        let mut film = Film {
            id: record.id.clone(),
            cell,
            players: players.map(Clone::clone),
            result: result(record),
            opening: record.opening,
            moves: record.moves.clone(),
            turns: String::new(),
            start: Vec::new(),
            steps: Vec::new(),
            notes: Vec::new(),
            broken: None,
            usage,
            about,
        };
        let played = replay(record, house).and_then(|replay| Ok((replay.session()?, replay.about().scored)));
        match played {
            Ok((mut session, scored)) => {
                film.broken = film.play(session.as_mut());
                if scored && film.broken.is_none() && record.end.kind != EndKind::Void {
                    film.result += &margin(session.as_ref());
                }
            }
            Err(error) => film.broken = Some(error.to_string()),
        }
        film
    }

    /// Plays the moves; `Some` is why one of them is not possible.
    fn play(&mut self, session: &mut dyn AnySession) -> Option<String> {
        let size = session.setup().size();
        let mut board = vec![0; size.area()];
        self.start = changes(&mut board, session, size);
        self.note(session);
        let moves = self.moves.clone();
        for (ply, mv) in moves.split_whitespace().enumerate() {
            let side = session.to_move();
            if let Err(error) = session.play(side, mv) {
                return Some(format!("ply {}: {error}", ply + 1));
            }
            self.turns.push(if side == Side::First { '1' } else { '2' });
            self.steps.push(changes(&mut board, session, size));
            self.note(session);
        }
        None
    }

    fn note(&mut self, session: &dyn AnySession) {
        let Some(note) = session.standing() else { return };
        if self.notes.last().is_none_or(|(_, last)| *last != note) {
            self.notes.push((self.steps.len(), note));
        }
    }
}

/// The points that have changed since `board`, which is brought up to date.
fn changes(board: &mut [usize], session: &dyn AnySession, size: Size) -> Vec<usize> {
    let mut changed = Vec::new();
    for (point, before) in board.iter_mut().enumerate().take(size.area()) {
        let now = session.stone_at(point).map_or(0, |side| 1 + side.index());
        if *before != now {
            *before = now;
            changed.push(3 * point + now);
        }
    }
    changed
}

fn margin(session: &dyn AnySession) -> String {
    let half_points = session.margin();
    match session.outcome() {
        Some(Outcome::Win(_)) => format!(" by {}", f64::from(half_points.abs()) / 2.0),
        _ => String::new(),
    }
}

fn spent(usage: &Usage) -> [String; 7] {
    let dash = || "–".to_string();
    let playouts = usage.playouts.filter(|&number| number > 0);
    let depth = playouts.and(usage.max_depth).map(|depth| depth.to_string());
    [
        usage.moves.to_string(),
        playouts.map_or_else(dash, thousands),
        usage.playouts_per_s().map_or_else(dash, speed),
        usage.mean_depth().map_or_else(dash, |depth| format!("{depth:.1}")),
        depth.unwrap_or_else(dash),
        usage.mean_playout_plies().map_or_else(dash, |plies| format!("{plies:.1}")),
        usage.cpu_s.map_or_else(dash, |seconds| format!("{seconds:.3} s")),
    ]
}
