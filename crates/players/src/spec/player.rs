//! The players that a spec can name. A new algorithm adds one variant, one entry and one arm here.

use gametree_adversarial::{AlphaBeta, AlphaBetaConfig, Iterative, IterativeConfig, Minimax, MinimaxConfig};
use gametree_core::{
    Budget, Config, Control, Evaluate, FieldError, Game, Line, OptionAbout, Report, Search, Stats, StopReason,
    parse_memory,
};
use gametree_mcps::{McpsConfig, mcps};
use gametree_mcts::{FlatConfig, GraveConfig, RaveConfig, TreeConfig, UctConfig, flat, grave, rave, uct};

use crate::engine::EngineConfig;
use crate::spec::random::Random;

/// A kind of player with its parameters. Written `NAME` or `NAME:key=value,key=value`.
///
/// ```
/// use gametree_players::PlayerSpec;
/// let spec: PlayerSpec = "grave:reference=25".parse().unwrap();
/// assert!(spec.to_string().starts_with("grave:reference=25,"), "written with every default: {spec}");
/// assert_eq!(spec.to_string().parse(), Ok(spec));
/// assert!("grave:referense=25".parse::<PlayerSpec>().is_err());
/// ```
#[derive(Clone, PartialEq, Debug)]
pub enum PlayerSpec {
    /// Random moves.
    Random,
    /// Flat Monte Carlo.
    Flat(FlatConfig, TreeConfig),
    /// UCT.
    Uct(UctConfig, TreeConfig),
    /// RAVE.
    Rave(RaveConfig, TreeConfig),
    /// GRAVE.
    Grave(GraveConfig, TreeConfig),
    /// Monte Carlo Permutation Search.
    Mcps(McpsConfig, TreeConfig),
    /// Minimax to a fixed depth.
    Minimax(MinimaxConfig),
    /// Alpha-beta to a fixed depth.
    AlphaBeta(AlphaBetaConfig),
    /// Alpha-beta with iterative deepening.
    Iterative(IterativeConfig),
    /// An engine in a process of its own that speaks GTP. Only at a tournament.
    Gtp(EngineConfig),
}

/// What `gametree players` says about a kind of player.
#[derive(Clone, Copy, Debug)]
pub struct PlayerAbout {
    /// Its name in a spec.
    pub name: &'static str,
    /// One line that says what it does.
    pub about: &'static str,
    /// Where the algorithm comes from.
    pub source: &'static str,
    /// The budgets that it can keep.
    pub budgets: &'static str,
    /// Its parameters, those of the algorithm first.
    pub options: &'static [&'static [OptionAbout]],
}

const MONTE_CARLO: &str = "playouts=, cpu=, wall=";
const ADVERSARIAL: &str = "nodes=, depth=, cpu=, wall=";

