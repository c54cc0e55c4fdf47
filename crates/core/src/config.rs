//! Parameters of an algorithm: a struct with defaults that can also be set by key, as in `mcps:window=5000`.

use std::fmt::{Debug, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::describe::OptionAbout;
use crate::error::FieldError;

/// A config struct whose every field can be read and written by name. Fields are public too: any value that `set`
/// accepts may be put there directly.
pub trait Config: Clone + Debug + Default + PartialEq + Send + Sync {
    /// The keys, with defaults, what is allowed, and what they do.
    const OPTIONS: &'static [OptionAbout];

    /// Sets one field from text.
    ///
    /// # Errors
    /// Names the key when the value is not allowed; for an unknown key, the error lists the known ones.
    fn set(&mut self, key: &str, value: &str) -> Result<(), FieldError>;

    /// The value of one field, as `set` reads it; `None` for an unknown key.
    fn get(&self, key: &str) -> Option<String>;

    /// The error for a key that this config does not have.
    fn unknown(key: &str) -> FieldError {
        let known: Vec<&str> = Self::OPTIONS.iter().map(|option| option.name).collect();
        let known = if known.is_empty() { "no parameters".to_string() } else { known.join(", ") };
        FieldError::new("parameter", key, known)
    }
}

/// Reads a number within `range`; NaN is outside of every range.
///
/// # Errors
/// A [`FieldError`] on `key` that states the range.
pub fn parse_number<T>(key: &str, value: &str, range: RangeInclusive<T>) -> Result<T, FieldError>
where
    T: FromStr + PartialOrd + Display,
{
    match value.parse::<T>() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(FieldError::new(key, value, format_args!("a number from {} to {}", range.start(), range.end()))),
    }
}

/// Reads one of several words.
///
/// # Errors
/// A [`FieldError`] on `key` that lists the words.
pub fn parse_word<T: Copy>(key: &str, value: &str, words: &[(&str, T)]) -> Result<T, FieldError> {
    words.iter().find(|(word, _)| *word == value).map(|&(_, meaning)| meaning).ok_or_else(|| {
        let allowed: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
        FieldError::new(key, value, allowed.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_outside_the_range_are_refused() {
        assert_eq!(parse_number("bias", "1e-5", 0.0..=1.0), Ok(1e-5));
        for value in ["nan", "inf", "-1", "2", "", "x"] {
            let error = parse_number("bias", value, 0.0..=1.0).unwrap_err();
            assert!(error.to_string().contains("bias") && error.to_string().contains("from 0 to 1"));
        }
        assert_eq!(parse_word("codes", "b", &[("a", 1), ("b", 2)]), Ok(2));
        assert_eq!(parse_word("codes", "c", &[("a", 1), ("b", 2)]).unwrap_err().allowed, "a, b");
    }
}
