//! What the four or eight places around an empty point tell. All in O(1), and mostly without branches: playouts ask this
//! of random points, whose answers no processor foresees.

use gametree_core::Side;

use crate::board::{BORDER, Board, LIBERTIES, at, tag};
use crate::geometry::Point;

/// What a stone on an empty point would do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It takes stones of the opponent, and lives.
    Captures,
    /// It takes nothing and has a liberty.
    Lives,
    /// It takes nothing and has no liberty.
    Suicide,
}

/// See [`Board::glance`].
pub(crate) struct Glance {
    /// No eye of the side's own, and beside a chain of its own with liberties to spare.
    pub(crate) accept: bool,
    /// Whether the stone would live depends on chains with few liberties. If neither this nor `accept`, it may not or
    /// should not be placed.
    pub(crate) unclear: bool,
}

/// Four states as lanes of 16 bits, to look at all of them at once.
#[inline(always)]
fn pack([a, b, c, d]: [u16; 4]) -> u64 {
    u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48
}

/// The same in each lane.
#[inline(always)]
const fn each(state: u16) -> u64 {
    state as u64 * 0x1_0001_0001_0001
}

/// Bit 14 of each lane: whether that state has more than 4 pseudo-liberties. A point touches a chain at most 4 times, so
/// such a chain has other liberties.
#[inline(always)]
fn many_lanes(states: u64) -> u64 {
    ((states & each(LIBERTIES)) + each(LIBERTIES - 4)) & each(1 << 14)
}

/// Whether one of the states is that of a chain of `side` with more than 4 pseudo-liberties.
#[inline(always)]
fn is_safe(states: u64, side: Side) -> bool {
    let not_own = states ^ each(tag(side));
    many_lanes(states) & !(not_own | not_own >> 1) != 0
}

/// Whether a state is that of a chain of `side` with more than so many pseudo-liberties.
#[inline(always)]
const fn exceeds(state: u16, side: Side, liberties: u16) -> bool {
    // Whatever is not the side's wraps to far above the most liberties that a chain can have.
    state.wrapping_sub(tag(side) + 1 + liberties) < 1 << 13
}

impl Board {
    /// What a stone of `side` on an empty point would do. O(1).
    #[inline(always)]
    #[must_use]
    pub fn fate(&self, point: Point, side: Side) -> Fate {
        let heads = self.around(point).map(|near| self.head[at(near)]);
        let (mut lives, mut captures) = (self.room(point) > 0, false);
        for head in heads {
            let mut touching = 0;
            for other in heads {
                touching += u16::from(other == head);
            }
            let state = self.state[at(head)];
            captures |= state == tag(side.other()) | touching;
            lives |= exceeds(state, side, touching);
        }
        match (captures, lives) {
            (true, _) => Fate::Captures,
            (false, true) => Fate::Lives,
            (false, false) => Fate::Suicide,
        }
    }

    /// Whether a stone of `side` on an empty point surely lives and takes nothing: it has a liberty, or touches a chain
    /// of its own with so many pseudo-liberties that it has others than the point, and touches none of the opponent's
    /// with so few that the point may be the last one. If not, [`Board::fate`] must look closer.
    #[inline(always)]
    #[must_use]
    pub fn is_quiet(&self, point: Point, side: Side) -> bool {
        // Most points have room and few are beside a chain in danger: the rest is looked at only then.
        !self.may_capture(point, side) && (self.room(point) > 0 || self.is_safe(point, side))
    }

    #[inline(always)]
    fn may_capture(&self, point: Point, side: Side) -> bool {
        let few = |state: u16| state.wrapping_sub(tag(side.other())) <= 4;
        let [a, b, c, d] = self.states_around(point);
        few(a) | few(b) | few(c) | few(d)
    }

    /// Whether a stone of `side` on an empty point would touch a chain of its own with so many pseudo-liberties that it
    /// has others than the point. If not, [`Board::fate`] must look closer.
    #[inline(always)]
    #[must_use]
    pub fn is_safe(&self, point: Point, side: Side) -> bool {
        let [a, b, c, d] = self.states_around(point);
        exceeds(a, side, 4) | exceeds(b, side, 4) | exceeds(c, side, 4) | exceeds(d, side, 4)
    }

    /// Whether an empty point is an eye of `side` by its neighbourhood alone: all neighbours on the board are stones of
    /// the side, and of the diagonal neighbours at most one is the opponent's, none at the edge.
    #[inline(always)]
    #[must_use]
    pub fn is_eye(&self, point: Point, side: Side) -> bool {
        let [a, b, c, d] = self.states_around(point);
        // The border has the bits of both sides.
        if a & b & c & d & tag(side) == 0 {
            return false;
        }
        let is_border = |state: u16| state >= BORDER;
        let mut bad = u8::from(is_border(a) | is_border(b) | is_border(c) | is_border(d));
        for near in self.diagonals(point) {
            bad += u8::from(self.owner(near) == tag(side.other()));
        }
        bad < 2
    }

    /// What the surroundings of an empty point without empty neighbours tell at a glance of a stone of `side` there.
    /// No branches: this is asked of random points, whose answers no processor foresees.
    #[inline(always)]
    pub(crate) fn glance(&self, point: Point, side: Side) -> Glance {
        let near = pack(self.states_around(point));
        let own = each(tag(side));
        let surrounded = near & own == own;
        let edge = near & near << 1 & each(1 << 15) != 0;
        // Bit 15 of a lane: not the opponent's.
        let corners = pack(self.diagonals(point).map(|near| self.state(near))) ^ each(tag(side.other()));
        let theirs = !(corners | corners << 1) & each(1 << 15);
        let spoilt = if edge { theirs } else { theirs & theirs.wrapping_sub(1) };
        let is_eye = surrounded & (spoilt == 0);
        let is_safe = is_safe(near, side);
        Glance { accept: is_safe & !is_eye, unclear: (many_lanes(near) != each(1 << 14)) & !is_safe & !is_eye }
    }

    /// Whose an empty point without empty neighbours is by area: 1 the first side's, -1 the second's, 0 nobody's.
    #[inline(always)]
    pub(crate) fn owner_of_single(&self, point: Point) -> i32 {
        let mut seen = 0;
        for near in self.around(point) {
            seen |= 1 << (self.owner(near) >> 14);
        }
        // Bits 1 and 2 are the sides, bit 3 the border.
        i32::from(seen & 6 == 2) - i32::from(seen & 6 == 4)
    }
}
