//! `status`: how far a run is, and the command that continues it.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use gametree_tournament::{FileStatus, Only, Shard, Status};
use serde_json::json;

use crate::cluster::is_parallel_log;
use crate::lab::Lab;
use crate::shell::{Exit, damage, print, quote, say_skipped};
use crate::show::{CellLine, duration, lines};

/// Say how far a run is and how to continue it: from its plan and records alone, also while it runs
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The run's folder
    dir: PathBuf,
    /// Of what was asked for, only the cells of this game, or of this game and size, or of this game, size and budget
    #[arg(long, value_name = "GAME[/SIZE[/BUDGET]]")]
    only: Option<Only>,
    /// Say which of N parts lack games [default: the N in the names of the files of records]
    #[arg(long, value_name = "N")]
    shards: Option<u32>,
    /// Leave damaged records out, and say which
    #[arg(long)]
    skip_damaged: bool,
    /// Print one JSON document instead
    #[arg(long)]
    json: bool,
}

pub(crate) fn prepare(command: clap::Command, lab: &Lab) -> clap::Command {
    command.after_help(format!(
        "Example: {} status {}\n\nExit codes: 0 all games are there, 3 all are there but some are void, 75 games are missing.",
        lab.program_name(),
        lab.example_run()
    ))
}

pub(crate) fn run(args: &Args, lab: &Lab) -> anyhow::Result<Exit> {
    let shards = args.shards.map(Shard::check_count).transpose()?;
    let status = Status::of_folder(&args.dir, &lab.house, args.only.as_ref(), damage(args.skip_damaged))?;
    say_skipped(&status.skipped);
    let shards = shards.or(status.shards());
    let commands = commands(&status, args, shards, lab);
    print(&if args.json { json(&status, args, shards, &commands) } else { text(&status, args, shards, &commands) })?;
    Ok(Exit::of(&status))
}

/// What continues the run, each with what it does. The plan in the folder is complete, so no more need be known.
fn commands(status: &Status, args: &Args, shards: Option<u32>, lab: &Lab) -> Vec<(String, String)> {
    let mut commands = Vec::new();
    if status.missing() == 0 {
        return commands;
    }
    let whole = lab.continuing(&args.dir, args.skip_damaged);
    if let Some(of) = shards.filter(|&of| of > 1) {
        commands.push(continuing_parts(&args.dir, &whole, of, &ranges(&status.missing_shards(of))));
    }
    let only = args.only.as_ref().map(|only| format!(" --only {}", quote(&only.to_string())));
    commands.push(("all that is missing, on this machine".into(), format!("{whole}{}", only.unwrap_or_default())));
    // Cells without any game were perhaps left out with --only, in a folder of an earlier program that did not note that.
    let start = |cell: &&gametree_tournament::CellStatus| format!("{}/{}", cell.game, cell.size);
    let (begun, untouched): (Vec<_>, Vec<_>) = status.cells.iter().partition(|cell| cell.done > 0);
    let begun_at: BTreeSet<String> = begun.iter().map(start).collect();
    if args.only.is_none() && untouched.iter().any(|cell| !begun_at.contains(&start(cell))) {
        let open: BTreeSet<String> = begun.iter().filter(|cell| cell.missing() > 0).map(start).collect();
        for only in open {
            commands.push((
                format!("only {only}, if the rest was left out with --only"),
                format!("{whole} --only {}", quote(&only)),
            ));
        }
    }
    commands
}

/// What continues the parts, where they seem to be played. A script that stands in the run's folder is taken: it may have
/// been edited. Otherwise a new one is piped in.
fn continuing_parts(dir: &Path, whole: &str, of: u32, missing: &str) -> (String, String) {
    let (script, array) = (dir.join("run.sbatch"), format!("--array={missing}"));
    let on_slurm = format!("the parts of {of} that lack games, on Slurm");
    if let Ok(text) = fs::read_to_string(&script) {
        let script = quote(&script.to_string_lossy());
        // One of ours submits itself, and the merge after it.
        let ours = text.contains("sbatch --parsable \"$@\" \"$0\"");
        return (on_slurm, if ours { format!("bash {script} {array}") } else { format!("sbatch {array} {script}") });
    }
    let names = fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.file_name());
    if names.into_iter().any(|name| is_parallel_log(&name.to_string_lossy())) {
        let command = format!("{whole} --emit parallel --shards {of} | bash");
        return ("the parts that lack games, with GNU parallel; or the script of the first time".into(), command);
    }
    (on_slurm, format!("{whole} --emit slurm --shards {of} | sbatch {array}"))
}

