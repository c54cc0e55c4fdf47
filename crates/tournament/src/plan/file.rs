//! From the text of a plan to a [`Plan`], with errors that point into the text.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::ops::Range;
use std::path::Path;

use serde::{Deserialize, Deserializer, de};
use toml::{Spanned, Table};

use gametree_core::{Budget, FieldError, Size, nearest};

use crate::error::PlanError;
use crate::plan::asked::Asked;
use crate::plan::failures::Failures;
use crate::plan::openings::{Openings, check_plies};
use crate::plan::{Pairing, Plan, PlanGame, PlanPlayer, accepts, check_games, check_max_plies, check_seed, fit};
use gametree_players::{AnyGame, House, Setup, read_text};

const DEFAULT_SEED: u64 = 1;
const DEFAULT_GAMES: u32 = 100;
const DEFAULT_BUDGET: &str = "cpu=20ms";
const NAME: &str = "1 to 40 letters, digits and the characters _ . + and, inside, -, but not draw";

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a plan")]
struct RawPlan {
    name: Spanned<String>,
    seed: Option<Spanned<Whole>>,
    games_per_cell: Option<Spanned<Whole>>,
    budgets: Option<Spanned<Vec<Spanned<String>>>>,
    players: Spanned<Vec<Spanned<RawPlayer>>>,
    #[serde(default)]
    pairing: Pairing,
    #[serde(default)]
    failures: Failures,
    openings: Option<Spanned<RawOpenings>>,
    max_plies: Option<Spanned<Whole>>,
    games: Spanned<Vec<Spanned<RawGame>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table { spec = \"mcps\" }, with a name where one is wanted")]
struct RawPlayer {
    name: Option<Spanned<String>>,
    spec: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table { name = \"GAME\" }, with sizes, budgets and options where wanted")]
struct RawGame {
    name: Spanned<String>,
    sizes: Option<Spanned<Vec<Spanned<Size>>>>,
    budgets: Option<Spanned<Vec<Spanned<String>>>>,
    openings: Option<Spanned<RawOpenings>>,
    max_plies: Option<Spanned<Whole>>,
    games_per_cell: Option<Spanned<Whole>>,
    #[serde(default)]
    options: BTreeMap<String, Spanned<toml::Value>>,
    asked: Option<BTreeMap<String, Spanned<Whole>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "one of { plies = 2 }, { file = \"openings.txt\" }, { moves = [\"a1 b2\"] }")]
struct RawOpenings {
    plies: Option<Spanned<Whole>>,
    file: Option<Spanned<String>>,
    moves: Option<Spanned<Vec<Spanned<String>>>>,
}

/// A whole number from 0. Derived code would speak of `u64`.
struct Whole(u64);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_u64(WholeVisitor)
    }
}

struct WholeVisitor;

impl de::Visitor<'_> for WholeVisitor {
    type Value = Whole;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number from 0")
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Whole, E> {
        Ok(Whole(number))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Whole, E> {
        let error = |_| E::invalid_value(de::Unexpected::Signed(number), &self);
        u64::try_from(number).map(Whole).map_err(error)
    }
}

