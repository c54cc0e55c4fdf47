//! How one game begins.

use gametree_core::{Describe, Game, Line, MoveError, MoveErrorKind, Rng};

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
                    return Err(MoveError::new(MoveErrorKind::Finished, text, "the game is over after this opening"));
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
        line.play(mv).map_err(|error| MoveError::new(error.kind, text, error.reason))?;
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
