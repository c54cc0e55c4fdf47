//! Cells that no longer matter, by the six cells around them (Björnsson, Hayward, Johanson and van Rijswijck, *Dead cell
//! analysis in Hex and the Shannon game*, 2006).
//!
//! A cell is dead if however the empty cells around it are filled, whose it is makes no difference: the stones of each side among
//! its neighbours are one run then, and no shortest chain goes through a cell between two stones that touch. Two empty neighbours are
//! captured by a side if either is dead once the other is the side's: it answers the one with the other, so both are as good as its
//! own. Filling such cells in leaves the value of the position as it is, for either side to move.

use gametree_core::{Side, Size, set_bits};

/// Cells of the largest board that is looked at: those of one word.
pub(crate) const MOST_CELLS: usize = 64;

/// A board of at most [`MOST_CELLS`] cells as bits, one a cell, row by row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    pub(crate) size: Size,
    /// The cells of each side.
    pub(crate) stones: [u64; 2],
}

/// For the codes of six neighbours, two bits each (0 empty, else the side's index + 1): whether the cell between them is dead.
static DEAD: [u64; 4096 / 64] = {
    let mut dead = [0; 4096 / 64];
    let mut code = 0;
    while code < 4096 {
        if is_dead(code) {
            dead[code / 64] |= 1 << (code % 64);
        }
        code += 1;
    }
    dead
};

/// Whether no filling of the ring has two separate runs of either side: no four cells, in order around the ring, can be had by the
/// sides in turn.
const fn is_dead(code: usize) -> bool {
    let mut first = 0;
    while first < 2 {
        // How many of the alternating runs are found, from each cell at which they may begin: greedily, which finds the most.
        let (mut cell, mut found) = (0, 0);
        while cell < 6 {
            let there = code >> (2 * cell) & 3;
            let wanted = (first + found) % 2 + 1;
            if there == 0 || there == wanted {
                found += 1;
            }
            cell += 1;
        }
        if found >= 4 {
            return false;
        }
        first += 1;
    }
    true
}

/// Places of a board of [`MOST_CELLS`] cells in a frame: 3x21 takes the most.
const FRAMED: usize = 128;

/// The ring around each cell, kept while cells are filled.
///
/// Around the board lies a frame of stones: the first side's above and below, the second's to the left and right.
#[derive(Clone)]
pub(crate) struct Rings {
    board: Board,
    /// What lies there, row by row, frame included: 0 for nothing, else the side's index + 1.
    framed: [u8; FRAMED],
}

impl Rings {
    pub(crate) fn new(board: Board) -> Self {
        let (cols, rows) = (usize::from(board.size.cols), usize::from(board.size.rows));
        let width = cols + 2;
        let mut framed = [0; FRAMED];
        for row in 0..rows {
            framed[(row + 1) * width] = 2;
            framed[(row + 1) * width + cols + 1] = 2;
        }
        // A corner of the frame touches both kinds of it, so that either stone says the same there.
        framed[..width].fill(1);
        framed[(rows + 1) * width..(rows + 2) * width].fill(1);
        let mut rings = Rings { board: Board { stones: [0; 2], ..board }, framed };
        for side in Side::BOTH {
            set_bits(&[board.stones[side.index()]]).for_each(|cell| rings.put(cell, side));
        }
        rings
    }

    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    fn place(&self, cell: usize) -> usize {
        let cols = usize::from(self.board.size.cols);
        cell + 2 * (cell / cols) + cols + 3
    }

    /// The steps to the neighbours, around the cell; a neighbour has the cell in the opposite direction.
    fn steps(&self) -> [usize; 6] {
        let width = usize::from(self.board.size.cols) + 2;
        let back = |step: usize| step.wrapping_neg();
        [1, back(width - 1), back(width), back(1), width - 1, width]
    }

    /// Puts a stone on an empty cell.
    pub(crate) fn put(&mut self, cell: usize, side: Side) {
        self.board.stones[side.index()] |= 1 << cell;
        let place = self.place(cell);
        self.framed[place] = side as u8 + 1;
    }

