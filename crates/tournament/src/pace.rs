//! How long the games take that are left, cell by cell: cells differ by orders of magnitude, so games per second say little.

use gametree_core::Budget;

use crate::record::GameRecord;
use crate::schedule::Cell;

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
        let Budget { playouts, nodes, cpu, wall, .. } = cell.budget;
        let time = cpu.into_iter().chain(wall).min();
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
