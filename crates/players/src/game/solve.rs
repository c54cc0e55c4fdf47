//! Exact values, in the form in which they are printed.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use gametree_adversarial::{Algorithm, Goal, Order, SolveConfig, Solver};
use gametree_core::{Budget, Control, Describe, Evaluate, FieldError, Limit, Line, StopReason, parse_word};

use crate::error::Error;
use crate::game::setup::Setup;

/// One position to solve.
#[derive(Clone, Debug)]
pub struct Solve<'a> {
    /// `minimax`, `alphabeta` or `proof`. `None`: proof-number search, or alpha-beta where points or repetition count.
    pub algorithm: Option<&'a str>,
    /// The order of moves of which nothing is known, `given` or `center`.
    pub order: &'a str,
    /// Whether alpha-beta remembers positions. Proof-number search always does, minimax never.
    pub table: bool,
    /// The table's greatest size in bytes.
    pub memory: u64,
    /// Whether to go by the rules alone, without what the game knows of positions.
    pub plain: bool,
    /// Whether to solve the position after each move too.
    pub all_moves: bool,
    /// Whether to find out the distance whatever it takes; otherwise only where it is cheap.
    pub distance: bool,
    /// What each search may spend (nodes, CPU time, wall time); unlimited by default.
    pub budget: Budget,
    /// Set it from another thread, and the search gives up.
    pub stop: Arc<AtomicBool>,
}

/// The document that `gametree solve --json` prints. What is absent is `None` and written `null`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Solved {
    /// `"win"`, `"loss"` or `"draw"` for the side to move; in games that count points, the points by which it leads. `None`
    /// if the search was stopped before.
    pub value: Option<Value>,
    /// A best move: of the shortest win or the longest defence when the distance is known.
    pub best: Option<String>,
    /// Plies to the end under best play of both sides, if somebody wins and it was found out.
    pub distance: Option<u32>,
    /// Why there is no distance, where somebody wins; `None` where there is one, or none to be had.
    #[serde(default)]
    pub distance_unknown: Option<String>,
    /// Nodes of the one search, root and leaves included.
    pub nodes: u64,
    /// Finished positions among them.
    pub leaves: u64,
    /// Distinct positions among them; minimax only.
    pub positions: Option<u64>,
    /// CPU time in seconds, of everything.
    pub cpu_s: f64,
    /// Every legal move and the value for the side that plays it; `None`, and no part of the document, unless asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<SolvedMove>>,
}

/// A move and its value.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SolvedMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// As [`Solved::value`], for the side that plays it.
    pub value: Option<Value>,
}

/// Nodes that may be spent on the distance unless it is asked for.
const DISTANCE_NODES: u64 = 50_000;

/// Solves the position at the end of `line`.
pub(crate) fn solve<G: Describe + Evaluate>(
    line: &Line<G>,
    setup: &Setup,
    request: &Solve<'_>,
) -> Result<Solved, Error> {
    let position = line.position();
    let repetition = position.repetition_key().is_some();
    let algorithm = match request.algorithm {
        None if repetition || G::SCORED => Algorithm::AlphaBeta,
        None => Algorithm::Proof,
        Some(word) => parse_word("algorithm", word, ALGORITHMS)?,
    };
    if request.table && algorithm == Algorithm::Minimax {
        return Err(FieldError::new("table", "on", "off with minimax").into());
    }
    if request.budget != Budget::default() {
        request.budget.only(&[Limit::Nodes, Limit::Cpu, Limit::Wall])?;
    }
    let goal = if G::SCORED { Goal::Margin } else { Goal::Outcome };
    let order = parse_word("order", request.order, ORDERS)?;
    let (table, memory) = (request.table, request.memory);
    let config = SolveConfig { algorithm, order, table, memory, goal, distance: false, knowledge: !request.plain };
    let mut solver = Solver::<G>::new(config);
    let control = || Control { stop: request.stop.clone(), ..Control::default() };
    let mut solution = solver.solve(line, &request.budget, &mut control())?;
    if solution.stop == StopReason::Depth {
        let allowed = "a position from which no line of play has more than 1000 moves";
        return Err(FieldError::new(
            "position",
            format_args!("{setup} with {} moves played", line.moves().len()),
            allowed,
        )
        .into());
    }
    let mut unknown = None;
    if solution.score.is_some_and(|score| score != 0) && !G::SCORED {
        // Bounded by nodes, so that the answer does not depend on the machine.
        let nodes = if request.distance { u64::MAX } else { DISTANCE_NODES };
        let budget =
            Budget { nodes: Some(request.budget.nodes.map_or(nodes, |most| most.min(nodes))), ..request.budget };
        solver.find_distance(line, &budget, &mut control(), &mut solution);
        if solution.distance.is_none() {
            let bound = match (request.distance, request.budget == Budget::default()) {
                (false, true) => format!("was given up after {DISTANCE_NODES} nodes; --distance lets it go on"),
                (false, false) => format!("was given up after {DISTANCE_NODES} nodes or at the end of the budget"),
                (true, _) => "was stopped at the end of the budget".to_string(),
            };
            unknown = Some(format!("who wins is proven, in how many plies takes a search of its own, which {bound}"));
        }
    }
    if solution.stop == StopReason::Finished && solution.score.is_some_and(|score| score != 0) {
        solution.distance = Some(0);
    }
    let value = |score: i32| if G::SCORED { points(score) } else { word(score) };
    let mut cpu = solution.cpu;
    let moves = if request.all_moves {
        let watch = gametree_core::Stopwatch::start();
        let candidates = solver.solve_moves(line, &request.budget, &mut control())?;
        cpu += watch.cpu();
        let row = |c: &gametree_adversarial::Candidate<G::Move>| SolvedMove {
            mv: position.format_move(c.mv),
            value: c.score.map(value),
        };
        Some(candidates.iter().map(row).collect())
    } else {
        None
    };
    Ok(Solved {
        value: solution.score.map(value),
        best: solution.best.filter(|_| solution.score.is_some()).map(|mv| position.format_move(mv)),
        distance_unknown: unknown.filter(|_| solution.distance.is_none()),
        distance: solution.distance,
        nodes: solution.nodes,
        leaves: solution.leaves,
        positions: solution.positions,
        cpu_s: cpu.as_secs_f64(),
        moves,
    })
}

const ALGORITHMS: &[(&str, Algorithm)] =
    &[("minimax", Algorithm::Minimax), ("alphabeta", Algorithm::AlphaBeta), ("proof", Algorithm::Proof)];
const ORDERS: &[(&str, Order)] = &[("given", Order::Given), ("center", Order::Center)];

fn word(score: i32) -> Value {
    match score.signum() {
        1 => "win",
        0 => "draw",
        _ => "loss",
    }
    .into()
}

/// Half points as points: whole numbers stay whole.
fn points(score: i32) -> Value {
    if score % 2 == 0 { (score / 2).into() } else { (f64::from(score) / 2.0).into() }
}
