//! How long the games take that are left, cell by cell: cells differ by orders of magnitude, so games per second say little.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use gametree_core::Budget;

use crate::plan::schedule::Cell;
use crate::records::GameRecord;

/// Measured times of games.
#[derive(Clone, Debug)]
pub struct Pace {
    cells: Vec<CellPace>,
}

#[derive(Clone, Debug)]
struct CellPace {
    game: &'static str,
    kind: Kind,
    /// Grows as the time of a game does, among cells of one game and one kind of budget.
    scale: f64,
    games: u64,
    seconds: f64,
}

/// Budgets whose numbers can be compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Time,
    Playouts,
    Nodes,
    Depth,
}

impl CellPace {
    fn new(cell: &Cell) -> Self {
        let area = cell.setup.size().area() as f64;
        let Budget { playouts, nodes, .. } = cell.budget;
        let time = cell.budget.time();
        // A game has moves in proportion to the area; a playout takes time in proportion to it too.
        let (kind, scale) = match (time, playouts, nodes) {
            (Some(time), ..) => (Kind::Time, time.as_secs_f64() * area),
            (None, Some(playouts), _) => (Kind::Playouts, playouts as f64 * area * area),
            (None, None, Some(nodes)) => (Kind::Nodes, nodes as f64 * area),
            (None, None, None) => (Kind::Depth, area),
        };
        CellPace { game: cell.setup.game(), kind, scale, games: 0, seconds: 0.0 }
    }
}

impl Pace {
    /// Nothing measured yet.
    #[must_use]
    pub fn new(cells: &[Cell]) -> Self {
        Pace { cells: cells.iter().map(CellPace::new).collect() }
    }

    /// Counts a game of a cell, by its index. Void games do not count: they took what a fault took.
    pub fn add(&mut self, cell: usize, record: &GameRecord) {
        if let (Some(cell), false) = (self.cells.get_mut(cell), record.is_void()) {
            cell.games += 1;
            cell.seconds += record.seconds();
        }
    }

    /// Seconds of wall time that a game of this cell takes: the mean of those measured; before the first one, from the other
    /// cells of its game, or else of all games, in proportion to budget and board. `None` when nothing comparable was played.
    #[must_use]
    pub fn of_game(&self, cell: usize) -> Option<f64> {
        let of = self.cells.get(cell)?;
        if of.games > 0 {
            return Some(of.seconds / of.games as f64);
        }
        let alike = |cell: &&CellPace| cell.kind == of.kind && cell.games > 0;
        let ratio = |cells: &mut dyn Iterator<Item = &CellPace>| {
            let (seconds, scale) = cells.fold((0.0, 0.0), |(seconds, scale), cell| {
                (seconds + cell.seconds, scale + cell.games as f64 * cell.scale)
            });
            (scale > 0.0).then(|| seconds / scale)
        };
        let same_game = ratio(&mut self.cells.iter().filter(alike).filter(|cell| cell.game == of.game));
        same_game.or_else(|| ratio(&mut self.cells.iter().filter(alike))).map(|ratio| ratio * of.scale)
    }

    /// Seconds that these games take one after the other: (cell, how many). `None` where a cell's games cannot be told.
    #[must_use]
    pub fn of_all(&self, left: impl IntoIterator<Item = (usize, u64)>) -> Option<f64> {
        left.into_iter()
            .filter(|&(_, games)| games > 0)
            .map(|(cell, games)| Some(games as f64 * self.of_game(cell)?))
            .sum()
    }
}

/// How fast games came lately, in wall time: on a machine that is shared they take longer than they did when most of them were
/// measured, and longer than their players notice. Times are those since any moment, the same for all.
#[derive(Clone, Debug)]
pub struct Lately {
    began: Duration,
    at_once: usize,
    /// When the games of the last [`SPAN`] came, and of which cell, but not fewer than are [`Lately::enough`].
    recent: VecDeque<(Duration, usize)>,
    /// When the last one came that is not among them.
    before: Option<Duration>,
    /// Games by cell, all of them.
    all: Vec<u64>,
}

/// The time that tells the pace.
const SPAN: Duration = Duration::from_secs(600);

impl Lately {
    /// Nothing has come yet; so many games are played at once, of so many cells.
    #[must_use]
    pub fn new(began: Duration, at_once: usize, cells: usize) -> Self {
        Lately { began, at_once: at_once.max(1), recent: VecDeque::new(), before: None, all: vec![0; cells] }
    }

    /// A game of a cell has come.
    pub fn add(&mut self, now: Duration, cell: usize) {
        if let Some(number) = self.all.get_mut(cell) {
            *number += 1;
            self.recent.push_back((now, cell));
        }
        while self.recent.len() > self.enough() && self.recent[0].0 + SPAN < now {
            self.before = self.recent.pop_front().map(|(at, _)| at);
        }
    }

    /// With fewer games, those in hand would weigh too much.
    fn enough(&self) -> usize {
        10 * self.at_once
    }

    /// Seconds that the games of the last ten minutes took, to the seconds that they take by the means of their cells: what
    /// [`Pace::of_all`] says is to be multiplied by this. `None` while they are too few to tell.
    #[must_use]
    pub fn factor(&self, now: Duration, pace: &Pace) -> Option<f64> {
        let mut games: BTreeMap<usize, u64> = BTreeMap::new();
        self.recent.iter().for_each(|(_, cell)| *games.entry(*cell).or_default() += 1);
        let factor = self.ratio(now, self.before.unwrap_or(self.began), pace.of_all(games)?);
        factor.filter(|_| self.recent.len() >= self.enough())
    }

    /// The same of the games before those: how many times as long games take now, if that has changed much.
    #[must_use]
    pub fn change(&self, now: Duration, pace: &Pace) -> Option<f64> {
        const MUCH: f64 = 1.5;
        let (factor, until) = (self.factor(now, pace)?, self.before?);
        let mut games = self.all.clone();
        self.recent.iter().for_each(|(_, cell)| games[*cell] -= 1);
        let earlier = games.iter().sum::<u64>() >= self.enough() as u64;
        let change = factor / self.ratio(until, self.began, pace.of_all(games.into_iter().enumerate())?)?;
        (earlier && !(1.0 / MUCH..MUCH).contains(&change)).then_some(change)
    }

    /// Wall time of all workers to what was expected.
    fn ratio(&self, now: Duration, since: Duration, expected: f64) -> Option<f64> {
        let took = now.saturating_sub(since).as_secs_f64() * self.at_once as f64;
        (expected > 0.0 && took > 0.0).then(|| took / expected)
    }
}
