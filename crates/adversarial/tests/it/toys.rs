//! Scores and best moves on random toy trees.

use gametree_adversarial::{
    Algorithm, AlphaBeta, AlphaBetaConfig, Analysis, Goal, Iterative, IterativeConfig, Minimax, MinimaxConfig, Order,
    SolveConfig, Solver, WIN, distance,
};
use gametree_core::testing::{self, Toy};
use gametree_core::{Budget, Control, Evaluate, Game, Line, Side};

use crate::valued::Valued;

fn depth(depth: u32) -> Budget {
    Budget { depth: Some(depth), ..Budget::default() }
}

fn minimax<G: Evaluate>(game: &G, goal: Goal, quiescence: u32, plies: u32) -> Analysis<G::Move> {
    let config = MinimaxConfig { goal, quiescence };
    Minimax::new(&config).analyze(&Line::new(game.clone()), &depth(plies), &mut Control::default())
}

/// Minimax as the definition reads, without any of the crate's machinery.
fn definition(position: &Valued, goal: Goal, depth: u32, ply: i32) -> i32 {
    let sign = if position.to_move() == Side::First { 1 } else { -1 };
    if goal == Goal::Margin && (position.outcome().is_some() || depth == 0) {
        return sign * position.margin();
    }
    match position.outcome() {
        Some(outcome) => (outcome.reward(position.to_move()) as i32 - 1) * (WIN - ply),
        None if depth == 0 => position.evaluate(),
        None => {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let child = |mv| {
                let mut next = position.clone();
                next.play(mv);
                let score = definition(&next, goal, depth - 1, ply + 1);
                if next.to_move() == position.to_move() { score } else { -score }
            };
            moves.into_iter().map(child).max().expect("a running game has a move")
        }
    }
}

#[test]
fn minimax_is_what_the_definition_says() {
    for seed in 0..2000 {
        let game = Valued::random(seed);
        for goal in [Goal::Distance, Goal::Margin] {
            for plies in 1..=6 {
                let score = minimax(&game, goal, 0, plies).score;
                if score.is_some() {
                    assert_eq!(score, Some(definition(&game, goal, plies, 0)), "seed {seed}, depth {plies}: {game:?}");
                }
            }
        }
    }
}

fn configs(goal: Goal, quiescence: u32) -> Vec<AlphaBetaConfig> {
    let off = AlphaBetaConfig { order: Order::Given, goal, quiescence, memory: 1 << 20, ..AlphaBetaConfig::default() };
    vec![
        off.clone(),
        AlphaBetaConfig { order: Order::Center, ..off.clone() },
        AlphaBetaConfig { killers: true, ..off.clone() },
        AlphaBetaConfig { history: true, ..off.clone() },
        AlphaBetaConfig { forced: true, ..off.clone() },
        AlphaBetaConfig { table: true, ..off.clone() },
        AlphaBetaConfig { table: true, keep: true, ..off.clone() },
        AlphaBetaConfig { order: Order::Center, killers: true, history: true, forced: true, table: true, ..off },
    ]
}

#[test]
fn alpha_beta_with_and_without_everything_equals_minimax() {
    for goal in [Goal::Distance, Goal::Margin] {
        for quiescence in [0, 3] {
            let mut searches: Vec<_> = configs(goal, quiescence)
                .into_iter()
                .map(|config| {
                    let iterative = IterativeConfig { search: config.clone() };
                    (AlphaBeta::new(&config), Iterative::new(&iterative), config)
                })
                .collect();
            for seed in 0..1500 {
                let game = Valued::random(seed);
                let line = Line::new(game.clone());
                let truth = minimax(&game, goal, 0, 50).value();
                for plies in 1..=6 {
                    let expected = minimax(&game, goal, quiescence, plies);
                    for (alphabeta, iterative, config) in &mut searches {
                        let place = || format!("seed {seed}, depth {plies}, {config:?}: {game:?}");
                        let found = alphabeta.analyze(&line, &depth(plies), &mut Control::default());
                        check(&found, &expected, truth, &place());
                        assert!(found.nodes <= expected.nodes, "{}", place());
                        let found = iterative.analyze(&line, &depth(plies), &mut Control::default());
                        // Deepening may end sooner, with everything said.
                        check(&found, &expected, truth, &place());
                        alphabeta.forget_for_tests();
                        iterative.forget_for_tests();
                    }
                }
            }
        }
    }
}