/// What a deserializer says about a wrong type, in the words of the file: serde calls a list a sequence, a table a map. Of the keys and
/// words that it expects, the nearest comes first.
fn in_words(message: &str) -> String {
    let Some((found, expected)) = message.rsplit_once(", expected ") else { return message.into() };
    if found.starts_with("unknown ") {
        // Names stand between backquotes: every second part is one.
        let names = |text: &'_ str| text.split('`').skip(1).step_by(2).map(str::to_string).collect::<Vec<_>>();
        let (unknown, known) = (names(found), names(expected));
        let near = unknown.first().and_then(|name| nearest(name, known.iter().map(String::as_str)));
        return match near {
            Some(name) => format!("{found}; did you mean `{name}`? expected {expected}"),
            None => format!("{found}, expected {expected}"),
        };
    }
    let mut found = found.replacen("` as i128", "`", 1).replacen("` as u128", "`", 1);
    for (name, word) in [
        ("sequence", "list"),
        ("map", "table"),
        ("string ", "text "),
        ("integer ", "number "),
        ("floating point ", "number "),
    ] {
        for kind in ["invalid type: ", "invalid value: "] {
            if let Some(value) = found.strip_prefix(kind).and_then(|rest| rest.strip_prefix(name)) {
                found = format!("{kind}{word}{value}");
            }
        }
    }
    let expected = match expected {
        "a sequence" => "a list [ … ]",
        "a map" => "a table { … }",
        "a string" => "a text \"…\"",
        other => other,
    };
    format!("{found}, expected {expected}")
}

pub(crate) fn parse(text: &str, file: &str, house: &House) -> Result<Plan, PlanError> {
    let source = Source { text, file };
    let raw: RawPlan = toml::from_str(text).map_err(|error| source.error(error.span(), in_words(error.message())))?;
    Reader { source, house }.plan(raw)
}

#[derive(Clone, Copy)]
struct Source<'a> {
    text: &'a str,
    file: &'a str,
}

impl Source<'_> {
    fn error(&self, span: Option<Range<usize>>, message: impl Display) -> PlanError {
        let place = span.map(|span| {
            let before = self.text.get(..span.start).unwrap_or(self.text);
            let line_start = before.rfind('\n').map_or(0, |at| at + 1);
            (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
        });
        PlanError { file: self.file.to_string(), place, message: message.to_string() }
    }
}

struct Reader<'a> {
    source: Source<'a>,
    house: &'a House,
}

impl Reader<'_> {
    /// The error of a check, at the place of what was checked.
    fn at<T, R>(&self, spanned: &Spanned<T>, result: Result<R, FieldError>) -> Result<R, PlanError> {
        result.map_err(|error| self.source.error(Some(spanned.span()), error))
    }

    fn plan(&self, raw: RawPlan) -> Result<Plan, PlanError> {
        let seed = match &raw.seed {
            Some(seed) => self.at(seed, check_seed(seed.get_ref().0))?,
            None => DEFAULT_SEED,
        };
        let games_per_cell = self.number_of_games(raw.games_per_cell.as_ref())?.unwrap_or(DEFAULT_GAMES);
        let name = self.name("name", &raw.name)?;
        let players = self.players(&raw.players)?;
        let mut list: Vec<PlanGame> = Vec::new();
        for raw_game in raw.games.get_ref() {
            let game = self.game(raw_game.get_ref(), &raw, &players)?;
            let twice = list.iter().any(|earlier| {
                earlier.setups.iter().any(|setup| game.setups.contains(setup))
                    && earlier.budgets.iter().any(|budget| game.budgets.contains(budget))
            });
            let error = || FieldError::new("games", game.setups[0].game(), "each game, size and budget once");
            self.at(raw_game, if twice { Err(error()) } else { Ok(()) })?;
            list.push(game);
        }
        self.some("games", &raw.games)?;
        let (pairing, failures) = (raw.pairing, raw.failures);
        let mut plan = Plan { name, seed, games_per_cell, players, pairing, failures, games: list };
        plan.drop_usual_numbers();
        Ok(plan)
    }

    fn number_of_games(&self, number: Option<&Spanned<Whole>>) -> Result<Option<u32>, PlanError> {
        number.map(|number| self.at(number, check_games(number.get_ref().0))).transpose()
    }

    fn name(&self, field: &str, text: &Spanned<String>) -> Result<String, PlanError> {
        let name = text.get_ref();
        let good = (1..=40).contains(&name.len())
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_.+-".contains(&b))
            && !name.starts_with(['-', '.'])
            && !name.ends_with('-')
            && name != "draw";
        self.at(text, if good { Ok(name.clone()) } else { Err(FieldError::new(field, name, NAME)) })
    }

    fn players(&self, raw: &Spanned<Vec<Spanned<RawPlayer>>>) -> Result<Vec<PlanPlayer>, PlanError> {
        let mut players: Vec<PlanPlayer> = Vec::new();
        for entry in raw.get_ref() {
            let RawPlayer { name, spec } = entry.get_ref();
            let parsed = self.at(spec, self.house.player(spec.get_ref()))?;
            let given = match name {
                Some(name) => self.name("player name", name)?,
                None => parsed.name().to_uppercase(),
            };
            if players.iter().any(|earlier| earlier.name == given) {
                let error = FieldError::new("player name", &given, "a name that no other player has: add name = \"…\"");
                return self.at(name.as_ref().unwrap_or(spec), Err(error));
            }
            players.push(PlanPlayer { name: given, spec: parsed });
        }
        if players.len() < 2 {
            return self.at(raw, Err(FieldError::new("players", players.len(), "two or more")));
        }
        Ok(players)
    }

    fn game(&self, raw: &RawGame, common: &RawPlan, players: &[PlanPlayer]) -> Result<PlanGame, PlanError> {
        let game = self.at(&raw.name, self.house.find(raw.name.get_ref()))?;
        let mut options = Table::new();
        for (key, value) in &raw.options {
            options.insert(key.clone(), value.get_ref().clone());
            // One more at a time, so that the error is about this one.
            self.at(value, game.setup(None, &options))?;
        }
        let mut setups = Vec::new();
        for size in raw.sizes.iter().flat_map(Spanned::get_ref) {
            let setup = self.at(size, game.setup(Some(*size.get_ref()), &options))?;
            if setups.contains(&setup) {
                return self.at(size, Err(FieldError::new("sizes", size.get_ref(), "each size once")));
            }
            self.at(size, fit(game, &setup, players))?;
            setups.push(setup);
        }
        match &raw.sizes {
            Some(sizes) => self.some("sizes", sizes)?,
            None => {
                let setup = self.at(&raw.name, game.setup(None, &options))?;
                self.at(&raw.name, fit(game, &setup, players))?;
                setups.push(setup);
            }
        }
        let mut budgets: Vec<Budget> = Vec::new();
        let written = raw.budgets.as_ref().or(common.budgets.as_ref());
        for text in written.iter().flat_map(|list| list.get_ref()) {
            let budget = self.at(text, text.get_ref().parse())?;
            for player in players {
                self.at(text, accepts(game, player, &budget))?;
            }
            if budgets.contains(&budget) {
                return self.at(text, Err(FieldError::new("budgets", budget, "each budget once")));
            }
            budgets.push(budget);
        }
        match written {
            Some(list) => self.some("budgets", list)?,
            None => {
                let budget = self.at(&raw.name, DEFAULT_BUDGET.parse())?;
                for player in players {
                    self.at(&raw.name, accepts(game, player, &budget))?;
                }
                budgets.push(budget);
            }
        }
        let openings = match raw.openings.as_ref().or(common.openings.as_ref()) {
            Some(openings) => self.openings(openings, game, &setups)?,
            None => Openings::None,
        };
        let max_plies = raw.max_plies.as_ref().or(common.max_plies.as_ref());
        let max_plies = max_plies.map(|number| self.at(number, check_max_plies(number.get_ref().0))).transpose()?;
        let games_per_cell = self.number_of_games(raw.games_per_cell.as_ref())?;
        let mut game = PlanGame { setups, budgets, openings, max_plies, games_per_cell, asked: None };
        if let Some(asked) = &raw.asked {
            let list = self.asked(&game, asked)?;
            game.set_asked(list);
        }
        Ok(game)
    }

    fn asked(&self, game: &PlanGame, raw: &BTreeMap<String, Spanned<Whole>>) -> Result<Vec<Asked>, PlanError> {
        let mut list: Vec<Asked> = Vec::new();
        for (name, number) in raw {
            let games = self.at(number, check_games(number.get_ref().0))?;
            for (size, budget) in self.at(number, game.named(name))? {
                if list.iter().any(|asked| asked.size == size && asked.budget == budget) {
                    return self.at(number, Err(FieldError::new("asked", name, "each size and budget once")));
                }
                list.push(Asked { size, budget, games });
            }
        }
        let starts: Vec<_> = game.starts().collect();
        list.sort_by_key(|asked| starts.iter().position(|start| *start == (asked.size, asked.budget)));
        Ok(list)
    }

    fn openings(
        &self,
        raw: &Spanned<RawOpenings>,
        game: &dyn AnyGame,
        setups: &[Setup],
    ) -> Result<Openings, PlanError> {
        let check = |text: &str| -> Result<String, String> {
            for setup in setups {
                game.check_opening(setup, text).map_err(|error| format!("openings: {text}: in {setup}: {error}"))?;
            }
            Ok(text.split_whitespace().collect::<Vec<_>>().join(" "))
        };
        match raw.get_ref() {
            RawOpenings { plies: Some(plies), file: None, moves: None } => {
                Ok(Openings::Plies(self.at(plies, check_plies(plies.get_ref().0))?))
            }
            RawOpenings { plies: None, file: None, moves: Some(list) } => {
                self.some("openings.moves", list)?;
                let line = |text: &Spanned<String>| {
                    check(text.get_ref()).map_err(|message| self.source.error(Some(text.span()), message))
                };
                Ok(Openings::Moves(list.get_ref().iter().map(line).collect::<Result<_, _>>()?))
            }
            RawOpenings { plies: None, file: Some(name), moves: None } => {
                let path = Path::new(self.source.file).parent().unwrap_or(Path::new("")).join(name.get_ref());
                let fault = |message: String| self.source.error(Some(name.span()), message);
                let text = read_text(&path).map_err(|error| fault(format!("openings.file: {error}")))?;
                let lines: Vec<String> = Openings::lines(&text)
                    .map(|(number, line)| {
                        let file = path.display().to_string();
                        check(line).map_err(|message| PlanError { file, place: Some((number, 1)), message })
                    })
                    .collect::<Result<_, _>>()?;
                if lines.is_empty() {
                    return Err(fault(format!("openings.file: {}: there is no opening in it", path.display())));
                }
                Ok(Openings::Moves(lines))
            }
            _ => self.at(raw, Err(FieldError::new("openings", "", "one of plies, file and moves"))),
        }
    }

    fn some<T>(&self, field: &str, list: &Spanned<Vec<T>>) -> Result<(), PlanError> {
        let empty = list.get_ref().is_empty();
        self.at(list, if empty { Err(FieldError::new(field, "", "at least one")) } else { Ok(()) })
    }
}
