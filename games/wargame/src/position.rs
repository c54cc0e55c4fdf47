//! The position and its rules.

use std::ops::Range;

use gametree_core::{Code, Evaluate, Game, Outcome, Rng, Side, Size, Tactics, Trace, code_ranges, mix};

use crate::geometry::{AREA, Neighbours, OFF, UNITS, neighbours, ring};
use crate::playout;
use crate::scenario::Scenario;
use crate::{Codes, Ending};

/// On the board: an empty cell. Otherwise the unit's number in its side's list, plus [`UNITS`] for the defender.
pub(crate) const EMPTY: u8 = u8::MAX;

/// A unit's step from a point to one of the eight around it. Points are indices, row by row from the top left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Step {
    /// Where the unit stands.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
}

/// A position. Flat: the board, a list of units by side, and a few small numbers.
#[derive(Debug)]
pub struct Wargame {
    pub(crate) board: [u8; AREA],
    /// The points of the units, those still on the board first. A unit taken is replaced by the last of its list.
    pub(crate) units: [[u8; UNITS]; 2],
    pub(crate) count: [u8; 2],
    /// Attacking units that have entered the base and so left the board.
    pub(crate) entered: u8,
    /// Turns begun, of both sides. Says who moves, too.
    pub(crate) ply: u16,
    pub(crate) ending: Option<Ending>,
    pub(crate) size: Size,
    pub(crate) codes: Codes,
    pub(crate) scenario: Scenario,
    /// The points of the base, as bits.
    pub(crate) base: [u64; AREA.div_ceil(64)],
}

impl Clone for Wargame {
    fn clone(&self) -> Self {
        Wargame { ..*self }
    }

    /// Copies only the cells that the board uses.
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        let area = source.size.area();
        self.board[..area].copy_from_slice(&source.board[..area]);
        self.units = source.units;
        (self.count, self.entered, self.ply, self.ending) = (source.count, source.entered, source.ply, source.ending);
        (self.size, self.codes, self.scenario, self.base) = (source.size, source.codes, source.scenario, source.base);
    }
}

impl Wargame {
    /// The initial position of a scenario that fits the board.
    pub(crate) fn set_up(size: Size, scenario: Scenario, codes: Codes) -> Self {
        let mut position = Wargame::bare(size, scenario, codes);
        scenario.attacker_points(size).for_each(|point| position.post(Side::First, point));
        scenario.defender_points(size).for_each(|point| position.post(Side::Second, point));
        position
    }

    /// A board without units.
    pub(crate) fn bare(size: Size, scenario: Scenario, codes: Codes) -> Self {
        let mut base = [0; AREA.div_ceil(64)];
        for point in (0..size.area()).filter(|&point| ring(size, point as u8) >= scenario.base_ring) {
            base[point / 64] |= 1 << (point % 64);
        }
        Wargame {
            board: [EMPTY; AREA],
            units: [[0; UNITS]; 2],
            count: [0; 2],
            entered: 0,
            ply: 0,
            ending: None,
            size,
            codes,
            scenario,
            base,
        }
    }

    /// Puts a new unit on an empty cell.
    pub(crate) fn post(&mut self, side: Side, point: u8) {
        let unit = self.count[side.index()];
        debug_assert_eq!(self.board[usize::from(point)], EMPTY);
        self.units[side.index()][usize::from(unit)] = point;
        self.board[usize::from(point)] = mark(side, unit);
        self.count[side.index()] += 1;
    }

    /// Columns and rows, which are equal.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The forces and limits of this game.
    #[must_use]
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// How the game ended; `None` while it runs.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Whose unit stands on a point.
    ///
    /// # Panics
    /// If there is no such point.
    #[must_use]
    pub fn unit(&self, point: u8) -> Option<Side> {
        let point = usize::from(point);
        assert!(point < self.size.area(), "no point {point} on a board of size {}", self.size);
        owner(self.board[point])
    }

