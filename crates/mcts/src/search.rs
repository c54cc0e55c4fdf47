//! The one search loop: select, expand, play out, back up.

use gametree_core::{
    Budget, Control, FieldError, Game, Limit, Line, Meter, Outcome, Report, Rng, Search, Stats, StopReason, Tick,
    Trace, TreeLimits, TreeNode,
    kernels::{self, Arch, Kernel},
    report_without_search,
};

use crate::config::TreeConfig;
use crate::lanes::Lane;
use crate::pick::Scratch;
use crate::scorer::{Scorer, Step};
use crate::space::CodeSpace;
use crate::tree::{NodeId, Tree};

/// Monte Carlo tree search with the selection rule `S`.
///
/// Through [`Search`] it is a player. For tests and teaching it can also be driven by hand: [`Mcts::begin`], then
/// [`Mcts::iterate`] or [`Mcts::feed`] a scripted playout, and [`Mcts::look`] at what the nodes hold.
#[derive(Debug)]
pub struct Mcts<G: Game, S> {
    scorer: S,
    config: TreeConfig,
    state: Option<State<G>>,
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
    trace: Trace,
    path: Vec<Step>,
    moves: Vec<G::Move>,
    scratch: Scratch,
    gathered: [Vec<Lane>; 2],
    pub(crate) playouts: u64,
    pub(crate) depth_sum: u64,
    pub(crate) max_depth: u32,
    /// Playouts by depth; see [`Stats::depths`].
    pub(crate) depths: Box<[u64; Stats::DEPTHS]>,
    pub(crate) plies_sum: u64,
}

/// What a node holds, for tests and teaching.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct NodeLook<M> {
    /// Playouts through the node.
    pub visits: u64,
    /// The candidates that were visited: move, visits, sum of rewards in half points for the side to move.
    pub moves: Vec<(M, u64, u64)>,
    /// The codes credited, in order: code, count, sum of rewards in half points for the code's owner. Empty without AMAF.
    pub amaf: Vec<(gametree_core::Code, u64, u64)>,
}

impl<G: Game, S: Scorer + Default> Default for Mcts<G, S> {
    /// The rule and the tree with all their defaults.
    fn default() -> Self {
        Mcts::with_scorer(S::default(), &TreeConfig::default())
    }
}

impl<G: Game, S: Scorer> Mcts<G, S> {
    /// A search with an empty tree. Allocates at the first search.
    pub fn with_scorer(scorer: S, config: &TreeConfig) -> Self {
        Mcts { scorer, config: config.clone(), state: None }
    }

    /// The selection rule with what it keeps.
    pub fn scorer(&self) -> &S {
        &self.scorer
    }

    /// Starts a search by hand. `line` must have a choice at its end. With [`TreeConfig::reuse`] the tree is what the last search
    /// left below this position; otherwise it is empty.
    ///
    /// # Panics
    /// If the position is finished.
    pub fn begin(&mut self, line: &Line<G>, seed: u64) {
        let position = line.position();
        assert!(position.outcome().is_none(), "a finished game has nothing to search");
        let space = CodeSpace::of(position);
        let state = match &mut self.state {
            Some(state) if state.tree.space == space => state,
            stale => stale.insert(State::new(position, space.clone())),
        };
        match state.advance(line) {
            Some(kept) => self.scorer.advance(&kept),
            None => {
                self.scorer.begin(&space);
                state.tree.clear(space, self.scorer.reference().is_some(), self.config.memory);
                state.root.clone_from(position);
                state.root_moves.clear();
                line.search_moves(&mut state.root_moves);
                state.tree.add(None, position.to_move(), None);
                state.tree.open_listed(NodeId::ROOT, position, &state.root_moves);
            }
        }
        state.tree.elsewhere = self.scorer.bytes();
        state.tree.reserve();
        state.rng = Rng::new(seed);
        state.plies = (self.config.reuse == Some(true)).then_some(line.moves().len());
        state.kept = state.tree.node(NodeId::ROOT).visits;
        (state.playouts, state.depth_sum, state.max_depth, state.plies_sum) = (0, 0, 0, 0);
        state.depths.fill(0);
    }

    /// One playout.
    ///
    /// # Panics
    /// If the search was not begun.
    pub fn iterate(&mut self) {
        self.state.as_mut().expect("begin comes first").iterate(&mut self.scorer);
    }

