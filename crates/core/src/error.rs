//! The two shapes of a complaint about input: a field that holds what it may not ([`FieldError`]: which field, what it held, what it
//! may hold, and which of several names was meant), and a move that cannot be played ([`MoveError`]).

use std::error::Error;
use std::fmt;

/// A field of a configuration, spec or budget holds something it may not.
///
/// ```
/// use gametree_core::FieldError;
/// let error = FieldError::new("window", "0", "a whole number from 1 to 1000000");
/// assert_eq!(error.to_string(), "window: 0 is not allowed; allowed: a whole number from 1 to 1000000");
///
/// let error = FieldError::new("player", "mpcs", "uct, grave, mcps");
/// assert_eq!(error.to_string(), "player: mpcs is not allowed; did you mean mcps? allowed: uct, grave, mcps");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FieldError {
    /// The field's name as the user writes it.
    pub field: String,
    /// What it held.
    pub value: String,
    /// What is allowed, in words. A list of names, parted by commas, and nothing else is taken for one: the nearest is suggested.
    pub allowed: String,
}

impl FieldError {
    /// A complaint about `field`.
    pub fn new(field: impl fmt::Display, value: impl fmt::Display, allowed: impl fmt::Display) -> Self {
        FieldError { field: field.to_string(), value: value.to_string(), allowed: allowed.to_string() }
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FieldError { field, value, allowed } = self;
        let value = if value.is_empty() { "(nothing)" } else { value };
        match nearest_listed(value, allowed) {
            Some(name) => write!(f, "{field}: {value} is not allowed; did you mean {name}? allowed: {allowed}"),
            None => write!(f, "{field}: {value} is not allowed; allowed: {allowed}"),
        }
    }
}

/// The nearest name where `allowed` is a list of names and not a sentence.
fn nearest_listed<'a>(value: &str, allowed: &'a str) -> Option<&'a str> {
    let is_name =
        |part: &str| part.starts_with(|c: char| c.is_ascii_lowercase()) && !part.contains(char::is_whitespace);
    let names = || allowed.split(", ");
    names().all(is_name).then(|| nearest(value, names())).flatten()
}

/// The name that was probably meant by `text`, case apart; `None` when none is near. Of several equally near, the first.
///
/// ```
/// use gametree_core::nearest;
/// assert_eq!(nearest("tic-tac-toe", ["go", "tictactoe"]), Some("tictactoe"));
/// assert_eq!(nearest("chess", ["hex", "go"]), None);
/// ```
pub fn nearest<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // As the parser of the command line measures it, which takes 0.7 for near: "sides" and "pieces" are not. Of short words that leaves
    // out those that lack a letter or have two exchanged.
    const NEAR: f64 = 0.72;
    let text = text.to_lowercase();
    let slip = |name: &str| name.len() > 1 && strsim::osa_distance(&text, name) == 1;
    // One letter is the beginning of many names.
    if text.len() < 2 {
        return None;
    }
    // Another number is not another spelling: who writes hex/6 does not mean hex/5.
    let numbered = |text: &str| text.contains(|c: char| c.is_ascii_digit());
    let without_digits = |text: &str| text.replace(|c: char| c.is_ascii_digit(), "");
    let other_number = |name: &str| numbered(name) && numbered(&text) && without_digits(name) == without_digits(&text);
    let mut best = (NEAR, None);
    for name in names {
        let lower = name.to_lowercase();
        let likeness = strsim::jaro(&text, &lower).max(if slip(&lower) { NEAR + 0.01 } else { 0.0 });
        if likeness > best.0 && !other_number(&lower) {
            best = (likeness, Some(name));
        }
    }
    best.1
}

impl Error for FieldError {}

