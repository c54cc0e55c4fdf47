//! The position that a command looks at: moves from a start, or a game in a file.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use gametree_core::{FieldError, Side, Size};
use gametree_players::{
    AnyGame, AnySession, House, Setup, parse_options,
    sgf::{MOST_BYTES, SgfError, SgfGame, SgfWarning, read_trees},
};
use serde::Serialize;

use crate::setup::SetupArgs;

/// Which game, and where in it.
#[derive(clap::Args)]
pub(crate) struct PositionArgs {
    /// The game, as `{bin} games` lists it; with --sgf the file says it
    #[arg(required_unless_present = "sgf")]
    game: Option<String>,
    /// Board size: 9, or columns x rows as in 5x3 [default: the game's own]
    #[arg(long, allow_hyphen_values = true)]
    size: Option<String>,
    /// A game option, as `{bin} games` lists it; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// Moves from the start, separated by spaces
    #[arg(long, default_value = "", conflicts_with = "sgf")]
    moves: String,
    /// The game in this SGF file ({stored}) as it ends; size and options are the file's
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    /// The game in the file after so many moves
    #[arg(long, value_name = "N", requires = "sgf")]
    ply: Option<usize>,
}

/// A game as it stands, with what its file's reader had to say.
pub(crate) struct Position {
    pub(crate) session: Box<dyn AnySession>,
    pub(crate) warnings: Vec<SgfWarning>,
}

impl PositionArgs {
    /// Whether the game is one in a file.
    pub(crate) fn is_in_a_file(&self) -> bool {
        self.sgf.is_some()
    }

    /// The game, its start, and the position.
    pub(crate) fn resolve<'a>(&self, house: &'a House) -> anyhow::Result<(&'a dyn AnyGame, Setup, Position)> {
        let Some(file) = &self.sgf else {
            let game = self.game.clone().unwrap_or_default();
            let args = SetupArgs { game, size: self.size.clone(), options: self.options.clone() };
            let (game, setup) = args.resolve(house)?;
            let mut session = game.session(&setup, &[])?;
            for text in self.moves.split([' ', ',', '\n', '\t']).filter(|text| !text.is_empty()) {
                let side = session.to_move();
                session.play(side, text)?;
            }
            return Ok((game, setup, Position { session, warnings: Vec::new() }));
        };
        let most = self.ply.unwrap_or(usize::MAX);
        let Opened { game, setup, loaded } =
            open(file, most, house, self.game.as_deref(), self.size.as_deref(), &self.options)?;
        if self.ply.is_some_and(|ply| ply > loaded.moves.len()) {
            let allowed = format_args!("a number from 0 to {}, the moves in {}", loaded.moves.len(), file.display());
            return Err(FieldError::new("ply", most, allowed).into());
        }
        let mut session = game.session(&setup, &[])?;
        loaded.play(&mut *session, most).map_err(|error| in_file(file, &error))?;
        Ok((game, setup, Position { session, warnings: loaded.warnings }))
    }
}

/// What the JSON of a command says of the position that it looked at.
#[derive(Serialize)]
pub(crate) struct Told<T> {
    #[serde(flatten)]
    found: T,
    /// The moves from the start, as the game writes them; left out where the result has a field of that name, and `null` where it
    /// would have one if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Option<Vec<String>>>,
    to_move: &'static str,
    warnings: Vec<ToldWarning>,
}

#[derive(Serialize)]
struct ToldWarning {
    line: u32,
    column: u32,
    text: String,
}

impl<T> Told<T> {
    /// The same where `moves` is a field of the result that may be asked for. Only of a game in a file does it hold the moves played.
    pub(crate) fn with_moves_of_its_own(self, asked: bool, from_file: bool) -> Self {
        let moves = if asked { None } else { Some(self.moves.flatten().filter(|_| from_file)) };
        Told { moves, ..self }
    }
}

impl Position {
    /// A result with the position that it is about.
    pub(crate) fn told<T>(self, found: T) -> Told<T> {
        let moves = Some(Some(self.session.moves().into_iter().map(|mv| mv.text).collect()));
        let to_move = if self.session.to_move() == Side::First { "first" } else { "second" };
        let told = |SgfWarning { place, text }| ToldWarning { line: place.line, column: place.column, text };
        Told { found, moves, to_move, warnings: self.warnings.into_iter().map(told).collect() }
    }
}

/// A game in a file, before its first move.
pub(crate) struct Opened<'a> {
    pub(crate) game: &'a dyn AnyGame,
    pub(crate) setup: Setup,
    pub(crate) loaded: SgfGame,
}

/// Reads the first game of a file, as [`read_game`]. The game, its size and
/// its options are the file's; what is given by hand must agree, and fills in what the file leaves open.
pub(crate) fn open<'a>(
    file: &Path,
    most: usize,
    house: &'a House,
    game: Option<&str>,
    size: Option<&str>,
    options: &[String],
) -> anyhow::Result<Opened<'a>> {
    let loaded = read_game(file, house, most)?;
    if let Some(wanted) = game.filter(|wanted| *wanted != loaded.game) {
        return Err(
            FieldError::new("game", wanted, format_args!("{}, which is in {}", loaded.game, file.display())).into()
        );
    }
    let wanted = size.map(str::parse::<Size>).transpose()?;
    if let Some((wanted, own)) = wanted.zip(loaded.size).filter(|(wanted, own)| wanted != own) {
        return Err(FieldError::new("size", wanted, format_args!("{own}, which is in {}", file.display())).into());
    }
    let game = house.find(loaded.game)?;
    let given = parse_options(options)?;
    if !given.is_empty() {
        // What is wrong by itself is no fault of the file's.
        game.setup(loaded.size, &given)?;
    }
    let setup = match loaded.setup(game, &given) {
        Ok(setup) => setup,
        Err(error) if loaded.setup(game, &Default::default()).is_ok() => {
            let allowed = format_args!("what the file says; {}: {error}", file.display());
            return Err(FieldError::new("set", options.join(" "), allowed).into());
        }
        Err(error) => return Err(in_file(file, &error)),
    };
    Ok(Opened { game, setup, loaded })
}

/// The first game of a file up to so many moves, or the first if there are none to be: what comes after them may be anything. What
/// was read otherwise than it was written is told on standard error.
pub(crate) fn read_game(file: &Path, house: &House, most: usize) -> anyhow::Result<SgfGame> {
    let game = load(file, house, most)?;
    for warning in &game.warnings {
        warn(format_args!("{}: {warning}", file.display()));
    }
    Ok(game)
}

fn load(file: &Path, house: &House, most: usize) -> anyhow::Result<SgfGame> {
    let name = file.display();
    let mut bytes = Vec::new();
    // One more than is allowed, so that a larger file is noticed, and never held in memory.
    let opened = File::open(file).with_context(|| name.to_string())?;
    opened.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes).with_context(|| name.to_string())?;
    let trees = read_trees(&bytes).map_err(|error| in_file(file, &error))?;
    SgfGame::read_first(&trees[0], house, most).map_err(|error| in_file(file, &error))
}

fn in_file(file: &Path, error: &SgfError) -> anyhow::Error {
    anyhow!("{}: {error}", file.display())
}

/// A line on standard error about what is odd and goes on.
pub(crate) fn warn(text: impl std::fmt::Display) {
    let _ = writeln!(io::stderr(), "warning: {text}");
}
