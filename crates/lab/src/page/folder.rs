//! The tables and the page in a run's folder, from its records alone.

use std::collections::HashSet;
use std::path::Path;

use gametree_players::write_whole;
use gametree_tournament::{Damage, Error, Plan, TableBuilder, Tables, read_plan, read_records_with};

use super::{Page, Survey};
use crate::lab::Lab;
use crate::shell::{Usage, say_skipped};

/// Writes the tables and the page into the folder.
pub(crate) fn write_tables(lab: &Lab, dir: &Path, damage: Damage) -> anyhow::Result<Tables> {
    let house = &lab.house;
    // The plan only names the run: a folder of records without one has tables too.
    let plan = if dir.join("plan.toml").exists() { Some(read_plan(dir, house)?) } else { None };
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
    say_skipped(&skipped);
    let tables = Tables::new(plan.as_ref().map(Plan::to_json), builder.finish());
    let judged = plan.as_ref().zip(lab.claims.as_ref());
    let ledger = judged.map_or_else(Vec::new, |(plan, claims)| claims.ledger_of(plan, &tables, house));
    let page = Page { lab, tables: &tables, plan: plan.as_ref(), survey: &survey, ledger: &ledger }.to_html();
    write_whole(&dir.join("tables.json"), &tables.to_json())?;
    write_whole(&dir.join("tables.csv"), &tables.to_csv())?;
    write_whole(&dir.join("tables.md"), &tables.to_markdown())?;
    write_whole(&dir.join("report.html"), &page)?;
    Ok(tables)
}

/// What is printed of tables: for people, or as `tables.json`.
pub(crate) fn printed(tables: &Tables, json: bool) -> String {
    if json { tables.to_json() } else { tables.to_markdown() }
}
