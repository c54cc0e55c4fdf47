//! Where a game loses its type: one virtual call per game above, everything below is monomorphic.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use gametree_core::{Budget, Describe, Evaluate, FieldError, Line, OptionAbout, Search, Side, Size, perft};

use crate::engine::EngineMover;
use crate::error::Error;
use crate::game::analysis::{Analysis, Analyze, analyze};
use crate::game::bench::{bench_playouts, bench_search, one_search};
use crate::game::opening::{Opening, play_text};
use crate::game::setup::{GameAbout, Setup};
use crate::game::solve::{Solve, Solved, solve};
use crate::game::{AnyGame, AnyMatch, Entrant};
use crate::play::mover::{Mover, Searcher};
use crate::play::watch::GameWatch;
use crate::play::{Chair, Ending, GameScores, play_chairs};
use crate::session::{AnySession, Session};
use crate::sgf;
use crate::spec::PlayerSpec;
use crate::spec::list::Players;

/// A game as programs that know games by name use it, for these players.
#[must_use]
pub fn erase<G: Describe + Evaluate, P: Players>() -> Box<dyn AnyGame> {
    Box::new(Erased::<G, P>(PhantomData))
}

struct Erased<G, P>(PhantomData<fn() -> (G, P)>);

impl<G: Describe + Evaluate, P: Players> Erased<G, P> {
    fn start(setup: &Setup) -> Result<G, FieldError> {
        if setup.game() != G::NAME {
            return Err(FieldError::new("game", setup.game(), G::NAME));
        }
        let options = Value::Object(setup.options.clone().into_iter().collect());
        let options = serde_json::from_value(options).map_err(|error| FieldError::new("options", error, "none"))?;
        G::start(setup.size, &options)
    }

    fn line(setup: &Setup, moves: &str) -> Result<Line<G>, Error> {
        let mut line = Line::new(Self::start(setup)?);
        play_text(&mut line, moves)?;
        Ok(line)
    }

    fn build(setup: &Setup, player: &PlayerSpec, budget: &Budget) -> Result<Box<dyn Search<G>>, FieldError> {
        build::<G, P>(setup, &Self::start(setup)?, player, budget)
    }
}

/// A player's search that can keep to the budget and fits into its memory, in games that begin with `start`.
pub(crate) fn build<G: Describe + Evaluate, P: Players>(
    setup: &Setup,
    start: &G,
    player: &PlayerSpec,
    budget: &Budget,
) -> Result<Box<dyn Search<G>>, FieldError> {
    let search = player.build_for::<G, P>(budget)?;
    check_fit(setup, start, player, &*search)?;
    Ok(search)
}

fn check_fit<G: Describe>(
    setup: &Setup,
    start: &G,
    player: &PlayerSpec,
    search: &dyn Search<G>,
) -> Result<(), FieldError> {
    search.fits(start).map_err(|error| {
        let mut error = player.named_in(error);
        error.allowed = format!("{} on {setup}", error.allowed);
        error
    })
}

impl<G: Describe + Evaluate, P: Players> AnyGame for Erased<G, P> {
    fn about(&self) -> GameAbout {
        GameAbout {
            name: G::NAME,
            about: G::ABOUT,
            rules: G::RULES,
            sides: G::SIDES,
            scored: G::SCORED,
            grid: G::GRID,
            legend: G::LEGEND,
            default_size: G::DEFAULT_SIZE,
            sizes: G::SIZES,
            bench: G::BENCH,
            sgf: G::SGF,
            swap: G::SWAP,
            handicap: G::HANDICAP,
            options: G::OPTIONS,
        }
    }

    fn setup(&self, size: Option<Size>, options: &toml::Table) -> Result<Setup, FieldError> {
        let size = size.unwrap_or(G::DEFAULT_SIZE);
        let options: G::Options = read_options(options, G::OPTIONS)?;
        G::start(size, &options)?;
        Ok(Setup { about: self.about(), size, options: write_options(&options) })
    }

    fn accepts(&self, player: &PlayerSpec, budget: &Budget) -> Result<(), FieldError> {
        match player.engine() {
            Some(_) => Ok(()),
            None => player.build_for::<G, P>(budget).map(drop),
        }
    }

    fn fits(&self, setup: &Setup, player: &PlayerSpec) -> Result<(), FieldError> {
        check_fit(setup, &Self::start(setup)?, player, &*player.build::<G, P>()?)
    }

    fn open(
        &self,
        setup: &Setup,
        players: [Entrant<'_>; 2],
        budget: &Budget,
        max_plies: Option<u32>,
    ) -> Result<Box<dyn AnyMatch>, Error> {
        let start = Self::start(setup)?;
        let mover = |player: Entrant<'_>| -> Result<Box<dyn Mover<G>>, Error> {
            Ok(match player.spec.engine() {
                Some(config) => Box::new(EngineMover::new(config, setup, player.errors.map(Path::to_path_buf))),
                None => Box::new(Searcher(Self::build(setup, player.spec, budget)?)),
            })
        };
        let [a, b] = players;
        let movers = [mover(a)?, mover(b)?];
        Ok(Box::new(Match { start, names: [a.name.into(), b.name.into()], movers, budget: *budget, max_plies }))
    }

