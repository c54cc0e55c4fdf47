//! Proof-number search: who wins, asked as a question with the answer yes or no.

use gametree_core::{Evaluate, Known, Outcome, Side};

use crate::lists::Lists;
use crate::slots::Slots;
use crate::walk::Walk;

/// How hard it still is, for the side to move, to prove the answer it wants and to disprove it: about the number of
/// leaves that would have to turn out well, and badly. 0 is done, [`NEVER`] cannot be done any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

const NEVER: u32 = (1 << 28) - 1;

impl Numbers {
    const PROVEN: Numbers = Numbers { proof: 0, disproof: NEVER };
    const DISPROVEN: Numbers = Numbers { proof: NEVER, disproof: 0 };

    /// As the other side sees it.
    fn turned(self) -> Numbers {
        Numbers { proof: self.disproof, disproof: self.proof }
    }
}

#[derive(Clone, Copy)]
struct Child<M> {
    mv: M,
    /// As the side to move at the parent sees them.
    numbers: Numbers,
    turned: bool,
}

/// Depth-first proof-number search (df-pn, Nagai 2002) with a table, which makes its memory bounded.
///
/// It always goes on where the question would be decided with the least work, and stays below a node until that is no
/// longer there. Thresholds are widened by a quarter (Pawlewicz and Lew 2007), so that it does not jump between two
/// branches of about the same work.
pub(crate) struct ProofTree<G: Evaluate> {
    pub(crate) walk: Walk<G>,
    /// Proof number, disproof number (28 bits each) and effort + 1 by key.
    slots: Slots,
    children: Vec<Child<G::Move>>,
    /// Whether to ask the game for what it knows ([`Evaluate::known`]).
    pub(crate) knows: bool,
    lists: Lists<G::Move>,
    /// The question: does this side win?
    asked: Side,
}

