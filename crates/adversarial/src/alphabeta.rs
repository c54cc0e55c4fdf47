//! Alpha-beta: the score of minimax with a fraction of its nodes.

use gametree_core::{Evaluate, Known, Outcome, Side};

use crate::node_score::{Change, NodeScore, within_depth};
use crate::order::Ordering;
use crate::score::{Goal, Score};
use crate::table::{Bound, Entry, SOLVED, Table};
use crate::walk::{Mark, Walk};

/// No line of best play is followed further.
const MOST_LINE: usize = 256;

/// Fail-soft alpha-beta for turns that need not alternate.
///
/// A node's score is always for its side to move. When a move passes the turn, the child is asked with the window
/// turned around and its answer is negated; when the same side moves again, neither happens. An answer within the window
/// is exact; one at or above `beta` is a lower bound, one at or below `alpha` an upper bound, and both may lie
/// outside of the window ("soft"), which makes them worth remembering.
pub(crate) struct AlphaBetaTree<G: Evaluate> {
    pub(crate) walk: Walk<G>,
    pub(crate) goal: Goal,
    pub(crate) quiescence: u32,
    pub(crate) ordering: Ordering<G::Move>,
    pub(crate) table: Table,
    /// Whether the table's scores may be believed. Not if positions must not recur: then a score depends on the path
    /// to it (the graph history interaction problem), and the table only tells which move to look at first.
    pub(crate) trust: bool,
    /// Whether to look only at forced moves where there are such.
    pub(crate) forced: bool,
    /// Whether to ask the game for what it knows ([`Evaluate::known`]); with a table and [`Goal::Outcome`] only, as it knows who
    /// wins, not how soon.
    pub(crate) knows: bool,
    /// Whether entries of earlier searches may be used.
    pub(crate) keep: bool,
    /// Whether somebody wants to know the line of best play.
    pub(crate) wants_line: bool,
    /// By ply: the best line from there.
    pub(crate) lines: Vec<Vec<G::Move>>,
}

/// A node, and what was seen of it when its move was played.
#[derive(Clone, Copy)]
struct At {
    ply: usize,
    mover: Side,
    outcome: Option<Outcome>,
}

impl<G: Evaluate> AlphaBetaTree<G> {
    pub(crate) fn new(goal: Goal, quiescence: u32, ordering: Ordering<G::Move>, table: Table) -> Self {
        AlphaBetaTree {
            walk: Walk::new(),
            goal,
            quiescence,
            ordering,
            table,
            trust: false,
            forced: false,
            knows: false,
            keep: false,
            wants_line: true,
            lines: Vec::new(),
        }
    }

    /// To be called after the walk has started.
    pub(crate) fn start(&mut self) {
        self.ordering.start(&self.walk.stack[0]);
        self.table.age(self.keep);
        self.trust = !self.walk.repetition;
        self.lines.clear();
    }

    /// The score of the node at `ply`. Meaningless once the walk has stopped.
    pub(crate) fn node(&mut self, ply: usize, depth: u32, alpha: Score, beta: Score) -> Score {
        let position = &self.walk.stack[ply];
        let at = At { ply, mover: position.to_move(), outcome: position.outcome() };
        match (self.table.bytes() > 0, self.ordering.is_on() || self.forced) {
            (false, false) => self.any_node::<false, false>(at, depth, alpha, beta),
            (false, true) => self.any_node::<false, true>(at, depth, alpha, beta),
            // With a table there is at least its move to begin with.
            (true, _) => self.any_node::<true, true>(at, depth, alpha, beta),
        }
    }

