//! What is to be played: games, sizes, budgets and players, with every default written out.

pub(crate) mod asked;
pub(crate) mod failures;
pub(crate) mod file;
pub(crate) mod openings;
pub(crate) mod schedule;
pub(crate) mod shard;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

use gametree_core::{Budget, FieldError, Size, format_duration};

use crate::error::PlanError;
use crate::plan::asked::Asked;
use crate::plan::failures::Failures;
use crate::plan::openings::Openings;
use gametree_players::{AnyGame, House, MOST_MOVES, PlayerSpec, Setup};

/// Seeds stay below this, so that every reader of JSON keeps them exact.
pub(crate) const SEED_END: u64 = 1 << 53;

/// More games in a cell would tell nothing more, and a mistyped number would fill the memory with ids.
pub(crate) const MOST_GAMES: u64 = 10_000_000;

/// A tournament, checked. Read from TOML by [`Plan::parse`]:
///
/// ```
/// # use gametree_players::House;
/// # use gametree_tournament::Plan;
/// # let games = House::standard().build();
/// let text = r#"
///     name = "example"
///     seed = 1                   # default 1
///     games_per_cell = 100       # default 100, half of them with each player first; a game may have a number of its own
///     budgets = ["cpu=20ms"]     # the default; a game may have budgets of its own
///     players = [{ spec = "mcps" }, { name = "OLD", spec = "grave:reference=25" }]
///     pairing = "all"            # the default: everybody against everybody; "first": the first against the others
///     failures = "void"          # the default; "loss": see [`Failures`]
///     openings = { plies = 2 }   # random, the same for both games of a pair; default none; see [`Openings`]
///     max_plies = 300            # then a game is cut off and decided by the margin; see [`gametree_players::default_max_plies`]
///
///     [[games]]
///     name = "hex"
///     sizes = [7, "9x7"]         # default: the game's
///     options = { stop_at_win = true }
/// "#;
/// let error = Plan::parse(text, "example.toml", &games).unwrap_err();
/// assert!(error.to_string().starts_with("example.toml:13:"), "this list of games is empty: {error}");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    pub(crate) name: String,
    pub(crate) seed: u64,
    pub(crate) games_per_cell: u32,
    pub(crate) players: Vec<PlanPlayer>,
    pub(crate) pairing: Pairing,
    pub(crate) failures: Failures,
    pub(crate) games: Vec<PlanGame>,
}

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pairing {
    /// Everybody against everybody.
    #[default]
    All,
    /// The first player against each of the others.
    First,
}

impl Pairing {
    /// How many of the players are matched with those after them.
    pub(crate) fn first_players(self, players: usize) -> usize {
        match self {
            Pairing::All => players,
            Pairing::First => 1,
        }
    }

    fn is_all(&self) -> bool {
        *self == Pairing::All
    }
}

/// A named player.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlanPlayer {
    /// What tables and records call it.
    pub name: String,
    /// What it is.
    pub spec: PlayerSpec,
}

/// A game of a plan.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PlanGame {
    /// One start per size; at least one, all with the same options.
    pub(crate) setups: Vec<Setup>,
    pub(crate) budgets: Vec<Budget>,
    pub(crate) openings: Openings,
    /// Where it is not [`gametree_players::default_max_plies`].
    pub(crate) max_plies: Option<u32>,
    /// Where it is not the plan's.
    pub(crate) games_per_cell: Option<u32>,
    /// What of it is asked for, in the order of its sizes and budgets; without a list all of it.
    pub(crate) asked: Option<Vec<Asked>>,
}

