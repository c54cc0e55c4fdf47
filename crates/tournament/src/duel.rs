//! One game between two searches, for any [`Game`]: also for one of your own that no list knows.

use serde::{Deserialize, Serialize};

use gametree_core::{Budget, Control, Game, Line, Outcome, Report, Search, Side, Stats, StopReason, mix};

use crate::watch::GameWatch;

/// Who sits on one side of a game.
pub struct Seat<'a, G: Game> {
    /// The player's name, for the log.
    pub name: &'a str,
    /// The engine.
    pub search: &'a mut dyn Search<G>,
    /// What it may spend on each move.
    pub budget: Budget,
    /// The player's seed in this game; the seed of a move is `mix(&[seed, side, ply])`.
    pub seed: u64,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules.
    Normal(Outcome),
    /// A player did what the rules do not allow, and lost.
    Forfeit {
        /// The side that lost.
        by: Side,
        /// What it did.
        reason: String,
    },
    /// It was cut off, because games that repeat positions may never end, and decided by the margin at that moment.
    Limit {
        /// The result.
        outcome: Outcome,
        /// After how many plies.
        plies: usize,
    },
    /// It counts for nobody.
    Void {
        /// What went wrong.
        reason: String,
    },
}

impl Ending {
    /// The result, however it came about; `None` for a void game.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Ending::Normal(outcome) | Ending::Limit { outcome, .. } => Some(*outcome),
            Ending::Forfeit { by, .. } => Some(Outcome::Win(by.other())),
            Ending::Void { .. } => None,
        }
    }
}

/// What a game leaves behind.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct GameLog {
    /// The moves as people write them, those of the opening included.
    pub moves: Vec<String>,
    /// How many of them are the opening, which no player has chosen.
    pub opening: usize,
    /// What each side spent, by [`Side::index`].
    pub usage: [Usage; 2],
}

impl GameLog {
    /// Forgets everything; the memory stays.
    pub fn clear(&mut self) {
        self.moves.clear();
        self.opening = 0;
        self.usage = Default::default();
    }
}

/// What a player spent in a game: sums, so that games add up.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Usage {
    /// Moves played, those without a choice included.
    pub moves: u64,
    /// Playouts.
    pub playouts: u64,
    /// CPU time of the searches, in seconds.
    pub cpu_s: f64,
    /// Wall time of the searches, in seconds.
    pub wall_s: f64,
    /// Sum over playouts of the depth of the new node.
    pub depth_sum: u64,
    /// The deepest of those.
    pub max_depth: u32,
    /// Sum over playouts of the plies from the root to the end.
    pub plies_sum: u64,
    /// The largest ratio of time spent to time allowed over all moves; `None` without a time budget or a move.
    pub max_overrun_ratio: Option<f64>,
    /// Moves that ended because their time was spent: not those without a choice, or found to be proven.
    #[serde(default)]
    pub timed_moves: u64,
    /// Sum over those of the ratio of time spent to time allowed.
    #[serde(default)]
    pub timed_ratio_sum: f64,
}

impl Usage {
    /// Adds one move.
    pub fn count(&mut self, stats: &Stats, budget: &Budget) {
        let ratio = larger(
            budget.cpu.map(|limit| stats.cpu.as_secs_f64() / limit.as_secs_f64()),
            budget.wall.map(|limit| stats.wall.as_secs_f64() / limit.as_secs_f64()),
        );
        let timed = ratio.filter(|_| matches!(stats.stop, StopReason::Cpu | StopReason::Wall));
        self.add(&Usage {
            moves: 1,
            playouts: stats.playouts,
            cpu_s: stats.cpu.as_secs_f64(),
            wall_s: stats.wall.as_secs_f64(),
            depth_sum: stats.depth_sum,
            max_depth: stats.max_depth,
            plies_sum: stats.plies_sum,
            max_overrun_ratio: ratio,
            timed_moves: u64::from(timed.is_some()),
            timed_ratio_sum: timed.unwrap_or(0.0),
        });
    }

    /// Adds what was spent elsewhere.
    pub fn add(&mut self, other: &Usage) {
        self.moves += other.moves;
        self.playouts += other.playouts;
        self.cpu_s += other.cpu_s;
        self.wall_s += other.wall_s;
        self.depth_sum += other.depth_sum;
        self.max_depth = self.max_depth.max(other.max_depth);
        self.plies_sum += other.plies_sum;
        self.max_overrun_ratio = larger(self.max_overrun_ratio, other.max_overrun_ratio);
        self.timed_moves += other.timed_moves;
        self.timed_ratio_sum += other.timed_ratio_sum;
    }

