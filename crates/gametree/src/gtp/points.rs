//! Points as the controller writes them, and as the game does.

use gametree_core::Size;

/// How the controller writes points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Coordinates {
    /// As the game does: go, atarigo and nogo as in GTP, the others with every letter and row 1 at the top
    Own,
    /// As in GTP, whatever the game: the letter I skipped, row 1 at the bottom
    Gtp,
}

/// Why a text is no point of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoPoint {
    /// It does not look like one.
    Syntax,
    /// It lies off the board.
    Off,
}

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
    pub(crate) fn new(coordinates: Coordinates, game: &str, size: Size) -> Self {
        let game_gtp = matches!(game, "go" | "atarigo" | "nogo");
        Points { size, game_gtp, controller_gtp: game_gtp || coordinates == Coordinates::Gtp }
    }

    /// Whether the columns have letters.
    pub(super) fn fits(&self) -> bool {
        self.size.cols <= if self.controller_gtp { 25 } else { 26 }
    }

    /// The index of a point, row by row from the top left.
    pub(crate) fn index(&self, text: &str) -> Result<usize, NoPoint> {
        let most = Size::square(if self.controller_gtp { 25 } else { 26 });
        let (mine, any) = if self.controller_gtp {
            (self.size.parse_gtp_point(text), most.parse_gtp_point(text))
        } else {
            (self.size.parse_point(text), most.parse_point(text))
        };
        mine.ok_or(if any.is_some() { NoPoint::Off } else { NoPoint::Syntax })
    }

    pub(super) fn write(&self, index: usize) -> String {
        if self.controller_gtp { self.size.format_gtp_point(index) } else { self.size.format_point(index) }
    }

    /// A move of the controller as the game writes it; a move may name several points, as in `b2-b3`.
    pub(super) fn to_game(self, text: &str) -> Result<String, NoPoint> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok("pass".into());
        }
        let point = |part| {
            let index = self.index(part)?;
            Ok(if self.game_gtp { self.size.format_gtp_point(index) } else { self.size.format_point(index) })
        };
        Ok(text.split('-').map(point).collect::<Result<Vec<_>, _>>()?.join("-"))
    }

    /// A move of the game as the controller writes it.
    pub(super) fn to_controller(self, text: &str) -> String {
        if self.game_gtp == self.controller_gtp {
            return text.into();
        }
        let point = |part: &str| match self.size.parse_point(part) {
            Some(index) => self.size.format_gtp_point(index),
            None => part.to_string(),
        };
        text.split('-').map(point).collect::<Vec<_>>().join("-")
    }
}
