//! Stones, chains and liberties.

use std::fmt;

use gametree_core::{FieldError, Side, Size};

use crate::geometry::{Geometry, MOST, Point, SPAN};

/// A board with stones: where they are, which belong together, and how many liberties they have. It knows how stones are
/// captured, and nothing of turns, ko or the end.
///
/// Liberties are *pseudo-liberties*, as in Łukasz Lew's libego: an empty point counts once for every stone of a chain that
/// it touches. That keeps every move cheap, and is zero exactly when there is no liberty at all. An empty point is kept
/// as if it were a chain of its own, with the number of its empty neighbours for liberties; so placing and removing a
/// stone change the counts of all four neighbours alike, without asking what is there.
///
/// Flat arrays: a clone copies no memory of the heap, and `clone_from` the places in use only.
///
/// ```
/// use gametree_core::{Side, Size};
/// use gametree_go::Board;
///
/// let mut board = Board::new(Size::square(5))?;
/// let [a5, b5, a4] = [0, 1, 5].map(|index| board.point(index));
/// board.place(a5, Side::First, |_| ());
/// board.place(b5, Side::Second, |_| ());
/// assert_eq!(board.liberties(a5), 1);
/// let taken = board.place(a4, Side::Second, |point| assert_eq!(point, a5));
/// assert_eq!((taken, board.stone(a5)), (1, None));
/// # Ok::<(), gametree_core::FieldError>(())
/// ```
pub struct Board {
    geometry: &'static Geometry,
    hash: u64,
    stones: [u16; 2],
    /// The head of the chain at a place: one of its points. An empty point and a place of the border are their own.
    pub(crate) head: [Point; SPAN],
    /// At a head: the pseudo-liberties of its chain, and whose it is in the highest two bits.
    pub(crate) state: [u16; SPAN],
    /// The next stone of the same chain, in a ring.
    next: [Point; SPAN],
    /// At a head: how many stones the chain has.
    count: [u16; SPAN],
}

pub(crate) const EMPTY: u16 = 0;
pub(crate) const BORDER: u16 = 3 << 14;
/// At a stone that was a head.
const JOINED: u16 = EMPTY;
pub(crate) const OWNER: u16 = 3 << 14;
pub(crate) const LIBERTIES: u16 = !OWNER;

#[inline(always)]
pub(crate) const fn tag(side: Side) -> u16 {
    (side as u16 + 1) << 14
}

#[inline(always)]
pub(crate) const fn at(point: Point) -> usize {
    point as usize & (SPAN - 1)
}

/// Bit `i` of the result is byte `i`, which is 0 or 1.
#[inline(always)]
fn bits(bytes: &[u8; 64]) -> u64 {
    let mut bits = 0;
    for (i, &eight) in bytes.as_chunks::<8>().0.iter().enumerate() {
        // One product moves bit 0 of each byte to a bit of its own in the highest byte.
        bits |= u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * i);
    }
    bits
}

impl Clone for Board {
    fn clone(&self) -> Self {
        let empty = [0; SPAN];
        let mut copy = Board {
            geometry: self.geometry,
            hash: 0,
            stones: [0, 0],
            head: empty,
            state: empty,
            next: empty,
            count: empty,
        };
        copy.copy(self);
        copy
    }

    /// Copies only the places that the board uses.
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        self.copy(source);
    }
}

/// By size and stones.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.size() == other.size() && self.points().all(|point| self.stone(point) == other.stone(point))
    }
}

impl Eq for Board {}

