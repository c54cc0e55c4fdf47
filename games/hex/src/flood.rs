//! Who is connected to what on a board that is not full: a flood in which all cells take a step at once.

use gametree_core::kernels::{Arch, Kernel};
use gametree_core::{Side, Size};

use crate::geometry::{Cells, Grid, for_words, prefix, words};

impl<const N: usize> Grid<N> {
    /// The stones among the reached cells and their neighbours.
    ///
    /// A cell's neighbours are the two in its row, the one above and the one above to the right, the one below and the
    /// one below to the left. So the row above is reached from the cells and the cells to their right, the row below
    /// from the cells and the cells to their left, and four shifts do the work of six.
    ///
    /// Loops, not iterator chains: a closure that is not inlined would be compiled for the baseline.
    #[inline(always)]
    fn step(&self, reached: &[u64; N], stones: &[u64; N]) -> [u64; N] {
        let width = u32::from(self.size.cols);
        let (mut leftward, mut rightward, mut next) = (*reached, *reached, *reached);
        for i in 0..N {
            let after = if i + 1 < N { reached[i + 1] << 63 } else { 0 };
            let before = if i > 0 { reached[i - 1] >> 63 } else { 0 };
            leftward[i] |= (reached[i] >> 1 | after) & self.not_last[i];
            rightward[i] |= (reached[i] << 1 | before) & self.not_first[i];
        }
        for i in 0..N {
            let before = if i > 0 { leftward[i - 1] >> (64 - width) } else { 0 };
            let after = if i + 1 < N { rightward[i + 1] << (64 - width) } else { 0 };
            let below = leftward[i] << width | before;
            let above = rightward[i] >> width | after;
            next[i] = (leftward[i] | rightward[i] | below | above) & stones[i];
        }
        next
    }

    /// All stones connected to the stones of `from`.
    #[inline(always)]
    fn group(&self, from: &[u64; N], stones: &[u64; N]) -> [u64; N] {
        let mut reached = *from;
        for i in 0..N {
            reached[i] &= stones[i];
        }
        loop {
            let next = self.step(&self.step(&reached, stones), stones);
            if next == reached {
                return next;
            }
            reached = next;
        }
    }
}

/// Whether the stones of `side` join its edges: in one group with the cell `through`, or anyhow.
pub(crate) struct Joins<'a> {
    pub(crate) size: Size,
    pub(crate) side: Side,
    pub(crate) stones: &'a Cells,
    pub(crate) through: Option<usize>,
}

impl Kernel for Joins<'_> {
    type Out = bool;

    #[inline(always)]
    fn run<A: Arch>(self, _arch: A) -> bool {
        for_words!(words(self.size), N => {
            let grid = Grid::<N>::new(self.size);
            let stones = prefix::<N>(self.stones);
            let [near, far] = grid.edges(self.side);
            let mut from = near;
            if let Some(cell) = self.through {
                from = [0; N];
                from[cell / 64] = 1 << (cell % 64);
            }
            let group = grid.group(&from, &stones);
            let (mut at_near, mut at_far) = (0, 0);
            for i in 0..N {
                at_near |= group[i] & near[i];
                at_far |= group[i] & far[i];
            }
            at_near != 0 && at_far != 0
        })
    }
}
