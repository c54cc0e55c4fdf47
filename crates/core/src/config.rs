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

/// Reads one of several words. Where `true` or `false` is one of them, `on` and `off` are read for it, and the other way round: every
/// switch of every player reads both.
///
/// # Errors
/// A [`FieldError`] on `key` that lists the words.
pub fn parse_word<T: Copy>(key: &str, value: &str, words: &[(&str, T)]) -> Result<T, FieldError> {
    let find = |value: &str| words.iter().find(|(word, _)| *word == value).map(|&(_, meaning)| meaning);
    let same = || SWITCHES.iter().find(|(word, _)| *word == value).and_then(|(_, same)| find(same));
    find(value).or_else(same).ok_or_else(|| {
        let allowed: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
        FieldError::new(key, value, allowed.join(", "))
    })
}

/// The two ways to write a switch. A full form keeps the one that it has had since there are records of it.
const SWITCHES: [(&str, &str); 4] = [("true", "on"), ("false", "off"), ("on", "true"), ("off", "false")];

const UNITS: [(&str, u32); 4] = [("GiB", 30), ("MiB", 20), ("KiB", 10), ("B", 0)];

/// The least that [`parse_memory`] allows, in bytes.
pub const LEAST_MEMORY: u64 = 1 << 20;

/// What [`parse_memory`] allows.
pub const MEMORY_ALLOWED: &str = "a whole number of B, KiB, MiB or GiB, at least 1MiB";

/// Reads an amount of memory with its unit, as in `512MiB`, in bytes.
///
/// # Errors
/// A [`FieldError`] on `key` when there is no unit, or it is less than 1 MiB or more than 64 bits count.
pub fn parse_memory(key: &str, value: &str) -> Result<u64, FieldError> {
    let bytes = UNITS.iter().find_map(|(unit, shift)| {
        let digits = value.strip_suffix(unit)?;
        let number = digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse::<u64>().ok())??;
        number.checked_mul(1 << shift)
    });
    bytes.filter(|&bytes| bytes >= LEAST_MEMORY).ok_or_else(|| FieldError::new(key, value, MEMORY_ALLOWED))
}

/// An amount of memory as [`parse_memory`] reads it, in the largest unit that gives a whole number.
#[must_use]
pub fn memory_text(bytes: u64) -> String {
    let whole = |&&(_, shift): &&(&str, u32)| bytes.trailing_zeros() >= shift;
    UNITS.iter().find(whole).map_or_else(String::new, |(unit, shift)| format!("{}{unit}", bytes >> shift))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_outside_the_range_are_refused() {
        assert_eq!(parse_number("bias", "1e-5", 0.0..=1.0), Ok(1e-5));
        for value in ["nan", "inf", "-1", "2", "", "x"] {
            let error = parse_number("bias", value, 0.0..=1.0).unwrap_err();
            assert!(error.to_string().contains("bias") && error.to_string().contains("from 0 to 1"));
        }
        for (text, written) in [("1GiB", "1GiB"), ("1024MiB", "1GiB"), ("1500KiB", "1500KiB"), ("2097153B", "2097153B")]
        {
            assert_eq!(memory_text(parse_memory("memory", text).unwrap()), written);
        }
        for text in ["1", "64", "0GiB", "1023KiB", "-1GiB", "1.5GiB", "+4MiB", "99999999999GiB", ""] {
            let error = parse_memory("memory", text).unwrap_err().to_string();
            assert!(error.contains("memory") && error.contains("MiB"), "{text}: {error}");
        }
        assert_eq!(parse_word("codes", "b", &[("a", 1), ("b", 2)]), Ok(2));
        for word in ["c", "true", "on"] {
            assert_eq!(parse_word("codes", word, &[("a", 1), ("b", 2)]).unwrap_err().allowed, "a, b");
        }
        for words in [[("true", true), ("false", false)], [("off", false), ("on", true)]] {
            for (word, meaning) in [("true", true), ("on", true), ("false", false), ("off", false)] {
                assert_eq!(parse_word("keep", word, &words), Ok(meaning));
            }
            assert!(parse_word("keep", "yes", &words).is_err());
        }
    }
}
