//! Where the points of a board lie in memory, and the random numbers behind its keys.

use std::sync::OnceLock;

use gametree_core::{Side, Size};

/// Most columns and most rows.
pub const MOST: u8 = 25;

/// Entries of an array over the points of the largest board and its border, rounded up to a power of two, so that an
/// index that is masked needs no check.
pub(crate) const SPAN: usize = ((MOST as usize + 2) * (MOST as usize + 1) + 1).next_power_of_two();

/// A place in the arrays of a [`crate::Board`].
///
/// Rows lie one after the other, top row first, with one place of border between the end of a row and the start of the
/// next and a row of border above and below, so that the neighbours of a point are one place and one stride away.
pub type Point = u16;

/// What is fixed for a size.
#[derive(Debug)]
pub(crate) struct Geometry {
    pub(crate) size: Size,
    /// Places from a point to the one below it.
    pub(crate) stride: Point,
    /// Places in use, the border included.
    pub(crate) used: usize,
    /// The point with each index, row by row from the top.
    points: Box<[Point]>,
    /// The index of each point; unspecified on the border.
    indices: Box<[u16; SPAN]>,
    /// Random numbers for each side's stone at each place.
    stones: [Box<[u64; SPAN]>; 2],
}

/// The sizes that were asked for. Filled once each, and never changed.
static KNOWN: [[OnceLock<Box<Geometry>>; MOST as usize]; MOST as usize] =
    [const { [const { OnceLock::new() }; MOST as usize] }; MOST as usize];

impl Geometry {
    /// The geometry of a size from 1x1 to 25x25.
    pub(crate) fn of(size: Size) -> &'static Geometry {
        let known = &KNOWN[usize::from(size.cols) - 1][usize::from(size.rows) - 1];
        known.get_or_init(|| Box::new(Geometry::new(size)))
    }

    fn new(size: Size) -> Self {
        let (cols, rows, stride) = (u16::from(size.cols), u16::from(size.rows), u16::from(size.cols) + 1);
        let points: Box<[Point]> =
            (0..rows).flat_map(|row| (0..cols).map(move |col| (row + 1) * stride + col + 1)).collect();
        let mut indices = Box::new([0; SPAN]);
        let mut stones = Side::BOTH.map(|_| Box::new([0; SPAN]));
        for (index, &point) in points.iter().enumerate() {
            indices[usize::from(point)] = index as u16;
            for side in Side::BOTH {
                stones[side.index()][usize::from(point)] = gametree_core::mix(&[index as u64, side.index() as u64]);
            }
        }
        Geometry { size, stride, used: usize::from((rows + 2) * stride + 1), points, indices, stones }
    }

    #[inline(always)]
    pub(crate) fn points(&self) -> &[Point] {
        &self.points
    }

    #[inline(always)]
    pub(crate) fn index(&self, point: Point) -> u16 {
        self.indices[usize::from(point) & (SPAN - 1)]
    }

    #[inline(always)]
    pub(crate) fn stone_key(&self, point: Point, side: Side) -> u64 {
        self.stones[side.index()][usize::from(point) & (SPAN - 1)]
    }
}
