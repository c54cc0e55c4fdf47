//! The one trait that a game implements to be searched, and the words it uses.

use std::fmt::{self, Debug};
use std::hash::Hash;
use std::ops::Range;

use crate::playout::reference_playout;
use crate::rng::Rng;
use crate::trace::Trace;

/// What a move is counted under. Searches keep statistics per code, not per move.
///
/// A game divides its codes into two ranges, one per side ([`Game::codes`]), so a code names its owner.
pub type Code = u16;

/// One of the two sides of a game. The side that moves first in the initial position is `First`.
///
/// "Player" is another word: it means an engine, which may sit on either side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// The side that opens the game.
    First,
    /// The other side.
    Second,
}

impl Side {
    /// Both sides, in order.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The opponent.
    #[inline]
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for `First`, 1 for `Second`: for arrays by side.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::First => "first",
            Side::Second => "second",
        })
    }
}

/// How a finished game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// That side won.
    Win(Side),
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// The reward for `side` in half points: 2 for a win, 1 for a draw, 0 for a loss.
    ///
    /// Half points keep sums of rewards exact integers.
    #[must_use]
    #[inline(always)]
    pub fn reward(self, side: Side) -> u32 {
        match self {
            Outcome::Win(winner) if winner == side => 2,
            Outcome::Win(_) => 0,
            Outcome::Draw => 1,
        }
    }
}

/// What is at hand for the side to move: the answer of [`Game::tactics`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tactics {
    /// Nothing is known. No moves are listed.
    Quiet,
    /// The side to move wins with its next move: the listed one is a search move that ends the game so.
    Win,
    /// Whatever search move is played, the opponent wins with the move after it. No moves are listed.
    Loss,
    /// After every search move that is not listed, the opponent wins with the move after it. At least one is listed, each once, all of
    /// them search moves, in any order.
    Parry,
}

/// The smallest two code ranges for `first` and `second` codes: disjoint, each starting at a multiple of 16.
///
/// ```
/// use gametree_core::code_ranges;
/// assert_eq!(code_ranges(9, 9), [0..9, 16..25]);
/// assert_eq!(code_ranges(121, 121), [0..121, 128..249]);
/// ```
///
/// # Panics
/// If the codes do not fit into a `u16`.
#[must_use]
pub fn code_ranges(first: usize, second: usize) -> [Range<Code>; 2] {
    let start = first.next_multiple_of(16);
    let end = Code::try_from(start + second).expect("more codes than a u16 can name");
    [0..first as Code, start as Code..end]
}

