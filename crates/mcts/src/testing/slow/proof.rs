//! What is proven, and the looks at the board, in the slow search.

use gametree_core::{Game, Outcome, Proven, Tactics, Trace};

use super::{SlowSearch, Walk};

impl<G: Game> SlowSearch<G> {
    /// What is proven of a node that `moves` lead to, for its side to move.
    pub fn proven(&self, moves: &[G::Move]) -> Option<Proven> {
        let mut node = self.root;
        for mv in moves {
            node = self.nodes[node].candidates.iter().find(|c| c.mv == *mv)?.node?;
        }
        self.nodes[node].outcome.map(|outcome| Proven::of(outcome, self.nodes[node].side))
    }

    /// The value of the path's last node goes up: to its parent, from there on if that is decided by it, and so on.
    pub(super) fn settle(&mut self, walk: &Walk<G>, outcome: Outcome) {
        let mut known = Some((outcome, walk.repeats && walk.beyond.is_some()));
        if walk.beyond.is_none() {
            known = self.value_of(walk.path[walk.path.len() - 1].0);
        }
        for (&edge, &(node, _)) in walk.edges.iter().zip(&walk.path).rev() {
            let Some((outcome, false)) = known else { return };
            known = None;
            if self.learn(node, edge, outcome) {
                known = self.value_of(node);
            }
        }
    }

    fn value_of(&self, node: usize) -> Option<(Outcome, bool)> {
        self.nodes[node].outcome.map(|outcome| (outcome, self.nodes[node].repeats))
    }

    /// A candidate's value is known. Returns whether the node's is now, by all that is known of its candidates.
    fn learn(&mut self, node: usize, edge: usize, outcome: Outcome) -> bool {
        let node = &mut self.nodes[node];
        let before = node.outcome;
        if outcome == Outcome::Win(node.side) {
            node.outcome = Some(outcome);
            return true;
        }
        node.candidates[edge].closed = true;
        if before.is_some() {
            return false;
        }
        if outcome == Outcome::Draw {
            node.drawn.get_or_insert(edge);
        }
        let decided = node.candidates.iter().all(|candidate| candidate.closed);
        if decided {
            node.outcome = Some(if node.drawn.is_some() { Outcome::Draw } else { Outcome::Win(node.side.other()) });
        }
        decided
    }

    /// At a new node: a win or a loss at hand is its value, and the winning move is part of the playout.
    pub(super) fn look_near(&mut self, node: usize, position: &G, last: G::Move, trace: &mut Trace) {
        let mut found = Vec::new();
        let side = position.to_move();
        match position.tactics(Some(last), &mut found) {
            Tactics::Quiet => {}
            Tactics::Parry => self.nodes[node].parry = true,
            Tactics::Win => {
                trace.record(position.code(found[0]));
                self.nodes[node].outcome = Some(Outcome::Win(side));
            }
            Tactics::Loss => self.nodes[node].outcome = Some(Outcome::Win(side.other())),
        }
    }

    /// At the opening of a node where few moves parry: the others are out of the choice.
    pub(super) fn look_at_parries(&mut self, node: usize, position: &G, last: Option<G::Move>) {
        let mut found = Vec::new();
        if position.tactics(last, &mut found) == Tactics::Parry {
            self.leave_open(node, &found);
        }
    }

    pub(super) fn look_from_the_root(&mut self) {
        let mut found = Vec::new();
        if self.config.forced && matches!(self.line.position().tactics(None, &mut found), Tactics::Win | Tactics::Parry)
        {
            self.leave_open(self.root, &found);
        }
    }

    fn leave_open(&mut self, node: usize, moves: &[G::Move]) {
        let candidates = &mut self.nodes[node].candidates;
        if candidates.iter().any(|candidate| moves.contains(&candidate.mv)) {
            candidates.iter_mut().filter(|candidate| !moves.contains(&candidate.mv)).for_each(|c| c.closed = true);
        }
    }

    /// A kept tree has a new root: what its children prove is asked once more.
    pub(super) fn begin_again(&mut self) {
        let root = self.root;
        self.nodes[root].candidates.iter_mut().for_each(|candidate| candidate.closed = false);
        self.look_from_the_root();
        if !self.config.solver {
            return;
        }
        (self.nodes[root].outcome, self.nodes[root].drawn, self.nodes[root].repeats) = (None, None, false);
        for edge in 0..self.nodes[root].candidates.len() {
            let child = self.nodes[root].candidates[edge].node;
            if let Some((outcome, false)) = child.and_then(|child| self.value_of(child)) {
                self.learn(root, edge, outcome);
            }
        }
    }

    /// Whether what the real search says of the root agrees: the position, and each move.
    ///
    /// # Panics
    /// If it does not.
    pub fn compare_proofs(&self, report: &gametree_core::Report<G::Move>) {
        assert_eq!(report.proven, self.proven(&[]), "the root");
        let root = &self.nodes[self.root];
        for mv in &report.root {
            let candidate = root.candidates.iter().find(|c| c.mv == mv.mv).expect("a candidate");
            let known = candidate.node.and_then(|node| self.value_of(node)).filter(|(_, repeats)| !repeats);
            let known = known.map(|(outcome, _)| Proven::of(outcome, root.side));
            let wins = self.line.position().tactics(None, &mut Vec::new()) == Tactics::Win;
            let lost = candidate.closed && !(self.config.forced && wins);
            let expected = known.or(lost.then_some(Proven::Loss)).filter(|_| self.config.solver);
            assert_eq!(mv.proven, expected, "{:?}", mv.mv);
        }
    }
}
