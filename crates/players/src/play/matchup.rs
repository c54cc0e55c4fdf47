//! A match between two searches on a game of one's own.

use gametree_core::{Budget, FieldError, Game, Line, Outcome, Search, Side, mix};

#[cfg(doc)]
use crate::play::default_max_plies;
use crate::play::usage::Usage;
use crate::play::watch::GameWatch;
use crate::play::{Ending, Seat, play_game};
use gametree_statistics::Tally;

/// Terms of a match.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Pairs of games; in each pair both players open once.
    pub pairs: u32,
    /// What a player may spend on each move.
    pub budget: Budget,
    /// From this all seeds are derived.
    pub seed: u64,
    /// After how many plies a game is cut off and decided by [`Game::margin`]; without a number after [`default_max_plies`].
    pub max_plies: Option<u32>,
}

impl Default for Terms {
    /// 50 pairs at 1,000 playouts a move.
    fn default() -> Self {
        Terms { pairs: 50, budget: Budget::playouts(1000), seed: 1, max_plies: None }
    }
}

/// What came out of a match, as the player named first sees it.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct MatchResult {
    /// The games in which it opened.
    pub as_first: Tally,
    /// The games in which the other one opened.
    pub as_second: Tally,
    /// What each player spent, in the order in which they were named.
    pub usage: [Usage; 2],
    /// What players did to forfeit a game.
    pub forfeits: Vec<String>,
    /// Games that were cut off and decided by the margin: see [`Terms::max_plies`]. They count in the tallies.
    pub cut_off: u64,
}

impl MatchResult {
    /// All games.
    #[must_use]
    pub fn total(&self) -> Tally {
        self.as_first + self.as_second
    }
}

/// Plays a match on any game, with or without [`gametree_core::Describe`], on the calling thread.
///
/// A game that has not ended after [`Terms::max_plies`] is cut off, and whoever leads by [`Game::margin`] wins it; where the margin
/// is 0, as by default, it is a draw. [`MatchResult::cut_off`] counts them.
///
/// ```
/// use gametree_core::{Budget, testing::Toy};
/// use gametree_players::{Random, Terms, play_match};
///
/// let toy: Toy = "(A B (A B))".parse().unwrap();
/// let terms = Terms { pairs: 20, budget: Budget::playouts(1), seed: 7, max_plies: None };
/// let result = play_match(&toy, ("X", &mut Random), ("Y", &mut Random), &terms).unwrap();
/// assert_eq!(result.total().games(), 40);
/// ```
///
/// # Errors
/// When a search does not accept the budget, or has too little memory for this game.
pub fn play_match<G: Game>(
    start: &G,
    a: (&str, &mut dyn Search<G>),
    b: (&str, &mut dyn Search<G>),
    terms: &Terms,
) -> Result<MatchResult, FieldError> {
    let ((name_a, search_a), (name_b, search_b)) = (a, b);
    for search in [&*search_a, &*search_b] {
        search.accepts(&terms.budget)?;
        search.fits(start)?;
    }
    let mut result = MatchResult::default();
    let watch = GameWatch::default();
    for pair in 0..terms.pairs {
        for a_side in Side::BOTH {
            watch.begin();
            let seed = |player| mix(&[terms.seed, u64::from(pair), player]);
            let seat_a = Seat { name: name_a, search: &mut *search_a, budget: terms.budget, seed: seed(0) };
            let seat_b = Seat { name: name_b, search: &mut *search_b, budget: terms.budget, seed: seed(1) };
            let seats = if a_side == Side::First { [seat_a, seat_b] } else { [seat_b, seat_a] };
            let ending = play_game(Line::new(start.clone()), seats, terms.max_plies, |_, mv| format!("{mv:?}"), &watch);
            let tally = if a_side == Side::First { &mut result.as_first } else { &mut result.as_second };
            match ending.outcome() {
                Some(Outcome::Draw) => tally.draws += 1,
                Some(Outcome::Win(side)) if side == a_side => tally.wins += 1,
                Some(Outcome::Win(_)) => tally.losses += 1,
                // Nobody is there to break a game off.
                None => continue,
            }
            let log = watch.log();
            result.usage[0].add(&log.usage[a_side.index()]);
            result.usage[1].add(&log.usage[a_side.other().index()]);
            result.cut_off += u64::from(matches!(ending, Ending::Limit { .. }));
            if let Ending::Forfeit { reason, .. } = ending {
                result.forfeits.push(reason);
            }
        }
    }
    Ok(result)
}