    /// One playout by hand: down the tree along `moves`, making the nodes that are missing, then `trace` and `outcome` as
    /// if played out from there.
    ///
    /// # Panics
    /// If the search was not begun, or a move is no search move where it stands.
    pub fn feed(&mut self, moves: &[G::Move], trace: &Trace, outcome: Outcome) {
        let state = self.state.as_mut().expect("begin comes first");
        state.walk(moves);
        state.trace.clone_from(trace);
        state.back_up(&mut self.scorer, outcome);
    }

    /// What the node holds that these moves lead to from the root; `None` if there is no such node.
    pub fn look(&self, moves: &[G::Move]) -> Option<NodeLook<G::Move>> {
        let state = self.state.as_ref()?;
        let tree = &state.tree;
        let mut position = state.root.clone();
        let mut node = NodeId::ROOT;
        for &mv in moves {
            node = tree.follow(node, state.entry_of(node, &position, mv)?).1?;
            position.play(mv);
        }
        let mut look = NodeLook { visits: tree.node(node).visits.into(), moves: Vec::new(), amaf: Vec::new() };
        if tree.is_open(node) {
            for entry in tree.entries(node) {
                let (visits, reward) = tree.own(node, entry);
                if visits > 0 {
                    look.moves.push((state.move_of(node, &position, entry), visits.into(), reward.into()));
                }
            }
            if self.scorer.reference().is_some() {
                let amaf = tree.amaf(node);
                look.amaf = (0..tree.space.lanes() * Lane::LEN)
                    .map(|code| (code as u16, amaf.at(code)))
                    .filter(|&(_, (count, _))| count > 0)
                    .map(|(code, (count, reward))| (code, count.into(), reward.into()))
                    .collect();
            }
        } else if let Some((codes, outcome)) = tree.first_playout(node) {
            look.amaf = gametree_core::set_bits(codes)
                .map(|code| {
                    let owner = if code / Lane::LEN < tree.space.split() { 0 } else { 1 };
                    (code as u16, 1, outcome.reward(gametree_core::Side::BOTH[owner]).into())
                })
                .collect();
        }
        Some(look)
    }

    /// The report so far. `stop` is what it will say of why it ended; the times are left zero.
    ///
    /// # Panics
    /// If the search was not begun.
    pub fn report(&self, stop: StopReason) -> Report<G::Move> {
        self.state.as_ref().expect("begin comes first").report(&self.scorer, stop)
    }
}

impl<G: Game, S: Scorer> Search<G> for Mcts<G, S> {
    fn accepts(&self, budget: &Budget) -> Result<(), FieldError> {
        budget.only(&[Limit::Playouts, Limit::Cpu, Limit::Wall])
    }

    fn fits(&self, start: &G) -> Result<(), FieldError> {
        self.scorer.fits(&CodeSpace::of(start), self.config.memory)
    }

    fn search(
        &mut self,
        line: &Line<G>,
        budget: &Budget,
        seed: u64,
        control: &mut Control<G::Move>,
    ) -> Report<G::Move> {
        let mut meter = Meter::start(budget, &control.stop, control.follow.as_ref().map(|follow| follow.every));
        let known = report_without_search(line);
        if let Some(mut report) = known.filter(|report| report.best.is_none() || !control.forced) {
            (report.stats.cpu, report.stats.wall) = (meter.cpu(), meter.wall());
            return report;
        }
        self.begin(line, seed);
        let state = self.state.as_mut().expect("just begun");
        loop {
            match meter.before_playout(state.playouts) {
                Tick::Go => {}
                Tick::Show => {
                    let mut report = state.report(&self.scorer, StopReason::Stopped);
                    (report.stats.cpu, report.stats.wall) = (meter.cpu(), meter.wall());
                    if let Some(follow) = &mut control.follow {
                        (follow.call)(&report);
                    }
                }
                Tick::Stop(reason) => {
                    let mut report = state.report(&self.scorer, reason);
                    (report.stats.cpu, report.stats.wall) = (meter.cpu(), meter.wall());
                    return report;
                }
            }
            state.iterate(&mut self.scorer);
        }
    }

    fn tree_top(&self, limits: &TreeLimits) -> Vec<TreeNode<G::Move>> {
        self.state.as_ref().map(|state| state.tree_top(limits)).unwrap_or_default()
    }

    fn forget(&mut self) {
        if let Some(state) = &mut self.state {
            state.plies = None;
        }
    }
}

