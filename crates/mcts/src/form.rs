//! The forms of a block, and where things lie in it.

use crate::estimate::Width;
use crate::lanes::Lane;
use crate::tree::{Node, NodeId, Tree};

/// The form of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Form {
    /// Of all its estimates.
    pub(crate) width: Width,
    pub(crate) children: Children,
}

/// How a block holds the nodes of its candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Children {
    /// A list, with room for 4 at least.
    Short,
    /// A list that is two lanes longer.
    Long,
    /// A table with a place for each candidate.
    Table,
}

impl Form {
    /// The root's.
    pub(crate) const ROOT: Form = Form { width: Width::Packed, children: Children::Table };
    pub(crate) const WIDEST: Form = Form { width: Width::Wide, children: Children::Table };
}

/// Room that a list has at least.
const LEAST: usize = 4;

/// Where things lie within a block, in lanes where nothing else is said. The mask of all candidates comes first.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    /// Words of one mask.
    pub(crate) mask: usize,
    /// The word where the mask of the candidates that are not proven begins; 0, that of all of them, where no proofs are kept.
    pub(crate) open: usize,
    /// The word where the candidates of the list begin, and how many it has room for; their nodes are next. None: there is a table.
    pub(crate) list: usize,
    pub(crate) most: usize,
    pub(crate) own: usize,
    pub(crate) child: usize,
    pub(crate) slot: usize,
    pub(crate) prior: usize,
    pub(crate) amaf: usize,
    pub(crate) end: usize,
}

impl<M: Copy> Tree<M> {
    #[inline(always)]
    pub(crate) fn layout(&self, id: NodeId) -> Layout {
        self.layout_of(self.node(id), self.node(id).form)
    }

    #[inline(always)]
    pub(crate) fn layout_of(&self, node: &Node<M>, form: Form) -> Layout {
        let lanes = usize::from(node.lanes);
        let mask = lanes.div_ceil(2);
        let open = if self.special && self.keeps.proofs { mask } else { 0 };
        let list = open + mask;
        let (own, most) = if form.children == Children::Table {
            (list.div_ceil(Lane::LEN), 0)
        } else {
            let longer = if form.children == Children::Long { 2 } else { 0 };
            let head = (list + 2 * LEAST).div_ceil(Lane::LEN) + longer;
            (head, (head * Lane::LEN - list) / 2)
        };
        // The table of children comes after the own counts, which are read from end to end before: so it is fetched ahead.
        let child = own + form.width.lanes(lanes);
        let slot = child + if most == 0 { lanes } else { 0 };
        let prior = slot + if node.shared { lanes } else { 0 };
        let amaf = prior + if self.special && self.keeps.prior { lanes } else { 0 };
        let end = amaf + form.width.lanes(self.amaf_lanes);
        Layout { mask, open, list, most, own, child, slot, prior, amaf, end }
    }

    /// Lanes of a node's block in this form.
    pub(crate) fn lanes_in(&self, id: NodeId, form: Form) -> usize {
        self.layout_of(self.node(id), form).end
    }

    /// The form of a node that is opened: with a list, where that is shorter than a table.
    pub(crate) fn first_form(&self, id: NodeId) -> Form {
        if !self.keeps.amaf {
            // Rules without AMAF try every candidate before any of them twice: no list would stay short.
            return Form::ROOT;
        }
        let width = if self.keeps.reference > 1 { Width::Small } else { Width::Packed };
        self.shorter(id, Form { width, children: Children::Short })
    }

    /// The form of a node whose list is full.
    pub(crate) fn longer_form(&self, id: NodeId) -> Form {
        let form = self.node(id).form;
        match form.children {
            Children::Short => self.shorter(id, Form { children: Children::Long, ..form }),
            _ => Form { children: Children::Table, ..form },
        }
    }

    /// This form, or a table, whichever is shorter.
    fn shorter(&self, id: NodeId, form: Form) -> Form {
        let table = Form { children: Children::Table, ..form };
        if self.lanes_in(id, form) < self.lanes_in(id, table) { form } else { table }
    }
}
