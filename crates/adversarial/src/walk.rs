//! What every depth-first search keeps while it walks through a tree.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use gametree_core::{Budget, Evaluate, Known, Line, Meter, Outcome, Side, StopReason, Tick};

/// Depth that no game reaches: a search to the end.
pub(crate) const TO_THE_END: u32 = u32::MAX;

/// A search never goes deeper: recursion would run out of stack where lines of play hardly ever end, as in Go.
pub(crate) const DEEPEST: usize = 1000;

/// The path from the root to where the search is, the move lists of its nodes, and what was counted.
///
/// Nothing is allocated once the longest path has been seen: positions are copied with `clone_from` into a stack, and
/// all move lists of a path lie one after the other in `moves`.
pub(crate) struct Walk<G: Evaluate> {
    /// Positions by ply; the root is at 0.
    pub(crate) stack: Vec<G>,
    pub(crate) moves: Vec<G::Move>,
    /// The rules' moves instead of those that the game suggests to searches.
    pub(crate) all_moves: bool,
    /// Repetition keys of the game before the root and of the path; used only if the game forbids repetition.
    seen: Vec<u64>,
    pub(crate) repetition: bool,
    pub(crate) nodes: u64,
    /// Finished positions, and those at which the depth ended.
    pub(crate) leaves: u64,
    /// Results that a deeper search might change and that the score found so far rests on. A node whose score needs
    /// none of them takes its own back.
    pub(crate) open: u64,
    pub(crate) max_ply: usize,
    pub(crate) meter: Meter,
    pub(crate) stopped: Option<StopReason>,
    /// Somebody wants to see the report.
    pub(crate) show: bool,
}

/// What a walk had counted at some moment.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    nodes: u64,
    open: u64,
}

impl<G: Evaluate> Walk<G> {
    pub(crate) fn new() -> Self {
        Walk {
            stack: Vec::new(),
            moves: Vec::new(),
            all_moves: false,
            seen: Vec::new(),
            repetition: false,
            nodes: 0,
            leaves: 0,
            open: 0,
            max_ply: 0,
            meter: Meter::start(&Budget::default(), &Arc::default(), None),
            stopped: None,
            show: false,
        }
    }

    /// Puts the end of `line` at the root and starts the clocks.
    pub(crate) fn start(&mut self, line: &Line<G>, budget: &Budget, stop: &Arc<AtomicBool>, show: Option<Duration>) {
        self.meter = Meter::start(budget, stop, show);
        self.stack.truncate(1);
        match self.stack.first_mut() {
            Some(root) => root.clone_from(line.position()),
            None => self.stack.push(line.position().clone()),
        }
        self.moves.clear();
        self.seen.clear();
        self.repetition = line.position().repetition_key().is_some();
        if self.repetition {
            self.seen.extend(line.repetition_keys());
        }
        (self.nodes, self.leaves, self.open, self.max_ply) = (0, 0, 0, 0);
        (self.stopped, self.show) = (None, false);
    }

    /// Enters a node: counts it, or says that the search must stop.
    #[inline(always)]
    pub(crate) fn enter(&mut self, ply: usize) -> bool {
        match self.meter.before_node(self.nodes) {
            Tick::Go => {}
            Tick::Show => self.show = true,
            Tick::Stop(reason) => {
                self.stopped = Some(reason);
                return false;
            }
        }
        self.nodes += 1;
        if ply > self.max_ply {
            self.max_ply = ply;
            if ply > DEEPEST {
                self.stopped = Some(StopReason::Depth);
                return false;
            }
        }
        true
    }

    /// Appends the moves of the node at `ply` to `moves`.
    #[inline]
    pub(crate) fn list(&mut self, ply: usize) {
        let start = self.moves.len();
        let position = &self.stack[ply];
        if self.all_moves {
            position.legal_moves(&mut self.moves)
        } else {
            position.search_moves(&mut self.moves)
        }
        if self.repetition {
            self.drop_repeating(ply, start);
        }
    }

