//! `gametree play`: a game in the terminal.

mod file;
mod table;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use gametree_core::{Budget, FieldError, Side, parse_duration};
use gametree_players::{House, PlayerSpec};

use crate::color::Color;
use crate::position::{Opened, open};
use crate::setup::{SearchArgs, SetupArgs};
use table::Table;

#[derive(clap::Args)]
#[command(after_help = "Example: {bin} play {game} --size 7 --second mcps --budget cpu=1s\n\
    Type a move as the board names its points, or undo, hint, analyze, save FILE, resign, quit; help lists them.\n\
    Two players: {bin} play {lines} --first mcps --second grave --pause 500ms --save game.sgf\n\
    A game from a file: {bin} play --sgf game.sgf")]
pub struct Args {
    /// The game, as `{bin} games` lists it; with --sgf the file says it
    #[arg(required_unless_present = "sgf")]
    game: Option<String>,
    /// Board size: 9, or columns x rows as in 5x3 [default: the game's own]
    #[arg(long, allow_hyphen_values = true, conflicts_with = "sgf")]
    size: Option<String>,
    /// A game option, as `{bin} games` lists it; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// Who has the first side: person, or a player as `{bin} players` lists them
    #[arg(long, default_value = "person", value_name = "SPEC")]
    first: String,
    /// Who has the second side
    #[arg(long, default_value = "{player}", value_name = "SPEC")]
    second: String,
    #[command(flatten)]
    search: SearchArgs,
    /// Wait this long after each move when two players play
    #[arg(long, value_name = "DURATION")]
    pause: Option<String>,
    /// Go on with the game in this SGF file ({stored})
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    /// Write the game to this SGF file, after every move
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Colours on the board of hint and analyze
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    color: Color,
}

/// Who sits at a side: a player, or a person.
type Seat = Option<PlayerSpec>;

fn seat(house: &House, text: &str, search: &SearchArgs) -> Result<Seat, FieldError> {
    if text == "person" {
        return Ok(None);
    }
    search.player(house, text).map(Some).map_err(|mut error: FieldError| {
        if error.field == "player" {
            error.allowed = format!("person, {}", error.allowed);
        }
        error
    })
}

pub(crate) fn run(args: &Args, house: &House) -> anyhow::Result<String> {
    let seats = [seat(house, &args.first, &args.search)?, seat(house, &args.second, &args.search)?];
    let budget: Budget = args.search.budget.parse()?;
    let pause = args.pause.as_deref().map(parse_duration).transpose()?.unwrap_or(Duration::ZERO);
    let (game, setup, loaded) = match &args.sgf {
        Some(file) => {
            let Opened { game, setup, loaded } =
                open(file, usize::MAX, house, args.game.as_deref(), None, &args.options)?;
            (game, setup, Some(loaded))
        }
        None => {
            let (game, size, options) =
                (args.game.clone().unwrap_or_default(), args.size.clone(), args.options.clone());
            let (game, setup) = SetupArgs { game, size, options }.resolve(house)?;
            (game, setup, None)
        }
    };
    let mut table = Table::new(house, game, &setup, seats, budget, args.search.seed, pause)?;
    if args.color.is_on() {
        table.color();
    }
    if let (Some(loaded), Some(file)) = (&loaded, &args.sgf) {
        table.load(loaded).map_err(|error| anyhow::anyhow!("{}: {error}", file.display()))?;
        table.has_read(file, house);
    }
    if let Some(file) = &args.save {
        // Before the game rather than after it.
        table.record()?;
        if !table.may_write(file) && file.exists() {
            return Err(FieldError::new("save", file.display(), "a file that is not there yet").into());
        }
        table.keep(file)?;
    }
    match table.run(&mut io::stdin().lock(), &mut io::stdout().lock()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => return Err(error.into()),
        _ => (),
    }
    if let Some(file) = &args.save {
        table.save(file)?;
        let _ = writeln!(io::stderr(), "written to {}", file.display());
    }
    Ok(String::new())
}

/// `black`, `x`, `attacker`, …
fn side_name(about: &gametree_players::GameAbout, side: Side) -> &'static str {
    about.sides[side.index()]
}

#[cfg(test)]
mod tests;
