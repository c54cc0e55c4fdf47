//! A slow, obvious Monte Carlo tree search, against which the real one is held: maps for tables, a list of all playouts for
//! the window, recounts instead of increments. It shares with the real one the arithmetic of the selection formulas (f32,
//! in the documented order), because ties are part of the behaviour.

mod compare;
mod memory;
mod proof;
mod rule;

use std::collections::{BTreeMap, BTreeSet};

use gametree_core::{Code, Game, Line, Outcome, Rng, Side, Trace};

use crate::config::TreeConfig;
use crate::policy::{Policy, Uniform};
use crate::prior::{Prior, Virtual};
use crate::scorer::Step;
use crate::transposition::put_in_order;
use crate::tree::NodeId;

use memory::{Form, Memory};

pub use compare::Look;
pub use rule::{Permutations, Rule};

type Counts = BTreeMap<Code, (u32, u32)>;

struct Candidate<M> {
    mv: M,
    code: Code,
    visits: u32,
    reward: u32,
    node: Option<usize>,
    /// Out of the choice: proven, or left out by a look at the board.
    closed: bool,
    prior: Virtual,
    /// Has a place in its node's list of children.
    listed: bool,
}

struct SlowNode<M> {
    side: Side,
    /// Finished or proven.
    outcome: Option<Outcome>,
    repeats: bool,
    parry: bool,
    /// The first candidate that was proven drawn.
    drawn: Option<usize>,
    visits: u32,
    candidates: Vec<Candidate<M>>,
    open: bool,
    amaf: Counts,
    frozen: Option<Counts>,
    /// Of its block.
    form: Form,
    halved: bool,
}

/// A way down the tree.
struct Walk<G: Game> {
    path: Vec<(usize, Code)>,
    /// The candidate chosen at each node.
    edges: Vec<usize>,
    /// The code of a move that leads beyond a full tree.
    beyond: Option<Code>,
    last: Option<G::Move>,
    /// Known at the end of the path.
    outcome: Option<Outcome>,
    /// Whether the last move repeats a position.
    repeats: bool,
}

/// The slow search. It is driven by hand, beside the real one that was begun with the same line and seed
/// ([`Mcts::begin`](crate::Mcts::begin), [`Mcts::iterate`](crate::Mcts::iterate)), and holds that against itself by
/// [`SlowSearch::compare`].
pub struct SlowSearch<G: Game> {
    rule: Rule,
    line: Line<G>,
    rng: Rng,
    nodes: Vec<SlowNode<G::Move>>,
    root: usize,
    playouts: Vec<(BTreeSet<Code>, Outcome)>,
    last_path: Vec<(usize, Code)>,
    memory: Option<Memory>,
    config: TreeConfig,
    policy: Box<dyn Policy<G>>,
    prior: Option<Box<dyn Prior<G>>>,
    /// Nodes by key and ply.
    places: BTreeMap<(u64, usize), usize>,
    /// Sum over playouts of the edges from the root to the new node.
    pub depth_sum: u64,
    /// Playouts by that depth.
    pub depths: BTreeMap<usize, u64>,
    /// Sum over playouts of the plies from the root to the end.
    pub plies_sum: u64,
}

impl<G: Game> SlowSearch<G> {
    /// A search with nothing but its root.
    pub fn new(rule: Rule, line: &Line<G>, seed: u64) -> Self {
        let mut search = SlowSearch {
            rule,
            line: line.clone(),
            rng: Rng::new(seed),
            nodes: Vec::new(),
            root: 0,
            playouts: Vec::new(),
            last_path: Vec::new(),
            memory: None,
            config: TreeConfig::default(),
            policy: Box::new(Uniform),
            prior: None,
            places: BTreeMap::new(),
            depth_sum: 0,
            depths: BTreeMap::new(),
            plies_sum: 0,
        };
        search.add(line.position());
        let mut moves = Vec::new();
        line.search_moves(&mut moves);
        search.open(0, line.position(), moves);
        search
    }

    /// The same before its first playout, with what the tree can do beside the rule; and policy and prior, those of the real search once more.
    #[must_use]
    pub fn with(mut self, config: &TreeConfig, policy: Box<dyn Policy<G>>, prior: Option<Box<dyn Prior<G>>>) -> Self {
        (self.config, self.policy, self.prior) = (config.clone(), policy, prior);
        let position = self.line.position().clone();
        self.policy.begin(&position);
        self.judge(0, &position);
        self.look_from_the_root();
        self
    }

    fn judge(&mut self, node: usize, position: &G) {
        let Some(prior) = &mut self.prior else { return };
        for candidate in &mut self.nodes[node].candidates {
            let mut judged = Vec::new();
            prior.judge(position, &[candidate.mv], &mut judged);
            candidate.prior = judged[0];
        }
    }

    fn add(&mut self, position: &G) -> usize {
        self.nodes.push(SlowNode {
            side: position.to_move(),
            outcome: position.outcome(),
            repeats: false,
            parry: false,
            drawn: None,
            visits: 0,
            candidates: Vec::new(),
            open: false,
            amaf: Counts::new(),
            frozen: None,
            form: Form::ROOT,
            halved: false,
        });
        self.nodes.len() - 1
    }

