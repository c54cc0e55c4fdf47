//! `cargo xtask reproduce`: the paper's claims, tested.

mod claims;
mod evidence;
mod ledger;

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use gametree_core::parse_duration;
use gametree_players::{House, write_whole};
use gametree_tournament::{Damage, Machine, Only, Plan, RunSettings, Shard, Tables, read_plan};
use serde_json::json;

use crate::cell_line::Side;
use crate::session::Session;
use crate::{Exit, report, say};
use claims::{CLAIMS, Claim, PlanName};
use evidence::Evidence;
pub(crate) use evidence::{Share, homogeneity, p_text};
pub(crate) use ledger::Entry;
use ledger::{find, to_markdown};

/// Play what decides the paper's claims, and say which hold; the same command again continues it
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  cargo xtask reproduce --only C1\n  cargo xtask reproduce --deadline 1h\n  cargo xtask reproduce \
                        --report --document docs/REPRODUCING.md"
)]
pub(crate) struct Args {
    /// Only this claim, such as C1
    #[arg(long, value_name = "CLAIM")]
    only: Option<String>,
    /// The folder, with a run's folder for each plan in it
    #[arg(long, value_name = "DIR", default_value = "runs/reproduce")]
    out: PathBuf,
    /// Games at once [default: the cores this process may use]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    jobs: Option<u16>,
    /// Be gone after so long; the same command continues
    #[arg(long, value_name = "DURATION", value_parser = parse_duration)]
    deadline: Option<Duration>,
    /// Play nothing: only read what is there
    #[arg(long)]
    report: bool,
    /// Also write the ledger with all tables into this file
    #[arg(long, value_name = "FILE")]
    document: Option<PathBuf>,
    /// Print the ledger as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Exit> {
    let begun = std::time::Instant::now();
    let games = Arc::new(gametree_games::all());
    let only: Option<&Claim> = args.only.as_deref().map(find).transpose()?;
    let claims: Vec<&Claim> = CLAIMS.iter().filter(|claim| only.is_none_or(|only| only.id == claim.id)).collect();
    let mut settings = RunSettings::new(Machine::here(Some(env!("GAMETREE_COMMIT"))));
    settings.jobs = args.jobs.map_or(settings.jobs, usize::from);
    settings.deadline = args.deadline.and_then(|time| begun.checked_add(time));
    let mut exit = Exit::Done;
    let names: Vec<PlanName> =
        PlanName::ALL.into_iter().filter(|name| claims.iter().any(|claim| claim.plan == *name)).collect();
    if !args.report {
        'plans: for name in &names {
            for chosen in cells_to_play(only) {
                let played = play(*name, chosen, &args.out, &games, &settings)?;
                // A stop outweighs void games.
                if exit == Exit::Done || played != Exit::Done {
                    exit = played;
                }
                if matches!(played, Exit::Failed | Exit::Stopped) {
                    break 'plans;
                }
            }
        }
    }
    fs::create_dir_all(&args.out).with_context(|| args.out.display().to_string())?;
    let evidence = names.iter().map(|name| Ok((*name, evidence(*name, &args.out, &games)?)));
    let evidence = evidence.collect::<anyhow::Result<Vec<_>>>()?;
    let judge = |claim: &&Claim| {
        let (_, evidence) = evidence.iter().find(|(name, _)| *name == claim.plan)?;
        Some(Entry::new(claim, (claim.judge)(evidence)))
    };
    let entries: Vec<Entry> = claims.iter().filter_map(judge).collect();
    let text = to_markdown(&entries);
    if only.is_none() {
        write_whole(&args.out.join("ledger.md"), &text)?;
        write_whole(&args.out.join("ledger.json"), &format!("{:#}\n", json!({ "claims": entries })))?;
    }
    if let Some(file) = &args.document {
        let tables: Vec<&Tables> = evidence.iter().map(|(_, evidence)| &evidence.tables).collect();
        write_whole(file, &document(&text, &tables, args))?;
    }
    crate::print(&if args.json { format!("{:#}\n", json!({ "claims": entries })) } else { text })?;
    Ok(exit)
}

/// The cells of one claim, one after the other; without a claim the whole plan, in its order.
fn cells_to_play(only: Option<&Claim>) -> Vec<Option<Only>> {
    match only {
        Some(claim) => claim.cells.iter().map(|text| text.parse().ok()).collect(),
        None => vec![None],
    }
}

fn plan(name: PlanName, games: &House) -> anyhow::Result<Plan> {
    let (name, text) = name.text();
    Ok(Plan::parse(text, &format!("{name}.toml"), games)?)
}

fn play(
    name: PlanName,
    only: Option<Only>,
    out: &Path,
    games: &Arc<House>,
    settings: &RunSettings,
) -> anyhow::Result<Exit> {
    let mut plan = plan(name, games)?;
    plan.ask(only.as_ref(), None)?;
    let cells = plan.cells();
    let dir = out.join(name.text().0);
    let session = Session {
        games,
        plan: &plan,
        cells: &cells,
        dir: &dir,
        shard: Shard::WHOLE,
        damage: Damage::Refuse,
        sprt: None,
        side: Side::First,
    };
    Ok(session.play(settings.clone())?.tell(&dir))
}

