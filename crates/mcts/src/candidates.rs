//! What a scorer sees of a node.

use gametree_core::{Code, Rng, Source};

use crate::estimate::Estimate;
use crate::lanes::{Lane, counter};
use crate::pick::{Formula, Scratch, pick, pick_wide};

/// What a scorer sees of a node: its candidates' own estimates and the AMAF estimates of its reference node, lined up.
#[derive(Clone, Copy, Debug)]
pub struct Candidates<'a> {
    /// Visits of the node.
    pub visits: u32,
    /// Which counters belong to a candidate that is in the choice (proven moves are not): bit `i % 32` of word `i / 32`.
    pub mask: &'a [u32],
    /// Lanes of one own table.
    pub(crate) lanes: usize,
    // The parts of both estimates, put together where they are used: as wholes they would go through memory on the way there.
    pub(crate) own: &'a [Lane],
    pub(crate) own_rewards: &'a [Lane],
    pub(crate) small: bool,
    pub(crate) amaf: &'a [Lane],
    pub(crate) amaf_rewards: &'a [Lane],
    /// Where moves share codes: the slot of each candidate.
    pub(crate) slots: Option<&'a [Lane]>,
    /// What few nodes have.
    pub(crate) beside: Option<Beside<'a>>,
    /// Where the mover's codes begin in tables over all codes.
    pub(crate) first_lane: usize,
    /// The slot of the lone code, if there is one and it is the mover's; it need not be a candidate's.
    pub(crate) lone: Option<Code>,
}

/// What few nodes have beside their estimates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beside<'a> {
    /// The virtual playouts of each candidate, packed.
    pub(crate) prior: Option<&'a [Lane]>,
    /// A candidate that is proven drawn; it is none of the mask's.
    pub(crate) drawn: Option<usize>,
}

