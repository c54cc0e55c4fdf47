//! What is known of a position without looking ahead: losses, the way to the base, and units that can be taken.

use gametree_core::{Evaluate, Feature, Game, Outcome, Rng, Side, Trace};

use crate::geometry::{OFF, UNITS, neighbours, ring};
use crate::knowing;
use crate::position::{Step, Wargame};

/// Which last step would win for the side to move, if it can be made.
struct AtHand {
    last_fight: bool,
    last_entry: bool,
    /// Any step: it is the defender's last turn.
    over: bool,
}

impl Wargame {
    fn at_hand(&self) -> AtHand {
        let side = self.to_move();
        let last_fight = match side {
            Side::First => self.count[1] == 1,
            Side::Second => self.lost(Side::First) + 1 == self.scenario.losses,
        };
        let last_entry = side == Side::First && self.entries_left() == 1;
        AtHand { last_fight, last_entry, over: side == Side::Second && self.turns_left(side) == 1 }
    }

    /// Whether counts alone leave it open that a step of `side`, which is to move, decides the game.
    #[inline(always)]
    pub(crate) fn may_decide(&self, side: Side) -> bool {
        match side {
            Side::First => self.count[1] == 1 || self.entries_left() == 1,
            Side::Second => self.lost(Side::First) + 1 == self.scenario.losses,
        }
    }

    /// Whether a step of `side`, which is to move, onto this point decides the game: a fight or none.
    #[inline(always)]
    pub(crate) fn wins_there(&self, side: Side, to: u8, fight: bool) -> bool {
        let AtHand { last_fight, last_entry, .. } = self.at_hand();
        fight && last_fight || last_entry && side == Side::First && self.is_base(to)
    }

    /// Whether counts alone leave a win with the next step open.
    pub(crate) fn may_win_at_once(&self) -> bool {
        let AtHand { last_fight, last_entry, over } = self.at_hand();
        last_fight || last_entry || over
    }
}

impl Evaluate for Wargame {
    const FEATURES: &'static [Feature] = &[
        Feature {
            name: "attackers",
            unit: "units",
            weight: 200,
            about: "units that the attacker can still lose before it is broken; good for the attacker",
        },
        Feature {
            name: "defenders",
            unit: "units",
            weight: 400,
            about: "units of the defender; good for the defender",
        },
        Feature {
            name: "entries",
            unit: "units",
            weight: 400,
            about: "attacking units that must still enter the base; good for the defender",
        },
        Feature {
            name: "distance",
            unit: "steps",
            weight: 100,
            about: "steps of the nearest attacking units, as many as must still enter; good for the defender",
        },
        Feature {
            name: "march",
            unit: "steps",
            weight: 20,
            about: "steps of all attacking units to the base together; good for the defender",
        },
        Feature {
            name: "attackers exposed",
            unit: "units",
            weight: 60,
            about: "attacking units next to a defending one; good for the defender",
        },
        Feature {
            name: "defenders exposed",
            unit: "units",
            weight: 120,
            about: "defending units next to two attacking ones; good for the attacker",
        },
        Feature { name: "time", unit: "turns", weight: 30, about: "turns left; good for the attacker" },
    ];

    fn features(&self, amounts: &mut [i32]) {
        let around = neighbours(self.size());
        let count = |side: Side, exposed: &dyn Fn(u8) -> bool| {
            self.units(side).iter().filter(|&&point| exposed(point)).count() as i32
        };
        let beside_defender = |point: u8| {
            around[usize::from(point)].into_iter().any(|to| to != OFF && self.unit(to) == Some(Side::Second))
        };
        let steps = self.units(Side::First).iter().map(|&point| self.steps_to_base(point) as i32);
        // From the attacker's view, then the mover's.
        let attacker = [
            i32::from(self.scenario.losses) - i32::from(self.lost(Side::First)),
            -i32::from(self.count[1]),
            -i32::from(self.entries_left()),
            -(self.steps_to_win() as i32),
            -steps.sum::<i32>(),
            -count(Side::First, &beside_defender),
            count(Side::Second, &|point| self.attackers_around(around, point) >= 2),
            i32::from(self.turns_left(Side::First)),
        ];
        let sign = if self.to_move() == Side::First { 1 } else { -1 };
        amounts.iter_mut().zip(attacker).for_each(|(amount, value)| *amount = sign * value);
    }

    /// Fights, and steps into the base.
    fn noisy_moves(&self, out: &mut Vec<Step>) {
        let attacks = self.to_move() == Side::First;
        self.for_steps(|step, _, fight| {
            if fight || attacks && self.is_base(step.to) {
                out.push(step);
            }
        });
    }

    /// Rings from the middle of the board to where the unit goes.
    fn center_distance(&self, mv: Step) -> u32 {
        u32::from((self.size().cols - 1) / 2 - ring(self.size(), mv.to))
    }

    /// The attacker needs its units in the base, or as many fights as there are defending units; the defender the fights that
    /// break the attacker, or all of its turns.
    fn moves_to_win(&self, side: Side) -> u32 {
        let moves = match side {
            Side::First => self.steps_to_win().min(self.count[1].into()),
            Side::Second => {
                let fights = self.scenario.losses.saturating_sub(self.lost(Side::First));
                u32::from(self.turns_left(side).min(fights.into()))
            }
        };
        moves.max(1)
    }

    fn knowing_playout(&mut self, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        knowing::fast(self, rng, trace)
    }

    fn slow_knowing_playout(&mut self, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        knowing::slow(self, rng, trace)
    }

    /// One step that wins on the spot.
    fn forced_moves(&self, out: &mut Vec<Step>) -> bool {
        let AtHand { last_fight, last_entry, over } = self.at_hand();
        let mut winning = None;
        self.for_steps(|step, _, fight| {
            if over || fight && last_fight || last_entry && self.is_base(step.to) {
                winning = winning.or(Some(step));
            }
        });
        out.extend(winning);
        winning.is_some()
    }
}

impl Wargame {
    /// Steps from a point to the base if nothing is in the way, 0 within it.
    #[must_use]
    pub fn steps_to_base(&self, point: u8) -> u32 {
        self.scenario.base_ring.saturating_sub(ring(self.size(), point)).into()
    }

    /// Attacking units that must still enter the base.
    #[must_use]
    pub fn entries_left(&self) -> u8 {
        self.scenario.entries - self.entered
    }

    /// Steps in which the attacker could bring the units that must still enter into the base if nothing were in the way:
    /// those of the nearest, added up.
    fn steps_to_win(&self) -> u32 {
        let mut nearest = [0; UNITS];
        let units = self.units(Side::First);
        for (steps, &point) in nearest.iter_mut().zip(units) {
            *steps = self.steps_to_base(point);
        }
        nearest[..units.len()].sort_unstable();
        nearest[..units.len()].iter().take(self.entries_left().into()).sum()
    }

    /// Turns that a side still has, the one in hand included.
    #[must_use]
    pub fn turns_left(&self, side: Side) -> u16 {
        let plies = (2 * self.scenario.turns).saturating_sub(self.ply);
        match side {
            Side::First => plies / 2,
            Side::Second => plies.div_ceil(2),
        }
    }
}
