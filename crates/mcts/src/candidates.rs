//! What a scorer sees of a node.

use crate::estimate::Estimate;
use crate::lanes::Lane;

/// What a scorer sees of a node: its candidates' own estimates and the AMAF estimates of its reference node, lined up.
#[derive(Clone, Copy, Debug)]
pub struct Candidates<'a> {
    /// Visits of the node.
    pub visits: u32,
    /// Which counters belong to a candidate: bit `i % 32` of counter `i / 32`.
    pub mask: &'a [Lane],
    /// The playouts that began with each candidate.
    pub own: Estimate<'a>,
    /// The playouts through the reference node in which the candidate's code was played later; `None` when the scorer
    /// asked for no AMAF.
    pub amaf: Option<Estimate<'a>>,
    /// Where moves share codes: the slot of each candidate.
    pub(crate) slots: Option<&'a [Lane]>,
    /// Where the mover's codes begin in tables over all codes.
    pub(crate) first_lane: usize,
}

impl<'a> Candidates<'a> {
    /// Lanes of the own tables.
    #[inline(always)]
    #[must_use]
    pub fn lanes(&self) -> usize {
        self.own.lanes()
    }

    /// The part of an estimate over all codes that lines up with the own tables. Copies (into the scratch lists) only where
    /// moves share codes.
    #[inline(always)]
    pub fn line_up<'b>(&self, table: Estimate<'b>, scratch: &'b mut [Vec<Lane>; 2]) -> Estimate<'b> {
        line_up(table, self.slots, self.first_lane, self.lanes(), scratch)
    }
}

/// See [`Candidates::line_up`]. Inlined with all that it returns: a table in a register is not looked for in memory.
#[inline(always)]
pub(crate) fn line_up<'a>(
    table: Estimate<'a>,
    slots: Option<&[Lane]>,
    first_lane: usize,
    lanes: usize,
    scratch: &'a mut [Vec<Lane>; 2],
) -> Estimate<'a> {
    match slots {
        None => table.slice(first_lane..first_lane + lanes),
        Some(slots) => {
            gather(table.slice(first_lane..table.lanes()), slots, scratch);
            Estimate::Wide(&scratch[0], &scratch[1])
        }
    }
}

#[inline(never)]
fn gather(table: Estimate<'_>, slots: &[Lane], [count, reward]: &mut [Vec<Lane>; 2]) {
    count.clear();
    reward.clear();
    for lane in slots {
        let pairs = lane.0.map(|slot| table.at(slot as usize));
        count.push(Lane(pairs.map(|(count, _)| count)));
        reward.push(Lane(pairs.map(|(_, reward)| reward)));
    }
}
