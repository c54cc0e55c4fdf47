//! How games begin: the two games of a pair share their opening, so that neither player gains by it.

use serde::Serialize;

use gametree_core::FieldError;
use gametree_players::Opening;

/// More random plies than any game here lasts.
const MOST_PLIES: u64 = 1000;

/// The openings of a cell's games. In a plan: `{ plies = 2 }`, `{ moves = ["a1 b2", "c3"] }`, or `{ file = "openings.txt" }`,
/// a file beside the plan with one opening a line; stated for the plan or for one of its games.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Openings {
    /// Every game begins at the start.
    #[default]
    None,
    /// So many random moves, others in each pair.
    Plies(u32),
    /// Pair `p` begins with line `p` of the list, which starts over at its end. Moves are separated by spaces.
    Moves(Vec<String>),
}

impl Openings {
    /// Whether every game begins at the start.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Openings::None
    }

    /// The opening of a pair, given the pair's seed.
    #[must_use]
    pub fn of_pair(&self, pair: u32, seed: u64) -> Opening<'_> {
        match self {
            Openings::None => Opening::None,
            &Openings::Plies(plies) => Opening::Random { plies, seed },
            Openings::Moves(lines) => Opening::Moves(&lines[pair as usize % lines.len()]),
        }
    }

    /// From the text of a file: one opening a line, moves separated by spaces; `#` begins a comment. The numbers are
    /// those of the lines, from 1.
    pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
        let content = |line: &str| line.split('#').next().unwrap_or_default().trim().len();
        text.lines()
            .enumerate()
            .map(move |(index, line)| (index + 1, &line.trim_start()[..content(line)]))
            .filter(|(_, line)| !line.is_empty())
    }
}

pub(crate) fn check_plies(number: u64) -> Result<u32, FieldError> {
    match u32::try_from(number) {
        Ok(plies) if (1..=MOST_PLIES).contains(&number) => Ok(plies),
        _ => Err(FieldError::new("openings.plies", number, format_args!("a whole number from 1 to {MOST_PLIES}"))),
    }
}
