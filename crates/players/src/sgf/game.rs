//! A game, read from a game tree or to be written as one.

use std::collections::BTreeMap;

use gametree_core::{Side, Size};
use toml::{Table, Value};

use super::form::SgfForm;
use super::rules::write_rules;
use super::tree::result;
use super::{Place, SgfError, SgfWarning};
use crate::game::AnyGame;
use crate::game::setup::Setup;
use crate::session::{AnySession, SetUp};

/// What a file says about a game: the main variation of one game tree.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct SgfGame {
    /// The game's name.
    pub game: &'static str,
    /// How the game is stored.
    pub form: SgfForm,
    /// The board's size.
    pub size: Option<Size>,
    /// Points for white (KM).
    pub komi: Option<f64>,
    /// The rules in words (RU).
    pub rules: Option<String>,
    /// The game's options, those that the file says something of: the komi, a swap rule, …
    pub options: Table,
    /// By option, the property that says it, as it is written, and where.
    pub said: BTreeMap<String, (Place, String)>,
    /// The handicap (HA).
    pub handicap: Option<u32>,
    /// Of black and white (PB, PW).
    pub names: [Option<String>; 2],
    /// `B+3.5`, `W+R`, `0`, … (RE)
    pub result: Option<String>,
    /// When it was played, `2026-11-30` (DT).
    pub date: Option<String>,
    /// What is said at the root (C).
    pub comment: Option<String>,
    /// What else the root says of the game: ranks, event, place, … ([`SgfGame::ABOUT`]), property and value.
    pub about: Vec<(String, String)>,
    /// The stones set up (AB, AW), as indices row by row from the top left.
    pub stones: [Vec<usize>; 2],
    /// Who begins (PL); when the file does not say, whoever makes the first move, or white after black handicap stones.
    pub to_move: Option<Side>,
    /// The moves.
    pub moves: Vec<SgfMove>,
    /// What is set up in the middle of the game, in order.
    pub setups: Vec<SgfSetup>,
    /// What was read another way than it was written, or is odd; those about the text ([`super::Tree::warnings`]) come first.
    pub warnings: Vec<SgfWarning>,
}

/// A move of an [`SgfGame`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SgfMove {
    /// By whom.
    pub side: Side,
    /// As the game writes it.
    pub text: String,
    /// What is said about it.
    pub comment: Option<String>,
    /// Where it stood in the file.
    pub place: Place,
}

/// Stones put down or taken off after a move of an [`SgfGame`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SgfSetup {
    /// The number of moves before it.
    pub before: usize,
    /// The stones put down, by side (AB, AW), as indices row by row from the top left.
    pub stones: [Vec<usize>; 2],
    /// The points emptied (AE).
    pub emptied: Vec<usize>,
    /// Whose turn it is then (PL); when the file does not say, whoever makes the next move.
    pub to_move: Option<Side>,
    /// What is said about it.
    pub comment: Option<String>,
    /// Where it stood in the file.
    pub place: Place,
}

pub(super) const MOVES: [&str; 2] = ["B", "W"];
pub(super) const NAMES: [&str; 2] = ["PB", "PW"];

impl SgfGame {
    /// Properties of the root that are kept as they are: `FF[4]`'s game info, those left out that have fields of their own.
    pub const ABOUT: [&str; 15] =
        ["AN", "BR", "BT", "CP", "EV", "GC", "GN", "ON", "OT", "PC", "RO", "SO", "US", "WR", "WT"];

    /// The setup that the file says, with the options that it leaves open as they are given.
    ///
    /// # Errors
    /// When an option that is given contradicts the file, naming both; when the file is of another game, or the game does not
    /// take the size or an option.
    pub fn setup(&self, game: &dyn AnyGame, given: &Table) -> Result<Setup, SgfError> {
        let start = Place { line: 1, column: 1 };
        let name = game.about().name;
        if name != self.game {
            return Err(SgfError::new(start, format_args!("a game of {}, not of {name}", self.game)));
        }
        let mut options = self.options.clone();
        for (name, value) in given {
            let Some(own) = options.get(name) else {
                options.insert(name.clone(), value.clone());
                continue;
            };
            if !is_same(own, value) {
                let (place, text) = self.said.get(name).cloned().unwrap_or((start, "the file".into()));
                let (own, value) = (word(own), word(value));
                let message = format_args!("{text} says {name}={own}, but {name}={value} was given");
                return Err(SgfError::new(place, message));
            }
        }
        game.setup(self.size, &options).map_err(|error| {
            let place = self.said.get(&*error.field).map_or(start, |&(place, _)| place);
            SgfError::new(place, error)
        })
    }

    /// Whether the game has a swap rule, by its rules or because somebody swaps.
    #[must_use]
    pub fn swaps(&self) -> bool {
        self.form.swap.is_some_and(|swap| self.options.get(swap.option).and_then(Value::as_str) == Some(swap.on))
    }

    /// Who has the first turn.
    #[must_use]
    pub fn first_turn(&self) -> Side {
        let handicap = !self.stones[0].is_empty() && self.stones[1].is_empty();
        let usual = if handicap { Side::Second } else { Side::First };
        self.to_move.or(self.moves.first().map(|mv| mv.side)).unwrap_or(usual)
    }

