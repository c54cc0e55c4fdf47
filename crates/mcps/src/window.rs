//! The last W playouts of a search, as columns of bits.
//!
//! Column `c` has a bit for each playout: whether code `c` was played in it. Two further columns hold who won. A playout
//! arrives as a row, the set of its codes. Rows wait until there are 64 and are then transposed into one word of every
//! column. The columns are a ring of such words; the oldest playouts fall out one by one: the oldest word is masked.

use bitvec::prelude::{BitVec, Lsb0};
use gametree_core::kernels::{self, Arch, Kernel};
use gametree_core::{Code, Outcome, Side};
use gametree_mcts::{CodeSpace, EstimateMut, Lane, PACKED_PLAYOUTS, packed};

use crate::transpose::transpose;

/// The playouts that a permutation statistic is computed from.
#[derive(Clone, Debug)]
pub struct Window {
    /// The most playouts it holds.
    size: u64,
    /// Words of a row.
    row_words: usize,
    split: usize,
    /// The end of each side's codes: between the ranges and after them are columns of no code.
    ends: [usize; 2],
    /// Blocks in the ring, and so words of a column. One more than `size` needs, so that a partly outdated block never is the
    /// one being written; a multiple of 8 for the kernel.
    blocks: usize,
    /// The newest playouts, fewer than 64.
    rows: Vec<u64>,
    columns: BitVec<u64, Lsb0>,
    first_won: Vec<u64>,
    drawn: Vec<u64>,
    /// Playouts pushed so far.
    total: u64,
    /// Scratch: which playouts of each block match.
    matching: Vec<u64>,
}

impl Window {
    /// An empty window of `size` playouts over these codes. Allocates all that it will need.
    ///
    /// # Panics
    /// If `size` is 0.
    #[must_use]
    pub fn new(size: u64, space: &CodeSpace) -> Self {
        assert!(size > 0, "a window of no playouts");
        let blocks = blocks(size);
        Window {
            size,
            row_words: space.words,
            split: space.split(),
            ends: ends(space),
            blocks,
            rows: vec![0; space.words * 64],
            columns: BitVec::repeat(false, space.lanes() * Lane::LEN * blocks * 64),
            first_won: vec![0; blocks],
            drawn: vec![0; blocks],
            total: 0,
            matching: vec![0; blocks],
        }
    }

    /// Whether this is a window for such codes and of such a size.
    pub(crate) fn is_for(&self, size: u64, space: &CodeSpace) -> bool {
        self.size == size && self.split == space.split() && self.ends == ends(space)
    }

    /// Forgets all playouts; the memory stays. Old bits need no clearing: they are written whole before they count.
    pub fn clear(&mut self) {
        self.total = 0;
    }