impl Board {
    /// The empty board.
    ///
    /// # Errors
    /// If the size is not between 1x1 and 25x25.
    pub fn new(size: Size) -> Result<Self, FieldError> {
        let geometry = Geometry::of(size.at_most(MOST)?);
        let own = std::array::from_fn(|place| place as Point);
        let mut board = Board {
            geometry,
            hash: 0,
            stones: [0, 0],
            head: own,
            // A border that is far from having no liberty whatever is placed beside it.
            state: [BORDER | 1 << 13; SPAN],
            next: own,
            count: [1; SPAN],
        };
        for &point in geometry.points() {
            board.state[at(point)] = EMPTY;
        }
        for &point in geometry.points() {
            for near in board.around(point) {
                board.state[at(near)] += 1;
            }
        }
        Ok(board)
    }

    #[inline(always)]
    fn copy(&mut self, source: &Self) {
        let used = source.geometry.used.min(SPAN);
        self.geometry = source.geometry;
        (self.hash, self.stones) = (source.hash, source.stones);
        self.head[..used].copy_from_slice(&source.head[..used]);
        self.state[..used].copy_from_slice(&source.state[..used]);
        self.next[..used].copy_from_slice(&source.next[..used]);
        self.count[..used].copy_from_slice(&source.count[..used]);
    }

    /// Columns and rows.
    #[inline]
    #[must_use]
    pub fn size(&self) -> Size {
        self.geometry.size
    }

    /// The point with this index, row by row from the top.
    ///
    /// # Panics
    /// If there is no such point.
    #[inline]
    #[must_use]
    pub fn point(&self, index: u16) -> Point {
        self.geometry.points()[usize::from(index)]
    }

    /// How many places there are, the border included: all points lie below.
    #[inline]
    #[must_use]
    pub fn span(&self) -> usize {
        self.geometry.used
    }

    /// The index of a point.
    #[inline(always)]
    #[must_use]
    pub fn index(&self, point: Point) -> u16 {
        self.geometry.index(point)
    }

    /// All points, row by row from the top.
    #[inline]
    pub fn points(&self) -> impl ExactSizeIterator<Item = Point> + use<> {
        self.geometry.points().iter().copied()
    }

    /// The four places beside a point, some of them perhaps border: above, left, right, below.
    #[inline(always)]
    #[must_use]
    pub fn around(&self, point: Point) -> [Point; 4] {
        let stride = self.geometry.stride;
        [point.wrapping_sub(stride), point.wrapping_sub(1), point.wrapping_add(1), point.wrapping_add(stride)]
    }

    /// The four places diagonally beside a point.
    #[inline(always)]
    #[must_use]
    pub fn diagonals(&self, point: Point) -> [Point; 4] {
        let stride = self.geometry.stride;
        let (above, below) = (point.wrapping_sub(stride), point.wrapping_add(stride));
        [above.wrapping_sub(1), above.wrapping_add(1), below.wrapping_sub(1), below.wrapping_add(1)]
    }

    /// Whose stone lies on a point; `None` for an empty point and the border.
    #[inline]
    #[must_use]
    pub fn stone(&self, point: Point) -> Option<Side> {
        match self.owner(point) >> 14 {
            1 => Some(Side::First),
            2 => Some(Side::Second),
            _ => None,
        }
    }