impl Plan {
    /// Reads a plan. `file` is its name in errors; the files that it names lie beside it.
    ///
    /// # Errors
    /// Names line, column, field, value and what is allowed.
    pub fn parse(text: &str, file: &str, house: &House) -> Result<Plan, PlanError> {
        file::parse(text, file, house)
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// From this all seeds are derived.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Games in each cell of games without a number of their own, half of them with each player first.
    #[must_use]
    pub fn games_per_cell(&self) -> u32 {
        self.games_per_cell
    }

    /// Games in all cells that are asked for.
    #[must_use]
    pub fn total_games(&self) -> u64 {
        self.cells().iter().map(|cell| u64::from(cell.games)).sum()
    }

    /// Whether a cell has more games than in another plan that is the same otherwise.
    #[must_use]
    pub fn extends(&self, other: &Plan) -> bool {
        self.cells().iter().zip(&other.cells()).any(|(here, there)| here.games > there.games)
    }

    pub(crate) fn drop_usual_numbers(&mut self) {
        for game in &mut self.games {
            game.games_per_cell = game.games_per_cell.filter(|number| *number != self.games_per_cell);
        }
    }

    /// The players, in the order of the plan.
    #[must_use]
    pub fn players(&self) -> &[PlanPlayer] {
        &self.players
    }

    /// What counts when a player fails. It is in no hash: tables can be made either way from the same records.
    #[must_use]
    pub fn failures(&self) -> Failures {
        self.failures
    }

    /// Changes the number of games of every cell that is asked for.
    ///
    /// # Errors
    /// When it is odd, 0 or over ten million.
    pub fn set_games_per_cell(&mut self, number: u32) -> Result<(), FieldError> {
        self.games_per_cell = check_games(u64::from(number))?;
        for game in &mut self.games {
            game.games_per_cell = None;
            game.asked.iter_mut().flatten().for_each(|asked| asked.games = number);
            // Where numbers differed before, all may be alike now.
            if let Some(list) = game.asked.take() {
                game.set_asked(list);
            }
        }
        self.drop_usual_numbers();
        Ok(())
    }

    /// Bounds the memory of every player that keeps any.
    ///
    /// # Errors
    /// When it is no amount of memory, or too little for a player in one of the games.
    pub fn set_memory(&mut self, memory: &str, house: &House) -> Result<(), FieldError> {
        let mut players = self.players.clone();
        players.iter_mut().try_for_each(|player| player.spec.limit_memory(memory))?;
        for setup in self.games.iter().flat_map(|game| &game.setups) {
            fit(house.find(setup.game())?, setup, &players)?;
        }
        self.players = players;
        Ok(())
    }

    /// Plays everything on one budget, and asks for all of it: another budget is another run. Starts that differed in their budgets alone become one, with the larger number of games.
    ///
    /// # Errors
    /// When a player cannot keep to it.
    pub fn set_budget(&mut self, budget: Budget, house: &House) -> Result<(), FieldError> {
        for game in &self.games {
            for player in &self.players {
                accepts(house.find(game.setups[0].game())?, player, &budget)?;
            }
        }
        let usual = self.games_per_cell;
        let mut kept: Vec<PlanGame> = Vec::new();
        for mut game in std::mem::take(&mut self.games) {
            let number = game.games_per_cell.unwrap_or(usual);
            let alike =
                |earlier: &&mut PlanGame| (&earlier.openings, earlier.max_plies) == (&game.openings, game.max_plies);
            for earlier in kept.iter_mut().filter(alike) {
                let before = game.setups.len();
                game.setups.retain(|setup| !earlier.setups.contains(setup));
                if game.setups.len() < before {
                    earlier.games_per_cell = Some(number.max(earlier.games_per_cell.unwrap_or(usual)));
                }
            }
            (game.budgets, game.asked) = (vec![budget], None);
            if !game.setups.is_empty() {
                kept.push(game);
            }
        }
        self.games = kept;
        self.drop_usual_numbers();
        Ok(())
    }

    /// Changes the seed.
    ///
    /// # Errors
    /// When it is too large to be exact in every reader of JSON.
    pub fn set_seed(&mut self, seed: u64) -> Result<(), FieldError> {
        self.seed = check_seed(seed)?;
        Ok(())
    }

    /// The plan as it is played, every default written out. Reads back as the same plan.
    ///
    /// # Panics
    /// Never: what a plan holds can be written as TOML.
    #[must_use]
    pub fn to_toml(&self) -> String {
        toml::to_string(&self.written()).expect("a plan is numbers, strings and tables")
    }

    /// Checks that the plan as written reads back as the same plan: a run whose plan does not could not be continued.
    ///
    /// # Errors
    /// Says what cannot be read, or what would be different.
    pub fn check_written(&self, house: &House) -> Result<(), PlanError> {
        const FILE: &str = "plan.toml, as it would be written";
        let again = Plan::parse(&self.to_toml(), FILE, house)?;
        if again == *self {
            return Ok(());
        }
        let mut lines = self.differences(&again);
        if lines.is_empty() {
            // Written alike, and yet not the same.
            lines.push("some value cannot be written in full, such as a time finer than a microsecond".into());
        }
        let message = format!("it would read back as another plan: {}", lines.join("; "));
        Err(PlanError { file: FILE.into(), place: None, message })
    }

    /// The plan as JSON, with its hash.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut value = serde_json::to_value(self.written()).unwrap_or_default();
        if let Value::Object(map) = &mut value {
            map.insert("hash".into(), format!("{:016x}", self.hash()).into());
        }
        value
    }