    fn session(&self, setup: &Setup, players: &[(&PlayerSpec, &Budget)]) -> Result<Box<dyn AnySession>, Error> {
        let players = players
            .iter()
            .map(|(spec, budget)| Self::build(setup, &(*spec).clone().at_the_board(), budget))
            .collect::<Result<_, _>>()?;
        Ok(Box::new(Session::<G, P>::new(setup.clone(), Self::start, players)?))
    }

    fn check_opening(&self, setup: &Setup, moves: &str) -> Result<(), Error> {
        Opening::Moves(moves).line(&Self::start(setup)?)?;
        Ok(())
    }

    fn analyze(&self, setup: &Setup, moves: &str, request: Analyze<'_>) -> Result<Analysis, Error> {
        let line = Self::line(setup, moves)?;
        let mut search = Self::build(setup, request.player, &request.budget)?;
        Ok(analyze(&line, &mut *search, request))
    }

    fn solve(&self, setup: &Setup, moves: &str, request: &Solve<'_>) -> Result<Solved, Error> {
        solve(&Self::line(setup, moves)?, setup, request)
    }

    fn perft(&self, setup: &Setup, depth: usize) -> Result<Vec<u64>, Error> {
        Ok(perft(&Self::start(setup)?, depth))
    }

    fn bench(&self, setup: &Setup, player: Option<&PlayerSpec>, at_least: Duration) -> Result<f64, Error> {
        let start = Self::start(setup)?;
        let Some(player) = player else { return Ok(bench_playouts(&start, at_least)) };
        let mut search = player.build_for::<G, P>(&one_search(at_least))?;
        Ok(bench_search(&start, &mut *search, at_least).map_err(|error| player.named_in(error))?)
    }

    fn draw(&self, setup: &Setup, moves: &str) -> Result<String, Error> {
        Ok(Self::line(setup, moves)?.position().to_string())
    }
}

struct Match<G: Describe> {
    start: G,
    names: [String; 2],
    movers: [Box<dyn Mover<G>>; 2],
    budget: Budget,
    max_plies: Option<u32>,
}

impl<G: Describe> AnyMatch for Match<G> {
    fn play(&mut self, opens: usize, seeds: [u64; 2], opening: Opening<'_>, watch: &GameWatch) -> Ending {
        let line = match opening.line(&self.start) {
            Ok(line) => line,
            Err(error) => return Ending::Void { reason: format!("opening: {error}"), by: None },
        };
        let [a, b] = &mut self.movers;
        let chair_a = Chair { name: &self.names[0], mover: &mut **a, budget: self.budget, seed: seeds[0] };
        let chair_b = Chair { name: &self.names[1], mover: &mut **b, budget: self.budget, seed: seeds[1] };
        let chairs = if opens == Side::First.index() { [chair_a, chair_b] } else { [chair_b, chair_a] };
        let (ending, line) = play_chairs(line, chairs, self.max_plies, G::format_move, watch);
        if let Ending::Normal(outcome) = ending {
            let stop = watch.stop();
            let engines = Side::BOTH.map(|side| self.movers[side.index() ^ opens].end(&line, &stop));
            if engines.iter().any(Option::is_some) {
                let referee = sgf::result(outcome, G::SCORED.then(|| line.position().margin()));
                watch.log().scores = Some(GameScores { referee, engines });
            }
        }
        ending
    }
}

/// Options from a table, read one by one so that an error can name its key.
fn read_options<O>(table: &toml::Table, about: &[OptionAbout]) -> Result<O, FieldError>
where
    O: Default + serde::de::DeserializeOwned,
{
    let mut good = toml::Table::new();
    for (key, value) in table {
        let Some(option) = about.iter().find(|option| option.name == key) else {
            let known: Vec<&str> = about.iter().map(|option| option.name).collect();
            let known = if known.is_empty() { "no options".to_string() } else { known.join(", ") };
            return Err(FieldError::new("option", key, known));
        };
        let reads =
            |value: &toml::Value| O::deserialize(toml::Table::from_iter([(key.clone(), value.clone())])).is_ok();
        let text = text_of(value);
        let as_text = toml::Value::String(text.clone());
        let value = [value.clone(), as_text].into_iter().find(reads);
        let value = value.ok_or_else(|| FieldError::new(key, text, option.allowed))?;
        good.insert(key.clone(), value);
    }
    O::deserialize(good).map_err(|error| FieldError::new("options", error.message(), "options that go together"))
}

/// A value as one would write it after `key=`.
fn text_of(value: &toml::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

/// Every option by name. What is absent stays absent: TOML has no null.
fn write_options<O: serde::Serialize>(options: &O) -> BTreeMap<String, Value> {
    match serde_json::to_value(options) {
        Ok(Value::Object(map)) => map.into_iter().filter(|(_, value)| !value.is_null()).collect(),
        _ => BTreeMap::new(),
    }
}
