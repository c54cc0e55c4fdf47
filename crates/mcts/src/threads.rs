//! Several searches of one position at once, each on a thread of its own with a tree of its own: root parallelization (Chaslot,
//! Winands and van den Herik 2008; "single-run parallelization" in Cazenave and Jouandeau 2007, who had it first). The threads share
//! nothing while they search, so no result depends on which of them is faster.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use gametree_core::{
    Budget, Control, FieldError, Game, LEAST_MEMORY, Line, Report, Search, TreeLimits, TreeNode, memory_text, mix,
    report_without_search,
};

use crate::config::TreeConfig;
use crate::merge::{Board, merged, unpoisoned};
use crate::policy::Policy;
use crate::scorer::Scorer;
use crate::search::Mcts;

/// As much as the programs give the threads that search alone: playouts of a game of one's own may recurse. It is taken as it is used.
const STACK: usize = 128 << 20;

/// The search that `make` builds, on [`TreeConfig::threads`] threads: for one thread that search itself, otherwise a [`Threads`].
///
/// ```
/// use gametree_core::{Budget, Control, Line, Search, testing::Toy};
/// use gametree_mcts::{GraveConfig, TreeConfig, grave, threads};
///
/// let toy: Toy = "((AB)((AB)(BA)))".parse().unwrap();
/// let tree = TreeConfig { threads: 2, ..TreeConfig::default() };
/// let mut search = threads::<Toy, _, _>(&tree, |tree| grave(&GraveConfig::default(), tree));
/// let report = search.search(&Line::new(toy), &Budget::playouts(501), 1, &mut Control::default());
/// assert_eq!((report.best, report.stats.playouts), (Some(1), 501));
/// ```
pub fn threads<G: Game, S: Scorer<G> + 'static, P: Policy<G> + 'static>(
    config: &TreeConfig,
    make: impl Fn(&TreeConfig) -> Mcts<G, S, P>,
) -> Box<dyn Search<G>> {
    if config.threads <= 1 {
        return Box::new(make(config));
    }
    let number = config.threads;
    let part = TreeConfig { memory: config.memory / u64::from(number), threads: 1, ..config.clone() };
    let first = make(&part);
    let by_value = first.scorer().plays_best_value();
    let others = (1..number).map(|_| make(&part)).collect();
    Box::new(Threads { first, others, by_value, memory: config.memory })
}

/// Searches that run at once and answer as one: see [`threads`], which makes it.
///
/// * Of a budget of playouts each thread makes its share, the first ones one more where it cannot be divided. Each has a seed of its
///   own that follows from the search's, the first one that seed itself. So a report depends on seed, number of threads and playouts alone.
/// * Of a budget of CPU time each thread has its share, by its own clock; wall time is the same for all.
/// * Each thread has its share of the memory, and keeps its own tree from move to move where trees are kept.
/// * The report has the sums of the root's visits and of what it cost, values and means weighted by the playouts behind them, and the line
///   of play of the thread that knows the best move best. [`Search::tree_top`] shows the first thread's tree.
/// * Whoever follows is called on the calling thread, with what the others have told of themselves last.
#[derive(Debug)]
pub struct Threads<S> {
    /// On the calling thread.
    first: S,
    others: Vec<S>,
    /// Whether the move with the highest mean is played, not the most visited one.
    by_value: bool,
    /// Of all together.
    memory: u64,
}

impl<S> Threads<S> {
    fn number(&self) -> u32 {
        self.others.len() as u32 + 1
    }
}

impl<G: Game, S: Search<G>> Search<G> for Threads<S> {
    fn accepts(&self, budget: &Budget) -> Result<(), FieldError> {
        self.first.accepts(budget)
    }

    fn fits(&self, start: &G) -> Result<(), FieldError> {
        let (number, memory) = (self.number(), memory_text(self.memory));
        let least = u64::from(number) * LEAST_MEMORY;
        if self.memory < least {
            let allowed = format_args!("at least {} for {number} threads", memory_text(least));
            return Err(FieldError::new("memory", memory, allowed));
        }
        self.first.fits(start).map_err(|error| {
            let allowed = format_args!("for each of {number} threads {}", error.allowed);
            FieldError::new(error.field, &memory, allowed)
        })
    }

