//! A slow, obvious Monte Carlo tree search, against which the real one is held: maps for tables, a list of all playouts for
//! the window, recounts instead of increments. It shares with the real one the arithmetic of the selection formulas (f32,
//! in the documented order), because ties are part of the behaviour.

mod compare;
mod memory;
mod rule;

use std::collections::{BTreeMap, BTreeSet};

use gametree_core::{Code, Game, Line, Outcome, Rng, Side, Trace};

use memory::{LANE, Memory, PACKED};

pub use compare::Look;
pub use rule::{Permutations, Rule};

type Counts = BTreeMap<Code, (u32, u32)>;

struct Candidate<M> {
    mv: M,
    code: Code,
    visits: u32,
    reward: u32,
    node: Option<usize>,
}

struct SlowNode<M> {
    side: Side,
    outcome: Option<Outcome>,
    visits: u32,
    candidates: Vec<Candidate<M>>,
    open: bool,
    amaf: Counts,
    frozen: Option<Counts>,
    /// Has its wider block; counted only with a bound on the memory.
    wide: bool,
    halved: bool,
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

    fn add(&mut self, position: &G) -> usize {
        self.nodes.push(SlowNode {
            side: position.to_move(),
            outcome: position.outcome(),
            visits: 0,
            candidates: Vec::new(),
            open: false,
            amaf: Counts::new(),
            frozen: None,
            wide: false,
            halved: false,
        });
        self.nodes.len() - 1
    }

    /// Candidates stand in the order of their codes, or in the order of the moves where moves share a code.
    fn open(&mut self, node: usize, position: &G, moves: Vec<G::Move>) {
        let mut candidates: Vec<Candidate<G::Move>> = moves
            .into_iter()
            .map(|mv| Candidate { mv, code: position.code(mv), visits: 0, reward: 0, node: None })
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
        *self = match node.filter(|&node| self.nodes[node].open) {
            None => SlowSearch::new(self.rule, &self.line, seed),
            Some(root) => SlowSearch {
                rng: Rng::new(seed),
                nodes: std::mem::take(&mut self.nodes),
                root,
                ..SlowSearch::new(self.rule, &self.line, seed)
            },
        };
    }

    /// Visits of the root.
    pub fn visits(&self) -> u32 {
        self.nodes[self.root].visits
    }

    /// One playout.
    pub fn iterate(&mut self) {
        let mut position = self.line.position().clone();
        let (mut node, mut path) = (self.root, vec![(self.root, 0)]);
        let mut edges = Vec::new();
        // The code of a move that leads beyond a full tree.
        let mut beyond = None;
        let outcome = loop {
            if self.nodes[node].outcome.is_some() {
                break self.nodes[node].outcome;
            }
            if !self.nodes[node].open {
                if self.nodes[node].visits == 0 || (matches!(self.rule, Rule::Flat) && path.len() > 1) {
                    break None;
                }
                let mut moves = Vec::new();
                position.search_moves(&mut moves);
                self.open(node, &position, moves);
                if !self.take(self.lanes(node, false) * LANE) {
                    self.nodes[node].open = false;
                    self.fill();
                    break None;
                }
            }
            let chosen = self.choose(&path);
            edges.push(chosen);
            let (mv, code) = (self.nodes[node].candidates[chosen].mv, self.nodes[node].candidates[chosen].code);
            position.play(mv);
            let known = self.nodes[node].candidates[chosen].node;
            let child = match known {
                Some(child) => child,
                None if self.take(self.memory.as_ref().map_or(0, |memory| memory.node)) => self.add(&position),
                None => {
                    self.fill();
                    beyond = Some(code);
                    break position.outcome();
                }
            };
            self.nodes[node].candidates[chosen].node = Some(child);
            node = child;
            path.push((node, code));
        };
        let mut trace = Trace::for_game(&position);
        let outcome = outcome.unwrap_or_else(|| position.playout(&mut self.rng, &mut trace));
        self.depth_sum += edges.len() as u64;
        *self.depths.entry(edges.len()).or_default() += 1;
        self.plies_sum += edges.len() as u64 + u64::from(trace.plies);
        let played: BTreeSet<Code> = trace.codes.iter().chain(beyond).collect();
        for (depth, &(node, _)) in path.iter().enumerate().rev() {
            // From this node on: the moves of the tree below it, and the playout's.
            let mut codes = played.clone();
            codes.extend(path[depth + 1..].iter().map(|&(_, code)| code));
            let split = position.codes(Side::Second).start;
            let SlowNode { open, visits, wide, .. } = self.nodes[node];
            if open && !wide && visits >= PACKED && (visits + 1) % PACKED.div_ceil(2) == 0 {
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
        self.freeze(&path);
        self.last_path = path;
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
