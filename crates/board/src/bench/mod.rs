//! `gametree bench`: playouts and iterations per second of CPU time.

mod against;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use gametree_core::{FieldError, Size, parse_duration};
use gametree_players::{House, PlayerSpec};
use serde::{Deserialize, Serialize};

#[derive(clap::Args)]
#[command(after_help = "Examples:\n  {bin} bench --only {game}/{size}\n  \
    {bin} bench --only {game}/{size} --against old/{bin} --rounds 15\n\
    One thread, from the empty board; 1 s of CPU time or more a row, spent by searches of a fifth of that with their memory reused.\n\
    --against runs both programs in turn, board by board, and tells how many times as fast this one is. A ratio is the geometric mean \
    of the rounds' without the highest and the lowest fifth, with its 95 % interval (Tukey and McLaughlin's; none from one round).")]
pub struct Args {
    /// Only this game, or this game at this size
    #[arg(long, value_name = "GAME[/SIZE]")]
    only: Option<String>,
    /// CPU time that a row takes, or a little more [default: 1s]
    #[arg(long, value_name = "DURATION")]
    time: Option<String>,
    /// Another build of this program, by its path, that is measured in turn with this one
    #[arg(long, value_name = "PROGRAM")]
    against: Option<PathBuf>,
    /// With --against: how often each of the two measures a board
    #[arg(long, value_name = "N", default_value_t = 15, requires = "against", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// What `--json` prints, and what [`against`] reads of another build.
#[derive(Serialize, Deserialize)]
struct Rows {
    rows: Vec<Row>,
}

#[derive(Serialize, Deserialize)]
struct Row {
    game: String,
    size: String,
    what: String,
    per_cpu_second: f64,
}

/// What a row takes, unless `--time` says otherwise.
const AT_LEAST: Duration = Duration::from_secs(1);

pub(crate) fn run(args: &Args, house: &House) -> anyhow::Result<String> {
    let at_least = args.time.as_deref().map_or(Ok(AT_LEAST), time)?;
    if let Some(program) = &args.against {
        return against::run(args, program, house);
    }
    let benched = house.players().filter(|player| player.benched).map(|player| house.player(player.name).map(Some));
    let players: Vec<Option<PlayerSpec>> = std::iter::once(Ok(None)).chain(benched).collect::<Result<_, _>>()?;
    let mut rows = Vec::new();
    for (name, size) in boards(house, args.only.as_deref())? {
        let game = house.find(&name)?;
        let setup = game.setup(size, &Default::default())?;
        for player in &players {
            let per_cpu_second = game.bench(&setup, player.as_ref(), at_least)?;
            let what = player.as_ref().map_or("playout", PlayerSpec::name).to_string();
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

fn time(text: &str) -> Result<Duration, FieldError> {
    // A search is given a fifth.
    let allowed = || FieldError::new("time", text, "a duration from 10ms to 1h, such as 200ms or 1s");
    let time = parse_duration(text).map_err(|_| allowed())?;
    if (Duration::from_millis(10)..=Duration::from_secs(3600)).contains(&time) { Ok(time) } else { Err(allowed()) }
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
