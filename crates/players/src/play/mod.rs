//! One game between two players, for any [`Game`]: also for one of your own that no list knows.

pub(crate) mod matchup;
pub(crate) mod mover;
pub(crate) mod usage;
pub(crate) mod watch;

use gametree_core::{Budget, Control, Game, Line, Outcome, Search, Side, mix};

use crate::play::mover::{Act, Choice, Mover, Searcher};
use crate::play::usage::Usage;
use crate::play::watch::GameWatch;

/// Who sits on one side of a game.
pub struct Seat<'a, G: Game> {
    /// The player's name, for the log.
    pub name: &'a str,
    /// The engine.
    pub search: &'a mut dyn Search<G>,
    /// What it may spend on each move.
    pub budget: Budget,
    /// The player's seed in this game; the seed of a move is `mix(&[seed, side, ply])`, the ply counted from 0.
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
    /// A player gave up, and lost.
    Resign {
        /// The side that lost.
        by: Side,
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
        /// The side whose player failed, if it was one; a plan may count that as its loss.
        by: Option<Side>,
    },
}

impl Ending {
    /// The result, however it came about; `None` for a void game.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Ending::Normal(outcome) | Ending::Limit { outcome, .. } => Some(*outcome),
            Ending::Forfeit { by, .. } | Ending::Resign { by } => Some(Outcome::Win(by.other())),
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
    /// The final score as our rules and as engines of their own count it, where one of them was asked.
    pub scores: Option<GameScores>,
}

/// The final score of a game, as SGF writes it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GameScores {
    /// By our rules. This one counts.
    pub referee: String,
    /// What the engines answered, by [`Side::index`].
    pub engines: [Option<String>; 2],
}

impl GameLog {
    /// Forgets everything; the memory stays.
    pub fn clear(&mut self) {
        self.moves.clear();
        self.opening = 0;
        self.usage = Default::default();
        self.scores = None;
    }
}

/// Plays one game to its end, from a line whose moves are the opening; the seats by [`Side::index`]. Both searches are told
/// first that a new game begins.
///
/// Games that repeat positions may never end. So a game is cut off after `max_plies` moves, those of the opening included, and
/// decided by [`Game::margin`] at that moment ([`Ending::Limit`]); without a number after [`default_max_plies`].
///
/// A search that answers with an illegal move, or with none, forfeits. Moves are written with `format`, which is only
/// given legal ones. The log is `watch`'s; whoever watches can break the game off. Emits a tracing event per move (target
/// `gametree::move`, level debug).
pub fn play_game<G: Game>(
    line: Line<G>,
    seats: [Seat<'_, G>; 2],
    max_plies: Option<u32>,
    format: impl Fn(&G, G::Move) -> String,
    watch: &GameWatch,
) -> Ending {
    let [first, second] = seats;
    let (mut one, mut other) = (Searcher(first.search), Searcher(second.search));
    let chairs = [
        Chair { name: first.name, mover: &mut one, budget: first.budget, seed: first.seed },
        Chair { name: second.name, mover: &mut other, budget: second.budget, seed: second.seed },
    ];
    play_chairs(line, chairs, max_plies, format, watch).0
}

/// A [`Seat`] of any kind of player.
pub(crate) struct Chair<'a, G: Game> {
    pub(crate) name: &'a str,
    pub(crate) mover: &'a mut dyn Mover<G>,
    pub(crate) budget: Budget,
    pub(crate) seed: u64,
}

