//! A worker: a thread that plays one game after the other, on a core of its own where possible.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::SyncSender;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use gametree_core::{format_duration, thread_cpu};

use crate::error::Error;
use crate::plan::schedule::{Cell, Job};
use crate::records::{GameRecord, Played};
use crate::run::RunSettings;
use crate::run::cores::pin;
use crate::run::error_files::ErrorFiles;
use crate::run::machine::Machine;
use gametree_players::{AnyMatch, Ending, Entrant, GameLog, GameWatch, House, Usage};

/// Searches recurse as deep as their lines of play, and a position of Go takes kilobytes. Memory is taken as it is used.
const STACK: usize = 128 << 20;

/// What all workers of a run share.
pub(crate) struct Shared {
    house: Arc<House>,
    pub(crate) cells: Vec<Cell>,
    pub(crate) todo: Vec<Job>,
    /// Cells of which no more games are wanted.
    pub(crate) closed: Vec<AtomicBool>,
    /// The longest game of each cell so far, in microseconds.
    longest: Vec<AtomicU64>,
    next: AtomicUsize,
    /// From outside.
    asked_to_stop: Arc<AtomicBool>,
    stopped: AtomicBool,
    deadline: Option<Instant>,
    machine: Machine,
    at_once: usize,
    errors: ErrorFiles,
}

/// A game that has ended.
pub(crate) struct Done {
    pub(crate) worker: usize,
    /// As an index into [`Shared::todo`].
    pub(crate) job: usize,
    pub(crate) record: GameRecord,
}

/// A worker as the thread that watches it sees it.
pub(crate) struct Worker {
    pub(crate) watch: Arc<GameWatch>,
    /// The game in hand, or the last one.
    job: Arc<AtomicUsize>,
    pub(crate) core: Option<usize>,
    /// What [`GameWatch::stamp`] said at the last look, how long it has been the same, and how long since the search was told to stop.
    pub(crate) stamp: Option<u64>,
    pub(crate) waited: Duration,
    pub(crate) grace: Duration,
    /// It does not react, and nobody waits for it.
    pub(crate) given_up: bool,
    thread: JoinHandle<()>,
}

impl Shared {
    pub(crate) fn new(
        house: &Arc<House>,
        cells: &[Cell],
        todo: Vec<Job>,
        settings: &RunSettings,
        at_once: usize,
        errors: ErrorFiles,
    ) -> Self {
        Shared {
            errors,
            house: Arc::clone(house),
            cells: cells.to_vec(),
            todo,
            closed: cells.iter().map(|_| AtomicBool::new(false)).collect(),
            longest: cells.iter().map(|_| AtomicU64::new(0)).collect(),
            next: AtomicUsize::new(0),
            asked_to_stop: Arc::clone(&settings.stop),
            stopped: AtomicBool::new(false),
            deadline: settings.deadline,
            machine: settings.machine.clone(),
            at_once,
        }
    }

    /// No more games are begun.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// The next job, unless the run is to end.
    fn take(&self) -> Option<usize> {
        loop {
            if self.stopped.load(Ordering::Relaxed) || self.asked_to_stop.load(Ordering::Relaxed) {
                return None;
            }
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let job = self.todo.get(index)?;
            if self.closed[job.cell].load(Ordering::Relaxed) {
                continue;
            }
            if !self.ends_in_time(job.cell) {
                self.stop();
                return None;
            }
            return Some(index);
        }
    }

    /// Whether a game of the cell ends before the deadline, going by the longest of the cell so far, or of any cell.
    fn ends_in_time(&self, cell: usize) -> bool {
        let Some(deadline) = self.deadline else { return true };
        let of = |longest: &AtomicU64| longest.load(Ordering::Relaxed);
        let micros = match of(&self.longest[cell]) {
            0 => self.longest.iter().map(of).max().unwrap_or(0),
            known => known,
        };
        Instant::now() + Duration::from_micros(micros) < deadline
    }

    pub(crate) fn record(
        &self,
        job: usize,
        ending: &Ending,
        log: &GameLog,
        harness_s: Option<f64>,
        core: Option<usize>,
    ) -> GameRecord {
        let job = &self.todo[job];
        let played = Played { ending, log, harness_s, at_once: self.at_once, core };
        GameRecord::new(&self.cells[job.cell], job, &played, &self.machine)
    }
}

