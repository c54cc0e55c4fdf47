//! The MCPS selection rule, and when a node freezes.

use gametree_core::{Code, FieldError, Game, Outcome, Rng, Source, memory_text};
use gametree_mcts::{
    Candidates, CodeSpace, Estimate, Formula, Lane, LanePool, Mcts, NodeId, Scorer, Scratch, Step, TableId, TreeConfig,
    source,
};

use crate::config::{McpsConfig, Permutation, Refreeze};
use crate::window::Window;

/// Picks the candidate with the highest (n·Q + ñ·Q̃ + n̂·Q̂) / (n + ñ + n̂): its own playouts, the AMAF of the reference
/// node, and the playouts of the window that contain it and the path to the nearest frozen node.
///
/// There is no exploration term and no bias (Cazenave, arXiv 2510.06381): weights in proportion to the counts are those of
/// least variance for independent estimates.
#[derive(Debug)]
pub struct Mcps {
    config: McpsConfig,
    window: Option<Window>,
    /// For each node its frozen table, `NONE` for the others; shorter than the tree where no later node is frozen.
    frozen: Vec<TableId>,
    pool: LanePool,
    /// Lanes of a frozen table, and whether it is packed.
    lanes: usize,
    packed: bool,
    /// The nearest frozen node's table on the path being walked.
    current: TableId,
    /// Scratch.
    codes: Vec<Code>,
    gathered: [Vec<Lane>; 2],
    recounted: Vec<Lane>,
}

impl Default for Mcps {
    /// With the paper's parameters.
    fn default() -> Self {
        Mcps::new(&McpsConfig::default())
    }
}

/// An MCPS search. It differs from [`gametree_mcts::grave`] by its scorer only.
#[must_use]
pub fn mcps<G: Game>(config: &McpsConfig, tree: &TreeConfig) -> Mcts<G, Mcps> {
    Mcts::with_scorer(Mcps::new(config), tree)
}

/// The paper's rule, (w + w̃ + ŵ) / (n + ñ + n̂): the mean over all playouts behind the estimates. In half points.
#[derive(Clone, Copy)]
struct Together;

impl<const K: usize> Formula<K> for Together {
    #[inline(always)]
    fn value(&self, estimates: [(u32, u32); K]) -> f32 {
        let (mut count, mut reward) = (0, 0);
        for (n, w) in estimates {
            (count, reward) = (count + n, reward + w);
        }
        let value = reward as f32 / count as f32;
        if count == 0 { f32::INFINITY } else { value }
    }
}

/// The same with factors on the AMAF and the permutation estimate.
#[derive(Clone, Copy)]
struct Weighted {
    factors: [f32; 3],
}

impl<const K: usize> Formula<K> for Weighted {
    #[inline(always)]
    fn value(&self, estimates: [(u32, u32); K]) -> f32 {
        let (mut count, mut reward) = (0.0, 0.0);
        for ((n, w), factor) in estimates.into_iter().zip(self.factors) {
            (count, reward) = (count + factor * n as f32, reward + factor * w as f32);
        }
        let value = reward / count;
        if count == 0.0 { f32::INFINITY } else { value }
    }
}

impl Mcps {
    fn new(config: &McpsConfig) -> Self {
        Mcps {
            config: config.clone(),
            window: None,
            frozen: Vec::new(),
            pool: LanePool::default(),
            lanes: 0,
            packed: true,
            current: TableId::NONE,
            codes: Vec::new(),
            gathered: [Vec::new(), Vec::new()],
            recounted: Vec::new(),
        }
    }

    /// The window; `None` before the first search.
    #[must_use]
    pub fn window(&self) -> Option<&Window> {
        self.window.as_ref()
    }

