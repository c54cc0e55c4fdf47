//! Drawn boards, point by point. A drawing begins with a line of column letters; each row is its number and a letter for each
//! point, separated by spaces. Edges may be drawn around the points: by lines without a number, and by `\` and `|` within rows.

use gametree_players::Setup;

use crate::gtp::{Coordinates, Points};

/// The drawing with each point and the space before it replaced by what `draw` makes of them. `draw` is given the point's
/// index, row by row from the top left, and its letter.
pub(crate) fn redraw(board: &str, setup: &Setup, mut draw: impl FnMut(usize, char) -> String) -> String {
    let (cols, rows) = (usize::from(setup.size().cols), usize::from(setup.size().rows));
    let mut lines = board.split('\n');
    let mut text = lines.next().unwrap_or_default().to_string();
    let mut row = 0;
    for line in lines {
        text.push('\n');
        // The label is the first word.
        let label = line.trim_start().find(' ').map_or(line.len(), |end| line.len() - line.trim_start().len() + end);
        let (label, points) = line.split_at(label);
        if row >= rows || label.trim_start().parse::<u8>().is_err() {
            text += line;
            continue;
        }
        text += label;
        let mut col = 0;
        for word in points.split_whitespace() {
            match word.chars().next() {
                Some(letter) if col < cols && word.len() == letter.len_utf8() && !matches!(letter, '\\' | '|') => {
                    text += &draw(row * cols + col, letter);
                    col += 1;
                }
                _ => text.extend([" ", word]),
            }
        }
        row += 1;
    }
    text
}

/// The point on which a move ends: the second one of `b2-b3`. `None` for a pass.
pub(crate) fn end_of(mv: &str, setup: &Setup) -> Option<usize> {
    let point = mv.rsplit('-').next()?;
    Points::new(Coordinates::Own, setup.grid(), setup.size()).index(point).ok()
}

/// The drawing with the stone of the last move as a capital letter.
pub(crate) fn with_last(board: &str, mv: &str, setup: &Setup) -> String {
    let Some(last) = end_of(mv, setup) else { return board.to_string() };
    redraw(board, setup, |point, letter| {
        format!(" {}", if point == last { letter.to_ascii_uppercase() } else { letter })
    })
}