    /// Whether a point belongs to the base.
    #[inline]
    #[must_use]
    pub fn is_base(&self, point: u8) -> bool {
        self.base[usize::from(point) / 64] >> (point % 64) & 1 == 1
    }

    /// The points of a side's units, in no particular order.
    #[inline]
    #[must_use]
    pub fn units(&self, side: Side) -> &[u8] {
        &self.units[side.index()][..usize::from(self.count[side.index()])]
    }

    /// Units that a side has lost to the other.
    #[inline]
    #[must_use]
    pub fn lost(&self, side: Side) -> u8 {
        match side {
            Side::First => self.scenario.attackers - self.entered - self.count[0],
            Side::Second => self.scenario.defenders - self.count[1],
        }
    }

    /// Attacking units that have entered the base.
    #[inline]
    #[must_use]
    pub fn entered(&self) -> u8 {
        self.entered
    }

    /// Turns that are over, of both sides together; turns that a blocked attacker lost are counted, too.
    #[must_use]
    pub fn turns_over(&self) -> u16 {
        self.ply
    }

    /// The side that moves at a ply.
    #[inline]
    pub(crate) fn mover(ply: u16) -> Side {
        if ply.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// Whether a unit of `side` may step onto this point next to it.
    #[inline(always)]
    pub(crate) fn may_enter(&self, around: &Neighbours, side: Side, to: u8) -> bool {
        if to == OFF {
            return false;
        }
        match owner(self.board[usize::from(to)]) {
            None => true,
            Some(other) if other == side => false,
            Some(Side::First) => true,
            Some(Side::Second) => self.attackers_around(around, to) >= 2,
        }
    }

    /// Attacking units next to a point.
    #[inline(always)]
    pub(crate) fn attackers_around(&self, around: &Neighbours, point: u8) -> u32 {
        let mut count = 0;
        for to in around[usize::from(point)] {
            count += u32::from(to != OFF && self.board[usize::from(to)] < UNITS as u8);
        }
        count
    }

    /// Moves a unit of `side` and takes what stands there; says whether that was a fight.
    #[inline(always)]
    pub(crate) fn shift(&mut self, side: Side, unit: u8, to: u8) -> bool {
        let from = self.units[side.index()][usize::from(unit)];
        let victim = self.board[usize::from(to)];
        self.board[usize::from(from)] = EMPTY;
        self.board[usize::from(to)] = mark(side, unit);
        self.units[side.index()][usize::from(unit)] = to;
        if victim == EMPTY {
            return false;
        }
        self.strike_out(side.other(), victim % UNITS as u8);
        true
    }

    /// Takes a unit out of its side's list: the last takes its number. Its cell is left to the caller.
    #[inline(always)]
    fn strike_out(&mut self, side: Side, unit: u8) {
        self.count[side.index()] -= 1;
        let last = self.count[side.index()];
        if last != unit {
            let point = self.units[side.index()][usize::from(last)];
            self.units[side.index()][usize::from(unit)] = point;
            self.board[usize::from(point)] = mark(side, unit);
        }
    }

    /// What the arrival of a unit on `to`, after a fight or not, brings about apart from the time: an attacking unit in the
    /// base leaves the board, and the game may be over.
    #[inline(always)]
    pub(crate) fn arrive(&mut self, side: Side, unit: u8, to: u8, fight: bool) {
        match side {
            Side::First => {
                if self.is_base(to) {
                    self.board[usize::from(to)] = EMPTY;
                    self.strike_out(side, unit);
                    self.entered += 1;
                }
                if self.entered == self.scenario.entries || self.count[1] == 0 {
                    self.ending = Some(Ending::BaseFallen);
                }
            }
            Side::Second => {
                if fight && self.lost(Side::First) == self.scenario.losses {
                    self.ending = Some(Ending::AttackerBroken);
                }
            }
        }
    }

    /// Passes the turn on, over an attacker that has no step, and looks at the time.
    #[inline(always)]
    pub(crate) fn end_turn(&mut self, around: &Neighbours) {
        self.ply += 1;
        if self.ending.is_none() && self.ply == 2 * self.scenario.turns {
            self.ending = Some(Ending::Time);
        }
        if self.ending.is_none() && self.ply.is_multiple_of(2) && !self.attacker_can_move(around) {
            self.ply += 1;
        }
    }

    /// Whether the attacker has a step.
    pub(crate) fn attacker_can_move(&self, around: &Neighbours) -> bool {
        self.units(Side::First)
            .iter()
            .any(|&from| around[usize::from(from)].iter().any(|&to| self.may_enter(around, Side::First, to)))
    }

    /// The slot of a step's code in its side's range.
    #[inline(always)]
    pub(crate) fn slot(&self, way: usize, to: u8, fight: bool) -> u16 {
        let (area, to, fight) = (self.size.area() as u16, u16::from(to), u16::from(fight));
        match self.codes {
            Codes::Abstract => fight * area + to,
            Codes::Exact => (fight * area + to) * 8 + way as u16,
        }
    }

    #[inline]
    pub(crate) fn range(&self, side: Side) -> Range<Code> {
        let codes = self.size.area() * if self.codes == Codes::Abstract { 2 } else { 16 };
        code_ranges(codes, codes)[side.index()].clone()
    }

    /// Calls `look` with each legal step, its way, and whether it is a fight, in the order of the lists.
    #[inline(always)]
    pub(crate) fn for_steps(&self, mut look: impl FnMut(Step, usize, bool)) {
        if self.ending.is_some() {
            return;
        }
        let (around, side) = (neighbours(self.size), Self::mover(self.ply));
        for &from in self.units(side) {
            for (way, to) in around[usize::from(from)].into_iter().enumerate() {
                if self.may_enter(around, side, to) {
                    look(Step { from, to }, way, self.board[usize::from(to)] != EMPTY);
                }
            }
        }
    }
}

/// What stands on the board for a unit.
#[inline(always)]
fn mark(side: Side, unit: u8) -> u8 {
    unit + side.index() as u8 * UNITS as u8
}

#[inline(always)]
pub(crate) fn owner(mark: u8) -> Option<Side> {
    match mark {
        EMPTY => None,
        _ if mark < UNITS as u8 => Some(Side::First),
        _ => Some(Side::Second),
    }
}

impl Game for Wargame {
    type Move = Step;

