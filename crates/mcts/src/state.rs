//! One playout: select, expand, play out, back up.

use gametree_core::kernels::{self, Arch, Kernel};
use gametree_core::{Game, Line, Outcome, Rng, Stats, Tactics, Trace, mix};

use crate::block::Gathered;
use crate::config::TreeConfig;
use crate::pick::Scratch;
use crate::policy::Policy;
use crate::prior::Prior;
use crate::scorer::{Scorer, Step};
use crate::space::CodeSpace;
use crate::transposition::put_in_order;
use crate::tree::{Keeps, NodeId, Tree};

/// What hangs on a search and is asked on the way.
pub(crate) struct Guides<'a, G: Game, S, P> {
    pub(crate) scorer: &'a mut S,
    pub(crate) policy: &'a mut P,
    pub(crate) prior: Option<&'a mut (dyn Prior<G> + 'static)>,
}

#[derive(Debug)]
pub(crate) struct State<G: Game> {
    pub(crate) tree: Tree<G::Move>,
    pub(crate) root: G,
    pub(crate) root_moves: Vec<G::Move>,
    /// Moves played before the root; `None` when no later search may go on from this tree.
    pub(crate) plies: Option<usize>,
    /// Visits of the root when the search began.
    pub(crate) kept: u32,
    pub(crate) rng: Rng,
    /// Scratch: the position of the playout in hand.
    position: G,
    /// The leaf's, while several playouts go on from it.
    leaf: Option<G>,
    pub(crate) trace: Trace,
    pub(crate) path: Vec<Step>,
    moves: Vec<G::Move>,
    tactics: Vec<G::Move>,
    stay: Vec<usize>,
    /// The move that led to the position in hand; `None` at the root.
    last: Option<G::Move>,
    pub(crate) solver: bool,
    forced: bool,
    /// Whether the root's moves are out of the choice because one wins at once.
    pub(crate) wins_at_once: bool,
    /// Moves played before the root.
    start: usize,
    /// The repetition keys of the game and of the path, where proofs depend on them: how many belong to the game, and all of them.
    seen: (usize, Vec<u64>),
    /// Whether the move beyond a full tree repeats a position.
    pub(crate) beyond_repeats: bool,
    /// Bytes that the policy keeps.
    beside: u64,
    scratch: Scratch,
    gathered: Gathered,
    pub(crate) playouts: u64,
    pub(crate) depth_sum: u64,
    pub(crate) max_depth: u32,
    /// Playouts by depth; see [`Stats::depths`].
    pub(crate) depths: Box<[u64; Stats::DEPTHS]>,
    pub(crate) plies_sum: u64,
}

impl<G: Game> State<G> {
    pub(crate) fn new(position: &G, space: CodeSpace) -> Self {
        State {
            tree: Tree::new(space),
            root: position.clone(),
            root_moves: Vec::new(),
            plies: None,
            kept: 0,
            rng: Rng::new(0),
            position: position.clone(),
            leaf: None,
            trace: Trace::for_game(position),
            path: Vec::new(),
            moves: Vec::new(),
            tactics: Vec::new(),
            stay: Vec::new(),
            last: None,
            solver: false,
            forced: false,
            wins_at_once: false,
            start: 0,
            seen: (0, Vec::new()),
            beyond_repeats: false,
            beside: 0,
            scratch: Scratch::default(),
            gathered: Gathered::default(),
            playouts: 0,
            depth_sum: 0,
            max_depth: 0,
            depths: Box::new([0; Stats::DEPTHS]),
            plies_sum: 0,
        }
    }

    /// A tree with nothing but its root.
    pub(crate) fn clear<S: Scorer<G>, P>(
        &mut self,
        line: &Line<G>,
        space: &CodeSpace,
        config: &TreeConfig,
        guides: &mut Guides<'_, G, S, P>,
    ) {
        let position = line.position();
        // Where positions may not recur, what is proven depends on the path, and a shared node has several.
        let by_path = config.solver && position.repetition_key().is_some();
        let keeps = Keeps {
            amaf: guides.scorer.reference().is_some(),
            reference: guides.scorer.reference().unwrap_or(0),
            proofs: config.solver || config.forced,
            prior: guides.prior.is_some(),
            keys: config.transpositions && !by_path,
        };
        self.tree.clear(space.clone(), keeps, config.memory);
        self.root.clone_from(position);
        self.root_moves.clear();
        line.search_moves(&mut self.root_moves);
        let key = place_key(position.key(), line.moves().len());
        self.tree.add(None, position.to_move(), None, key);
        self.tree.open_listed(NodeId::ROOT, position, &self.root_moves);
        if let Some(prior) = guides.prior.as_deref_mut() {
            self.tree.judge(NodeId::ROOT, position, &self.root_moves, prior);
        }
        guides.scorer.open(NodeId::ROOT, position);
    }

