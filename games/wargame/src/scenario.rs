//! Who stands where, and how long each side can go on.

use gametree_core::{FieldError, Size};

use crate::geometry::{UNITS, ring_area, spread};

/// The forces and limits of a game. Rings are counted from the border, which is ring 0; the points of a ring are counted
/// clockwise from its top left corner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Scenario {
    /// Units of the attacker, spread evenly over the border: unit `i` of `n` on the point `i · points / n`, rounded down.
    pub attackers: u8,
    /// Units of the defender, spread in the same way over their ring.
    pub defenders: u8,
    /// The ring on which the defender's units start.
    pub defender_ring: u8,
    /// The base is this ring and all within it.
    pub base_ring: u8,
    /// The base falls when this many attacking units have entered it.
    pub entries: u8,
    /// The attacker is broken when it has lost this many units.
    pub losses: u8,
    /// Turns of each side.
    pub turns: u16,
}

impl Scenario {
    /// The scenario of an allowed board size.
    #[must_use]
    pub(crate) fn standard(size: Size) -> Self {
        let [attackers, defenders, defender_ring, base_ring, entries, losses, turns] = match size.cols {
            0..=5 => [8, 3, 1, 2, 2, 4, 7],
            6 => [12, 5, 1, 2, 2, 5, 8],
            7 => [18, 5, 2, 2, 3, 8, 13],
            8 => [24, 3, 3, 3, 3, 7, 26],
            9 => [24, 4, 3, 3, 3, 8, 26],
            10 => [30, 6, 3, 3, 3, 9, 26],
            11 => [26, 7, 3, 3, 3, 8, 26],
            12 => [28, 9, 3, 3, 3, 8, 27],
            13 => [26, 11, 3, 3, 3, 8, 28],
            14 => [30, 12, 3, 3, 3, 8, 28],
            15.. => [30, 14, 3, 3, 3, 8, 29],
        };
        Scenario { attackers, defenders, defender_ring, base_ring, entries, losses, turns: turns.into() }
    }

    /// This scenario if it fits a board of an allowed size.
    pub(crate) fn fitting(self, size: Size) -> Result<Self, FieldError> {
        let middle = (size.cols - 1) / 2;
        let most = |ring| ring_area(size, ring).min(UNITS);
        let check = |field, value: u16, least: usize, most: usize| {
            let allowed = (least..=most).contains(&usize::from(value));
            if allowed { Ok(()) } else { Err(FieldError::new(field, value, format_args!("{least} to {most}"))) }
        };
        check("base_ring", self.base_ring.into(), 1, middle.into())?;
        check("defender_ring", self.defender_ring.into(), 1, middle.into())?;
        check("attackers", self.attackers.into(), 1, most(0))?;
        check("defenders", self.defenders.into(), 1, most(self.defender_ring))?;
        // An attacker that is not broken has the units that must still enter.
        check("entries", self.entries.into(), 1, self.attackers.into())?;
        check("losses", self.losses.into(), 1, usize::from(self.attackers - self.entries) + 1)?;
        check("turns", self.turns, 1, 10_000)?;
        Ok(self)
    }

    /// Points of the attacker's units at the start.
    pub(crate) fn attacker_points(&self, size: Size) -> impl Iterator<Item = u8> + use<> {
        spread(size, 0, self.attackers)
    }

    /// Points of the defender's units at the start.
    pub(crate) fn defender_points(&self, size: Size) -> impl Iterator<Item = u8> + use<> {
        spread(size, self.defender_ring, self.defenders)
    }
}