    fn codes(&self, side: Side) -> Range<Code> {
        self.range(side)
    }

    fn code(&self, mv: Step) -> Code {
        let way = neighbours(self.size)[usize::from(mv.from)].iter().position(|&to| to == mv.to);
        let slot = self.slot(way.unwrap_or_default(), mv.to, self.board[usize::from(mv.to)] != EMPTY);
        self.range(self.to_move()).start + slot
    }

    #[inline]
    fn to_move(&self) -> Side {
        Self::mover(self.ply)
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.ending.map(Ending::outcome)
    }

    fn legal_moves(&self, out: &mut Vec<Step>) {
        self.for_steps(|step, _, _| out.push(step));
    }

    #[inline]
    fn play(&mut self, mv: Step) {
        let (around, side) = (neighbours(self.size), self.to_move());
        debug_assert_eq!(self.unit(mv.from), Some(side), "no unit to move from {}", mv.from);
        debug_assert!(around[usize::from(mv.from)].contains(&mv.to), "{mv:?} is no step");
        debug_assert!(self.ending.is_none() && self.may_enter(around, side, mv.to), "{mv:?} is not legal");
        let unit = self.board[usize::from(mv.from)] % UNITS as u8;
        let fight = self.shift(side, unit, mv.to);
        self.arrive(side, unit, mv.to, fight);
        self.end_turn(around);
    }

