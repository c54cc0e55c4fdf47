//! `tournament … --emit slurm|parallel --shards N`: a script that plays the same tournament in parts.

use std::path::Path;

use anyhow::Context;
use clap::ValueEnum;
use gametree_tournament::{Cell, Plan, Shard};

use crate::estimate::longest_game;
use crate::lab::Lab;
use crate::shell::{quote, say};

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Kind {
    /// A job array
    Slurm,
    /// GNU parallel on one machine
    Parallel,
}

/// What a script is made of.
pub(crate) struct Emit<'a> {
    pub(crate) kind: Kind,
    /// Parts that are asked for.
    pub(crate) shards: u32,
    /// Games at once, where somebody asked for a number.
    pub(crate) jobs: Option<u16>,
    pub(crate) skip_damaged: bool,
    pub(crate) plan: &'a Plan,
    pub(crate) cells: &'a [&'a Cell],
    /// The run's folder.
    pub(crate) out: &'a Path,
}

/// Seconds before the end of its time at which Slurm asks a task to stop, at least: Slurm may be a minute late or early.
const SHORTEST_LEAD: u64 = 120;
/// Without a time budget nobody knows how long a game is.
const UNKNOWN_LEAD: u64 = 600;
/// Slurm's limit.
const LONGEST_LEAD: u64 = 65_535;
/// Slurm allows 1,001 tasks in an array unless it is told otherwise.
const SAFE_ARRAY: u32 = 1000;

impl Emit<'_> {
    /// The script.
    pub(crate) fn script(&self, lab: &Lab) -> anyhow::Result<String> {
        let shards = self.parts()?;
        let template = match self.kind {
            Kind::Slurm => include_str!("slurm.sh"),
            Kind::Parallel => include_str!("parallel.sh"),
        };
        let here = std::env::current_dir().context("the current folder")?;
        let program = lab.program_of_scripts()?;
        let out = here.join(self.out);
        let threads = self.cells.iter().map(|cell| cell.threads()).max().unwrap_or(1);
        let values = [
            ("PLAN", format!("{} {:016x}", self.plan.name(), self.plan.hash())),
            ("NAME", self.plan.name().to_string()),
            ("SHARDS", shards.to_string()),
            ("LAST", (shards - 1).to_string()),
            ("ARRAY_NOTE", array_note(shards)),
            ("AT_ONCE", shards.min(16).to_string()),
            ("CORES", self.jobs.map_or(threads, usize::from).to_string()),
            // Of a part, which plays one game at a time, and how many parts are played at once.
            ("THREADS", threads.to_string()),
            (
                "JOBS",
                self.jobs
                    .map_or(format!("{}%", (100 / threads).max(1)), |jobs| (usize::from(jobs) / threads).to_string()),
            ),
            ("LEAD", self.lead().to_string()),
            ("HERE", quote(&here.to_string_lossy())),
            ("PROGRAM", quote(&program.to_string_lossy())),
            ("OUT", quote(&out.to_string_lossy())),
            // Slurm reads its own lines, not the shell.
            ("OUTPUT", quote_for_slurm(&out.join("slurm-%A_%a.out"))),
            ("LOG", self.log(shards)),
            ("MERGE_ARGS", if self.skip_damaged { " --skip-damaged".into() } else { String::new() }),
            ("ARGS", self.arguments()),
        ];
        let mut script = template.to_string();
        for (name, value) in values {
            script = script.replace(&format!("@{name}@"), &value);
        }
        Ok(script)
    }

    /// Into how many parts the games can be divided: pair p of every cell belongs to part p mod N, so more parts than the largest cell
    /// has pairs would have nothing to play.
    fn parts(&self) -> anyhow::Result<u32> {
        let asked = Shard::check_count(self.shards)?;
        let pairs = self.cells.iter().map(|cell| cell.games / 2).max().unwrap_or(0).max(1);
        let parts = asked.min(pairs);
        if parts < asked {
            let why = format_args!("no cell has more than {pairs} pairs of games, and a pair is played in one part");
            say(format_args!("--shards {asked}: made {parts}; {why}"));
        }
        if self.kind == Kind::Slurm && parts > SAFE_ARRAY {
            say(format_args!(
                "warning: an array of {parts} tasks; Slurm refuses it unless its MaxArraySize is at least that. To ask: \
                 {ASK_ARRAY}"
            ));
        }
        Ok(parts)
    }

    /// The options of this very command, without those that the script gives itself.
    fn arguments(&self) -> String {
        const OURS: [&str; 5] = ["--emit", "--shards", "--out", "--jobs", "--json"];
        let mut args = std::env::args().skip(2);
        let mut kept = Vec::new();
        while let Some(arg) = args.next() {
            let (name, value) = arg.split_once('=').map_or((arg.as_str(), None), |(name, value)| (name, Some(value)));
            if !OURS.contains(&name) {
                kept.push(format!(" {}", quote(&arg)));
            } else if value.is_none() && name != "--json" {
                args.next();
            }
        }
        kept.concat()
    }

    /// The name of GNU parallel's log: what has ended well under one command says nothing about another.
    fn log(&self, shards: u32) -> String {
        let cells = self.cells.iter().map(|cell| {
            let setup = &cell.setup;
            format!("-{}-{}-{}", setup.game(), setup.size(), cell.budget)
        });
        // The first and the last one tell one choice from another.
        let cells: Vec<String> = cells.collect();
        let all = self.plan.cells().len() == cells.len();
        let only = if all { String::new() } else { format!("{}{}", cells[0], cells[cells.len() - 1]) };
        format!("parallel-{shards}-{}{only}.tsv", self.plan.total_games())
    }

    /// Twice the longest game.
    fn lead(&self) -> u64 {
        let longest = longest_game(self.cells);
        let seconds = longest.map_or(UNKNOWN_LEAD, |longest| longest.as_secs().saturating_mul(2) + 60);
        let lead = seconds.clamp(SHORTEST_LEAD, LONGEST_LEAD);
        if seconds > lead {
            say("warning: a game may last longer than Slurm can be told to ask in advance: that one may be lost");
        }
        lead
    }
}

const ASK_ARRAY: &str = "scontrol show config | grep MaxArraySize";

/// What the script says of its array, if that is a large one.
fn array_note(parts: u32) -> String {
    if parts <= SAFE_ARRAY {
        return String::new();
    }
    format!("# Slurm's MaxArraySize, often 1001, must be at least {parts}; this tells it: {ASK_ARRAY}\n")
}

fn quote_for_slurm(path: &Path) -> String {
    // Slurm fills in what stands after a percent sign; ours are %A and %a.
    let text = path.to_string_lossy().replace('%', "%%").replace("%%A_%%a", "%A_%a");
    if text.contains(char::is_whitespace) { format!("\"{text}\"") } else { text }
}

/// Whether a file in a run's folder is GNU parallel's log of one of our scripts.
pub(crate) fn is_parallel_log(name: &str) -> bool {
    name.starts_with("parallel-") && name.ends_with(".tsv")
}
