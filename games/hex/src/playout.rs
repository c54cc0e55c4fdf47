//! Playouts without moves: the board is filled at once, and the winner found once.

use gametree_core::kernels::{self, Arch, Kernel};
use gametree_core::{Game, Outcome, Rng, Trace, set_bits};

use crate::geometry::{WORDS, below, for_words, words};
use crate::position::Hex;
use crate::reduce::winner;

/// Fills a running position's empty cells: a uniformly random half of them to the side that moves (the larger half if
/// they are odd), the rest to the other, which is what uniformly random moves up to the full board amount to.
pub(crate) fn fill(position: &mut Hex, rng: &mut Rng, trace: &mut Trace) -> Outcome {
    kernels::run(Fill { position, rng, trace })
}

/// [`fill`] as a kernel.
pub(crate) struct Fill<'a> {
    pub(crate) position: &'a mut Hex,
    pub(crate) rng: &'a mut Rng,
    pub(crate) trace: &'a mut Trace,
}

impl Kernel for Fill<'_> {
    type Out = Outcome;

    #[inline(always)]
    fn run<A: Arch>(self, arch: A) -> Outcome {
        let Fill { position, rng, trace } = self;
        for_words!(words(position.size), N => fill_words::<A, N>(arch, position, rng, trace));
        Outcome::Win(winner(position.size, &position.stones[0]))
    }
}

#[inline(always)]
fn fill_words<A: Arch, const N: usize>(arch: A, position: &mut Hex, rng: &mut Rng, trace: &mut Trace) {
    let given = halves::<A, N>(arch, position, rng);
    settle(position, trace, &given);
}

/// Deals out the empty cells to the two sides.
#[inline(always)]
pub(crate) fn halves<A: Arch, const N: usize>(arch: A, position: &Hex, rng: &mut Rng) -> [[u64; N]; 2] {
    let area = position.size.area();
    let mut empties = below::<N>(area);
    for (i, empties) in empties.iter_mut().enumerate() {
        *empties &= !(position.stones[0][i] | position.stones[1][i]);
    }
    let open = area as u32 - u32::from(position.placed());
    let to_first = if position.plies.is_multiple_of(2) { open.div_ceil(2) } else { open / 2 };
    let chosen = subset(arch, rng, &empties, open, to_first);
    let mut rest = empties;
    for i in 0..N {
        rest[i] &= !chosen[i];
    }
    [chosen, rest]
}

/// Places and records the stones that fill the board.
#[inline(always)]
pub(crate) fn settle<const N: usize>(position: &mut Hex, trace: &mut Trace, given: &[[u64; N]; 2]) {
    let area = position.size.area();
    // The second side's codes start at the first word after the first side's.
    let (first, second) = trace.codes.words_mut().split_at_mut(N);
    for i in 0..N {
        first[i] |= given[0][i];
        second[i] |= given[1][i];
        position.stones[0][i] |= given[0][i];
        position.stones[1][i] |= given[1][i];
    }
    trace.plies += area as u32 - u32::from(position.placed());
    position.plies = area as u16 + u16::from(position.missed);
}

/// A uniformly random subset with `share` of the `total` elements.
///
/// Coins for all elements make a subset of about the right size; then random elements are added or taken away until it is
/// right. Exact, since everything treats all elements alike: of the subsets of a size, none is likelier than another.
/// That holds for the choice among three subsets, two of coins and their symmetric difference, too, as only their sizes
/// decide; it leaves a third of the corrections.
#[inline(always)]
fn subset<A: Arch, const N: usize>(arch: A, rng: &mut Rng, of: &[u64; N], total: u32, share: u32) -> [u64; N] {
    let (one, two) = (coins(rng, of), coins(rng, of));
    let mut best = u32::MAX;
    for which in 1..4 {
        let off = count_ones(&either(which, &one, &two)).abs_diff(share);
        best = best.min(off << 2 | which);
    }
    let mut chosen = either(best & 3, &one, &two);
    let mut count = count_ones(&chosen);
    while count > share {
        toggle_nth(arch, &mut chosen, of, u64::MAX, rng.below(count));
        count -= 1;
    }
    while count < share {
        toggle_nth(arch, &mut chosen, of, 0, rng.below(total - count));
        count += 1;
    }
    chosen
}

#[inline(always)]
fn coins<const N: usize>(rng: &mut Rng, of: &[u64; N]) -> [u64; N] {
    let mut words = *of;
    for word in &mut words {
        *word &= rng.next_word();
    }
    words
}

/// 1: the first set, 2: the second, 3: what is in one of them only.
#[inline(always)]
fn either<const N: usize>(which: u32, one: &[u64; N], two: &[u64; N]) -> [u64; N] {
    let take_one = u64::from(which & 1).wrapping_neg();
    let take_two = u64::from(which >> 1).wrapping_neg();
    let mut words = [0; N];
    for i in 0..N {
        words[i] = (one[i] & take_one) ^ (two[i] & take_two);
    }
    words
}

#[inline(always)]
fn count_ones<const N: usize>(words: &[u64; N]) -> u32 {
    let mut count = 0;
    for word in words {
        count += word.count_ones();
    }
    count
}

/// Toggles the bit of the given rank among the chosen ones (`which` all ones) or among the others (`which` 0).
///
/// Every word is asked, since depositing past a word's last bit gives nothing: no branch depends on the random rank.
#[inline(always)]
fn toggle_nth<A: Arch, const N: usize>(arch: A, chosen: &mut [u64; N], of: &[u64; N], which: u64, mut rank: u32) {
    for i in 0..N {
        let candidates = of[i] & !(chosen[i] ^ which);
        let bit = if rank < 64 { 1 << rank } else { 0 };
        chosen[i] ^= arch.deposit(bit, candidates);
        // Below zero once it is found: then no later word has it.
        rank = rank.wrapping_sub(candidates.count_ones());
    }
}

/// Plays uniformly random moves until a side has won.
///
/// The order of all remaining cells is drawn first. Of the full board exactly one side is the winner, and more stones
/// never break a connection, so the first ply at which that side is connected is found by bisection.
pub(crate) fn until_win(position: &mut Hex, rng: &mut Rng, trace: &mut Trace) -> Outcome {
    let mut cells = [0; WORDS * 64];
    let mut open = 0;
    for word in 0..words(position.size) {
        for bit in set_bits(&[position.empties(word)]) {
            // The inside-out shuffle of Fisher and Yates.
            let other = rng.below(open as u32 + 1) as usize;
            cells[open] = cells[other];
            cells[other] = (word * 64 + bit) as u16;
            open += 1;
        }
    }
    let order = &cells[..open];
    let after = |start: &Hex, cells: &[u16]| {
        let mut next = start.clone();
        cells.iter().for_each(|&cell| next.place(cell));
        next
    };
    let winner = after(position, order).winner_of_full();
    // `position` with the first `won` cells is won, with the first `open` cells it is not.
    let (mut running, mut won) = (0, order.len());
    while won - running > 1 {
        let middle = (running + won) / 2;
        if after(position, &order[..middle]).joins(winner, None) {
            won = middle;
        } else {
            running = middle;
        }
    }
    for &cell in &order[..won] {
        trace.record(position.code(cell));
        position.place(cell);
    }
    Outcome::Win(winner)
}