    /// The frozen counts and rewards of a node over all codes; `None` if it is not frozen.
    #[must_use]
    pub fn frozen(&self, node: NodeId) -> Option<Estimate<'_>> {
        let id = self.frozen.get(node.index()).copied().filter(|id| id.is_some())?;
        Some(self.estimate(id))
    }

    fn estimate(&self, id: TableId) -> Estimate<'_> {
        estimate(self.pool.table(id, self.lanes), self.packed)
    }

    /// Whether a node freezes at this visit.
    fn freezes_at(&self, visits: u32) -> bool {
        let first = self.config.freeze_visits;
        match self.config.refreeze {
            Refreeze::Never => visits == first,
            Refreeze::Doubling => visits.is_multiple_of(first) && (visits / first).is_power_of_two(),
        }
    }

    /// Bytes of the window and the frozen tables.
    fn in_use(&self) -> u64 {
        self.pool.bytes() + size_of_val(&self.frozen[..]) as u64 + self.window.as_ref().map_or(0, Window::bytes)
    }

    /// Computes the statistics of the node at `path[depth]`.
    fn freeze(&mut self, path: &[Step], depth: usize, room: u64) {
        let Some(node) = path[depth].node else { return };
        let entries = self.frozen.len().max(node.index() + 1);
        if !self.frozen.get(node.index()).is_some_and(|id| id.is_some()) {
            let list = (entries - self.frozen.len()) * size_of::<TableId>();
            if room < self.pool.cost(self.lanes) + list as u64 {
                return;
            }
            self.frozen.resize(entries, TableId::NONE);
            self.frozen[node.index()] = self.pool.allocate(self.lanes);
        }
        self.codes.clear();
        self.codes.extend(path[1..=depth].iter().map(|step| step.code));
        let table = self.pool.table_mut(self.frozen[node.index()], self.lanes);
        self.window.as_mut().expect("a search was begun").statistics(&self.codes, table);
    }

    /// Recounts the whole window for the node's own path (`permutation = path`).
    fn recount(&mut self, path: &[Step]) {
        self.codes.clear();
        self.codes.extend(path[1..].iter().map(|step| step.code));
        self.recounted.resize(self.lanes, Lane::ZERO);
        self.window.as_mut().expect("a search was begun").statistics(&self.codes, &mut self.recounted);
    }
}

