//! Exact values: searches to the end of the game.

use std::collections::HashSet;
use std::time::Duration;

use gametree_core::{Budget, Control, Evaluate, FieldError, Line, StopReason};

use crate::alphabeta::AlphaBetaTree;
use crate::analysis::{Analysis, Candidate};
use crate::deepen::{Depths, deepen};
use crate::minimax::MinimaxTree;
use crate::order::{Order, Ordering};
use crate::proof::ProofTree;
use crate::score::{Goal, Score, WIN, distance};
use crate::slots::Slots;
use crate::table::Table;
use crate::walk::TO_THE_END;

/// How to solve.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Algorithm {
    /// Every node of the tree, and how many distinct positions there are.
    Minimax,
    /// Alpha-beta with the window −∞ to ∞.
    #[default]
    AlphaBeta,
    /// Proof-number search, in the order given: who wins, not by how much. Strong where some positions have few moves
    /// that matter.
    Proof,
}

/// What a [`Solver`] does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolveConfig {
    /// How to solve.
    pub algorithm: Algorithm,
    /// The order of moves of which nothing is known.
    pub order: Order,
    /// Whether alpha-beta remembers positions; killers, history and forced moves are then on too. Without it, it is the textbook's.
    pub table: bool,
    /// The table's greatest size in bytes. It begins small, and for the moment in which it grows takes half as much again.
    /// The second search for the distance has a table of its own beside it, of a quarter of this and 1 MiB at the most.
    pub memory: u64,
    /// [`Goal::Outcome`] or [`Goal::Margin`]; [`Goal::Distance`] takes far more nodes, and `distance` says as much.
    pub goal: Goal,
    /// Whether to find out in how many plies a won or lost game ends, by a second search that is not counted.
    pub distance: bool,
    /// Whether to ask the game for what it knows of positions ([`Evaluate::known`]): proof-number search, and alpha-beta that
    /// remembers positions where only the outcome counts. The second search for the distance never does.
    pub knowledge: bool,
}

impl Default for SolveConfig {
    fn default() -> Self {
        SolveConfig {
            algorithm: Algorithm::AlphaBeta,
            order: Order::Center,
            table: true,
            memory: 1 << 30,
            goal: Goal::Outcome,
            distance: false,
            knowledge: true,
        }
    }
}

/// What is known of a position once it is solved.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Solution<M> {
    /// The exact score for the side to move; `None` if the search was stopped before.
    pub score: Option<Score>,
    /// A best move; with the distance asked for, one of the shortest win or the longest defence.
    pub best: Option<M>,
    /// Plies to the end under best play of both sides, if it was asked for and somebody wins.
    pub distance: Option<u32>,
    /// Nodes of the search, root and leaves included.
    pub nodes: u64,
    /// Finished positions among them.
    pub leaves: u64,
    /// Distinct positions among them; with minimax only.
    pub positions: Option<u64>,
    /// Memory of the table.
    pub bytes: u64,
    /// CPU time of this thread, in all.
    pub cpu: Duration,
    /// Wall time, in all.
    pub wall: Duration,
    /// [`StopReason::Solved`] or [`StopReason::Finished`] if it is solved.
    pub stop: StopReason,
}

enum Tree<G: Evaluate> {
    Minimax(MinimaxTree<G>),
    AlphaBeta(AlphaBetaTree<G>),
    Proof(ProofTree<G>),
}

/// Solves positions of one game exactly, by the rules' legal moves. Its memory is kept from one to the next, and so is
/// what the table holds: it stays true.
///
/// A line of play of more than 1,000 moves stops it ([`StopReason::Depth`]): recursion would run out of stack. Unbounded budgets
/// are for small games only.
pub struct Solver<G: Evaluate> {
    config: SolveConfig,
    tree: Tree<G>,
}

impl<G: Evaluate> Solver<G> {
    /// A solver with this much memory. The table grows as it fills.
    #[must_use]
    pub fn new(config: SolveConfig) -> Self {
        let tree = match config.algorithm {
            Algorithm::Minimax => {
                let mut tree = MinimaxTree::new(config.goal, 0);
                tree.positions = Some(HashSet::new());
                tree.walk.all_moves = true;
                Tree::Minimax(tree)
            }
            Algorithm::AlphaBeta => Tree::AlphaBeta(alphabeta(&config, config.goal, config.memory)),
            Algorithm::Proof => {
                let mut tree = ProofTree::new(Slots::growing(config.memory));
                tree.knows = config.knowledge;
                tree.walk.all_moves = true;
                Tree::Proof(tree)
            }
        };
        Solver { config, tree }
    }

    /// Solves the position at the end of `line`, unless the budget ends first.
    ///
    /// # Errors
    /// If a table is asked for, as proof-number search always does, and the game forbids that positions recur: what a position is worth then depends on how
    /// it came about, and a table does not know that (the graph history interaction problem). If proof-number search is
    /// to find a margin.
    pub fn solve(
        &mut self,
        line: &Line<G>,
        budget: &Budget,
        control: &mut Control<G::Move>,
    ) -> Result<Solution<G::Move>, FieldError> {
        let table = match self.config.algorithm {
            Algorithm::Minimax => false,
            Algorithm::AlphaBeta => self.config.table,
            Algorithm::Proof => true,
        };
        if table && line.position().repetition_key().is_some() {
            return Err(FieldError::new("table", "on", "off where the game forbids that positions recur"));
        }
        if self.config.algorithm == Algorithm::Proof && self.config.goal == Goal::Margin {
            return Err(FieldError::new("algorithm", "proof", "minimax or alphabeta where the margin is asked for"));
        }
        let mut solution = Solution::new(&self.run(line, budget, control));
        if self.config.distance && solution.score.is_some_and(|score| distance(score).is_some()) {
            self.find_distance(line, budget, control, &mut solution);
        }
        Ok(solution)
    }

