//! The one list of the games that gametree's programs know.
//!
//! ```
//! let games = gametree_games::all();
//! let hex = games.find("hex").unwrap();
//! assert_eq!(hex.perft(&hex.setup("3".parse().ok(), &Default::default()).unwrap(), 2).unwrap(), [9, 72]);
//! ```

use gametree_players::{Games, erase};

// The program in README is compiled and run with the tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Every game, in the order in which it is shown. A new game is one line here and one in the manifest.
#[must_use]
pub fn all() -> Games {
    Games::new(vec![
        erase::<gametree_tree::Tree>(),
        erase::<gametree_tictactoe::TicTacToe>(),
        erase::<gametree_hex::Hex>(),
        erase::<gametree_go::Go>(),
        erase::<gametree_atarigo::AtariGo>(),
        erase::<gametree_nogo::NoGo>(),
        erase::<gametree_wargame::Wargame>(),
    ])
}
