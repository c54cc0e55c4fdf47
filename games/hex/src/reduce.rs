//! Who has won a full board, without a flood: by reduction of the game of Y.
//!
//! Y is played on a triangle of hexagons; whoever joins all three sides wins. A full triangle of side s has the same
//! winner as the triangle of side s − 1 whose cells take the majority of three mutually adjacent cells each (credited to
//! Schensted, and used for Hex by van Rijswijck; the tests hold it against union-find and a flood). Hex on columns x rows
//! is Y on a triangle of side columns + rows − 1, with the corner right of the board given to the second side and the corner
//! below it to the first. So columns + rows − 2 rounds of `cell = majority(cell, right of it, below it)`, all cells at
//! once, leave the winner in `a1`.
//!
//! Each round is a handful of instructions a word and nothing depends on the stones, so no branch is mispredicted: the
//! floods tried before (from one edge; from all four, meeting halfway) took longer, except as long on 13x13.

use gametree_core::kernels::{Arch, Kernel};
use gametree_core::{Side, Size};

use crate::geometry::{Cells, Grid, WORDS, for_constant, prefix, words};

/// The winner of a full board on which `first` are the first side's stones, and all others the second's.
pub(crate) struct Winner<'a> {
    pub(crate) size: Size,
    pub(crate) first: &'a Cells,
}

impl Kernel for Winner<'_> {
    type Out = Side;

    #[inline(always)]
    fn run<A: Arch>(self, _arch: A) -> Side {
        winner(self.size, self.first)
    }
}

#[inline(always)]
pub(crate) fn winner(size: Size, first: &Cells) -> Side {
    let first_wins = match words(size) {
        1 => packed::<1>(size, first),
        2 => packed::<2>(size, first),
        // More words mean more carries between them: there it pays to lay the rows out anew. An odd number of words,
        // since of four the compiler makes a vector that it then spends its time to shuffle (13x13: 160 against 134 ns a
        // playout).
        _ => {
            let strides = usize::from(size.rows).div_ceil(lanes(size)) | 1;
            for_constant!(strides, [1 2 3 4 5 6 7 8 9 10 11 12 13], J => in_lanes::<J>(size, first))
        }
    };
    if first_wins { Side::First } else { Side::Second }
}

#[inline(always)]
fn majority(a: u64, b: u64, c: u64) -> u64 {
    a & (b | c) | b & c
}

/// The rounds on the board's own bits.
#[inline(always)]
fn packed<const N: usize>(size: Size, first: &Cells) -> bool {
    let grid = Grid::<N>::new(size);
    let (cols, width) = (usize::from(size.cols), u32::from(size.cols));
    // Stands in for the row below the last one.
    let [_, bottom] = grid.edges(Side::First);
    let mut cells = prefix::<N>(first);
    let mut side = cols + usize::from(size.rows) - 1;
    for words in (1..=N).rev() {
        // Of a triangle of this side, fewer words hold all rows: go on with those.
        let fits = if words > 1 { (words - 1) * 64 / cols } else { 1 };
        while side > fits {
            for i in 0..words {
                let after = if i + 1 < words { cells[i + 1] } else { 0 };
                let right = (cells[i] >> 1 | after << 63) & grid.not_last[i];
                let below = cells[i] >> width | after << (64 - width) | bottom[i];
                cells[i] = majority(cells[i], right, below);
            }
            side -= 1;
        }
    }
    cells[0] & 1 == 1
}

/// Rows that fit into a word with a spare bit each.
#[inline(always)]
fn lanes(size: Size) -> usize {
    64 / (usize::from(size.cols) + 1)
}

/// The rounds on rows dealt out to `J` words in turn: row r lies in word r mod J, so the row below is the same lane of the
/// next word and only the last word's needs a shift. The spare bit of a lane stays zero, which is the second side's
/// corner; the majority of what a shift brings there, zero and zero is zero.
#[inline(always)]
fn in_lanes<const J: usize>(size: Size, first: &Cells) -> bool {
    let (cols, rows, lanes) = (usize::from(size.cols), usize::from(size.rows), lanes(size));
    let width = cols as u32 + 1;
    let full_row = (1 << cols) - 1;
    let mut cells = [0; J];
    for (j, cells) in cells.iter_mut().enumerate() {
        for lane in (0..lanes).rev() {
            let row = lane * J + j;
            let mut line = full_row;
            if row < rows {
                let (word, bit) = (row * cols / 64, row * cols % 64);
                // A row that begins in the last word ends there, whatever is shifted in above it.
                let after = first[(word + 1).min(WORDS - 1)];
                line &= first[word] >> bit | after << 1 << (63 - bit);
            }
            *cells = *cells << width | line;
        }
    }
    let beyond = full_row << (width * (lanes as u32 - 1));
    for _ in 0..cols + rows - 2 {
        let wrapped = cells[0] >> width | beyond;
        for j in 0..J {
            let below = if j + 1 < J { cells[j + 1] } else { wrapped };
            cells[j] = majority(cells[j], cells[j] >> 1, below);
        }
    }
    cells[0] & 1 == 1
}