    /// Solves the position after each legal move. Scores are for the side that plays it, `None` where the budget, which
    /// each move has to itself, has ended first.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn solve_moves(
        &mut self,
        line: &Line<G>,
        budget: &Budget,
        control: &mut Control<G::Move>,
    ) -> Result<Vec<Candidate<G::Move>>, FieldError> {
        let mut moves = Vec::new();
        line.legal_moves(&mut moves);
        let mut line = line.clone();
        let mut candidates = Vec::with_capacity(moves.len());
        for mv in moves {
            let side = line.position().to_move();
            line.push(mv);
            let score = self.solve(&line, budget, control)?.score;
            let score = score.map(|score| if line.position().to_move() == side { score } else { -score });
            line.undo();
            candidates.push(Candidate { mv, score, bound: crate::Bound::Exact, proven: score.is_some() });
        }
        Ok(candidates)
    }

    fn run(&mut self, line: &Line<G>, budget: &Budget, control: &mut Control<G::Move>) -> Analysis<G::Move> {
        match &mut self.tree {
            Tree::Minimax(tree) => deepen(tree, line, budget, AT_ONCE, control),
            Tree::AlphaBeta(tree) => deepen(tree, line, budget, AT_ONCE, control),
            Tree::Proof(tree) => prove(tree, line, budget, control),
        }
    }

    /// Finds out in how many plies a won or lost game ends, and with it the move of the shortest win or the longest
    /// defence: deepens until the win or loss is seen; the first depth that sees it is its distance. Leaves the solution as
    /// it is, apart from its times, when the budget ends first.
    pub fn find_distance(
        &mut self,
        line: &Line<G>,
        budget: &Budget,
        control: &mut Control<G::Move>,
        solution: &mut Solution<G::Move>,
    ) {
        let mut tree = alphabeta(&self.config, Goal::Distance, self.config.memory / 4 + (1 << 20));
        let depths = Depths { first: 1, last: crate::MOST_DEPTH, forced_too: true };
        let analysis = deepen(&mut tree, line, budget, depths, control);
        solution.cpu += analysis.cpu;
        solution.wall += analysis.wall;
        if analysis.stop == StopReason::Solved {
            solution.best = analysis.best;
            solution.distance = analysis.distance();
        }
    }
}

/// Asks whether the side to move wins, and if not, whether the other one does; neither is a draw.
fn prove<G: Evaluate>(
    tree: &mut ProofTree<G>,
    line: &Line<G>,
    budget: &Budget,
    control: &mut Control<G::Move>,
) -> Analysis<G::Move> {
    let position = line.position();
    let mut moves = Vec::new();
    line.legal_moves(&mut moves);
    let mut analysis = Analysis::new(&moves, StopReason::Solved);
    tree.walk.start(line, budget, &control.stop, None);
    if let Some(outcome) = position.outcome() {
        analysis.score = Some(Goal::Outcome.finished(position, position.to_move(), outcome, 0));
        analysis.stop = StopReason::Finished;
        return analysis;
    }
    let mover = position.to_move();
    for (side, score, otherwise) in [(mover, WIN, None), (mover.other(), -WIN, Some(0))] {
        match tree.wins(side) {
            None => break,
            Some((yes, best)) => {
                analysis.score = if yes { Some(score) } else { otherwise };
                analysis.best = best.or(analysis.best);
                if yes {
                    break;
                }
            }
        }
    }
    analysis.stop = tree.walk.stopped.unwrap_or(StopReason::Solved);
    analysis.nodes = tree.walk.nodes;
    analysis.leaves = tree.walk.leaves;
    analysis.max_ply = tree.walk.max_ply as u32;
    analysis.bytes = tree.bytes();
    analysis.cpu = tree.walk.meter.cpu();
    analysis.wall = tree.walk.meter.wall();
    analysis
}

const AT_ONCE: Depths = Depths { first: TO_THE_END, last: TO_THE_END, forced_too: true };

fn alphabeta<G: Evaluate>(config: &SolveConfig, goal: Goal, memory: u64) -> AlphaBetaTree<G> {
    let ordering = Ordering::new(config.order, config.table, config.table);
    let table = if config.table { Table::growing(memory) } else { Table::with_slots(0) };
    let mut tree = AlphaBetaTree::new(goal, 0, ordering, table);
    tree.keep = true;
    tree.wants_line = false;
    tree.forced = config.table && goal != Goal::Margin;
    tree.knows = config.table && config.knowledge && goal == Goal::Outcome;
    tree.walk.all_moves = true;
    tree
}

impl<M: Copy> Solution<M> {
    fn new(analysis: &Analysis<M>) -> Self {
        let solved = matches!(analysis.stop, StopReason::Solved | StopReason::Finished);
        Solution {
            score: analysis.score.filter(|_| solved),
            best: analysis.best.filter(|_| solved),
            distance: None,
            nodes: analysis.nodes,
            leaves: analysis.leaves,
            positions: analysis.positions,
            bytes: analysis.bytes,
            cpu: analysis.cpu,
            wall: analysis.wall,
            stop: analysis.stop,
        }
    }
}
