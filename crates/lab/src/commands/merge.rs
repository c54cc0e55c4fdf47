//! `merge`: one run out of many folders.

use std::path::PathBuf;

use gametree_tournament::{Status, merge};

use crate::lab::Lab;
use crate::page::{printed, write_tables};
use crate::shell::{Exit, damage, print, say, say_skipped};

/// Make one run out of many folders; their order does not matter, and a second time changes nothing
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folders; they hold the same plan, up to the number of games
    #[arg(required = true)]
    dirs: Vec<PathBuf>,
    /// The folder of the run that they become
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Leave damaged records out, and say which
    #[arg(long)]
    skip_damaged: bool,
    /// Print tables.json instead of the tables
    #[arg(long)]
    json: bool,
}

pub(crate) fn prepare(command: clap::Command, lab: &Lab) -> clap::Command {
    command.after_help(format!(
        "Example: {} merge runs/host-a runs/host-b --out runs/both\n\nThe result is a run like any other: plan.toml, \
         games-merged.jsonl and the tables. House that --out holds already stay. Of a game that was played twice the record that \
         was finished first is kept, and those that went differently are reported.\n\nExit codes: 0 all games of the plan are \
         there, 3 all are there but some are void, 75 games are missing and the command that is printed plays them. What was asked \
         for in one of the folders is asked for in the result.",
        lab.program_name()
    ))
}

pub(crate) fn run(args: &Args, lab: &Lab) -> anyhow::Result<Exit> {
    let house = &lab.house;
    let merged = merge(&args.dirs, &args.out, house, damage(args.skip_damaged))?;
    say_skipped(&merged.skipped);
    for file in &merged.torn {
        say(format_args!("{}: its last record is torn and was left out", file.display()));
    }
    merged.conflicts.iter().for_each(say);
    if !merged.conflicts.is_empty() {
        say(format_args!("{} records of games that were played twice went differently", merged.conflicts.len()));
    }
    // What the merge could not read is not in its file, but may be in other files of the folder.
    let tables = write_tables(lab, &args.out, damage(args.skip_damaged))?;
    print(&printed(&tables, args.json))?;
    let status = Status::of_folder(&args.out, house, None, damage(args.skip_damaged))?;
    say(format_args!("{}: {} of {} games", args.out.display(), status.done(), status.planned()));
    if status.missing() > 0 {
        let command = lab.continuing(&args.out, args.skip_damaged);
        say(format_args!("{} games are missing; this plays them:\n  {command}", status.missing()));
    }
    Ok(Exit::of(&status))
}
