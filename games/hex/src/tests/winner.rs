//! Who has won: reduction = union-find = flood, at every level of the machine.

use gametree_core::kernels::{Level, run_at};
use gametree_core::testing::chi_squared;
use gametree_core::{Describe, Game, Outcome, Rng, Side, Size, Trace, set_bits};

use super::{oracle, size, start};
use crate::flood::Joins;
use crate::playout::Fill;
use crate::reduce::Winner;
use crate::{Hex, HexOptions};

fn check_full(size: Size, board: &oracle::Board) {
    let joined = Side::BOTH.map(|side| oracle::joins(size, board, side, None));
    assert_ne!(joined[0], joined[1], "exactly one side wins {board:?}");
    assert_eq!(Side::BOTH.map(|side| oracle::joins_by_union(size, board, side)), joined);
    let winner = if joined[0] { Side::First } else { Side::Second };
    let stones = oracle::cells(board);
    for level in Level::all() {
        assert_eq!(run_at(level, Winner { size, first: &stones[0] }), winner, "{size} {level:?} {board:?}");
    }
    check_joins(size, board, None);
}

fn check_joins(size: Size, board: &oracle::Board, through: Option<usize>) {
    let stones = oracle::cells(board);
    for side in Side::BOTH {
        let expected = oracle::joins(size, board, side, through);
        for level in Level::all() {
            let stones = &stones[side.index()];
            let joins = run_at(level, Joins { size, side, stones, through });
            assert_eq!(joins, expected, "{size} {side} {level:?} through {through:?} {board:?}");
        }
    }
}

#[test]
fn all_full_boards_of_3x3_and_of_2x4_and_4x2() {
    for text in ["3", "2x4", "4x2"] {
        let size = size(text);
        for bits in 0..1u32 << size.area() {
            let stone = |cell| Some(if bits >> cell & 1 == 1 { Side::First } else { Side::Second });
            check_full(size, &(0..size.area()).map(stone).collect());
        }
    }
}

#[test]
fn random_boards_of_every_shape() {
    let mut rng = Rng::new(1);
    let squares = (1..=26).map(Size::square);
    let rectangles = ["1x26", "26x1", "2x13", "13x2", "16x4", "8x24", "24x8", "25x26", "26x25", "21x3", "3x21"];
    for size in squares.chain(rectangles.map(size)) {
        for round in 0..40 {
            check_full(size, &oracle::random(size, &mut rng, 35 + round % 31, 0));
            let board = oracle::random(size, &mut rng, 20 + round, 5 + round % 10);
            check_joins(size, &board, None);
            check_joins(size, &board, Some(rng.below(size.area() as u32) as usize));
        }
    }
}

/// The first side's path winds through all columns, so it takes as many steps as a connection can.
#[test]
fn winding_paths() {
    for side in [5usize, 9, 11, 17, 19, 25] {
        for gap in [false, true] {
            let stone = |cell: usize| {
                let (row, col) = (cell / side, cell % side);
                let end = if row % 4 == 1 { side - 1 } else { 0 };
                Some(if row % 2 == 0 || col == end { Side::First } else { Side::Second })
            };
            let mut board: oracle::Board = (0..side * side).map(stone).collect();
            if gap {
                board[side * (side / 2) + if side / 2 % 2 == 0 { side / 2 } else { (side / 2) % 4 / 2 }] =
                    Some(Side::Second);
            }
            check_full(Size::square(side as u8), &board);
        }
    }
}

#[test]
fn outcome_along_random_games() {
    let mut rng = Rng::new(2);
    for text in ["1", "2", "3", "6x4", "4x6", "11", "13"] {
        for _ in 0..20 {
            let mut position = start(text);
            let mut board = vec![None; position.size().area()];
            loop {
                let joined = Side::BOTH.into_iter().find(|&side| oracle::joins(size(text), &board, side, None));
                assert_eq!(position.outcome(), joined.map(Outcome::Win));
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                if moves.is_empty() {
                    assert!(joined.is_some());
                    break;
                }
                let mv = moves[rng.below(moves.len() as u32) as usize];
                board[usize::from(mv)] = Some(position.to_move());
                position.play(mv);
            }
        }
    }
}

#[test]
fn playouts_are_the_same_at_every_level_and_fill_the_board() {
    for text in ["1", "3", "7", "8", "9x8", "11", "13", "19", "26"] {
        let empty = start(text);
        for seed in 0..50 {
            // From the first plies of a game, too: which side gets the odd cell depends on who moves.
            let mut start = empty.clone();
            for cell in 0..(seed % 4).min(empty.size().area() as u64 / 4) {
                start.play(cell as u16);
            }
            let play = |level| {
                let (mut position, mut rng, mut trace) = (start.clone(), Rng::new(seed), Trace::for_game(&start));
                let fill = Fill { position: &mut position, rng: &mut rng, trace: &mut trace };
                let outcome = run_at(level, fill);
                (outcome, position, rng, trace)
            };
            let baseline = play(Level::BASELINE);
            for level in Level::all() {
                assert_eq!(play(level), baseline, "{text} {level:?} seed {seed}");
            }
            let (outcome, position, _, trace) = baseline;
            position.assert_valid();
            assert_eq!(position.outcome(), Some(outcome));
            let open = start.size().area() - usize::from(start.plies);
            assert_eq!((trace.plies as usize, trace.codes.len()), (open, open));
        }
    }
}

