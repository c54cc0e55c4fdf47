//! `cargo xtask report`: tables from the records alone.

use std::path::{Path, PathBuf};

use gametree_tournament::{Damage, Games, TableBuilder, Tables, read_plan, read_records_with, write_whole};

use crate::Exit;
use crate::status::damage;

/// Make tables.md, tables.csv and tables.json in a run's folder, from its records alone
#[derive(clap::Args)]
#[command(after_help = "Example: cargo xtask report runs/quick-0123abcd")]
pub(crate) struct Args {
    /// The run's folder
    dir: PathBuf,
    /// Print tables.json instead of the tables
    #[arg(long)]
    json: bool,
    /// Leave damaged records out, and say which
    #[arg(long)]
    skip_damaged: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Exit> {
    let tables = write(&args.dir, &gametree_games::all(), damage(args.skip_damaged))?;
    print(&tables, args.json)?;
    Ok(if tables.voids() > 0 { Exit::Voids } else { Exit::Done })
}

/// Writes the tables into the folder.
pub(crate) fn write(dir: &Path, games: &Games, damage: Damage) -> anyhow::Result<Tables> {
    // The plan only names the run: a folder of records without one has tables too.
    let plan = if dir.join("plan.toml").exists() { Some(read_plan(dir, games)?.to_json()) } else { None };
    let mut builder = TableBuilder::default();
    let skipped = read_records_with(dir, damage, &mut |record| builder.add(&record))?;
    crate::say_skipped(&skipped);
    let tables = Tables::new(plan, builder.finish());
    write_whole(&dir.join("tables.json"), &tables.to_json())?;
    write_whole(&dir.join("tables.csv"), &tables.to_csv())?;
    write_whole(&dir.join("tables.md"), &tables.to_markdown())?;
    Ok(tables)
}

pub(crate) fn print(tables: &Tables, json: bool) -> anyhow::Result<()> {
    crate::print(&if json { tables.to_json() } else { tables.to_markdown() })
}