impl Worker {
    /// Starts a thread. It is kept on its core before any player is built.
    pub(crate) fn start(
        number: usize,
        core: Option<usize>,
        shared: &Arc<Shared>,
        send: SyncSender<Done>,
    ) -> io::Result<Worker> {
        let watch = Arc::new(GameWatch::default());
        let job = Arc::new(AtomicUsize::new(usize::MAX));
        let bench = Bench {
            number,
            core,
            shared: Arc::clone(shared),
            watch: Arc::clone(&watch),
            job: Arc::clone(&job),
            players: None,
            send,
        };
        let thread =
            thread::Builder::new().name(format!("worker {number}")).stack_size(STACK).spawn(move || bench.work())?;
        let (stamp, waited, grace) = Default::default();
        Ok(Worker { watch, job, core, stamp, waited, grace, given_up: false, thread })
    }

    pub(crate) fn job(&self) -> Option<usize> {
        Some(self.job.load(Ordering::Relaxed)).filter(|&job| job != usize::MAX)
    }

    pub(crate) fn is_done(&self) -> bool {
        self.thread.is_finished()
    }
}

/// A worker from inside.
struct Bench {
    number: usize,
    core: Option<usize>,
    shared: Arc<Shared>,
    watch: Arc<GameWatch>,
    job: Arc<AtomicUsize>,
    /// The cell's players, built once for all its games.
    players: Option<(usize, Box<dyn AnyMatch>)>,
    send: SyncSender<Done>,
}

impl Bench {
    fn work(mut self) {
        if let Some(core) = self.core {
            self.core = pin(core);
            match self.core {
                Some(core) => tracing::debug!("worker {} stays on processor {core}", self.number),
                None => tracing::warn!("worker {} could not be kept on processor {core}", self.number),
            }
        }
        while let Some(index) = self.shared.take() {
            let shared = Arc::clone(&self.shared);
            let job = &shared.todo[index];
            let _span = tracing::debug_span!(target: "gametree::move", "game", id = job.id).entered();
            self.job.store(index, Ordering::Relaxed);
            self.watch.begin();
            let (cpu, wall) = (thread_cpu(), Instant::now());
            let ending = catch_unwind(AssertUnwindSafe(|| self.play(job))).unwrap_or_else(|panic| {
                // Players that panicked may be in any state.
                self.players = None;
                let by = self.watch.who_is_at_work();
                Ending::Void { reason: format!("panic: {}", panic_message(&*panic)), by }
            });
            self.watch.end();
            let ending = self.name_the_time(ending, wall.elapsed());
            let log = std::mem::take(&mut *self.watch.log());
            let in_searches: f64 = log.usage.iter().map(Usage::search_cpu_s).sum();
            // A search on several threads has spent more than this one.
            let harness_s = (shared.cells[job.cell].threads() <= 1)
                .then(|| (thread_cpu().saturating_sub(cpu).as_secs_f64() - in_searches).max(0.0));
            shared.longest[job.cell].fetch_max(wall.elapsed().as_micros() as u64, Ordering::Relaxed);
            let record = shared.record(index, &ending, &log, harness_s, self.core);
            if self.send.send(Done { worker: self.number, job: index, record }).is_err() {
                return;
            }
        }
    }

    fn play(&mut self, job: &Job) -> Ending {
        let cell = &self.shared.cells[job.cell];
        // Those of the last cell are dropped first, to have their memory back.
        if self.players.as_ref().is_none_or(|(index, _)| *index != job.cell) {
            drop(self.players.take());
            match build(&self.shared, cell, self.number) {
                Ok(players) => self.players = Some((job.cell, players)),
                Err(error) => return Ending::Void { reason: error.to_string(), by: None },
            }
        }
        let Some((_, players)) = &mut self.players else {
            return Ending::Void { reason: "no players".into(), by: None };
        };
        let seeds = [0, 1].map(|index| job.player_seed(&cell.players[index].name));
        players.play(job.opens, seeds, cell.openings.of_pair(job.pair, job.seed), &self.watch)
    }

    /// Only the watchdog breaks games off, because a move takes too long.
    fn name_the_time(&self, ending: Ending, wall: Duration) -> Ending {
        match ending {
            Ending::Void { reason, by } if self.watch.is_broken_off() => {
                let wall = format_duration(Duration::from_millis(wall.as_millis() as u64));
                Ending::Void { by, reason: format!("{reason}: the move took too long, the game has lasted {wall}") }
            }
            other => other,
        }
    }
}

fn build(shared: &Shared, cell: &Cell, worker: usize) -> Result<Box<dyn AnyMatch>, Error> {
    let [a, b] = &cell.players;
    let files = [a, b].map(|player| shared.errors.of(&player.name, worker));
    let entrants = [(a, &files[0]), (b, &files[1])].map(|(player, file)| Entrant {
        name: &player.name,
        spec: &player.spec,
        errors: Some(file),
    });
    Ok(shared.house.find(cell.setup.game())?.open(&cell.setup, entrants, &cell.budget, cell.max_plies)?)
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (_, Some(text)) => text,
        _ => "without a message",
    }
}