    /// Candidates stand in the order of their codes, or in the order of the moves where moves share a code.
    fn open(&mut self, node: usize, position: &G, moves: Vec<G::Move>) {
        let mut candidates: Vec<Candidate<G::Move>> = moves
            .into_iter()
            .map(|mv| Candidate {
                mv,
                code: position.code(mv),
                visits: 0,
                reward: 0,
                node: None,
                closed: false,
                prior: Virtual::default(),
                listed: false,
            })
            .collect();
        let codes: BTreeSet<Code> = candidates.iter().map(|c| c.code).collect();
        if codes.len() == candidates.len() {
            candidates.sort_by_key(|c| c.code);
        }
        self.nodes[node].candidates = candidates;
        self.nodes[node].open = true;
    }

    /// Goes on from the node that `moves`, the moves of the game since, lead to, with a window that is empty; where there is no open node, from nothing.
    pub fn advance(&mut self, moves: &[G::Move], seed: u64) {
        let mut node = Some(self.root);
        for &mv in moves {
            self.line.push(mv);
            node = node.and_then(|node| self.nodes[node].candidates.iter().find(|c| c.mv == mv)?.node);
        }
        let fresh = SlowSearch::new(self.rule, &self.line, seed);
        let policy = std::mem::replace(&mut self.policy, Box::new(Uniform));
        let (config, prior) = (self.config.clone(), self.prior.take());
        match node.filter(|&node| self.nodes[node].open) {
            None => *self = fresh.with(&config, policy, prior),
            Some(root) => {
                let (nodes, mut places) = (std::mem::take(&mut self.nodes), std::mem::take(&mut self.places));
                // What is not below the root is forgotten, and made anew where it is met again.
                let (mut below, mut next) = (vec![root], 0);
                while next < below.len() {
                    let children = nodes[below[next]].candidates.iter().filter_map(|c| c.node);
                    let new: BTreeSet<usize> = children.filter(|child| !below.contains(child)).collect();
                    below.extend(new);
                    next += 1;
                }
                let below: BTreeSet<usize> = below.into_iter().collect();
                places.retain(|_, node| below.contains(node));
                *self = SlowSearch { nodes, places, root, config, policy, prior, ..fresh };
                self.policy.begin(self.line.position());
                self.begin_again();
            }
        }
    }

    /// Visits of the root.
    pub fn visits(&self) -> u32 {
        self.nodes[self.root].visits
    }

    /// One playout, or as many from the leaf as the tree's configuration says.
    pub fn iterate(&mut self) {
        let mut position = self.line.position().clone();
        let mut trace = Trace::for_game(&position);
        let mut walk = self.walk(&mut position, &mut trace);
        if let Some(outcome) = walk.outcome {
            self.back_up(&walk, &trace, outcome);
            if self.config.solver {
                self.settle(&walk, outcome);
            }
            return;
        }
        for number in 0..self.config.leaf {
            trace.clear();
            let leaf = walk.path[walk.path.len() - 1].0;
            if number == 1 && walk.beyond.is_none() && !self.nodes[leaf].open && self.may_open(leaf, walk.path.len()) {
                self.try_open(leaf, &position, walk.last);
            }
            let steps: Vec<Step> =
                walk.path.iter().map(|&(node, code)| Step::to(Some(NodeId(node as u32)), code)).collect();
            let beyond = walk.beyond.map(|code| Step::to(None, code));
            let steps = [steps, beyond.into_iter().collect()].concat();
            let outcome = self.policy.playout(&steps, &mut position.clone(), &mut self.rng, &mut trace);
            self.back_up(&walk, &trace, outcome);
            walk.outcome = None;
        }
    }

    fn may_open(&self, node: usize, depth: usize) -> bool {
        self.nodes[node].visits > 0 && !(matches!(self.rule, Rule::Flat) && depth > 1)
    }

    /// Opens a node, if there is room.
    fn try_open(&mut self, node: usize, position: &G, last: Option<G::Move>) -> bool {
        if self.bytes().is_some_and(|(_, full)| full) {
            return false;
        }
        let mut moves = Vec::new();
        position.search_moves(&mut moves);
        let keys = self.config.transpositions && !(self.config.solver && position.repetition_key().is_some());
        if keys {
            put_in_order(position, &mut moves);
        }
        self.open(node, position, moves);
        if !self.take_block(node) {
            self.nodes[node].open = false;
            self.fill();
            return false;
        }
        self.judge(node, position);
        if self.nodes[node].parry {
            self.look_at_parries(node, position, last);
        }
        true
    }