    fn search(
        &mut self,
        line: &Line<G>,
        budget: &Budget,
        seed: u64,
        control: &mut Control<G::Move>,
    ) -> Report<G::Move> {
        let begun = Instant::now();
        // What needs no search needs no threads.
        if report_without_search(line).is_some_and(|report| report.best.is_none() || !control.forced) {
            return self.first.search(line, budget, seed, control);
        }
        let (number, by_value) = (self.number(), self.by_value);
        let board = control.follow.take().map(|follow| Arc::new(Board::new(follow, by_value)));
        let (stop, forced, by_panic) = (Arc::clone(&control.stop), control.forced, AtomicBool::new(false));
        let task = Task { line, budget, seed, number, stop, forced, by_panic, board };
        let found = run(&task, &mut self.first, &mut self.others);
        let Task { stop, by_panic, board, .. } = task;
        control.follow = board.and_then(Arc::into_inner).map(Board::into_follow);
        if by_panic.into_inner() {
            // Nobody has asked for it, and the next search shall not find it.
            stop.store(false, Ordering::Relaxed);
        }
        let reports: thread::Result<Vec<_>> = found.into_iter().collect();
        let reports = reports.unwrap_or_else(|panic| resume_unwind(panic));
        let mut report = merged(reports.iter(), by_value);
        report.stats.wall = begun.elapsed();
        report
    }

    fn forget(&mut self) {
        self.first.forget();
        self.others.iter_mut().for_each(Search::forget);
    }

    fn tree_top(&self, limits: &TreeLimits) -> Vec<TreeNode<G::Move>> {
        self.first.tree_top(limits)
    }
}

/// What all threads of a search are given.
struct Task<'a, G: Game> {
    line: &'a Line<G>,
    budget: &'a Budget,
    seed: u64,
    number: u32,
    stop: Arc<AtomicBool>,
    forced: bool,
    /// Whether a panic has set the flag, not whoever it belongs to.
    by_panic: AtomicBool,
    board: Option<Arc<Board<G::Move>>>,
}

impl<G: Game> Task<'_, G> {
    /// One thread's search, `late` so long after the others began.
    fn run<S: Search<G>>(&self, search: &mut S, index: u32, late: Duration) -> thread::Result<Report<G::Move>> {
        let seed = if index == 0 { self.seed } else { mix(&[self.seed, index.into()]) };
        let follow = self.board.as_ref().map(|board| Board::follower(board, index as usize));
        let mut control = Control { stop: Arc::clone(&self.stop), follow, forced: self.forced };
        let budget = share(self.budget, index, self.number, late);
        let search = || search.search(self.line, &budget, seed, &mut control);
        catch_unwind(AssertUnwindSafe(search)).inspect_err(|_| {
            // The others need not go on to the end of their budgets.
            if !self.stop.swap(true, Ordering::Relaxed) {
                self.by_panic.store(true, Ordering::Relaxed);
            }
        })
    }
}

/// A thread's part of a budget that ends `late` so much sooner than for the others.
fn share(budget: &Budget, index: u32, number: u32, late: Duration) -> Budget {
    let of = |playouts: u64| playouts / u64::from(number) + u64::from(u64::from(index) < playouts % u64::from(number));
    Budget {
        playouts: budget.playouts.map(of),
        cpu: budget.cpu.map(|cpu| cpu / number),
        wall: budget.wall.map(|wall| wall.saturating_sub(late)),
        ..*budget
    }
}

/// What the first search found, on this thread, and then the others, each on its own.
fn run<G: Game, S: Search<G>>(
    task: &Task<'_, G>,
    first: &mut S,
    others: &mut [S],
) -> Vec<thread::Result<Report<G::Move>>> {
    let begun = Instant::now();
    // Each is taken by its thread; by this one, after its own, where the system gives no thread.
    let waiting: Vec<_> = (1..).zip(others).map(|(index, other)| (index, Mutex::new(Some(other)))).collect();
    let take = |(index, other): &(u32, Mutex<Option<&mut S>>), late: Duration| {
        let other = unpoisoned(other).take();
        other.map(|other| task.run(other, *index, late))
    };
    thread::scope(|scope| {
        let start = |other| {
            let builder = thread::Builder::new().name("search".into()).stack_size(STACK);
            builder.spawn_scoped(scope, move || take(other, Duration::ZERO))
        };
        let started: Vec<_> = waiting.iter().map(start).collect();
        let mut found = vec![task.run(first, 0, Duration::ZERO)];
        for (other, thread) in waiting.iter().zip(started) {
            found.extend(match thread {
                Ok(thread) => thread.join().unwrap_or_else(|panic| Some(Err(panic))),
                Err(_) => take(other, begun.elapsed()),
            });
        }
        found
    })
}
