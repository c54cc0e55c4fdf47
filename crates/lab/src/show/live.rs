//! What is shown while games are played, on standard error: a line for each cell and a bar for all, on a terminal.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use console::Term;
use gametree_statistics::Tally;
use gametree_tournament::{Cell, Failures, GameRecord, Job, Lately, Pace};
use indicatif::{ProgressBar, ProgressStyle};

use super::{CellLine, Share, Side, duration, lines};
use crate::shell;

/// Without a terminal there is no bar, but a line now and then.
const LINE_EVERY: Duration = Duration::from_secs(30);
/// How often the lines of the cells are made anew.
const DRAW_EVERY: Duration = Duration::from_millis(250);
/// The rate is that of this time, or of the run where that is shorter.
const RATE_OVER: Duration = Duration::from_secs(60);

/// Where each cell stands, what is left, and how long that takes.
pub(crate) struct Live {
    /// By cell: its line, games still to come now, and when the last one came.
    state: Vec<State>,
    failures: Failures,
    pace: Pace,
    /// Times are since `epoch`.
    lately: Lately,
    epoch: Instant,
    at_once: usize,
    bar: ProgressBar,
    term: Term,
    total: usize,
    done: usize,
    /// When the games of the last [`RATE_OVER`] came.
    recent: VecDeque<Instant>,
    began: Instant,
    line_at: Instant,
    drawn_at: Option<Instant>,
}

#[derive(Clone)]
struct State {
    line: CellLine,
    to_come: usize,
    last: Option<Instant>,
}

