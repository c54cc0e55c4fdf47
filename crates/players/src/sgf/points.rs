//! Points and moves as SGF writes them, and as the games do.

use gametree_core::Size;

/// How a game's points are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Points {
    /// Go: column and row as letters, from the top left.
    Pairs,
    /// Hex: board notation.
    Board,
}

/// What the value of a move says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Point {
    On(usize),
    Pass,
    /// Hex: the pieces are swapped.
    Swap,
    /// Hex: the players exchange their seats.
    SwapSides,
    /// Some Hex programs write it as a last move.
    Resign,
}

/// The swap in Hex, as the game and HexGui write it. It is also what RU says where the rule is on.
pub(super) const SWAP_PIECES: &str = "swap-pieces";

impl Points {
    /// The games that are stored, with GM and RU.
    pub(super) const GAMES: [(&'static str, Points, &'static str, Option<&'static str>); 4] = [
        ("go", Points::Pairs, "1", None),
        ("atarigo", Points::Pairs, "1", Some("AtariGo")),
        ("nogo", Points::Pairs, "1", Some("NoGo")),
        ("hex", Points::Board, "11", None),
    ];

    pub(super) fn of(game: &str) -> Option<Points> {
        Points::GAMES.iter().find(|(name, ..)| *name == game).map(|&(_, points, ..)| points)
    }

    /// The move that `value` says. `None` when it is none.
    pub(super) fn read_move(self, value: &str, size: Size) -> Option<Point> {
        let value = value.trim();
        match self {
            Points::Pairs if value.is_empty() => Some(Point::Pass),
            // Before FF[4] a pass was the point outside of a 19x19 board.
            Points::Pairs if value == "tt" && size.cols.max(size.rows) <= 19 => Some(Point::Pass),
            Points::Board if ["resign", "forfeit"].iter().any(|word| value.eq_ignore_ascii_case(word)) => {
                Some(Point::Resign)
            }
            // HexGui and benzene write either.
            Points::Board if [SWAP_PIECES, "swap"].iter().any(|word| value.eq_ignore_ascii_case(word)) => {
                Some(Point::Swap)
            }
            Points::Board if ["swap-sides", "swap-colors"].iter().any(|word| value.eq_ignore_ascii_case(word)) => {
                Some(Point::SwapSides)
            }
            _ => self.read_point(value, size).map(Point::On),
        }
    }

    /// A point in the notation of boards, `R16`, where the format wants letter pairs: a letter and a number are never one.
    pub(super) fn read_board_point(self, value: &str, size: Size) -> Option<usize> {
        (self == Points::Pairs).then(|| size.parse_gtp_point(value.trim())).flatten()
    }

    /// The point that `value` names. Hex is read as letter pairs, too, which some servers write.
    pub(super) fn read_point(self, value: &str, size: Size) -> Option<usize> {
        let value = value.trim();
        if self == Points::Board
            && let Some(point) = size.parse_point(value)
        {
            return Some(point);
        }
        let &[col, row] = value.as_bytes() else { return None };
        let [col, row] = [col, row].map(|letter| letter.is_ascii_lowercase().then(|| usize::from(letter - b'a')));
        let (col, row) = (col?, row?);
        (col < size.cols.into() && row < size.rows.into()).then(|| row * usize::from(size.cols) + col)
    }

    pub(super) fn write_point(self, point: usize, size: Size) -> String {
        match self {
            Points::Pairs => {
                let (row, col) = (point / usize::from(size.cols), point % usize::from(size.cols));
                [col, row].map(|n| char::from(b'a' + n as u8)).iter().collect()
            }
            Points::Board => size.format_point(point),
        }
    }

    /// A move as the game writes it.
    pub(super) fn name(self, point: usize, size: Size) -> String {
        match self {
            Points::Pairs => size.format_gtp_point(point),
            Points::Board => size.format_point(point),
        }
    }

    /// From a move as the game writes it; a pass is empty.
    pub(super) fn write_move(self, text: &str, size: Size) -> String {
        if self == Points::Board && text == SWAP_PIECES {
            return text.into();
        }
        let point = match self {
            Points::Pairs => size.parse_gtp_point(text),
            Points::Board => size.parse_point(text),
        };
        point.map(|point| self.write_point(point, size)).unwrap_or_default()
    }
}