    /// What lies around a place, as a place of [`DEAD`].
    #[inline]
    fn code(&self, place: usize, steps: &[usize; 6]) -> usize {
        let there = |(direction, &step): (usize, &usize)| {
            usize::from(self.framed[place.wrapping_add(step) % FRAMED]) << (2 * direction)
        };
        steps.iter().enumerate().map(there).sum()
    }

    /// Fills every dead cell with the stones of `dead_as` and every captured one with those of its side, until there is none left.
    /// Only near cells of `changed`: all that differs from a board that was filled so before.
    pub(crate) fn fill(&mut self, changed: u64, dead_as: Side) {
        let steps = self.steps();
        let mut look_at = self.board.near(changed);
        loop {
            look_at &= self.board.empties();
            if look_at == 0 {
                return;
            }
            let cell = look_at.trailing_zeros() as usize;
            look_at &= look_at - 1;
            let place = self.place(cell);
            let code = self.code(place, &steps);
            let filled = if is_marked(code) {
                self.put(cell, dead_as);
                1 << cell
            } else {
                self.capture(cell, place, code, &steps)
            };
            look_at |= self.board.near(filled);
        }
    }

    /// Fills the cell and a neighbour if a side has captured both; returns what was filled.
    fn capture(&mut self, cell: usize, place: usize, code: usize, steps: &[usize; 6]) -> u64 {
        for (direction, &step) in steps.iter().enumerate() {
            let other = place.wrapping_add(step) % FRAMED;
            if self.framed[other] != 0 {
                continue;
            }
            let back = (direction + 3) % 6;
            for side in Side::BOTH {
                let stone = side.index() + 1;
                if is_marked(code | stone << (2 * direction))
                    && is_marked(self.code(other, steps) | stone << (2 * back))
                {
                    let width = usize::from(self.board.size.cols) + 2;
                    let other = (other / width - 1) * (width - 2) + other % width - 1;
                    self.put(cell, side);
                    self.put(other, side);
                    return 1 << cell | 1 << other;
                }
            }
        }
        0
    }
}

fn is_marked(code: usize) -> bool {
    DEAD[code / 64] >> (code % 64) & 1 == 1
}

impl Board {
    /// The cells of the board.
    pub(crate) fn all(&self) -> u64 {
        u64::MAX >> (64 - self.size.area())
    }

    pub(crate) fn empties(&self) -> u64 {
        self.all() & !(self.stones[0] | self.stones[1])
    }

    /// The cells of the first column and those of the last.
    fn columns(&self) -> [u64; 2] {
        let cols = u32::from(self.size.cols);
        let first = (0..u32::from(self.size.rows)).fold(0, |cells, row| cells | 1 << (row * cols));
        [first, first << (cols - 1)]
    }

    /// These cells and their neighbours: those to the left and right in the row, the same shifted down (with the left ones) and up
    /// (with the right ones).
    pub(crate) fn near(&self, cells: u64) -> u64 {
        let ([first, last], cols) = (self.columns(), u32::from(self.size.cols));
        let left = cells | cells >> 1 & !last;
        let right = (cells | cells << 1 & !first) & self.all();
        let down = left.checked_shl(cols).unwrap_or(0);
        let up = right.checked_shr(cols).unwrap_or(0);
        (left | right | down | up) & self.all()
    }

    /// All of `stones` that are connected to those of `from`, which are among them.
    pub(crate) fn group(&self, from: u64, stones: u64) -> u64 {
        let mut group = from;
        loop {
            let next = self.near(group) & stones;
            if next == group {
                return group;
            }
            group = next;
        }
    }

    /// The cells along the two edges that `side` joins.
    pub(crate) fn edges(&self, side: Side) -> [u64; 2] {
        let row = u64::MAX >> (64 - u32::from(self.size.cols));
        match side {
            Side::First => [row, row << (self.size.area() - usize::from(self.size.cols))],
            Side::Second => self.columns(),
        }
    }

    /// The board turned by half a turn: every side joins the same edges.
    pub(crate) fn turned(self) -> Self {
        let turn = |cells: u64| cells.reverse_bits() >> (64 - self.size.area());
        Board { stones: self.stones.map(turn), ..self }
    }
}