/// Not only every cell but every set of cells is equally likely, and of the right size.
#[test]
fn the_half_given_to_a_side_is_uniform_among_all_halves() {
    let mut start = start("3x3");
    start.play(4);
    let (mut rng, mut trace, mut counts) = (Rng::new(3), Trace::for_game(&start), vec![0; 1 << 9]);
    for _ in 0..70_000 {
        trace.clear();
        start.clone().playout(&mut rng, &mut trace);
        counts[trace.codes.words()[0] as usize] += 1;
    }
    let halves: Vec<usize> = (0..1 << 9).filter(|&set: &usize| set.count_ones() == 4 && set >> 4 & 1 == 0).collect();
    let of_halves: Vec<u64> = halves.iter().map(|&set| counts[set]).collect();
    assert_eq!(of_halves.iter().sum::<u64>(), 70_000, "the side that does not move gets 4 of 8");
    chi_squared(&of_halves, &[1.0; 70]).assert_plausible("halves");
}

/// Nearly full boards with far more stones of one side than its turns allow: each kind of playout is won as often as the exact
/// share of ways to fill the board says, and records what it places, under the side that places it.
#[test]
fn playouts_of_boards_that_one_side_has_nearly_filled_are_won_as_counted() {
    let mut seen = 0;
    for round in 0..160 {
        let mut rng = Rng::new(round);
        let size = size(["2", "3", "3x5", "4", "8", "11"][round as usize % 6]);
        let side = Side::BOTH[rng.below(2) as usize];
        let mut board = oracle::random(size, &mut rng, [10, 30, 50, 70, 90][round as usize % 5], 0);
        let won = |board: &oracle::Board| Side::BOTH.into_iter().find(|&side| oracle::joins(size, board, side, None));
        // Stones are taken off the winner's chain until nobody has one.
        while let Some(winner) = won(&board) {
            let stones: Vec<usize> = (0..board.len()).filter(|&cell| board[cell] == Some(winner)).collect();
            board[stones[rng.below(stones.len() as u32) as usize]] = None;
        }
        let open: Vec<usize> = (0..board.len()).filter(|&cell| board[cell].is_none()).collect();
        if open.len() > 10 {
            continue;
        }
        seen += 1;
        let (mut wins, mut ways) = (0, 0);
        for half in (0_u32..1 << open.len()).filter(|half| half.count_ones() as usize == open.len().div_ceil(2)) {
            let mut full = board.clone();
            for (bit, &cell) in open.iter().enumerate() {
                full[cell] = Some(if half >> bit & 1 == 1 { side } else { side.other() });
            }
            ways += 1;
            wins += u32::from(won(&full) == Some(Side::First));
        }
        let share = f64::from(wins) / f64::from(ways);
        let stones =
            Side::BOTH.map(|side| (0..board.len()).filter(|&cell| board[cell] == Some(side)).collect::<Vec<_>>());
        for (stop_at_win, slow) in [(false, false), (false, true), (true, false), (true, true)] {
            let start = Hex::start(size, &HexOptions { stop_at_win, ..HexOptions::default() }).unwrap();
            let start = start.arranged([&stones[0], &stones[1]], side).unwrap();
            let (mut trace, mut count) = (Trace::for_game(&start), 0);
            for _ in 0..400 {
                trace.clear();
                let mut end = start.clone();
                let outcome =
                    if slow { end.slow_playout(&mut rng, &mut trace) } else { end.playout(&mut rng, &mut trace) };
                end.assert_valid();
                assert_eq!(end.outcome(), Some(outcome), "\n{end}");
                count += u32::from(outcome == Outcome::Win(Side::First));
                let placed: Vec<usize> = open.iter().copied().filter(|&cell| end.stone_at(cell).is_some()).collect();
                assert!(placed.len() == trace.plies as usize && (stop_at_win || placed.len() == open.len()), "\n{end}");
                let codes = placed.iter().map(|&cell| end.codes(end.stone_at(cell).unwrap()).start + cell as u16);
                assert!(codes.eq(codes_by_cell(&trace, &end)), "\n{start}\n{end}");
            }
            let error = (share * (1.0 - share) / 400.0).sqrt();
            let found = f64::from(count) / 400.0;
            assert!((found - share).abs() <= 5.0 * error, "{share} expected, {found} found, {side} to move\n{start}");
        }
    }
    assert!(seen > 80, "{seen}");
}

/// The codes of a trace in the order of their cells.
fn codes_by_cell(trace: &Trace, hex: &Hex) -> impl Iterator<Item = u16> {
    let mut codes: Vec<u16> = set_bits(trace.codes.words()).map(|code| code as u16).collect();
    let second = hex.codes(Side::Second).start;
    codes.sort_by_key(|&code| if code < second { code } else { code - second });
    codes.into_iter()
}