    /// A hash of all that decides how its games go: not of its name, the number of games, or what counts when a player fails.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let identity = self.identity();
        xxh3_64(serde_json::to_string(&identity).unwrap_or_default().as_bytes())
    }

    /// The folder of its run under `runs/`: `<name>-<hash>`.
    #[must_use]
    pub fn folder_name(&self) -> String {
        format!("{}-{:08x}", self.name, self.hash() >> 32)
    }

    /// What differs from another plan besides what [`Plan::hash`] leaves out: `seed: 1 here, 2 there`.
    #[must_use]
    pub fn differences(&self, other: &Plan) -> Vec<String> {
        let [here, there] = [self, other].map(|plan| {
            let identity = plan.identity();
            let mut flat = BTreeMap::new();
            flatten("", &serde_json::to_value(identity).unwrap_or_default(), &mut flat);
            flat
        });
        let keys: std::collections::BTreeSet<&String> = here.keys().chain(there.keys()).collect();
        let text = |side: &BTreeMap<String, String>, key: &String| side.get(key).map_or("nothing".into(), Clone::clone);
        keys.into_iter()
            .filter(|key| here.get(*key) != there.get(*key))
            .map(|key| format!("{key}: {} here, {} there", text(&here, key), text(&there, key)))
            .collect()
    }

    /// What decides how its games go.
    fn identity(&self) -> Written<'_> {
        // What counts when a player fails changes no game, only what is made of it.
        let failures = Failures::default();
        let mut written = Written { name: None, games_per_cell: None, failures, ..self.written() };
        written.games.iter_mut().for_each(|game| (game.games_per_cell, game.asked) = (None, None));
        written
    }

    fn written(&self) -> Written<'_> {
        let game = |game: &PlanGame| WrittenGame {
            name: game.setups[0].game(),
            sizes: game.setups.iter().map(|setup| setup.size()).collect(),
            budgets: game.budgets.clone(),
            openings: game.openings.clone(),
            max_plies: game.max_plies,
            games_per_cell: game.games_per_cell,
            options: game.setups[0].options().clone(),
            asked: game.asked_by_name(),
        };
        Written {
            name: Some(&self.name),
            seed: self.seed,
            games_per_cell: Some(self.games_per_cell),
            players: &self.players,
            pairing: self.pairing,
            failures: self.failures,
            games: self.games.iter().map(game).collect(),
        }
    }
}

/// A plan in the form of its file. Tables come last, as TOML wants them.
#[derive(Serialize)]
struct Written<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    games_per_cell: Option<u32>,
    players: &'a [PlanPlayer],
    #[serde(skip_serializing_if = "Pairing::is_all")]
    pairing: Pairing,
    #[serde(skip_serializing_if = "Failures::is_void")]
    failures: Failures,
    games: Vec<WrittenGame>,
}

#[derive(Serialize)]
struct WrittenGame {
    name: &'static str,
    sizes: Vec<Size>,
    budgets: Vec<Budget>,
    #[serde(skip_serializing_if = "Option::is_none")]
    games_per_cell: Option<u32>,
    #[serde(skip_serializing_if = "Openings::is_none")]
    openings: Openings,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_plies: Option<u32>,
    options: BTreeMap<String, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    asked: Option<BTreeMap<String, u32>>,
}

/// `games.0.sizes` and the like. Lists of texts stay in one piece.
fn flatten(key: &str, value: &Value, out: &mut BTreeMap<String, String>) {
    let below = |name: &str| if key.is_empty() { name.to_string() } else { format!("{key}.{name}") };
    match value {
        Value::Object(map) => map.iter().for_each(|(name, value)| flatten(&below(name), value, out)),
        Value::Array(list) if list.iter().any(Value::is_object) => {
            list.iter().enumerate().for_each(|(index, value)| flatten(&below(&index.to_string()), value, out));
        }
        _ => {
            out.insert(key.to_string(), value.to_string());
        }
    }
}

/// Whether a player can keep to a budget where players are compared.
pub(crate) fn accepts(game: &dyn AnyGame, player: &PlanPlayer, budget: &Budget) -> Result<(), FieldError> {
    let threads = player.spec.threads();
    match budget.cpu {
        // Under CPU time several threads do no more than one: they are for those who wait.
        Some(cpu) if threads > 1 => Err(FieldError::new(
            format_args!("budget cpu of player {}", player.name),
            format_duration(cpu),
            format_args!("playouts=, wall= for a player with threads={threads}, whose CPU time is that of all of them"),
        )),
        _ => game.accepts(&player.spec, budget),
    }
}

/// Whether every player fits into its memory.
pub(crate) fn fit(game: &dyn AnyGame, setup: &Setup, players: &[PlanPlayer]) -> Result<(), FieldError> {
    players.iter().try_for_each(|player| game.fits(setup, &player.spec))
}

pub(crate) fn check_games(number: u64) -> Result<u32, FieldError> {
    match u32::try_from(number) {
        Ok(good) if (2..=MOST_GAMES).contains(&number) && good.is_multiple_of(2) => Ok(good),
        _ => {
            let pairs = "games come in pairs with the seats swapped";
            let allowed = format_args!("an even number from 2 to {MOST_GAMES}: {pairs}");
            Err(FieldError::new("games_per_cell", number, allowed))
        }
    }
}

/// Nobody at the board plays longer, and a game that is recorded is shown there.
pub(crate) fn check_max_plies(number: u64) -> Result<u32, FieldError> {
    let most = MOST_MOVES as u64;
    match u32::try_from(number) {
        Ok(good) if (1..=most).contains(&number) => Ok(good),
        _ => Err(FieldError::new("max_plies", number, format_args!("a whole number from 1 to {most}"))),
    }
}

pub(crate) fn check_seed(seed: u64) -> Result<u64, FieldError> {
    if seed < SEED_END {
        return Ok(seed);
    }
    Err(FieldError::new("seed", seed, format_args!("a whole number from 0 to {}", SEED_END - 1)))
}
