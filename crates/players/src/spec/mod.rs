//! Players as text: `mcps:freeze_visits=30,window=10000`. A value may stand in quotation marks, in which a comma is a comma,
//! and a backslash comes before a quotation mark and before a backslash: `gtp:command="gnugo --mode gtp"`.

pub(crate) mod kind;
pub(crate) mod list;
pub(crate) mod random;
pub(crate) mod standard;
#[cfg(test)]
mod tests;
pub(crate) mod text;

use std::fmt;

use serde::{Serialize, Serializer};

use gametree_core::{Budget, Describe, Evaluate, FieldError, Search, parse_memory};

use crate::engine::{Elsewhere, EngineConfig};
use kind::{AnyPlayer, Player, PlayerAbout};
use list::Players;
use text::quote;

/// A player of some kind with its parameters. Written `NAME` or `NAME:key=value,key=value`, and read by a house
/// ([`crate::House::player`]) or a list of kinds ([`Players::parse`]).
///
/// ```
/// use gametree_players::{Players, Standard};
/// let spec = Standard::parse("grave:reference=25").unwrap();
/// assert!(spec.to_string().starts_with("grave:reference=25,"), "written with every default: {spec}");
/// assert_eq!(Standard::parse(&spec.to_string()), Ok(spec));
/// assert!(Standard::parse("grave:referense=25").is_err());
/// ```
pub struct PlayerSpec(Box<dyn AnyPlayer>);

impl PlayerSpec {
    /// This player.
    #[must_use]
    pub fn new(player: impl Player) -> Self {
        PlayerSpec(Box::new(player))
    }

    /// The name of its kind.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.0.name()
    }

    /// What there is to say about its kind.
    #[must_use]
    pub fn about(&self) -> PlayerAbout {
        self.0.about()
    }

    /// The player, if it is of this kind.
    #[must_use]
    pub fn as_kind<P: Player>(&self) -> Option<&P> {
        self.0.as_any().downcast_ref()
    }

    /// How to start it, if it is an engine in a process of its own. Only tournaments have such.
    #[must_use]
    pub fn engine(&self) -> Option<&EngineConfig> {
        self.as_kind()
    }

    /// Sets one parameter from text.
    ///
    /// # Errors
    /// Names the player, the parameter and what is allowed; for an unknown parameter, lists the known ones.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), FieldError> {
        let name = self.name();
        let mut known = Vec::new();
        for part in self.0.parameters_mut() {
            if part.options().iter().any(|option| option.name == key) {
                return part.set(key, value).map_err(|error| named_in(name, error));
            }
            known.extend(part.options().iter().map(|option| option.name));
        }
        let known = if known.is_empty() { "no parameters".to_string() } else { known.join(", ") };
        Err(FieldError::new(format_args!("parameter of player {name}"), key, known))
    }

    /// Every parameter with its value, in the order in which a spec is written.
    #[must_use]
    pub fn parameters(&self) -> Vec<(&'static str, String)> {
        self.0.parameters()
    }

    /// Sets the bound on the player's memory, if it keeps any; as `--memory` of the programs.
    ///
    /// # Errors
    /// When it is no amount of memory.
    pub fn limit_memory(&mut self, memory: &str) -> Result<(), FieldError> {
        parse_memory("memory", memory)?;
        if self.parameters().iter().any(|(key, _)| *key == "memory") {
            self.set("memory", memory)?;
        }
        Ok(())
    }

    /// The same player with its tree kept from move to move, unless its spec says otherwise: for a game at the board.
    #[must_use]
    pub fn at_the_board(mut self) -> Self {
        if self.parameters().iter().any(|(key, value)| (*key, &**value) == REUSE) {
            // A kind whose parameter of that name knows no such value stays as it is.
            let _ = self.set(REUSE.0, "true");
        }
        self
    }

    /// How many threads its search takes.
    #[must_use]
    pub fn threads(&self) -> usize {
        let parameters = self.parameters();
        let threads = parameters.iter().find(|(key, _)| *key == THREADS);
        // A kind whose parameter of that name is no number means something else by it.
        threads.and_then(|(_, number)| number.parse().ok()).unwrap_or(1).max(1)
    }

    /// Builds its search for a game; one of these kinds.
    ///
    /// # Errors
    /// When the player cannot keep to a limit of the budget, or is of another kind; names the player and the limit.
    pub fn build_for<G: Describe + Evaluate, P: Players>(
        &self,
        budget: &Budget,
    ) -> Result<Box<dyn Search<G>>, FieldError> {
        let search = self.build::<G, P>()?;
        search.accepts(budget).map_err(|error| self.named_in(error))?;
        Ok(search)
    }

    /// The same without a budget. For an engine of its own process it is a search that accepts none.
    ///
    /// # Errors
    /// When the player is of another kind.
    pub fn build<G: Describe + Evaluate, P: Players>(&self) -> Result<Box<dyn Search<G>>, FieldError> {
        let engine = || self.engine().map(|_| Box::new(Elsewhere) as Box<dyn Search<G>>);
        P::build::<G>(self).or_else(engine).ok_or_else(|| {
            let known: Vec<&str> = P::defaults().iter().map(PlayerSpec::name).collect();
            FieldError::new("player", self.name(), known.join(", "))
        })
    }

    /// Whether it can be built as it stands.
    pub(crate) fn check(&self) -> Result<(), FieldError> {
        self.0.check().map_err(|error| self.named_in(error))
    }

    /// An error of the player's search, with the player named.
    pub(crate) fn named_in(&self, error: FieldError) -> FieldError {
        named_in(self.name(), error)
    }
}

fn named_in(name: &str, mut error: FieldError) -> FieldError {
    error.field = format!("{} of player {name}", error.field);
    error
}

/// Whether a tree is kept from move to move: it is decided by who plays where.
const REUSE: (&str, &str) = ("reuse", "auto");

/// How many threads search at once.
const THREADS: &str = "threads";

/// Parameters that are younger than records of games. At these values they are left out of a spec's full form, which is hashed
/// into the records: older games stay games of the same player.
const YOUNGER: &[(&str, &str)] = &[
    REUSE,
    (THREADS, "1"),
    ("solver", "false"),
    ("forced", "false"),
    ("transpositions", "false"),
    ("leaf", "1"),
    ("policy", "uniform"),
    ("cut", "10"),
    ("prior", "0"),
    ("scale", "300"),
];

impl Clone for PlayerSpec {
    fn clone(&self) -> Self {
        self.0.again()
    }
}

impl PartialEq for PlayerSpec {
    /// Whether they are of one kind and have the same parameters.
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name() && self.parameters() == other.parameters()
    }
}

impl fmt::Display for PlayerSpec {
    /// The full form: every parameter, defaults included, in a fixed order; without those of `YOUNGER`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        let written = |(key, value): &(&str, String)| !YOUNGER.contains(&(key, value));
        for (index, (key, value)) in self.parameters().into_iter().filter(written).enumerate() {
            write!(f, "{}{key}={}", if index == 0 { ':' } else { ',' }, quote(&value))?;
        }
        Ok(())
    }
}

impl fmt::Debug for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for PlayerSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
