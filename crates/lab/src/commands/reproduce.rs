//! `reproduce`: claims, tested.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use gametree_core::parse_duration;
use gametree_players::write_whole;
use gametree_tournament::{Damage, Only, RunSettings, Tables, read_plan};
use serde_json::json;

use crate::claims::{Claim, ClaimPlan, Claims, Entry, Evidence, to_markdown};
use crate::lab::Lab;
use crate::page::write_tables;
use crate::play::Session;
use crate::shell::{Exit, Usage, print, say};

/// Play what decides the paper's claims, and say which hold; the same command again continues it
#[derive(Debug, clap::Args)]
pub struct Args {
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

/// Without claims there is no such command.
pub(crate) fn prepare(command: clap::Command, lab: &Lab) -> clap::Command {
    let Some(claims) = &lab.claims else { return command.hide(true) };
    let (program, first) = (lab.program_name(), claims.claims.first().map_or("CLAIM", |claim| claim.id));
    command.after_help(format!(
        "Examples:\n  {program} reproduce --only {first}\n  {program} reproduce --deadline 1h\n  {program} reproduce --report \
         --document docs/REPRODUCING.md"
    ))
}

pub(crate) fn run(args: &Args, lab: &Lab) -> anyhow::Result<Exit> {
    let begun = Instant::now();
    let all = lab.claims.as_ref().ok_or_else(|| Usage("reproduce: no claims come with this program".into()))?;
    let only: Option<&Claim> = args.only.as_deref().map(|id| all.find(id)).transpose()?;
    let claims: Vec<&Claim> = all.claims.iter().filter(|claim| only.is_none_or(|only| only.id == claim.id)).collect();
    let settings = lab.settings(args.jobs, begun, args.deadline);
    let mut exit = Exit::Done;
    let plans: Vec<&ClaimPlan> =
        all.plans.iter().filter(|plan| claims.iter().any(|claim| claim.plan == plan.name)).collect();
    if !args.report {
        'plans: for plan in &plans {
            for chosen in cells_to_play(only) {
                let played = play(plan, chosen, &args.out, lab, &settings)?;
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
    let evidence = plans.iter().map(|plan| Ok((plan.name, evidence(plan, &args.out, lab)?)));
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
        write_whole(file, &document(&text, &tables, args, all, lab))?;
    }
    print(&if args.json { format!("{:#}\n", json!({ "claims": entries })) } else { text })?;
    Ok(exit)
}

/// The cells of one claim, one after the other; without a claim the whole plan, in its order.
fn cells_to_play(only: Option<&Claim>) -> Vec<Option<Only>> {
    match only {
        Some(claim) => claim.cells.iter().map(|text| text.parse().ok()).collect(),
        None => vec![None],
    }
}

fn play(plan: &ClaimPlan, only: Option<Only>, out: &Path, lab: &Lab, settings: &RunSettings) -> anyhow::Result<Exit> {
    let dir = out.join(plan.name);
    let mut plan = plan.read(&lab.house)?;
    plan.ask(only.as_ref(), None)?;
    let cells = plan.cells();
    let session = Session::new(lab, &plan, &cells, &dir);
    Ok(session.play(settings.clone())?.tell(lab, &dir))
}

/// The tables of a plan's folder; without one, those of no games.
fn evidence(plan: &ClaimPlan, out: &Path, lab: &Lab) -> anyhow::Result<Evidence> {
    let dir = out.join(plan.name);
    let plan = plan.read(&lab.house)?;
    if !dir.exists() {
        say(format_args!("{}: nothing has been played", dir.display()));
        return Ok(Evidence::new(&plan, Tables::new(Some(plan.to_json()), Vec::new())));
    }
    let stored = read_plan(&dir, &lab.house)?;
    let differences = plan.differences(&stored);
    if !differences.is_empty() {
        return Err(gametree_tournament::Error::OtherPlan { dir, differences }.into());
    }
    Ok(Evidence::new(&plan, write_tables(lab, &dir, Damage::Refuse)?))
}

fn document(ledger: &str, tables: &[&Tables], args: &Args, claims: &Claims, lab: &Lab) -> String {
    let (program, commit) = (lab.program_name(), lab.commit_text());
    let mut out = format!(
        "# The paper's claims, tested\n\nMade by `{program} reproduce --report --out {} --document FILE` at commit {commit}. The games were \
         played by `{program} reproduce`; each record names its own commit and machine. {} A cell counts when all its planned games are played.\n\n{ledger}\n# Tables\n",
        args.out.display(),
        claims.source
    );
    for tables in tables {
        let _ = write!(out, "\n{}", tables.to_markdown().replace("\n## ", "\n### ").replacen("# ", "## ", 1));
    }
    out
}