impl<G: Game> State<G> {
    fn new(position: &G, space: CodeSpace) -> Self {
        State {
            tree: Tree::new(space),
            root: position.clone(),
            root_moves: Vec::new(),
            plies: None,
            kept: 0,
            rng: Rng::new(0),
            position: position.clone(),
            trace: Trace::for_game(position),
            path: Vec::new(),
            moves: Vec::new(),
            scratch: Scratch::default(),
            gathered: [Vec::new(), Vec::new()],
            playouts: 0,
            depth_sum: 0,
            max_depth: 0,
            depths: Box::new([0; Stats::DEPTHS]),
            plies_sum: 0,
        }
    }

    fn iterate<S: Scorer>(&mut self, scorer: &mut S) {
        self.trace.clear();
        let outcome = self.select(scorer).unwrap_or_else(|| self.position.playout(&mut self.rng, &mut self.trace));
        self.back_up(scorer, outcome);
    }

    /// Walks from the root to a leaf, which it makes, and leaves the path and the leaf's position. Returns the outcome if
    /// the game is finished there.
    fn select<S: Scorer>(&mut self, scorer: &mut S) -> Option<Outcome> {
        let threshold = scorer.reference().unwrap_or(0);
        // Nothing, and known to the compiler, for nearly every game.
        let lone = self.root.lone_code();
        self.position.clone_from(&self.root);
        self.path.clear();
        let (mut node, mut reference, mut code) = (NodeId::ROOT, NodeId::ROOT, 0);
        loop {
            let (visits, outcome) = (self.tree.node(node).visits, self.tree.node(node).outcome);
            self.path.push(Step { node: Some(node), code, entry: 0, visits: 0, finished: outcome.is_some() });
            if outcome.is_some() {
                return outcome;
            }
            if !self.tree.is_open(node) && !self.expand(scorer, node) {
                return None;
            }
            if visits > threshold {
                reference = node;
            }
            let candidates = self.tree.candidates(node, reference, lone, &mut self.gathered);
            let entry = scorer.pick(&self.path, &candidates, &mut self.scratch, &mut self.rng);
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
    fn expand<S: Scorer>(&mut self, scorer: &S, node: NodeId) -> bool {
        self.tree.node(node).visits > 0
            && self.path.len() <= scorer.max_depth()
            && self.tree.open(node, &self.position, &mut self.moves)
    }

    /// Plays the chosen candidate and goes to its node, made if need be. `Err` with the outcome there when the tree is full.
    fn descend(&mut self, node: NodeId, entry: usize, child: Option<NodeId>) -> Result<NodeId, Option<Outcome>> {
        if let Some(step) = self.path.last_mut() {
            step.entry = entry as u32;
        }
        if let Some((child, mv)) = child.and_then(|child| Some((child, self.tree.node(child).mv?))) {
            self.position.play(mv);
            return Ok(child);
        }
        let mv = if node == NodeId::ROOT {
            self.root_move(entry)
        } else {
            move_of(&self.tree, node, &self.position, entry, &mut self.moves)
        };
        self.position.play(mv);
        let outcome = self.position.outcome();
        let child = self.tree.add(Some(mv), self.position.to_move(), outcome).ok_or(outcome)?;
        self.tree.set_child(node, entry, child);
        Ok(child)
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
        self.tree.entries(node).into_iter().find(|&entry| self.move_of(node, position, entry) == mv)
    }

    /// Walks along given moves, opening and making nodes as needed.
    fn walk(&mut self, moves: &[G::Move]) {
        self.position.clone_from(&self.root);
        self.path.clear();
        let (mut node, mut code) = (NodeId::ROOT, 0);
        for &mv in moves {
            self.path.push(Step { node: Some(node), code, entry: 0, visits: 0, finished: false });
            if !self.tree.is_open(node) {
                let opened = self.tree.open(node, &self.position, &mut self.moves);
                assert!(opened, "the tree is full");
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
    fn back_up<S: Scorer>(&mut self, scorer: &mut S, outcome: Outcome) {
        let depth = self.path.len() as u32 - 1;
        self.playouts += 1;
        self.depth_sum += u64::from(depth);
        self.max_depth = self.max_depth.max(depth);
        self.depths[(depth as usize).min(Stats::DEPTHS - 1)] += 1;
        self.plies_sum += u64::from(depth + self.trace.plies);
        let codes = self.trace.codes.words_mut();
        kernels::run(BackUp { tree: &mut self.tree, path: &mut self.path, codes, outcome });
        scorer.after(&self.path, codes, outcome, self.tree.room());
        self.tree.elsewhere = scorer.bytes();
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
        return moves[entry];
    }
    position.decode(tree.follow(node, entry).0, moves).expect("a candidate's code is that of a search move")
}
