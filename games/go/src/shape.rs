//! What is found out about a board by looking at it as a whole: exact liberties, area, the drawing, and whether the
//! board's own records are right.

use std::fmt;

use gametree_core::{FieldError, Side, Size};

use crate::board::Board;
use crate::geometry::{MOST, Point, SPAN};

/// Words that hold a bit for every point of the largest board.
pub const WORDS: usize = (MOST as usize * MOST as usize).div_ceil(64);

/// A set of places.
struct Marks([u64; SPAN / 64]);

impl Marks {
    fn new() -> Self {
        Marks([0; SPAN / 64])
    }

    /// Marks a place; whether it was not marked before.
    fn insert(&mut self, place: Point) -> bool {
        let (word, bit) = (usize::from(place) / 64, 1 << (place % 64));
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }
}

impl Board {
    /// How many liberties the chain of a stone has, each counted once; 0 for an empty point. O(stones of the chain).
    #[must_use]
    pub fn liberties(&self, point: Point) -> u16 {
        let (mut seen, mut count) = (Marks::new(), 0);
        self.each_liberty(point, |liberty| count += u16::from(seen.insert(liberty)));
        count
    }

    /// The one liberty of a stone's chain, if there is exactly one. O(stones of the chain), and less when there are several.
    #[must_use]
    pub fn only_liberty(&self, point: Point) -> Option<Point> {
        if !(1..=self.most_touching(point)).contains(&self.pseudo_liberties(point)) || self.stone(point).is_none() {
            return None;
        }
        let mut only = None;
        for stone in self.chain(point) {
            for near in self.around(stone) {
                if self.is_empty(near) && only.replace(near).is_some_and(|other| other != near) {
                    return None;
                }
            }
        }
        only
    }

    /// Whether a stone of `side` on an empty point, if it takes nothing, would belong to a chain with two liberties or more.
    #[inline]
    #[must_use]
    pub fn leaves_two_liberties(&self, point: Point, side: Side) -> bool {
        if self.room(point) >= 2 {
            return true;
        }
        let around = self.around(point);
        let own = |near: Point| self.stone(near) == Some(side);
        // What a chain's pseudo-liberties beside the point say: more than one liberty can account for are two.
        let has_spare = |near: Point| {
            let touching =
                around.into_iter().filter(|&other| own(other) && self.head(other) == self.head(near)).count();
            self.pseudo_liberties(near) - touching as u16 > self.most_touching(near)
        };
        if around.into_iter().any(|near| own(near) && has_spare(near)) {
            return true;
        }
        let mut only = None;
        let mut is_second = |liberty| only.replace(liberty).is_some_and(|other| other != liberty);
        around.into_iter().any(|near| {
            let beside = |stone: Point| self.around(stone).into_iter().filter(|&beside| beside != point);
            if self.is_empty(near) {
                return is_second(near);
            }
            own(near)
                && self.chain(near).any(|stone| beside(stone).any(|beside| self.is_empty(beside) && is_second(beside)))
        })
    }

    /// How often one liberty can touch the chain of a stone at the most: by its four sides, and by half of the chain's stones, rounded
    /// up, since those of one colour of a chessboard touch only the other colour.
    #[inline]
    fn most_touching(&self, stone: Point) -> u16 {
        self.stones_in_chain(stone).div_ceil(2).min(4)
    }

