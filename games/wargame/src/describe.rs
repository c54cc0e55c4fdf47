//! Names, options, moves and the drawing.

use std::fmt;

use gametree_core::{Describe, FieldError, Game, MoveError, OptionAbout, Outcome, Sgf, Side, Size};
use serde::{Deserialize, Serialize};

use crate::geometry::{SIZES, distance};
use crate::position::{Step, Wargame};
use crate::scenario::Scenario;

/// What a step is counted under.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Codes {
    /// Its side, its destination and whether it is a fight: steps of several units share a code.
    #[default]
    Abstract,
    /// The same and the way it goes: every step has a code of its own.
    Exact,
}

/// How a game can end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// Enough attacking units have entered the base, or nobody is left to defend it: the attacker wins.
    BaseFallen,
    /// The attacker has lost too many units: the defender wins.
    AttackerBroken,
    /// The turns are over and the base still stands: the defender wins.
    Time,
}

impl Ending {
    /// Every ending.
    pub const ALL: [Ending; 3] = [Ending::BaseFallen, Ending::AttackerBroken, Ending::Time];

    /// Who won.
    #[inline]
    #[must_use]
    pub fn winner(self) -> Side {
        match self {
            Ending::BaseFallen => Side::First,
            Ending::AttackerBroken | Ending::Time => Side::Second,
        }
    }

    /// The outcome.
    #[inline]
    #[must_use]
    pub fn outcome(self) -> Outcome {
        Outcome::Win(self.winner())
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::BaseFallen => "the base has fallen",
            Ending::AttackerBroken => "the attacker is broken",
            Ending::Time => "time is over",
        })
    }
}

/// The options of the wargame.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WargameOptions {
    /// What a step is counted under. Default: abstract.
    pub codes: Codes,
}

impl Wargame {
    /// The start of the standard scenario with abstract codes.
    ///
    /// # Errors
    /// If the board is not square or not between 5x5 and 15x15.
    pub fn new(size: Size) -> Result<Self, FieldError> {
        Wargame::start(size, &WargameOptions::default())
    }

    /// The start of a scenario of your own.
    ///
    /// # Errors
    /// If the board is not allowed or the scenario does not fit it; names the field.
    pub fn with_scenario(size: Size, scenario: Scenario, codes: Codes) -> Result<Self, FieldError> {
        let size = allowed(size)?;
        Ok(Wargame::set_up(size, scenario.fitting(size)?, codes))
    }
}

fn allowed(size: Size) -> Result<Size, FieldError> {
    let square = size.cols == size.rows && (SIZES[0]..=SIZES[1]).contains(&size.cols);
    if square { Ok(size) } else { Err(FieldError::new("size", size, Wargame::SIZES)) }
}

impl Describe for Wargame {
    const NAME: &'static str = "wargame";
    const ABOUT: &'static str =
        "many attackers against few stronger defenders: enter the base in time or be broken; no draws";
    const RULES: &'static str = include_str!("rules.txt");
    const SIDES: [&'static str; 2] = ["attacker", "defender"];
    const DEFAULT_SIZE: Size = Size::square(9);
    const SIZES: &'static str = "5 to 15, square";
    /// Its games are not stored.
    const SGF: Option<Sgf> = None;
    const OPTIONS: &'static [OptionAbout] = &[OptionAbout {
        name: "codes",
        default: "abstract",
        allowed: "abstract, exact",
        about: "count a step under its destination and whether it is a fight, or also under the way it goes",
    }];
    type Options = WargameOptions;

    fn start(size: Size, options: &WargameOptions) -> Result<Self, FieldError> {
        let size = allowed(size)?;
        Ok(Wargame::set_up(size, Scenario::standard(size), options.codes))
    }

    fn format_move(&self, mv: Step) -> String {
        let name = |point| self.size().format_point(usize::from(point));
        format!("{}-{}", name(mv.from), name(mv.to))
    }

    fn parse_move(&self, text: &str) -> Result<Step, MoveError> {
        let step = text.split_once('-').and_then(|(from, to)| {
            let point = |text| self.size().parse_point(text).map(|point| point as u8);
            Some(Step { from: point(from)?, to: point(to)? })
        });
        step.filter(|step| distance(self.size(), step.from, step.to) == 1).ok_or_else(|| {
            let last = self.size().format_point(self.size().area() - 1);
            MoveError::unreadable(
                text,
                format_args!("a step to a cell next to it is expected, such as b2-b3, from a1 (top left) to {last}"),
            )
        })
    }

    fn stone_at(&self, point: usize) -> Option<Side> {
        (point < self.size().area()).then(|| self.unit(point as u8)).flatten()
    }

    /// The base.
    fn is_marked(&self, point: usize) -> bool {
        point < self.size().area() && self.is_base(point as u8)
    }

    fn standing(&self) -> Option<String> {
        let Scenario { entries, losses, turns, .. } = *self.scenario();
        let (entered, lost) = (self.entered(), self.lost(Side::First));
        let now = match self.ending() {
            Some(ending) => format!("{ending}, {} wins", Self::SIDES[ending.winner().index()]),
            None => format!("turn {} of {turns}", self.turns_over() / 2 + 1),
        };
        Some(format!("attacker entered {entered} of {entries}, lost {lost} of {losses}; {now}"))
    }
}

impl fmt::Display for Wargame {
    /// The board with its coordinates, `x` attacker, `o` defender, `+` an empty cell of the base, and a line that says how
    /// things stand. No line break at the end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("  ")?;
        for letter in (b'a'..).take(usize::from(self.size().cols)) {
            write!(f, " {}", char::from(letter))?;
        }
        for row in 0..self.size().rows {
            write!(f, "\n{:2}", row + 1)?;
            for point in row * self.size().cols..(row + 1) * self.size().cols {
                f.write_str(match self.unit(point) {
                    Some(Side::First) => " x",
                    Some(Side::Second) => " o",
                    None if self.is_base(point) => " +",
                    None => " .",
                })?;
            }
        }
        write!(f, "\n{}", self.standing().unwrap_or_default())?;
        if self.ending().is_none() {
            write!(f, ", {} to move", Self::SIDES[self.to_move().index()])?;
        }
        Ok(())
    }
}
