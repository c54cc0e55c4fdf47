//! `cargo xtask report`: tables and a page from the records alone.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use gametree_players::{House, sgf::write_trees, write_whole};
use gametree_tournament::{
    Damage, Error, GameRecord, Plan, TableBuilder, Tables, read_plan, read_records_with, replay,
};

use crate::page::{Page, Survey};
use crate::status::damage;
use crate::{Exit, Usage, reproduce};

/// Make tables.md, tables.csv, tables.json and report.html in a run's folder, from its records alone
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  cargo xtask report runs/quick-0123abcd\n  \
                        cargo xtask report runs/quick-0123abcd --sgf games")]
pub(crate) struct Args {
    /// The run's folder
    dir: PathBuf,
    /// Print tables.json instead of the tables
    #[arg(long)]
    json: bool,
    /// Leave damaged records out, and say which
    #[arg(long)]
    skip_damaged: bool,
    /// Also write every game of Go, AtariGo, NoGo and Hex into this folder, a file for each, named by its id
    #[arg(long, value_name = "DIR")]
    sgf: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Exit> {
    let games = gametree_games::all();
    let tables = write(&args.dir, &games, damage(args.skip_damaged))?;
    let mut failed = 0;
    if let Some(folder) = &args.sgf {
        let written = write_sgf(&args.dir, folder, &games, damage(args.skip_damaged))?;
        written.tell(folder);
        failed = written.failed;
    }
    print(&tables, args.json)?;
    Ok(match (failed, tables.voids()) {
        (1.., _) => Exit::Failed,
        (0, 1..) => Exit::Voids,
        (0, 0) => Exit::Done,
    })
}

/// Writes the tables and the page into the folder.
pub(crate) fn write(dir: &Path, games: &House, damage: Damage) -> anyhow::Result<Tables> {
    // The plan only names the run: a folder of records without one has tables too.
    let plan = if dir.join("plan.toml").exists() { Some(read_plan(dir, games)?) } else { None };
    let known: Option<HashSet<String>> =
        plan.as_ref().map(|plan| plan.cells().iter().map(|cell| format!("{:016x}", cell.hash)).collect());
    let failures = plan.as_ref().map(Plan::failures).unwrap_or_default();
    let (mut builder, mut survey) = (TableBuilder::new(failures), Survey::default());
    let (mut number, mut foreign) = (0, None);
    let skipped = read_records_with(dir, damage, &mut |record| {
        number += 1;
        if known.as_ref().is_some_and(|known| !known.contains(&record.cell_hash)) {
            foreign.get_or_insert(record.id);
        } else {
            builder.add(&record);
            survey.add(record);
        }
    })?;
    if let Some(id) = foreign {
        let differences = vec![format!("{id} is no game of the plan in plan.toml")];
        return Err(Error::OtherPlan { dir: dir.to_path_buf(), differences }.into());
    }
    if plan.is_none() && number == 0 {
        return Err(Usage(format!("{}: neither a plan nor records of games are there", dir.display())).into());
    }
    crate::say_skipped(&skipped);
    let tables = Tables::new(plan.as_ref().map(Plan::to_json), builder.finish());
    let ledger = plan.as_ref().map_or_else(Vec::new, |plan| reproduce::ledger_of(plan, &tables, games));
    let page = Page { tables: &tables, plan: plan.as_ref(), survey: &survey, ledger: &ledger }.to_html(games);
    write_whole(&dir.join("tables.json"), &tables.to_json())?;
    write_whole(&dir.join("tables.csv"), &tables.to_csv())?;
    write_whole(&dir.join("tables.md"), &tables.to_markdown())?;
    write_whole(&dir.join("report.html"), &page)?;
    Ok(tables)
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
        crate::say(format_args!("{written} games written to {}{others}{failed}", folder.display()));
    }
}

/// Writes the games as SGF. Those that cannot be written are named, and the others are written all the same.
fn write_sgf(dir: &Path, folder: &Path, games: &House, damage: Damage) -> anyhow::Result<Written> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let write = |record: &GameRecord| -> anyhow::Result<bool> {
        let Some(game) = replay(record, games)?.sgf()? else { return Ok(false) };
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
            crate::say(format_args!("error: game {}: {error:#}", record.id));
            count.failed += 1;
        }
    })?;
    Ok(count)
}

pub(crate) fn print(tables: &Tables, json: bool) -> anyhow::Result<()> {
    crate::print(&if json { tables.to_json() } else { tables.to_markdown() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_have_the_tables_that_their_records_make() {
        let games = gametree_games::all();
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
        for (document, records) in [("tables/five-games.md", "records/reproduce"), ("strength.md", "records/strength")]
        {
            let dir = docs.join(records);
            let plan = read_plan(&dir, &games).unwrap();
            let tables = Tables::of_folder(&dir, Some(plan.to_json())).unwrap().to_markdown();
            // The document has a title of its own.
            let tables = &tables[tables.find("Plan ").unwrap()..];
            let text = std::fs::read_to_string(docs.join(document)).unwrap();
            assert!(
                text.ends_with(tables),
                "docs/{document} does not end with what `cargo xtask report docs/{records}` prints"
            );
        }
    }
}