#[inline(always)]
fn choose<const K: usize>(
    config: &McpsConfig,
    candidates: &Candidates<'_>,
    estimates: [Estimate<'_>; K],
    scratch: &mut Scratch,
    rng: &mut Rng,
) -> usize {
    if [config.amaf_weight, config.permutation_weight] == [1.0, 1.0] {
        candidates.pick(Together, estimates, scratch, rng)
    } else {
        choose_weighted(config, candidates, estimates, scratch, rng)
    }
}

#[inline(never)]
fn choose_weighted<const K: usize>(
    config: &McpsConfig,
    candidates: &Candidates<'_>,
    estimates: [Estimate<'_>; K],
    scratch: &mut Scratch,
    rng: &mut Rng,
) -> usize {
    let factors = [1.0, config.amaf_weight as f32, config.permutation_weight as f32];
    candidates.pick(Weighted { factors }, estimates, scratch, rng)
}

#[inline(always)]
fn estimate(table: &[Lane], packed: bool) -> Estimate<'_> {
    if packed {
        return Estimate::packed(table);
    }
    let (count, reward) = table.split_at(table.len() / 2);
    Estimate::wide(count, reward)
}

impl<G: Game> Scorer<G> for Mcps {
    fn reference(&self) -> Option<u32> {
        Some(self.config.reference)
    }

    /// The window is allocated whole, and may take half.
    fn fits(&self, space: &CodeSpace, memory: u64) -> Result<(), FieldError> {
        let size = self.config.window;
        let least = (2 * Window::bytes_for(size, space)).next_multiple_of(1 << 10);
        if memory >= least {
            return Ok(());
        }
        let allowed = format_args!("at least {}, of which window={size} takes half", memory_text(least));
        Err(FieldError::new("memory", memory_text(memory), allowed))
    }

    fn begin(&mut self, space: &CodeSpace) {
        match &mut self.window {
            Some(window) if window.is_for(self.config.window, space) => window.clear(),
            window => *window = Some(Window::new(self.config.window, space)),
        }
        self.frozen.clear();
        self.pool.clear();
        self.packed = self.window.as_ref().is_some_and(Window::is_packed);
        self.lanes = space.lanes() * if self.packed { 1 } else { 2 };
    }

    /// The window holds the playouts of one search only: it is emptied. Nodes that are kept stay frozen as they are.
    fn advance(&mut self, kept: &[NodeId]) {
        self.window.as_mut().expect("a search was begun").clear();
        let reach = kept.iter().rposition(|id| id.index() < self.frozen.len()).map_or(0, |last| last + 1);
        let of = |id: &NodeId| self.frozen.get(id.index()).copied().unwrap_or(TableId::NONE);
        self.frozen = kept[..reach].iter().map(of).collect();
        let lanes = self.lanes;
        self.pool.retain(self.frozen.iter_mut().filter(|id| id.is_some()).map(|id| (id, lanes)));
    }

    #[inline(always)]
    fn pick(&mut self, path: &[Step], candidates: &Candidates<'_>, scratch: &mut Scratch, rng: &mut Rng) -> usize {
        if path.len() == 1 {
            self.current = TableId::NONE;
        }
        let node = path[path.len() - 1].node.expect("a candidate is picked at a node");
        // Most nodes have too few visits to be frozen: no need to wait for their entry.
        if candidates.visits >= self.config.freeze_visits
            && let Some(&id) = self.frozen.get(node.index()).filter(|id| id.is_some())
        {
            self.current = id;
        }
        let amaf = candidates.amaf().expect("MCPS keeps AMAF");
        if !self.current.is_some() {
            return candidates.or_lone(choose(&self.config, candidates, [candidates.own(), amaf], scratch, rng));
        }
        if self.config.permutation == Permutation::Path {
            self.recount(path);
        }
        let table = match self.config.permutation {
            Permutation::Frozen => self.pool.table(self.current, self.lanes),
            Permutation::Path => &self.recounted,
        };
        let permutation = candidates.line_up(estimate(table, self.packed), &mut self.gathered);
        let estimates = [candidates.own(), amaf, permutation];
        candidates.or_lone(choose(&self.config, candidates, estimates, scratch, rng))
    }

    fn after(&mut self, path: &[Step], codes: &[u64], outcome: Outcome, mut room: u64) {
        self.window.as_mut().expect("a search was begun").push(codes, outcome);
        let first = if self.config.root_statistics { 0 } else { 1 };
        for depth in first..path.len() {
            if !path[depth].finished && self.freezes_at(path[depth].visits) {
                let before = self.in_use();
                self.freeze(path, depth, room);
                room = room.saturating_sub(self.in_use() - before);
            }
        }
    }

    fn sources(&self, candidates: &Candidates<'_>, entry: usize) -> Vec<Source> {
        let amaf = candidates.amaf().expect("MCPS keeps AMAF");
        let root = self.frozen.first().copied().filter(|id| id.is_some()).map(|id| self.estimate(id));
        let mut scratch = [Vec::new(), Vec::new()];
        let permutation = root.map(|table| candidates.line_up(table, &mut scratch));
        let at = |estimate: Estimate<'_>| f64::from(estimate.at(entry).0);
        let weights = [
            at(candidates.own()),
            self.config.amaf_weight * at(amaf),
            permutation.map_or(0.0, |p| self.config.permutation_weight * at(p)),
        ];
        let sum: f64 = weights.iter().sum();
        let mut sources = vec![source("amaf", amaf, entry, weights[1] / sum)];
        sources.extend(permutation.map(|p| source("permutation", p, entry, weights[2] / sum)));
        sources
    }

    fn bytes(&self) -> u64 {
        self.in_use()
    }
}