impl<'a> Candidates<'a> {
    /// The playouts that began with each candidate.
    #[inline(always)]
    #[must_use]
    pub fn own(&self) -> Estimate<'a> {
        Estimate { table: self.own, rewards: self.own_rewards, small: self.small, lanes: self.lanes }
    }

    /// The playouts through the reference node in which the candidate's code was played later; `None` when the scorer
    /// asked for no AMAF.
    #[inline(always)]
    #[must_use]
    pub fn amaf(&self) -> Option<Estimate<'a>> {
        let (table, rewards) = (self.amaf, self.amaf_rewards);
        if table.is_empty() { None } else { Some(Estimate { table, rewards, small: false, lanes: table.len() }) }
    }

    /// Lanes of the own tables.
    #[inline(always)]
    #[must_use]
    pub fn lanes(&self) -> usize {
        self.lanes
    }

    /// The candidate with the highest value; uniformly at random among equals, with one draw only when there are several. The
    /// estimates are of the same candidates, their own first.
    ///
    /// A prior's virtual playouts are added to the own ones. A candidate that is proven drawn counts as one half, by all its estimates: it is
    /// chosen when that is more than the best of the others is worth, and then the least visited of the others is tried in its place
    /// while its visits are fewer than the square root of the node's.
    ///
    /// # Panics
    /// If there is no candidate, or the estimates differ in length.
    #[inline(always)]
    pub fn pick<F: Formula<K>, const K: usize>(
        &self,
        formula: F,
        estimates: [Estimate<'_>; K],
        scratch: &mut Scratch,
        rng: &mut Rng,
    ) -> usize {
        match self.beside {
            None => pick(formula, estimates, self.mask, scratch, rng),
            Some(beside) => self.pick_beside(beside, formula, estimates, scratch, rng),
        }
    }

    #[inline(never)]
    fn pick_beside<F: Formula<K>, const K: usize>(
        &self,
        Beside { prior, drawn }: Beside<'_>,
        formula: F,
        estimates: [Estimate<'_>; K],
        scratch: &mut Scratch,
        rng: &mut Rng,
    ) -> usize {
        let picked = match prior {
            None => pick(formula, estimates, self.mask, scratch, rng),
            Some(_) => pick_wide(formula, estimates, prior, self.mask, scratch, rng),
        };
        match drawn {
            None => picked,
            Some(drawn) => self.or_drawn(drawn, picked, formula, estimates),
        }
    }

    fn or_drawn<F: Formula<K>, const K: usize>(
        &self,
        drawn: usize,
        picked: usize,
        formula: F,
        estimates: [Estimate<'_>; K],
    ) -> usize {
        let mut best = estimates.map(|estimate| estimate.at(picked));
        if let Some(prior) = self.beside.and_then(|beside| beside.prior) {
            let pair = counter(prior, picked);
            best[0] = (best[0].0 + (pair >> 16), best[0].1 + (pair & 0xFFFF));
        }
        // As many playouts as the node had, each worth a half: known well, and nothing to explore.
        let known = self.visits.clamp(1, 1 << 20);
        if formula.value([(known, known); K]) <= formula.value(best) {
            return picked;
        }
        let entries = (0..self.lanes() * Lane::LEN).filter(|entry| self.offers(*entry));
        let least = entries.min_by_key(|&entry| self.own().at(entry).0).unwrap_or(picked);
        if self.is_neglected(least) { least } else { drawn }
    }

    /// The prior's belief in a candidate, for a report.
    pub(crate) fn prior_source(&self, entry: usize) -> Option<Source> {
        let pair = counter(self.beside?.prior?, entry);
        let (count, reward) = (pair >> 16, pair & 0xFFFF);
        let mut source = Source::new("prior", count.into());
        source.mean = (count > 0).then(|| f64::from(reward) / (2.0 * f64::from(count)));
        Some(source)
    }

    /// Whether a candidate is in the choice.
    fn offers(&self, entry: usize) -> bool {
        self.mask[entry / 32] >> (entry % 32) & 1 == 1
    }

    /// Whether a candidate has had fewer visits than the square root of the node's.
    fn is_neglected(&self, entry: usize) -> bool {
        let visits = u64::from(self.own().at(entry).0);
        visits * visits < u64::from(self.visits)
    }

    /// The part of an estimate over all codes that lines up with the own tables. Copies (into the scratch lists) only where
    /// moves share codes.
    #[inline(always)]
    pub fn line_up<'b>(&self, table: Estimate<'b>, scratch: &'b mut [Vec<Lane>; 2]) -> Estimate<'b> {
        let [table, rewards] = line_up([table.table, table.rewards], self.slots, self.first_lane, self.lanes, scratch);
        Estimate { table, rewards, small: false, lanes: table.len() }
    }

    /// `picked`, or in its place the move that can be played here or never ([`gametree_core::Game::lone_code`]) while that has
    /// had fewer visits than the square root of the node's.
    ///
    /// For rules that go by AMAF and do not explore: they would leave such a move for good after a first playout that is lost, as
    /// no other playout tells anything of it. Not in the papers, whose games have none.
    #[inline(always)]
    #[must_use]
    pub fn or_lone(&self, picked: usize) -> usize {
        match self.lone {
            None => picked,
            Some(slot) => self.neglected(slot).unwrap_or(picked),
        }
    }

    #[inline(never)]
    fn neglected(&self, slot: Code) -> Option<usize> {
        let slot = usize::from(slot);
        let entry = match self.slots {
            None => Some(slot).filter(|&entry| self.offers(entry)),
            Some(slots) => (0..self.lanes() * Lane::LEN)
                .find(|&entry| self.offers(entry) && counter(slots, entry) as usize == slot),
        }?;
        self.is_neglected(entry).then_some(entry)
    }
}

/// See [`Candidates::line_up`]: a table and its rewards, if they are apart. Inlined with all that it returns: a table in a register is
/// not looked for in memory.
#[inline(always)]
pub(crate) fn line_up<'a>(
    [table, rewards]: [&'a [Lane]; 2],
    slots: Option<&[Lane]>,
    first: usize,
    lanes: usize,
    scratch: &'a mut [Vec<Lane>; 2],
) -> [&'a [Lane]; 2] {
    let rewards_from = if rewards.is_empty() { 0 } else { first };
    match slots {
        None => {
            let rewards_lanes = if rewards.is_empty() { 0 } else { lanes };
            [&table[first..first + lanes], &rewards[rewards_from..rewards_from + rewards_lanes]]
        }
        Some(slots) => gather([&table[first..], &rewards[rewards_from..]], slots, scratch),
    }
}

#[inline(never)]
fn gather<'a>([table, rewards]: [&[Lane]; 2], slots: &[Lane], [one, other]: &'a mut [Vec<Lane>; 2]) -> [&'a [Lane]; 2] {
    collect(table, slots, one);
    if rewards.is_empty() {
        return [one, &[]];
    }
    collect(rewards, slots, other);
    [one, other]
}

/// The counters of the slots, in order.
#[inline(always)]
fn collect(table: &[Lane], slots: &[Lane], to: &mut Vec<Lane>) {
    to.resize(slots.len(), Lane::ZERO);
    for (slots, to) in slots.iter().zip(to) {
        // By index: a closure for `map` is not inlined here, and then costs more than all the loads.
        for i in 0..Lane::LEN {
            to.0[i] = counter(table, slots.0[i] as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::packed;
    use gametree_core::Rng;

    #[test]
    fn shared_codes_line_up_as_read_one_by_one() {
        let mut rng = Rng::new(3);
        for round in 0..100u32 {
            let (first, lanes) = (round as usize % 3, 1 + round as usize % 7);
            let pairs: Vec<(u32, u32)> = (0..16 * (first + lanes)).map(|_| (rng.below(9), rng.below(19))).collect();
            let table = |f: &dyn Fn((u32, u32)) -> u32| -> Vec<Lane> {
                pairs.chunks(16).map(|pairs| Lane(std::array::from_fn(|i| f(pairs[i])))).collect()
            };
            let narrow = table(&|(count, reward)| packed(count, reward));
            let (count, reward) = (table(&|pair| pair.0), table(&|pair| pair.1));
            let slots: Vec<Lane> = (0..1 + round as usize % 5)
                .map(|_| Lane(std::array::from_fn(|_| rng.below(16 * lanes as u32))))
                .collect();
            // Scratch of another length from the call before.
            let mut scratch = [vec![Lane([7; 16]); round as usize % 9], Vec::new()];
            for estimate in [Estimate::packed(&narrow), Estimate::wide(&count, &reward)] {
                let parts = [estimate.table, estimate.rewards];
                let [table, rewards] = line_up(parts, Some(&slots), first, slots.len(), &mut scratch);
                assert_eq!(table.len(), slots.len());
                let found = Estimate { table, rewards, small: false, lanes: table.len() };
                for entry in 0..16 * slots.len() {
                    let slot = 16 * first + slots[entry / 16].0[entry % 16] as usize;
                    assert_eq!(found.at(entry), pairs[slot], "entry {entry} of round {round}");
                }
            }
        }
    }

    #[test]
    fn a_lone_move_is_taken_below_the_square_root_of_the_visits() {
        // Candidates 1, 2 and 4 with 5, 3 and 9 visits; 3 is none.
        let mask = [0b10110];
        let mut own = [Lane::ZERO];
        (own[0].0[1], own[0].0[2], own[0].0[4]) = (packed(5, 0), packed(3, 0), packed(9, 0));
        // Where codes are shared: candidate 4 has slot 1.
        let mut slots = [Lane([7; 16])];
        slots[0].0[4] = 1;
        let node = |visits, lone, slots| Candidates {
            visits,
            mask: &mask,
            lanes: 1,
            own: &own,
            own_rewards: &[],
            small: false,
            amaf: &[],
            amaf_rewards: &[],
            slots,
            beside: None,
            first_lane: 0,
            lone,
        };
        assert_eq!(node(1_000_000, None, None).or_lone(4), 4);
        assert_eq!(node(9, Some(2), None).or_lone(4), 4);
        assert_eq!(node(10, Some(2), None).or_lone(4), 2);
        assert_eq!(node(1_000_000, Some(3), None).or_lone(4), 4, "it is not offered here");
        assert_eq!(node(81, Some(1), Some(&slots)).or_lone(2), 2);
        assert_eq!(node(82, Some(1), Some(&slots)).or_lone(2), 4);
        assert_eq!(node(82, Some(5), Some(&slots)).or_lone(2), 2);
    }
}
