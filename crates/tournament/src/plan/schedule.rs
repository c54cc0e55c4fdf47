//! Which games a plan consists of: their ids, seats and seeds, the same on every machine and in every order.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

use gametree_core::{Budget, FieldError, Size, mix};

use crate::plan::openings::Openings;
use crate::plan::{Plan, PlanGame, PlanPlayer, SEED_END};
use gametree_players::Setup;

/// One entry of the tables: a game with its size, a budget and two players.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// The start.
    pub setup: Setup,
    /// What a player may spend on each move.
    pub budget: Budget,
    /// The players, `a` and `b`, in the order of the plan.
    pub players: [PlanPlayer; 2],
    /// How its games begin.
    pub openings: Openings,
    /// After how many plies a game is cut off and decided by the margin; [`gametree_players::default_max_plies`] where the plan does not say.
    pub max_plies: Option<u32>,
    /// How many games of it are asked for, half of them with each player first; 0 where none is.
    pub games: u32,
    /// Of all the above and the plan's seed; not of the number of games.
    pub hash: u64,
}

/// One game to play.
#[derive(Clone, PartialEq, Debug)]
pub struct Job {
    /// Says all of it: `hex-9-cpu=20ms-MCPS-GRAVE-<hash of the cell>-0007a`. The letter is the player that opens.
    pub id: String,
    /// The cell, as an index into the list.
    pub cell: usize,
    /// The pair within the cell.
    pub pair: u32,
    /// The player that opens, 0 for `a`, 1 for `b`.
    pub opens: usize,
    /// The pair's seed.
    pub seed: u64,
}

impl Job {
    /// The seed of a player in this game: by name, so it is the same in both seats.
    #[must_use]
    pub fn player_seed(&self, name: &str) -> u64 {
        player_seed(self.seed, name)
    }
}

/// [`Job::player_seed`], from the pair's seed.
pub(crate) fn player_seed(pair_seed: u64, name: &str) -> u64 {
    mix(&[pair_seed, xxh3_64(name.as_bytes())])
}

impl Cell {
    /// How many cores a game takes: the players think one after the other, each on as many threads as it has.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.players.iter().map(|player| player.spec.threads()).max().unwrap_or(1)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = &self.players;
        write!(f, "{} {} {} against {}", self.setup, self.budget, a.name, b.name)
    }
}

impl Plan {
    /// The cells: by game, size, budget, and pair of players, in the order of the plan.
    #[must_use]
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        let opponents = |(index, a): (usize, _)| self.players[index + 1..].iter().map(move |b| [a, b]);
        let first_players = self.pairing.first_players(self.players.len());
        let pairs: Vec<[&PlanPlayer; 2]> =
            self.players.iter().enumerate().take(first_players).flat_map(opponents).collect();
        for game in &self.games {
            for setup in &game.setups {
                for budget in &game.budgets {
                    cells.extend(pairs.iter().map(|&players| Cell::new(self, game, setup, budget, players)));
                }
            }
        }
        cells
    }

    /// The games of the cells that `only` lets through, both games of a pair together. A [`Shard`](crate::Shard) plays those
    /// whose pair it holds.
    #[must_use]
    pub fn jobs(&self, cells: &[Cell], only: Option<&Only>) -> Vec<Job> {
        let mut jobs = Vec::new();
        for (index, cell) in cells.iter().enumerate() {
            if only.is_some_and(|only| !only.matches(cell)) {
                continue;
            }
            for pair in 0..cell.games / 2 {
                jobs.extend([0, 1].map(|opens| cell.job(index, pair, opens)));
            }
        }
        jobs
    }
}

/// One pair of each cell first, then the rest as it was: whatever is wrong with a cell shows at once, and so does how long its
/// games take. `jobs` are in the order of [`Plan::jobs`].
#[must_use]
pub fn each_cell_first(jobs: Vec<Job>) -> Vec<Job> {
    let mut before = None;
    let (mut first, rest): (Vec<Job>, Vec<Job>) = jobs.into_iter().partition(|job| {
        let opens_cell = before.is_none_or(|(cell, pair)| cell != job.cell || pair == job.pair);
        if opens_cell {
            before = Some((job.cell, job.pair));
        }
        opens_cell
    });
    first.extend(rest);
    first
}