    /// The number of playouts held.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.total.min(self.size)
    }

    /// Whether it holds none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// Bytes of a window of `size` playouts over these codes, before there is one.
    #[must_use]
    pub fn bytes_for(size: u64, space: &CodeSpace) -> u64 {
        let words = space.words * 64 + (space.lanes() * Lane::LEN + 3) * blocks(size);
        (words * size_of::<u64>()) as u64
    }

    /// Bytes in use.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let words = self.rows.len() + self.columns.as_raw_slice().len() + 3 * self.blocks;
        (words * size_of::<u64>()) as u64
    }

    /// Where a block lies in the ring.
    fn place(&self, block: u64) -> usize {
        (block % self.blocks as u64) as usize
    }

    /// Adds a playout; the oldest one falls out if the window is full. `codes` is the set of all its codes as words.
    ///
    /// # Panics
    /// If the set has another number of words than the window's codes.
    pub fn push(&mut self, codes: &[u64], outcome: Outcome) {
        let (place, row) = (self.place(self.total / 64), self.total % 64);
        self.rows[row as usize * self.row_words..][..self.row_words].copy_from_slice(codes);
        if row == 0 {
            (self.first_won[place], self.drawn[place]) = (0, 0);
        }
        self.first_won[place] |= u64::from(outcome == Outcome::Win(Side::First)) << row;
        self.drawn[place] |= u64::from(outcome == Outcome::Draw) << row;
        self.total += 1;
        if row == 63 {
            self.turn(place);
        }
    }

    /// Turns the 64 rows into one word of every column.
    fn turn(&mut self, place: usize) {
        let rows = &self.rows;
        let columns = self.columns.as_raw_mut_slice();
        for word in 0..self.row_words {
            let mut square = std::array::from_fn(|row| rows[row * self.row_words + word]);
            transpose(&mut square);
            // The last word may have bits that are no code's.
            for (column, &bits) in columns.chunks_exact_mut(self.blocks).skip(word * 64).zip(&square) {
                column[place] = bits;
            }
        }
    }

    /// Whether statistics fit into packed tables: they count at most `size` playouts.
    #[must_use]
    pub fn is_packed(&self) -> bool {
        self.size <= PACKED_PLAYOUTS
    }

    /// For every code, counts the playouts that contain it and all codes of `path`, in any order, and sums their rewards
    /// in half points for the code's owner. `table` covers all codes and is overwritten: packed if [`Window::is_packed`],
    /// otherwise twice as long, counts first. Returns the number of playouts that contain the path.
    ///
    /// Cost: (codes · W / 64) population counts, 7 µs for Hex 11x11 with 10,000 playouts (`cargo bench --bench tables`). No
    /// allocation. Adding up the matching rows instead, where they are few, is no faster in a search: the rows take the
    /// cache that the tree needs.
    pub fn statistics(&mut self, path: &[Code], table: &mut [Lane]) -> u64 {
        let rows = self.match_path(path);
        let in_columns: u64 = self.matching.iter().map(|word| u64::from(word.count_ones())).sum();
        let mut table = EstimateMut::of(table, !self.is_packed());
        let (matching, first_won, drawn) = (&self.matching[..], &self.first_won[..], &self.drawn[..]);
        let (columns, blocks) = (self.columns.as_raw_slice(), self.blocks);
        // A window that is not full yet is counted as far as it is filled.
        let filled = ((self.total / 64) as usize).next_multiple_of(VECTOR).min(blocks);
        let matching = &matching[..filled];
        let (split, ends) = (self.split, self.ends);
        kernels::run(CountAll { columns, blocks, matching, first_won, drawn, split, ends, table: &mut table });
        kernels::run(AddRows { window: self, matching: rows, table: &mut table });
        in_columns + u64::from(rows.count_ones())
    }

    /// Sets `matching` to the playouts in columns that the window still holds and that contain every code of `path`. Returns
    /// the same for the waiting rows.
    fn match_path(&mut self, path: &[Code]) -> u64 {
        let (oldest, turned) = (self.total - self.len(), self.total / 64);
        self.matching.fill(0);
        for block in oldest / 64..turned {
            let place = self.place(block);
            self.matching[place] = u64::MAX << oldest.saturating_sub(block * 64);
        }
        let filled = (turned as usize).min(self.blocks);
        let (columns, blocks) = (self.columns.as_raw_slice(), self.blocks);
        kernels::run(MatchAll { columns, blocks, path, matching: &mut self.matching[..filled] });
        let contains = |row: &[u64], code: Code| row[usize::from(code) / 64] >> (code % 64) & 1 == 1;
        let rows = self.rows.chunks_exact(self.row_words).take((self.total % 64) as usize).enumerate();
        rows.skip(oldest.saturating_sub(turned * 64) as usize)
            .filter(|(_, row)| path.iter().all(|&code| contains(row, code)))
            .fold(0, |bits, (row, _)| bits | 1 << row)
    }
}

/// Words of a column that holds so many playouts.
fn blocks(size: u64) -> usize {
    (size.div_ceil(64) as usize + 1).next_multiple_of(VECTOR)
}

/// The end of each side's codes.
fn ends(space: &CodeSpace) -> [usize; 2] {
    Side::BOTH.map(|side| space.codes(side).end.into())
}

/// Words that are counted together.
const VECTOR: usize = 8;

/// Leaves the playouts that contain every code of a path.
struct MatchAll<'a> {
    columns: &'a [u64],
    /// Words of a column; `matching` may cover fewer.
    blocks: usize,
    path: &'a [Code],
    matching: &'a mut [u64],
}

