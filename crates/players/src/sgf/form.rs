//! Points and moves as SGF writes them, and as the games do.

use gametree_core::{Grid, SgfMoves, Size, Swap};

use crate::game::setup::GameAbout;

/// How the games of one kind stand in files: what [`gametree_core::Describe::SGF`] and its like say of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SgfForm {
    /// GM.
    pub(super) number: u16,
    /// What RU begins with.
    pub(super) name: Option<&'static str>,
    moves: SgfMoves,
    grid: Grid,
    pub(super) swap: Option<Swap>,
}

impl Default for SgfForm {
    /// What the format takes a file for that says nothing.
    fn default() -> Self {
        SgfForm { number: 1, name: None, moves: SgfMoves::Pairs { pass: None }, grid: Grid::Lines, swap: None }
    }
}

/// What the value of a move says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Said {
    On(usize),
    Pass,
    /// The pieces are swapped.
    Swap,
    /// The players exchange their seats.
    SwapSides,
    /// Some programs write it as a last move.
    Resign,
    /// A move in the game's own words.
    Own,
}

impl SgfForm {
    /// How this game is stored. `None` when it is not.
    pub(super) fn of(about: &GameAbout) -> Option<SgfForm> {
        let sgf = about.sgf?;
        let name = (!sgf.any_rules).then_some(sgf.name);
        Some(SgfForm { number: sgf.number, name, moves: sgf.moves, grid: about.grid, swap: about.swap })
    }

    /// The most columns and rows that a point can be named in.
    pub(super) fn most(self) -> u8 {
        if self.grid == Grid::Lines || matches!(self.moves, SgfMoves::Pairs { .. }) { 25 } else { 26 }
    }

    /// The pass as the game writes it.
    pub(super) fn pass(self) -> Option<&'static str> {
        if let SgfMoves::Pairs { pass } = self.moves { pass } else { None }
    }

    /// The move that `value` says. `None` when it is none.
    pub(super) fn read_move(self, value: &str, size: Size) -> Option<Said> {
        let value = value.trim();
        let is = |words: &[&str]| words.iter().any(|word| value.eq_ignore_ascii_case(word));
        match self.moves {
            SgfMoves::Pairs { .. } if value.is_empty() => return Some(Said::Pass),
            // Before FF[4] a pass was the point outside of a 19x19 board.
            SgfMoves::Pairs { .. } if value == "tt" && size.cols.max(size.rows) <= 19 => return Some(Said::Pass),
            SgfMoves::Pairs { .. } => (),
            _ if is(&["resign", "forfeit"]) => return Some(Said::Resign),
            _ => {
                if let Some(swap) = self.swap {
                    // HexGui and benzene write either.
                    if is(&[swap.text, "swap"]) {
                        return Some(Said::Swap);
                    }
                    if is(&["swap-sides", "swap-colors"]) {
                        return Some(Said::SwapSides);
                    }
                }
                if self.moves == SgfMoves::Own {
                    return (!value.is_empty()).then_some(Said::Own);
                }
            }
        }
        self.read_point(value, size).map(Said::On)
    }

    /// A point in the notation of boards, `R16`, where the format wants letter pairs: a letter and a number are never one.
    pub(super) fn read_board_point(self, value: &str, size: Size) -> Option<usize> {
        let pairs = matches!(self.moves, SgfMoves::Pairs { .. });
        pairs.then(|| self.grid.parse_point(size, value.trim())).flatten()
    }

    /// The point that `value` names.
    pub(super) fn read_point(self, value: &str, size: Size) -> Option<usize> {
        let value = value.trim();
        let own = || self.grid.parse_point(size, value);
        match self.moves {
            SgfMoves::Pairs { .. } => read_pair(value, size),
            SgfMoves::Points => own().or_else(|| read_pair(value, size)),
            SgfMoves::Own => own(),
        }
    }

    pub(super) fn write_point(self, point: usize, size: Size) -> String {
        match self.moves {
            SgfMoves::Pairs { .. } => {
                let (row, col) = (point / usize::from(size.cols), point % usize::from(size.cols));
                [col, row].map(|n| char::from(b'a' + n as u8)).iter().collect()
            }
            SgfMoves::Points | SgfMoves::Own => self.name_of(point, size),
        }
    }

    /// A point as the game writes it.
    pub(super) fn name_of(self, point: usize, size: Size) -> String {
        self.grid.format_point(size, point)
    }

    /// From a move as the game writes it; a pass is empty.
    pub(super) fn write_move(self, text: &str, size: Size) -> String {
        if self.moves == SgfMoves::Own || self.swap.is_some_and(|swap| swap.text == text) {
            return text.into();
        }
        self.grid.parse_point(size, text).map(|point| self.write_point(point, size)).unwrap_or_default()
    }
}

/// A point as two letters.
fn read_pair(value: &str, size: Size) -> Option<usize> {
    let &[col, row] = value.as_bytes() else { return None };
    let [col, row] = [col, row].map(|letter| letter.is_ascii_lowercase().then(|| usize::from(letter - b'a')));
    let (col, row) = (col?, row?);
    (col < size.cols.into() && row < size.rows.into()).then(|| row * usize::from(size.cols) + col)
}