impl Cell {
    fn new(plan: &Plan, of: &PlanGame, setup: &Setup, budget: &Budget, players: [&PlanPlayer; 2]) -> Self {
        /// What the hash is of, in this order.
        #[derive(Serialize)]
        struct Identity<'a> {
            game: &'a str,
            options: Vec<(&'a String, &'a Value)>,
            size: Size,
            budget: &'a Budget,
            a: &'a PlanPlayer,
            b: &'a PlanPlayer,
            seed: u64,
            #[serde(skip_serializing_if = "Openings::is_none")]
            openings: &'a Openings,
            #[serde(skip_serializing_if = "Option::is_none")]
            max_plies: Option<u32>,
        }
        let (openings, max_plies, seed) = (&of.openings, of.max_plies, plan.seed);
        let games = of.games_of(plan.games_per_cell, setup.size(), budget);
        let [a, b] = players;
        let options = setup.options().iter().collect();
        let identity =
            Identity { game: setup.game(), options, size: setup.size(), budget, a, b, seed, openings, max_plies };
        let hash = xxh3_64(serde_json::to_string(&identity).unwrap_or_default().as_bytes());
        let (setup, players, openings) = (setup.clone(), players.map(Clone::clone), openings.clone());
        Cell { setup, budget: *budget, players, openings, max_plies, games, hash }
    }

    /// Game `opens` of pair `pair`; `index` is the cell's own.
    #[must_use]
    pub fn job(&self, index: usize, pair: u32, opens: usize) -> Job {
        let [a, b] = &self.players;
        let letter = ["a", "b"][opens];
        let Cell { setup, budget, hash, .. } = self;
        let id = format!(
            "{}-{}-{budget}-{}-{}-{:08x}-{pair:04}{letter}",
            setup.game(),
            setup.size(),
            a.name,
            b.name,
            hash >> 32
        );
        Job { id, cell: index, pair, opens, seed: mix(&[*hash, u64::from(pair)]) % SEED_END }
    }
}

/// Only some cells: `hex`, `hex/9` or `hex/9/cpu=20ms`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Only {
    /// The game.
    pub game: String,
    /// The size; all sizes without one.
    pub size: Option<Size>,
    /// The budget; all budgets without one.
    pub budget: Option<Budget>,
}

impl Only {
    /// Whether a cell is among them.
    #[must_use]
    pub fn matches(&self, cell: &Cell) -> bool {
        self.matches_start(cell.setup.game(), cell.setup.size(), &cell.budget)
    }

    pub(crate) fn matches_start(&self, game: &str, size: Size, budget: &Budget) -> bool {
        self.game == game && self.size.is_none_or(|only| only == size) && self.budget.is_none_or(|only| only == *budget)
    }

    /// Checks that some cell is among them.
    ///
    /// # Errors
    /// Lists what there is.
    pub fn check(&self, cells: &[Cell]) -> Result<(), FieldError> {
        if cells.iter().any(|cell| self.matches(cell)) {
            return Ok(());
        }
        let known = |cell: &Cell| match self.budget {
            Some(_) => format!("{}/{}/{}", cell.setup.game(), cell.setup.size(), cell.budget),
            None => format!("{}/{}", cell.setup.game(), cell.setup.size()),
        };
        let mut known: Vec<String> = cells.iter().map(known).collect();
        known.dedup();
        Err(FieldError::new("only", self, known.join(", ")))
    }
}

impl fmt::Display for Only {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.game)?;
        self.size.map_or(Ok(()), |size| write!(f, "/{size}"))?;
        self.budget.map_or(Ok(()), |budget| write!(f, "/{budget}"))
    }
}

impl FromStr for Only {
    type Err = FieldError;

    fn from_str(text: &str) -> Result<Self, FieldError> {
        let mut parts = text.splitn(3, '/');
        let game = parts.next().unwrap_or_default().to_string();
        let size = parts.next().map(str::parse).transpose()?;
        Ok(Only { game, size, budget: parts.next().map(str::parse).transpose()? })
    }
}
