//! Plays jobs on worker threads and stores what comes back. The only module with threads.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use crate::duel::{Ending, GameLog};
use crate::error::Error;
use crate::game::{AnyMatch, Entrant, Games};
use crate::machine::Machine;
use crate::record::GameRecord;
use crate::schedule::{Cell, Job};
use crate::store::Store;

/// How often whoever watches is called when no game ends.
const TICK: Duration = Duration::from_millis(200);

/// How to play.
#[derive(Clone, Debug)]
pub struct RunSettings {
    /// Games at once: one worker thread each.
    pub jobs: usize,
    /// When set, games in hand are finished and no more begun.
    pub stop: Arc<AtomicBool>,
    /// Goes into every record.
    pub machine: Machine,
}

impl RunSettings {
    /// As many games at once as this process may use cores.
    #[must_use]
    pub fn new(machine: Machine) -> Self {
        let jobs = thread::available_parallelism().map_or(1, usize::from);
        RunSettings { jobs, stop: Arc::default(), machine }
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

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunEnd {
    /// Games played now.
    pub played: usize,
    /// Games left, because the run was stopped.
    pub left: usize,
}

/// Plays the jobs that the store does not have yet. A game that panics is recorded as void, and the run goes on.
///
/// # Errors
/// When a record cannot be written; the games in hand are finished first and are lost.
pub fn run(
    games: &Games,
    cells: &[Cell],
    jobs: &[Job],
    store: &mut Store,
    settings: &RunSettings,
    watch: &mut dyn FnMut(Progress<'_>),
) -> Result<RunEnd, Error> {
    let todo: Vec<&Job> = jobs.iter().filter(|job| !store.has(&job.id)).collect();
    let next = AtomicUsize::new(0);
    let mut played = 0;
    thread::scope(|scope| {
        let workers = settings.jobs.clamp(1, todo.len().max(1));
        let (send, receive) = sync_channel(2 * workers);
        for number in 0..workers {
            let worker = Worker { games, cells, todo: &todo, next: &next, stop: &settings.stop, send: send.clone() };
            let thread = thread::Builder::new().name(format!("worker {number}"));
            thread.spawn_scoped(scope, move || worker.work()).map_err(Error::io(Path::new("worker thread")))?;
        }
        drop(send);
        // When this returns early, the channel closes and the workers leave after the game in hand.
        let result = collect(&receive, &todo, cells, store, settings, watch, &mut played);
        drop(receive);
        result
    })?;
    store.sync()?;
    Ok(RunEnd { played, left: todo.len() - played })
}

/// A game that has ended: the index of its job, how it ended or why it is void, and its log.
type Done = (usize, Result<Ending, String>, GameLog);

fn collect(
    receive: &mpsc::Receiver<Done>,
    todo: &[&Job],
    cells: &[Cell],
    store: &mut Store,
    settings: &RunSettings,
    watch: &mut dyn FnMut(Progress<'_>),
    played: &mut usize,
) -> Result<(), Error> {
    loop {
        match receive.recv_timeout(TICK) {
            Ok((index, ended, log)) => {
                let job = todo[index];
                let record = GameRecord::new(&cells[job.cell], job, &ended, &log, &settings.machine);
                store.append(&record)?;
                *played += 1;
                watch(Progress::Finished { job, record: &record });
            }
            Err(RecvTimeoutError::Timeout) => {
                store.sync_if_due()?;
                watch(Progress::Tick);
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}

struct Worker<'a> {
    games: &'a Games,
    cells: &'a [Cell],
    todo: &'a [&'a Job],
    next: &'a AtomicUsize,
    stop: &'a AtomicBool,
    send: SyncSender<Done>,
}

impl Worker<'_> {
    fn work(&self) {
        let mut open: Option<(usize, Box<dyn AnyMatch>)> = None;
        while !self.stop.load(Ordering::Relaxed) {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = self.todo.get(index) else { return };
            let _span = tracing::debug_span!(target: "gametree::move", "game", id = job.id).entered();
            let mut log = GameLog::default();
            let game = || -> Result<Ending, String> {
                // Players are built once per cell; those of the last cell are dropped first, to have their memory back.
                if open.as_ref().is_none_or(|(cell, _)| *cell != job.cell) {
                    drop(open.take());
                    open = Some((job.cell, self.build(&self.cells[job.cell]).map_err(|error| error.to_string())?));
                }
                let Some((_, players)) = &mut open else { return Err("no players".into()) };
                let seeds = [0, 1].map(|index| job.player_seed(&self.cells[job.cell].players[index].name));
                Ok(players.play(job.opens, seeds, &mut log))
            };
            let ended = catch_unwind(AssertUnwindSafe(game)).unwrap_or_else(|panic| {
                // Players that panicked may be in any state.
                open = None;
                Err(format!("panic: {}", panic_message(&*panic)))
            });
            if self.send.send((index, ended, log)).is_err() {
                return;
            }
        }
    }

    fn build(&self, cell: &Cell) -> Result<Box<dyn AnyMatch>, Error> {
        let [a, b] = &cell.players;
        let entrants = [a, b].map(|player| Entrant { name: &player.name, spec: &player.spec });
        self.games.find(cell.setup.game())?.open(&cell.setup, entrants, &cell.budget)
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (_, Some(text)) => text,
        _ => "without a message",
    }
}