    /// Mean ratio of time spent to time allowed over the moves that ended because it was spent; `None` without any.
    #[must_use]
    pub fn mean_spent_ratio(&self) -> Option<f64> {
        (self.timed_moves > 0).then(|| self.timed_ratio_sum / self.timed_moves as f64)
    }

    /// Playouts per second of CPU time; `None` when no time was measured.
    #[must_use]
    pub fn playouts_per_s(&self) -> Option<f64> {
        (self.playouts > 0 && self.cpu_s > 0.0).then(|| self.playouts as f64 / self.cpu_s)
    }

    /// Mean depth of the new node; `None` without playouts.
    #[must_use]
    pub fn mean_depth(&self) -> Option<f64> {
        (self.playouts > 0).then(|| self.depth_sum as f64 / self.playouts as f64)
    }

    /// Mean plies from the root to the end of a playout; `None` without playouts.
    #[must_use]
    pub fn mean_playout_plies(&self) -> Option<f64> {
        (self.playouts > 0).then(|| self.plies_sum as f64 / self.playouts as f64)
    }

    /// Mean CPU time of a move in seconds; `None` without moves.
    #[must_use]
    pub fn cpu_per_move_s(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.cpu_s / self.moves as f64)
    }
}

fn larger(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    a.into_iter().chain(b).reduce(f64::max)
}

/// Plays one game to its end, from a line whose moves are the opening; the seats by [`Side::index`]. Both searches are told
/// first that a new game begins.
///
/// A search that answers with an illegal move, or with none, forfeits. Moves are written with `format`, which is only
/// given legal ones. The log is `watch`'s; whoever watches can break the game off. Emits a tracing event per move (target
/// `gametree::move`, level debug).
pub fn play_game<G: Game>(
    line: Line<G>,
    seats: [Seat<'_, G>; 2],
    format: impl Fn(&G, G::Move) -> String,
    watch: &GameWatch,
) -> Ending {
    let mut line = line;
    let mut seats = seats;
    let mut legal = Vec::new();
    let mut control = Control { stop: watch.stop(), follow: None };
    let most_plies = most_plies(line.start());
    write_opening(&line, &format, &mut watch.log());
    for seat in &mut seats {
        seat.search.forget();
    }
    loop {
        if let Some(outcome) = line.position().outcome() {
            return Ending::Normal(outcome);
        }
        let side = line.position().to_move();
        let seat = &mut seats[side.index()];
        let ply = line.moves().len();
        if ply >= most_plies {
            let outcome = match line.position().margin().signum() {
                1 => Outcome::Win(Side::First),
                -1 => Outcome::Win(Side::Second),
                _ => Outcome::Draw,
            };
            return Ending::Limit { outcome, plies: ply };
        }
        let seed = mix(&[seat.seed, side.index() as u64, ply as u64]);
        let report = seat.search.search(&line, &seat.budget, seed, &mut control);
        watch.log().usage[side.index()].count(&report.stats, &seat.budget);
        if watch.is_broken_off() {
            return Ending::Void { reason: format!("broken off while {} was thinking at ply {ply}", seat.name) };
        }
        let Some(mv) = report.best else {
            return Ending::Forfeit { by: side, reason: format!("{} gave no move at ply {ply}", seat.name) };
        };
        legal.clear();
        line.legal_moves(&mut legal);
        if !legal.contains(&mv) {
            return Ending::Forfeit { by: side, reason: format!("{} played {mv:?} at ply {ply}: illegal", seat.name) };
        }
        let text = format(line.position(), mv);
        emit(seat.name, side, ply, &text, &report);
        watch.log().moves.push(text);
        line.push(mv);
        watch.moved();
    }
}

/// Six moves for every code of the first side, far more than a game lasts that does not go round in circles.
fn most_plies<G: Game>(start: &G) -> usize {
    SHORTEST_LIMIT.max(6 * start.codes(Side::First).len())
}

/// On the smallest boards.
const SHORTEST_LIMIT: usize = 400;

/// The moves that the line has already.
fn write_opening<G: Game>(line: &Line<G>, format: impl Fn(&G, G::Move) -> String, log: &mut GameLog) {
    let mut position = line.start().clone();
    for &mv in line.moves() {
        log.moves.push(format(&position, mv));
        position.play(mv);
    }
    log.opening = line.moves().len();
}

fn emit<M>(player: &str, side: Side, ply: usize, mv: &str, report: &Report<M>) {
    let stats = &report.stats;
    tracing::debug!(
        target: "gametree::move",
        player,
        side = %side,
        ply,
        mv,
        value = report.value,
        playouts = stats.playouts,
        nodes = stats.nodes,
        depth = stats.max_depth,
        cpu_ms = stats.cpu.as_secs_f64() * 1e3,
        stop = stats.stop.name(),
    );
}