trait Forget {
    fn forget_for_tests(&mut self);
}

impl<S: gametree_core::Search<Valued>> Forget for S {
    fn forget_for_tests(&mut self) {
        self.forget();
    }
}

fn check(found: &Analysis<u16>, expected: &Analysis<u16>, truth: Option<f64>, place: &str) {
    assert_eq!(found.score, expected.score, "score, {place}");
    let Some(score) = expected.score else {
        assert!(expected.root.len() < 2, "only a forced move has no score, {place}");
        return;
    };
    let best = expected.root.iter().find(|candidate| Some(candidate.mv) == found.best).expect("a candidate");
    assert_eq!(best.score, Some(score), "move, {place}");
    if found.proven {
        assert_eq!(found.value(), truth, "proven, {place}");
    }
    if let Some(plies) = distance(score) {
        assert!(found.pv.len() <= plies as usize, "line, {place}");
    }
}

#[test]
fn the_lesson_of_three_branches() {
    let toy: Toy = "((4 6 9)(2 7 8)(5 3 9))".parse().unwrap();
    let all = minimax(&toy, Goal::Margin, 0, 2);
    assert_eq!((all.score, all.best, all.leaves), (Some(4), Some(0), 9));
    let config = AlphaBetaConfig { goal: Goal::Margin, order: Order::Given, ..AlphaBetaConfig::default() };
    let cut = AlphaBeta::new(&config).analyze(&Line::new(toy), &depth(2), &mut Control::default());
    assert_eq!((cut.score, cut.best, cut.leaves), (Some(4), Some(0), 6), "2 cuts 7 and 8 off, 3 cuts 9 off");
    assert_eq!(cut.pv, [0, 0]);
}

#[test]
fn the_shortest_win_and_the_longest_defence() {
    // Winning in three plies, in one, in five.
    let game: Toy = "(((A A)) A ((((A)))))".parse().unwrap();
    let config = IterativeConfig::default();
    let found = Iterative::new(&config).analyze(&Line::new(game), &depth(9), &mut Control::default());
    assert_eq!((found.best, found.distance(), found.value()), (Some(1), Some(1), Some(1.0)));
    // Lost in two, four, two.
    let game: Toy = "((B A) (((B)(B B)) A) (A B))".parse().unwrap();
    let found = Iterative::new(&config).analyze(&Line::new(game), &depth(9), &mut Control::default());
    assert_eq!((found.best, found.distance(), found.value()), (Some(1), Some(4), Some(0.0)));
    assert_eq!(found.pv.len(), 4);
}

#[test]
fn every_algorithm_solves_every_toy() {
    let algorithms = [
        (Algorithm::Minimax, false),
        (Algorithm::AlphaBeta, false),
        (Algorithm::AlphaBeta, true),
        (Algorithm::Proof, true),
    ];
    for seed in 0..3000 {
        let game = Valued::random(seed);
        let line = Line::new(game.clone());
        let expected = testing::Solver::default().value(&game);
        let best = testing::Solver::default().best_moves(&game);
        let shortest = minimax(&game, Goal::Distance, 0, 50);
        for (algorithm, table) in algorithms {
            let config = SolveConfig { algorithm, table, memory: 1 << 20, distance: true, ..SolveConfig::default() };
            let mut solver = Solver::new(config);
            let place = format!("seed {seed}, {algorithm:?}, table {table}: {game:?}");
            let solution = solver.solve(&line, &Budget::default(), &mut Control::default()).unwrap();
            assert_eq!(solution.score.map(i32::signum), Some(i32::from(expected)), "{place}");
            assert!(best.contains(&solution.best.unwrap()), "{place}");
            if shortest.score.is_some() {
                assert_eq!(solution.distance, shortest.distance(), "{place}");
            }
            let moves = solver.solve_moves(&line, &Budget::default(), &mut Control::default()).unwrap();
            for candidate in moves {
                let good = candidate.score.map(i32::signum) == Some(i32::from(expected));
                assert_eq!(good, best.contains(&candidate.mv), "{place}");
            }
        }
    }
}

