//! How the block of a node grows: its children's list, and the width of its counts.

use crate::estimate::{Estimate, EstimateMut, PACKED_PLAYOUTS, SMALL_PLAYOUTS, Width, packed};
use crate::form::{Children, Form, Layout};
use crate::lanes::{Lane, counter, counter_mut};
use crate::tree::{NO_CHILD, Node, NodeId, Tree};

/// Playouts after which small and packed tables that were halved are full again.
const FULL_AGAIN: [u32; 2] = [(SMALL_PLAYOUTS as u32).div_ceil(2), (PACKED_PLAYOUTS as u32).div_ceil(2)];

impl<M: Copy> Tree<M> {
    /// Whether a node's tables are to be wider, or cannot take this visit.
    #[inline(always)]
    pub(crate) fn is_full_at(&self, id: NodeId, visits: u32) -> bool {
        match self.node(id).form.width {
            Width::Small => visits == self.keeps.reference + 1 || is_full(visits, 0),
            Width::Packed => is_full(visits, 1),
            Width::Wide => false,
        }
    }

    /// Gives the node a block with wider tables or, where there is no room for one and its tables hold no more playouts, halves its counts.
    #[cold]
    pub(crate) fn make_way(&mut self, id: NodeId) {
        let form = self.node(id).form;
        let small = form.width == Width::Small;
        let wider = Form { width: if small { Width::Packed } else { Width::Wide }, ..form };
        let set_aside = id == NodeId::ROOT && self.reserved > 0;
        if set_aside || self.room() >= self.cost_of(id, wider) {
            self.reform(id, wider);
            return;
        }
        self.fill();
        if !is_full(self.node(id).visits, usize::from(!small)) {
            return;
        }
        let layout = self.layout(id);
        let block = self.block_mut(id, layout);
        for range in [layout.own..layout.child, layout.amaf..layout.end] {
            let counters = Lane::flat_mut(&mut block[range]);
            counters.iter_mut().for_each(|pair| *pair = if small { halved_small(*pair) } else { halved(*pair) });
        }
    }

    /// Bytes that the block of a node would take in another form.
    pub(crate) fn cost_of(&self, id: NodeId, form: Form) -> u64 {
        self.pool.cost(self.lanes_in(id, form))
    }

    /// Gives a node a block of another form, which has room for all that it holds. The old block is the next one of its length.
    pub(crate) fn reform(&mut self, id: NodeId, form: Form) {
        let (from, to) = (self.layout(id), self.layout_of(self.node(id), form));
        let Node { table: before, form: old_form, listed, lanes, .. } = *self.node(id);
        let (table, listed, lanes) = (self.pool.allocate(to.end), usize::from(listed), usize::from(lanes));
        let node = &mut self.nodes[id.index()];
        (node.table, node.form) = (table, form);
        if id == NodeId::ROOT && form.width == Width::Wide {
            self.reserved = 0;
        }
        let amaf_lanes = self.amaf_lanes;
        let (old, block) = self.pool.both((before, from.end), (table, to.end));
        block[..to.own].fill(Lane::ZERO);
        block[to.child..to.slot].fill(Lane([NO_CHILD; Lane::LEN]));
        let (words, new) = (Lane::flat(old), Lane::flat_mut(block));
        // The masks come first, and the list after them.
        new[..from.list].copy_from_slice(&words[..from.list]);
        let (entries, nodes) = (&words[from.list..], &words[from.list + from.most..]);
        if from.most == 0 {
            block[to.child..to.slot].copy_from_slice(&old[from.child..from.slot]);
        } else if to.most == 0 {
            for (&entry, &child) in entries[..listed].iter().zip(nodes) {
                *counter_mut(&mut block[to.child..], entry as usize) = child;
            }
        } else {
            new[to.list..][..listed].copy_from_slice(&entries[..listed]);
            new[to.list + to.most..][..listed].copy_from_slice(&nodes[..listed]);
        }
        block[to.slot..to.amaf].copy_from_slice(&old[from.slot..from.amaf]);
        let own = (from.own..from.child, to.own..to.child, lanes);
        for (from, to, lanes) in [own, (from.amaf..from.end, to.amaf..to.end, amaf_lanes)] {
            if form.width == old_form.width {
                block[to].copy_from_slice(&old[from]);
            } else if lanes > 0 {
                let table = EstimateMut::of_width(&mut block[to], form.width);
                table.take_over(Estimate::of(&old[from], old_form.width, lanes));
            }
        }
        self.pool.give_back(before, from.end);
    }