/// One position of a two-player game with perfect information, without its history.
///
/// Seven methods are required. The provided ones are correct for every game; those marked *override me* are slow by
/// default, and [`crate::testing::conformance`] holds an override against the default.
///
/// A position should be flat arrays: a playout copies it once (`clone_from`) and then plays on it without allocating.
/// Whatever depends on earlier positions (superko) belongs to [`crate::Line`].
///
/// The example is a whole game: take one or two stones, who takes the last one wins.
///
/// ```
/// use gametree_core::{Code, Game, Outcome, Side, code_ranges};
/// use std::ops::Range;
///
/// #[derive(Clone)]
/// struct Nim { stones: u8, to_move: Side }
///
/// impl Game for Nim {
///     type Move = u8;
///     fn codes(&self, side: Side) -> Range<Code> { code_ranges(2, 2)[side.index()].clone() }
///     fn code(&self, mv: u8) -> Code { self.codes(self.to_move).start + Code::from(mv) - 1 }
///     fn to_move(&self) -> Side { self.to_move }
///     fn outcome(&self) -> Option<Outcome> {
///         (self.stones == 0).then(|| Outcome::Win(self.to_move.other()))
///     }
///     fn legal_moves(&self, out: &mut Vec<u8>) { out.extend((1..=2).filter(|&n| n <= self.stones)); }
///     fn play(&mut self, mv: u8) { self.stones -= mv; self.to_move = self.to_move.other(); }
///     fn key(&self) -> u64 { u64::from(self.stones) << 1 | self.to_move.index() as u64 }
/// }
///
/// let nim = Nim { stones: 4, to_move: Side::First };
/// assert_eq!(gametree_core::perft(&nim, 5), [2, 4, 4, 1, 0], "the number of games by length");
/// ```
pub trait Game: Clone + Send + Sync + 'static {
    /// A move, small and plain.
    type Move: Copy + Eq + Hash + Debug + Send + Sync;

    /// The codes of `side`. Two disjoint ranges that stay fixed within a game, the first side's before the second's, each
    /// starting at a multiple of 16 ([`code_ranges`] makes them).
    fn codes(&self, side: Side) -> Range<Code>;

    /// The code of a legal move, in `codes(to_move())`. Several moves may share one (abstract codes).
    fn code(&self, mv: Self::Move) -> Code;

    /// Who moves. Turns need not alternate. Any side once the game is finished.
    fn to_move(&self) -> Side;

    /// The result of a finished game; `None` while it runs, and then there is a legal move.
    fn outcome(&self) -> Option<Outcome>;

    /// Appends the legal moves by the rules of the position alone, each once, in a fixed order. Appends none when the
    /// game is finished. Cost: O(moves), no allocation beyond `out`'s.
    fn legal_moves(&self, out: &mut Vec<Self::Move>);

    /// Plays a move. The move must be legal here; what happens otherwise is unspecified (a panic in debug builds).
    fn play(&mut self, mv: Self::Move);

    /// A 64-bit key of everything that decides how the game goes on, the mover included. Kept incrementally or cheap.
    fn key(&self) -> u64;

    /// Half points by which `First` would lead if the game ended now (Go: twice the area minus komi).
    /// Default: 2, 0 or -2 by the outcome, 0 while the game runs.
    fn margin(&self) -> i32 {
        match self.outcome() {
            Some(Outcome::Win(Side::First)) => 2,
            Some(Outcome::Win(Side::Second)) => -2,
            _ => 0,
        }
    }

    /// Appends the moves that trees and playouts consider: a subset of `legal_moves`, never empty while the game runs
    /// (Go leaves out filling one's own eyes). Default: all legal moves.
    fn search_moves(&self, out: &mut Vec<Self::Move>) {
        self.legal_moves(out);
    }

    /// The key under which this position may not occur a second time within one game (superko), or `None` when
    /// repetition is free. Default: `None`.
    fn repetition_key(&self) -> Option<u64> {
        None
    }

    /// Plays at random to the end: adds every code played to `trace`, counts its plies, and returns the outcome.
    /// A finished position returns its outcome and leaves `trace` alone.
    ///
    /// *Override me*: nearly all time of a search passes here. The override must draw from the same distribution as
    /// [`Game::slow_playout`] and should not allocate.
    fn playout(&mut self, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        self.slow_playout(rng, trace)
    }

    /// The obvious twin of [`Game::playout`], against which it is tested. Default: uniformly random `search_moves`
    /// until there is an outcome. Override it only where a playout is something else by definition.
    fn slow_playout(&mut self, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        reference_playout(self, rng, trace)
    }

    /// Sets, in `mask`, the bit `code − start of the mover's range` for the code of every search move. Returns whether
    /// each of those moves has a code of its own. `mask` holds at least as many bits as the mover has codes and is all
    /// zero; `moves` is an empty scratch list.
    ///
    /// *Override me* when the position already holds such a mask.
    fn search_codes(&self, moves: &mut Vec<Self::Move>, mask: &mut [u64]) -> bool {
        self.search_moves(moves);
        let start = self.codes(self.to_move()).start;
        let mut distinct = true;
        for &mv in moves.iter() {
            let slot = usize::from(self.code(mv) - start);
            distinct &= mask[slot / 64] >> (slot % 64) & 1 == 0;
            mask[slot / 64] |= 1 << (slot % 64);
        }
        distinct
    }

    /// The search move with this code, the first one if several share it; `None` if there is none. Asked only while the
    /// game runs. `moves` is an empty scratch list.
    ///
    /// *Override me* when a code names its move.
    fn decode(&self, code: Code, moves: &mut Vec<Self::Move>) -> Option<Self::Move> {
        self.search_moves(moves);
        moves.iter().copied().find(|&mv| self.code(mv) == code)
    }

    /// What a look near the last move tells of what is at hand: whether the side to move wins with its next move, has lost, or has
    /// only few moves that parry. `last` is the move that led here; without one the whole board is looked at. Asked only of running
    /// positions; appends to `out` what [`Tactics`] says, nothing else.
    ///
    /// What it says must be true, whatever was played before. It may overlook what the last move did not bring about, where the same
    /// question was not asked of the position before: a search asks it at every node, so it costs what a ply of a playout costs,
    /// not more. Default: nothing is known.
    fn tactics(&self, last: Option<Self::Move>, out: &mut Vec<Self::Move>) -> Tactics {
        let _ = (last, out);
        Tactics::Quiet
    }

    /// The code of a move that can be played where it is offered or never: after any other move there, no game plays it (the
    /// swap in Hex). Fixed within a game, as [`Game::codes`] is. No other playout tells anything of such a move, so a search that
    /// goes by AMAF alone would leave it for good after a first playout that is lost; it tries this one now and then.
    /// Default: none.
    fn lone_code(&self) -> Option<Code> {
        None
    }

    /// Panics if the position contradicts itself (a count, a hash or a list that a recount from scratch does not give).
    /// The conformance suite calls it after every move. Default: nothing to check.
    fn assert_valid(&self) {}
}

#[cfg(test)]
mod tests {
    #[test]
    fn as_many_methods_are_required_as_the_documentation_says() {
        let text = include_str!("game.rs");
        let body = text.split("pub trait Game:").nth(1).unwrap().split("\n}\n").next().unwrap();
        let required = body.split("\n    fn ").skip(1).filter(|method| {
            let (end, begin) = (method.find(';'), method.find('{'));
            end.is_some_and(|end| begin.is_none_or(|begin| end < begin))
        });
        assert_eq!(required.count(), 7);
        assert!(text.contains("/// Seven methods are required."));
    }
}