/// `0-2,5`.
fn ranges(numbers: &[u32]) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some((_, end)) if *end + 1 == number => *end = number,
            _ => runs.push((number, number)),
        }
    }
    let run = |&(start, end): &(u32, u32)| if start == end { start.to_string() } else { format!("{start}-{end}") };
    runs.iter().map(run).collect::<Vec<_>>().join(",")
}

fn text(status: &Status, args: &Args, shards: Option<u32>, commands: &[(String, String)]) -> String {
    let mut out = String::new();
    let plan = &status.plan;
    let _ = writeln!(out, "{}: plan {} {:016x}, seed {}\n", args.dir.display(), plan.name(), plan.hash(), plan.seed());
    let cells: Vec<CellLine> = status.cells.iter().map(CellLine::from).collect();
    for line in lines(&cells, columns(), console::colors_enabled()) {
        let _ = writeln!(out, "{line}");
    }
    let _ = writeln!(out, "{:>7} of {:<7} games, {} missing", status.done(), status.planned(), status.missing());
    if plan.is_a_part() {
        let cells = plan.cells();
        let asked = cells.iter().filter(|cell| cell.games > 0).count();
        let _ = writeln!(out, "{:>7} of {:<7} cells of the plan were asked for, with --only", asked, cells.len());
    }
    if !status.files.is_empty() {
        let _ = writeln!(out, "\nLast sign of life:");
        status.files.iter().for_each(|file| sign_of_life(&mut out, file));
    }
    if let (Some(eta), true) = (status.eta_s, status.missing() > 0) {
        let _ = writeln!(out, "\nAt the pace of the last ten minutes about {} more.", duration(eta));
    }
    if let (Some(of), true) = (shards.filter(|&of| of > 1), status.missing() > 0) {
        let missing = status.missing_shards(of);
        let _ = writeln!(out, "\nParts of {of} that lack games: {}", ranges(&missing));
        let started = |part: &&u32| status.files.iter().any(|file| (file.shard, file.of) == (Some(**part), Some(of)));
        let absent: Vec<u32> = missing.iter().filter(|part| !started(part)).copied().collect();
        if !absent.is_empty() {
            let _ = writeln!(out, "Of these without a file, so never started: {}", ranges(&absent));
        }
    }
    if !commands.is_empty() {
        let _ = writeln!(out, "\nUnless the run is still going on, this continues it:");
        for (what, command) in commands {
            let _ = writeln!(out, "  # {what}\n  {command}");
        }
    } else if status.voids() > 0 {
        let _ = writeln!(
            out,
            "\nAll games are there; for the void ones see \"reason\" in {}/games-*.jsonl",
            args.dir.display()
        );
    } else {
        let _ = writeln!(out, "\nAll games are there.");
    }
    out
}

/// A file or another program gets whole lines.
fn columns() -> usize {
    let term = console::Term::stdout();
    if term.is_term() { usize::from(term.size().1) } else { usize::MAX }
}

fn sign_of_life(out: &mut String, file: &FileStatus) {
    let age = file.age_s.map_or("no game yet".into(), |age| format!("{} ago", duration(age)));
    let torn = if file.torn.is_some() { "; its last line is torn or being written" } else { "" };
    let _ = writeln!(out, "  {:<24} {:>7} games, {age}{torn}", file.file, file.games);
}

fn json(status: &Status, args: &Args, shards: Option<u32>, commands: &[(String, String)]) -> String {
    let parts = shards.filter(|&of| of > 1).map(|of| json!({ "of": of, "missing": status.missing_shards(of) }));
    let commands: Vec<_> = commands.iter().map(|(what, command)| json!({ "what": what, "command": command })).collect();
    let value = json!({
        "dir": args.dir.to_string_lossy(),
        "plan": status.plan.to_json(),
        "planned": status.planned(),
        "done": status.done(),
        "missing": status.missing(),
        "void": status.voids(),
        "eta_s": status.eta_s,
        "cells": status.cells,
        "files": status.files,
        "shards": parts,
        "continue": commands,
        "damaged": status.skipped,
    });
    serde_json::to_string_pretty(&value).unwrap_or_default() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_parts_are_short() {
        for (numbers, expected) in [(&[][..], ""), (&[2, 5], "2,5"), (&[0, 1, 2, 4], "0-2,4"), (&[3, 4], "3-4")] {
            assert_eq!(ranges(numbers), expected);
        }
    }
}
