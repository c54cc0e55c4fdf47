//! A node's score while its moves are searched, and what it says in the end.

use crate::score::{INFINITY, Score, distance};
use crate::table::Bound;

/// The best score of a node so far, in the window that was asked for. It may lie outside of it ("soft").
#[derive(Clone, Copy)]
pub(crate) struct NodeScore {
    /// What the side to move here has elsewhere already, when the node was asked.
    asked: Score,
    /// The same by now: the better of that and of the moves here.
    alpha: Score,
    /// What the other side has elsewhere already.
    beta: Score,
    best: Score,
}

/// What the score of one more move changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    /// No better move: nothing, or no more than the bound on a node that the side to move will not go for.
    None,
    /// A better move than all that the side to move has: the line of best play goes through it.
    Raised,
    /// The other side will not go for this node: the rest of its moves need no look.
    Refuted,
}

impl NodeScore {
    /// No move searched yet.
    #[inline(always)]
    pub(crate) fn new(alpha: Score, beta: Score) -> Self {
        NodeScore { asked: alpha, alpha, beta, best: -INFINITY }
    }

    /// Not to move is a choice with this score.
    #[inline(always)]
    pub(crate) fn standing(stand: Score, alpha: Score, beta: Score) -> Self {
        NodeScore { asked: alpha, alpha: alpha.max(stand), beta, best: stand }
    }

    /// Alpha and beta for a child, turned around where the move passes the turn.
    #[inline(always)]
    pub(crate) fn window_below(&self, turned: bool) -> (Score, Score) {
        if turned { (-self.beta, -self.alpha) } else { (self.alpha, self.beta) }
    }

    /// Takes in what a move is worth for the side to move here.
    #[inline(always)]
    pub(crate) fn learn(&mut self, score: Score) -> Change {
        if score <= self.best {
            return Change::None;
        }
        self.best = score;
        if score <= self.alpha {
            return Change::None;
        }
        self.alpha = score;
        if score >= self.beta { Change::Refuted } else { Change::Raised }
    }

    /// The score; `None` if there was no move.
    #[inline(always)]
    pub(crate) fn best(&self) -> Option<Score> {
        (self.best > -INFINITY).then_some(self.best)
    }

    /// Whether the best is enough for the other side not to go for this node.
    #[inline(always)]
    pub(crate) fn is_refuted(&self) -> bool {
        self.best >= self.beta
    }

    /// What the best says of the true score, all moves searched or one of them enough.
    #[inline(always)]
    pub(crate) fn bound(&self) -> Bound {
        bound(self.best, self.asked, self.beta)
    }
}

/// What a score that came out of a window says of the true one.
pub(crate) fn bound(score: Score, alpha: Score, beta: Score) -> Bound {
    if score >= beta {
        Bound::Lower
    } else if score <= alpha {
        Bound::Upper
    } else {
        Bound::Exact
    }
}

/// Whether a score is a win or loss that the whole tree to this depth has shown, so that no deeper search changes it.
pub(crate) fn within_depth(score: Score, bound: Bound, ply: usize, depth: u32) -> bool {
    let right_side = match bound {
        Bound::Exact => true,
        Bound::Lower => score > 0,
        Bound::Upper => score < 0,
    };
    right_side && distance(score).is_some_and(|plies| plies.saturating_sub(ply as u32) <= depth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_change_a_score_as_alpha_beta_has_it() {
        let mut node = NodeScore::new(10, 20);
        assert_eq!((node.best(), node.window_below(false), node.window_below(true)), (None, (10, 20), (-20, -10)));
        // No better than what the side has elsewhere: remembered as a bound, and the window stays.
        assert_eq!(
            (node.learn(7), node.learn(5), node.best(), node.bound()),
            (Change::None, Change::None, Some(7), Bound::Upper)
        );
        assert_eq!(node.window_below(false), (10, 20));
        assert_eq!((node.learn(15), node.bound(), node.window_below(true)), (Change::Raised, Bound::Exact, (-20, -15)));
        assert_eq!((node.learn(15), node.is_refuted()), (Change::None, false));
        assert_eq!((node.learn(25), node.best(), node.bound()), (Change::Refuted, Some(25), Bound::Lower));
        assert!(node.is_refuted());
        let stand = NodeScore::standing(12, 10, 20);
        assert_eq!((stand.best(), stand.window_below(false), stand.bound()), (Some(12), (12, 20), Bound::Exact));
        assert!(NodeScore::standing(20, 10, 20).is_refuted());
    }
}
