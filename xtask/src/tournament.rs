//! `cargo xtask tournament`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use gametree_core::{Budget, format_duration, parse_duration};
use gametree_players::{House, read_text};
use gametree_statistics::Sprt;
use gametree_tournament::{Cell, Machine, Only, Plan, RunSettings, Shard};

use crate::cell_line::Side;
use crate::emit::{Emit, Kind};
use crate::session::Session;
use crate::{Exit, Usage, report, status};

/// Play a tournament; the same command again continues it
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  cargo xtask tournament\n  cargo xtask tournament --only hex/9 --games 400 \
                        --budget playouts=1000\n  cargo xtask tournament --config my-plan.toml --out runs/mine")]
pub(crate) struct Args {
    /// A plan that comes with the program
    #[arg(long, value_enum, conflicts_with = "config")]
    preset: Option<Preset>,
    /// A plan of your own, in TOML
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The run's folder [default: runs/NAME-HASH of the plan]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Games at once [default: the cores this process may use]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=4096))]
    jobs: Option<u16>,
    /// Only the cells of this game, or of this game and size, or of this game, size and budget. The run's plan.toml keeps
    /// what was asked for, so status and merge miss nothing else; a later command may ask for more
    #[arg(long, value_name = "GAME[/SIZE[/BUDGET]]")]
    only: Option<String>,
    /// Games in each cell instead of the plan's number, with --only in each of those cells; more games extend a run that has
    /// fewer, and leave its other cells as they are
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    games: Option<u32>,
    /// One budget in place of all of the plan's, as cpu=20ms or playouts=1000
    #[arg(long, value_name = "SPEC")]
    budget: Option<String>,
    /// Bound on the memory of each player, as 512MiB, in place of its own; two players of each of the games at once have it
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true)]
    memory: Option<String>,
    /// Another seed
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Be gone after so long, as 23h50m: no game is begun that would not end in time
    #[arg(long, value_name = "DURATION", value_parser = parse_duration)]
    deadline: Option<Duration>,
    /// End each cell as soon as it is decided, for those who tune: sprt:elo0=0,elo1=20,alpha=.05,beta=.05
    #[arg(long, value_name = "RULE", value_parser = gametree_tournament::parse_sprt, conflicts_with_all = ["shard", "emit"])]
    stop: Option<Sprt>,
    /// Break a move off after so long, whatever its budget; its game is void [default: 10m and 20 times a time budget]
    #[arg(long, value_name = "DURATION", value_parser = parse_duration)]
    move_limit: Option<Duration>,
    /// Play only part I, from 0, of N; several parts of one folder may be played at once
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Print a script that plays this tournament in N parts, and play nothing
    #[arg(long, value_enum, value_name = "KIND", requires = "shards", conflicts_with_all = ["shard", "dry_run"])]
    emit: Option<Kind>,
    /// Into how many parts; never more are made than a cell has pairs of games
    #[arg(long, value_name = "N", requires = "emit")]
    shards: Option<u32>,
    /// Leave damaged records in the folder out, and play their games again
    #[arg(long)]
    skip_damaged: bool,
    /// Say what would be played and how long it takes at most, and play nothing
    #[arg(long)]
    dry_run: bool,
    /// Print tables.json instead of the tables
    #[arg(long, conflicts_with = "dry_run")]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Preset {
    /// The whole pipeline in seconds
    Smoke,
    /// MCPS against GRAVE at the five games of the paper, a few minutes on two cores (the default)
    Quick,
    /// What decides the paper's claims, by CPU time: hours on two cores
    Reproduce,
    /// The paper's protocol, 800 games a cell: work for a cluster
    Paper,
}

