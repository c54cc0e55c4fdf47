//! Trees kept from move to move on real games, where moves repeat, pass, capture, and share codes.

use gametree_core::{Budget, Control, Describe, Evaluate, Game, Line, Rng, Search, Size, report_without_search};

use crate::player;

/// Plays a game of a player against random moves, and checks what each report says of its root. Returns in how many searches
/// there was something to keep, and of how many.
fn check<G: Describe + Evaluate>(spec: &str, size: u8, seed: u64) -> (usize, usize) {
    let start = G::start(Size::square(size), &G::Options::default()).unwrap();
    let mut line = Line::new(start);
    let mut search: Box<dyn Search<G>> = player(&format!("{spec}:reuse=true"));
    let (mut rng, mut kept, mut searches, mut last) = (Rng::new(seed), 0, 0, 0);
    while line.position().outcome().is_none() && line.moves().len() < 80 {
        let report = search.search(&line, &Budget::playouts(300), seed, &mut Control::default());
        let mut moves = Vec::new();
        line.search_moves(&mut moves);
        let listed: Vec<G::Move> = report.root.iter().map(|mv| mv.mv).collect();
        assert!(listed == moves, "{}: the root's moves", G::NAME);
        let visits: u64 = report.root.iter().map(|mv| mv.visits).sum();
        assert!(visits <= report.stats.playouts + report.stats.kept, "{}", G::NAME);
        if report_without_search(&line).is_none() {
            assert_eq!(report.stats.playouts, 300);
            // All but a first playout went through a candidate; superko may have taken some candidates away since.
            assert!(visits >= 300 && report.stats.kept <= last + 300, "{}", G::NAME);
            let repeats = line.position().repetition_key().is_some();
            assert!(repeats || visits + 1 >= 300 + report.stats.kept, "{}: {visits}", G::NAME);
            last = visits + 1;
            kept += usize::from(report.stats.kept > 0);
            searches += 1;
        }
        line.play(report.best.unwrap()).unwrap();
        moves.clear();
        line.legal_moves(&mut moves);
        if line.position().outcome().is_none() {
            let any = moves[rng.below(moves.len() as u32) as usize];
            // Mostly what the search expected, so that there is something to keep.
            let expected = report.pv.get(1).copied().filter(|mv| rng.below(4) > 0 && moves.contains(mv));
            line.play(expected.unwrap_or(any)).unwrap();
        }
    }
    (kept, searches)
}

#[test]
fn the_root_of_a_kept_tree_has_the_moves_of_its_position() {
    for spec in ["uct", "grave", "mcps"] {
        for seed in 0..3 {
            let counts = [
                check::<gametree_hex::Hex>(spec, 5, seed),
                check::<gametree_go::Go>(spec, 4, seed),
                check::<gametree_atarigo::AtariGo>(spec, 5, seed),
                check::<gametree_nogo::NoGo>(spec, 5, seed),
                check::<gametree_wargame::Wargame>(spec, 5, seed),
                check::<gametree_tictactoe::TicTacToe>(spec, 3, seed),
            ];
            let kept: usize = counts.iter().map(|(kept, _)| kept).sum();
            assert!(kept > 20, "{spec}: {counts:?}");
        }
    }
}

#[test]
fn what_superko_forbids_is_no_candidate_of_a_kept_root() {
    // After "a b1 is taken" (FC-03) positional superko forbids to take back at once what simple ko allows.
    let mut line: Line<gametree_go::Go> = crate::line(5, "b1 a2 c2 b2 d1 e5 a1");
    let mut search: Box<dyn Search<gametree_go::Go>> = player("mcps:reuse=true");
    let mut think =
        |line: &Line<gametree_go::Go>| search.search(line, &Budget::playouts(20_000), 1, &mut Control::default());
    think(&line);
    line.play(line.position().parse_move("c1").unwrap()).unwrap();
    let back = line.position().parse_move("b1").unwrap();
    let mut considered = Vec::new();
    line.position().search_moves(&mut considered);
    assert!(considered.contains(&back) && line.repeats(back));
    let report = think(&line);
    assert!(report.stats.kept > 100, "{} playouts were kept", report.stats.kept);
    assert!(report.root.iter().all(|mv| mv.mv != back));
    assert!(report.best != Some(back));
}
