//! The one shape of a complaint about input: which field, what it held, what it may hold.

use std::error::Error;
use std::fmt;

/// A field of a configuration, spec or budget holds something it may not.
///
/// ```
/// use gametree_core::FieldError;
/// let error = FieldError::new("window", "0", "a whole number from 1 to 1000000");
/// assert_eq!(error.to_string(), "window: 0 is not allowed; allowed: a whole number from 1 to 1000000");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldError {
    /// The field's name as the user writes it.
    pub field: String,
    /// What it held.
    pub value: String,
    /// What is allowed, in words.
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
        write!(f, "{field}: {value} is not allowed; allowed: {allowed}")
    }
}

impl Error for FieldError {}
