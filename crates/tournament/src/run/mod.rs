//! Plays jobs on worker threads, watches over them, and stores what comes back.

pub(crate) mod cores;
pub(crate) mod error_files;
pub(crate) mod machine;
pub(crate) mod pace;
pub(crate) mod sprt;
pub(crate) mod status;
pub(crate) mod worker;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use gametree_core::{Budget, FieldError, format_duration, process_cpu};

use crate::error::Error;
use crate::plan::schedule::{Cell, Job};
use crate::records::GameRecord;
use crate::records::store::Store;
use crate::run::cores::{assignment, usable_cores};
use crate::run::machine::Machine;
use crate::run::worker::{Done, Shared, Worker};
use gametree_players::{Ending, House};

/// How often workers are looked at, and whoever watches is called when no game ends.
const TICK: Duration = Duration::from_millis(200);
/// A move may take so much longer than its time budget, on a machine that does too much at once, ...
const SLOW_FACTOR: u32 = 20;
/// ... and so long besides, or without a time budget.
const MOVE_LIMIT: Duration = Duration::from_secs(600);
/// A search that was told to stop answers within this time, or never; a short limit on moves shortens it, ...
const GRACE: Duration = Duration::from_secs(5);
/// ... but not below this.
const SHORTEST_GRACE: Duration = Duration::from_secs(1);

/// How to play.
#[derive(Clone, Debug)]
pub struct RunSettings {
    /// Cores to play on. A game takes one, or as many as a player of it has threads: see [`RunSettings::at_once`].
    pub jobs: usize,
    /// When set, games in hand are finished and no more begun.
    pub stop: Arc<AtomicBool>,
    /// Goes into every record.
    pub machine: Machine,
    /// Wall time after which a move is broken off and its game void, whatever the budget. Default: 10 minutes, and 20 times
    /// the time budget.
    pub move_limit: Option<Duration>,
    /// When to be gone: no game is begun that would last beyond, going by the longest one of its cell so far, and games
    /// still in hand then are given up.
    pub deadline: Option<Instant>,
    /// So many void games in a row end the run: then something is wrong that more games will not cure.
    pub most_voids: usize,
}

impl RunSettings {
    /// As many jobs as this process may use cores ([`usable_cores`]), ten void games in a row at most.
    #[must_use]
    pub fn new(machine: Machine) -> Self {
        let (stop, move_limit, deadline) = Default::default();
        RunSettings { jobs: usable_cores(), stop, machine, move_limit, deadline, most_voids: 10 }
    }

    /// How many games of these cells are played at once, by one worker thread each: as many as there are jobs, or, where players search
    /// on several threads, as many as find room with the most that one of them has.
    ///
    /// # Errors
    /// When there is no room for a single one.
    pub fn at_once<'a>(&self, cells: impl IntoIterator<Item = &'a Cell>) -> Result<usize, FieldError> {
        let chosen = cells.into_iter().filter(|cell| cell.games > 0);
        let Some(most) = chosen.max_by_key(|cell| cell.threads()) else { return Ok(self.jobs) };
        let threads = most.threads();
        if threads > 1 && self.jobs < threads {
            let name = most.players.iter().max_by_key(|player| player.spec.threads()).map_or("", |player| &player.name);
            let allowed =
                format_args!("at least {threads}: player {name} has threads={threads}, and a game takes as many");
            return Err(FieldError::new("jobs", self.jobs, allowed));
        }
        Ok(self.jobs / threads)
    }

    fn limit(&self, budget: &Budget) -> Duration {
        let time = budget.cpu.max(budget.wall).unwrap_or_default();
        self.move_limit.unwrap_or_else(|| MOVE_LIMIT.saturating_add(time.saturating_mul(SLOW_FACTOR)))
    }
}

/// What a run tells whoever watches.
#[derive(Debug)]
pub enum Progress<'a> {
    /// A game has ended and is stored.
    Finished {
        /// Which one.
        job: &'a Job,
        /// What came of it.
        record: &'a GameRecord,
    },
    /// Time passes.
    Tick,
}

/// What whoever watches wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// More games.
    GoOn,
    /// No more games of the cell whose game has just ended; those in hand are finished. Means nothing after a tick.
    CloseCell,
}

/// How a run ended.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct RunEnd {
    /// Games played now.
    pub played: usize,
    /// Games left in cells that were not closed, because the run was stopped.
    pub left: usize,
    /// Why the run stopped itself.
    pub halted: Option<String>,
    /// The share of the CPU time of this process and of its engines that was not spent by players; `None` when no time was
    /// measured.
    pub harness_share: Option<f64>,
}

