//! Which move to look at first. Alpha-beta finds the same score in any order, and with good ones looks at about the square
//! root of the nodes.

use gametree_core::{Code, Evaluate, Side};

/// The order of moves before anything was learnt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Order {
    /// As the game lists them.
    #[default]
    Given,
    /// From the center of the board out ([`Evaluate::center_distance`]), those equally far as the game lists them.
    Center,
}

/// What a search has learnt about moves, and the ranks of those on the path.
///
/// Ranks are compared as numbers: the table's move, then killers, then by history, then by `order`, then by place. No two
/// moves of a node have the same rank, so picking the highest again and again gives one certain order.
pub(crate) struct Ordering<M> {
    pub(crate) order: Order,
    pub(crate) use_killers: bool,
    pub(crate) use_history: bool,
    /// By ply: the last two moves that refuted a node there.
    killers: Vec<[Option<M>; 2]>,
    /// By code: how much it has refuted.
    history: Vec<u32>,
    /// Parallel to the walk's `moves`.
    ranks: Vec<u64>,
}

const TABLE_MOVE: u64 = 1 << 63;
const FIRST_KILLER: u64 = 1 << 62;
const SECOND_KILLER: u64 = 1 << 61;
/// Above it the whole history is halved.
const MOST_HISTORY: u32 = 1 << 28;

impl<M: Copy + Eq> Ordering<M> {
    pub(crate) fn new(order: Order, use_killers: bool, use_history: bool) -> Self {
        Ordering { order, use_killers, use_history, killers: Vec::new(), history: Vec::new(), ranks: Vec::new() }
    }

    /// Whether moves are looked at in any other order than the given one.
    pub(crate) fn is_on(&self) -> bool {
        self.order != Order::Given || self.use_killers || self.use_history
    }

    /// Forgets what was learnt.
    pub(crate) fn start<G: Evaluate<Move = M>>(&mut self, game: &G) {
        self.killers.clear();
        self.history.clear();
        let codes = Side::BOTH.map(|side| usize::from(game.codes(side).end));
        self.history.resize(codes[0].max(codes[1]), 0);
        self.ranks.clear();
    }

    /// Ranks the moves of a node, which are `moves[start..]`.
    pub(crate) fn rank<G: Evaluate<Move = M>>(
        &mut self,
        position: &G,
        ply: usize,
        moves: &[M],
        start: usize,
        table_move: Option<u16>,
    ) {
        self.ranks.truncate(start);
        self.ranks.resize(start, 0);
        let killers = self.killers.get(ply).copied().unwrap_or([None, None]);
        for (index, &mv) in moves[start..].iter().enumerate() {
            let mut rank = 0xFFFF - (index as u64).min(0xFFFF);
            if self.order == Order::Center {
                rank |= (0xFFF - u64::from(position.center_distance(mv).min(0xFFF))) << 16;
            }
            if self.use_history {
                rank |= u64::from(self.history[usize::from(position.code(mv))]) << 28;
            }
            if killers[0] == Some(mv) {
                rank |= FIRST_KILLER;
            } else if killers[1] == Some(mv) {
                rank |= SECOND_KILLER;
            }
            if table_move.is_some_and(|place| usize::from(place) == index) {
                rank |= TABLE_MOVE;
            }
            self.ranks.push(rank);
        }
    }

    /// Moves the best of `moves[index..]` to `index`; returns its place in the game's list.
    #[inline]
    pub(crate) fn pick(&mut self, moves: &mut [M], index: usize) -> u16 {
        let mut best = index;
        for other in index + 1..moves.len() {
            if self.ranks[other] > self.ranks[best] {
                best = other;
            }
        }
        moves.swap(index, best);
        self.ranks.swap(index, best);
        (0xFFFF - (self.ranks[index] & 0xFFFF)) as u16
    }

    /// A move was so good that its node needs no other.
    pub(crate) fn refuted(&mut self, ply: usize, mv: M, code: Code, depth: u32) {
        if self.use_killers {
            if self.killers.len() <= ply {
                self.killers.resize(ply + 1, [None, None]);
            }
            let killers = &mut self.killers[ply];
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
        }
        if self.use_history {
            let history = &mut self.history[usize::from(code)];
            *history += if depth < 256 { depth * depth + 1 } else { 1 };
            if *history > MOST_HISTORY {
                self.history.iter_mut().for_each(|count| *count /= 2);
            }
        }
    }
}