/// Every kind of player, in the order of [`PlayerSpec`]'s variants.
pub const PLAYERS: &[PlayerAbout] = &[
    PlayerAbout {
        name: "random",
        about: "a random move at once",
        source: "none",
        budgets: "any; it spends nothing",
        options: &[],
    },
    PlayerAbout {
        name: "flat",
        about: "playouts spread over the candidates at the root, no tree",
        source: "Abramson 1990",
        budgets: MONTE_CARLO,
        options: &[FlatConfig::OPTIONS, TreeConfig::OPTIONS],
    },
    PlayerAbout {
        name: "uct",
        about: "UCB1 at every node of a tree",
        source: "Kocsis and Szepesvari 2006",
        budgets: MONTE_CARLO,
        options: &[UctConfig::OPTIONS, TreeConfig::OPTIONS],
    },
    PlayerAbout {
        name: "rave",
        about: "all-moves-as-first statistics of each node, mixed in by a schedule",
        source: "Gelly and Silver 2007, 2011",
        budgets: MONTE_CARLO,
        options: &[RaveConfig::OPTIONS, TreeConfig::OPTIONS],
    },
    PlayerAbout {
        name: "grave",
        about: "all-moves-as-first statistics of the nearest ancestor with enough playouts",
        source: "Cazenave 2015",
        budgets: MONTE_CARLO,
        options: &[GraveConfig::OPTIONS, TreeConfig::OPTIONS],
    },
    PlayerAbout {
        name: "mcps",
        about: "statistics of the playouts that contain the moves of the path in any order",
        source: "Cazenave 2025, arXiv 2510.06381",
        budgets: MONTE_CARLO,
        options: &[McpsConfig::OPTIONS, TreeConfig::OPTIONS],
    },
    PlayerAbout {
        name: "minimax",
        about: "looks at everything to a depth; the reference for the two below",
        source: "Shannon 1950",
        budgets: ADVERSARIAL,
        options: &[MinimaxConfig::OPTIONS],
    },
    PlayerAbout {
        name: "alphabeta",
        about: "minimax without what cannot change the result",
        source: "Knuth and Moore 1975",
        budgets: ADVERSARIAL,
        options: &[AlphaBetaConfig::OPTIONS],
    },
    PlayerAbout {
        name: "iterative",
        about: "alpha-beta to depth 1, 2, 3, … with a table; of the three the one to play in earnest",
        source: "Slate and Atkin 1977",
        budgets: ADVERSARIAL,
        options: &[IterativeConfig::OPTIONS],
    },
    PlayerAbout {
        name: "gtp",
        about: "another program that speaks GTP, in a process of its own; only at tournaments",
        source: "the Go Text Protocol, version 2, draft 2",
        budgets: "any; cpu= and wall= are told to it as a clock, no budget binds it",
        options: &[EngineConfig::OPTIONS],
    },
];

impl PlayerSpec {
    /// The player of that name with its defaults.
    ///
    /// # Errors
    /// When there is none; lists those that there are.
    pub fn named(name: &str) -> Result<Self, FieldError> {
        Ok(match name {
            "random" => PlayerSpec::Random,
            "flat" => PlayerSpec::Flat(Default::default(), Default::default()),
            "uct" => PlayerSpec::Uct(Default::default(), Default::default()),
            "rave" => PlayerSpec::Rave(Default::default(), Default::default()),
            "grave" => PlayerSpec::Grave(Default::default(), Default::default()),
            "mcps" => PlayerSpec::Mcps(Default::default(), Default::default()),
            "minimax" => PlayerSpec::Minimax(Default::default()),
            "alphabeta" => PlayerSpec::AlphaBeta(Default::default()),
            "iterative" => PlayerSpec::Iterative(Default::default()),
            "gtp" => PlayerSpec::Gtp(Default::default()),
            _ => {
                let known: Vec<&str> = PLAYERS.iter().map(|player| player.name).collect();
                return Err(FieldError::new("player", name, known.join(", ")));
            }
        })
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
        if let PlayerSpec::Flat(_, tree)
        | PlayerSpec::Uct(_, tree)
        | PlayerSpec::Rave(_, tree)
        | PlayerSpec::Grave(_, tree)
        | PlayerSpec::Mcps(_, tree) = &mut self
        {
            tree.reuse = tree.reuse.or(Some(true));
        }
        self
    }