    /// Plays the first `most` moves in a session of the same game and size, from its beginning, with what is set up before,
    /// between and right after them.
    ///
    /// # Errors
    /// Names the move that is not legal; the session then stands before it. Or the stones that cannot be set up.
    pub fn play(&self, session: &mut dyn AnySession, most: usize) -> Result<(), SgfError> {
        session.clear();
        let first = self.first_turn();
        if self.stones.iter().any(|stones| !stones.is_empty()) || first != session.to_move() {
            let done = session.arrange(self.stones.clone(), first);
            done.map_err(|error| SgfError::new(Place { line: 1, column: 1 }, error))?;
        }
        let mut setups = self.setups.iter().peekable();
        for number in 0..=self.moves.len().min(most) {
            let mv = self.moves.get(number);
            while let Some(setup) = setups.next_if(|setup| setup.before <= number) {
                let SgfSetup { stones, emptied, to_move, .. } = setup;
                let next = to_move.or(mv.map(|mv| mv.side)).unwrap_or(session.to_move());
                let change = SetUp { stones: stones.clone(), emptied: emptied.clone(), to_move: next };
                // Whoever moves out of turn after that does it on the same stones.
                if to_move.is_some() || !change.lies(|point| session.stone_at(point)) {
                    session.set_up(change).map_err(|error| SgfError::new(setup.place, error))?;
                }
            }
            if let Some(mv) = mv.filter(|_| number < most) {
                let done = session.play(mv.side, &mv.text);
                done.map_err(|error| SgfError::new(mv.place, format_args!("move {}: {error}", number + 1)))?;
            }
        }
        Ok(())
    }

    /// The game in a session as it stands, without names. `None` when this format does not know the game.
    #[must_use]
    pub fn of(session: &dyn AnySession) -> Option<SgfGame> {
        let setup = session.setup();
        let about = setup.about();
        let form = SgfForm::of(about)?;
        let stones = session.stones_at_start().clone();
        let arranged = stones.iter().any(|stones| !stones.is_empty());
        let options =
            setup.options().iter().filter_map(|(name, value)| Some((name.clone(), Value::try_from(value).ok()?)));
        let setups = session.setups().into_iter().map(|(before, SetUp { stones, emptied, to_move })| SgfSetup {
            before,
            stones: stones.clone(),
            emptied: emptied.clone(),
            to_move: Some(*to_move),
            comment: None,
            place: Place::default(),
        });
        let moves = session.moves();
        // Whoever makes the first move out of turn begins.
        let begins = moves.first().map_or(session.first_turn(), |mv| mv.side);
        Some(SgfGame {
            game: about.name,
            form,
            size: Some(setup.size()),
            komi: setup.komi(),
            rules: write_rules(setup),
            options: options.collect(),
            handicap: (about.handicap && stones[0].len() > 1 && stones[1].is_empty()).then_some(stones[0].len() as u32),
            result: session.outcome().map(|outcome| result(outcome, about.scored.then(|| session.margin()))),
            to_move: (arranged || begins == Side::Second).then_some(begins),
            stones,
            setups: setups.collect(),
            moves: moves
                .into_iter()
                .map(|mv| SgfMove { side: mv.side, text: mv.text, comment: None, place: Place::default() })
                .collect(),
            ..SgfGame::default()
        })
    }

    /// Takes over what a session does not know of the game that was loaded into it: the day, the comment at the root, ranks and
    /// the like, and handicap, komi and rules as the file has them where they mean the same as the session's.
    pub fn keep(&mut self, loaded: &SgfGame) {
        (self.date, self.comment, self.about) = (loaded.date.clone(), loaded.comment.clone(), loaded.about.clone());
        self.handicap = self.handicap.or(loaded.handicap);
        let same = |name: &str| match (loaded.options.get(name), self.options.get(name)) {
            (Some(one), Some(other)) => is_same(one, other),
            (one, _) => one.is_none(),
        };
        if loaded.komi.is_some() && same("komi") {
            self.komi = loaded.komi;
        }
        // Words that do not say all of it give way to ours.
        let all = self.options.keys().all(|name| name == "komi" || loaded.options.contains_key(name) && same(name));
        if loaded.rules.is_some() && all {
            self.rules.clone_from(&loaded.rules);
        }
        for setup in &mut self.setups {
            let same = loaded.setups.iter().find(|other| {
                (other.before, &other.stones, &other.emptied) == (setup.before, &setup.stones, &setup.emptied)
            });
            setup.comment = same.and_then(|other| other.comment.clone());
        }
    }
}

/// Numbers are the same as whole numbers and as others.
fn is_same(one: &Value, other: &Value) -> bool {
    let number = |value: &Value| value.as_float().or(value.as_integer().map(|whole| whole as f64));
    match (number(one), number(other)) {
        (Some(one), Some(other)) => one == other,
        _ => one == other,
    }
}

/// As `--set` takes it.
fn word(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Float(number) => number.to_string(),
        value => value.to_string(),
    }
}
