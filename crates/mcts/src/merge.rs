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

#[cfg(test)]
mod tests {
    use super::*;

    fn report(visits: [u64; 3], values: [f64; 3], pv: &[u8]) -> Report<u8> {
        let mut stats = Stats::new(StopReason::Playouts);
        (stats.playouts, stats.depths) = (visits.iter().sum(), visits.to_vec());
        let mut report = Report::new(pv.first().copied(), stats);
        report.pv = pv.to_vec();
        report.root = (0..3).map(RootMove::new).collect();
        for (mv, (visits, value)) in report.root.iter_mut().zip(visits.into_iter().zip(values)) {
            (mv.visits, mv.value) = (visits, (visits > 0).then_some(value));
        }
        report
    }

    #[test]
    fn what_most_playouts_say_is_played() {
        // The second move has the most visits in neither, and in both together.
        let reports = [report([5, 4, 0], [0.5, 0.25, 0.0], &[0, 1]), report([0, 4, 5], [0.0, 0.75, 0.5], &[2, 1])];
        let found = merged(&reports, false);
        assert_eq!((found.best, found.value, found.pv), (Some(1), Some(0.5), vec![1]), "nobody has looked beyond it");
        assert_eq!((found.stats.playouts, found.stats.depths), (18, vec![5, 8, 5]));
        // The line of whoever knows the move best.
        let more = [&reports[..], &[report([0, 6, 1], [0.0, 0.5, 0.0], &[1, 2, 0])]].concat();
        assert_eq!(merged(&more, false).pv, [1, 2, 0]);
        // Of equals the better one, then the earlier one.
        let level = [report([3, 3, 3], [0.25, 0.5, 0.5], &[1]), report([3, 3, 3], [0.25, 0.5, 0.5], &[1])];
        assert_eq!(merged(&level, false).best, Some(1));
        let few = [report([1, 9, 0], [1.0, 0.5, 0.0], &[1]), report([1, 9, 0], [1.0, 0.5, 0.0], &[1])];
        assert_eq!((merged(&few, false).best, merged(&few, true).best), (Some(1), Some(0)), "by value");
        let nothing = [report([0; 3], [0.0; 3], &[2]), report([0; 3], [0.0; 3], &[1])];
        assert_eq!(
            (merged(&nothing, false).best, merged(&nothing, false).value),
            (Some(2), None),
            "by the first's seed"
        );
    }

    #[test]
    fn sources_are_weighted_by_what_is_behind_them() {
        let with = |count: u64, mean: Option<f64>, weight: Option<f64>| {
            let mut source = Source::new("amaf", count);
            (source.mean, source.weight) = (mean, weight);
            let mut report = report([1, 0, 0], [0.5; 3], &[0]);
            report.root[0].sources = vec![source];
            report
        };
        let reports = [with(0, None, None), with(10, Some(0.5), Some(0.25)), with(30, Some(1.0), Some(0.75))];
        let found = merged(&reports, false);
        let [amaf] = &found.root[0].sources[..] else { panic!("one source") };
        assert_eq!((amaf.count, amaf.mean, amaf.weight), (40, Some(0.875), Some(0.625)));
        assert!(found.root[1].sources.is_empty());
    }

    #[test]
    fn whoever_follows_sees_what_all_have_told_last() {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let note = Arc::clone(&seen);
        let call = Box::new(move |report: &Report<u8>| note.lock().unwrap().push(report.stats.playouts));
        let board = Arc::new(Board::new(Follow { every: Duration::from_secs(1), call }, false));
        let told = |index: usize, visits: u64| {
            (Board::follower(&board, index).call)(&report([visits, 0, 0], [0.5; 3], &[0]));
        };
        for (index, visits) in [(0, 1), (1, 10), (0, 2), (2, 100), (1, 20), (0, 3)] {
            told(index, visits);
        }
        assert_eq!(*seen.lock().unwrap(), [1, 12, 123]);
    }
}
