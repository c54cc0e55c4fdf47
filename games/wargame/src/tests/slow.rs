//! The rules once more, written to be read: a map from places to sides, and no code of the game itself.

use std::collections::BTreeMap;

use gametree_core::Side;

/// Column and row, from 0 at the top left.
pub(super) type Place = (i32, i32);

/// A position as one would tell it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Slow {
    pub(super) columns: i32,
    /// First and last column, and row, of the base.
    pub(super) base: [i32; 2],
    pub(super) units: BTreeMap<Place, Side>,
    pub(super) entered: u32,
    pub(super) falls_at: u32,
    pub(super) lost: u32,
    pub(super) breaks_at: u32,
    /// Turns of both sides that are still to come.
    pub(super) left: u32,
    pub(super) mover: Side,
    pub(super) winner: Option<Side>,
}

impl Slow {
    fn next_to(&self, place: Place, side: Side) -> usize {
        let near = |other: Place| other != place && (other.0 - place.0).abs() <= 1 && (other.1 - place.1).abs() <= 1;
        self.units.iter().filter(|&(&other, &owner)| owner == side && near(other)).count()
    }

    /// The steps of a side, sorted.
    fn steps_of(&self, side: Side) -> Vec<(Place, Place)> {
        let mut steps = Vec::new();
        for (&from, _) in self.units.iter().filter(|&(_, &owner)| owner == side) {
            for row in from.1 - 1..=from.1 + 1 {
                for col in from.0 - 1..=from.0 + 1 {
                    let to = (col, row);
                    let on_board = (0..self.columns).contains(&col) && (0..self.columns).contains(&row);
                    let may = match (self.units.get(&to), side) {
                        (None, _) | (Some(Side::First), Side::Second) => true,
                        (Some(Side::Second), Side::First) => self.next_to(to, Side::First) >= 2,
                        _ => false,
                    };
                    if on_board && may {
                        steps.push((from, to));
                    }
                }
            }
        }
        steps.sort_unstable();
        steps
    }

    pub(super) fn steps(&self) -> Vec<(Place, Place)> {
        if self.winner.is_some() { Vec::new() } else { self.steps_of(self.mover) }
    }

    pub(super) fn play(&mut self, (from, to): (Place, Place)) {
        let unit = self.units.remove(&from).unwrap();
        assert_eq!(unit, self.mover);
        if self.units.insert(to, unit) == Some(Side::First) {
            self.lost += 1;
        }
        self.left -= 1;
        let in_base = |&(col, row): &Place| {
            (self.base[0]..=self.base[1]).contains(&col) && (self.base[0]..=self.base[1]).contains(&row)
        };
        if unit == Side::First && in_base(&to) {
            self.units.remove(&to);
            self.entered += 1;
        }
        if self.entered >= self.falls_at || !self.units.values().any(|&side| side == Side::Second) {
            self.winner = Some(Side::First);
        } else if self.lost >= self.breaks_at || self.left == 0 {
            self.winner = Some(Side::Second);
        } else {
            self.mover = self.mover.other();
            if self.steps_of(self.mover).is_empty() {
                self.left -= 1;
                self.mover = self.mover.other();
            }
        }
    }

    pub(super) fn perft(&self, depth: usize) -> Vec<u64> {
        let mut counts = vec![0; depth];
        self.count(&mut counts);
        counts
    }

    fn count(&self, counts: &mut [u64]) {
        let Some((here, below)) = counts.split_first_mut() else { return };
        let steps = self.steps();
        *here += steps.len() as u64;
        if below.is_empty() {
            return;
        }
        for step in steps {
            let mut next = self.clone();
            next.play(step);
            next.count(below);
        }
    }
}