impl Preset {
    /// The plan and its name in errors.
    fn text(self) -> (&'static str, &'static str) {
        match self {
            Preset::Smoke => (include_str!("../plans/smoke.toml"), "smoke.toml"),
            Preset::Quick => (include_str!("../plans/quick.toml"), "quick.toml"),
            Preset::Reproduce => (include_str!("../plans/reproduce.toml"), "reproduce.toml"),
            Preset::Paper => (include_str!("../plans/paper.toml"), "paper.toml"),
        }
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Exit> {
    let begun = Instant::now();
    let games = Arc::new(gametree_games::all());
    let plan = plan(args, &games)?;
    let cells = plan.cells();
    let chosen: Vec<&Cell> = cells.iter().filter(|cell| cell.games > 0).collect();
    let dir = args.out.clone().unwrap_or_else(|| Path::new("runs").join(plan.folder_name()));
    let mut settings = RunSettings::new(Machine::here(Some(env!("GAMETREE_COMMIT"))));
    settings.jobs = args.jobs.map_or(settings.jobs, usize::from);
    settings.deadline = args.deadline.and_then(|time| begun.checked_add(time));
    settings.move_limit = args.move_limit;
    if let (Some(kind), Some(shards)) = (args.emit, args.shards) {
        let emit = Emit {
            kind,
            shards,
            jobs: args.jobs,
            skip_damaged: args.skip_damaged,
            plan: &plan,
            cells: &chosen,
            out: &dir,
        };
        crate::print(&emit.script()?)?;
        return Ok(Exit::Done);
    }
    if args.dry_run {
        crate::print(&dry_run(&plan, &chosen, &dir, settings.jobs))?;
        return Ok(Exit::Done);
    }

    let session = Session {
        games: &games,
        plan: &plan,
        cells: &cells,
        dir: &dir,
        shard: args.shard.unwrap_or(Shard::WHOLE),
        damage: status::damage(args.skip_damaged),
        sprt: args.stop,
        side: Side::First,
    };
    let played = session.play(settings)?;
    // Whoever cannot read the tables is still told how the run went.
    let printed = report::print(&played.tables, args.json);
    let exit = played.tell(&dir);
    printed.map(|()| exit)
}

fn plan(args: &Args, games: &House) -> anyhow::Result<Plan> {
    let mut plan = match &args.config {
        Some(file) => {
            let name = file.display().to_string();
            let text = read_text(file).map_err(|error| Usage(error.to_string()))?;
            Plan::parse(&text, &name, games).map_err(gametree_tournament::Error::from)?
        }
        None => {
            let (text, name) = args.preset.unwrap_or(Preset::Quick).text();
            Plan::parse(text, name, games)?
        }
    };
    if let Some(budget) = &args.budget {
        plan.set_budget(budget.parse()?, games)?;
    }
    if let Some(memory) = &args.memory {
        plan.set_memory(memory, games)?;
    }
    if let Some(seed) = args.seed {
        plan.set_seed(seed)?;
    }
    // Last: what is asked for is of the cells as they are played.
    let only: Option<Only> = args.only.as_deref().map(str::parse).transpose()?;
    plan.ask(only.as_ref(), args.games)?;
    plan.check_written(games).map_err(gametree_tournament::Error::from)?;
    Ok(plan)
}

/// What would be played. Counts per cell: the list of games may be long.
fn dry_run(plan: &Plan, cells: &[&Cell], dir: &Path, at_once: usize) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}: plan {:016x}, seed {}\n", dir.display(), plan.hash(), plan.seed());
    let mut most = Some(Duration::ZERO);
    for cell in cells {
        let games = cell.games;
        let _ = writeln!(out, "{games:6} games  {cell}");
        let moves = u32::try_from(cell.setup.size().area()).unwrap_or(u32::MAX);
        let of_cell = |limit: Duration| limit.saturating_mul(moves).saturating_mul(games);
        most = most.zip(time_limit(&cell.budget)).map(|(sum, limit)| sum.saturating_add(of_cell(limit)));
    }
    let _ = writeln!(out, "{:6} games in all", cells.iter().map(|cell| u64::from(cell.games)).sum::<u64>());
    let _ = match most {
        Some(most) => writeln!(
            out,
            "at most about {:.2} core hours if no game has more moves than its board has points, {} with {at_once} at once",
            most.as_secs_f64() / 3600.0,
            format_duration(rounded_up(most / u32::try_from(at_once).unwrap_or(1).max(1))),
        ),
        None => writeln!(out, "core hours unknown: not every budget is a time"),
    };
    let _ = writeln!(out, "\nThe plan as played:\n\n{}", plan.to_toml());
    out
}

/// To seconds, minutes or hours, whichever two or three digits say.
fn rounded_up(time: Duration) -> Duration {
    let seconds = time.as_secs().saturating_add(u64::from(time.subsec_nanos() > 0)).max(1);
    let unit = [36_000, 600].iter().zip([3600, 60]).find(|(from, _)| seconds > **from).map_or(1, |(_, unit)| unit);
    Duration::from_secs(seconds.div_ceil(unit).saturating_mul(unit))
}

pub(crate) fn time_limit(budget: &Budget) -> Option<Duration> {
    budget.cpu.into_iter().chain(budget.wall).min()
}

/// The command as it was given, to be typed again.
pub(crate) fn command() -> String {
    std::iter::once(program()).chain(std::env::args().skip(1).map(|arg| quote(&arg))).collect::<Vec<_>>().join(" ")
}

/// This program, as a command.
pub(crate) fn program() -> String {
    // `cargo run` says so in the environment.
    let cargo = std::env::var_os("CARGO").is_some();
    if cargo { "cargo xtask".to_string() } else { quote(&std::env::args().next().unwrap_or_default()) }
}

pub(crate) fn quote(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./:,+@%".contains(c);
    if !text.is_empty() && text.chars().all(plain) { text.into() } else { format!("'{}'", text.replace('\'', r"'\''")) }
}
