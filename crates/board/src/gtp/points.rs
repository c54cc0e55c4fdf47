//! Points as the controller writes them, and as the game does.

use gametree_core::{Grid, Size};

/// How the controller writes points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Coordinates {
    /// As the game does: where stones lie on crossing lines as in GTP, elsewhere with every letter and row 1 at the top
    Own,
    /// As in GTP, whatever the game: the letter I skipped, row 1 at the bottom
    Gtp,
}

/// A text that is no point of the board as the controller writes them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NoPoint;

/// Both ways of writing, for one game on one board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Points {
    size: Size,
    /// The kind of board whose points the game names so.
    game: Grid,
    /// And the controller.
    controller: Grid,
}

impl Points {
    pub(crate) fn new(coordinates: Coordinates, grid: Grid, size: Size) -> Self {
        let controller = if coordinates == Coordinates::Gtp { Grid::Lines } else { grid };
        Points { size, game: grid, controller }
    }

    /// Whether the columns have letters.
    pub(super) fn have_letters(&self) -> bool {
        self.size.cols <= if self.controller == Grid::Lines { 25 } else { 26 }
    }

    /// The index of a point, row by row from the top left.
    pub(crate) fn index(&self, text: &str) -> Result<usize, NoPoint> {
        self.controller.parse_point(self.size, text).ok_or(NoPoint)
    }

    pub(super) fn write(&self, index: usize) -> String {
        self.controller.format_point(self.size, index)
    }

    /// Whether a text names nothing but points, of this board or of a larger one, or a pass: the rules may know no such move here,
    /// but it is no slip of the pen.
    pub(super) fn names_points(&self, text: &str) -> bool {
        let largest = Size::square(if self.controller == Grid::Lines { 25 } else { 26 });
        let is_point = |part| self.controller.parse_point(largest, part).is_some() || self.index(part).is_ok();
        text.eq_ignore_ascii_case("pass") || text.split('-').all(is_point)
    }

    /// A move of the controller as the game writes it. A move may name several points, as in `b2-b3`, and what is no point stays as
    /// it is: a pass, a column, whatever the game calls its moves.
    ///
    /// # Errors
    /// When a part is a point only as the game writes them: it would be taken for another one than was meant.
    pub(super) fn to_game(self, text: &str) -> Result<String, NoPoint> {
        if self.game == self.controller {
            return Ok(text.into());
        }
        let point = |part| match self.controller.parse_point(self.size, part) {
            Some(index) => Ok(self.game.format_point(self.size, index)),
            None if self.game.parse_point(self.size, part).is_some() => Err(NoPoint),
            None => Ok(part.to_string()),
        };
        Ok(text.split('-').map(point).collect::<Result<Vec<_>, _>>()?.join("-"))
    }

    /// A move of the game as the controller writes it.
    pub(super) fn to_controller(self, text: &str) -> String {
        if self.game == self.controller {
            return text.into();
        }
        let point = |part: &str| match self.game.parse_point(self.size, part) {
            Some(index) => self.write(index),
            None => part.to_string(),
        };
        text.split('-').map(point).collect::<Vec<_>>().join("-")
    }
}
