//! One report of several searches of the same position.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use gametree_core::{Follow, Report, RootMove, Source, Stats, StopReason};

use crate::report::preferred;

/// The report of all together; the first one counts where they differ and nothing can be added up, and for wall time. There must be one.
pub(crate) fn merged<'a, M: Copy + PartialEq + 'a>(
    reports: impl IntoIterator<Item = &'a Report<M>>,
    by_value: bool,
) -> Report<M> {
    let reports: Vec<&Report<M>> = reports.into_iter().collect();
    let mut merged = reports[0].clone();
    for (index, mv) in merged.root.iter_mut().enumerate() {
        // All list the same candidates in the same order.
        let same = || reports.iter().filter_map(|report| report.root.get(index)).filter(|other| other.mv == mv.mv);
        let visits = same().map(|other| other.visits).sum();
        let value = mean(same().map(|other| (other.visits, other.value)));
        let sources = sources(same());
        let proven = same().find_map(|other| other.proven);
        (mv.visits, mv.value, mv.sources, mv.proven) = (visits, value, sources, proven);
    }
    // What one has proven is true for all; whoever has proven the position knows the move.
    merged.proven = reports.iter().find_map(|report| report.proven);
    if let Some(knowing) = reports.iter().find(|report| report.proven.is_some()) {
        (merged.best, merged.value, merged.pv) = (knowing.best, knowing.value, knowing.pv.clone());
        merged.stats = stats(&reports);
        merged.stats.stop = knowing.stats.stop;
        return merged;
    }
    let best = preferred(&merged.root, &[], by_value);
    // Where nothing was learnt the first one's choice, which its seed has made, stands.
    let unknown = merged.root.iter().all(|mv| mv.visits == 0 && mv.proven.is_none());
    if let Some(best) = best.filter(|_| !unknown) {
        (merged.best, merged.value) = (Some(best.mv), best.value);
        merged.pv = line_of_play(&reports, best.mv);
    }
    merged.stats = stats(&reports);
    merged
}

/// From the report that has the most visits of `best` among those that play it.
fn line_of_play<M: Copy + PartialEq>(reports: &[&Report<M>], best: M) -> Vec<M> {
    let visits = |report: &Report<M>| report.root.iter().find(|mv| mv.mv == best).map_or(0, |mv| mv.visits);
    let agree = reports.iter().filter(|report| report.best == Some(best));
    agree.rev().max_by_key(|report| visits(report)).map_or_else(|| vec![best], |report| report.pv.clone())
}

/// Each source with all its playouts.
fn sources<'a, M: 'a>(same: impl Iterator<Item = &'a RootMove<M>> + Clone) -> Vec<Source> {
    let all = same.clone().flat_map(|mv| &mv.sources);
    let mut merged: Vec<Source> = Vec::new();
    for source in all.clone() {
        if merged.iter().any(|known| known.name == source.name) {
            continue;
        }
        let alike = || all.clone().filter(|other| other.name == source.name);
        let mut sum = Source::new(source.name, alike().map(|other| other.count).sum());
        sum.mean = mean(alike().map(|other| (other.count, other.mean)));
        sum.weight = mean(alike().map(|other| (other.count, other.weight)));
        merged.push(sum);
    }
    merged
}

/// The mean of what is known, each value counting so many times.
fn mean(values: impl Iterator<Item = (u64, Option<f64>)>) -> Option<f64> {
    let known = values.filter_map(|(count, value)| Some((count as f64, value?)));
    let (count, sum) = known.fold((0.0, 0.0), |(all, sum), (count, value)| (all + count, sum + count * value));
    (count > 0.0).then(|| sum / count)
}

fn stats<M>(reports: &[&Report<M>]) -> Stats {
    let all = || reports.iter().map(|report| &report.stats);
    let (mut stats, was_stopped) = (reports[0].stats.clone(), all().any(|stats| stats.stop == StopReason::Stopped));
    for other in all().skip(1) {
        stats.playouts += other.playouts;
        stats.kept += other.kept;
        stats.nodes += other.nodes;
        stats.depth_sum += other.depth_sum;
        stats.max_depth = stats.max_depth.max(other.max_depth);
        let longest = stats.depths.len().max(other.depths.len());
        stats.depths.resize(longest, 0);
        stats.depths.iter_mut().zip(&other.depths).for_each(|(sum, playouts)| *sum += playouts);
        stats.plies_sum += other.plies_sum;
        stats.bytes += other.bytes;
        stats.tree_full |= other.tree_full;
        stats.cpu += other.cpu;
    }
    if was_stopped {
        stats.stop = StopReason::Stopped;
    }
    stats
}

/// Where the searches leave what they have found so far, for somebody who looks at all of it.
pub(crate) struct Board<M> {
    follow: Mutex<Follow<M>>,
    every: Duration,
    /// What the others have told last.
    latest: Mutex<BTreeMap<usize, Report<M>>>,
    by_value: bool,
}

impl<M: Copy + PartialEq + Send + Sync + 'static> Board<M> {
    pub(crate) fn new(follow: Follow<M>, by_value: bool) -> Self {
        Board { every: follow.every, follow: Mutex::new(follow), latest: Mutex::default(), by_value }
    }

    /// For the search of this index. The first one's is the thread that whoever follows is called on.
    pub(crate) fn follower(board: &Arc<Self>, index: usize) -> Follow<M> {
        let every = board.every;
        let board = Arc::clone(board);
        Follow { every, call: Box::new(move |report| board.note(index, report)) }
    }

    fn note(&self, index: usize, report: &Report<M>) {
        if index > 0 {
            unpoisoned(&self.latest).insert(index, report.clone());
            return;
        }
        let all = merged(std::iter::once(report).chain(unpoisoned(&self.latest).values()), self.by_value);
        (unpoisoned(&self.follow).call)(&all);
    }

    /// To be had back when the searches have ended.
    pub(crate) fn into_follow(self) -> Follow<M> {
        self.follow.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A panic elsewhere leaves nothing half done behind these locks.
pub(crate) fn unpoisoned<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