impl Live {
    /// `jobs` are the games that are wanted, `at_once` how many are played at a time; `failures` as in the plan, `side` is that whose
    /// rate is shown.
    pub(crate) fn new(cells: &[Cell], jobs: &[Job], at_once: usize, failures: Failures, side: Side) -> Self {
        let line = |cell: &Cell| CellLine::new(cell, side);
        let mut state: Vec<State> =
            cells.iter().map(|cell| State { line: line(cell), to_come: 0, last: None }).collect();
        for job in jobs {
            state[job.cell].to_come += 1;
            state[job.cell].line.planned += 1;
        }
        let total = jobs.len();
        let bar = ProgressBar::new(total as u64);
        let style = ProgressStyle::with_template("{msg}\n{bar:30} {pos} of {len} games{prefix}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let now = Instant::now();
        Live {
            state,
            failures,
            pace: Pace::new(cells),
            lately: Lately::new(Duration::ZERO, at_once, cells.len()),
            epoch: now,
            at_once: at_once.max(1),
            bar,
            term: Term::stderr(),
            total,
            done: 0,
            recent: VecDeque::new(),
            began: now,
            line_at: now,
            drawn_at: None,
        }
    }

    /// A game of a cell that was played before.
    pub(crate) fn known(&mut self, cell: usize, record: &GameRecord) {
        self.count(cell, record);
        self.bar.inc(1);
        // Time left is told from now on.
        self.began = Instant::now();
        self.lately = Lately::new(self.epoch.elapsed(), self.at_once, self.state.len());
    }

    fn count(&mut self, index: usize, record: &GameRecord) {
        let state = &mut self.state[index];
        state.to_come = state.to_come.saturating_sub(1);
        state.line.add(record, self.failures);
        self.pace.add(index, record);
        self.done += 1;
    }

    pub(crate) fn finished(&mut self, job: &Job, record: &GameRecord) {
        self.count(job.cell, record);
        let now = Instant::now();
        self.lately.add(now - self.epoch, job.cell);
        self.state[job.cell].last = Some(now);
        self.recent.push_back(now);
        if record.is_void() {
            let lost = record.half_points_of_a(self.failures).and(record.end.by.as_ref());
            let what = lost.map_or_else(|| "void".into(), |name| format!("lost by a failure of {name}"));
            let text = format!("{what}: {}: {}", record.id, record.end.reason.as_deref().unwrap_or_default());
            self.say(&console::style(text).for_stderr().red().to_string());
        }
        self.bar.inc(1);
        let State { to_come, line, .. } = &self.state[job.cell];
        if *to_come == 0 && self.bar.is_hidden() {
            self.say(&format!("{}: {}", line.name, score(&line.tally)));
        }
        self.tick();
    }

    /// No more games of this cell come.
    pub(crate) fn closed(&mut self, index: usize) {
        let state = &mut self.state[index];
        self.total -= std::mem::take(&mut state.to_come);
        self.bar.set_length(self.total as u64);
    }

    pub(crate) fn tick(&mut self) {
        let now = Instant::now();
        if self.bar.is_hidden() {
            if now - self.line_at >= LINE_EVERY {
                self.line_at = now;
                let rest = self.rate_and_left(now);
                shell::say(format_args!("{} of {} games{rest}", self.done, self.total));
            }
        } else if self.drawn_at.is_none_or(|at| now - at >= DRAW_EVERY) {
            self.drawn_at = Some(now);
            let (rows, columns) = self.term.size();
            // The bar and a line to type on stay free.
            let rest = self.rate_and_left(now);
            self.bar.set_message(self.table(usize::from(rows).saturating_sub(3), usize::from(columns)));
            self.bar.set_prefix(rest);
        } else {
            self.bar.tick();
        }
    }

    /// `, 1.3 games/s, about 12m left`.
    fn rate_and_left(&mut self, now: Instant) -> String {
        while self.recent.front().is_some_and(|&at| now - at > RATE_OVER) {
            self.recent.pop_front();
        }
        let over = (now - self.began).min(RATE_OVER).as_secs_f64();
        let rate = if over > 0.0 { self.recent.len() as f64 / over } else { 0.0 };
        let digits = if rate >= 10.0 { 0 } else { 2 };
        let left = match self.left() {
            Some(seconds) => format!(", about {} left{}", duration(seconds), self.change(now)),
            None => String::new(),
        };
        format!(", {rate:.digits$} games/s{left}")
    }

    /// Seconds until the last game, from the measured time of each cell's games and the pace of wall time lately.
    fn left(&self) -> Option<f64> {
        let left = self.state.iter().enumerate().map(|(index, state)| (index, state.to_come as u64));
        Some(self.pace.of_all(left)? * self.seconds_each(Instant::now()))
    }

    /// Seconds in which a second of games is played.
    fn seconds_each(&self, now: Instant) -> f64 {
        self.lately.factor(now - self.epoch, &self.pace).unwrap_or(1.0) / self.at_once as f64
    }

    /// What has changed, so that nobody wonders at the time left.
    fn change(&self, now: Instant) -> String {
        match self.lately.change(now - self.epoch, &self.pace) {
            Some(times) => format!(" (games take {times:.1} times as long as before)"),
            None => String::new(),
        }
    }

    /// At most so many lines: in the plan's order, those first of which a game came lately.
    fn table(&self, rows: usize, columns: usize) -> String {
        let mut shown: Vec<usize> = (0..self.state.len()).filter(|&index| self.state[index].line.planned > 0).collect();
        let rows = rows.max(2);
        let hidden = shown.len().saturating_sub(rows);
        if hidden > 0 {
            shown.sort_by_key(|&index| (self.state[index].to_come == 0, self.state[index].last.map(|at| at.elapsed())));
            shown.sort_by_key(|&index| self.state[index].last.is_none());
            shown.truncate(rows - 1);
            shown.sort_unstable();
        }
        let each = self.seconds_each(Instant::now());
        let shown: Vec<CellLine> = shown
            .into_iter()
            .map(|index| {
                let State { line, to_come, .. } = &self.state[index];
                let seconds = self.pace.of_all([(index, *to_come as u64)]).filter(|_| *to_come > 0);
                CellLine { left_s: seconds.map(|seconds| seconds * each), ..line.clone() }
            })
            .collect();
        let mut text = lines(&shown, columns, console::colors_enabled_stderr());
        if hidden > 0 {
            text.push(format!("… and {} cells more", hidden + 1));
        }
        text.join("\n")
    }

    /// A line above the bar.
    pub(crate) fn say(&self, text: &str) {
        if self.bar.is_hidden() { shell::say(text) } else { self.bar.println(text) }
    }

    pub(crate) fn close(&self) {
        self.bar.finish_and_clear();
    }
}

fn score(tally: &Tally) -> String {
    Share::new(*tally).map_or_else(|| "no games".into(), |share| format!("{share} of {} games", share.games()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::made::Made;
    use gametree_tournament::Plan;

    #[test]
    fn the_table_keeps_to_the_rows_there_are_and_shows_what_is_played() {
        let games = gametree_games::all();
        let text = r#"name = "live"
            games_per_cell = 4
            budgets = ["playouts=10"]
            players = [{ name = "MCPS", spec = "mcps" }, { name = "GRAVE", spec = "grave" }]
            games = [{ name = "hex", sizes = [3, 4, 5, 6, 7, 8] }]"#;
        let plan = Plan::parse(text, "live.toml", &games).unwrap();
        let cells = plan.cells();
        let jobs = plan.jobs(&cells, None);
        let mut live = Live::new(&cells, &jobs, 2, plan.failures(), Side::First);
        assert_eq!((live.total, live.left()), (24, None));
        assert_eq!(live.table(20, 200).lines().count(), 6);
        let made = |size, points| {
            let made = Made { game: "hex", size, budget: "playouts=10", players: ["MCPS", "GRAVE"] };
            made.record(0, "a1", points)
        };
        for (job, points) in jobs.iter().zip([Some(2), Some(0), Some(2), Some(1)]) {
            live.known(job.cell, &made("3", points));
        }
        for (job, points) in jobs[12..15].iter().zip([Some(2), None, Some(2)]) {
            live.finished(job, &made("6", points));
        }
        // Four games of 3x3 are there, three of 6x6, of which one is void: 0.25 s each.
        let text = live.table(20, 200);
        let line = |size: &str| text.lines().find(|line| line.starts_with(&format!("hex {size}"))).unwrap().to_string();
        assert!(line("3").contains("4/4   62.5 %") && !line("3").contains("void"), "{text}");
        assert!(line("6").contains("3/4  100.0 %") && line("6").contains("1 void"), "{text}");
        assert!(line("8").contains("0/4"), "{text}");
        let short = live.table(3, 60);
        assert_eq!(short.lines().count(), 3, "{short}");
        assert!(short.contains("hex 6 ") && short.ends_with("… and 4 cells more"), "{short}");
        let before = live.left().unwrap();
        live.closed(cells.len() - 1);
        assert!(live.left().unwrap() < before && live.total == 20);
    }

    /// Of a sweep it is the value's rate that is shown, as in its table, and not the opponent's.
    #[test]
    fn fc_75_one_side_throughout() {
        let games = gametree_games::all();
        let text = "name = \"sweep\"\ngames_per_cell = 4\nbudgets = [\"playouts=10\"]\nplayers = [{ name = \"MCPS\", spec = \"mcps\" }, \
                    { name = \"GRAVE\", spec = \"grave\" }]\ngames = [{ name = \"hex\", sizes = [3] }]";
        let plan = Plan::parse(text, "sweep.toml", &games).unwrap();
        let (cells, made) = (plan.cells(), Made { size: "3", ..crate::tests::made::HEX });
        let jobs = plan.jobs(&cells, None);
        for (side, shown) in
            [(Side::First, ["MCPS against GRAVE", "62.5 %"]), (Side::Second, ["GRAVE against MCPS", "37.5 %"])]
        {
            let mut live = Live::new(&cells, &jobs, 2, plan.failures(), side);
            for (job, points) in jobs.iter().zip([2, 0, 2, 1]) {
                live.known(job.cell, &made.record(0, "a1", Some(points)));
            }
            let text = live.table(20, 200);
            assert!(shown.iter().all(|part| text.contains(part)), "{text}");
        }
    }
}
