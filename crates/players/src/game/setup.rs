//! A game with a size and options, and what there is to know of it.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::Value;

use gametree_core::{FieldError, Grid, OptionAbout, Sgf, Size, Swap};

/// What people may want to know of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameAbout {
    /// The name in commands, plans and records.
    pub name: &'static str,
    /// One line that says what it is.
    pub about: &'static str,
    /// The rules, enough to play by; see [`gametree_core::Describe::RULES`].
    pub rules: &'static str,
    /// What the two sides are called, the first side first.
    pub sides: [&'static str; 2],
    /// Whether the size of a win counts, not only who wins.
    pub scored: bool,
    /// How its points lie in a picture.
    pub grid: Grid,
    /// What a picture of the board does not say by itself; empty where there is nothing to say.
    pub legend: &'static str,
    /// The size to play on when none is asked for.
    pub default_size: Size,
    /// The allowed sizes, in words.
    pub sizes: &'static str,
    /// The sizes to measure speed on.
    pub bench: &'static [Size],
    /// How its games are stored in files; see [`gametree_core::Describe::SGF`].
    pub sgf: Option<Sgf>,
    /// The swap rule, if it can have one.
    pub swap: Option<Swap>,
    /// Whether the first side may get stones ahead.
    pub handicap: bool,
    /// The options besides the size.
    pub options: &'static [OptionAbout],
}

/// A game with a size and every option, checked: an initial position that can be set up. Made by [`crate::AnyGame::setup`].
#[derive(Clone, Debug)]
pub struct Setup {
    pub(crate) about: GameAbout,
    pub(crate) size: Size,
    pub(crate) options: BTreeMap<String, Value>,
}

impl PartialEq for Setup {
    fn eq(&self, other: &Setup) -> bool {
        (self.game(), self.size, &self.options) == (other.game(), other.size, &other.options)
    }
}

impl Setup {
    /// What the game says of itself.
    #[must_use]
    pub fn about(&self) -> &GameAbout {
        &self.about
    }

    /// The game's name.
    #[must_use]
    pub fn game(&self) -> &'static str {
        self.about.name
    }

    /// How the points of its board lie, and so how they are written.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.about.grid
    }

    /// The board's size.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The komi, in games that have one.
    #[must_use]
    pub fn komi(&self) -> Option<f64> {
        self.options.get("komi").and_then(Value::as_f64)
    }

    /// Every option with its value, defaults included.
    #[must_use]
    pub fn options(&self) -> &BTreeMap<String, Value> {
        &self.options
    }
}

impl fmt::Display for Setup {
    /// `hex 9`, the options left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.game(), self.size)
    }
}

/// The multiple of 0.5 with which the same side wins: areas are whole points, so all komi between two of them are alike.
#[must_use]
pub fn komi_in_halves(komi: f64) -> f64 {
    if komi.fract() == 0.0 { komi } else { komi.floor() + 0.5 }
}

/// Why a komi is odd that is more than the board has points, so that one side has won before the first move; `None` for any
/// other, and for the game's default, which a small board has by no wish of anybody's.
#[must_use]
pub fn komi_is_odd(about: &GameAbout, komi: f64, size: Size) -> Option<String> {
    let default = about.options.iter().find(|option| option.name == "komi").map(|option| option.default.parse());
    (komi.abs() > size.area() as f64 && default != Some(Ok(komi))).then(|| {
        format!("komi {komi} is more than the {} points of a board of size {size}; it counts all the same", size.area())
    })
}

/// Reads options given as `key=value` texts. A value that looks like a number or a boolean becomes one; a game whose
/// option is a word takes the text.
///
/// # Errors
/// When a text is no `key=value`, or a key stands twice.
pub fn parse_options<S: AsRef<str>>(texts: &[S]) -> Result<toml::Table, FieldError> {
    let mut table = toml::Table::new();
    for text in texts {
        let text = text.as_ref();
        let Some((key, value)) = text.split_once('=').filter(|(key, _)| !key.is_empty()) else {
            return Err(FieldError::new("option", text, "key=value"));
        };
        let value = match (value.parse::<bool>(), value.parse::<i64>(), value.parse::<f64>()) {
            (Ok(boolean), ..) => toml::Value::Boolean(boolean),
            (_, Ok(whole), _) => toml::Value::Integer(whole),
            (.., Ok(number)) if number.is_finite() => toml::Value::Float(number),
            _ => toml::Value::String(value.to_string()),
        };
        if table.insert(key.to_string(), value).is_some() {
            return Err(FieldError::new("option", text, "each option once"));
        }
    }
    Ok(table)
}
