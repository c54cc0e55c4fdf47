//! The position and its rules.

use std::ops::Range;

use gametree_core::kernels;
use gametree_core::{Code, Game, Outcome, Rng, Side, Size, Trace, mix, reference_playout, set_bits};

use crate::flood::Joins;
use crate::geometry::{Cells, WORDS, words};
use crate::playout;
use crate::reduce::Winner;

/// A Hex position. A move is the index of a cell, row by row from the acute corner `a1` at the top left; where the swap rule
/// is on, the number after the last cell's swaps the pieces.
///
/// Flat: two bitboards and a few small numbers, 192 bytes in all. [`Describe::start`](gametree_core::Describe::start)
/// makes one from a size and options, [`Hex::new`] from a size alone.
#[derive(Debug)]
pub struct Hex {
    pub(crate) stones: [Cells; 2],
    pub(crate) size: Size,
    /// Turns taken, one for each stone and one for each that left none. Says who moves, too: sides alternate.
    pub(crate) plies: u16,
    /// Turns that left no stone: the first side's where the pieces were swapped, and those given to the other side. One byte: as
    /// two it cost a playout on 5x5 a tenth of its time.
    pub(crate) missed: u8,
    /// Whether the second side may swap pieces with its first move.
    pub(crate) swap: bool,
    /// The stone placed last: only a group with it can have won just now. Without meaning on an empty board.
    pub(crate) last: u16,
    pub(crate) stop_at_win: bool,
}

/// Equal are positions that go on equally: the stone placed last does not count.
impl PartialEq for Hex {
    fn eq(&self, other: &Self) -> bool {
        let rest = |hex: &Hex| (hex.size, hex.stop_at_win, hex.swap, hex.missed);
        rest(self) == rest(other) && self.stones == other.stones
    }
}

impl Eq for Hex {}

impl Clone for Hex {
    fn clone(&self) -> Self {
        Hex { ..*self }
    }

    /// Copies only the words that the board uses.
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        if self.size != source.size {
            *self = source.clone();
            return;
        }
        let used = words(self.size);
        for (stones, source) in self.stones.iter_mut().zip(&source.stones) {
            for (word, &source) in stones[..used].iter_mut().zip(&source[..used]) {
                *word = source;
            }
        }
        (self.plies, self.last, self.stop_at_win) = (source.plies, source.last, source.stop_at_win);
        (self.missed, self.swap) = (source.missed, source.swap);
    }
}

impl Hex {
    /// The empty board of a size from 1x1 to 26x26; the first side moves.
    pub(crate) fn empty(size: Size, stop_at_win: bool, swap: bool) -> Self {
        Hex { stones: [[0; WORDS]; 2], size, plies: 0, missed: 0, swap, last: 0, stop_at_win }
    }

    /// The move that swaps the pieces: the number after the last cell's.
    #[inline]
    pub(crate) fn swap_move(&self) -> u16 {
        self.size.area() as u16
    }

    /// Whether the pieces may be swapped now, if the game goes on.
    #[inline]
    pub(crate) fn may_swap(&self) -> bool {
        self.swap && self.plies == 1 && self.missed == 0
    }

    /// Makes the one stone the second side's, on the cell with column and row exchanged.
    #[cold]
    fn swap_pieces(&mut self) {
        debug_assert!(self.may_swap());
        let (cell, cols) = (self.last, u16::from(self.size.cols));
        let mirrored = cell % cols * cols + cell / cols;
        self.stones = [[0; WORDS]; 2];
        self.stones[1][usize::from(mirrored) / 64] = 1 << (mirrored % 64);
        (self.last, self.missed) = (mirrored, 1);
        self.plies += 1;
    }

    /// Stones on the board.
    #[inline]
    pub(crate) fn placed(&self) -> u16 {
        self.plies - u16::from(self.missed)
    }

