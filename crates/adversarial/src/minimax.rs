//! Plain minimax: the definition that every other search is held against.

use std::collections::HashSet;

use gametree_core::Evaluate;

use crate::score::{Goal, INFINITY, LEAST_WIN, Score, distance};
use crate::walk::Walk;

/// Looks at every node to a given depth.
pub(crate) struct MinimaxTree<G: Evaluate> {
    pub(crate) walk: Walk<G>,
    pub(crate) goal: Goal,
    /// Plies of noisy moves that are searched beyond the depth.
    pub(crate) quiescence: u32,
    /// Keys of all positions seen, if they are to be counted.
    pub(crate) positions: Option<HashSet<u64>>,
}

impl<G: Evaluate> MinimaxTree<G> {
    pub(crate) fn new(goal: Goal, quiescence: u32) -> Self {
        MinimaxTree { walk: Walk::new(), goal, quiescence, positions: None }
    }

    /// The score of the node at `ply` for its side to move. Meaningless once the walk has stopped.
    pub(crate) fn node(&mut self, ply: usize, depth: u32) -> Score {
        if !self.walk.enter(ply) {
            return 0;
        }
        let position = &self.walk.stack[ply];
        if let Some(positions) = &mut self.positions {
            positions.insert(position.key());
        }
        if let Some(outcome) = position.outcome() {
            self.walk.leaves += 1;
            return self.goal.finished(position, position.to_move(), outcome, ply);
        }
        if depth == 0 {
            return self.beyond(ply, self.quiescence);
        }
        let before = self.walk.mark();
        let start = self.walk.moves.len();
        self.walk.list(ply);
        let best = self.best_child(ply, start, -INFINITY, |search, ply| search.node(ply, depth - 1));
        if best == -INFINITY {
            return self.unsearched(ply);
        }
        // A win or loss within the depth is one at every depth.
        if distance(best).is_some_and(|plies| plies.saturating_sub(ply as u32) <= depth) {
            self.walk.close(before);
        }
        best
    }

    /// The score of a running position at which the depth has ended: what it is worth as it stands, or more if a noisy
    /// move leads to more. Not to move is a choice here, as there is nearly always a quiet move that does no harm.
    fn beyond(&mut self, ply: usize, plies: u32) -> Score {
        let stand = self.unsearched(ply);
        if plies == 0 || self.goal == Goal::Outcome {
            return stand;
        }
        let start = self.walk.moves.len();
        self.walk.stack[ply].noisy_moves(&mut self.walk.moves);
        self.best_child(ply, start, stand, |search, ply| {
            if !search.walk.enter(ply) {
                return 0;
            }
            let position = &search.walk.stack[ply];
            match position.outcome() {
                None => search.beyond(ply, plies - 1),
                Some(outcome) => {
                    search.walk.leaves += 1;
                    search.goal.finished(position, position.to_move(), outcome, ply)
                }
            }
        })
    }

    fn unsearched(&mut self, ply: usize) -> Score {
        self.walk.leaves += 1;
        self.walk.open += 1;
        self.goal.running(&self.walk.stack[ply])
    }

    /// The best of `best` and the scores of the moves listed from `start` on, each seen from the side to move here.
    fn best_child(
        &mut self,
        ply: usize,
        start: usize,
        mut best: Score,
        mut child: impl FnMut(&mut Self, usize) -> Score,
    ) -> Score {
        let mover = self.walk.stack[ply].to_move();
        for index in start..self.walk.moves.len() {
            let mv = self.walk.moves[index];
            let turned = self.walk.play(ply, mover, mv);
            let score = child(self, ply + 1);
            self.walk.back();
            if self.walk.stopped.is_some() {
                break;
            }
            best = best.max(if turned { -score } else { score });
        }
        self.walk.moves.truncate(start);
        best
    }
}

/// Whether a score is a forced win or loss.
pub(crate) fn is_decided(score: Score) -> bool {
    score.abs() >= LEAST_WIN
}
