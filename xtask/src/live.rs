//! What is shown while games are played, on standard error.

use std::time::{Duration, Instant};

use gametree_tournament::stats::Tally;
use gametree_tournament::{Cell, GameRecord, Job};
use indicatif::{ProgressBar, ProgressStyle};

/// Without a terminal there is no bar, but a line now and then.
const LINE_EVERY: Duration = Duration::from_secs(30);

/// The bar, and a line for each cell when its last game is in.
pub(crate) struct Live<'a> {
    cells: &'a [Cell],
    /// By cell: games still to come now, and the tally of those that came, from `a`'s view.
    state: Vec<(usize, Tally)>,
    bar: ProgressBar,
    total: usize,
    done: usize,
    line_at: Instant,
}

impl<'a> Live<'a> {
    /// `todo` are the games to play now, out of `total`.
    pub(crate) fn new(cells: &'a [Cell], todo: &[&Job], total: usize) -> Self {
        let mut state = vec![(0, Tally::default()); cells.len()];
        for job in todo {
            state[job.cell].0 += 1;
        }
        let done = total - todo.len();
        let bar = ProgressBar::new(total as u64).with_position(done as u64);
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {per_sec}, {eta} left {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        // Rate and time left are those of this run, not of what an earlier one has played.
        bar.reset_eta();
        Live { cells, state, bar, total, done, line_at: Instant::now() }
    }

    pub(crate) fn finished(&mut self, job: &Job, record: &GameRecord) {
        let cell = &self.cells[job.cell];
        let (left, tally) = &mut self.state[job.cell];
        *left -= 1;
        match record.winner.as_deref() {
            Some("draw") => tally.draws += 1,
            Some(name) if name == cell.players[0].name => tally.wins += 1,
            Some(_) => tally.losses += 1,
            None => self.say(&format!("void: {}: {}", record.id, record.end.reason.as_deref().unwrap_or_default())),
        }
        self.done += 1;
        self.bar.inc(1);
        if self.state[job.cell].0 == 0 {
            self.say(&format!("{cell}: {}", score(&self.state[job.cell].1)));
        }
        self.tick();
    }

    pub(crate) fn tick(&mut self) {
        self.bar.tick();
        if self.bar.is_hidden() && self.line_at.elapsed() >= LINE_EVERY {
            self.line_at = Instant::now();
            crate::say(format_args!("{} of {} games", self.done, self.total));
        }
    }

    /// A line above the bar.
    pub(crate) fn say(&self, text: &str) {
        if self.bar.is_hidden() { crate::say(text) } else { self.bar.println(text) }
    }

    pub(crate) fn close(&self) {
        self.bar.finish_and_clear();
    }
}

fn score(tally: &Tally) -> String {
    match (tally.rate(), tally.wilson95()) {
        (Some(rate), Some([lo, hi])) => {
            format!("{:.1} % [{:.1}, {:.1}] of {} games now", 100.0 * rate, 100.0 * lo, 100.0 * hi, tally.games())
        }
        _ => "no games".into(),
    }
}
