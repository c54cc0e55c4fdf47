//! Games at the board: set-up, moves out of turn, other options in the middle of a game.

use std::sync::Arc;

use gametree_core::{Budget, MoveErrorKind, Side, Size};
use gametree_players::{AnySession, Think, parse_options};

use crate::sgf::session;

#[test]
fn stones_are_set_up_where_the_rules_allow_it() {
    let five = Size::square(5);
    for game in ["go", "atarigo", "nogo"] {
        let mut session = session(game, five, &[]);
        session.play(Side::First, "C3").unwrap();
        session.arrange([vec![0, 6], vec![1]], Side::First).unwrap();
        assert_eq!(
            (session.stone_at(0), session.stone_at(1), session.stone_at(12)),
            (Some(Side::First), Some(Side::Second), None)
        );
        assert_eq!((session.to_move(), session.moves().len(), session.undo()), (Side::First, 0, false));
        for bad in
            [[vec![0, 0], vec![]], [vec![0], vec![0]], [vec![25], vec![]], [vec![0], vec![1, 5]], [vec![1, 5], vec![0]]]
        {
            let before = session.draw();
            assert!(session.arrange(bad, Side::First).is_err(), "{game}");
            assert_eq!(session.draw(), before, "an error changes nothing");
        }
        session.clear();
        assert_eq!((session.stone_at(0), session.to_move()), (None, Side::First));
    }
    let mut hex = session("hex", five, &[]);
    hex.arrange([vec![0, 6], vec![3]], Side::Second).unwrap();
    assert_eq!((hex.to_move(), hex.legal_moves().len()), (Side::Second, 22));
    hex.arrange([vec![0, 6, 9], vec![]], Side::First).unwrap();
    assert_eq!((hex.to_move(), hex.legal_moves().len()), (Side::First, 22));
    for stones in [[vec![0], vec![0]], [vec![0, 0], vec![]], [vec![25], vec![]], [vec![2, 7, 12, 17, 22], vec![]]] {
        assert!(hex.arrange(stones, Side::First).is_err());
    }
    for game in ["tictactoe", "wargame"] {
        let size = if game == "wargame" { five } else { Size::square(3) };
        let error = session(game, size, &[]).arrange([vec![0], vec![1]], Side::First).unwrap_err().to_string();
        assert!(error.contains(game), "{error}");
    }
}

#[test]
fn what_is_out_of_turn_is_refused_where_the_stones_say_whose_turn_it_is() {
    for (game, size, mv) in [("tictactoe", 3, "a1"), ("wargame", 5, "a1-a2")] {
        let mut session = session(game, Size::square(size), &[]);
        assert!(session.may_move(Side::First) && !session.may_move(Side::Second));
        assert_eq!(session.play(Side::Second, mv).unwrap_err().kind, MoveErrorKind::OutOfTurn);
        let think = Think {
            player: 0,
            side: Side::Second,
            budget: Budget::playouts(1),
            seed: 1,
            stop: Arc::default(),
            follow: None,
            forced: false,
        };
        assert_eq!(session.think(think).unwrap_err().kind, MoveErrorKind::OutOfTurn);
    }
}

#[test]
fn a_session_says_what_kind_of_fault_a_move_has() {
    let mut session = session("tictactoe", Size::square(3), &[]);
    let mut play = |at: usize, text: &str| session.play(Side::BOTH[at % 2], text).map_err(|error| error.kind);
    assert_eq!(play(0, "d9"), Err(MoveErrorKind::Unreadable));
    assert_eq!(["a1", "b1", "a2", "b2"].into_iter().enumerate().try_for_each(|(at, text)| play(at, text)), Ok(()));
    assert_eq!(play(4, "b2"), Err(MoveErrorKind::Illegal));
    assert_eq!(play(4, "a3"), Ok(()));
    assert_eq!(play(5, "b3"), Err(MoveErrorKind::Finished));
    session.undo();
    let (side, budget) = (Side::First, Budget::playouts(1));
    let think = Think { player: 0, side, budget, seed: 1, stop: Arc::default(), follow: None, forced: false };
    assert_eq!(session.think(think).unwrap_err().kind, MoveErrorKind::Other, "nobody sits at this board");
    let mut go = self::session("go", Size::square(5), &[]);
    let mut refused = Vec::new();
    for (at, mv) in "B1 A2 C2 B2 D1 E5 A1 C1 B1".split(' ').enumerate() {
        refused.extend(go.play(Side::BOTH[at % 2], mv).err().map(|error| error.kind));
    }
    assert_eq!(refused, [MoveErrorKind::Repeats]);
}

#[test]
fn other_options_keep_the_moves_or_are_refused() {
    let five = Size::square(5);
    let games = gametree_games::all();
    let go = games.find("go").unwrap();
    let setup = |size, options: &[&str]| go.setup(Some(size), &parse_options(options).unwrap()).unwrap();
    let mut session = session("go", five, &["ko=simple"]);
    for (side, mv) in "B1 A2 C2 B2 D1 E5 A1 C1 B1".split(' ').enumerate().map(|(at, mv)| (Side::BOTH[at % 2], mv)) {
        session.play(side, mv).unwrap();
    }
    let (before, margin) = (session.draw(), session.margin());
    let error = session.change(setup(five, &["ko=positional"])).unwrap_err().to_string();
    assert!(error.contains("B1") && error.contains("repeats"), "{error}");
    assert_eq!((session.draw(), session.moves().len()), (before.clone(), 9), "nothing has changed");
    session.change(setup(five, &["ko=simple", "komi=0.5"])).unwrap();
    assert_eq!((session.draw(), session.margin()), (before, margin + 14));
    assert!(session.change(setup(Size::square(6), &[])).is_err());
    assert!((0..9).all(|_| session.undo()) && !session.undo());
}