    /// Where a win or a loss is at hand at `ply`, appends the moves that [`Evaluate::forced_moves`] leaves. Not where
    /// positions may not recur: such a move may be forbidden.
    #[inline]
    pub(crate) fn list_forced(&mut self, ply: usize) -> bool {
        !self.repetition && self.stack[ply].forced_moves(&mut self.moves)
    }

    /// What the game knows of the node at `ply`, with the moves that [`Evaluate::known`] appends. Nothing where positions may not
    /// recur: then the value depends on the path, which it does not know.
    #[inline]
    pub(crate) fn list_known(&mut self, ply: usize) -> Known {
        if self.repetition { Known::Nothing } else { self.stack[ply].known(&mut self.moves) }
    }

    /// As `Line::search_moves` does: without the moves that repeat, or, if none is left, the legal moves without them.
    #[cold]
    fn drop_repeating(&mut self, ply: usize, start: usize) {
        self.keep_new(ply, start);
        if self.moves.len() == start && !self.all_moves {
            self.stack[ply].legal_moves(&mut self.moves);
            self.keep_new(ply, start);
        }
    }

    fn keep_new(&mut self, ply: usize, start: usize) {
        if self.stack[ply].repetition_key().is_none() {
            return;
        }
        let mut kept = start;
        for index in start..self.moves.len() {
            let mv = self.moves[index];
            let mut next = self.stack[ply].clone();
            next.play(mv);
            if next.repetition_key().is_none_or(|key| !self.seen.contains(&key)) {
                self.moves[kept] = mv;
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }

    /// Puts the position after `mv` below the node at `ply`, where it is `mover`'s turn. Returns whether the turn passes.
    #[inline(always)]
    pub(crate) fn play(&mut self, ply: usize, mover: Side, mv: G::Move) -> bool {
        self.advance(ply, mv, |next| next.to_move() != mover)
    }

    /// Puts the position after `mv` below the node at `ply`. Returns whose turn it is there, and the outcome.
    #[inline(always)]
    pub(crate) fn play_and_look(&mut self, ply: usize, mv: G::Move) -> (Side, Option<Outcome>) {
        self.advance(ply, mv, |next| (next.to_move(), next.outcome()))
    }

    /// Puts the position after `mv` below the node at `ply` and looks at it.
    #[inline(always)]
    fn advance<T>(&mut self, ply: usize, mv: G::Move, look: impl FnOnce(&G) -> T) -> T {
        if self.stack.len() == ply + 1 {
            let copy = self.stack[ply].clone();
            self.stack.push(copy);
        }
        let (above, below) = self.stack.split_at_mut(ply + 1);
        let next = &mut below[0];
        let seen = if const { size_of::<G>() <= 32 } {
            // A small position changes and is looked at in registers and is written once.
            let mut copy = above[ply].clone();
            copy.play(mv);
            let seen = look(&copy);
            *next = copy;
            seen
        } else {
            next.clone_from(&above[ply]);
            next.play(mv);
            look(next)
        };
        if self.repetition {
            self.seen.push(next.repetition_key().unwrap_or(self.seen[0]));
        }
        seen
    }

    /// The counts now.
    #[inline(always)]
    pub(crate) fn mark(&self) -> Mark {
        Mark { nodes: self.nodes, open: self.open }
    }

    /// Nodes entered since.
    pub(crate) fn nodes_since(&self, mark: Mark) -> u64 {
        self.nodes - mark.nodes
    }

    /// Whether the score found since rests on nothing that a deeper search might change.
    #[inline(always)]
    pub(crate) fn is_closed_since(&self, mark: Mark) -> bool {
        self.open == mark.open
    }

    /// No deeper search changes the score found since, whatever it rests on.
    #[inline(always)]
    pub(crate) fn close(&mut self, mark: Mark) {
        self.open = mark.open;
    }

    /// The score of the node that began at `node` rests on its last child alone, which began at `child`.
    #[inline(always)]
    pub(crate) fn rest_on_last(&mut self, node: Mark, child: Mark) {
        self.open = node.open + (self.open - child.open);
    }

    /// Takes the last move back.
    #[inline]
    pub(crate) fn back(&mut self) {
        if self.repetition {
            self.seen.pop();
        }
    }
}