#[test]
fn the_horizon_effect() {
    // The first move takes a piece at the end of the horizon and loses it to the next move; the second is sound.
    let game = Capture { ply: 0, took: false };
    let line = Line::new(game);
    let shallow = |quiescence| {
        let config = AlphaBetaConfig { quiescence, ..AlphaBetaConfig::default() };
        AlphaBeta::new(&config).analyze(&line, &depth(1), &mut Control::default()).best
    };
    assert_eq!(shallow(0), Some(true), "it sees the piece and not the recapture");
    assert_eq!(shallow(4), Some(false));
    let deep = AlphaBeta::new(&AlphaBetaConfig::default()).analyze(&line, &depth(2), &mut Control::default());
    assert_eq!(deep.best, Some(false), "with another ply it does");
}

/// Taking (`true`) wins a piece, and the reply may take a bigger one back. Nobody ever wins.
#[derive(Clone)]
struct Capture {
    ply: u8,
    took: bool,
}

impl Game for Capture {
    type Move = bool;

    fn codes(&self, side: Side) -> std::ops::Range<u16> {
        gametree_core::code_ranges(2, 2)[side.index()].clone()
    }

    fn code(&self, mv: bool) -> u16 {
        self.codes(self.to_move()).start + u16::from(mv)
    }

    fn to_move(&self) -> Side {
        Side::BOTH[usize::from(self.ply % 2)]
    }

    fn outcome(&self) -> Option<gametree_core::Outcome> {
        (self.ply == 20).then_some(gametree_core::Outcome::Draw)
    }

    fn legal_moves(&self, out: &mut Vec<bool>) {
        if self.ply < 20 {
            out.push(false);
        }
        if self.ply == 0 || self.ply == 1 && self.took {
            out.push(true);
        }
    }

    fn play(&mut self, mv: bool) {
        self.ply += 1;
        // Whoever took last is ahead; before that nobody.
        self.took = mv || (self.took && self.ply > 2);
    }

    fn key(&self) -> u64 {
        gametree_core::mix(&[u64::from(self.ply), u64::from(self.took)])
    }
}

impl Evaluate for Capture {
    const FEATURES: &'static [gametree_core::Feature] =
        &[gametree_core::Feature { name: "piece", unit: "pieces", weight: 100, about: "who took the last piece" }];

    fn features(&self, amounts: &mut [i32]) {
        if self.took {
            let taker = if self.ply == 1 { Side::First } else { Side::Second };
            amounts[0] = if self.to_move() == taker { 1 } else { -1 };
        }
    }

    fn noisy_moves(&self, out: &mut Vec<bool>) {
        if self.ply == 0 || self.ply == 1 && self.took {
            out.push(true);
        }
    }
}

/// The example's game, by rows and columns from 1: `V` and `H` win whoever begins, `1` the side that begins, `2` the
/// other one.
#[test]
fn domineering_is_solved() {
    use crate::own_game::Domineering;
    let known = ["2HHHHH", "V11HV1", "V11HHH", "VVV1V1", "VHVH2H"];
    for (row, winners) in known.into_iter().enumerate() {
        for (col, winner) in winners.bytes().enumerate().take(5) {
            let line = Line::new(Domineering::new(row as u8 + 1, col as u8 + 1));
            for algorithm in [Algorithm::AlphaBeta, Algorithm::Proof] {
                let config = SolveConfig { algorithm, memory: 16 << 20, ..SolveConfig::default() };
                let solution = Solver::new(config).solve(&line, &Budget::default(), &mut Control::default()).unwrap();
                let first_wins = b"V1".contains(&winner);
                assert_eq!(solution.score > Some(0), first_wins, "{} by {}, {algorithm:?}", row + 1, col + 1);
            }
        }
    }
}