    /// Readies everything but the tree for a search.
    pub(crate) fn ready(&mut self, line: &Line<G>, config: &TreeConfig, seed: u64, beside: u64) {
        self.rng = Rng::new(seed);
        self.plies = (config.reuse == Some(true)).then_some(line.moves().len());
        self.start = line.moves().len();
        (self.solver, self.forced) = (config.solver, config.forced);
        self.beside = beside;
        self.seen.1.clear();
        if config.solver && self.root.repetition_key().is_some() {
            self.seen.1.extend(line.repetition_keys());
        }
        self.seen.0 = self.seen.1.len();
        self.leaf = None;
        self.kept = self.tree.node(NodeId::ROOT).visits;
        (self.playouts, self.depth_sum, self.max_depth, self.plies_sum) = (0, 0, 0, 0);
        self.depths.fill(0);
        self.look_from_the_root();
        if self.solver {
            self.settle_root();
        }
    }

    /// Leaves only those of the root's moves in the choice that win at once or parry, by a look at the whole board.
    fn look_from_the_root(&mut self) {
        self.tactics.clear();
        let tactics = if self.forced { self.root.tactics(None, &mut self.tactics) } else { Tactics::Quiet };
        self.wins_at_once = tactics == Tactics::Win;
        if matches!(tactics, Tactics::Win | Tactics::Parry) {
            self.leave_open(NodeId::ROOT);
        }
    }

    /// Leaves only the moves of `self.tactics` in a node's choice. Not where the rules of repetition leave none of them.
    fn leave_open(&mut self, node: NodeId) {
        let position = if node == NodeId::ROOT { &self.root } else { &self.position };
        let mut stay = std::mem::take(&mut self.stay);
        stay.clear();
        stay.extend(self.tactics.iter().filter_map(|&mv| self.entry_of(node, position, mv)));
        if !stay.is_empty() {
            self.tree.close_all_but(node, &stay);
        }
        self.stay = stay;
    }

    /// One playout, or up to `most` from the same leaf.
    pub(crate) fn iterate<S: Scorer<G>, P: Policy<G>>(&mut self, guides: &mut Guides<'_, G, S, P>, most: u64) {
        self.trace.clear();
        if let Some(outcome) = self.select(guides) {
            self.back_up(guides.scorer, outcome);
            if self.solver {
                self.settle(outcome);
            }
            return;
        }
        if most > 1 {
            return self.play_group(guides, most);
        }
        let outcome = guides.policy.playout(&self.path, &mut self.position, &mut self.rng, &mut self.trace);
        self.back_up(guides.scorer, outcome);
    }

    /// Several playouts from the leaf in hand. All but the first are credited to its tables, so it is opened for them.
    fn play_group<S: Scorer<G>, P: Policy<G>>(&mut self, guides: &mut Guides<'_, G, S, P>, size: u64) {
        let mut leaf = self.leaf.take().unwrap_or_else(|| self.position.clone());
        leaf.clone_from(&self.position);
        for number in 0..size {
            if number > 0 {
                self.position.clone_from(&leaf);
                self.trace.clear();
            }
            if number == 1
                && let Some(node) = self.path[self.path.len() - 1].node
                && !self.tree.is_open(node)
            {
                self.expand(guides, node);
            }
            let outcome = guides.policy.playout(&self.path, &mut self.position, &mut self.rng, &mut self.trace);
            self.back_up(guides.scorer, outcome);
        }
        self.leaf = Some(leaf);
    }

    /// Walks from the root to a leaf, which it makes, and leaves the path and the leaf's position. Returns the outcome if
    /// it is known there.
    fn select<S: Scorer<G>, P>(&mut self, guides: &mut Guides<'_, G, S, P>) -> Option<Outcome> {
        let threshold = guides.scorer.reference().unwrap_or(0);
        // Nothing, and known to the compiler, for nearly every game.
        let lone = self.root.lone_code();
        self.position.clone_from(&self.root);
        self.path.clear();
        self.seen.1.truncate(self.seen.0);
        self.last = None;
        let (mut node, mut reference, mut code) = (NodeId::ROOT, NodeId::ROOT, 0);
        loop {
            let (visits, outcome) = (self.tree.node(node).visits, self.tree.node(node).outcome);
            self.path.push(Step { node: Some(node), code, entry: 0, visits: 0, finished: outcome.is_some() });
            if outcome.is_some() {
                return outcome;
            }
            if !self.tree.is_open(node) && !self.expand(guides, node) {
                return None;
            }
            if visits > threshold {
                reference = node;
            }
            let candidates = self.tree.candidates(node, reference, lone, &mut self.gathered);
            let entry = guides.scorer.pick(&self.path, &candidates, &mut self.scratch, &mut self.rng);
            let child;
            (code, child) = self.tree.follow(node, entry);
            match self.descend(node, entry, child) {
                Ok(child) => node = child,
                Err(outcome) => {
                    self.path.push(Step { node: None, code, entry: 0, visits: 0, finished: outcome.is_some() });
                    return outcome;
                }
            }
        }
    }

