//! The root of every search: one depth after the other, and what counts when the budget ends in between.

use gametree_core::{Budget, Control, Evaluate, Line, StopReason};

use crate::alphabeta::AlphaBetaTree;
use crate::analysis::Analysis;
use crate::minimax::{MinimaxTree, is_decided};
use crate::node_score::{bound, within_depth};
use crate::order::Order;
use crate::score::{Goal, INFINITY, LEAST_WIN, Score};
use crate::table::Bound;
use crate::walk::Walk;

/// A search below the root.
pub(crate) trait Engine<G: Evaluate> {
    fn walk(&mut self) -> &mut Walk<G>;
    fn goal(&self) -> Goal;
    /// Order of the candidates before anything is known.
    fn order(&self) -> Order;
    /// The search begins; the walk has started.
    fn begin(&mut self);
    /// The score of the position at ply 1.
    fn child(&mut self, depth: u32, alpha: Score, beta: Score) -> Score;
    /// What the score says, for a window; minimax has none.
    fn bound(&self, score: Score, alpha: Score, beta: Score) -> Bound;
    /// Appends the best line from ply 1 on, as far as it is remembered.
    fn append_line(&self, line: &mut Vec<G::Move>);
    /// Bytes of the table, and distinct positions if they are counted.
    fn sizes(&self) -> (u64, Option<u64>);
}

/// How deep to search.
#[derive(Clone, Copy)]
pub(crate) struct Depths {
    /// The first iteration's depth, at most `last`.
    pub(crate) first: u32,
    pub(crate) last: u32,
    /// Search even where there is nothing to choose.
    pub(crate) forced_too: bool,
}

/// Searches depth after depth until one of them says it all or the budget ends.
///
/// An iteration looks at the best candidate of the one before first. So when it is cut short, what it has finished can be
/// compared with each other, and no other candidate is known to be better: the best of the finished ones is played. Only
/// if all of these are found lost, a candidate is preferred of which that is not known.
pub(crate) fn deepen<G: Evaluate, E: Engine<G>>(
    engine: &mut E,
    line: &Line<G>,
    budget: &Budget,
    depths: Depths,
    control: &mut Control<G::Move>,
) -> Analysis<G::Move> {
    let show = control.follow.as_ref().map(|follow| follow.every);
    engine.walk().start(line, budget, &control.stop, show);
    if let Some(outcome) = line.position().outcome() {
        let mut analysis = Analysis::new(&[], StopReason::Finished);
        analysis.score = Some(engine.goal().finished(line.position(), line.position().to_move(), outcome, 0));
        analysis.proven = true;
        return analysis;
    }
    let mut moves = Vec::new();
    if engine.walk().all_moves {
        line.legal_moves(&mut moves)
    } else {
        line.search_moves(&mut moves)
    }
    let mut analysis = Analysis::new(&moves, StopReason::Forced);
    if moves.len() < 2 && !depths.forced_too {
        return analysis;
    }
    engine.begin();
    // Places in `moves`, the most promising first.
    let mut order: Vec<usize> = (0..moves.len()).collect();
    if engine.order() == Order::Center {
        order.sort_by_key(|&place| line.position().center_distance(moves[place]));
    }
    if let Some(&place) = order.first() {
        analysis.best = Some(moves[place]);
        analysis.pv = vec![moves[place]];
    }
    let mut depth = 0;
    analysis.stop = loop {
        if depth == depths.last {
            break StopReason::Depth;
        }
        depth = depths.first.max(depth + 1);
        if let Some(best) = iteration(engine, depth, &order, &mut analysis) {
            let place = order.iter().position(|&place| place == best).expect("the best is a candidate");
            order[..=place].rotate_right(1);
        }
        if let Some(reason) = engine.walk().stopped {
            break reason;
        }
        analysis.depth = depth;
        let score = analysis.score.unwrap_or_default();
        if engine.walk().open == 0 || within_depth(score, Bound::Exact, 0, depth) {
            break StopReason::Solved;
        }
        if let Some(follow) = control.follow.as_mut().filter(|_| std::mem::take(&mut engine.walk().show)) {
            count(engine, &mut analysis);
            (follow.call)(&analysis.report());
        }
    };
    count(engine, &mut analysis);
    analysis
}

