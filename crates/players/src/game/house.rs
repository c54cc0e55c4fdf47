//! What a program works with: games and players by name.

use std::fmt;
use std::marker::PhantomData;

use gametree_core::{Describe, Evaluate, FieldError};

use super::AnyGame;
use super::erase::erase;
use super::setup::GameAbout;
use crate::spec::PlayerSpec;
use crate::spec::kind::{Player, PlayerAbout};
use crate::spec::list::{PlayerTable, Players};
use crate::spec::standard::{McpsPlayer, Standard};

/// The games and the kinds of players that a program works with. Every player plays every game. `House::standard()` has the players
/// that come with gametree, `House::with_players::<(Standard, Mine)>()` those and one of your own ([`crate::Player`]); `.game::<MyGame>()`
/// adds a game.
///
/// ```
/// use gametree_players::House;
///
/// let house = House::standard().build();
/// assert!(house.player("mcps:window=5000").is_ok());
/// let error = house.find("chess").err().unwrap();
/// assert!(error.to_string().starts_with("game: chess is not allowed"));
/// ```
pub struct House {
    games: Vec<Box<dyn AnyGame>>,
    players: PlayerTable,
}

impl House {
    /// To be filled with games, for the players that come with gametree.
    #[must_use]
    pub fn standard() -> HouseBuilder<Standard> {
        House::with_players()
    }

    /// To be filled with games, for these players. An engine of its own process plays in every house.
    ///
    /// # Panics
    /// When two kinds of players have one name.
    #[must_use]
    pub fn with_players<P: Players>() -> HouseBuilder<P> {
        HouseBuilder { house: House { games: Vec::new(), players: PlayerTable::of::<P>() }, players: PhantomData }
    }

    /// All games, in the order in which they are shown.
    pub fn games(&self) -> impl Iterator<Item = &dyn AnyGame> {
        self.games.iter().map(|game| &**game)
    }

    /// The game of that name.
    ///
    /// # Errors
    /// When there is none; lists those that there are.
    pub fn find(&self, name: &str) -> Result<&dyn AnyGame, FieldError> {
        self.games().find(|game| game.about().name == name).ok_or_else(|| {
            let known: Vec<&str> = self.games().map(|game| game.about().name).collect();
            FieldError::new("game", name, known.join(", "))
        })
    }

    /// The games that are stored in files, in the order of their numbers in SGF's list; those without one come last.
    #[must_use]
    pub fn stored(&self) -> Vec<GameAbout> {
        let mut stored: Vec<GameAbout> = self.games().map(AnyGame::about).filter(|game| game.sgf.is_some()).collect();
        stored.sort_by_key(|game| game.sgf.map_or(0, |sgf| sgf.number).checked_sub(1).unwrap_or(u16::MAX));
        stored
    }

    /// Every kind of player, in the order in which they are shown.
    pub fn players(&self) -> impl Iterator<Item = PlayerAbout> {
        self.players.kinds().iter().map(PlayerSpec::about)
    }

    /// The player that helps when nobody has chosen one: MCPS, or where it is not there the first of the list.
    #[must_use]
    pub fn usual_player(&self) -> PlayerSpec {
        self.player(McpsPlayer::NAME).unwrap_or_else(|_| self.players.kinds()[0].clone())
    }

    /// Reads the spec of a player.
    ///
    /// # Errors
    /// Names the player, the parameter and what is allowed; for an unknown player, lists those that there are.
    pub fn player(&self, spec: &str) -> Result<PlayerSpec, FieldError> {
        self.players.parse(spec)
    }
}

impl fmt::Debug for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games: Vec<&str> = self.games().map(|game| game.about().name).collect();
        let players: Vec<&str> = self.players().map(|player| player.name).collect();
        f.debug_struct("House").field("games", &games).field("players", &players).finish()
    }
}

/// A house whose games are still to come: each is compiled for each of the players `P`.
pub struct HouseBuilder<P> {
    house: House,
    players: PhantomData<fn() -> P>,
}

impl<P: Players> HouseBuilder<P> {
    /// Adds a game.
    ///
    /// # Panics
    /// When there is one of that name.
    #[must_use]
    pub fn game<G: Describe + Evaluate>(self) -> Self {
        self.erased(erase::<G, P>())
    }

    /// Adds a game that has lost its type.
    ///
    /// # Panics
    /// When there is one of that name.
    #[must_use]
    pub fn erased(mut self, game: Box<dyn AnyGame>) -> Self {
        let name = game.about().name;
        assert!(self.house.find(name).is_err(), "two games have the name {name}");
        self.house.games.push(game);
        self
    }

    /// The house as it stands.
    #[must_use]
    pub fn build(self) -> House {
        self.house
    }
}

impl<P: Players> From<HouseBuilder<P>> for House {
    fn from(builder: HouseBuilder<P>) -> House {
        builder.build()
    }
}