impl Kernel for MatchAll<'_> {
    type Out = ();

    #[inline(always)]
    fn run<A: Arch>(self, _: A) {
        for &code in self.path {
            let column = &self.columns[usize::from(code) * self.blocks..][..self.matching.len()];
            for (matching, bits) in self.matching.iter_mut().zip(column) {
                *matching &= bits;
            }
        }
    }
}

/// Adds up the waiting rows that match.
struct AddRows<'a, 'b> {
    window: &'a Window,
    matching: u64,
    table: &'a mut EstimateMut<'b>,
}

impl Kernel for AddRows<'_, '_> {
    type Out = ();

    #[inline(always)]
    fn run<A: Arch>(self, arch: A) {
        let AddRows { window, mut matching, table } = self;
        let place = window.place(window.total / 64);
        while matching != 0 {
            let row = matching.trailing_zeros() as usize;
            matching &= matching - 1;
            let first = 2 * (window.first_won[place] >> row & 1) + (window.drawn[place] >> row & 1);
            let codes = &window.rows[row * window.row_words..][..window.row_words];
            table.credit_in(arch, codes, window.split, [first as u32, 2 - first as u32]);
        }
    }
}

/// Population counts of every column under a mask.
struct CountAll<'a, 'b> {
    columns: &'a [u64],
    /// Words of a column; `matching` may cover fewer.
    blocks: usize,
    matching: &'a [u64],
    first_won: &'a [u64],
    drawn: &'a [u64],
    split: usize,
    ends: [usize; 2],
    table: &'a mut EstimateMut<'b>,
}

impl Kernel for CountAll<'_, '_> {
    type Out = ();

    #[inline(always)]
    fn run<A: Arch>(self, _: A) {
        let any_draw = self.drawn.iter().zip(self.matching).any(|(drawn, matching)| drawn & matching != 0);
        if any_draw { self.count::<true>() } else { self.count::<false>() }
    }
}

impl CountAll<'_, '_> {
    // No closures here: they are not always inlined, and then are compiled for the baseline.
    #[inline(always)]
    fn count<const DRAWS: bool>(self) {
        let CountAll { columns, blocks, matching, first_won, drawn, split, ends, table } = self;
        for lane in 0..Lane::count(ends[1]) {
            let end = if lane < split { ends[0] } else { ends[1] };
            for i in 0..Lane::LEN {
                let code = lane * Lane::LEN + i;
                let (mut count, mut first) = (0, 0);
                if code < end {
                    let column = &columns[code * blocks..][..matching.len()];
                    (count, first) = count_column::<DRAWS>(column, matching, first_won, drawn);
                }
                let reward = if lane < split { first } else { 2 * count - first };
                match table {
                    EstimateMut::Small(table) => {
                        // Two lanes to one of the table: the first of them clears what was there.
                        let before = if lane % 2 == 0 { 0 } else { table[lane / 2].0[i] };
                        table[lane / 2].0[i] = before | (count << 8 | reward) << (lane % 2 * 16);
                    }
                    EstimateMut::Packed(table) => table[lane].0[i] = packed(count, reward),
                    EstimateMut::Wide(counts, rewards) => {
                        (counts[lane].0[i], rewards[lane].0[i]) = (count, reward);
                    }
                }
            }
        }
    }
}

/// How many matching playouts contain a code, and their sum of rewards for the first side.
#[inline(always)]
fn count_column<const DRAWS: bool>(column: &[u64], matching: &[u64], first_won: &[u64], drawn: &[u64]) -> (u32, u32) {
    let words = column.len();
    let (matching, first_won, drawn) = (&matching[..words], &first_won[..words], &drawn[..words]);
    let (mut all, mut won, mut half) = (0u64, 0u64, 0u64);
    for word in 0..words {
        let bits = column[word] & matching[word];
        all += u64::from(bits.count_ones());
        won += u64::from((bits & first_won[word]).count_ones());
        if DRAWS {
            half += u64::from((bits & drawn[word]).count_ones());
        }
    }
    (all as u32, (2 * won + half) as u32)
}
