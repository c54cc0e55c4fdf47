//! Moves as our game writes them, and as an engine does.

use gametree_core::{Grid, Size};

use super::EngineCoordinates;

/// Both ways of writing, for one game on one board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Translator {
    size: Size,
    /// The kind of board whose points are named so, here and there.
    ours: Grid,
    theirs: Grid,
}

impl Translator {
    pub(super) fn new(grid: Grid, size: Size, coordinates: EngineCoordinates) -> Self {
        let theirs = match coordinates {
            EngineCoordinates::Gtp => Grid::Lines,
            EngineCoordinates::Plain if grid == Grid::Lines => Grid::Squares,
            EngineCoordinates::Own | EngineCoordinates::Plain => grid,
        };
        Translator { size, ours: grid, theirs }
    }

    /// A move of ours. `None` if the engine's way has no name for one of its points: GTP has letters for 25 columns.
    pub(super) fn to_engine(self, text: &str) -> Option<String> {
        self.convert(text, self.ours, self.theirs)
    }

    /// A move of the engine. `None` if it has the form of a point and is none as the engine writes them: our own reading
    /// might take it for another one.
    pub(super) fn to_game(self, text: &str) -> Option<String> {
        self.convert(text, self.theirs, self.ours)
    }

    /// A move may name several points, as in `b2-b3`. What has not the form of a point stays as it is.
    fn convert(self, text: &str, from: Grid, to: Grid) -> Option<String> {
        if from == to {
            return Some(text.into());
        }
        let size = self.size;
        let point = |part: &str| match from.parse_point(size, part) {
            Some(_) if to == Grid::Lines && size.gtp_letters().count() < usize::from(size.cols) => None,
            Some(index) => Some(to.format_point(size, index)),
            None => digits_of_point(part).is_none().then(|| part.to_string()),
        };
        text.split('-').map(point).collect::<Option<Vec<_>>>().map(|parts| parts.join("-"))
    }
}

/// The digits of what has the form of a point on a board of any size: a letter, then digits.
fn digits_of_point(part: &str) -> Option<&str> {
    let digits = part.strip_prefix(|c: char| c.is_ascii_alphabetic())?;
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(digits)
}

/// Whether a text has the form of a move on some board: points, a pass, the moves of a swap.
pub(super) fn looks_like_a_move(text: &str) -> bool {
    let is_point = |part: &str| digits_of_point(part).is_some_and(|digits| digits.len() <= 2);
    let words = ["pass", "swap", "swap-pieces", "swap-sides"];
    words.iter().any(|word| word.eq_ignore_ascii_case(text)) || text.split('-').all(is_point)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(game: &str) -> Grid {
        match game {
            "go" => Grid::Lines,
            "hex" => Grid::Hexagons,
            _ => Grid::Squares,
        }
    }

    #[test]
    fn points_are_written_as_the_engine_does() {
        let convert = |game, coordinates| Translator::new(grid(game), Size::square(11), coordinates);
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
            let translator = convert(game, coordinates);
            assert_eq!(translator.to_engine(ours).as_deref(), Some(theirs), "{game} {coordinates:?}");
            assert_eq!(translator.to_game(theirs).as_deref(), Some(ours), "{game} {coordinates:?}");
        }
    }

    /// Every letter with every number, on boards with and without a letter I, square and not.
    #[test]
    fn every_point_comes_back_and_nothing_else_is_a_point() {
        let sizes =
            [(1, 1), (8, 8), (9, 9), (11, 11), (9, 7), (25, 25), (26, 3)].map(|(cols, rows)| Size { cols, rows });
        for size in sizes {
            for (game, theirs) in [
                ("hex", EngineCoordinates::Own),
                ("hex", EngineCoordinates::Plain),
                ("hex", EngineCoordinates::Gtp),
                ("go", EngineCoordinates::Own),
                ("go", EngineCoordinates::Plain),
                ("go", EngineCoordinates::Gtp),
            ] {
                let translator = Translator::new(grid(game), size, theirs);
                if size.cols > 25 && [translator.ours, translator.theirs].contains(&Grid::Lines) {
                    continue;
                }
                let mut seen = vec![false; size.area()];
                for (letter, row) in ('a'..='z').flat_map(|letter| (0..=30).map(move |row| (letter, row))) {
                    for text in [format!("{letter}{row}"), format!("{}{row}", letter.to_ascii_uppercase())] {
                        let meant = translator.theirs.parse_point(size, &text);
                        // As our own reading takes it, which is the last to refuse.
                        let taken = translator.to_game(&text).and_then(|ours| translator.ours.parse_point(size, &ours));
                        assert_eq!(taken, meant, "{text} on {size} in {game}, {theirs:?}");
                        let Some(index) = meant else { continue };
                        seen[index] = true;
                        let ours = translator.to_game(&text).unwrap();
                        assert!(translator.to_engine(&ours).unwrap().eq_ignore_ascii_case(&text), "{text} on {size}");
                    }
                }
                assert!(seen.iter().all(|&seen| seen), "{game} {size} {theirs:?}");
            }
        }
    }

    #[test]
    fn points_that_the_engine_s_way_has_not_are_refused() {
        let hex = Translator::new(Grid::Hexagons, Size::square(11), EngineCoordinates::Gtp);
        let go = Translator::new(Grid::Lines, Size::square(9), EngineCoordinates::Plain);
        let wargame = Translator::new(Grid::Squares, Size::square(9), EngineCoordinates::Gtp);
        for (translator, text) in
            [(hex, "i5"), (hex, "I5"), (hex, "a12"), (hex, "a05"), (go, "j1"), (go, "z99"), (go, "a100")]
        {
            assert_eq!(translator.to_game(text), None, "{text}");
        }
        for text in ["i1-h1", "h1-i1", "i1-"] {
            assert_eq!(wargame.to_game(text), None, "{text}");
        }
        for text in ["pass", "swap-pieces", "5", "banana"] {
            assert_eq!(hex.to_game(text).as_deref(), Some(text));
        }
        // GTP has no letter for column 26.
        let wide = Translator::new(Grid::Hexagons, Size::square(26), EngineCoordinates::Gtp);
        assert_eq!((wide.to_engine("z1"), wide.to_engine("swap-pieces").as_deref()), (None, Some("swap-pieces")));
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
