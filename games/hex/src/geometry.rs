//! The board as a row of bits: cell (column, row) is bit `row * columns + column`, which is also the slot of its code.

use gametree_core::{Side, Size};

/// Most columns and most rows.
pub(crate) const MOST: u8 = 26;

/// Words that hold the largest board.
pub(crate) const WORDS: usize = (MOST as usize * MOST as usize).div_ceil(64);

/// One side's cells. Words past the board's own stay zero.
pub(crate) type Cells = [u64; WORDS];

/// The cells of the first column, for every number of columns: what a shift along a row must not cross. Bits past the
/// last row are set too and meet nothing there.
static FIRST_COLUMN: [Cells; MOST as usize + 1] = {
    let mut table = [[0; WORDS]; MOST as usize + 1];
    let mut cols = 1;
    while cols < table.len() {
        let mut cell = 0;
        while cell < WORDS * 64 {
            table[cols][cell / 64] |= 1 << (cell % 64);
            cell += cols;
        }
        cols += 1;
    }
    table
};

/// How many words the cells of a board take.
#[inline(always)]
pub(crate) const fn words(size: Size) -> usize {
    size.area().div_ceil(64)
}

/// The words that a board of `N` words uses.
#[inline(always)]
pub(crate) fn prefix<const N: usize>(cells: &Cells) -> [u64; N] {
    let mut words = [0; N];
    words.copy_from_slice(&cells[..N]);
    words
}

/// The cells below `end`.
#[inline(always)]
pub(crate) fn below<const N: usize>(end: usize) -> [u64; N] {
    let mut words = [0; N];
    for (i, word) in words.iter_mut().enumerate() {
        *word = match end.saturating_sub(i * 64) {
            0 => 0,
            bits @ 1..=63 => (1 << bits) - 1,
            _ => u64::MAX,
        };
    }
    words
}

/// What the bit tricks need to know of a board of `N` words.
#[derive(Clone, Copy)]
pub(crate) struct Grid<const N: usize> {
    pub(crate) size: Size,
    pub(crate) not_first: [u64; N],
    pub(crate) not_last: [u64; N],
}

impl<const N: usize> Grid<N> {
    #[inline(always)]
    pub(crate) fn new(size: Size) -> Self {
        let first = prefix::<N>(&FIRST_COLUMN[usize::from(size.cols)]);
        let (mut not_first, mut not_last) = ([0; N], [0; N]);
        for i in 0..N {
            // The last column is the one before the next row's first. The very last cell may be missed: nothing comes
            // to it from there.
            let after = if i + 1 < N { first[i + 1] << 63 } else { 0 };
            not_first[i] = !first[i];
            not_last[i] = !(first[i] >> 1 | after);
        }
        Grid { size, not_first, not_last }
    }

    /// The cells of the two edges that `side` joins: top and bottom, or left and right. Bits past the board's end may be
    /// set.
    #[inline(always)]
    pub(crate) fn edges(&self, side: Side) -> [[u64; N]; 2] {
        let cols = usize::from(self.size.cols);
        match side {
            Side::First => [below(cols), below(self.size.area() - cols).map(|word| !word)],
            Side::Second => {
                let mut right = self.not_last.map(|word| !word);
                let last = self.size.area() - 1;
                right[last / 64] |= 1 << (last % 64);
                [self.not_first.map(|word| !word), right]
            }
        }
    }
}

/// Compiles an expression for each of the listed numbers, as a constant, and runs the one for `value`, so that loops over
/// words unroll.
macro_rules! for_constant {
    ($value:expr, [$($count:literal)*], $n:ident => $body:expr) => {
        match $value {
            $($count => { const $n: usize = $count; $body })*
            other => unreachable!("{other} is more than the largest board needs"),
        }
    };
}
pub(crate) use for_constant;

/// [`for_constant`] over the number of words of a board.
macro_rules! for_words {
    ($words:expr, $n:ident => $body:expr) => {
        $crate::geometry::for_constant!($words, [1 2 3 4 5 6 7 8 9 10 11], $n => $body)
    };
}
pub(crate) use for_words;