    /// The same stones with `side` to move, after as few turns as that takes. `None` if too many of them left no stone.
    pub(crate) fn turned(mut self, side: Side) -> Option<Self> {
        let [first, second] = self.stones.each_ref().map(|stones| set_bits(stones).count() as u16);
        self.plies = (2 * first).saturating_sub(1).max(2 * second);
        self.plies += u16::from(self.to_move() != side);
        self.missed = u8::try_from(self.plies - first - second).ok()?;
        Some(self)
    }

    /// Columns and rows.
    #[inline]
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Whose stone lies on a cell.
    ///
    /// # Panics
    /// If there is no such cell.
    #[must_use]
    pub fn stone(&self, cell: u16) -> Option<Side> {
        let cell = usize::from(cell);
        assert!(cell < self.size.area(), "no cell {cell} on a board of size {}", self.size);
        Side::BOTH.into_iter().find(|side| self.stones[side.index()][cell / 64] >> (cell % 64) & 1 == 1)
    }

    #[inline]
    pub(crate) fn empties(&self, word: usize) -> u64 {
        let bits = self.size.area() - word * 64;
        let board = if bits < 64 { (1 << bits) - 1 } else { u64::MAX };
        board & !(self.stones[0][word] | self.stones[1][word])
    }

    /// The side that moves at this ply.
    #[inline]
    fn mover(plies: u16) -> Side {
        if plies.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// Places a stone of the side to move, even after the end: a playout fills the board.
    #[inline]
    pub(crate) fn place(&mut self, cell: u16) {
        let side = Self::mover(self.plies);
        self.stones[side.index()][usize::from(cell) / 64] |= 1 << (cell % 64);
        self.last = cell;
        self.plies += 1;
    }

    #[inline]
    fn is_full(&self) -> bool {
        usize::from(self.placed()) == self.size.area()
    }

    /// The winner of a board without an empty cell: there is exactly one.
    pub(crate) fn winner_of_full(&self) -> Side {
        debug_assert!(self.is_full());
        kernels::run(Winner { size: self.size, first: &self.stones[0] })
    }

    /// Plays uniformly random moves until nobody may swap any more, or the game is over.
    #[cold]
    fn open_at_random(&mut self, rng: &mut Rng, trace: &mut Trace) {
        let mut moves = Vec::new();
        while self.plies < 2 && self.outcome().is_none() {
            moves.clear();
            self.legal_moves(&mut moves);
            let mv = moves[rng.below(moves.len() as u32) as usize];
            trace.record(self.code(mv));
            self.play(mv);
        }
    }

    /// Whether `side` joins its edges, through the given cell or anyhow.
    pub(crate) fn joins(&self, side: Side, through: Option<u16>) -> bool {
        let stones = &self.stones[side.index()];
        kernels::run(Joins { size: self.size, side, stones, through: through.map(usize::from) })
    }
}

impl Game for Hex {
    type Move = u16;

    #[inline]
    fn codes(&self, side: Side) -> Range<Code> {
        let start = words(self.size) * 64 * side.index();
        // Only the second side may swap.
        let swap = usize::from(self.swap) & side.index();
        start as Code..(start + self.size.area() + swap) as Code
    }

    #[inline]
    fn code(&self, mv: u16) -> Code {
        self.codes(self.to_move()).start + mv
    }

    #[inline]
    fn to_move(&self) -> Side {
        Self::mover(self.plies)
    }

    /// Free while the side that moved last has too few stones to reach across; then a flood over the group of its last
    /// stone.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        // Of p turns the side that moved last has had (p + 1) / 2, rounded down; at most so many are stones of it.
        let side = self.to_move().other();
        let across = if side == Side::First { self.size.rows } else { self.size.cols };
        if self.plies.div_ceil(2) < u16::from(across) {
            return None;
        }
        if self.is_full() {
            // A playout may have filled the board after a win of either side.
            return Some(Outcome::Win(self.winner_of_full()));
        }
        self.joins(side, Some(self.last)).then_some(Outcome::Win(side))
    }

