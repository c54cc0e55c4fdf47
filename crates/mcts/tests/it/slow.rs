//! A slow, obvious Monte Carlo tree search, against which the real one is held: maps for tables, a list of all playouts for
//! the window, recounts instead of increments. It shares with the real one the arithmetic of the selection formulas (f32,
//! in the documented order), because ties are part of the behaviour.

#![allow(unreachable_pub, reason = "shared by the test programs of several crates")]

use std::collections::{BTreeMap, BTreeSet};

use gametree_core::{Code, Game, Line, Outcome, Rng, Side, Trace};
use gametree_mcts::NodeLook;

/// The selection rules.
#[derive(Clone, Copy, Debug)]
#[allow(dead_code, reason = "each user of this file needs some of them")]
pub enum Rule {
    Flat,
    Uct { exploration: f32 },
    RaveHand { k: f32 },
    RaveChild { k: f32 },
    Grave { reference: u32, bias: f32 },
    Mcps(Permutations),
}

#[derive(Clone, Copy, Debug)]
pub struct Permutations {
    pub reference: u32,
    pub freeze_visits: u32,
    pub window: usize,
    /// Conditions on the node's own path, recounted.
    pub own_path: bool,
    pub doubling: bool,
    pub root: bool,
    pub weights: [f32; 2],
}

/// Shows the real search's node after some moves.
pub type Look<'a, G> = &'a dyn Fn(&[<G as Game>::Move]) -> Option<NodeLook<<G as Game>::Move>>;

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

/// What the real search's memory is known to hold, counted from its documentation.
struct Memory {
    bound: u64,
    /// In use.
    bytes: u64,
    /// For a node without its block.
    node: u64,
    /// For the root's wider block.
    reserved: u64,
    /// Nodes that the list of frozen tables covers.
    listed: u64,
    full: bool,
}

const LANE: u64 = 64;
const PACKED: u32 = 32_767;

pub struct SlowSearch<G: Game> {
    rule: Rule,
    line: Line<G>,
    rng: Rng,
    nodes: Vec<SlowNode<G::Move>>,
    root: usize,
    playouts: Vec<(BTreeSet<Code>, Outcome)>,
    last_path: Vec<(usize, Code)>,
    memory: Option<Memory>,
    pub depth_sum: u64,
    /// Playouts by depth.
    pub depths: BTreeMap<usize, u64>,
    pub plies_sum: u64,
}

impl<G: Game> SlowSearch<G> {
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

    /// Keeps to a bound as the real search does, of which `bytes` are in use before the first playout, `window` of them by a
    /// window.
    #[allow(dead_code, reason = "for those who bound trees")]
    pub fn bound(&mut self, bound: u64, bytes: u64, window: u64) {
        assert!(bound < 1 << 20, "the end of a chunk of memory is not in this model");
        let [narrow, wide] = [false, true].map(|wide| self.lanes(0, wide));
        let node = bytes - window - narrow * LANE;
        self.memory = Some(Memory { bound, bytes, node, reserved: (2 * wide - 1) * LANE, listed: 0, full: false });
    }

    /// Bytes in use, and whether the tree is full; with a bound only.
    #[allow(dead_code, reason = "for those who bound trees")]
    pub fn bytes(&self) -> Option<(u64, bool)> {
        self.memory.as_ref().map(|memory| (memory.bytes, memory.full))
    }

    /// Nodes that have halved their counts.
    #[allow(dead_code, reason = "for those who bound trees")]
    pub fn halved(&self) -> usize {
        self.nodes.iter().filter(|node| node.halved).count()
    }

    fn keeps_amaf(&self) -> bool {
        !matches!(self.rule, Rule::Flat | Rule::Uct { .. })
    }

    /// Lanes of 16 counters over all codes.
    fn code_lanes(&self) -> u64 {
        u64::from(self.line.position().codes(Side::Second).end.div_ceil(16))
    }

    /// Lanes of the block of a node whose candidates are known.
    fn lanes(&self, node: usize, wide: bool) -> u64 {
        let node = &self.nodes[node];
        let codes: BTreeSet<Code> = node.candidates.iter().map(|c| c.code).collect();
        let shared = codes.len() < node.candidates.len();
        let counters = if shared { node.candidates.len() } else { self.line.position().codes(node.side).len() };
        let own = counters.div_ceil(16) as u64;
        let amaf = if self.keeps_amaf() { self.code_lanes() } else { 0 };
        // Mask, estimates of the candidates, children, slots, AMAF.
        own.div_ceil(32) + own + own + if shared { own } else { 0 } + amaf + if wide { own + amaf } else { 0 }
    }