/// Searches the candidates to one depth and writes what was learnt into `analysis`. Returns the place of the best.
fn iteration<G: Evaluate, E: Engine<G>>(
    engine: &mut E,
    depth: u32,
    order: &[usize],
    analysis: &mut Analysis<G::Move>,
) -> Option<usize> {
    engine.walk().open = 0;
    if !engine.walk().enter(0) {
        return None;
    }
    let (mut alpha, beta) = (-INFINITY, INFINITY);
    let mut best = None;
    for (searched, &place) in order.iter().enumerate() {
        let mv = analysis.root[place].mv;
        let walk = engine.walk();
        let before = walk.mark();
        let mover = walk.stack[0].to_move();
        let turned = walk.play(0, mover, mv);
        let score = if turned { -engine.child(depth - 1, -beta, -alpha) } else { engine.child(depth - 1, alpha, beta) };
        let walk = engine.walk();
        walk.back();
        if walk.stopped.is_some() {
            let unknown = order[searched..].iter().find(|&&place| !analysis.root[place].proven);
            if alpha <= -LEAST_WIN
                && searched > 0
                && let Some(&place) = unknown
            {
                analysis.best = Some(analysis.root[place].mv);
                analysis.pv = vec![analysis.root[place].mv];
                (analysis.score, analysis.proven) = (None, false);
                best = Some(place);
            }
            return best;
        }
        let closed = walk.is_closed_since(before);
        let bound = engine.bound(score, alpha, beta);
        analysis.root[place].learn(score, bound, closed);
        if score > alpha {
            alpha = score;
            best = Some(place);
            analysis.best = Some(mv);
            analysis.score = Some(score);
            // For the time being: a win needs no other candidate.
            analysis.proven = score >= LEAST_WIN;
            analysis.pv.clear();
            analysis.pv.push(mv);
            engine.append_line(&mut analysis.pv);
        }
    }
    analysis.proven = is_decided(alpha) || engine.walk().open == 0;
    best
}

fn count<G: Evaluate, E: Engine<G>>(engine: &mut E, analysis: &mut Analysis<G::Move>) {
    (analysis.bytes, analysis.positions) = engine.sizes();
    let walk = engine.walk();
    analysis.nodes = walk.nodes;
    analysis.leaves = walk.leaves;
    analysis.max_ply = walk.max_ply as u32;
    analysis.cpu = walk.meter.cpu();
    analysis.wall = walk.meter.wall();
}

impl<G: Evaluate> Engine<G> for MinimaxTree<G> {
    fn walk(&mut self) -> &mut Walk<G> {
        &mut self.walk
    }

    fn goal(&self) -> Goal {
        self.goal
    }

    fn order(&self) -> Order {
        Order::Given
    }

    fn begin(&mut self) {
        if let Some(positions) = &mut self.positions {
            positions.clear();
            positions.insert(self.walk.stack[0].key());
        }
    }

    fn child(&mut self, depth: u32, _: Score, _: Score) -> Score {
        self.node(1, depth)
    }

    fn bound(&self, _: Score, _: Score, _: Score) -> Bound {
        Bound::Exact
    }

    fn append_line(&self, _: &mut Vec<G::Move>) {}

    fn sizes(&self) -> (u64, Option<u64>) {
        (0, self.positions.as_ref().map(|positions| positions.len() as u64))
    }
}

impl<G: Evaluate> Engine<G> for AlphaBetaTree<G> {
    fn walk(&mut self) -> &mut Walk<G> {
        &mut self.walk
    }

    fn goal(&self) -> Goal {
        self.goal
    }

    fn order(&self) -> Order {
        self.ordering.order
    }

    fn begin(&mut self) {
        self.start();
    }

    fn child(&mut self, depth: u32, alpha: Score, beta: Score) -> Score {
        self.node(1, depth, alpha, beta)
    }

    fn bound(&self, score: Score, alpha: Score, beta: Score) -> Bound {
        bound(score, alpha, beta)
    }

    fn append_line(&self, line: &mut Vec<G::Move>) {
        line.extend(self.lines.get(1).into_iter().flatten());
        self.follow_table(line);
    }

    fn sizes(&self) -> (u64, Option<u64>) {
        (self.table.bytes(), None)
    }
}