    fn legal_moves(&self, out: &mut Vec<u16>) {
        if self.outcome().is_none() {
            for word in 0..words(self.size) {
                out.extend(set_bits(&[self.empties(word)]).map(|bit| (word * 64 + bit) as u16));
            }
            out.extend(self.may_swap().then(|| self.swap_move()));
        }
    }

    #[inline]
    fn play(&mut self, mv: u16) {
        if mv == self.swap_move() {
            return self.swap_pieces();
        }
        debug_assert_eq!(self.stone(mv), None, "cell {mv} is taken");
        self.place(mv);
    }

    /// Mixed from the bitboards on demand: no search of ours asks for it while it plays.
    fn key(&self) -> u64 {
        let used = words(self.size);
        let stones = self.stones.iter().flat_map(|stones| &stones[..used]);
        // After a missed turn the same stones may lie there with the other side to move.
        stones.fold(u64::from(self.missed) << 1 | u64::from(self.swap), |key, &word| mix(&[key, word]))
    }

    fn playout(&mut self, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        if let Some(outcome) = self.outcome() {
            return outcome;
        }
        if self.swap && self.plies < 2 {
            self.open_at_random(rng, trace);
            if let Some(outcome) = self.outcome() {
                return outcome;
            }
        }
        if self.stop_at_win { playout::until_win(self, rng, trace) } else { playout::fill(self, rng, trace) }
    }

    /// In fill mode, a move at a time until the board is full, moves after the win included; the reference playout
    /// otherwise.
    fn slow_playout(&mut self, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        if self.stop_at_win {
            return reference_playout(self, rng, trace);
        }
        if let Some(outcome) = self.outcome() {
            return outcome;
        }
        if self.swap {
            self.open_at_random(rng, trace);
        }
        let mut empties = Vec::new();
        self.legal_moves(&mut empties);
        while !empties.is_empty() {
            let cell = empties.swap_remove(rng.below(empties.len() as u32) as usize);
            trace.record(self.code(cell));
            self.place(cell);
        }
        Outcome::Win(self.winner_of_full())
    }

    #[inline]
    fn search_codes(&self, _moves: &mut Vec<u16>, mask: &mut [u64]) -> bool {
        if self.outcome().is_none() {
            for (word, mask) in mask.iter_mut().enumerate().take(words(self.size)) {
                *mask = self.empties(word);
            }
            if self.may_swap() {
                let slot = usize::from(self.swap_move());
                mask[slot / 64] |= 1 << (slot % 64);
            }
        }
        true
    }

    /// Does not look for a win first: the searches ask running positions only.
    #[inline]
    fn decode(&self, code: Code, _moves: &mut Vec<u16>) -> Option<u16> {
        let codes = self.codes(self.to_move());
        let cell = code.wrapping_sub(codes.start);
        // The code of the swap may be the first of a word past the board, in which no cell is empty.
        let free = codes.contains(&code) && self.empties(usize::from(cell) / 64) >> (cell % 64) & 1 == 1;
        (free || (cell == self.swap_move() && self.may_swap())).then_some(cell)
    }

    fn lone_code(&self) -> Option<Code> {
        self.swap.then(|| self.codes(Side::Second).start + self.swap_move())
    }

    fn assert_valid(&self) {
        let turns = [self.plies.div_ceil(2), self.plies / 2].map(usize::from);
        let placed = self.stones.each_ref().map(|stones| {
            assert!(set_bits(stones).all(|cell| cell < self.size.area()), "a stone outside of the board");
            set_bits(stones).count()
        });
        assert!(placed.iter().zip(turns).all(|(&placed, turns)| placed <= turns), "more stones than turns");
        assert_eq!(placed.iter().sum::<usize>(), usize::from(self.placed()), "turns do not alternate");
        let both = self.stones[0].iter().zip(&self.stones[1]).any(|(first, second)| first & second != 0);
        assert!(!both, "two stones on one cell");
    }
}