/// Plays the jobs that the store does not have yet. A game that panics, hangs or is broken off is recorded as void, and the
/// run goes on. A worker whose player does not come back is given up: its thread stays behind until the process ends.
///
/// # Errors
/// When there are fewer jobs than a player has threads ([`RunSettings::at_once`]), and when a record cannot be written; the games in hand are finished first and are lost.
pub fn run(
    house: &Arc<House>,
    cells: &[Cell],
    jobs: &[Job],
    store: &mut Store,
    settings: &RunSettings,
    watch: &mut dyn FnMut(Progress<'_>) -> Next,
) -> Result<RunEnd, Error> {
    let todo: Vec<Job> = jobs.iter().filter(|job| !store.has(&job.id)).cloned().collect();
    let at_once = settings.at_once(cells)?;
    let shared = Arc::new(Shared::new(house, cells, todo, settings, at_once, store.engine_errors()));
    let number = at_once.clamp(1, shared.todo.len().max(1));
    let (send, receive) = sync_channel(2 * number);
    let mut workers = Vec::new();
    // Threads inherit the core of their worker, which would have to do for all of them: then the system places them.
    let cores = if at_once < settings.jobs { vec![None; at_once] } else { assignment(at_once) };
    // A run with less to play than workers is too short for it to matter.
    for (index, core) in cores.into_iter().take(number).enumerate() {
        let worker = Worker::start(index, core, &shared, send.clone());
        workers.push(worker.map_err(Error::io(Path::new("worker thread")))?);
    }
    drop(send);
    let cpu = process_cpu();
    let mut run = Run {
        shared: &shared,
        workers,
        store,
        settings,
        end: RunEnd::default(),
        in_searches: 0.0,
        in_players: 0.0,
        voids: 0,
    };
    // When this returns early, the channel closes and the workers leave after the game in hand.
    run.collect(&receive, watch)?;
    run.store.sync()?;
    let cpu = process_cpu().saturating_sub(cpu).as_secs_f64();
    let harness = (cpu - run.in_searches).max(0.0);
    let share = harness / (harness + run.in_players);
    run.end.harness_share = share.is_finite().then_some(share);
    let closed = |job: &&Job| shared.closed[job.cell].load(Ordering::Relaxed);
    let wanted = shared.todo.iter().filter(|job| run.store.has(&job.id) || !closed(job)).count();
    run.end.left = wanted - run.end.played;
    Ok(run.end)
}

struct Run<'a> {
    shared: &'a Arc<Shared>,
    workers: Vec<Worker>,
    store: &'a mut Store,
    settings: &'a RunSettings,
    end: RunEnd,
    /// CPU seconds of searches, and of all players.
    in_searches: f64,
    in_players: f64,
    /// Void games in a row.
    voids: usize,
}

impl Run<'_> {
    fn collect(&mut self, receive: &Receiver<Done>, watch: &mut dyn FnMut(Progress<'_>) -> Next) -> Result<(), Error> {
        let mut looked = Instant::now();
        loop {
            match receive.recv_timeout(TICK) {
                // What comes from a worker that was given up comes too late: its game is void already.
                Ok(done) if self.workers[done.worker].given_up => (),
                Ok(done) => self.finished(done, watch)?,
                Err(RecvTimeoutError::Timeout) => (),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            if looked.elapsed() >= TICK {
                // A process that was stopped for a while has seen nothing of that time, and neither have its players.
                let time = looked.elapsed().min(2 * TICK);
                looked = Instant::now();
                self.store.sync_if_due()?;
                for late in self.look(time) {
                    self.finished(late, watch)?;
                }
                watch(Progress::Tick);
                let nobody = self.workers.iter().all(|worker| worker.given_up || worker.is_done());
                let late = self.settings.deadline.is_some_and(|deadline| Instant::now() >= deadline);
                if late || (nobody && self.workers.iter().any(|worker| worker.given_up)) {
                    self.shared.stop();
                    return self.rest(receive, watch);
                }
            }
        }
    }

    /// What has come in before the run ends without waiting for all workers.
    fn rest(&mut self, receive: &Receiver<Done>, watch: &mut dyn FnMut(Progress<'_>) -> Next) -> Result<(), Error> {
        while let Ok(done) = receive.try_recv() {
            if !self.workers[done.worker].given_up {
                self.finished(done, watch)?;
            }
        }
        Ok(())
    }

    fn finished(&mut self, done: Done, watch: &mut dyn FnMut(Progress<'_>) -> Next) -> Result<(), Error> {
        let Done { job, record, .. } = done;
        let job = &self.shared.todo[job];
        self.store.append(&record)?;
        self.end.played += 1;
        for player in record.players.values() {
            self.in_searches += player.usage.search_cpu_s();
            self.in_players += player.usage.cpu_s.unwrap_or(0.0);
        }
        self.voids = if record.is_void() { self.voids + 1 } else { 0 };
        if self.voids >= self.settings.most_voids && self.end.halted.is_none() {
            let reason = record.end.reason.as_deref().unwrap_or("no reason given");
            self.end.halted = Some(format!("{} void games in a row, the last one {}: {reason}", self.voids, record.id));
            self.shared.stop();
        }
        if watch(Progress::Finished { job, record: &record }) == Next::CloseCell {
            self.shared.closed[job.cell].store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Breaks off moves that take too long, and gives workers up that do not react. Returns their games. `time` has passed
    /// since the last look.
    fn look(&mut self, time: Duration) -> Vec<Done> {
        let mut late = Vec::new();
        for (index, worker) in self.workers.iter_mut().enumerate().filter(|(_, worker)| !worker.given_up) {
            let (stamp, Some(job)) = (worker.watch.stamp(), worker.job()) else { continue };
            if stamp.is_none() || stamp != worker.stamp {
                (worker.stamp, worker.waited, worker.grace) = (stamp, Duration::ZERO, Duration::ZERO);
                continue;
            }
            worker.waited += time;
            let limit = self.settings.limit(&self.shared.cells[self.shared.todo[job].cell].budget);
            if worker.waited < limit {
                continue;
            }
            // It has heard of this at an earlier look, or hears of it now.
            if worker.watch.is_broken_off() {
                worker.grace += time;
            }
            worker.watch.break_off();
            if worker.grace >= limit.clamp(SHORTEST_GRACE, GRACE) {
                worker.given_up = true;
                let reason = format!("a move took more than {} and could not be stopped", format_duration(limit));
                let ending = Ending::Void { reason, by: worker.watch.who_is_at_work() };
                let record = self.shared.record(job, &ending, &worker.watch.log(), None, worker.core);
                tracing::error!("{}: worker {index} is given up", record.id);
                late.push(Done { worker: index, job, record });
            }
        }
        if self.end.halted.is_none() && self.workers.iter().all(|worker| worker.given_up) {
            self.end.halted = Some("the players of every worker hang".to_string());
        }
        late
    }
}
