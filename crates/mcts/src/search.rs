//! The one search loop: select, expand, play out, back up.

use gametree_core::{
    Budget, Control, FieldError, Game, Limit, Line, Meter, Outcome, Report, Search, StopReason, Tick, Trace,
    TreeLimits, TreeNode, report_without_search,
};

use crate::config::TreeConfig;
use crate::lanes::Lane;
use crate::policy::{Policy, Uniform};
use crate::prior::Prior;
use crate::scorer::Scorer;
use crate::space::CodeSpace;
use crate::state::{Guides, State};
use crate::tree::NodeId;

/// Monte Carlo tree search with the selection rule `S` and playouts by the policy `P`.
///
/// Through [`Search`] it is a player. For tests and teaching it can also be driven by hand: [`Mcts::begin`], then
/// [`Mcts::iterate`] or [`Mcts::feed`] a scripted playout, and [`Mcts::look`] at what the nodes hold.
pub struct Mcts<G: Game, S, P = Uniform> {
    scorer: S,
    policy: P,
    prior: Option<Box<dyn Prior<G>>>,
    config: TreeConfig,
    state: Option<State<G>>,
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

impl<G: Game, S: Scorer<G> + Default> Default for Mcts<G, S> {
    /// The rule and the tree with all their defaults.
    fn default() -> Self {
        Mcts::with_scorer(S::default(), &TreeConfig::default())
    }
}

impl<G: Game, S: Scorer<G>> Mcts<G, S> {
    /// A search with an empty tree, whose playouts are the game's own. Allocates at the first search.
    pub fn with_scorer(scorer: S, config: &TreeConfig) -> Self {
        Mcts { scorer, policy: Uniform, prior: None, config: config.clone(), state: None }
    }
}

impl<G: Game, S: Scorer<G>, P: Policy<G>> Mcts<G, S, P> {
    /// The same search with other playouts.
    pub fn with_policy<Q: Policy<G>>(self, policy: Q) -> Mcts<G, S, Q> {
        Mcts { scorer: self.scorer, policy, prior: self.prior, config: self.config, state: None }
    }

    /// The same search with a judgement of moves that its tree begins with; `None` for none.
    #[must_use]
    pub fn with_prior(self, prior: Option<Box<dyn Prior<G>>>) -> Self {
        Mcts { prior, state: None, ..self }
    }

    fn parts(&mut self) -> (Option<&mut State<G>>, Guides<'_, G, S, P>) {
        let prior = self.prior.as_deref_mut();
        (self.state.as_mut(), Guides { scorer: &mut self.scorer, policy: &mut self.policy, prior })
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
        let (space, config) = (CodeSpace::of(position), self.config.clone());
        let state = match &mut self.state {
            Some(state) if state.tree.space == space => state,
            stale => stale.insert(State::new(position, space.clone())),
        };
        let kept = state.advance(line);
        let (state, mut guides) = self.parts();
        let state = state.expect("just made");
        match kept {
            Some(kept) => guides.scorer.advance(&kept),
            None => {
                guides.scorer.begin(&space);
                state.clear(line, &space, &config, &mut guides);
            }
        }
        guides.policy.begin(position);
        let beside = guides.policy.bytes();
        state.tree.elsewhere = guides.scorer.bytes() + beside;
        state.tree.reserve();
        state.ready(line, &config, seed, beside);
    }

    /// One playout, or as many from one leaf as [`TreeConfig::leaf`] says.
    ///
    /// # Panics
    /// If the search was not begun.
    pub fn iterate(&mut self) {
        let most = self.config.leaf.into();
        let (state, mut guides) = self.parts();
        state.expect("begin comes first").iterate(&mut guides, most);
    }

    /// One playout by hand: down the tree along `moves`, making the nodes that are missing, then `trace` and `outcome` as
    /// if played out from there.
    ///
    /// # Panics
    /// If the search was not begun, or a move is no search move where it stands.
    pub fn feed(&mut self, moves: &[G::Move], trace: &Trace, outcome: Outcome) {
        let (state, mut guides) = self.parts();
        let state = state.expect("begin comes first");
        state.walk(&mut guides, moves);
        state.trace.clone_from(trace);
        state.back_up(guides.scorer, outcome);
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

impl<G: Game, S: Scorer<G>, P: Policy<G>> Search<G> for Mcts<G, S, P> {
    fn accepts(&self, budget: &Budget) -> Result<(), FieldError> {
        self.config.check_alone()?;
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
        let leaf = u64::from(self.config.leaf);
        let (state, mut guides) = self.parts();
        let state = state.expect("just begun");
        loop {
            let tick = match meter.before_playout(state.playouts) {
                Tick::Go | Tick::Show if state.is_proven() => Tick::Stop(StopReason::Solved),
                tick => tick,
            };
            match tick {
                Tick::Go => {}
                Tick::Show => {
                    let mut report = state.report(guides.scorer, StopReason::Stopped);
                    (report.stats.cpu, report.stats.wall) = (meter.cpu(), meter.wall());
                    if let Some(follow) = &mut control.follow {
                        (follow.call)(&report);
                    }
                }
                Tick::Stop(reason) => {
                    let mut report = state.report(guides.scorer, reason);
                    (report.stats.cpu, report.stats.wall) = (meter.cpu(), meter.wall());
                    return report;
                }
            }
            let left = budget.playouts.map_or(leaf, |all| all - state.playouts);
            state.iterate(&mut guides, leaf.min(left));
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