    /// The part of a node that leaves are done with.
    #[inline(always)]
    fn any_node<const TABLE: bool, const ORDER: bool>(
        &mut self,
        at: At,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Score {
        let At { ply, mover, outcome } = at;
        if !self.walk.enter(ply) {
            return 0;
        }
        if let Some(line) = self.lines.get_mut(ply) {
            line.clear();
        }
        if let Some(outcome) = outcome {
            self.walk.leaves += 1;
            return self.goal.finished(&self.walk.stack[ply], mover, outcome, ply);
        }
        if depth == 0 {
            return self.beyond(ply, self.quiescence, alpha, beta);
        }
        self.inner_node::<TABLE, ORDER>(ply, mover, depth, alpha, beta)
    }

    /// A node at which the game goes on, with depth left.
    fn inner_node<const TABLE: bool, const ORDER: bool>(
        &mut self,
        ply: usize,
        mover: Side,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Score {
        let key = if TABLE { self.walk.stack[ply].key() } else { 0 };
        let mut table_move = None;
        if TABLE && let Some(entry) = self.table.find(key) {
            if let Some(score) = self.known(&entry, ply, depth, alpha, beta) {
                self.walk.open += u64::from(entry.depth != SOLVED);
                return score;
            }
            table_move = entry.index;
        }
        let before = self.walk.mark();
        let start = self.walk.moves.len();
        let known = if TABLE && self.knows { self.walk.list_known(ply) } else { Known::Nothing };
        if let Known::Value(outcome) = known {
            self.walk.moves.truncate(start);
            let score = self.goal.finished(&self.walk.stack[ply], mover, outcome, ply);
            self.table.store(key, Entry { score, bound: Bound::Exact, depth: SOLVED, index: None }, 1);
            return score;
        }
        // With two plies to go, the moves left out are known to lose.
        let forced = known == Known::Moves || ORDER && self.forced && depth >= 2 && self.walk.list_forced(ply);
        if !forced {
            self.walk.list(ply);
        }
        if ORDER {
            self.ordering.rank(&self.walk.stack[ply], ply, &self.walk.moves, start, table_move);
        }
        let mut node = NodeScore::new(alpha, beta);
        let best_place = self.search_moves::<TABLE, ORDER>(ply, mover, depth, start, &mut node, before);
        self.walk.moves.truncate(start);
        if self.walk.stopped.is_some() {
            return 0;
        }
        let Some(best) = node.best() else { return self.unsearched(ply) };
        if !self.walk.is_closed_since(before) && within_depth(best, node.bound(), ply, depth) {
            self.walk.close(before);
        }
        if TABLE {
            let solved = self.walk.is_closed_since(before);
            if solved || depth < u32::from(SOLVED) {
                let depth = if solved { SOLVED } else { depth as u8 };
                let index = best_place.filter(|_| !forced);
                let score = self.goal.counted_from_node(best, ply);
                let nodes = self.walk.nodes_since(before) + 1;
                self.table.store(key, Entry { score, bound: node.bound(), depth, index }, nodes);
            }
        }
        best
    }

    /// Searches the moves listed from `start` on into `node`, until one of them is enough. Returns the place, among the moves as
    /// they were listed, of the best that raised alpha. `before` marks where the node began.
    #[inline(always)]
    fn search_moves<const TABLE: bool, const ORDER: bool>(
        &mut self,
        ply: usize,
        mover: Side,
        depth: u32,
        start: usize,
        node: &mut NodeScore,
        before: Mark,
    ) -> Option<u16> {
        let mut best_place = None;
        let mut index = start;
        while index < self.walk.moves.len() {
            let place = if ORDER { self.ordering.pick(&mut self.walk.moves, index) } else { (index - start) as u16 };
            let mv = self.walk.moves[index];
            index += 1;
            let before_child = self.walk.mark();
            let (next, outcome) = self.walk.play_and_look(ply, mv);
            let turned = next != mover;
            let (alpha, beta) = node.window_below(turned);
            let at = At { ply: ply + 1, mover: next, outcome };
            let score = self.any_node::<TABLE, ORDER>(at, depth - 1, alpha, beta);
            self.walk.back();
            if self.walk.stopped.is_some() {
                break;
            }
            match node.learn(if turned { -score } else { score }) {
                Change::None => {}
                Change::Raised => {
                    best_place = Some(place);
                    self.remember_line(ply, mv);
                }
                Change::Refuted => {
                    best_place = Some(place);
                    // Whatever the moves before this one were worth, this one alone is enough.
                    self.walk.rest_on_last(before, before_child);
                    if ORDER {
                        let code = self.walk.stack[ply].code(mv);
                        self.ordering.refuted(ply, mv, code, depth);
                    }
                    break;
                }
            }
        }
        best_place
    }

    /// Alpha-beta over noisy moves only; see `MinimaxTree::beyond`, whose score it finds.
    fn beyond(&mut self, ply: usize, plies: u32, alpha: Score, beta: Score) -> Score {
        let stand = self.unsearched(ply);
        let mut node = NodeScore::standing(stand, alpha, beta);
        if plies == 0 || node.is_refuted() || self.goal == Goal::Outcome {
            return stand;
        }
        let start = self.walk.moves.len();
        let mover = self.walk.stack[ply].to_move();
        self.walk.stack[ply].noisy_moves(&mut self.walk.moves);
        for index in start..self.walk.moves.len() {
            let mv = self.walk.moves[index];
            let turned = self.walk.play(ply, mover, mv);
            let (alpha, beta) = node.window_below(turned);
            let score = self.beyond_child(ply + 1, plies - 1, alpha, beta);
            self.walk.back();
            if self.walk.stopped.is_some() {
                break;
            }
            match node.learn(if turned { -score } else { score }) {
                Change::None => {}
                Change::Raised => self.remember_line(ply, mv),
                Change::Refuted => break,
            }
        }
        self.walk.moves.truncate(start);
        node.best().unwrap_or(stand)
    }

    fn beyond_child(&mut self, ply: usize, plies: u32, alpha: Score, beta: Score) -> Score {
        if !self.walk.enter(ply) {
            return 0;
        }
        if let Some(line) = self.lines.get_mut(ply) {
            line.clear();
        }
        let position = &self.walk.stack[ply];
        match position.outcome() {
            None => self.beyond(ply, plies, alpha, beta),
            Some(outcome) => {
                self.walk.leaves += 1;
                self.goal.finished(position, position.to_move(), outcome, ply)
            }
        }
    }

    fn unsearched(&mut self, ply: usize) -> Score {
        self.walk.leaves += 1;
        self.walk.open += 1;
        self.goal.running(&self.walk.stack[ply])
    }

    /// The score that an entry answers the question with, if it does and may be believed.
    fn known(&self, entry: &Entry, ply: usize, depth: u32, alpha: Score, beta: Score) -> Option<Score> {
        // A deeper entry would be as good for play, but then the score would depend on what else was searched before.
        if !self.trust || (entry.depth != SOLVED && u32::from(entry.depth) != depth) {
            return None;
        }
        let score = self.goal.counted_from_root(entry.score, ply);
        let enough = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        enough.then_some(score)
    }

    /// The best line from `ply` on now begins with `mv` and goes on as its child's does.
    fn remember_line(&mut self, ply: usize, mv: G::Move) {
        if !self.wants_line {
            return;
        }
        if self.lines.len() < ply + 2 {
            self.lines.resize_with(ply + 2, Vec::new);
        }
        let (above, below) = self.lines.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(mv);
        above[ply].extend_from_slice(&below[0]);
    }

    /// Lengthens a line from the root by the moves that the table holds: where an exact entry ended the search, the line
    /// behind it was not looked at again.
    pub(crate) fn follow_table(&self, line: &mut Vec<G::Move>) {
        if self.table.bytes() == 0 || !self.trust {
            return;
        }
        let mut position = self.walk.stack[0].clone();
        line.iter().for_each(|&mv| position.play(mv));
        let mut moves = Vec::new();
        while position.outcome().is_none() && line.len() < MOST_LINE {
            let entry = self.table.find(position.key()).filter(|entry| entry.bound == Bound::Exact);
            let Some(place) = entry.and_then(|entry| entry.index) else { return };
            moves.clear();
            if self.walk.all_moves {
                position.legal_moves(&mut moves)
            } else {
                position.search_moves(&mut moves)
            }
            let Some(&mv) = moves.get(usize::from(place)) else { return };
            position.play(mv);
            line.push(mv);
        }
    }
}
