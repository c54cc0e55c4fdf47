//! Records made by hand.

use std::collections::BTreeMap;

use gametree_players::Usage;
use gametree_tournament::{End, EndKind, GameRecord, PlayerUsage, RecordCell};

/// Game of a pair between A and B with A's half points; the letter is who opens. Every game has its own moves.
pub(crate) fn record(pair: u32, opens: char, half_points: u8) -> GameRecord {
    let cell = RecordCell {
        game: "nim".into(),
        options: BTreeMap::new(),
        size: "9".into(),
        budget: "cpu=10ms".into(),
        a: "A".into(),
        b: "B".into(),
        max_plies: None,
    };
    let usage = Usage {
        moves: 20,
        playouts: Some(1000),
        cpu_s: Some(0.19),
        wall_s: 0.25,
        depth_sum: Some(4000),
        max_depth: Some(9),
        plies_sum: Some(30_000),
        max_overrun_ratio: Some(1.25),
        timed_moves: 10,
        timed_ratio_sum: 9.5,
        tree_full_moves: Some(0),
    };
    let player = |spec: &str| PlayerUsage { spec: spec.into(), usage };
    let (first, second) = if opens == 'a' { ("A", "B") } else { ("B", "A") };
    GameRecord {
        id: format!("nim-9-cpu=10ms-A-B-01234567-{pair:04}{opens}"),
        cell_hash: "0123456789abcdef".into(),
        cell,
        pair,
        first: first.into(),
        second: second.into(),
        winner: Some(["B", "draw", "A"][usize::from(half_points)].into()),
        end: End { kind: EndKind::Normal, reason: None, by: None },
        moves: format!("1 2 {pair} {opens}"),
        plies: 4,
        players: BTreeMap::from([("A".into(), player("uct")), ("B".into(), player("grave"))]),
        host: None,
        cpu: None,
        commit: None,
        opening: 0,
        harness_s: None,
        at_once: None,
        core: None,
        final_scores: None,
        seed: 1,
        finished_at: "2026-11-30T00:00:00.000Z".into(),
    }
}

/// Both games of a pair.
pub(crate) fn pair(number: u32, half_points: [u8; 2]) -> [GameRecord; 2] {
    [record(number, 'a', half_points[0]), record(number, 'b', half_points[1])]
}

/// A void game.
pub(crate) fn void(number: u32, opens: char) -> GameRecord {
    let mut game = record(number, opens, 0);
    game.winner = None;
    game.end = End { kind: EndKind::Void, reason: Some("assertion `left`\nfailed | at line 3".into()), by: None };
    game
}

/// A game that `loser` forfeited.
pub(crate) fn forfeit(number: u32, opens: char, loser: char) -> GameRecord {
    let mut game = record(number, opens, if loser == 'a' { 0 } else { 2 });
    game.end = End { kind: EndKind::Forfeit, reason: Some("played 9 at ply 2: illegal".into()), by: None };
    game
}

pub(crate) fn close(a: f64, b: f64, within: f64) {
    assert!((a - b).abs() < within, "{a} is not {b}");
}
