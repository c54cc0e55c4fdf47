//! `gametree bench`: playouts and iterations per second of CPU time.

use std::fmt::Write as _;
use std::io::Write as _;

use gametree_core::{FieldError, Size};
use gametree_players::{House, PlayerSpec};
use serde::Serialize;

#[derive(clap::Args)]
#[command(after_help = "Example: {bin} bench --only {game}/{size}\n\
    One thread, from the empty board; searches of 200 ms with their memory reused, 1 s of CPU time or more a row.")]
pub struct Args {
    /// Only this game, or this game at this size
    #[arg(long, value_name = "GAME[/SIZE]")]
    only: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Rows {
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    game: String,
    size: String,
    what: &'static str,
    per_cpu_second: f64,
}

pub(crate) fn run(args: &Args, house: &House) -> anyhow::Result<String> {
    let benched = house.players().filter(|player| player.benched).map(|player| house.player(player.name).map(Some));
    let players: Vec<Option<PlayerSpec>> = std::iter::once(Ok(None)).chain(benched).collect::<Result<_, _>>()?;
    let mut rows = Vec::new();
    for (name, size) in boards(house, args.only.as_deref())? {
        let game = house.find(&name)?;
        let setup = game.setup(size, &Default::default())?;
        for player in &players {
            let per_cpu_second = game.bench(&setup, player.as_ref())?;
            let what = player.as_ref().map_or("playout", PlayerSpec::name);
            // Whole runs take a while: each row is shown when it is there, beside the result.
            let _ = writeln!(std::io::stderr(), "{setup} {what} {per_cpu_second:.0}");
            rows.push(Row { game: name.clone(), size: setup.size().to_string(), what, per_cpu_second });
        }
    }
    if args.json {
        return crate::json(&Rows { rows });
    }
    let mut text = format!("{:<12} {:>6} {:<8} {:>14}\n", "game", "size", "what", "per CPU second");
    for Row { game, size, what, per_cpu_second } in rows {
        writeln!(text, "{game:<12} {size:>6} {what:<8} {per_cpu_second:>14.0}")?;
    }
    Ok(text)
}

/// The boards that are measured: what the games name, unless `--only` names another.
fn boards(house: &House, only: Option<&str>) -> Result<Vec<(String, Option<Size>)>, FieldError> {
    let (game, size) = match only.map(|only| only.split_once('/').map_or((only, None), |(g, s)| (g, Some(s)))) {
        None => (None, None),
        Some((game, size)) => (Some(game), size.map(str::parse::<Size>).transpose()?),
    };
    if let (Some(game), Some(size)) = (game, size) {
        return Ok(vec![(game.to_string(), Some(size))]);
    }
    let listed = house.games().map(|game| game.about()).filter(|about| game.is_none_or(|game| game == about.name));
    let boards: Vec<_> =
        listed.flat_map(|about| about.bench.iter().map(move |&size| (about.name.to_string(), Some(size)))).collect();
    Ok(if let (true, Some(game)) = (boards.is_empty(), game) { vec![(game.to_string(), None)] } else { boards })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_measured_on_the_boards_that_it_names() {
        let listed = |only: Option<&str>| {
            let boards = boards(&gametree_games::all(), only).unwrap().into_iter();
            let name =
                |(game, size): (String, Option<Size>)| size.map_or(game.clone(), |size| format!("{game}/{size}"));
            boards.map(name).collect::<Vec<_>>().join(" ")
        };
        let all = "tictactoe/3 hex/7 hex/11 hex/13 hex/19 go/9 go/13 go/19 atarigo/9 nogo/9 wargame/9";
        assert_eq!(listed(None), all);
        assert_eq!((&*listed(Some("nogo")), &*listed(Some("hex/5"))), ("nogo/9", "hex/5"));
        assert_eq!(listed(Some("tree")), "tree", "which names none: its usual size");
    }
}
