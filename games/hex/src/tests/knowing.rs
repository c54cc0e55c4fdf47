//! Playouts that keep bridges, against their slow twin and against bridges found by their definition.

use gametree_core::testing::conformance;
use gametree_core::{Describe, Evaluate, Game, Rng, Side, Trace, set_bits};

use super::oracle::neighbours;
use super::{size, start};
use crate::{Hex, HexOptions, Swap};

#[test]
fn plays_as_the_slow_twin_does() {
    for text in ["1", "2", "3", "5x3", "3x5", "1x4", "4x1", "7", "8", "11", "13x9"] {
        conformance::check_knowing(&start(text));
    }
    for options in [
        HexOptions { stop_at_win: true, ..HexOptions::default() },
        HexOptions { swap: Swap::Pieces, ..HexOptions::default() },
    ] {
        conformance::check_knowing(&Hex::start(size("5"), &options).unwrap());
    }
}

/// A start of a game with so many stones at random.
fn random_position(text: &str, stones: usize, rng: &mut Rng) -> Hex {
    let (mut position, mut moves) = (start(text), Vec::new());
    for _ in 0..stones {
        moves.clear();
        position.legal_moves(&mut moves);
        if !moves.is_empty() {
            position.play(moves[rng.below(moves.len() as u32) as usize]);
        }
    }
    position
}

/// Each bridge of a side: the two cells, both empty. Two stones that do not touch and have two neighbours in common; or a
/// stone off an edge with two neighbours on it.
fn bridges(position: &Hex, side: Side) -> Vec<[usize; 2]> {
    let (size, area) = (position.size(), position.size().area());
    let (cols, rows) = (usize::from(size.cols), usize::from(size.rows));
    let stones: Vec<usize> = (0..area).filter(|&cell| position.stone(cell as u16) == Some(side)).collect();
    let mut pairs = Vec::new();
    for &stone in &stones {
        for &other in stones.iter().filter(|&&other| other > stone && !neighbours(size, stone).contains(&other)) {
            pairs.push(
                neighbours(size, stone).into_iter().filter(|cell| neighbours(size, other).contains(cell)).collect(),
            );
        }
        for far in [false, true] {
            let on_edge = |cell: usize| match side {
                Side::First => cell / cols == if far { rows - 1 } else { 0 },
                Side::Second => cell % cols == if far { cols - 1 } else { 0 },
            };
            if !on_edge(stone) {
                pairs.push(neighbours(size, stone).into_iter().filter(|&cell| on_edge(cell)).collect::<Vec<_>>());
            }
        }
    }
    let open = pairs.into_iter().filter(|pair| pair.iter().all(|&cell| position.stone(cell as u16).is_none()));
    open.filter_map(|pair| <[usize; 2]>::try_from(pair).ok()).collect()
}

#[test]
fn only_bridges_of_the_leaf_are_repaired_and_few_stay_cut() {
    for text in ["2", "3", "5x3", "2x6", "7", "9", "11", "13", "9x26"] {
        let (mut cut_by_fill, mut still_cut) = (0, 0);
        for seed in 0..300 {
            let mut rng = Rng::new(seed);
            let stones = rng.below(size(text).area() as u32 / 2) as usize;
            let leaf = random_position(text, stones, &mut rng);
            if leaf.outcome().is_some() {
                continue;
            }
            // The same random numbers make the same fill.
            let (mut plain, mut end) = (leaf.clone(), leaf.clone());
            plain.playout(&mut rng.clone(), &mut Trace::for_game(&leaf));
            let mut trace = Trace::for_game(&leaf);
            let outcome = end.knowing_playout(&mut rng, &mut trace);
            assert_eq!(outcome, gametree_core::Outcome::Win(end.winner_of_full()));
            let found = Side::BOTH.map(|side| bridges(&leaf, side));
            let mut expected = Vec::new();
            for cell in 0..leaf.size().area() as u16 {
                let owner = end.stone(cell).expect("the board is filled");
                match leaf.stone(cell) {
                    Some(before) => assert_eq!(owner, before, "no stone of the leaf changes hands"),
                    None => expected.push(usize::from(leaf.codes(owner).start + cell)),
                }
                let is_carrier = found[owner.index()].iter().any(|pair| pair.contains(&usize::from(cell)));
                assert!(
                    plain.stone(cell) == Some(owner) || is_carrier,
                    "{text} seed {seed}: cell {cell}\n{leaf}\n{end}"
                );
            }
            expected.sort_unstable();
            assert_eq!(set_bits(trace.codes.words()).collect::<Vec<_>>(), expected, "a code for every new stone");
            for side in Side::BOTH {
                for pair in &found[side.index()] {
                    let is_cut = |hex: &Hex| pair.iter().all(|&cell| hex.stone(cell as u16) == Some(side.other()));
                    cut_by_fill += u32::from(is_cut(&plain));
                    still_cut += u32::from(is_cut(&end));
                    let sharing = found.iter().flatten().filter(|other| other.iter().any(|cell| pair.contains(cell)));
                    assert!(sharing.count() > 1 || !is_cut(&end), "{text} seed {seed}: {pair:?}\n{leaf}\n{end}");
                }
            }
        }
        assert!(still_cut * 5 <= cut_by_fill, "{text}: {still_cut} of {cut_by_fill} bridges stay cut");
        assert!(cut_by_fill > 0, "{text}: nothing was tested");
    }
}
