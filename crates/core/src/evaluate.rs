//! What is known about a position without looking ahead.

use crate::game::{Game, Outcome, Side};
use crate::rng::Rng;
use crate::trace::Trace;

/// Evaluations of running positions lie strictly between minus this and this; finished positions have exactly it, its
/// negative, or 0.
pub const EVALUATION_LIMIT: i32 = 100_000;

/// At most this many features a game.
pub const MOST_FEATURES: usize = 16;

/// One number that tells something about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Feature {
    /// Its name, lower case.
    pub name: &'static str,
    /// What one of it is: stones, lines, half points, …
    pub unit: &'static str,
    /// What one unit is worth.
    pub weight: i32,
    /// What it counts.
    pub about: &'static str,
}

/// What a game knows for certain of a running position: the answer of [`Evaluate::known`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// Nothing. No moves are listed.
    Nothing,
    /// How the game ends under best play. One legal move is listed that leads there.
    Value(Outcome),
    /// Among the legal moves that are listed, each once, is one that leads to where best play ends: the others need not be looked
    /// at to find that out. At least one is listed, the most promising first.
    Moves,
}

/// Knowledge about the positions of a game, for whoever must judge them before the end.
///
/// Everything is optional: `impl Evaluate for MyGame {}` knows nothing, and every running position is worth 0.
///
/// ```
/// use gametree_core::{EVALUATION_LIMIT, Evaluate, Game, testing::Toy};
/// let mut toy: Toy = "(A B =)".parse().unwrap();
/// assert_eq!(toy.evaluate(), 0, "still running, nothing known");
/// toy.play(0);
/// assert_eq!(toy.evaluate(), EVALUATION_LIMIT, "a finished game is worth its outcome");
/// ```
pub trait Evaluate: Game {
    /// The features, at most [`MOST_FEATURES`]. Default: none.
    const FEATURES: &'static [Feature] = &[];

    /// Writes the amount of each feature into `amounts`, in the order of [`Evaluate::FEATURES`], from the view of the
    /// side to move: positive is good for it. Asked only of running positions.
    fn features(&self, amounts: &mut [i32]) {
        let _ = amounts;
    }

    /// The value of the position for the side to move: the weighted sum of the features, or, once the game is
    /// finished, the outcome as ±[`EVALUATION_LIMIT`] or 0.
    fn evaluate(&self) -> i32 {
        match self.outcome() {
            Some(Outcome::Draw) => 0,
            Some(Outcome::Win(winner)) if winner == self.to_move() => EVALUATION_LIMIT,
            Some(Outcome::Win(_)) => -EVALUATION_LIMIT,
            None => {
                let mut amounts = [0; MOST_FEATURES];
                let amounts = &mut amounts[..Self::FEATURES.len()];
                self.features(amounts);
                let terms = Self::FEATURES.iter().zip(amounts);
                let sum: i64 = terms.map(|(feature, amount)| i64::from(feature.weight) * i64::from(*amount)).sum();
                let most = i64::from(EVALUATION_LIMIT) - 1;
                sum.clamp(-most, most) as i32
            }
        }
    }

    /// Appends the noisy moves: those search moves after which the value may jump (captures, a line completed or
    /// blocked, combat). A position with none is settled. Asked only of running positions; a fixed order. Default: none.
    fn noisy_moves(&self, out: &mut Vec<Self::Move>) {
        let _ = out;
    }

    /// How far from the center of the board a move is played, in any unit; 0 is the center. Default: all equal.
    fn center_distance(&self, mv: Self::Move) -> u32 {
        let _ = mv;
        0
    }

    /// `side` cannot win with fewer than this many further moves of its own, at least 1 while the game runs.
    /// Default: 1, which is always true.
    fn moves_to_win(&self, side: Side) -> u32 {
        let _ = side;
        1
    }

    /// Where a win or a loss is at hand, appends search moves among which is one of the best, and returns true: a move
    /// that wins on the spot, or, if the opponent threatens to win with its next move, all moves that prevent that (any
    /// one if none does). Returns false, and appends nothing, where nothing is known. Asked only of running positions.
    /// Default: nothing is known.
    fn forced_moves(&self, out: &mut Vec<Self::Move>) -> bool {
        let _ = out;
        false
    }

    /// What is known for certain of who wins under best play, by more than the rules: a value, or which moves need not be looked
    /// at (they are dead, another is at least as good, or they leave the opponent a win that is known). Asked only of running
    /// positions; appends to `out` what [`Known`] says, nothing else. It tells of who wins, not of how soon or by how much.
    ///
    /// Searches that solve ask once a position, so it may cost what a thousand nodes cost where it saves more of them. The check
    /// [`check_known`](crate::testing::check_known) holds it against plain solving. Default: nothing is known.
    fn known(&self, out: &mut Vec<Self::Move>) -> Known {
        let _ = out;
        Known::Nothing
    }

    /// A key that only positions share of which the same is known to be the value, for the side to move, under best play: those that
    /// are mirrored, or differ only in what no longer matters. A position never has the key of one that comes after it in a game.
    /// Proof-number search remembers positions under it. Default: [`Game::key`].
    fn value_key(&self) -> u64 {
        self.key()
    }

    /// Plays to the end as somebody who knows a little: cheap knowledge of the game in place of some of the chance. Everything else is as
    /// in [`Game::playout`]. A player uses it by `policy=knowing`. Default: the playout without knowledge.
    ///
    /// It must draw from the same distribution as [`Evaluate::slow_knowing_playout`], and should not allocate.
    fn knowing_playout(&mut self, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        self.playout(rng, trace)
    }

    /// The obvious twin of [`Evaluate::knowing_playout`], against which it is tested. Default: the slow playout without knowledge.
    fn slow_knowing_playout(&mut self, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        self.slow_playout(rng, trace)
    }
}
