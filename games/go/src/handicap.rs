//! Handicap stones on fixed points, as GTP's `fixed_handicap` defines them.

use gametree_core::{FieldError, Side};

use crate::position::Go;

impl Go {
    /// Places `stones` black stones on the points that version 2 of the Go Text Protocol fixes (4.1.1), and gives the turn
    /// to white. Returns the points in the order of the protocol.
    ///
    /// The points lie on the third line, from 13x13 on on the fourth, and in the middle. Boards are square; at most 4
    /// stones on 7x7 and even sizes from 8x8, at most 9 on odd sizes from 9x9.
    ///
    /// # Errors
    /// If the board is not the empty board at the start of a game, or has no such points; nothing is placed then.
    ///
    /// ```
    /// use gametree_core::{Describe, Game, Side, Size};
    /// let mut go = gametree_go::Go::new(Size::square(13))?;
    /// let points = go.fixed_handicap(3)?.into_iter().map(|mv| go.format_move(mv)).collect::<Vec<_>>();
    /// assert_eq!(points, ["D4", "K10", "D10"]);
    /// assert_eq!(go.to_move(), Side::Second);
    /// # Ok::<(), gametree_core::FieldError>(())
    /// ```
    pub fn fixed_handicap(&mut self, stones: u8) -> Result<Vec<u16>, FieldError> {
        let refuse = |allowed: &str| Err(FieldError::new("handicap", stones, allowed));
        let size = self.board.size();
        if !self.is_start() {
            return refuse("none on a board where play has begun");
        }
        let most = match size.cols {
            _ if size.cols != size.rows => 0,
            0..7 => 0,
            7 => 4,
            side if side % 2 == 0 => 4,
            _ => 9,
        };
        if most == 0 {
            return refuse("none on this board, only on square ones from 7x7");
        }
        if !(2..=most).contains(&stones) {
            return refuse(&format!("2 to {most} on this board"));
        }
        let side = u16::from(size.cols);
        let low = if side < 13 { 2 } else { 3 };
        let (high, middle) = (side - 1 - low, side / 2);
        // Column from the left and row from the bottom.
        let mut points = vec![(low, low), (high, high), (low, high), (high, low)];
        points.extend([(low, middle), (high, middle), (middle, low), (middle, high)]);
        points.truncate(usize::from(stones));
        if stones >= 5 && stones % 2 == 1 {
            points[usize::from(stones) - 1..].fill((middle, middle));
            points.resize(usize::from(stones), (middle, middle));
        }
        let points: Vec<u16> = points.into_iter().map(|(col, row)| (side - 1 - row) * side + col).collect();
        for &index in &points {
            self.board.place(self.board.point(index), Side::First, |_| ());
        }
        self.to_move = Side::Second;
        Ok(points)
    }
}
