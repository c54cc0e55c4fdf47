//! `report`: tables and a page from the records alone.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use gametree_players::{House, sgf::write_trees, write_whole};
use gametree_tournament::{Damage, GameRecord, read_records_with, replay};

use crate::lab::Lab;
use crate::page::{printed, write_tables};
use crate::shell::{Exit, damage, print, say};

/// Make tables.md, tables.csv, tables.json and report.html in a run's folder, from its records alone
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The run's folder
    dir: PathBuf,
    /// Print tables.json instead of the tables
    #[arg(long)]
    json: bool,
    /// Leave damaged records out, and say which
    #[arg(long)]
    skip_damaged: bool,
    /// Also write every game that SGF can hold into this folder, a file for each, named by its id
    #[arg(long, value_name = "DIR")]
    sgf: Option<PathBuf>,
}

pub(crate) fn prepare(command: clap::Command, lab: &Lab) -> clap::Command {
    let (program, run) = (lab.program_name(), lab.example_run());
    let stored = in_words(&lab.house.stored().iter().filter_map(|game| Some(game.sgf?.name)).collect::<Vec<_>>());
    let help = format!("Also write every game of {stored} into this folder, a file for each, named by its id");
    let command = command.mut_arg("sgf", |arg| arg.help(help));
    command.after_help(format!("Examples:\n  {program} report {run}\n  {program} report {run} --sgf games"))
}

/// `a`, `a and b`, `a, b and c`.
fn in_words(names: &[&str]) -> String {
    match names {
        [] => "none".into(),
        [name] => (*name).into(),
        [names @ .., last] => format!("{} and {last}", names.join(", ")),
    }
}

pub(crate) fn run(args: &Args, lab: &Lab) -> anyhow::Result<Exit> {
    let tables = write_tables(lab, &args.dir, damage(args.skip_damaged))?;
    let mut failed = 0;
    if let Some(folder) = &args.sgf {
        let written = write_sgf(&args.dir, folder, &lab.house, damage(args.skip_damaged))?;
        written.tell(folder);
        failed = written.failed;
    }
    print(&printed(&tables, args.json))?;
    Ok(match (failed, tables.voids()) {
        (1.., _) => Exit::Failed,
        (0, 1..) => Exit::Voids,
        (0, 0) => Exit::Done,
    })
}

/// How many games were written as SGF, are of games that the format does not know, and could not be written.
#[derive(Default)]
struct Written {
    written: usize,
    others: usize,
    failed: usize,
}

impl Written {
    fn tell(&self, folder: &Path) {
        let Written { written, others, failed } = *self;
        let others = if others > 0 { format!("; {others} are of games that SGF does not know") } else { String::new() };
        let failed = if failed > 0 { format!("; {failed} could not be written") } else { String::new() };
        say(format_args!("{written} games written to {}{others}{failed}", folder.display()));
    }
}

/// Writes the games as SGF. Those that cannot be written are named, and the others are written all the same.
fn write_sgf(dir: &Path, folder: &Path, house: &House, damage: Damage) -> anyhow::Result<Written> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let write = |record: &GameRecord| -> anyhow::Result<bool> {
        let Some(game) = replay(record, house)?.sgf()? else { return Ok(false) };
        // The name comes from a file: it must not lead elsewhere.
        let name = record.id.replace(['/', '\\'], "_");
        write_whole(&folder.join(format!("{name}.sgf")), &write_trees(&[game.tree()]))?;
        Ok(true)
    };
    let mut count = Written::default();
    read_records_with(dir, damage, &mut |record| match write(&record) {
        Ok(true) => count.written += 1,
        Ok(false) => count.others += 1,
        Err(error) => {
            say(format_args!("error: game {}: {error:#}", record.id));
            count.failed += 1;
        }
    })?;
    Ok(count)
}
