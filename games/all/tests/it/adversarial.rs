//! Minimax, alpha-beta, iterative deepening and the solver on real games.

use std::collections::HashSet;
use std::time::Duration;

use gametree_adversarial::{
    Algorithm, AlphaBeta, AlphaBetaConfig, Bound, Goal, INFINITY, Iterative, IterativeConfig, Minimax, MinimaxConfig,
    Order, Solution, SolveConfig, Solver, Table, WIN,
};
use gametree_core::testing;
use gametree_core::{Budget, Control, Describe, Evaluate, Line, Rng, Size, perft};
use gametree_hex::Hex;
use gametree_tictactoe::TicTacToe;

use crate::{hex, tictactoe};

fn depth(depth: u32) -> Budget {
    Budget { depth: Some(depth), ..Budget::default() }
}

fn solve<G: Evaluate>(line: &Line<G>, config: SolveConfig) -> Solution<G::Move> {
    Solver::new(config).solve(line, &Budget::default(), &mut Control::default()).unwrap()
}

fn textbook(algorithm: Algorithm, order: Order) -> SolveConfig {
    SolveConfig { algorithm, order, table: false, ..SolveConfig::default() }
}

#[test]
fn tictactoe_counted() {
    let start = tictactoe("");
    let all = solve(&start, textbook(Algorithm::Minimax, Order::Given));
    assert_eq!((all.score, all.nodes, all.leaves, all.positions), (Some(0), 549_946, 255_168, Some(5_478)));
    let given = solve(&start, textbook(Algorithm::AlphaBeta, Order::Given));
    assert_eq!((given.score, given.nodes), (Some(0), 18_297));
    let center = solve(&start, textbook(Algorithm::AlphaBeta, Order::Center));
    assert_eq!((center.score, center.nodes), (Some(0), 7_275));
}

#[test]
fn fc_19_the_win_now_before_the_win_later() {
    let line = tictactoe("a1 b1 b2 c1");
    let c3 = line.position().parse_move("c3").unwrap();
    for (algorithm, table) in [
        (Algorithm::Minimax, false),
        (Algorithm::AlphaBeta, false),
        (Algorithm::AlphaBeta, true),
        (Algorithm::Proof, true),
    ] {
        let solution = solve(&line, SolveConfig { algorithm, table, distance: true, ..SolveConfig::default() });
        assert_eq!((solution.best, solution.distance), (Some(c3), Some(1)), "{algorithm:?}, table {table}");
    }
    let plain = Minimax::new(&MinimaxConfig::default()).analyze(&line, &depth(5), &mut Control::default());
    assert_eq!((plain.best, plain.distance()), (Some(c3), Some(1)));
    for (name, plies) in [("c3", Some(1)), ("a2", Some(3)), ("c2", Some(3)), ("a3", Some(3)), ("b3", None)] {
        let mv = line.position().parse_move(name).unwrap();
        let score = plain.root.iter().find(|candidate| candidate.mv == mv).unwrap().score.unwrap();
        assert_eq!(gametree_adversarial::distance(score), plies, "{name}");
    }
    for table in [false, true] {
        for order in [Order::Given, Order::Center] {
            let config = AlphaBetaConfig { table, order, ..AlphaBetaConfig::default() };
            let found = AlphaBeta::new(&config).analyze(&line, &depth(5), &mut Control::default());
            assert_eq!((found.best, found.distance()), (Some(c3), Some(1)));
            let config = IterativeConfig { search: config };
            let found = Iterative::new(&config).analyze(&line, &depth(5), &mut Control::default());
            assert_eq!((found.best, found.distance(), found.pv.len()), (Some(c3), Some(1), 1));
        }
    }
}

/// Every position that can come up, each once.
fn positions(line: &mut Line<TicTacToe>, seen: &mut HashSet<TicTacToe>) {
    if seen.insert(*line.position()) {
        let mut moves = Vec::new();
        line.legal_moves(&mut moves);
        for mv in moves {
            line.push(mv);
            positions(line, seen);
            line.undo();
        }
    }
}

#[test]
fn fc_20_bounds_are_not_taken_for_scores() {
    let mut counts = vec![1];
    counts.extend(perft(&TicTacToe::new(), 9));
    assert_eq!(counts, [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]);

    let mut all = HashSet::new();
    positions(&mut tictactoe(""), &mut all);
    assert_eq!(all.len(), 5_478);
    let mut all: Vec<TicTacToe> = all.into_iter().collect();
    all.sort_by_key(gametree_core::Game::key);

    let mut truth = testing::Solver::default();
    let config =
        AlphaBetaConfig { goal: Goal::Outcome, killers: true, history: true, keep: true, ..AlphaBetaConfig::default() };
    for slots in [0, 64, 1 << 14] {
        let mut search = AlphaBeta::with_table(&config, Table::with_slots(slots));
        for &position in &all {
            let line = Line::new(position);
            let value = i32::from(truth.value(&position));
            for (alpha, beta) in [(-INFINITY, INFINITY), (-1, 0), (0, 1)] {
                let (score, bound) = search.window(&line, None, alpha, beta);
                let place = format!("{slots} slots, window {alpha} {beta}, score {score}, value {value}\n{position}");
                let right = match bound {
                    Bound::Exact => value * WIN == score,
                    Bound::Lower => value * WIN >= score,
                    Bound::Upper => value * WIN <= score,
                };
                assert!(right, "{place}");
                assert_eq!((value * WIN <= alpha, value * WIN >= beta), (score <= alpha, score >= beta), "{place}");
            }
            let found = search.analyze(&line, &depth(9), &mut Control::default());
            // Only a forced move, or none, is not searched.
            if found.root.len() > 1 {
                let best = found.best.expect("a candidate");
                assert!(truth.best_moves(&position).contains(&best), "{slots} slots\n{position}");
                assert_eq!(found.score.map(i32::signum), Some(value));
            }
        }
    }
}

