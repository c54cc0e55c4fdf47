//! How long games may take at most, from a plan alone. `None` where not every budget is a time.

use std::time::Duration;

use gametree_tournament::Cell;

/// CPU time of all games of these cells, if no game has more moves than its board has points.
pub(crate) fn most_time(cells: &[&Cell]) -> Option<Duration> {
    cells
        .iter()
        .try_fold(Duration::ZERO, |sum, cell| Some(sum.saturating_add(of_moves(cell, 1)?.saturating_mul(cell.games))))
}

/// The longest game of these cells, if none has more moves than twice what its board has points.
pub(crate) fn longest_game(cells: &[&Cell]) -> Option<Duration> {
    cells.iter().map(|cell| of_moves(cell, 2)).collect::<Option<Vec<_>>>()?.into_iter().max()
}

/// As many moves as the board has points, so many times.
fn of_moves(cell: &Cell, times: u32) -> Option<Duration> {
    let moves = u32::try_from(cell.setup.size().area()).unwrap_or(u32::MAX / times).saturating_mul(times);
    let limit = cell.budget.time()?;
    Some(limit.saturating_mul(moves))
}