    /// Opens a node at its second visit. `false` when it is to be played out from instead.
    fn expand<S: Scorer<G>, P>(&mut self, guides: &mut Guides<'_, G, S, P>, node: NodeId) -> bool {
        if self.tree.node(node).visits == 0 || self.path.len() > guides.scorer.max_depth() {
            return false;
        }
        self.open(guides, node)
    }

    /// Opens the node of the position in hand. `false` when there is no room.
    fn open<S: Scorer<G>, P>(&mut self, guides: &mut Guides<'_, G, S, P>, node: NodeId) -> bool {
        let prior = guides.prior.as_deref_mut();
        let opened = self.tree.open(node, &self.position, &mut self.moves, prior);
        if opened {
            guides.scorer.open(node, &self.position);
            if self.tree.keeps.proofs && self.tree.proofs[node.index()].parry {
                self.look_again(node);
            }
        }
        opened
    }

    /// At the opening of a node of which the last move told that few moves parry.
    #[cold]
    fn look_again(&mut self, node: NodeId) {
        self.tactics.clear();
        if self.position.tactics(self.last, &mut self.tactics) == Tactics::Parry {
            self.leave_open(node);
        }
    }

    /// Plays the chosen candidate and goes to its node, made if need be. `Err` with the outcome there when the tree is full.
    fn descend(&mut self, node: NodeId, entry: usize, child: Option<NodeId>) -> Result<NodeId, Option<Outcome>> {
        if let Some(step) = self.path.last_mut() {
            step.entry = entry as u32;
        }
        // A shared node holds the move of the first way that led there.
        let known = child.filter(|_| !self.tree.keeps.keys);
        if let Some((child, mv)) = known.and_then(|child| Some((child, self.tree.node(child).mv?))) {
            self.position.play(mv);
            if self.tree.special {
                self.last = Some(mv);
                self.remember();
            }
            return Ok(child);
        }
        let mv = if node == NodeId::ROOT {
            self.root_move(entry)
        } else {
            move_of(&self.tree, node, &self.position, entry, &mut self.moves)
        };
        self.position.play(mv);
        self.last = Some(mv);
        let repeats = self.remember();
        if let Some(child) = child {
            return Ok(child);
        }
        self.beyond_repeats = repeats;
        if !self.tree.make_place(node, entry) {
            return Err(self.position.outcome());
        }
        let mut key = 0;
        if self.tree.keeps.keys {
            key = place_key(self.position.key(), self.start + self.path.len());
            if let Some(child) = self.tree.keys.find(key) {
                self.tree.set_child(node, entry, child);
                return Ok(child);
            }
        }
        let outcome = self.position.outcome();
        let child = self.tree.add(Some(mv), self.position.to_move(), outcome, key).ok_or(outcome)?;
        self.tree.set_child(node, entry, child);
        if self.tree.keeps.proofs {
            self.tree.proofs[child.index()].repeats = repeats;
            if self.forced && outcome.is_none() {
                self.look_near(child);
            }
        }
        Ok(child)
    }

    /// Whether the position in hand occurred before, and keeps that it did; for proofs where positions may not recur.
    fn remember(&mut self) -> bool {
        if self.seen.0 == 0 {
            return false;
        }
        let Some(key) = self.position.repetition_key() else { return false };
        let repeats = self.seen.1.contains(&key);
        self.seen.1.push(key);
        repeats
    }

    /// Asks the game what is at hand at a new node, after the move that led there.
    fn look_near(&mut self, node: NodeId) {
        let side = self.position.to_move();
        self.tactics.clear();
        let tactics = self.position.tactics(self.last, &mut self.tactics);
        let (outcome, distance) = match tactics {
            Tactics::Quiet => return,
            Tactics::Parry => {
                self.tree.proofs[node.index()].parry = true;
                return;
            }
            Tactics::Win => (Outcome::Win(side), 1),
            Tactics::Loss => (Outcome::Win(side.other()), 2),
        };
        // The winning move is one that the playout would have had.
        if let Some(&mv) = self.tactics.first() {
            self.trace.record(self.position.code(mv));
        }
        self.tree.nodes[node.index()].outcome = Some(outcome);
        self.tree.proofs[node.index()].distance = distance;
    }