    /// One stone of each chain of a side, in a fixed order for a board that came about in the same way.
    pub fn chains(&self, side: Side) -> impl Iterator<Item = Point> + '_ {
        self.points().filter(move |&point| self.head(point) == point && self.stone(point) == Some(side))
    }

    /// The empty points that touch a stone of `side`: the liberties of all its chains, each once. O(points).
    #[must_use]
    pub fn liberties_of(&self, side: Side) -> u16 {
        let touches = |point: Point| self.around(point).into_iter().any(|near| self.stone(near) == Some(side));
        self.points().filter(|&point| self.is_empty(point) && touches(point)).count() as u16
    }

    /// How many stones of `side` could be taken with the opponent's next stones: those of chains with one liberty.
    #[must_use]
    pub fn stones_in_atari(&self, side: Side) -> u16 {
        let heads = self.chains(side).filter(|&head| self.only_liberty(head).is_some());
        heads.map(|head| self.chain(head).count() as u16).sum()
    }

    /// Marks, as bits by index in `mask`, the points that decide about chains: the last liberty of a chain of either side,
    /// and both liberties of a chain of the opponent of `mover` that has two.
    pub fn mark_urgent(&self, mover: Side, mask: &mut [u64; WORDS]) {
        for side in Side::BOTH {
            let most = if side == mover { 1 } else { 2 };
            for head in self.chains(side) {
                // Of two liberties, each touches at most four stones.
                if self.pseudo_liberties(head) > 4 * most {
                    continue;
                }
                let (mut found, mut count) = ([0; 2], 0);
                self.each_liberty(head, |liberty| {
                    if !found[..count.min(2)].contains(&liberty) {
                        found[count.min(1)] = liberty;
                        count += 1;
                    }
                });
                if count <= usize::from(most) {
                    for &point in &found[..count] {
                        let index = usize::from(self.index(point));
                        mask[index / 64] |= 1 << (index % 64);
                    }
                }
            }
        }
    }

    /// How far a point is from the middle of the board: the larger of its distances by row and by column, in half points.
    #[must_use]
    pub fn center_distance(&self, index: u16) -> u32 {
        let (cols, rows) = (i32::from(self.size().cols), i32::from(self.size().rows));
        let (row, col) = (i32::from(index) / cols, i32::from(index) % cols);
        (2 * row - (rows - 1)).unsigned_abs().max((2 * col - (cols - 1)).unsigned_abs())
    }

    fn each_liberty(&self, point: Point, mut found: impl FnMut(Point)) {
        for stone in self.chain(point) {
            self.around(stone).into_iter().filter(|&near| self.is_empty(near)).for_each(&mut found);
        }
    }

    /// The points of each side by area scoring as Tromp and Taylor define it: its stones, all of them alive, and the empty
    /// points from which one reaches its stones only. O(points).
    #[must_use]
    pub fn area(&self) -> [u16; 2] {
        let mut area = Side::BOTH.map(|side| self.stones(side));
        let mut marks = Marks::new();
        let mut waiting = [0; SPAN];
        for start in self.points() {
            if !self.is_empty(start) || !marks.insert(start) {
                continue;
            }
            let (mut size, mut reached, mut top) = (0, [false, false], 1);
            waiting[0] = start;
            while top > 0 {
                top -= 1;
                size += 1;
                for near in self.around(waiting[top]) {
                    if let Some(side) = self.stone(near) {
                        reached[side.index()] = true;
                    } else if self.is_empty(near) && marks.insert(near) {
                        waiting[top] = near;
                        top += 1;
                    }
                }
            }
            match reached {
                [true, false] => area[0] += size,
                [false, true] => area[1] += size,
                _ => (),
            }
        }
        area
    }

    /// Whose stone lies on the point with this index; `None` also where there is no such point.
    #[must_use]
    pub fn stone_at(&self, index: usize) -> Option<Side> {
        (index < self.size().area()).then(|| self.stone(self.point(index as u16))).flatten()
    }

    /// A board with these stones, by side, as indices row by row from the top left.
    ///
    /// # Errors
    /// If there is no board of this size, no such point, a point is named twice, or a chain would have no liberty.
    pub fn arranged(size: Size, stones: [&[usize]; 2]) -> Result<Self, FieldError> {
        let mut board = Board::new(size)?;
        for side in Side::BOTH {
            for &index in stones[side.index()] {
                let name = if index < size.area() { size.format_gtp_point(index) } else { index.to_string() };
                if index >= size.area() || board.stone_at(index).is_some() {
                    return Err(FieldError::new("stones", name, "points of the board, each once"));
                }
                // A stone that takes others, or itself, does not lie beside them.
                let mut removed = false;
                board.place(board.point(index as u16), side, |_| removed = true);
                if removed {
                    return Err(FieldError::new("stones", name, "chains with a liberty"));
                }
            }
        }
        Ok(board)
    }

    /// Panics if what the board keeps differs from a recount: chains, liberties, counts, hash. For tests.
    pub fn assert_valid(&self) {
        let mut hash = 0;
        let mut stones = [0, 0];
        for point in self.points() {
            let Some(side) = self.stone(point) else {
                assert!(self.is_empty(point) && self.head(point) == point);
                let room = self.around(point).into_iter().filter(|&near| self.is_empty(near)).count();
                assert_eq!(usize::from(self.room(point)), room, "room\n{self}");
                continue;
            };
            hash ^= self.stone_key(point, side);
            stones[side.index()] += 1;
            let chain = self.flood(point, side);
            let mut listed: Vec<Point> = self.chain(point).collect();
            listed.sort_unstable();
            assert_eq!(listed, chain, "the ring of a chain\n{self}");
            assert!(chain.iter().all(|&stone| self.head(stone) == self.head(point)), "heads\n{self}");
            let near = chain.iter().flat_map(|&stone| self.around(stone));
            let mut liberties: Vec<Point> = near.filter(|&near| self.is_empty(near)).collect();
            assert_eq!(usize::from(self.pseudo_liberties(point)), liberties.len(), "pseudo-liberties\n{self}");
            liberties.sort_unstable();
            liberties.dedup();
            assert!(!liberties.is_empty(), "a chain without liberties\n{self}");
            assert_eq!(usize::from(self.liberties(point)), liberties.len());
            assert_eq!(self.only_liberty(point), (liberties.len() == 1).then(|| liberties[0]));
        }
        assert_eq!(self.hash(), hash, "hash\n{self}");
        assert_eq!(Side::BOTH.map(|side| self.stones(side)), stones, "stones\n{self}");
    }

    /// The stones connected to a stone, in order, found from the stones alone.
    fn flood(&self, point: Point, side: Side) -> Vec<Point> {
        let mut found = vec![point];
        let mut next = 0;
        while next < found.len() {
            for near in self.around(found[next]) {
                if self.stone(near) == Some(side) && !found.contains(&near) {
                    found.push(near);
                }
            }
            next += 1;
        }
        found.sort_unstable();
        found
    }
}

impl fmt::Display for Board {
    /// The board with its coordinates as in GTP, row 1 at the bottom: `x` first side, `o` second. No line break at the end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cols, rows) = (u16::from(self.size().cols), u16::from(self.size().rows));
        f.write_str("  ")?;
        for letter in self.size().gtp_letters() {
            write!(f, " {letter}")?;
        }
        for row in 0..rows {
            write!(f, "\n{:2}", rows - row)?;
            for index in row * cols..(row + 1) * cols {
                f.write_str(match self.stone(self.point(index)) {
                    Some(Side::First) => " x",
                    Some(Side::Second) => " o",
                    None => " .",
                })?;
            }
        }
        Ok(())
    }
}