/// The claims that a plan decides, judged by its tables; none if it is not one of ours. It may have more or fewer games.
pub(crate) fn ledger_of(of: &Plan, tables: &Tables, games: &House) -> Vec<Entry> {
    let decides = |name: &PlanName| {
        // The names are compared first: few plans have to be read then.
        name.text().0 == of.name() && plan(*name, games).is_ok_and(|ours| ours.differences(of).is_empty())
    };
    let Some(name) = PlanName::ALL.into_iter().find(decides) else { return Vec::new() };
    let Ok(ours) = plan(name, games) else { return Vec::new() };
    let evidence = Evidence::new(&ours, tables.clone());
    let claims = CLAIMS.iter().filter(|claim| claim.plan == name);
    claims.map(|claim| Entry::new(claim, (claim.judge)(&evidence))).collect()
}

/// The tables of a plan's folder; without one, those of no games.
fn evidence(name: PlanName, out: &Path, games: &House) -> anyhow::Result<Evidence> {
    let plan = plan(name, games)?;
    let dir = out.join(name.text().0);
    if !dir.exists() {
        say(format_args!("{}: nothing has been played", dir.display()));
        return Ok(Evidence::new(&plan, Tables::new(Some(plan.to_json()), Vec::new())));
    }
    let stored = read_plan(&dir, games)?;
    let differences = plan.differences(&stored);
    if !differences.is_empty() {
        return Err(gametree_tournament::Error::OtherPlan { dir, differences }.into());
    }
    Ok(Evidence::new(&plan, report::write(&dir, games, Damage::Refuse)?))
}

fn document(ledger: &str, tables: &[&Tables], args: &Args) -> String {
    let commit = env!("GAMETREE_COMMIT");
    let mut out = format!(
        "# The paper's claims, tested\n\nMade by `cargo xtask reproduce --report --out {} --document FILE` at commit {commit}. The games were \
         played by `cargo xtask reproduce`; each record names its own commit and machine. The paper (Cazenave, arXiv 2510.06381) \
         is known to us by its abstracts and summaries; its own tables are not public, and its times are wall times of another \
         machine. A cell counts when all its planned games are played.\n\n{ledger}\n# Tables\n",
        args.out.display()
    );
    for tables in tables {
        let _ = write!(out, "\n{}", tables.to_markdown().replace("\n## ", "\n### ").replacen("# ", "## ", 1));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ledger_of_a_folder_is_that_of_the_document() {
        let games = gametree_games::all();
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
        let document = fs::read_to_string(docs.join("REPRODUCING.md")).unwrap();
        for name in PlanName::ALL {
            let dir = docs.join("records").join(name.text().0);
            let stored = read_plan(&dir, &games).unwrap();
            let tables = Tables::of_folder(&dir, None).unwrap();
            let ledger = ledger_of(&stored, &tables, &games);
            assert!(!ledger.is_empty(), "{} decides nothing", name.text().0);
            for line in to_markdown(&ledger).lines().filter(|line| line.starts_with("| C")) {
                assert!(
                    document.contains(line),
                    "docs/REPRODUCING.md has not this line, which the records make:\n{line}"
                );
            }
        }
        // Another plan decides nothing, even under the same name.
        let other = "name = \"reproduce\"\ngames_per_cell = 2\nbudgets = [\"playouts=9\"]\nplayers = [{ spec = \"uct\" }, { spec = \"grave\" }]\n\
                     games = [{ name = \"tictactoe\" }]";
        let other = Plan::parse(other, "other.toml", &games).unwrap();
        assert!(ledger_of(&other, &Tables::new(None, Vec::new()), &games).is_empty());
    }

    #[test]
    fn every_claim_finds_its_cells_in_its_plan() {
        let games = gametree_games::all();
        for claim in CLAIMS {
            let plan = plan(claim.plan, &games).unwrap();
            let cells = plan.cells();
            for text in claim.cells {
                text.parse::<Only>().unwrap().check(&cells).unwrap();
            }
            // Without games there is no verdict, and what is missing is named.
            let evidence = Evidence::new(&plan, Tables::new(None, Vec::new()));
            let judgement = (claim.judge)(&evidence);
            assert_eq!(judgement.verdict, evidence::Verdict::Undecided, "{}", claim.id);
            assert!(judgement.cells > 0 && judgement.complete == 0, "{}: {judgement:?}", claim.id);
            assert!(judgement.figures.iter().all(|figure| figure.ends_with("games are missing")), "{judgement:?}");
        }
        assert!(find("c1").is_ok());
        assert!(find("C99").err().unwrap().to_string().contains("C12"));
    }
}
