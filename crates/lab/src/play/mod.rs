//! Playing a plan into a folder: what `tournament`, `sweep` and `reproduce` do once they know what to play.

mod signals;

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::Ordering;

use anyhow::Context;
use gametree_statistics::{Sprt, Verdict};
use gametree_tournament::{
    Cell, Damage, Job, Next, Plan, Progress, RunEnd, RunSettings, Shard, SprtTest, Store, Tables, each_cell_first,
    read_records_with, run, usable_cores,
};

use crate::lab::Lab;
use crate::page::write_tables;
use crate::shell::{Exit, say, say_skipped};
use crate::show::{Live, Side};

/// What is to be played, and where its records lie.
pub(crate) struct Session<'a> {
    pub(crate) lab: &'a Lab,
    /// What it asks for is played.
    pub(crate) plan: &'a Plan,
    /// All cells of the plan.
    pub(crate) cells: &'a [Cell],
    pub(crate) dir: &'a Path,
    pub(crate) shard: Shard,
    pub(crate) damage: Damage,
    /// Ends a cell when it is decided.
    pub(crate) sprt: Option<Sprt>,
    /// Whose rate is shown while it runs.
    pub(crate) side: Side,
}

/// How it went.
pub(crate) struct Played {
    end: RunEnd,
    pub(crate) tables: Tables,
}

impl<'a> Session<'a> {
    /// All that the plan asks for, to the end, and nothing damaged.
    pub(crate) fn new(lab: &'a Lab, plan: &'a Plan, cells: &'a [Cell], dir: &'a Path) -> Self {
        Session { lab, plan, cells, dir, shard: Shard::WHOLE, damage: Damage::Refuse, sprt: None, side: Side::First }
    }

    /// Plays what the folder does not hold yet, and makes the tables.
    pub(crate) fn play(&self, settings: RunSettings) -> anyhow::Result<Played> {
        let Session { lab, plan, cells, dir, shard, damage, .. } = *self;
        let at_once = settings.at_once(cells)?;
        let mut jobs = plan.jobs(cells, None);
        jobs.retain(|job| shard.holds(job.pair));
        let settings =
            RunSettings { stop: signals::stop_flag(lab.command()).context("signals cannot be handled")?, ..settings };
        let mut store = Store::open_shard(dir, plan, &lab.house, shard, damage)?;
        say_skipped(store.skipped());
        let mut tests = self.sprt.map(|sprt| SprtTest::new(sprt).counting(plan.failures()));
        if let Some(tests) = &mut tests {
            read_records_with(dir, damage, &mut |record| {
                tests.add(&record);
            })?;
            jobs.retain(|job| {
                tests.verdict(&hash(&cells[job.cell])).verdict == Verdict::Continue || store.has(&job.id)
            });
        }
        let jobs = each_cell_first(jobs);
        let todo: Vec<&Job> = jobs.iter().filter(|job| !store.has(&job.id)).collect();
        let chosen = cells.iter().filter(|cell| cell.games > 0).count();
        say(format_args!(
            "{}: {} games in {chosen} cells, {} to play, {} at once, seed {}",
            dir.display(),
            jobs.len(),
            todo.len(),
            at_once,
            plan.seed()
        ));
        let cores = usable_cores();
        if settings.jobs > cores {
            let what = if at_once < settings.jobs { "threads" } else { "games" };
            say(format_args!(
                "warning: {} {what} at once on {cores} cores: they take each other's time",
                settings.jobs
            ));
        }
        let mut live = Live::new(cells, &jobs, at_once, plan.failures(), self.side);
        if todo.len() < jobs.len() {
            let wanted: HashMap<&str, usize> = jobs.iter().map(|job| (job.id.as_str(), job.cell)).collect();
            read_records_with(dir, damage, &mut |record| {
                if let Some(&cell) = wanted.get(record.id.as_str()) {
                    live.known(cell, &record);
                }
            })?;
        }
        let mut asked = false;
        let end = run(&lab.house, cells, &jobs, &mut store, &settings, &mut |progress| {
            if settings.stop.load(Ordering::Relaxed) && !std::mem::replace(&mut asked, true) {
                live.say("stopping: the games in hand are finished first; a second signal stops at once");
            }
            match progress {
                Progress::Tick => live.tick(),
                Progress::Finished { job, record } => {
                    live.finished(job, record);
                    if tests.as_mut().is_some_and(|tests| tests.add(record).verdict != Verdict::Continue) {
                        live.closed(job.cell);
                        return Next::CloseCell;
                    }
                }
            }
            Next::GoOn
        });
        live.close();
        let end =
            end.with_context(|| format!("the run broke off; the same command continues it: {}", lab.command()))?;
        if let (Some(tests), Some(sprt)) = (&tests, self.sprt) {
            say(sprt);
            for cell in cells.iter().filter(|cell| cell.games > 0) {
                say(format_args!("{cell}: {}", tests.verdict(&hash(cell))));
            }
        }
        Ok(Played { end, tables: write_tables(lab, dir, damage)? })
    }
}

impl Played {
    /// Says on standard error how it went, and with what code a program should end.
    pub(crate) fn tell(&self, lab: &Lab, dir: &Path) -> Exit {
        let Played { end, tables } = self;
        say(format_args!("{} games played{}; tables in {}", end.played, share(end), dir.display()));
        let voids = tables.voids();
        if voids > 0 {
            say(format_args!("{voids} games are void: see \"reason\" in {}/games-*.jsonl", dir.display()));
        }
        if let Some(reason) = &end.halted {
            say(format_args!("error: the run stopped itself: {reason}"));
        }
        if end.left == 0 {
            return if voids > 0 { Exit::Voids } else { Exit::Done };
        }
        let (left, command) = (end.left, lab.command());
        if end.halted.is_some() {
            say(format_args!(
                "{left} games left; void games stay void. When the fault is mended, this plays the games left:\n  {command}"
            ));
            Exit::Failed
        } else {
            say(format_args!("stopped early, {left} games left; this continues:\n  {command}"));
            Exit::Stopped
        }
    }
}

/// As in records.
fn hash(cell: &Cell) -> String {
    format!("{:016x}", cell.hash)
}

/// The harness's own share of the CPU time.
fn share(end: &RunEnd) -> String {
    match end.harness_share {
        Some(share) if end.played > 0 => format!(", {:.2} % of the CPU time outside the players", 100.0 * share),
        _ => String::new(),
    }
}