    /// Whether a point of the board is empty.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(&self, point: Point) -> bool {
        self.owner(point) == EMPTY
    }

    /// Whether a place lies outside of the board.
    #[inline(always)]
    #[must_use]
    pub fn is_border(&self, place: Point) -> bool {
        self.owner(place) == BORDER
    }

    /// How many stones a side has on the board.
    #[inline]
    #[must_use]
    pub fn stones(&self, side: Side) -> u16 {
        self.stones[side.index()]
    }

    /// A hash of the stones alone.
    #[inline]
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The part of a stone in [`Board::hash`].
    #[inline]
    #[must_use]
    pub fn stone_key(&self, point: Point, side: Side) -> u64 {
        self.geometry.stone_key(point, side)
    }

    #[inline(always)]
    pub(crate) fn owner(&self, place: Point) -> u16 {
        self.state(place) & OWNER
    }

    /// The state of whatever lies at a place.
    #[inline(always)]
    pub(crate) fn state(&self, place: Point) -> u16 {
        self.state[at(self.head[at(place)])]
    }

    /// How many neighbours of an empty point are empty.
    #[inline(always)]
    #[must_use]
    pub fn room(&self, point: Point) -> u16 {
        debug_assert!(self.is_empty(point));
        self.state[at(point)]
    }

    /// The states of what lies around a point.
    #[inline(always)]
    pub(crate) fn states_around(&self, point: Point) -> [u16; 4] {
        let [a, b, c, d] = self.around(point);
        [self.state(a), self.state(b), self.state(c), self.state(d)]
    }

    /// Marks the empty points with an empty neighbour in `mask`, as bits by index, and calls `tight` with every other empty
    /// point. All places at once, without a branch for a point: this is asked for every node of a search.
    #[inline]
    pub fn mark_roomy(&self, mask: &mut [u64], mut tight: impl FnMut(&mut [u64], Point)) {
        // By place; a word more, for rows that end in it.
        let (mut roomy, mut empty) = ([0; SPAN / 64 + 1], [0; SPAN / 64 + 1]);
        let squares = self.head.as_chunks::<64>().0.iter().zip(self.state.as_chunks::<64>().0);
        for (word, (heads, states)) in squares.enumerate().take(self.geometry.used.div_ceil(64)) {
            let (mut is_empty, mut is_roomy) = ([0; 64], [0; 64]);
            for i in 0..64 {
                // A stone that is no head may hold the state of an empty point.
                let own = heads[i] == (word * 64 + i) as Point;
                is_empty[i] = u8::from(own & (states[i] < 1 << 14));
                is_roomy[i] = u8::from(own & (states[i].wrapping_sub(1) < (1 << 14) - 1));
            }
            (empty[word], roomy[word]) = (bits(&is_empty), bits(&is_roomy));
        }
        let cols = usize::from(self.size().cols);
        for (row, points) in self.geometry.points().chunks_exact(cols).enumerate() {
            let (from, shift) = (at(points[0]) / 64, at(points[0]) % 64);
            let of_row = |places: &[u64; SPAN / 64 + 1]| {
                (places[from] >> shift | places[from + 1] << 1 << (63 - shift)) & ((1 << cols) - 1)
            };
            let (roomy, mut rest) = (of_row(&roomy), of_row(&empty));
            let (word, bit) = (row * cols / 64, row * cols % 64);
            mask[word] |= roomy << bit;
            if bit + cols > 64 {
                mask[word + 1] |= roomy >> (64 - bit);
            }
            rest &= !roomy;
            while rest != 0 {
                tight(mask, points[rest.trailing_zeros() as usize]);
                rest &= rest - 1;
            }
        }
    }

    /// Places a stone on an empty point, and removes what then has no liberty: first the opponent's chains, then, if
    /// the stone has none either, its own. `freed` is called with every point that becomes empty. Returns how many of the
    /// opponent's stones were taken.
    #[inline(always)]
    pub fn place(&mut self, point: Point, side: Side, mut freed: impl FnMut(Point)) -> u16 {
        debug_assert!(self.is_empty(point), "the point is taken");
        let [a, b, c, d] = self.around(point);
        let heads = [self.head[at(a)], self.head[at(b)], self.head[at(c)], self.head[at(d)]];
        for head in heads {
            self.state[at(head)] -= 1;
        }
        self.stones[side.index()] += 1;
        self.hash ^= self.geometry.stone_key(point, side);
        let states = heads.map(|head| self.state[at(head)]);
        // The stone joins one of its own chains beside it, or stands for a new one. No branch foresees which.
        let mut own = point;
        for (head, state) in heads.into_iter().zip(states) {
            own = if state & OWNER == tag(side) { head } else { own };
        }
        let joins = own != point;
        let room = self.state[at(point)];
        // A head that is none any more is marked as such, see `join`.
        self.state[at(point)] = if joins { JOINED } else { tag(side) };
        self.state[at(own)] += room;
        self.count[at(own)] += u16::from(joins);
        self.head[at(point)] = own;
        (self.next[at(point)], self.next[at(own)]) = (self.next[at(own)], self.next[at(point)]);
        let mut others = false;
        for (head, state) in heads.into_iter().zip(states) {
            others |= (state & OWNER == tag(side)) & (head != own);
        }
        if others {
            for head in heads {
                // A chain that was met twice has been joined, and is no head any more.
                if head != own && self.state[at(head)] & OWNER == tag(side) {
                    own = self.join(own, head);
                }
            }
        }
        let mut taken = 0;
        if states.contains(&tag(side.other())) {
            for head in heads {
                if self.state[at(head)] == tag(side.other()) {
                    taken += self.remove(head, side.other(), &mut freed);
                }
            }
        }
        if self.state[at(own)] == tag(side) {
            self.remove(own, side, &mut freed);
        }
        taken
    }

    /// Joins two chains; the larger one keeps its head, which is returned.
    #[inline(always)]
    fn join(&mut self, one: Point, other: Point) -> Point {
        let larger = self.count[at(one)] > self.count[at(other)];
        let (large, small) = if larger { (one, other) } else { (other, one) };
        let mut stone = small;
        loop {
            self.head[at(stone)] = large;
            stone = self.next[at(stone)];
            if stone == small {
                break;
            }
        }
        (self.next[at(large)], self.next[at(small)]) = (self.next[at(small)], self.next[at(large)]);
        self.count[at(large)] += self.count[at(small)];
        self.state[at(large)] += self.state[at(small)] & LIBERTIES;
        self.state[at(small)] = JOINED;
        large
    }

    /// Takes a chain without liberties off the board. Returns its number of stones.
    #[inline(never)]
    fn remove(&mut self, head: Point, side: Side, freed: &mut impl FnMut(Point)) -> u16 {
        let count = self.count[at(head)];
        self.stones[side.index()] -= count;
        let mut stone = head;
        for _ in 0..count {
            self.head[at(stone)] = stone;
            self.state[at(stone)] = EMPTY;
            stone = self.next[at(stone)];
        }
        for _ in 0..count {
            for near in self.around(stone) {
                self.state[at(self.head[at(near)])] += 1;
            }
            self.count[at(stone)] = 1;
            self.hash ^= self.geometry.stone_key(stone, side);
            freed(stone);
            let next = self.next[at(stone)];
            self.next[at(stone)] = stone;
            stone = next;
        }
        count
    }

    /// Whether the stone at a point is a chain of its own with exactly one liberty.
    #[inline]
    #[must_use]
    pub(crate) fn is_single_in_atari(&self, point: Point) -> bool {
        // One stone touches a point once: its pseudo-liberties are its liberties.
        self.count[at(point)] == 1 && self.head[at(point)] == point && self.state[at(point)] & LIBERTIES == 1
    }

    /// How many stones the chain of a stone has.
    #[inline]
    pub(crate) fn stones_in_chain(&self, point: Point) -> u16 {
        self.count[at(self.head[at(point)])]
    }

    /// The stones of the chain at a point; nothing for an empty point.
    pub fn chain(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let count = if self.stone(point).is_some() { self.count[at(self.head[at(point)])] } else { 0 };
        let mut stone = point;
        (0..count).map(move |_| {
            stone = self.next[at(stone)];
            stone
        })
    }

    /// A point that stands for the chain of a stone: the same for all its stones.
    #[inline]
    #[must_use]
    pub fn head(&self, point: Point) -> Point {
        self.head[at(point)]
    }

    /// The pseudo-liberties that the board keeps for the chain of a stone.
    #[inline]
    #[must_use]
    pub fn pseudo_liberties(&self, point: Point) -> u16 {
        self.state(point) & LIBERTIES
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
