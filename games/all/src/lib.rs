//! The one list of the games that gametree's programs know.
//!
//! ```
//! let games = gametree_games::all();
//! let hex = games.find("hex").unwrap();
//! assert_eq!(hex.perft(&hex.setup("3".parse().ok(), &Default::default()).unwrap(), 2).unwrap(), [9, 72]);
//! ```

use gametree_players::{House, HouseBuilder, Players, Standard};

// The program in README is compiled and run with the tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Our games for our players.
#[must_use]
pub fn all() -> House {
    add::<Standard>(House::standard()).build()
}

/// Adds every game of ours to a house, in the order in which they are shown. A new game is one line here and one in the manifest.
#[must_use]
pub fn add<P: Players>(house: HouseBuilder<P>) -> HouseBuilder<P> {
    house
        .game::<gametree_tree::Tree>()
        .game::<gametree_tictactoe::TicTacToe>()
        .game::<gametree_hex::Hex>()
        .game::<gametree_go::Go>()
        .game::<gametree_atarigo::AtariGo>()
        .game::<gametree_nogo::NoGo>()
        .game::<gametree_wargame::Wargame>()
}
