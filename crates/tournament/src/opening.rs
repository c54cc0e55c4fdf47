//! How games begin: the two games of a pair share their opening, so that neither player gains by it.

use serde::Serialize;

use gametree_core::{Describe, FieldError, Game, Line, MoveError, Rng};

/// More random plies than any game here lasts.
pub(crate) const MOST_PLIES: u64 = 1000;

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

/// The opening of one pair of games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Opening<'a> {
    /// No moves.
    #[default]
    None,
    /// Random moves.
    Random {
        /// How many.
        plies: u32,
        /// From which seed.
        seed: u64,
    },
    /// Moves as people write them, separated by spaces.
    Moves(&'a str),
}

impl Opening<'_> {
    /// The line after the opening, in which the game still runs.
    ///
    /// Random moves are uniform among those that searches consider and that do not end the game; where every move does, the
    /// opening is shorter.
    ///
    /// # Errors
    /// When a given move cannot be read or played, or the game is over after the last one.
    pub fn line<G: Describe>(&self, start: &G) -> Result<Line<G>, MoveError> {
        let mut line = Line::new(start.clone());
        match *self {
            Opening::None => (),
            Opening::Random { plies, seed } => random(&mut line, plies, seed),
            Opening::Moves(text) => {
                play_text(&mut line, text)?;
                if line.position().outcome().is_some() {
                    return Err(MoveError::new(text, "the game is over after this opening"));
                }
            }
        }
        Ok(line)
    }
}

/// Plays moves as people write them, separated by spaces, commas or line breaks.
pub(crate) fn play_text<G: Describe>(line: &mut Line<G>, moves: &str) -> Result<(), MoveError> {
    for text in moves.split([' ', ',', '\n', '\t']).filter(|text| !text.is_empty()) {
        let mv = line.position().parse_move(text)?;
        line.play(mv).map_err(|error| MoveError::new(text, error.reason))?;
    }
    Ok(())
}

fn random<G: Game>(line: &mut Line<G>, plies: u32, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut moves = Vec::new();
    for _ in 0..plies {
        moves.clear();
        line.search_moves(&mut moves);
        let goes_on = loop {
            if moves.is_empty() {
                return;
            }
            let mv = moves.swap_remove(rng.below(moves.len() as u32) as usize);
            let mut next = line.position().clone();
            next.play(mv);
            if next.outcome().is_none() {
                break mv;
            }
        };
        line.push(goes_on);
    }
}

pub(crate) fn check_plies(number: u64) -> Result<u32, FieldError> {
    match u32::try_from(number) {
        Ok(plies) if (1..=MOST_PLIES).contains(&number) => Ok(plies),
        _ => Err(FieldError::new("openings.plies", number, format_args!("a whole number from 1 to {MOST_PLIES}"))),
    }
}
