//! Points and their neighbours. A point is its index, row by row from the top left.

use gametree_core::Size;

/// Fewest and most columns, and rows.
pub(crate) const SIZES: [u8; 2] = [5, 15];

/// Points of the largest board.
pub(crate) const AREA: usize = SIZES[1] as usize * SIZES[1] as usize;

/// Stands in a table where a point would lie off the board.
pub(crate) const OFF: u8 = u8::MAX;

/// The neighbours of each point of a board. The eight ways go up, level and down, each from left to right, so that the
/// neighbours of a point ascend; way `7 - w` leads back.
pub(crate) type Neighbours = [[u8; 8]; AREA];

/// Steps in columns and rows, by way.
const WAYS: [[i32; 2]; 8] = [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]];

const KINDS: usize = (SIZES[1] - SIZES[0] + 1) as usize;

/// 20 kB; a game uses the 8 bytes by point of one size.
static NEIGHBOURS: [Neighbours; KINDS] = {
    let mut tables = [[[OFF; 8]; AREA]; KINDS];
    let mut kind = 0;
    while kind < KINDS {
        let side = (SIZES[0] as usize + kind) as i32;
        let mut point = 0;
        while point < side * side {
            let mut way = 0;
            while way < 8 {
                let (col, row) = (point % side + WAYS[way][0], point / side + WAYS[way][1]);
                if col >= 0 && col < side && row >= 0 && row < side {
                    tables[kind][point as usize][way] = (row * side + col) as u8;
                }
                way += 1;
            }
            point += 1;
        }
        kind += 1;
    }
    tables
};

/// The table of an allowed size.
#[inline]
pub(crate) fn neighbours(size: Size) -> &'static Neighbours {
    &NEIGHBOURS[usize::from(size.cols - SIZES[0])]
}

/// Most units of a side.
pub(crate) const UNITS: usize = 32;

/// Steps of a unit from one point to the other when nothing is in the way.
pub(crate) fn distance(size: Size, one: u8, other: u8) -> u32 {
    let cols = u32::from(size.cols);
    let [one, other] = [one, other].map(|point| [u32::from(point) % cols, u32::from(point) / cols]);
    one[0].abs_diff(other[0]).max(one[1].abs_diff(other[1]))
}

/// The ring of a point: 0 at the border, `(columns − 1) / 2` in the middle.
#[inline]
pub(crate) fn ring(size: Size, point: u8) -> u8 {
    let (col, row, last) = (point % size.cols, point / size.cols, size.cols - 1);
    col.min(row).min(last - col).min(last - row)
}

/// How many points a ring has.
pub(crate) fn ring_area(size: Size, ring: u8) -> usize {
    (4 * usize::from(size.cols - 1 - 2 * ring)).max(1)
}

/// `units` points spread evenly over a ring, clockwise from its top left corner.
pub(crate) fn spread(size: Size, ring: u8, units: u8) -> impl Iterator<Item = u8> {
    let edge = size.cols - 1 - 2 * ring;
    let area = ring_area(size, ring) as u16;
    (0..u16::from(units)).map(move |unit| {
        let at = (unit * area / u16::from(units)) as u8;
        let (col, row) = match at.checked_div(edge).unwrap_or_default() {
            0 => (at, 0),
            1 => (edge, at - edge),
            2 => (3 * edge - at, edge),
            _ => (0, 4 * edge - at),
        };
        (ring + row) * size.cols + ring + col
    })
}
