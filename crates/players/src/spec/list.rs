//! Lists of kinds of players: as types, where games lose theirs, and by name.

use gametree_core::{Describe, Evaluate, FieldError, Search};

use super::PlayerSpec;
use super::kind::Player;
use super::text::take_apart;
use crate::engine::EngineConfig;

/// A list of kinds of players, as a type: a [`Player`], or lists in a tuple, as `(Standard, Mine)`. A search is generic over its
/// game, so which players there are must be known where a game loses its type ([`crate::erase`]).
pub trait Players: 'static {
    /// Each kind with its defaults, in the order in which they are shown.
    fn defaults() -> Vec<PlayerSpec>;

    /// Builds a player's search for a game; `None` when its kind is not in the list.
    fn build<G: Describe + Evaluate>(spec: &PlayerSpec) -> Option<Box<dyn Search<G>>>;

    /// Reads a spec of one of these, or of an engine.
    ///
    /// # Errors
    /// Names the player, the parameter and what is allowed.
    fn parse(text: &str) -> Result<PlayerSpec, FieldError> {
        PlayerTable::of::<Self>().parse(text)
    }
}

impl<P: Player> Players for P {
    fn defaults() -> Vec<PlayerSpec> {
        vec![PlayerSpec::new(P::default())]
    }

    fn build<G: Describe + Evaluate>(spec: &PlayerSpec) -> Option<Box<dyn Search<G>>> {
        spec.as_kind::<P>().map(Player::build)
    }
}

macro_rules! tuples {
    ($($list:ident)*) => {
        impl<$($list: Players),*> Players for ($($list,)*) {
            fn defaults() -> Vec<PlayerSpec> {
                [$($list::defaults()),*].concat()
            }

            fn build<Game: Describe + Evaluate>(spec: &PlayerSpec) -> Option<Box<dyn Search<Game>>> {
                None$(.or_else(|| $list::build(spec)))*
            }
        }
    };
}

tuples!(A);
tuples!(A B);
tuples!(A B C);
tuples!(A B C D);
tuples!(A B C D E);
tuples!(A B C D E F);
tuples!(A B C D E F H);
tuples!(A B C D E F H I);
tuples!(A B C D E F H I J);
tuples!(A B C D E F H I J K);
tuples!(A B C D E F H I J K L);
tuples!(A B C D E F H I J K L M);

/// The kinds of players of a house by name, with engines as the last.
#[derive(Clone, Debug)]
pub(crate) struct PlayerTable(Vec<PlayerSpec>);

impl PlayerTable {
    /// # Panics
    /// When two kinds have one name.
    pub(crate) fn of<P: Players + ?Sized>() -> Self {
        let mut kinds = P::defaults();
        kinds.push(PlayerSpec::new(EngineConfig::default()));
        for (index, kind) in kinds.iter().enumerate() {
            let twice = kinds[..index].iter().any(|earlier| earlier.name() == kind.name());
            assert!(!twice, "two kinds of players have the name {}", kind.name());
        }
        PlayerTable(kinds)
    }

    /// Each kind with its defaults.
    pub(crate) fn kinds(&self) -> &[PlayerSpec] {
        &self.0
    }

    /// Reads a spec.
    pub(crate) fn parse(&self, text: &str) -> Result<PlayerSpec, FieldError> {
        // The name first: what is wrong behind a name that does not exist is of no interest.
        let name = text.split_once(':').map_or(text, |(name, _)| name);
        let Some(kind) = self.0.iter().find(|kind| kind.name() == name) else {
            let known: Vec<&str> = self.0.iter().map(PlayerSpec::name).collect();
            return Err(FieldError::new("player", name, known.join(", ")));
        };
        let mut spec = kind.clone();
        for (key, value) in take_apart(text)?.1 {
            spec.set(key, &value)?;
        }
        spec.check()?;
        Ok(spec)
    }
}
