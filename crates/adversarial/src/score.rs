//! What a position is worth in whole numbers.

use gametree_core::{Evaluate, Game, Outcome, Side};

/// The worth of a position for the side to move: a win, a loss, or an evaluation in between.
///
/// A win in `n` plies scores [`WIN`]` − n`, so that the shortest win is the highest score, and a loss in `n` plies
/// `n − `[`WIN`], so that the longest defence is the least bad one. Draws score 0, and so may a running position.
pub type Score = i32;

/// A win on the spot. No score is higher.
pub const WIN: Score = 1_000_000;

/// Beyond every score, and its negative is a number too: the widest window is −`INFINITY` to `INFINITY`.
pub const INFINITY: Score = 2_000_000;

/// Scores from here on are wins; below its negative they are losses. Between them lie evaluations and margins.
pub(crate) const LEAST_WIN: Score = 500_000;

/// The number of plies to the end of a game that is won or lost by force; `None` for any other score.
///
/// ```
/// use gametree_adversarial::{WIN, distance};
/// assert_eq!((distance(WIN - 3), distance(3 - WIN), distance(0)), (Some(3), Some(3), None));
/// ```
#[must_use]
pub fn distance(score: Score) -> Option<u32> {
    (score.abs() >= LEAST_WIN).then(|| WIN.abs_diff(score.abs()))
}

/// What the search maximizes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Goal {
    /// Winning, sooner rather than later; if it must be, losing later rather than sooner.
    #[default]
    Distance,
    /// Winning, no matter when: the fewest nodes, the textbook's 1, 0 and −1. A win scores [`WIN`].
    Outcome,
    /// The margin in half points ([`Game::margin`]), also where the search must stop before the end.
    Margin,
}

impl Goal {
    /// The score, for its side to move, which is `mover`, of a position `ply` plies below the root that ends so.
    #[inline]
    pub(crate) fn finished<G: Game>(self, position: &G, mover: Side, outcome: Outcome, ply: usize) -> Score {
        let win = match self {
            Goal::Distance => WIN - ply as Score,
            Goal::Outcome => WIN,
            Goal::Margin => return margin(position),
        };
        match outcome {
            Outcome::Draw => 0,
            Outcome::Win(winner) if winner == mover => win,
            Outcome::Win(_) => -win,
        }
    }

    /// The score, for its side to move, of a running position that is not searched any further.
    #[inline]
    pub(crate) fn running<G: Evaluate>(self, position: &G) -> Score {
        if self == Goal::Margin { margin(position) } else { position.evaluate() }
    }

    /// A score that counts plies from the root as one that counts them from a node `ply` plies below it.
    #[inline]
    pub(crate) fn counted_from_node(self, score: Score, ply: usize) -> Score {
        if self == Goal::Distance && score.abs() >= LEAST_WIN { score + score.signum() * ply as Score } else { score }
    }

    /// The inverse of [`Goal::counted_from_node`].
    #[inline]
    pub(crate) fn counted_from_root(self, score: Score, ply: usize) -> Score {
        if self == Goal::Distance && score.abs() >= LEAST_WIN { score - score.signum() * ply as Score } else { score }
    }
}

fn margin<G: Game>(position: &G) -> Score {
    let margin = position.margin().clamp(1 - LEAST_WIN, LEAST_WIN - 1);
    if position.to_move() == Side::First { margin } else { -margin }
}
