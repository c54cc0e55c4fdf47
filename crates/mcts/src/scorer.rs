//! What UCT, RAVE, GRAVE and MCPS supply. Everything else they share.

use gametree_core::{Code, FieldError, Game, Outcome, Rng, Source};

use crate::candidates::Candidates;
use crate::pick::Scratch;
use crate::space::CodeSpace;
use crate::tree::NodeId;

/// A selection rule, with whatever it keeps beside the tree.
pub trait Scorer<G: Game>: Send {
    /// Whether nodes keep AMAF tables, and then how many visits a node needs more than, to be the reference of those
    /// below it. The root is a reference always.
    fn reference(&self) -> Option<u32>;

    /// Nodes this deep or deeper are not expanded. Default: no bound.
    fn max_depth(&self) -> usize {
        usize::MAX
    }

    /// Whether the move with the highest mean is played at the end, not the most visited one. Default: no.
    fn plays_best_value(&self) -> bool {
        false
    }

    /// Whether what it takes beside the tree before the first playout leaves the tree enough of so many bytes. Default: yes.
    ///
    /// # Errors
    /// Names the memory and the least that it may be.
    fn fits(&self, space: &CodeSpace, memory: u64) -> Result<(), FieldError> {
        let _ = (space, memory);
        Ok(())
    }

    /// A new search begins, with an empty tree.
    fn begin(&mut self, space: &CodeSpace) {
        let _ = space;
    }

    /// A new search begins, with the part of the last one's tree that is still of use: `kept` has the former id of each
    /// node, the root's first and then the others' in ascending order; the node's id now is its place there.
    fn advance(&mut self, kept: &[NodeId]) {
        let _ = kept;
    }

    /// A node was opened: from now on its candidates are chosen from. For rules that keep something of the position, like a
    /// heuristic, beside the tree. Not called for the root of a tree that is kept.
    #[inline(always)]
    fn open(&mut self, node: NodeId, position: &G) {
        let _ = (node, position);
    }

    /// Chooses a candidate of the node at the end of `path`. Called for every node from the root downwards.
    fn pick(&mut self, path: &[Step], candidates: &Candidates<'_>, scratch: &mut Scratch, rng: &mut Rng) -> usize;

    /// A playout was backed up. `codes` is the set of all its codes, the tree's moves included; `room` is the number of
    /// bytes that may still be allocated.
    fn after(&mut self, path: &[Step], codes: &[u64], outcome: Outcome, room: u64) {
        let _ = (path, codes, outcome, room);
    }

    /// Describes the further estimates behind candidate `entry` of the root: names, counts, means and weights.
    fn sources(&self, candidates: &Candidates<'_>, entry: usize) -> Vec<Source>;

    /// Bytes in use beside the tree. Asked when a search begins and after every playout: what changes in between counts from then on.
    fn bytes(&self) -> u64 {
        0
    }
}

/// One node of the path of a playout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Step {
    /// The node; `None` for a move beyond a tree that is full.
    pub node: Option<NodeId>,
    /// The code of the move that leads here; 0 at the root.
    pub code: Code,
    /// The candidate chosen here.
    pub entry: u32,
    /// Visits, this playout included. Set in the back-up; 0 before.
    pub visits: u32,
    /// Whether the game is finished here.
    pub finished: bool,
}

impl Step {
    /// A step to a node, by this code.
    pub(crate) fn to(node: Option<NodeId>, code: Code) -> Self {
        Step { node, code, entry: 0, visits: 0, finished: false }
    }
}
