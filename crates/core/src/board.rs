//! Board geometry that several games share: sizes, and points written as a column letter and a row number.

use std::fmt;
use std::str::FromStr;

use serde_core::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::error::FieldError;

/// A board's size, columns by rows. Written `9` when square and `5x3` (5 columns, 3 rows) otherwise.
///
/// ```
/// use gametree_core::Size;
/// let size: Size = "5x3".parse().unwrap();
/// assert_eq!((size.cols, size.rows), (5, 3));
/// assert_eq!(Size::square(9).to_string(), "9");
/// assert!("0".parse::<Size>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Size {
    /// Columns, at least 1.
    pub cols: u8,
    /// Rows, at least 1.
    pub rows: u8,
}

impl Size {
    /// A square board.
    #[must_use]
    pub const fn square(side: u8) -> Self {
        Size { cols: side, rows: side }
    }

    /// Number of points.
    #[must_use]
    pub const fn area(self) -> usize {
        self.cols as usize * self.rows as usize
    }

    /// This size if neither dimension exceeds `most`.
    ///
    /// # Errors
    /// A [`FieldError`] on `size` otherwise.
    pub fn at_most(self, most: u8) -> Result<Self, FieldError> {
        if self.cols.max(self.rows) <= most && self.cols.min(self.rows) > 0 {
            return Ok(self);
        }
        if most == 1 {
            return Err(FieldError::new("size", self, "1"));
        }
        Err(FieldError::new(
            "size",
            self,
            format_args!("1 to {most}, or COLUMNSxROWS such as 5x3 with both from 1 to {most}"),
        ))
    }

    /// Index, row by row, of the point written `text`: a column letter (either case; `a` is the left column, no letter
    /// skipped) and a row number (1 is the top row). `None` if it is no point of this board.
    #[must_use]
    pub fn parse_point(self, text: &str) -> Option<usize> {
        let letter = text.chars().next()?;
        let col = (u32::from(letter.to_ascii_lowercase())).checked_sub(u32::from('a'))? as usize;
        let digits = &text[letter.len_utf8()..];
        if digits.is_empty() || digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let row = digits.parse::<usize>().ok()?.checked_sub(1)?;
        (col < usize::from(self.cols) && row < usize::from(self.rows)).then(|| row * usize::from(self.cols) + col)
    }

    /// The point with this index, as [`Size::parse_point`] reads it.
    ///
    /// # Panics
    /// If there is no such point, or its column has no letter (beyond the 26th).
    #[must_use]
    pub fn format_point(self, point: usize) -> String {
        assert!(point < self.area() && self.cols <= 26, "no such point");
        let (row, col) = (point / usize::from(self.cols), point % usize::from(self.cols));
        format!("{}{}", char::from(b'a' + col as u8), row + 1)
    }
}

/// The column letters of Go, of which GTP, the Go Text Protocol, has 25: no I.
const GTP_LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

impl Size {
    /// Index, row by row from the top, of the point written `text` as in GTP: a column letter without I, in either case,
    /// and a row number from the bottom. `None` if it is no point of this board.
    ///
    /// ```
    /// use gametree_core::Size;
    /// assert_eq!(Size::square(9).parse_gtp_point("a9"), Some(0));
    /// assert_eq!(Size::square(9).parse_gtp_point("J1"), Some(80));
    /// assert_eq!(Size::square(9).parse_gtp_point("I1"), None);
    /// ```
    #[must_use]
    pub fn parse_gtp_point(self, text: &str) -> Option<usize> {
        let (letter, digits) = text.split_at_checked(1)?;
        let letter = letter.as_bytes()[0].to_ascii_uppercase();
        let col = GTP_LETTERS.iter().position(|&other| other == letter)?;
        if digits.is_empty() || digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let row = usize::from(self.rows).checked_sub(digits.parse::<usize>().ok()?)?;
        (col < usize::from(self.cols)).then(|| row * usize::from(self.cols) + col)
    }

    /// The point with this index, as [`Size::parse_gtp_point`] reads it.
    ///
    /// # Panics
    /// If there is no such point, or its column has no letter (beyond the 25th).
    #[must_use]
    pub fn format_gtp_point(self, point: usize) -> String {
        assert!(point < self.area() && usize::from(self.cols) <= GTP_LETTERS.len(), "no such point");
        let (row, col) = (point / usize::from(self.cols), point % usize::from(self.cols));
        format!("{}{}", char::from(GTP_LETTERS[col]), usize::from(self.rows) - row)
    }

    /// The column letters of Go, from the left: no I.
    pub fn gtp_letters(self) -> impl Iterator<Item = char> {
        GTP_LETTERS.iter().take(usize::from(self.cols)).map(|&letter| char::from(letter))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.cols == self.rows { write!(f, "{}", self.cols) } else { write!(f, "{}x{}", self.cols, self.rows) }
    }
}

impl FromStr for Size {
    type Err = FieldError;

    fn from_str(text: &str) -> Result<Self, FieldError> {
        let number =
            |part: &str| part.parse::<u8>().ok().filter(|&n| n > 0 && part.bytes().all(|b| b.is_ascii_digit()));
        let parsed = match text.split_once('x') {
            None => number(text).map(Size::square),
            Some((cols, rows)) => number(cols).zip(number(rows)).map(|(cols, rows)| Size { cols, rows }),
        };
        parsed.ok_or_else(|| FieldError::new("size", text, "a whole number from 1, or COLUMNSxROWS such as 5x3"))
    }
}

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Size {
    /// From the string `"9"` or `"5x3"`, or the plain number 9.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = Size;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a size such as 9 or \"5x3\"")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Size, E> {
                text.parse().map_err(E::custom)
            }
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Size, E> {
                number.to_string().parse().map_err(E::custom)
            }
            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Size, E> {
                number.to_string().parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_survive_a_round_trip_and_nonsense_is_refused() {
        let size = Size { cols: 5, rows: 12 };
        for point in 0..size.area() {
            assert_eq!(size.parse_point(&size.format_point(point)), Some(point));
        }
        assert_eq!(size.parse_point("E12"), Some(59));
        for text in ["", "a", "a0", "a01", "f1", "a13", "1a", "a-1", "a1x", "ä1", "a+1", "a99999999999999999999"] {
            assert_eq!(size.parse_point(text), None, "{text}");
        }
    }

    #[test]
    fn gtp_points_survive_a_round_trip_and_nonsense_is_refused() {
        for size in [Size { cols: 25, rows: 4 }, Size { cols: 9, rows: 19 }] {
            for point in 0..size.area() {
                let text = size.format_gtp_point(point);
                assert_eq!(size.parse_gtp_point(&text), Some(point));
                assert_eq!(size.parse_gtp_point(&text.to_lowercase()), Some(point));
            }
        }
        assert_eq!(Size::square(19).format_gtp_point(9 * 19 + 8), "J10");
        assert_eq!(Size::square(9).gtp_letters().last(), Some('J'));
        for text in ["", "A", "A0", "A01", "K1", "A10", "I5", "1A", "A-1", "A+1", "\u{e4}1", "A99999999999999999999"] {
            assert_eq!(Size::square(9).parse_gtp_point(text), None, "{text}");
        }
    }

    #[test]
    fn sizes_that_are_none_are_refused() {
        for text in ["", "0", "x", "3x", "x3", "0x3", "-1", "+3", "256", "3x3x3", "9.0"] {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
        assert!(Size::square(99).at_most(26).unwrap_err().to_string().contains("99 is not allowed"));
    }
}