    /// Makes sure that the node of a candidate can be kept: puts the candidate into the list. `false`, and the tree is full, where the
    /// list has no room and cannot be longer.
    #[inline(always)]
    pub(crate) fn make_place(&mut self, id: NodeId, entry: usize) -> bool {
        self.node(id).form.children == Children::Table || self.list(id, entry)
    }

    fn list(&mut self, id: NodeId, entry: usize) -> bool {
        let mut layout = self.layout(id);
        if self.place_of(id, layout, entry).is_some() {
            return true;
        }
        if usize::from(self.node(id).listed) == layout.most {
            let longer = self.longer_form(id);
            if self.room() < self.cost_of(id, longer) {
                self.fill();
                return false;
            }
            self.reform(id, longer);
            layout = self.layout(id);
        }
        if layout.most > 0 {
            let place = layout.list + usize::from(self.node(id).listed);
            self.nodes[id.index()].listed += 1;
            let words = Lane::flat_mut(self.block_mut(id, layout));
            (words[place], words[place + layout.most]) = (entry as u32, NO_CHILD);
        }
        true
    }

    /// Where a candidate stands in the list.
    #[inline(always)]
    fn place_of(&self, id: NodeId, layout: Layout, entry: usize) -> Option<usize> {
        let entries = &Lane::flat(self.block(id, layout))[layout.list..][..self.node(id).listed.into()];
        entries.iter().position(|&listed| listed == entry as u32)
    }

    /// The node of a candidate, or `NO_CHILD`.
    #[inline(always)]
    pub(crate) fn child(&self, id: NodeId, layout: Layout, entry: usize) -> u32 {
        let block = self.block(id, layout);
        if layout.most == 0 {
            return counter(&block[layout.child..], entry);
        }
        match self.place_of(id, layout, entry) {
            Some(place) => Lane::flat(block)[layout.list + layout.most + place],
            None => NO_CHILD,
        }
    }

    /// Keeps the node of a candidate that has a place.
    pub(crate) fn set_child(&mut self, id: NodeId, entry: usize, child: NodeId) {
        let layout = self.layout(id);
        let place = if layout.most == 0 { Some(entry) } else { self.place_of(id, layout, entry) };
        if let Some(place) = place {
            self.children_mut(id, layout)[place] = child.0;
        }
    }

    /// The nodes of the candidates, or of those in the list.
    fn children_mut(&mut self, id: NodeId, layout: Layout) -> &mut [u32] {
        let listed = usize::from(self.node(id).listed);
        let block = self.block_mut(id, layout);
        match layout.most {
            0 => Lane::flat_mut(&mut block[layout.child..layout.slot]),
            most => &mut Lane::flat_mut(block)[layout.list + most..][..listed],
        }
    }

    /// Writes into an open node where its children are now: `kept` has the former id of each node, the root's and then the others' in
    /// ascending order. The root is nobody's child.
    pub(crate) fn renumber_children(&mut self, id: NodeId, kept: &[NodeId]) {
        if !self.is_open(id) {
            return;
        }
        for child in self.children_mut(id, self.layout(id)).iter_mut().filter(|child| **child != NO_CHILD) {
            *child = kept[1..].binary_search_by_key(child, |old| old.0).map_or(NO_CHILD, |new| new as u32 + 1);
        }
    }
}

/// Whether small tables (0) or packed ones (1) are full at this visit, for the first time or again.
#[inline(always)]
fn is_full(visits: u32, width: usize) -> bool {
    u64::from(visits) > [SMALL_PLAYOUTS, PACKED_PLAYOUTS][width] && visits.is_multiple_of(FULL_AGAIN[width])
}

/// Half of a packed count, rounded down but not to nothing, with as nearly the same mean as whole half points allow.
fn halved(pair: u32) -> u32 {
    let (count, reward) = (pair >> 16, pair & 0xFFFF);
    let half = (count / 2).max(1);
    (reward * half + count / 2).checked_div(count).map_or(0, |reward| packed(half, reward))
}

/// Both halves of a counter of a small table, halved.
fn halved_small(counter: u32) -> u32 {
    let half = |pair: u32| {
        let halved = halved(packed(pair >> 8, pair & 0xFF));
        halved >> 16 << 8 | halved & 0xFFFF
    };
    half(counter >> 16) << 16 | half(counter & 0xFFFF)
}
