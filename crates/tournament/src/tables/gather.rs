//! Adds up the records of a run, cell by cell.

use std::collections::{BTreeMap, HashMap, HashSet};

use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::plan::failures::Failures;
use crate::records::{EndKind, GameRecord, RecordCell};
use crate::tables::order::{budget_order, size_order};
use crate::tables::{
    CellFigures, EloFigures, Failure, PairFigures, PlayerFailures, PlayerFigures, ScoreDifference, ScoreFigures,
};
use gametree_players::Usage;
use gametree_statistics::{Pairs, Tally};

/// From this multiple of the time allowed on, a move is remarked on. Our searches stay below 1.1, a busy machine adds some.
pub(crate) const OVERRUN: f64 = 1.5;

/// Adds records up, in some 30 bytes a game. The order in which they come changes nothing but the last digits of sums of
/// times.
#[derive(Default, Debug)]
pub struct TableBuilder {
    cells: BTreeMap<String, Gathered>,
    failures: Failures,
}

#[derive(Debug)]
struct Gathered {
    hash: String,
    cell: RecordCell,
    seats: [Tally; 2],
    /// Of these, the games that `a` and that `b` forfeited.
    forfeits: [u64; 2],
    /// What counts when a player fails, and the games in which `a` and in which `b` did.
    counted: Failures,
    failed: [u64; 2],
    void: u64,
    ends: HashMap<EndKind, u64>,
    /// After how many plies games were cut off, where some were.
    cut_off_after: Option<usize>,
    failures: Vec<Failure>,
    scores: ScoreFigures,
    pairs: Pairs,
    games_seen: HashSet<u64>,
    players: BTreeMap<String, GatheredPlayer>,
    /// CPU seconds outside the players, and all of the games in which they were measured.
    harness: [f64; 2],
}

impl TableBuilder {
    /// Nothing yet. `failures` says what counts when a player fails.
    #[must_use]
    pub fn new(failures: Failures) -> Self {
        TableBuilder { cells: BTreeMap::new(), failures }
    }

    /// Counts one record.
    pub fn add(&mut self, record: &GameRecord) {
        let counted = self.failures;
        if let Some(cell) = self.cells.get_mut(&record.cell_hash) {
            cell.add(record);
            return;
        }
        let mut cell = Gathered {
            hash: record.cell_hash.clone(),
            cell: record.cell.clone(),
            seats: Default::default(),
            counted,
            forfeits: [0; 2],
            failed: [0; 2],
            void: 0,
            ends: HashMap::new(),
            cut_off_after: None,
            failures: Vec::new(),
            scores: ScoreFigures::default(),
            pairs: Pairs::default(),
            games_seen: HashSet::new(),
            players: BTreeMap::new(),
            harness: [0.0; 2],
        };
        cell.add(record);
        self.cells.insert(record.cell_hash.clone(), cell);
    }

    /// The figures, sorted by game, options, players, size and budget.
    #[must_use]
    pub fn finish(self) -> Vec<CellFigures> {
        let mut cells: Vec<Gathered> = self.cells.into_values().collect();
        cells.sort_by_cached_key(|gathered| {
            let RecordCell { game, options, size, budget, a, b, .. } = &gathered.cell;
            let options = serde_json::to_string(options).unwrap_or_default();
            (game.clone(), options, a.clone(), b.clone(), size_order(size), budget_order(budget))
        });
        cells.into_iter().map(Gathered::figures).collect()
    }
}