impl<G: Evaluate> ProofTree<G> {
    pub(crate) fn new(slots: Slots) -> Self {
        ProofTree {
            walk: Walk::new(),
            slots,
            children: Vec::new(),
            knows: false,
            lists: Lists::new(),
            asked: Side::First,
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.slots.bytes()
    }

    /// Whether `side` wins the running position at the root, and the move that shows it if the side to move there has
    /// the answer it wants. `None` once the walk has stopped.
    pub(crate) fn wins(&mut self, side: Side) -> Option<(bool, Option<G::Move>)> {
        self.asked = side;
        self.children.clear();
        if !self.walk.enter(0) {
            return None;
        }
        let mut best = None;
        let numbers = self.explore(0, Numbers { proof: NEVER, disproof: NEVER }, &mut best);
        if self.walk.stopped.is_some() {
            return None;
        }
        let mover = self.walk.stack[0].to_move();
        let proven = numbers.proof == 0;
        Some(((mover == side) == proven, best.filter(|_| proven)))
    }

    fn key(&self, position: &G) -> u64 {
        // The two questions about a position are two positions to the table.
        let key = if self.knows { position.value_key() } else { position.key() };
        if self.asked == Side::First { key } else { key.rotate_left(32) ^ 0x5851_F42D_4C95_7F2D }
    }

    fn look_up(&self, key: u64) -> Option<Numbers> {
        let word = self.slots.find(key)?;
        Some(Numbers { proof: word as u32 & NEVER, disproof: (word >> 28) as u32 & NEVER })
    }

    fn store(&mut self, key: u64, numbers: Numbers, nodes: u64) {
        let effort = u64::from(nodes.max(1).ilog2()) + 1;
        let word = u64::from(numbers.proof) | u64::from(numbers.disproof) << 28 | effort << 56;
        self.slots.store(key, word, |word| word >> 56);
    }

    /// Works below the node at `ply` until one of its numbers reaches its limit; returns them.
    fn explore(&mut self, ply: usize, limits: Numbers, best: &mut Option<G::Move>) -> Numbers {
        let nodes_before = self.walk.nodes;
        let start = self.children.len();
        if let Some((numbers, mv)) = self.expand(ply) {
            *best = Some(mv);
            self.children.truncate(start);
            let key = self.key(&self.walk.stack[ply]);
            self.store(key, numbers, 1);
            return numbers;
        }
        if self.children.len() == start {
            // Stopped before the first of them.
            return Numbers { proof: 1, disproof: 1 };
        }
        let numbers = loop {
            let (numbers, chosen, second) = self.combine(start);
            if numbers.proof >= limits.proof || numbers.disproof >= limits.disproof || self.walk.stopped.is_some() {
                *best = Some(self.children[chosen].mv);
                break numbers;
            }
            let child = self.children[chosen];
            let wider = second.saturating_add(second / 4).saturating_add(1);
            let below = Numbers {
                proof: limits.proof.min(wider),
                disproof: limits.disproof - (numbers.disproof - child.numbers.disproof),
            };
            let mover = self.walk.stack[ply].to_move();
            self.walk.play(ply, mover, child.mv);
            let numbers = if child.turned {
                self.explore(ply + 1, below.turned(), &mut None).turned()
            } else {
                self.explore(ply + 1, below, &mut None)
            };
            self.walk.back();
            self.children[chosen].numbers = numbers;
        };
        self.children.truncate(start);
        if self.walk.stopped.is_none() {
            let key = self.key(&self.walk.stack[ply]);
            self.store(key, numbers, self.walk.nodes - nodes_before);
        }
        numbers
    }

    /// Lists the children of the node at `ply` with what is known of them; or returns the numbers and a best move, if the game
    /// knows the value or a child proves the node.
    fn expand(&mut self, ply: usize) -> Option<(Numbers, G::Move)> {
        let moves_start = self.walk.moves.len();
        if let Some(outcome) = self.list(ply) {
            let best = self.walk.moves[moves_start];
            self.walk.moves.truncate(moves_start);
            return Some((self.answer(outcome, self.walk.stack[ply].to_move()), best));
        }
        let mover = self.walk.stack[ply].to_move();
        let mut proves = None;
        for index in moves_start..self.walk.moves.len() {
            if !self.walk.enter(ply + 1) {
                break;
            }
            let mv = self.walk.moves[index];
            let turned = self.walk.play(ply, mover, mv);
            let child = self.child(ply + 1, mv, turned);
            self.walk.back();
            if child.numbers.proof == 0 {
                proves = Some((Numbers::PROVEN, mv));
                break;
            }
            self.children.push(child);
        }
        self.walk.moves.truncate(moves_start);
        proves
    }

    /// Appends the moves to look at from the node at `ply` to the walk's; or, where the game knows how it ends, returns that and
    /// appends a move that leads there.
    fn list(&mut self, ply: usize) -> Option<Outcome> {
        if self.knows {
            let start = self.walk.moves.len();
            let key = self.walk.stack[ply].key();
            if let Some(list) = self.lists.find(key) {
                self.walk.moves.extend_from_slice(list);
                return None;
            }
            match self.walk.list_known(ply) {
                Known::Nothing => {}
                Known::Value(outcome) => return Some(outcome),
                Known::Moves => {
                    self.lists.store(key, &self.walk.moves[start..]);
                    return None;
                }
            }
        }
        if !self.walk.list_forced(ply) {
            self.walk.list(ply);
        }
        None
    }

    /// The numbers of a node that is known to end so.
    fn answer(&self, outcome: Outcome, mover: Side) -> Numbers {
        let yes = outcome == Outcome::Win(self.asked);
        if yes == (mover == self.asked) { Numbers::PROVEN } else { Numbers::DISPROVEN }
    }

    fn child(&mut self, ply: usize, mv: G::Move, turned: bool) -> Child<G::Move> {
        let position = &self.walk.stack[ply];
        let numbers = if let Some(outcome) = position.outcome() {
            self.walk.leaves += 1;
            self.answer(outcome, position.to_move())
        } else {
            self.look_up(self.key(position)).unwrap_or_else(|| first_guess(position))
        };
        Child { mv, numbers: if turned { numbers.turned() } else { numbers }, turned }
    }

    /// The numbers of a node from those of its children, the child to work on and the next-best proof number.
    fn combine(&self, start: usize) -> (Numbers, usize, u32) {
        let (mut chosen, mut first, mut second) = (start, u32::MAX, NEVER);
        let mut disproof = 0u32;
        for (index, child) in self.children.iter().enumerate().skip(start) {
            let numbers = child.numbers;
            disproof = disproof.saturating_add(numbers.disproof);
            if numbers.proof < first {
                (second, first, chosen) = (first.min(NEVER), numbers.proof, index);
            } else if numbers.proof < second {
                second = numbers.proof;
            }
        }
        if first == 0 {
            return (Numbers::PROVEN, chosen, second);
        }
        // However much work is left, it is not impossible as long as no child has been proven.
        disproof = disproof.min(NEVER - 1);
        (Numbers { proof: first, disproof }, chosen, second)
    }
}

/// The numbers of a position of which nothing is known: work doubles with each move that a side still needs. On Hex 5x5
/// this takes a third less nodes than the number of moves itself.
fn first_guess<G: Evaluate>(position: &G) -> Numbers {
    let mover = position.to_move();
    let work = |side| 1 << (position.moves_to_win(side).clamp(1, 20) - 1);
    Numbers { proof: work(mover), disproof: work(mover.other()) }
}
