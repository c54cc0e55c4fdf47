//! `sweep`: one parameter of a player, value by value, against the same opponent.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use gametree_core::FieldError;
use gametree_players::{House, PlayerSpec};
use gametree_tournament::{Plan, Tables};
use serde_json::json;
use toml::{Table, Value};

use crate::claims::alike;
use crate::lab::Lab;
use crate::play::Session;
use crate::shell::{Exit, Usage, print};
use crate::show::{Share, Side, p_text};

/// Match every value of a player's parameter with the same opponent: is the usual one as good as its neighbours?
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game
    game: String,
    /// The board's size [default: the game's]
    #[arg(long)]
    size: Option<String>,
    /// The player whose parameter varies, with other parameters where wanted
    #[arg(long, value_name = "SPEC")]
    player: String,
    /// The parameter
    #[arg(long, value_name = "NAME")]
    parameter: String,
    /// Its values
    #[arg(long, value_name = "VALUE,VALUE,…", value_delimiter = ',', required = true)]
    values: Vec<String>,
    /// The opponent of them all
    #[arg(long, value_name = "SPEC", default_value = "mcps")]
    against: String,
    /// What each move may cost
    #[arg(long, value_name = "SPEC", default_value = "playouts=1000")]
    budget: String,
    /// Games of each value
    #[arg(long, value_name = "N", default_value_t = 200)]
    games: u32,
    /// The seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u32,
    /// The run's folder [default: runs/sweep-PARAMETER-HASH]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Games at once [default: the cores this process may use]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    jobs: Option<u16>,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn prepare(command: clap::Command, lab: &Lab) -> clap::Command {
    // A word that is no player is refused with the option's name; what it means is read again where the plan is made.
    let house = Arc::clone(&lab.house);
    let check = move |text: &str| house.player(text).map(|_| text.to_string());
    let command = command.mut_args(|arg| match arg.get_id().as_str() {
        "player" => arg.value_parser(check.clone()),
        "against" => arg.value_parser(check.clone()).default_value(lab.house.usual_player().name()),
        _ => arg,
    });
    let (program, [game, size]) = (lab.program_name(), lab.example_game());
    if lab.house.player("grave").is_err() || lab.house.player("mcps").is_err() {
        return command;
    }
    command.after_help(format!(
        "Example: {program} sweep {game} --size {size} --player grave --parameter bias --values 1e-10,1e-5,1e-3 --against mcps \
         --budget playouts=1000"
    ))
}

pub(crate) fn run(args: &Args, lab: &Lab) -> anyhow::Result<Exit> {
    let players = [lab.house.player(&args.player)?, lab.house.player(&args.against)?];
    let plan = plan(args, &players, &lab.house)?;
    let cells = plan.cells();
    let dir = args.out.clone().unwrap_or_else(|| Path::new("runs").join(plan.folder_name()));
    let session = Session { side: Side::Second, ..Session::new(lab, &plan, &cells, &dir) };
    let played = session.play(lab.settings(args.jobs, Instant::now(), None))?;
    print(&figures(args, &players, &plan, &played.tables))?;
    Ok(played.tell(lab, &dir))
}

fn plan(args: &Args, [player, against]: &[PlayerSpec; 2], house: &House) -> anyhow::Result<Plan> {
    let of_plan = |name: &str, spec: &PlayerSpec| {
        Value::Table(Table::from_iter([("name".into(), name.into()), ("spec".into(), spec.to_string().into())]))
    };
    let mut players = vec![of_plan("OPPONENT", against)];
    for (index, value) in args.values.iter().enumerate() {
        let mut spec = player.clone();
        spec.set(&args.parameter, value)?;
        if args.values[..index].contains(value) {
            return Err(FieldError::new("values", value, "each value once").into());
        }
        players.push(of_plan(&name(args, value), &spec));
    }
    let mut game = Table::from_iter([("name".to_string(), Value::from(args.game.as_str()))]);
    if let Some(size) = &args.size {
        game.insert("sizes".into(), vec![size.as_str()].into());
    }
    let text = toml::to_string(&Table::from_iter([
        ("name".to_string(), Value::from(format!("sweep-{}", args.parameter))),
        ("seed".to_string(), Value::from(i64::from(args.seed))),
        ("games_per_cell".to_string(), Value::from(i64::from(args.games))),
        ("budgets".to_string(), vec![args.budget.as_str()].into()),
        ("pairing".to_string(), "first".into()),
        ("players".to_string(), players.into()),
        ("games".to_string(), vec![Value::Table(game)].into()),
    ]))?;
    // Line and column of a text that nobody has written would puzzle; the message names field and value.
    Plan::parse(&text, "sweep", house).map_err(|error| Usage(error.message).into())
}

fn name(args: &Args, value: &str) -> String {
    format!("{}-{value}", args.parameter)
}

fn figures(args: &Args, [player, against]: &[PlayerSpec; 2], plan: &Plan, tables: &Tables) -> String {
    let of = |value: &String| {
        let cell = tables.cells.iter().find(|cell| cell.b == name(args, value))?;
        Share::of_other_side(cell)
    };
    let shares: Vec<Option<Share>> = args.values.iter().map(of).collect();
    let p = alike(&shares.iter().copied().flatten().collect::<Vec<_>>());
    if args.json {
        let row = |(value, share): (&String, &Option<Share>)| {
            json!({
                "value": value, "games": share.map_or(0, Share::games), "rate": share.map(Share::rate),
                "wilson95": share.map(Share::interval95),
            })
        };
        let rows: Vec<_> = args.values.iter().zip(&shares).map(row).collect();
        let document = json!({
            "plan": plan.to_json(), "parameter": args.parameter, "against": against.to_string(), "rows": rows,
            "homogeneity_p": p,
        });
        return format!("{document:#}\n");
    }
    let setup = &plan.cells()[0].setup;
    let mut out = format!(
        "{} of {player} against {against}, {setup}, {}, seed {}\n\n| {} | its rate, 95 % interval, (games) |\n|---|---|\n",
        args.parameter, args.budget, args.seed, args.parameter
    );
    for (value, share) in args.values.iter().zip(&shares) {
        let text = share.map_or_else(|| "no games".into(), |share| format!("{share} ({})", share.games()));
        let _ = writeln!(out, "| {value} | {text} |");
    }
    let _ = match p {
        Some(p) => writeln!(out, "\nAll values alike: {} (Pearson's test of homogeneity).", p_text(p)),
        None => writeln!(out),
    };
    out
}