    /// What there is to say about this kind of player.
    #[must_use]
    pub fn about(&self) -> &'static PlayerAbout {
        &PLAYERS[match self {
            PlayerSpec::Random => 0,
            PlayerSpec::Flat(..) => 1,
            PlayerSpec::Uct(..) => 2,
            PlayerSpec::Rave(..) => 3,
            PlayerSpec::Grave(..) => 4,
            PlayerSpec::Mcps(..) => 5,
            PlayerSpec::Minimax(..) => 6,
            PlayerSpec::AlphaBeta(..) => 7,
            PlayerSpec::Iterative(..) => 8,
            PlayerSpec::Gtp(..) => 9,
        }]
    }

    /// Builds the search for a game. For an engine of its own process it is one that accepts no budget.
    #[must_use]
    pub fn build<G: Evaluate>(&self) -> Box<dyn Search<G>> {
        match self {
            PlayerSpec::Random => Box::new(Random),
            PlayerSpec::Flat(config, tree) => Box::new(flat::<G>(config, tree)),
            PlayerSpec::Uct(config, tree) => Box::new(uct::<G>(config, tree)),
            PlayerSpec::Rave(config, tree) => Box::new(rave::<G>(config, tree)),
            PlayerSpec::Grave(config, tree) => Box::new(grave::<G>(config, tree)),
            PlayerSpec::Mcps(config, tree) => Box::new(mcps::<G>(config, tree)),
            PlayerSpec::Minimax(config) => Box::new(Minimax::<G>::new(config)),
            PlayerSpec::AlphaBeta(config) => Box::new(AlphaBeta::<G>::new(config)),
            PlayerSpec::Iterative(config) => Box::new(Iterative::<G>::new(config)),
            PlayerSpec::Gtp(_) => Box::new(Elsewhere),
        }
    }

    /// [`PlayerSpec::build`] for a given budget.
    ///
    /// # Errors
    /// When the player cannot keep to a limit of the budget; names the player and the limit.
    pub fn build_for<G: Evaluate>(&self, budget: &Budget) -> Result<Box<dyn Search<G>>, FieldError> {
        let search = self.build::<G>();
        search.accepts(budget).map_err(|error| self.named_in(error))?;
        Ok(search)
    }

    /// An error of the player's search, with the player named.
    pub(crate) fn named_in(&self, error: FieldError) -> FieldError {
        FieldError { field: format!("{} of player {}", error.field, self.about().name), ..error }
    }

    pub(crate) fn parts(&self) -> Vec<&dyn Keys> {
        match self {
            PlayerSpec::Random => Vec::new(),
            PlayerSpec::Flat(config, tree) => vec![config, tree],
            PlayerSpec::Uct(config, tree) => vec![config, tree],
            PlayerSpec::Rave(config, tree) => vec![config, tree],
            PlayerSpec::Grave(config, tree) => vec![config, tree],
            PlayerSpec::Mcps(config, tree) => vec![config, tree],
            PlayerSpec::Minimax(config) => vec![config],
            PlayerSpec::AlphaBeta(config) => vec![config],
            PlayerSpec::Iterative(config) => vec![config],
            PlayerSpec::Gtp(config) => vec![config],
        }
    }

    pub(crate) fn parts_mut(&mut self) -> Vec<&mut dyn Keys> {
        match self {
            PlayerSpec::Random => Vec::new(),
            PlayerSpec::Flat(config, tree) => vec![config, tree],
            PlayerSpec::Uct(config, tree) => vec![config, tree],
            PlayerSpec::Rave(config, tree) => vec![config, tree],
            PlayerSpec::Grave(config, tree) => vec![config, tree],
            PlayerSpec::Mcps(config, tree) => vec![config, tree],
            PlayerSpec::Minimax(config) => vec![config],
            PlayerSpec::AlphaBeta(config) => vec![config],
            PlayerSpec::Iterative(config) => vec![config],
            PlayerSpec::Gtp(config) => vec![config],
        }
    }
}

/// Stands for a player that is no search.
struct Elsewhere;

impl<G: Game> Search<G> for Elsewhere {
    fn accepts(&self, budget: &Budget) -> Result<(), FieldError> {
        Err(FieldError::new("budget", budget, "none here: an engine of its own process plays at tournaments only"))
    }

    fn search(&mut self, _: &Line<G>, _: &Budget, _: u64, _: &mut Control<G::Move>) -> Report<G::Move> {
        let stats = Stats::new(StopReason::Unsearched);
        Report { best: None, value: None, score: None, root: Vec::new(), pv: Vec::new(), stats }
    }
}

/// [`Config`] as an object, so that specs are read and written by one piece of code.
pub(crate) trait Keys {
    fn options(&self) -> &'static [OptionAbout];
    fn set(&mut self, key: &str, value: &str) -> Result<(), FieldError>;
    fn get(&self, key: &str) -> Option<String>;
}

impl<C: Config> Keys for C {
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