    /// Takes so many bytes, unless there is no room for them.
    fn take(&mut self, need: u64) -> bool {
        let Some(memory) = &mut self.memory else { return true };
        let fits = !memory.full && memory.bytes + memory.reserved + need <= memory.bound;
        memory.bytes += if fits { need } else { 0 };
        fits
    }

    /// No more is taken from now on, but the root has its wider block.
    fn fill(&mut self) {
        let root = self.lanes(self.root, true) * LANE;
        let Some(memory) = &mut self.memory else { return };
        memory.bytes += if memory.reserved > 0 { root } else { 0 };
        (memory.reserved, memory.full) = (0, true);
        self.nodes[self.root].wide = true;
    }

    /// Counters of 16 bits hold no more: wider ones or, where there is no room, half of what they hold.
    fn make_way(&mut self, node: usize) {
        let need = self.lanes(node, true) * LANE;
        if node == self.root
            && let Some(memory) = &mut self.memory
        {
            memory.reserved = 0;
        }
        if self.take(need) {
            self.nodes[node].wide = true;
            return;
        }
        self.fill();
        let half = |(n, w): (u32, u32)| {
            let half = (n / 2).max(1);
            (half, (f64::from(w * half) / f64::from(n) + 0.5) as u32)
        };
        let node = &mut self.nodes[node];
        node.halved = true;
        node.candidates.iter_mut().filter(|c| c.visits > 0).for_each(|c| {
            (c.visits, c.reward) = half((c.visits, c.reward));
        });
        node.amaf.values_mut().for_each(|counts| *counts = half(*counts));
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

    /// Goes on from the node that `moves` lead to, with a window that is empty; where there is no open node, from nothing.
    #[allow(dead_code, reason = "for those who keep trees")]
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
    #[allow(dead_code, reason = "for those who keep trees")]
    pub fn visits(&self) -> u32 {
        self.nodes[self.root].visits
    }

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
            let mut chosen = self.choose(&path);
            if !matches!(self.rule, Rule::Flat | Rule::Uct { .. })
                && let Some(lone) = position.lone_code()
            {
                let (visits, candidates) = (self.nodes[node].visits, &self.nodes[node].candidates);
                let due = candidates.iter().position(|c| c.code == lone && c.visits * c.visits < visits);
                chosen = due.unwrap_or(chosen);
            }
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

    /// Takes the memory of a frozen table and of the list up to it, if there is room.
    fn take_frozen(&mut self, node: usize, config: Permutations) -> bool {
        let table = self.code_lanes() * LANE * if config.window as u32 > PACKED { 2 } else { 1 };
        let listed = self.memory.as_ref().map_or(0, |memory| memory.listed);
        let list = (node as u64 + 1).saturating_sub(listed);
        let fits = self.take(table + 4 * list);
        if let Some(memory) = self.memory.as_mut().filter(|_| fits) {
            memory.listed += list;
        }
        fits
    }

    /// Checks n ≤ n̂ at every node of the last path that has just frozen, while the window holds all playouts. Returns how
    /// many there were.
    #[allow(dead_code, reason = "for those who freeze")]
    pub fn check_fresh_freezes(&self, freeze_visits: u32) -> usize {
        let fresh = self.last_path.iter().skip(1).map(|&(node, _)| &self.nodes[node]);
        fresh
            .filter(|node| node.visits == freeze_visits)
            .filter_map(|node| Some((node, node.frozen.as_ref()?)))
            .map(|(node, frozen)| {
                for candidate in &node.candidates {
                    let permuted = frozen.get(&candidate.code).map_or(0, |counts| counts.0);
                    assert!(candidate.visits <= permuted, "{} visits, {permuted} playouts", candidate.visits);
                }
            })
            .count()
    }

    /// Over the last playouts that contain every one of `codes`: count and reward of every code.
    pub fn recount(&self, codes: &[Code], window: usize) -> Counts {
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

    fn choose(&mut self, path: &[(usize, Code)]) -> usize {
        let node = &self.nodes[path[path.len() - 1].0];
        let reference = match self.rule {
            Rule::Grave { reference, .. } => reference,
            Rule::Mcps(config) => config.reference,
            _ => 0,
        };
        let amaf = path.iter().rev().find(|&&(node, _)| self.nodes[node].visits > reference).unwrap_or(&path[0]).0;
        let frozen = path.iter().rev().find_map(|&(node, _)| self.nodes[node].frozen.as_ref());
        let own_path = match self.rule {
            Rule::Mcps(config) if config.own_path && frozen.is_some() => {
                let codes: Vec<Code> = path[1..].iter().map(|&(_, code)| code).collect();
                Some(self.recount(&codes, config.window))
            }
            _ => None,
        };
        let frozen = own_path.as_ref().or(frozen);
        let pair = |(n, w): (u32, u32)| (n as f32, w as f32);
        let visits = node.visits;
        let values: Vec<f32> = node
            .candidates
            .iter()
            .map(|c| {
                let (n, w) = pair((c.visits, c.reward));
                let (an, aw) = pair(self.nodes[amaf].amaf.get(&c.code).copied().unwrap_or_default());
                let (pn, pw) = pair(frozen.and_then(|counts| counts.get(&c.code)).copied().unwrap_or_default());
                let mixed = |beta: f32| (1.0 - beta) * (0.5 * w / n) + beta * (0.5 * aw / an);
                match self.rule {
                    Rule::Flat => 1.0 / (n + 1.0),
                    Rule::Uct { .. } if n == 0.0 => f32::INFINITY,
                    Rule::Uct { exploration } => {
                        let spread = exploration * exploration * libm::log(f64::from(visits)) as f32;
                        0.5 * w * (1.0 / n) + (spread * (1.0 / n)).sqrt()
                    }
                    _ if n + an + pn == 0.0 => f32::INFINITY,
                    Rule::RaveHand { .. } | Rule::RaveChild { .. } if n == 0.0 => 0.5 * aw / an,
                    Rule::RaveHand { k } => mixed((k / (3.0 * visits as f32 + k)).sqrt()),
                    Rule::RaveChild { k } => mixed(k / (3.0 * n + k)),
                    Rule::Grave { bias, .. } => {
                        let own = 1.0 + bias * an;
                        0.5 * (w * own + aw) / (n * own + an)
                    }
                    Rule::Mcps(config) => {
                        let [a, p] = config.weights;
                        let (sum, count) = (w + a * aw, n + a * an);
                        let (sum, count) = if frozen.is_some() { (sum + p * pw, count + p * pn) } else { (sum, count) };
                        if count == 0.0 { f32::INFINITY } else { 0.5 * sum / count }
                    }
                }
            })
            .collect();
        let best = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let ties: Vec<usize> = (0..values.len()).filter(|&i| values[i] == best).collect();
        if ties.len() == 1 { ties[0] } else { ties[self.rng.below(ties.len() as u32) as usize] }
    }

    /// Compares every node with what `look` says of it, and the invariants of the counts.
    pub fn compare(&self, keeps_amaf: bool, look: Look<'_, G>) {
        self.compare_below(self.root, &mut Vec::new(), keeps_amaf, look);
    }

    fn compare_below(&self, node: usize, moves: &mut Vec<G::Move>, keeps_amaf: bool, look: Look<'_, G>) {
        let node = &self.nodes[node];
        let real = look(moves).unwrap_or_else(|| panic!("no node after {moves:?}"));
        assert_eq!(real.visits, u64::from(node.visits), "visits after {moves:?}");
        let visited: Vec<(G::Move, u64, u64)> =
            node.candidates.iter().filter(|c| c.visits > 0).map(|c| (c.mv, c.visits.into(), c.reward.into())).collect();
        assert_eq!(real.moves, visited, "candidates after {moves:?}");
        if keeps_amaf {
            let amaf: Vec<(Code, u64, u64)> =
                node.amaf.iter().map(|(&code, &(n, w))| (code, n.into(), w.into())).collect();
            assert_eq!(real.amaf, amaf, "AMAF after {moves:?}");
            // n ≤ ñ, summed over the candidates that share a code.
            for (code, n, _) in amaf {
                let own: u64 = node.candidates.iter().filter(|c| c.code == code).map(|c| u64::from(c.visits)).sum();
                assert!(own <= n || node.halved, "n ≤ ñ after {moves:?}");
            }
        }
        for candidate in &node.candidates {
            if let Some(child) = candidate.node {
                moves.push(candidate.mv);
                self.compare_below(child, moves, keeps_amaf, look);
                moves.pop();
            }
        }
    }
}
