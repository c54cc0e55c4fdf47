//! `gametree games` and `gametree players`: what there is.

use std::fmt::Write;

use gametree_core::OptionAbout;
use gametree_players::House;
use serde::Serialize;

use crate::program::Program;

#[derive(clap::Args)]
#[command(after_help = "Example: {bin} games --json")]
pub struct Args {
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
pub(crate) struct OptionRow {
    name: &'static str,
    default: &'static str,
    allowed: &'static str,
    about: &'static str,
}

pub(crate) fn rows(options: &[OptionAbout]) -> Vec<OptionRow> {
    let row =
        |&OptionAbout { name, default, allowed, about }: &OptionAbout| OptionRow { name, default, allowed, about };
    options.iter().map(row).collect()
}

pub(crate) fn write_options(text: &mut String, options: &[OptionRow]) -> std::fmt::Result {
    for option in options {
        writeln!(text, "    {}={}  ({})", option.name, option.default, option.allowed)?;
        writeln!(text, "        {}", option.about)?;
    }
    Ok(())
}

#[derive(Serialize)]
struct GameList {
    games: Vec<GameRow>,
}

#[derive(Serialize)]
struct GameRow {
    name: &'static str,
    about: &'static str,
    sides: [&'static str; 2],
    sizes: &'static str,
    default_size: String,
    options: Vec<OptionRow>,
}

pub(crate) fn games(args: &Args, house: &House, program: Program) -> anyhow::Result<String> {
    let games: Vec<GameRow> = house
        .games()
        .map(|game| game.about())
        .map(|about| GameRow {
            name: about.name,
            about: about.about,
            sides: about.sides,
            sizes: about.sizes,
            default_size: about.default_size.to_string(),
            options: rows(about.options),
        })
        .collect();
    if args.json {
        return crate::json(&GameList { games });
    }
    let mut text = String::new();
    for game in &games {
        writeln!(text, "{}: {}", game.name, game.about)?;
        writeln!(text, "    {} against {}", game.sides[0], game.sides[1])?;
        writeln!(text, "    size={}  ({})", game.default_size, game.sizes)?;
        write_options(&mut text, &game.options)?;
    }
    writeln!(text, "How a game is played: {} rules GAME", program.name())?;
    Ok(text)
}

#[derive(Serialize)]
struct PlayerList {
    players: Vec<PlayerRow>,
}

#[derive(Serialize)]
struct PlayerRow {
    name: &'static str,
    about: &'static str,
    source: &'static str,
    budgets: String,
    options: Vec<OptionRow>,
}

pub(crate) fn players(args: &Args, house: &House) -> anyhow::Result<String> {
    let players: Vec<PlayerRow> = house
        .players()
        .map(|about| PlayerRow {
            name: about.name,
            about: about.about,
            source: about.source,
            budgets: about.budgets.to_string(),
            options: rows(&about.options),
        })
        .collect();
    if args.json {
        return crate::json(&PlayerList { players });
    }
    let mut text = String::new();
    for player in &players {
        writeln!(text, "{}: {}", player.name, player.about)?;
        writeln!(text, "    source: {}; budgets: {}", player.source, player.budgets)?;
        write_options(&mut text, &player.options)?;
    }
    Ok(text)
}
