//! Files in SGF.
#![no_main]

use gametree_players::sgf::{SgfGame, Tree, read_trees, write_trees};
use libfuzzer_sys::fuzz_target;

/// Names, values and children: all but the places.
fn content(trees: &[Tree]) -> Vec<(Vec<(&str, &[String])>, &[usize])> {
    let nodes = trees.iter().flat_map(|tree| &tree.nodes);
    nodes
        .map(|node| {
            let properties = node.properties.iter().map(|one| (one.name.as_str(), &one.values[..]));
            (properties.collect(), &node.children[..])
        })
        .collect()
}

fuzz_target!(|bytes: &[u8]| {
    let trees = match read_trees(bytes) {
        Ok(trees) => trees,
        Err(error) => {
            assert!(error.to_string().starts_with("line "));
            return;
        }
    };
    let text = write_trees(&trees);
    // What says that it is in another encoding does not come back from UTF-8.
    if !text.contains("CA[") {
        let again = read_trees(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(content(&again), content(&trees), "{text}");
    }
    let games = gametree_games::all();
    for tree in &trees {
        let Ok(read) = SgfGame::read(tree, &games) else { continue };
        let game = games.find(read.game).unwrap();
        let Ok(setup) = read.setup(game, &Default::default()) else { continue };
        let mut session = game.session(&setup, &[]).unwrap();
        if read.play(&mut *session, usize::MAX).is_err() {
            continue;
        }
        // A game that plays is written as one that plays, by the same rules, to the same board.
        let written = write_trees(&[SgfGame::of(&*session).unwrap().tree()]);
        let again = SgfGame::read(&read_trees(written.as_bytes()).unwrap()[0], &games).unwrap();
        let its_setup = again.setup(game, &Default::default()).unwrap_or_else(|error| panic!("{error}\n{written}"));
        assert_eq!(its_setup, setup, "{written}");
        let mut its_session = game.session(&its_setup, &[]).unwrap();
        again.play(&mut *its_session, usize::MAX).unwrap_or_else(|error| panic!("{error}\n{written}"));
        assert_eq!((its_session.draw(), its_session.to_move()), (session.draw(), session.to_move()), "{written}");
    }
});