impl Gathered {
    fn add(&mut self, record: &GameRecord) {
        let a_is_first = record.first == self.cell.a;
        let points = record.half_points_of_a(self.counted);
        self.pairs.enter(record.pair, a_is_first, points);
        *self.ends.entry(record.end.kind).or_default() += 1;
        if record.end.kind == EndKind::Limit {
            self.cut_off_after = self.cut_off_after.max(Some(record.plies));
        }
        let forfeit = record.end.kind == EndKind::Forfeit;
        if forfeit || record.is_void() || points.is_none() {
            self.fail(record, points.filter(|_| forfeit));
        }
        if let Some(scores) = &record.final_scores {
            self.scores.games += 1;
            self.scores.different.extend(scores.differing().map(|(player, score)| ScoreDifference {
                id: record.id.clone(),
                player: player.into(),
                score: score.into(),
                referee: scores.referee.clone(),
            }));
        }
        let tally = &mut self.seats[usize::from(!a_is_first)];
        match points {
            Some(2) => tally.wins += 1,
            Some(1) => tally.draws += 1,
            Some(_) => tally.losses += 1,
            // A void game counts for nobody, and what it cost is no measure either, nor is it where a failure is a loss.
            None => {
                self.void += 1;
                return;
            }
        }
        self.games_seen.insert(xxh3_64_with_seed(record.moves.as_bytes(), u64::from(a_is_first)));
        if record.is_void() {
            return;
        }
        if let Some(harness) = record.harness_s {
            let players: f64 = record.players.values().filter_map(|player| player.usage.cpu_s).sum();
            self.harness[0] += harness;
            self.harness[1] += harness + players;
        }
        for (name, player) in &record.players {
            if !self.players.contains_key(name) {
                self.players.insert(name.clone(), GatheredPlayer::new(&player.spec));
            }
            if let Some(gathered) = self.players.get_mut(name) {
                gathered.add(&player.usage);
            }
        }
    }

    /// Notes a game that did not end by the rules; `forfeited` are the half points of `a` if one of the two forfeited it.
    fn fail(&mut self, record: &GameRecord, forfeited: Option<u8>) {
        let loser = match forfeited {
            Some(2) => Some(1),
            Some(0) => Some(0),
            _ => None,
        };
        let failed = record.end.by.as_ref().filter(|_| record.is_void());
        let failed = failed.map(|name| usize::from(*name != self.cell.a));
        if let Some(loser) = loser {
            self.forfeits[loser] += 1;
        } else if let Some(failed) = failed {
            self.failed[failed] += 1;
        }
        self.failures.push(Failure {
            id: record.id.clone(),
            kind: record.end.kind,
            player: loser.or(failed).map(|loser| [&self.cell.a, &self.cell.b][loser].clone()),
            reason: record.end.reason.clone(),
        });
    }

    fn figures(mut self) -> CellFigures {
        let [first, second] = self.seats;
        let total = first + second;
        let first_mover = Tally { wins: first.wins + second.losses, losses: first.losses + second.wins, ..total };
        let [by_a, by_b] = self.forfeits;
        let without_forfeits = Tally { wins: total.wins - by_b, losses: total.losses - by_a, ..total };
        let player_failures = (self.failed != [0; 2]).then(|| {
            let [by_a, by_b] = self.failed;
            let of_the_others = match self.counted {
                Failures::Void => total,
                Failures::Loss => Tally { wins: total.wins - by_b, losses: total.losses - by_a, ..total },
            };
            let with = Tally { wins: of_the_others.wins + by_b, losses: of_the_others.losses + by_a, ..total };
            PlayerFailures { counted: self.counted, by_a, by_b, as_void: of_the_others.into(), as_loss: with.into() }
        });
        let (pairs, incomplete) = self.pairs.tally();
        self.failures.sort_by(|one, other| one.id.cmp(&other.id));
        self.scores.different.sort();
        let RecordCell { game, options, size, budget, a, b, .. } = self.cell;
        let per_player = self.players.into_iter().map(|(name, player)| {
            let forfeits = if name == a { by_a } else { by_b };
            (name, player.figures(forfeits))
        });
        CellFigures {
            per_player: per_player.collect(),
            cell_hash: self.hash,
            game,
            options,
            size,
            budget,
            a,
            b,
            games: total.games(),
            wins_a: total.wins,
            wins_b: total.losses,
            draws: total.draws,
            rate_a: total.rate(),
            wilson95: total.wilson95(),
            p: total.p_value(),
            los: total.los(),
            a_first: first.into(),
            a_second: second.into(),
            first_mover: first_mover.into(),
            elo: EloFigures::new(total.elo(), "no games"),
            pairs: PairFigures::new(&pairs, incomplete),
            distinct_games: self.games_seen.len(),
            repeated_games: total.games() - self.games_seen.len() as u64,
            void: self.void,
            cut_off: self.ends.get(&EndKind::Limit).copied().unwrap_or(0),
            cut_off_after: self.cut_off_after,
            ends: self.ends.into_iter().map(|(kind, number)| (word(kind), number)).collect(),
            without_forfeits: (by_a + by_b > 0).then(|| without_forfeits.into()),
            player_failures,
            failures: self.failures,
            final_scores: (self.scores.games > 0).then_some(self.scores),
            harness_share: (self.harness[1] > 0.0).then(|| self.harness[0] / self.harness[1]),
        }
    }
}