    /// The root's moves need not be the position's: repetition is left out.
    fn root_move(&self, entry: usize) -> G::Move {
        if self.tree.is_shared(NodeId::ROOT) {
            return self.root_moves[entry];
        }
        let (code, _) = self.tree.follow(NodeId::ROOT, entry);
        *self.root_moves.iter().find(|&&mv| self.root.code(mv) == code).expect("a candidate is a root move")
    }

    pub(crate) fn move_of(&self, node: NodeId, position: &G, entry: usize) -> G::Move {
        if node == NodeId::ROOT {
            self.root_move(entry)
        } else {
            move_of(&self.tree, node, position, entry, &mut Vec::new())
        }
    }

    pub(crate) fn entry_of(&self, node: NodeId, position: &G, mv: G::Move) -> Option<usize> {
        if !self.tree.is_open(node) {
            return None;
        }
        if !self.tree.is_shared(node) {
            let entry = usize::from(position.code(mv) - self.tree.space.codes(position.to_move()).start);
            // A move that is no search move may have the code of one.
            let known = self.tree.is_candidate(node, entry) && self.move_of(node, position, entry) == mv;
            return known.then_some(entry);
        }
        self.tree.entries(node).into_iter().find(|&entry| self.move_of(node, position, entry) == mv)
    }

    /// Walks along given moves, opening and making nodes as needed.
    pub(crate) fn walk<S: Scorer<G>, P>(&mut self, guides: &mut Guides<'_, G, S, P>, moves: &[G::Move]) {
        self.position.clone_from(&self.root);
        self.path.clear();
        self.trace.clear();
        let (mut node, mut code) = (NodeId::ROOT, 0);
        for &mv in moves {
            self.path.push(Step { node: Some(node), code, entry: 0, visits: 0, finished: false });
            if !self.tree.is_open(node) {
                assert!(self.open(guides, node), "the tree is full");
            }
            let entry = self.entry_of(node, &self.position, mv).expect("no such search move");
            let child;
            (code, child) = self.tree.follow(node, entry);
            node = self.descend(node, entry, child).expect("the tree is full");
        }
        let finished = self.tree.node(node).outcome.is_some();
        self.path.push(Step { node: Some(node), code, entry: 0, visits: 0, finished });
    }

    /// Credits the playout to every node of the path, leaf to root, each with exactly the codes played from it on.
    pub(crate) fn back_up<S: Scorer<G>>(&mut self, scorer: &mut S, outcome: Outcome) {
        let depth = self.path.len() as u32 - 1;
        self.playouts += 1;
        self.depth_sum += u64::from(depth);
        self.max_depth = self.max_depth.max(depth);
        self.depths[(depth as usize).min(Stats::DEPTHS - 1)] += 1;
        self.plies_sum += u64::from(depth + self.trace.plies);
        let codes = self.trace.codes.words_mut();
        kernels::run(BackUp { tree: &mut self.tree, path: &mut self.path, codes, outcome });
        scorer.after(&self.path, codes, outcome, self.tree.room());
        self.tree.elsewhere = scorer.bytes() + self.beside;
    }
}

/// Credits a playout along a path. One kernel, not one for each node.
struct BackUp<'a, M> {
    tree: &'a mut Tree<M>,
    path: &'a mut [Step],
    codes: &'a mut [u64],
    outcome: Outcome,
}

impl<M: Copy> Kernel for BackUp<'_, M> {
    type Out = ();

    #[inline(always)]
    fn run<A: Arch>(self, arch: A) {
        let BackUp { tree, path, codes, outcome } = self;
        let last = path.len() - 1;
        for (index, step) in path.iter_mut().enumerate().rev() {
            if let Some(node) = step.node {
                let chosen = if index < last { Some(step.entry) } else { None };
                step.visits = tree.record(arch, node, chosen, codes, outcome);
            }
            if index > 0 {
                let code = usize::from(step.code);
                codes[code / 64] |= 1 << (code % 64);
            }
        }
    }
}

/// Positions are shared at the same ply only: so no path comes back to a node, whatever the game.
fn place_key(key: u64, ply: usize) -> u64 {
    mix(&[key, ply as u64])
}

fn move_of<G: Game>(
    tree: &Tree<G::Move>,
    node: NodeId,
    position: &G,
    entry: usize,
    moves: &mut Vec<G::Move>,
) -> G::Move {
    moves.clear();
    if tree.is_shared(node) {
        position.search_moves(moves);
        if tree.keeps.keys {
            put_in_order(position, moves);
        }
        return moves[entry];
    }
    position.decode(tree.follow(node, entry).0, moves).expect("a candidate's code is that of a search move")
}