/// [`play_game`] with any kind of players. Gives the line as it was played, too.
pub(crate) fn play_chairs<G: Game>(
    line: Line<G>,
    chairs: [Chair<'_, G>; 2],
    max_plies: Option<u32>,
    format: impl Fn(&G, G::Move) -> String,
    watch: &GameWatch,
) -> (Ending, Line<G>) {
    let mut line = line;
    let mut chairs = chairs;
    write_opening(&line, &format, &mut watch.log());
    let max_plies = max_plies.unwrap_or_else(|| default_max_plies(line.start())) as usize;
    let ending = play_on(&mut line, &mut chairs, max_plies, format, watch);
    (ending, line)
}

fn play_on<G: Game>(
    line: &mut Line<G>,
    chairs: &mut [Chair<'_, G>; 2],
    max_plies: usize,
    format: impl Fn(&G, G::Move) -> String,
    watch: &GameWatch,
) -> Ending {
    let mut legal = Vec::new();
    let mut control = Control { stop: watch.stop(), ..Control::default() };
    for (index, chair) in chairs.iter_mut().enumerate() {
        watch.log().usage[index] = chair.mover.unspent();
        let by = Some(Side::BOTH[index]);
        watch.at_work(by);
        let ready = chair.mover.begin(line, &chair.budget, &control.stop);
        watch.at_work(None);
        if let Err(reason) = ready {
            let name = chair.name;
            // What an engine failed at while it was being broken off is no fault of its own.
            let broken = watch.is_broken_off().then(|| format!("broken off while {name} was getting ready"));
            return Ending::Void { reason: broken.unwrap_or_else(|| format!("{name}: {reason}")), by };
        }
    }
    loop {
        if let Some(outcome) = line.position().outcome() {
            return Ending::Normal(outcome);
        }
        let side = line.position().to_move();
        let chair = &mut chairs[side.index()];
        let ply = line.moves().len();
        if ply >= max_plies {
            let outcome = match line.position().margin().signum() {
                1 => Outcome::Win(Side::First),
                -1 => Outcome::Win(Side::Second),
                _ => Outcome::Draw,
            };
            return Ending::Limit { outcome, plies: ply };
        }
        let seed = mix(&[chair.seed, side.index() as u64, ply as u64]);
        watch.at_work(Some(side));
        let choice = chair.mover.choose(line, &chair.budget, seed, &mut control);
        watch.at_work(None);
        watch.log().usage[side.index()].count(&choice.stats, &chair.budget);
        let name = chair.name;
        // People count from 1.
        let number = ply + 1;
        if watch.is_broken_off() {
            let reason = format!("broken off while {name} was thinking at ply {number}");
            return Ending::Void { reason, by: Some(side) };
        }
        let forfeit = |what: String| Ending::Forfeit { by: side, reason: format!("{name} {what}") };
        let mv = match &choice.act {
            Act::Move(mv) => *mv,
            Act::Nothing => return forfeit(format!("gave no move at ply {number}")),
            Act::NoMove(text) => return forfeit(format!("played {text} at ply {number}: illegal")),
            Act::Resign => return Ending::Resign { by: side },
            Act::Fail(reason) => {
                return Ending::Void { reason: format!("{name} at ply {number}: {reason}"), by: Some(side) };
            }
        };
        legal.clear();
        line.legal_moves(&mut legal);
        if !legal.contains(&mv) {
            // What a search has made up need not have a spelling; engines give theirs as text.
            return forfeit(format!("played {mv:?} at ply {number}: illegal"));
        }
        let text = format(line.position(), mv);
        emit(name, side, number, &text, &choice);
        watch.log().moves.push(text);
        line.push(mv);
        watch.moved();
    }
}

/// After how many plies a game is cut off unless another number is given: six for every code of the first side, far more than a
/// game lasts that does not go round in circles, and 400 at least.
#[must_use]
pub fn default_max_plies<G: Game>(start: &G) -> u32 {
    let codes = u32::try_from(start.codes(Side::First).len()).unwrap_or(u32::MAX);
    SHORTEST_LIMIT.max(codes.saturating_mul(6))
}

/// On the smallest boards.
const SHORTEST_LIMIT: u32 = 400;

/// The moves that the line has already.
fn write_opening<G: Game>(line: &Line<G>, format: impl Fn(&G, G::Move) -> String, log: &mut GameLog) {
    let mut position = line.start().clone();
    for &mv in line.moves() {
        log.moves.push(format(&position, mv));
        position.play(mv);
    }
    log.opening = line.moves().len();
}

fn emit<M>(player: &str, side: Side, ply: usize, mv: &str, choice: &Choice<M>) {
    let stats = &choice.stats;
    tracing::debug!(
        target: "gametree::move",
        player,
        side = %side,
        ply,
        mv,
        value = choice.value,
        playouts = stats.playouts,
        nodes = stats.nodes,
        depth = stats.max_depth,
        tree_full = stats.tree_full,
        cpu_ms = stats.cpu.as_secs_f64() * 1e3,
        stop = stats.stop.name(),
    );
}
