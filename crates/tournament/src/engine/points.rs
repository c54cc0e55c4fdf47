//! Moves as our game writes them, and as an engine does.

use gametree_core::Size;

use super::EngineCoordinates;
use crate::sgf::writes_gtp_points;

/// Both ways of writing, for one game on one board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Points {
    size: Size,
    /// Whether the letter I is skipped and row 1 is at the bottom, here and there.
    ours_gtp: bool,
    theirs_gtp: bool,
}

impl Points {
    pub(super) fn new(game: &str, size: Size, coordinates: EngineCoordinates) -> Self {
        let ours_gtp = writes_gtp_points(game);
        let theirs_gtp = match coordinates {
            EngineCoordinates::Own => ours_gtp,
            EngineCoordinates::Gtp => true,
            EngineCoordinates::Plain => false,
        };
        Points { size, ours_gtp, theirs_gtp }
    }

    pub(super) fn to_engine(self, text: &str) -> String {
        self.convert(text, self.ours_gtp, self.theirs_gtp)
    }

    pub(super) fn to_game(self, text: &str) -> String {
        self.convert(text, self.theirs_gtp, self.ours_gtp)
    }

    /// A move may name several points, as in `b2-b3`. What is no point of the board stays as it is.
    fn convert(self, text: &str, from_gtp: bool, to_gtp: bool) -> String {
        if from_gtp == to_gtp {
            return text.into();
        }
        let size = self.size;
        let point = |part: &str| {
            let index = if from_gtp { size.parse_gtp_point(part) } else { size.parse_point(part) };
            let written =
                index.map(|index| if to_gtp { size.format_gtp_point(index) } else { size.format_point(index) });
            written.unwrap_or_else(|| part.to_string())
        };
        text.split('-').map(point).collect::<Vec<_>>().join("-")
    }
}

/// Whether a text has the form of a move on some board: points, a pass, the moves of a swap.
pub(super) fn looks_like_a_move(text: &str) -> bool {
    let is_point = |part: &str| {
        let digits = part.strip_prefix(|c: char| c.is_ascii_alphabetic()).unwrap_or_default();
        (1..=2).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let words = ["pass", "swap", "swap-pieces", "swap-sides"];
    words.iter().any(|word| word.eq_ignore_ascii_case(text)) || text.split('-').all(is_point)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_written_as_the_engine_does() {
        let convert = |game, coordinates| Points::new(game, Size::square(11), coordinates);
        for (game, coordinates, ours, theirs) in [
            ("hex", EngineCoordinates::Own, "i2", "i2"),
            ("hex", EngineCoordinates::Plain, "i2", "i2"),
            ("hex", EngineCoordinates::Gtp, "i2", "J10"),
            ("go", EngineCoordinates::Own, "J10", "J10"),
            ("go", EngineCoordinates::Gtp, "J10", "J10"),
            ("go", EngineCoordinates::Plain, "J10", "i2"),
            ("go", EngineCoordinates::Plain, "pass", "pass"),
            ("wargame", EngineCoordinates::Gtp, "a1-a2", "A11-A10"),
        ] {
            let points = convert(game, coordinates);
            assert_eq!(points.to_engine(ours), theirs, "{game} {coordinates:?}");
            assert_eq!(points.to_game(theirs), ours, "{game} {coordinates:?}");
        }
        // Off the board: for the referee to see.
        assert_eq!(convert("go", EngineCoordinates::Plain).to_game("z99"), "z99");
    }

    #[test]
    fn moves_are_told_from_nonsense() {
        for text in ["C3", "z99", "pass", "PASS", "b2-b3", "swap-pieces"] {
            assert!(looks_like_a_move(text), "{text}");
        }
        for text in ["", "banana", "C", "3", "C333", "C3 D4", "é3", "-", "C3-"] {
            assert!(!looks_like_a_move(text), "{text}");
        }
    }
}