    /// Made from the board on demand: no search by playouts asks for it.
    fn key(&self) -> u64 {
        let units = Side::BOTH.into_iter().flat_map(|side| {
            self.units(side).iter().map(move |&point| mix(&[u64::from(point) << 1 | side.index() as u64]))
        });
        mix(&[units.fold(0, |sum, unit| sum ^ unit), u64::from(self.ply) << 8 | u64::from(self.entered)])
    }

    fn playout(&mut self, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        playout::run(self, rng, trace)
    }

    fn search_codes(&self, _moves: &mut Vec<Step>, mask: &mut [u64]) -> bool {
        let mut distinct = true;
        self.for_steps(|step, way, fight| {
            let slot = usize::from(self.slot(way, step.to, fight));
            distinct &= mask[slot / 64] >> (slot % 64) & 1 == 0;
            mask[slot / 64] |= 1 << (slot % 64);
        });
        distinct
    }

    fn decode(&self, code: Code, _moves: &mut Vec<Step>) -> Option<Step> {
        let (side, area) = (self.to_move(), self.size.area());
        let slot = usize::from(code.checked_sub(self.range(side).start)?);
        let (slot, only) = match self.codes {
            Codes::Abstract => (slot, None),
            Codes::Exact => (slot / 8, Some(slot % 8)),
        };
        let (to, fight) = (slot % area, slot / area);
        let around = neighbours(self.size);
        // The first in the order of the lists is the unit with the lowest number; way 7 - w leads back.
        let units = (0..8).filter(|&way| only.is_none_or(|only| only == way)).filter_map(|way| {
            let from = around[to][7 - way];
            let mark = if from == OFF { EMPTY } else { self.board[usize::from(from)] };
            (owner(mark) == Some(side)).then_some((mark, from))
        });
        let to = to as u8;
        let legal = fight < 2
            && self.ending.is_none()
            && (self.board[usize::from(to)] != EMPTY) == (fight == 1)
            && self.may_enter(around, side, to);
        legal.then(|| units.min()).flatten().map(|(_, from)| Step { from, to })
    }

    /// Wins: the last fight, the last entry, or any step of the defender's last turn, asked for after counts alone where none is near.
    /// And a loss: an attacker that does not win in its last turn, for the defender always has a step.
    fn tactics(&self, _: Option<Step>, out: &mut Vec<Step>) -> Tactics {
        if self.may_win_at_once() && self.forced_moves(out) {
            return Tactics::Win;
        }
        let out_of_time = self.to_move() == Side::First && self.turns_left(Side::First) == 1;
        if out_of_time { Tactics::Loss } else { Tactics::Quiet }
    }

    fn assert_valid(&self) {
        for side in Side::BOTH {
            let all = self.units(side);
            for (unit, &point) in all.iter().enumerate() {
                assert_eq!(self.board[usize::from(point)], mark(side, unit as u8), "list and board differ at {point}");
            }
            let on_board = self.board.iter().filter(|&&mark| owner(mark) == Some(side)).count();
            assert_eq!(on_board, all.len(), "units of {side} that no list names");
        }
        assert!(self.board[self.size.area()..].iter().all(|&mark| mark == EMPTY), "a unit off the board");
        let inside = |&point: &u8| ring(self.size, point) >= self.scenario.base_ring;
        assert!(!self.units(Side::First).iter().any(inside), "an attacking unit in the base");
        let fallen = self.entered >= self.scenario.entries || self.units(Side::Second).is_empty();
        let broken = usize::from(self.scenario.attackers - self.entered) - self.units(Side::First).len();
        let ending = if fallen {
            Some(Ending::BaseFallen)
        } else if broken >= usize::from(self.scenario.losses) {
            Some(Ending::AttackerBroken)
        } else {
            (self.ply >= 2 * self.scenario.turns).then_some(Ending::Time)
        };
        assert_eq!(self.ending, ending, "the ending is not that of the board");
        let mut steps = 0;
        self.for_steps(|_, _, _| steps += 1);
        assert_eq!(steps == 0, ending.is_some(), "a side without a step is passed over");
    }
}
