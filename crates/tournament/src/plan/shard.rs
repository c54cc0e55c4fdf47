//! A part of a run, for one of several machines or array tasks.

use std::fmt;
use std::str::FromStr;

use gametree_core::FieldError;

/// One of `of` parts of a run: pair p of every cell belongs to part p mod `of`. Whole pairs, so that both games of a pair
/// are played on one host; some of every cell, so that a slow host slows all cells alike.
///
/// ```
/// # use gametree_tournament::Shard;
/// let shard: Shard = "2/7".parse()?;
/// assert!(shard.holds(2) && shard.holds(9) && !shard.holds(3));
/// assert_eq!(shard.file_name(), "games-2-of-7.jsonl");
/// # Ok::<(), gametree_core::FieldError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Shard {
    index: u32,
    of: u32,
}

/// More parts than the largest arrays that clusters allow; a mistyped number is an error.
const MOST: u32 = 1_000_000;

impl Shard {
    /// All of a run.
    pub const WHOLE: Shard = Shard { index: 0, of: 1 };

    /// Part `index`, from 0, of `of`.
    ///
    /// # Errors
    /// When there is no such part.
    pub fn new(index: u32, of: u32) -> Result<Shard, FieldError> {
        Shard::check_count(of)?;
        if index < of {
            return Ok(Shard { index, of });
        }
        let allowed = format_args!("0/{of} to {}/{of}: the first part is number 0", of - 1);
        Err(FieldError::new("shard", format_args!("{index}/{of}"), allowed))
    }

    /// Checks a number of parts.
    ///
    /// # Errors
    /// When it is 0 or over a million.
    pub fn check_count(of: u32) -> Result<u32, FieldError> {
        if (1..=MOST).contains(&of) {
            return Ok(of);
        }
        Err(FieldError::new("shards", of, format_args!("a whole number from 1 to {MOST}")))
    }

    /// Which part, from 0.
    #[must_use]
    pub fn index(self) -> u32 {
        self.index
    }

    /// How many parts there are.
    #[must_use]
    pub fn of(self) -> u32 {
        self.of
    }

    /// Whether a pair belongs to it.
    #[must_use]
    pub fn holds(self, pair: u32) -> bool {
        pair % self.of == self.index
    }

    /// The file that its games go to: named by the part, not by a job's number, so that a job that is started again
    /// continues its file.
    #[must_use]
    pub fn file_name(self) -> String {
        format!("games-{}-of-{}.jsonl", self.index, self.of)
    }

    /// The part whose games go to a file of this name, if it is one's.
    #[must_use]
    pub fn of_file(name: &str) -> Option<Shard> {
        let (index, of) = name.strip_prefix("games-")?.strip_suffix(".jsonl")?.split_once("-of-")?;
        Shard::new(index.parse().ok()?, of.parse().ok()?).ok()
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = FieldError;

    fn from_str(text: &str) -> Result<Shard, FieldError> {
        let numbers = text.split_once('/').and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
        let Some((index, of)) = numbers else {
            return Err(FieldError::new("shard", text, "I/N, as 0/8 to 7/8: part I, from 0, of N"));
        };
        Shard::new(index, of)
    }
}
