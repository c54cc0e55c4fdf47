//! `tournament`.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::builder::{PossibleValue, PossibleValuesParser};
use gametree_core::parse_duration;
use gametree_players::read_text;
use gametree_statistics::Sprt;
use gametree_tournament::{Cell, Only, Plan, Shard};

use super::dry_run::dry_run;
use crate::cluster::{Emit, Kind};
use crate::lab::Lab;
use crate::page::printed;
use crate::play::Session;
use crate::shell::{Exit, Usage, damage, print};
use crate::show::Side;

/// Play a tournament; the same command again continues it
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A plan that comes with the program
    #[arg(long, conflicts_with = "config")]
    preset: Option<String>,
    /// A plan of your own, in TOML
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The run's folder [default: runs/NAME-HASH of the plan]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Games at once, one a core; a player with threads=N takes N [default: the cores this process may use]
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

/// The presets with what each is for, and without any no such option.
pub(crate) fn prepare(command: clap::Command, lab: &Lab) -> clap::Command {
    let values = lab.presets.iter().map(|preset| PossibleValue::new(preset.name).help(preset.about));
    let values = PossibleValuesParser::new(values.collect::<Vec<_>>());
    let command = command.mut_args(|arg| match arg.get_id().as_str() {
        "preset" => arg.value_parser(values.clone()).hide(lab.presets.is_empty()),
        "config" => {
            let needed = lab.default_preset().is_none();
            if needed && !lab.presets.is_empty() { arg.required_unless_present("preset") } else { arg.required(needed) }
        }
        _ => arg,
    });
    let (program, [game, size]) = (lab.program_name(), lab.example_game());
    let config = if lab.default_preset().is_some() { "" } else { " --config my-plan.toml" };
    command.after_help(format!(
        "Examples:\n  {program} tournament{config}\n  {program} tournament{config} --only {game}/{size} --games 400 --budget \
         playouts=1000\n  {program} tournament --config my-plan.toml --out runs/mine"
    ))
}

pub(crate) fn run(args: &Args, lab: &Lab) -> anyhow::Result<Exit> {
    let begun = Instant::now();
    let plan = plan(args, lab)?;
    let cells = plan.cells();
    let chosen: Vec<&Cell> = cells.iter().filter(|cell| cell.games > 0).collect();
    let dir = args.out.clone().unwrap_or_else(|| Path::new("runs").join(plan.folder_name()));
    let mut settings = lab.settings(args.jobs, begun, args.deadline);
    settings.move_limit = args.move_limit;
    if let (Some(kind), Some(shards)) = (args.emit, args.shards) {
        // The cores of this machine say nothing of those that the script will have.
        args.jobs.map_or(Ok(0), |_| settings.at_once(chosen.iter().copied()))?;
        let emit = Emit {
            kind,
            shards,
            jobs: args.jobs,
            skip_damaged: args.skip_damaged,
            plan: &plan,
            cells: &chosen,
            out: &dir,
        };
        print(&emit.script(lab)?)?;
        return Ok(Exit::Done);
    }
    if args.dry_run {
        print(&dry_run(&plan, &chosen, &dir, settings.at_once(chosen.iter().copied())?))?;
        return Ok(Exit::Done);
    }

    let session = Session {
        lab,
        plan: &plan,
        cells: &cells,
        dir: &dir,
        shard: args.shard.unwrap_or(Shard::WHOLE),
        damage: damage(args.skip_damaged),
        sprt: args.stop,
        side: Side::First,
    };
    let played = session.play(settings)?;
    // Whoever cannot read the tables is still told how the run went.
    let printed = print(&printed(&played.tables, args.json));
    let exit = played.tell(lab, &dir);
    printed?;
    Ok(exit)
}

fn plan(args: &Args, lab: &Lab) -> anyhow::Result<Plan> {
    let house = &lab.house;
    let mut plan = match &args.config {
        Some(file) => {
            let name = file.display().to_string();
            let text = read_text(file).map_err(|error| Usage(error.to_string()))?;
            Plan::parse(&text, &name, house).map_err(gametree_tournament::Error::from)?
        }
        None => {
            let asked = |name: &String| lab.presets.iter().find(|preset| preset.name == name);
            let preset = args.preset.as_ref().map_or_else(|| lab.default_preset(), asked);
            // The command line has seen to it that there is one.
            let preset = preset.ok_or_else(|| Usage("no plan comes with this program: --config FILE".into()))?;
            Plan::parse(preset.plan, &preset.file(), house)?
        }
    };
    if let Some(budget) = &args.budget {
        plan.set_budget(budget.parse()?, house)?;
    }
    if let Some(memory) = &args.memory {
        plan.set_memory(memory, house)?;
    }
    if let Some(seed) = args.seed {
        plan.set_seed(seed)?;
    }
    // Last: what is asked for is of the cells as they are played.
    let only: Option<Only> = args.only.as_deref().map(str::parse).transpose()?;
    plan.ask(only.as_ref(), args.games)?;
    plan.check_written(house).map_err(gametree_tournament::Error::from)?;
    Ok(plan)
}
