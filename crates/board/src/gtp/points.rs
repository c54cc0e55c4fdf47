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
    /// Whether the game itself writes points as in GTP.
    game_gtp: bool,
    /// Whether the controller does.
    controller_gtp: bool,
}

impl Points {
    pub(crate) fn new(coordinates: Coordinates, grid: Grid, size: Size) -> Self {
        let game_gtp = grid == Grid::Lines;
        Points { size, game_gtp, controller_gtp: game_gtp || coordinates == Coordinates::Gtp }
    }

    /// Whether the columns have letters.
    pub(super) fn have_letters(&self) -> bool {
        self.size.cols <= if self.controller_gtp { 25 } else { 26 }
    }

    /// The index of a point, row by row from the top left.
    pub(crate) fn index(&self, text: &str) -> Result<usize, NoPoint> {
        read(self.size, self.controller_gtp, text).ok_or(NoPoint)
    }

    pub(super) fn write(&self, index: usize) -> String {
        write(self.size, self.controller_gtp, index)
    }

    /// Whether a text names nothing but points, of this board or of a larger one, or a pass: the rules may know no such move here,
    /// but it is no slip of the pen.
    pub(super) fn names_points(&self, text: &str) -> bool {
        let largest = Size::square(if self.controller_gtp { 25 } else { 26 });
        let is_point = |part| read(largest, self.controller_gtp, part).is_some() || self.index(part).is_ok();
        text.eq_ignore_ascii_case("pass") || text.split('-').all(is_point)
    }

    /// A move of the controller as the game writes it. A move may name several points, as in `b2-b3`, and what is no point stays as
    /// it is: a pass, a column, whatever the game calls its moves.
    ///
    /// # Errors
    /// When a part is a point only as the game writes them: it would be taken for another one than was meant.
    pub(super) fn to_game(self, text: &str) -> Result<String, NoPoint> {
        if self.game_gtp == self.controller_gtp {
            return Ok(text.into());
        }
        let point = |part| match read(self.size, self.controller_gtp, part) {
            Some(index) => Ok(write(self.size, self.game_gtp, index)),
            None if read(self.size, self.game_gtp, part).is_some() => Err(NoPoint),
            None => Ok(part.to_string()),
        };
        Ok(text.split('-').map(point).collect::<Result<Vec<_>, _>>()?.join("-"))
    }

    /// A move of the game as the controller writes it.
    pub(super) fn to_controller(self, text: &str) -> String {
        if self.game_gtp == self.controller_gtp {
            return text.into();
        }
        let point = |part: &str| match read(self.size, self.game_gtp, part) {
            Some(index) => self.write(index),
            None => part.to_string(),
        };
        text.split('-').map(point).collect::<Vec<_>>().join("-")
    }
}

fn read(size: Size, gtp: bool, text: &str) -> Option<usize> {
    if gtp { size.parse_gtp_point(text) } else { size.parse_point(text) }
}

fn write(size: Size, gtp: bool, index: usize) -> String {
    if gtp { size.format_gtp_point(index) } else { size.format_point(index) }
}
