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
    /// The attacker is broken when it has lost this many units.
    pub losses: u8,
    /// Turns of each side.
    pub turns: u16,
}

impl Scenario {
    /// The scenario of an allowed board size.
    #[must_use]
    pub(crate) fn standard(size: Size) -> Self {
        let [attackers, defenders, defender_ring, base_ring, losses, turns] = match size.cols {
            0..=5 => [6, 3, 1, 2, 3, 7],
            6 => [10, 5, 1, 2, 5, 8],
            7 => [10, 5, 2, 2, 5, 9],
            8 => [18, 3, 3, 3, 9, 19],
            9 => [16, 4, 3, 3, 8, 17],
            10 => [18, 6, 2, 3, 8, 16],
            11 => [22, 8, 2, 3, 10, 18],
            12 => [22, 5, 3, 4, 8, 26],
            13 => [27, 7, 3, 4, 9, 29],
            14 => [28, 8, 3, 4, 10, 30],
            15.. => [28, 10, 3, 4, 11, 32],
        };
        Scenario { attackers, defenders, defender_ring, base_ring, losses, turns: turns.into() }
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
        check("losses", self.losses.into(), 1, self.attackers.into())?;
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