/// A text that is no move, or a move that may not be played here. Games make the first kind ([`MoveError::unreadable`]),
/// [`crate::Line::play`] the others.
///
/// ```
/// use gametree_core::{Line, MoveErrorKind, testing::Toy};
/// let mut line = Line::new("(A(B=))".parse::<Toy>().unwrap());
/// let error = line.play(7).unwrap_err();
/// assert_eq!(error.kind, MoveErrorKind::Illegal);
/// assert_eq!(error.to_string(), "move \"7\": not legal here");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct MoveError {
    /// What is wrong, for a program.
    pub kind: MoveErrorKind,
    /// The move as it was given.
    pub text: String,
    /// Why not, for people.
    pub reason: String,
}

/// What is wrong with a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum MoveErrorKind {
    /// The text is no move of this board.
    Unreadable,
    /// The rules do not allow it in this position, or in this game.
    Illegal,
    /// The rules of the position allow it, but it leads back to an earlier one (superko).
    Repeats,
    /// The game is over.
    Finished,
    /// It is the other side's turn, and the rules know no other.
    OutOfTurn,
    /// It is not the move: the program can go no further.
    Other,
}

impl MoveError {
    /// An error about the move that was given as `text`.
    pub fn new(kind: MoveErrorKind, text: impl fmt::Display, reason: impl fmt::Display) -> Self {
        MoveError { kind, text: text.to_string(), reason: reason.to_string() }
    }

    /// What [`crate::Describe::parse_move`] says of a text that is no move; `reason` says what a move looks like.
    pub fn unreadable(text: impl fmt::Display, reason: impl fmt::Display) -> Self {
        MoveError::new(MoveErrorKind::Unreadable, text, reason)
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {:?}: {}", self.text, self.reason)
    }
}

impl Error for MoveError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Line, testing::Toy};

    #[test]
    fn a_move_error_has_its_kind_and_its_words() {
        let mut line = Line::new("(A (B =))".parse::<Toy>().unwrap());
        let error = line.play(2).unwrap_err();
        assert_eq!(error, MoveError::new(MoveErrorKind::Illegal, 2, "not legal here"));
        line.play(0).unwrap();
        let error = line.play(0).unwrap_err();
        assert_eq!(error, MoveError::new(MoveErrorKind::Finished, 0, "the game is finished"));
        let error = MoveError::unreadable("z9", "a point is expected");
        assert_eq!(error.kind, MoveErrorKind::Unreadable);
        assert_eq!(error.to_string(), "move \"z9\": a point is expected");
    }

    #[test]
    fn fc_77_the_nearest_name_is_suggested_and_nothing_where_none_is_near() {
        const PLAYERS: &str = "random, flat, uct, rave, grave, mcps, minimax, alphabeta, iterative, gtp";
        for (value, name) in [
            ("mpcs", "mcps"),
            ("mcst", "mcps"),
            ("MCPS", "mcps"),
            ("garve", "grave"),
            ("ravee", "rave"),
            ("alpha", "alphabeta"),
            ("alpha-beta", "alphabeta"),
            ("mini-max", "minimax"),
            ("iterativ", "iterative"),
            ("gt", "gtp"),
            ("utc", "uct"),
        ] {
            let error = FieldError::new("player", value, PLAYERS).to_string();
            assert_eq!(error, format!("player: {value} is not allowed; did you mean {name}? allowed: {PLAYERS}"));
        }
        for (value, allowed) in [
            ("fish", PLAYERS),
            ("", PLAYERS),
            ("c", "a, b"),
            ("hex/6", "hex/5, hex/7"),
            ("sides", "none, pieces"),
            ("chess", "tree, tictactoe, hex, go, atarigo, nogo, wargame"),
            // Sentences, numbers and forms are no names.
            ("a word", "a word, or another"),
            ("11", "1"),
            ("number", "a number from 1 to 9"),
            ("key=vale", "key=value, joined by commas"),
        ] {
            let error = FieldError::new("field", value, allowed).to_string();
            assert!(!error.contains("did you mean") && error.ends_with(&format!("allowed: {allowed}")), "{error}");
        }
    }
}