/// What is known of a player of a cell.
#[derive(Debug)]
struct GatheredPlayer {
    spec: String,
    usage: Usage,
    /// Mean depths of games.
    depths: Moments,
    /// Moves of the games that say in how many of them the tree was full, and in how many it was.
    known_moves: u64,
    full_moves: Option<u64>,
    /// Games with a move that took far more than its time.
    overrun_games: u64,
}

impl GatheredPlayer {
    fn new(spec: &str) -> Self {
        GatheredPlayer {
            spec: spec.to_string(),
            usage: Usage::default(),
            depths: Moments::default(),
            known_moves: 0,
            full_moves: None,
            overrun_games: 0,
        }
    }

    fn add(&mut self, usage: &Usage) {
        self.usage.add(usage);
        self.overrun_games += u64::from(usage.max_overrun_ratio.is_some_and(|ratio| ratio > OVERRUN));
        usage.mean_depth().into_iter().for_each(|depth| self.depths.add(depth));
        // Apart from the sums, where one older record would leave nothing known.
        if let Some(full) = usage.tree_full_moves {
            self.known_moves += usage.moves;
            *self.full_moves.get_or_insert(0) += full;
        }
    }

    fn figures(self, forfeits: u64) -> PlayerFigures {
        let GatheredPlayer { spec, usage, depths, known_moves, full_moves, overrun_games } = self;
        let per_move = |amount: f64| (usage.moves > 0).then(|| amount / usage.moves as f64);
        PlayerFigures {
            spec,
            playouts_per_s: usage.playouts_per_s(),
            mean_depth: usage.mean_depth(),
            mean_depth_std_error: depths.std_error(),
            max_depth: usage.max_depth,
            mean_playout_plies: usage.mean_playout_plies(),
            moves: usage.moves,
            playouts_per_move: usage.playouts.filter(|&number| number > 0).and_then(|number| per_move(number as f64)),
            cpu_per_move_s: usage.cpu_per_move_s(),
            mean_spent_ratio: usage.mean_spent_ratio(),
            max_overrun_ratio: usage.max_overrun_ratio,
            overrun_games,
            tree_full_moves: full_moves,
            tree_known_moves: known_moves,
            forfeits,
        }
    }
}

/// Sums of values and of their squares, as whole numbers of 2^-20: exact, so the order in which values come changes nothing.
#[derive(Clone, Copy, Default, Debug)]
struct Moments {
    number: u64,
    sum: u128,
    squares: u128,
}

impl Moments {
    const UNIT: f64 = (1 << 20) as f64;

    fn add(&mut self, value: f64) {
        let units = (value * Moments::UNIT).round() as u128;
        self.number += 1;
        self.sum += units;
        self.squares += units * units;
    }

    /// The standard error of the mean; `None` of fewer than two values.
    fn std_error(&self) -> Option<f64> {
        let number = u128::from(self.number);
        // n² times the variance of the values; no overflow below 2^40 values under 2^24.
        let spread = number * self.squares - self.sum * self.sum;
        let n = self.number as f64;
        (self.number >= 2).then(|| (spread as f64 / n / n / (n - 1.0)).sqrt() / Moments::UNIT)
    }
}

/// As in records.
pub(crate) fn word(kind: EndKind) -> String {
    serde_json::to_value(kind).ok().and_then(|value| value.as_str().map(String::from)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_error_is_exact_whatever_the_order() {
        let values = [2.5, 3.0, 4.25, 3.0];
        let error = |values: &mut dyn Iterator<Item = f64>| {
            let mut moments = Moments::default();
            values.for_each(|value| moments.add(value));
            moments.std_error()
        };
        let found = error(&mut values.into_iter()).unwrap();
        let mean = values.iter().sum::<f64>() / 4.0;
        let expected = (values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / 3.0 / 4.0).sqrt();
        assert!((found - expected).abs() < 1e-9, "{found} {expected}");
        assert_eq!(error(&mut values.into_iter().rev()), Some(found));
        assert_eq!(error(&mut [1.0].into_iter()), None);
        assert_eq!(error(&mut [1.5, 1.5].into_iter()), Some(0.0));
    }
}