/// Alpha-beta in many ways against minimax, at depth 4, from positions of random games.
fn check_against_minimax<G: Describe + Evaluate>(start: &G, games: u64) {
    let off = AlphaBetaConfig { order: Order::Given, memory: 1 << 20, ..AlphaBetaConfig::default() };
    for goal in [Goal::Distance, Goal::Margin] {
        for quiescence in [0, 4] {
            let off = AlphaBetaConfig { goal, quiescence, ..off.clone() };
            let configs = [
                off.clone(),
                AlphaBetaConfig { order: Order::Center, killers: true, history: true, ..off.clone() },
                AlphaBetaConfig { forced: true, ..off.clone() },
                AlphaBetaConfig { table: true, ..off.clone() },
                AlphaBetaConfig {
                    order: Order::Center,
                    killers: true,
                    history: true,
                    forced: true,
                    table: true,
                    ..off
                },
            ];
            let mut searches = configs.map(|config| {
                let iterative = Iterative::new(&IterativeConfig { search: config.clone() });
                (AlphaBeta::new(&config), iterative, config)
            });
            for seed in 0..games {
                let mut rng = Rng::new(seed);
                let mut line = Line::new(start.clone());
                let mut moves = Vec::new();
                for _ in 0..rng.below(20) {
                    moves.clear();
                    line.legal_moves(&mut moves);
                    if !moves.is_empty() {
                        line.push(moves[rng.below(moves.len() as u32) as usize]);
                    }
                }
                let config = MinimaxConfig { goal, quiescence };
                let expected = Minimax::new(&config).analyze(&line, &depth(4), &mut Control::default());
                for (alphabeta, iterative, config) in &mut searches {
                    for found in [
                        alphabeta.analyze(&line, &depth(4), &mut Control::default()),
                        iterative.analyze(&line, &depth(4), &mut Control::default()),
                    ] {
                        let place = format!("seed {seed}, {config:?}\n{}", line.position());
                        assert_eq!(found.score, expected.score, "{place}");
                        let best = expected.root.iter().find(|candidate| Some(candidate.mv) == found.best);
                        assert_eq!(
                            best.and_then(|best| best.score),
                            expected.score.filter(|_| best.is_some()),
                            "{place}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn alpha_beta_equals_minimax_at_depth_4() {
    check_against_minimax(tictactoe("").position(), 60);
    for size in [2, 3, 4] {
        check_against_minimax(hex(size, "").position(), 40);
    }
}

#[test]
fn alpha_beta_equals_minimax_at_depth_4_in_the_other_games() {
    check_against_minimax(crate::line::<gametree_go::Go>(3, "").position(), 10);
    check_against_minimax(crate::line::<gametree_atarigo::AtariGo>(3, "").position(), 6);
    check_against_minimax(crate::line::<gametree_nogo::NoGo>(3, "").position(), 6);
    check_against_minimax(crate::line::<gametree_wargame::Wargame>(5, "").position(), 3);
}

#[test]
fn the_horizon_effect_in_tictactoe() {
    // o is to move and must block at c1. Seen one ply deep, a threat of its own at b2 looks as good as that of x, whose turn
    // it then is.
    // x x .
    // o . .
    // . . .
    let line = tictactoe("a1 a2 b1");
    let shallow = |quiescence, plies| {
        let config = AlphaBetaConfig { quiescence, ..AlphaBetaConfig::default() };
        let found = AlphaBeta::new(&config).analyze(&line, &depth(plies), &mut Control::default());
        line.position().format_move(found.best.unwrap())
    };
    assert_eq!(shallow(0, 1), "b2", "without quiescence: loses on the spot");
    assert_eq!(shallow(4, 1), "c1", "with it");
    assert_eq!(shallow(0, 2), "c1", "with another ply");
}

fn winning_openings<const N: usize>(size: u8) -> String {
    let start = hex(size, "");
    let ways = [
        (Algorithm::AlphaBeta, false),
        (Algorithm::Proof, false),
        (Algorithm::AlphaBeta, true),
        (Algorithm::Proof, true),
    ];
    let mut maps = ways.map(|(algorithm, knowledge)| {
        let mut solver = Solver::new(SolveConfig { algorithm, table: true, knowledge, ..SolveConfig::default() });
        let value = solver.solve(&start, &Budget::default(), &mut Control::default()).unwrap();
        assert!(value.score > Some(0), "the first player wins Hex {size}");
        let moves = solver.solve_moves(&start, &Budget::default(), &mut Control::default()).unwrap();
        let mark = |score: Option<i32>| if score.unwrap() > 0 { 'W' } else { '.' };
        let rows = moves.chunks(N).map(|row| row.iter().map(|candidate| mark(candidate.score)).collect::<String>());
        rows.collect::<Vec<_>>().join(" / ")
    });
    assert!(maps.iter().all(|map| *map == maps[0]), "{maps:?}");
    std::mem::take(&mut maps[0])
}

#[test]
fn hex_is_solved_up_to_4x4() {
    assert_eq!(winning_openings::<1>(1), "W");
    assert_eq!(winning_openings::<2>(2), ".W / W.");
    assert_eq!(winning_openings::<3>(3), "..W / WWW / W..");
    assert_eq!(winning_openings::<4>(4), "...W / ..W. / .W.. / W...");
}

/// What is known of Hex, by the hook that any game has, leaves a few positions of millions.
#[test]
fn hex_is_solved_up_to_6x6_by_what_is_known_of_it() {
    for (size, most_nodes) in [(4, 100), (5, 100), (6, 5_000)] {
        let start = hex(size, "");
        let config = SolveConfig { algorithm: Algorithm::Proof, ..SolveConfig::default() };
        let solution = solve(&start, config.clone());
        assert!(solution.score > Some(0) && solution.nodes < most_nodes, "{size}: {solution:?}");
        // The move that is named wins: the other side is to move after it, and loses.
        let mut after = start.clone();
        after.play(solution.best.unwrap()).unwrap();
        assert!(solve(&after, config).score < Some(0), "{size}");
    }
    let plain = SolveConfig { algorithm: Algorithm::Proof, knowledge: false, ..SolveConfig::default() };
    assert_eq!(solve(&hex(4, ""), plain).nodes, 85_318, "the rules alone take as many as ever");
}

#[test]
fn values_with_knowledge_are_those_without_on_boards_that_are_not_square() {
    for cols in 1..=4 {
        for rows in 1..=4 {
            let start = Line::new(Hex::new(Size { cols, rows }).unwrap());
            let values = [(Algorithm::Proof, false), (Algorithm::Proof, true), (Algorithm::AlphaBeta, true)].map(
                |(algorithm, knowledge)| {
                    let mut solver = Solver::new(SolveConfig { algorithm, knowledge, ..SolveConfig::default() });
                    let moves = solver.solve_moves(&start, &Budget::default(), &mut Control::default()).unwrap();
                    moves.into_iter().map(|candidate| candidate.score).collect::<Vec<_>>()
                },
            );
            assert!(values[0] == values[1] && values[0] == values[2], "{cols}x{rows}: {values:?}");
        }
    }
}

#[test]
fn hex_5x5_is_solved_in_time_by_what_is_known() {
    let mut solver = Solver::new(SolveConfig { algorithm: Algorithm::Proof, ..SolveConfig::default() });
    let clock = gametree_core::Stopwatch::start();
    let moves = solver.solve_moves(&hex(5, ""), &Budget::default(), &mut Control::default()).unwrap();
    assert!(clock.cpu() < Duration::from_secs(15), "{:?}", clock.cpu());
    let wins: String = moves.iter().map(|candidate| if candidate.score > Some(0) { 'W' } else { '.' }).collect();
    assert_eq!(wins, "....W.WWWW.WWW.WWWW.W....");
}

#[test]
#[ignore = "slow, minutes: cargo xtask ci --slow"]
fn hex_5x5_is_solved_in_time_by_the_rules_alone() {
    let start = hex(5, "");
    let config = SolveConfig { algorithm: Algorithm::Proof, knowledge: false, ..SolveConfig::default() };
    let mut solver = Solver::new(config);
    let value = solver.solve(&start, &Budget::default(), &mut Control::default()).unwrap();
    assert!(value.score > Some(0) && value.cpu < Duration::from_secs(60), "{value:?}");
    let clock = gametree_core::Stopwatch::start();
    let moves = solver.solve_moves(&start, &Budget::default(), &mut Control::default()).unwrap();
    assert!(clock.cpu() < Duration::from_secs(600), "{:?}", clock.cpu());
    let wins: String = moves.iter().map(|candidate| if candidate.score > Some(0) { 'W' } else { '.' }).collect();
    assert_eq!(wins, "....W.WWWW.WWW.WWWW.W....");
}

#[test]
fn a_time_budget_is_kept() {
    for line in [hex(11, ""), hex(26, "")] {
        // A fresh search each time: its table has not been touched yet, and the first nodes are the slowest.
        let overrun = (0..3)
            .map(|_| {
                let mut search = Iterative::<Hex>::new(&IterativeConfig::default());
                let limit = Duration::from_millis(20);
                let found = search.analyze(&line, &Budget::cpu(limit), &mut Control::default());
                found.cpu.saturating_sub(limit)
            })
            .min()
            .unwrap();
        assert!(overrun < Duration::from_millis(2), "{overrun:?}");
    }
}