/// A move to swap has a code of its own: on 8x8 it takes another lane of the window.
#[test]
fn an_option_that_leaves_a_player_no_memory_is_refused() {
    let games = gametree_games::all();
    let hex = games.find("hex").unwrap();
    let setup = |swap: &str| hex.setup(Some(Size::square(8)), &parse_options(&[swap]).unwrap()).unwrap();
    let mut player = games.player("mcps:window=100000,memory=1MiB").unwrap();
    let error = hex.fits(&setup("swap=none"), &player).unwrap_err();
    let least = error.allowed.strip_prefix("at least ").unwrap().split(',').next().unwrap();
    player.limit_memory(least).unwrap();
    assert!(hex.fits(&setup("swap=pieces"), &player).is_err());
    let mut session = hex.session(&setup("swap=none"), &[(&player, &Budget::playouts(10))]).unwrap();
    let error = session.change(setup("swap=pieces")).unwrap_err().to_string();
    assert!(error.starts_with(&format!("memory: {least} is not allowed")), "{error}");
    assert_eq!(session.setup(), &setup("swap=none"));
}

fn at_the_board(game: &str, spec: &str) -> Box<dyn AnySession> {
    let games = gametree_games::all();
    let game = games.find(game).unwrap();
    let setup = game.setup(Some(Size::square(5)), &parse_options::<&str>(&[]).unwrap()).unwrap();
    game.session(&setup, &[(&games.player(spec).unwrap(), &Budget::playouts(500))]).unwrap()
}

#[test]
fn a_tree_is_kept_at_the_board_for_the_line_on_it_and_only_there() {
    let kept = |session: &mut Box<dyn AnySession>, side: Side| {
        let budget = Budget::playouts(500);
        let think = Think { player: 0, side, budget, seed: 1, stop: Arc::default(), follow: None, forced: false };
        let analysis = session.think(think).unwrap();
        (analysis.stats.kept.unwrap(), analysis.pv)
    };
    for game in ["go", "atarigo", "nogo", "hex"] {
        let mut session = at_the_board(game, "mcps");
        let (first, pv) = kept(&mut session, Side::First);
        assert_eq!(first, 0);
        session.play(Side::First, &pv[0]).unwrap();
        session.play(Side::Second, &pv[1]).unwrap();
        let (second, pv) = kept(&mut session, Side::First);
        assert!(0 < second && second < 500, "{game}: {second}");
        assert_eq!(kept(&mut session, Side::First).0, 0, "{game}: the same position again");
        // The same side twice: no such node.
        session.play(Side::First, &pv[0]).unwrap();
        assert_eq!(kept(&mut session, Side::First).0, 0, "{game}");
        session.undo();
        assert_eq!(kept(&mut session, Side::First).0, 0, "{game}: a move back");
        session.clear();
        assert_eq!(kept(&mut session, Side::First).0, 0, "{game}: a new game");
    }
    // A flat search opens no node below the root.
    for spec in ["mcps:reuse=false", "random", "flat"] {
        let mut session = at_the_board("go", spec);
        let (_, pv) = kept(&mut session, Side::First);
        session.play(Side::First, &pv[0]).unwrap();
        assert_eq!(kept(&mut session, Side::Second).0, 0, "{spec}");
    }
}

#[test]
fn other_rules_in_the_middle_of_a_game_forget_the_tree() {
    let mut session = at_the_board("go", "grave");
    let think = |session: &mut Box<dyn AnySession>| {
        let (side, budget) = (session.to_move(), Budget::playouts(100));
        session
            .think(Think { player: 0, side, budget, seed: 1, stop: Arc::default(), follow: None, forced: false })
            .unwrap()
            .stats
            .kept
    };
    assert_eq!(think(&mut session), Some(0));
    session.play(session.to_move(), "C3").unwrap();
    let kept = think(&mut session);
    assert!(kept > Some(0));
    session.play(session.to_move(), "C2").unwrap();
    let games = gametree_games::all();
    let setup = games.find("go").unwrap().setup(Some(Size::square(5)), &parse_options(&["komi=0.5"]).unwrap()).unwrap();
    session.change(setup).unwrap();
    assert_eq!(think(&mut session), Some(0));
}

#[test]
fn every_player_searches_a_game_in_which_sides_moved_out_of_turn() {
    // Such a game's moves, played one after the other from the start, do not lead to its position.
    let games = gametree_games::all();
    let mut rng = gametree_core::Rng::new(3);
    for spec in ["minimax", "alphabeta", "iterative", "uct", "mcps"] {
        let budget: Budget = if spec.len() > 4 { "depth=2" } else { "playouts=50" }.parse().unwrap();
        for name in ["go", "atarigo", "nogo"] {
            let game = games.find(name).unwrap();
            let setup = game.setup(Some(Size::square(4)), &parse_options::<&str>(&[]).unwrap()).unwrap();
            let mut session = game.session(&setup, &[(&games.player(spec).unwrap(), &budget)]).unwrap();
            for ply in 0..40 {
                let side = Side::BOTH[rng.below(2) as usize];
                if session.outcome().is_some() || !session.may_move(side) {
                    break;
                }
                let think =
                    Think { player: 0, side, budget, seed: ply, stop: Arc::default(), follow: None, forced: false };
                let best = session.think(think).unwrap().best;
                let Some(best) = best else { break };
                session.play(side, &best).unwrap_or_else(|error| panic!("{name}, {spec}, ply {ply}: {error}"));
            }
            assert!(session.moves().len() > 3, "{name}, {spec}");
        }
    }
}