    /// From the root to a leaf, which is made; `position` goes along.
    fn walk(&mut self, position: &mut G, trace: &mut Trace) -> Walk<G> {
        let mut walk = Walk {
            path: vec![(self.root, 0)],
            edges: Vec::new(),
            beyond: None,
            last: None,
            outcome: None,
            repeats: false,
        };
        let mut seen: Vec<Option<u64>> = self.line.repetition_keys().map(Some).collect();
        loop {
            let node = walk.path[walk.path.len() - 1].0;
            walk.outcome = self.nodes[node].outcome;
            if walk.outcome.is_some() {
                return walk;
            }
            let depth = walk.path.len();
            let open = self.nodes[node].open || self.may_open(node, depth) && self.try_open(node, position, walk.last);
            if !open {
                return walk;
            }
            let chosen = self.choose(&walk.path);
            walk.edges.push(chosen);
            let (mv, code) = (self.nodes[node].candidates[chosen].mv, self.nodes[node].candidates[chosen].code);
            position.play(mv);
            walk.last = Some(mv);
            let key = position.repetition_key();
            walk.repeats = self.config.solver && key.is_some() && seen.contains(&key);
            seen.push(key);
            let place = (position.key(), self.line.moves().len() + walk.edges.len());
            let shares = self.config.transpositions && !(self.config.solver && key.is_some());
            let known = self.nodes[node].candidates[chosen].node;
            if known.is_none() && !self.list_candidate(node, chosen) {
                walk.beyond = Some(code);
                walk.outcome = position.outcome();
                return walk;
            }
            let child = match known.or_else(|| self.places.get(&place).copied().filter(|_| shares)) {
                Some(child) => child,
                None if self.take(self.cost_of_a_node()) => {
                    let child = self.add(position);
                    self.places.insert(place, child);
                    self.nodes[child].repeats = walk.repeats;
                    if self.config.forced && position.outcome().is_none() {
                        self.look_near(child, position, mv, trace);
                    }
                    child
                }
                None => {
                    self.fill();
                    walk.beyond = Some(code);
                    walk.outcome = position.outcome();
                    return walk;
                }
            };
            self.nodes[node].candidates[chosen].node = Some(child);
            walk.path.push((child, code));
        }
    }

    fn back_up(&mut self, walk: &Walk<G>, trace: &Trace, outcome: Outcome) {
        let Walk { path, edges, .. } = walk;
        self.depth_sum += edges.len() as u64;
        *self.depths.entry(edges.len()).or_default() += 1;
        self.plies_sum += edges.len() as u64 + u64::from(trace.plies);
        let played: BTreeSet<Code> = trace.codes.iter().chain(walk.beyond).collect();
        for (depth, &(node, _)) in path.iter().enumerate().rev() {
            // From this node on: the moves of the tree below it, and the playout's.
            let mut codes = played.clone();
            codes.extend(path[depth + 1..].iter().map(|&(_, code)| code));
            let split = self.line.position().codes(Side::Second).start;
            let SlowNode { open, visits, .. } = self.nodes[node];
            if open {
                self.make_way(node);
            }
            // A node without a block keeps its first playout.
            for &code in codes.iter().filter(|_| open || visits == 0) {
                let owner = if code < split { Side::First } else { Side::Second };
                let entry = self.nodes[node].amaf.entry(code).or_default();
                *entry = (entry.0 + 1, entry.1 + outcome.reward(owner));
            }
            self.nodes[node].visits += 1;
            if depth < edges.len() {
                let reward = outcome.reward(self.nodes[node].side);
                let candidate = &mut self.nodes[node].candidates[edges[depth]];
                (candidate.visits, candidate.reward) = (candidate.visits + 1, candidate.reward + reward);
            }
        }
        let all = played.into_iter().chain(path[1..].iter().map(|&(_, code)| code)).collect();
        self.playouts.push((all, outcome));
        self.freeze(path);
        self.last_path.clone_from(path);
    }

    fn freeze(&mut self, path: &[(usize, Code)]) {
        let Rule::Mcps(config) = self.rule else { return };
        for depth in usize::from(!config.root)..path.len() {
            let node = &self.nodes[path[depth].0];
            let times = f64::from(node.visits) / f64::from(config.freeze_visits);
            let due = times == 1.0 || (config.doubling && (1..32).any(|doubled| times == f64::from(1u32 << doubled)));
            if due && node.outcome.is_none() && (node.frozen.is_some() || self.take_frozen(path[depth].0, config)) {
                let codes: Vec<Code> = path[1..=depth].iter().map(|&(_, code)| code).collect();
                self.nodes[path[depth].0].frozen = Some(self.recount(&codes, config.window));
            }
        }
    }

    /// Over the last playouts that contain every one of `codes`: count and reward of every code.
    fn recount(&self, codes: &[Code], window: usize) -> Counts {
        let split = self.line.position().codes(Side::Second).start;
        let mut counts = Counts::new();
        for (played, outcome) in self.playouts.iter().rev().take(window) {
            if codes.iter().all(|code| played.contains(code)) {
                for &code in played {
                    let owner = if code < split { Side::First } else { Side::Second };
                    let entry = counts.entry(code).or_default();
                    *entry = (entry.0 + 1, entry.1 + outcome.reward(owner));
                }
            }
        }
        counts
    }
}
