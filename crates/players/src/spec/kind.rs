//! What a kind of player is.

use std::any::Any;
use std::fmt;

use gametree_core::{Config, Describe, Evaluate, FieldError, OptionAbout, Search};

use super::PlayerSpec;

/// A kind of player: a search with its parameters, that can be built for every game. A type that implements this and stands in
/// a list of types ([`crate::Players`]) is everywhere where ours are: in specs, plans, at the board, in tournaments.
///
/// ```
/// use gametree_core::{Config, Describe, Evaluate, FieldError, OptionAbout, Search, parse_number};
/// use gametree_mcts::{TreeConfig, UctConfig, uct};
/// use gametree_players::{Budgets, House, Parameters, Player, Standard};
///
/// /// UCT with an exploration that is stated in thousandths.
/// #[derive(Clone, PartialEq, Default, Debug)]
/// struct Milli {
///     thousandths: u32,
/// }
///
/// impl Config for Milli {
///     const OPTIONS: &'static [OptionAbout] =
///         &[OptionAbout { name: "thousandths", default: "0", allowed: "0 to 5000", about: "the exploration" }];
///
///     fn set(&mut self, key: &str, value: &str) -> Result<(), FieldError> {
///         match key {
///             "thousandths" => self.thousandths = parse_number(key, value, 0..=5000)?,
///             _ => return Err(Self::unknown(key)),
///         }
///         Ok(())
///     }
///
///     fn get(&self, key: &str) -> Option<String> {
///         (key == "thousandths").then(|| self.thousandths.to_string())
///     }
/// }
///
/// impl Player for Milli {
///     const NAME: &'static str = "milli";
///     const ABOUT: &'static str = "UCT in thousandths";
///     const BUDGETS: Budgets = Budgets::MonteCarlo;
///
///     fn parameters(&mut self) -> Vec<&mut dyn Parameters> {
///         vec![self]
///     }
///
///     fn build<G: Describe + Evaluate>(&self) -> Box<dyn Search<G>> {
///         let exploration = f64::from(self.thousandths) / 1000.0;
///         Box::new(uct(&UctConfig { exploration, ..UctConfig::default() }, &TreeConfig::default()))
///     }
/// }
///
/// let house = House::with_players::<(Standard, Milli)>().build();
/// let player = house.player("milli:thousandths=1400").unwrap();
/// assert_eq!(player.to_string(), "milli:thousandths=1400");
/// assert!(house.player("mcps").is_ok());
/// ```
pub trait Player: Clone + Default + Send + Sync + 'static {
    /// Its name in a spec; no other kind of the same house has it.
    const NAME: &'static str;
    /// One line that says what it does.
    const ABOUT: &'static str;
    /// Where the algorithm comes from.
    const SOURCE: &'static str = "none";
    /// The budgets that it can keep.
    const BUDGETS: Budgets;
    /// Whether `bench` measures its iterations.
    const BENCHED: bool = matches!(Self::BUDGETS, Budgets::MonteCarlo);

    /// Its parameters in the order in which a spec is written, those of the algorithm first.
    fn parameters(&mut self) -> Vec<&mut dyn Parameters> {
        Vec::new()
    }

    /// Whether it can be built as it stands, all its parameters being set.
    ///
    /// # Errors
    /// Names the parameter.
    fn check(&self) -> Result<(), FieldError> {
        Ok(())
    }

    /// Builds the search for a game.
    fn build<G: Describe + Evaluate>(&self) -> Box<dyn Search<G>>;
}

/// The budgets that a kind of player can keep. A search says itself what it accepts ([`Search::accepts`]); this is what is told of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budgets {
    /// Those of a search that makes playouts.
    MonteCarlo,
    /// Those of a search that looks ahead by moves.
    Adversarial,
    /// Others, in words.
    Other(&'static str),
}

impl fmt::Display for Budgets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Budgets::MonteCarlo => "playouts=, cpu=, wall=",
            Budgets::Adversarial => "nodes=, depth=, cpu=, wall=",
            Budgets::Other(words) => words,
        })
    }
}

/// What there is to say about a kind of player.
#[derive(Clone, Debug)]
pub struct PlayerAbout {
    /// Its name in a spec.
    pub name: &'static str,
    /// One line that says what it does.
    pub about: &'static str,
    /// Where the algorithm comes from.
    pub source: &'static str,
    /// The budgets that it can keep.
    pub budgets: Budgets,
    /// Whether `bench` measures its iterations.
    pub benched: bool,
    /// Its parameters, those of the algorithm first.
    pub options: Vec<OptionAbout>,
}

/// Some of a player's parameters, as text: every [`Config`], as an object.
pub trait Parameters {
    /// The keys, with defaults, what is allowed, and what they do.
    fn options(&self) -> &'static [OptionAbout];

    /// Sets one from text.
    ///
    /// # Errors
    /// Names the key when the value is not allowed.
    fn set(&mut self, key: &str, value: &str) -> Result<(), FieldError>;

    /// The value of one, as `set` reads it; `None` for an unknown key.
    fn get(&self, key: &str) -> Option<String>;
}

impl<C: Config> Parameters for C {
    fn options(&self) -> &'static [OptionAbout] {
        C::OPTIONS
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), FieldError> {
        Config::set(self, key, value)
    }

    fn get(&self, key: &str) -> Option<String> {
        Config::get(self, key)
    }
}

/// A [`Player`] as an object.
pub(super) trait AnyPlayer: Send + Sync {
    fn about(&self) -> PlayerAbout;
    fn name(&self) -> &'static str;
    fn parameters(&self) -> Vec<(&'static str, String)>;
    fn parameters_mut(&mut self) -> Vec<&mut dyn Parameters>;
    fn check(&self) -> Result<(), FieldError>;
    fn again(&self) -> PlayerSpec;
    fn as_any(&self) -> &dyn Any;
}

impl<P: Player> AnyPlayer for P {
    fn about(&self) -> PlayerAbout {
        let mut kind = self.clone();
        let options = Player::parameters(&mut kind).iter().flat_map(|part| part.options().iter().copied()).collect();
        let (name, about, source) = (P::NAME, P::ABOUT, P::SOURCE);
        PlayerAbout { name, about, source, budgets: P::BUDGETS, benched: P::BENCHED, options }
    }

    fn name(&self) -> &'static str {
        P::NAME
    }

    fn parameters(&self) -> Vec<(&'static str, String)> {
        let of_part = |part: &mut dyn Parameters| -> Vec<_> {
            part.options().iter().map(|option| (option.name, part.get(option.name).unwrap_or_default())).collect()
        };
        Player::parameters(&mut self.clone()).into_iter().flat_map(of_part).collect()
    }

    fn parameters_mut(&mut self) -> Vec<&mut dyn Parameters> {
        Player::parameters(self)
    }

    fn check(&self) -> Result<(), FieldError> {
        Player::check(self)
    }

    fn again(&self) -> PlayerSpec {
        PlayerSpec::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
