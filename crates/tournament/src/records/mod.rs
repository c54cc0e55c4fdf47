//! A finished game as one line of JSON, protected by a checksum.

pub(crate) mod merge;
pub(crate) mod replay;
pub(crate) mod scan;
pub(crate) mod store;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use gametree_core::{FieldError, Outcome, Side};

use crate::plan::failures::Failures;
use crate::plan::schedule::{Cell, Job};
use crate::run::machine::Machine;
use gametree_players::{Ending, GameLog, Usage};

/// A finished game. Each is right when read alone. On disk the line ends with `"crc"`, the CRC-32 (IEEE) in hexadecimal of
/// the same line without that field and without the line break.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// The game's id.
    pub id: String,
    /// The cell's hash: what resuming and merging match on.
    pub cell_hash: String,
    /// The cell.
    pub cell: RecordCell,
    /// The pair within the cell.
    pub pair: u32,
    /// The player on the first side.
    pub first: String,
    /// The player on the second side.
    pub second: String,
    /// The winner's name, `draw`, or `None` for a void game.
    pub winner: Option<String>,
    /// How it ended.
    pub end: End,
    /// The moves, separated by spaces.
    pub moves: String,
    /// How many they are.
    pub plies: usize,
    /// What each player is and spent, by name.
    pub players: BTreeMap<String, PlayerUsage>,
    /// The host.
    pub host: Option<String>,
    /// The CPU's model.
    pub cpu: Option<String>,
    /// The commit of the program.
    pub commit: Option<String>,
    /// The pair's seed.
    pub seed: u64,
    /// How many of the moves are the opening, which no player has chosen.
    #[serde(default)]
    pub opening: usize,
    /// CPU seconds of the worker that no search has used; `None` where nobody measured.
    #[serde(default)]
    pub harness_s: Option<f64>,
    /// Games at once in the run.
    #[serde(default)]
    pub at_once: Option<usize>,
    /// The processor that the worker was kept on; `None` when the system was free to move it.
    #[serde(default)]
    pub core: Option<usize>,
    /// The final score as engines of their own process count it; only where one was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub final_scores: Option<FinalScores>,
    /// When it ended, in UTC (RFC 3339).
    pub finished_at: String,
}

/// The final score of a game as SGF writes it: `B+3.5`, `0`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FinalScores {
    /// By our rules. This one counts.
    pub referee: String,
    /// As engines answered, by name; `?` where one refused.
    pub engines: BTreeMap<String, String>,
}

impl FinalScores {
    /// The engines that do not agree with the referee, with their scores.
    pub fn differing(&self) -> impl Iterator<Item = (&str, &str)> {
        let referee = points(&self.referee);
        let differs = move |text: &str| match (points(text), referee) {
            (Some(one), Some(other)) => (one - other).abs() > 0.01,
            _ => true,
        };
        let all = self.engines.iter().map(|(name, score)| (name.as_str(), score.as_str()));
        all.filter(move |(_, score)| differs(score))
    }
}

/// Points by which the first side leads; `None` for a text that is no score.
fn points(score: &str) -> Option<f64> {
    let score = score.trim().to_ascii_uppercase();
    match score.split_once('+') {
        Some(("B" | "BLACK", points)) => points.parse().ok(),
        Some(("W" | "WHITE", points)) => points.parse().ok().map(|points: f64| -points),
        _ => matches!(score.as_str(), "0" | "DRAW" | "JIGO").then_some(0.0),
    }
}

/// How a job went: what its record is made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Played<'a> {
    pub(crate) ending: &'a Ending,
    pub(crate) log: &'a GameLog,
    pub(crate) harness_s: Option<f64>,
    pub(crate) at_once: usize,
    pub(crate) core: Option<usize>,
}

/// The cell of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RecordCell {
    /// The game's name.
    pub game: String,
    /// Every option.
    pub options: BTreeMap<String, Value>,
    /// `9` or `5x3`.
    pub size: String,
    /// As in plans.
    pub budget: String,
    /// The player named first in the plan.
    pub a: String,
    /// The other one.
    pub b: String,
    /// After how many plies its games are cut off, where the plan says so; absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<u32>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct End {
    /// In one word.
    pub kind: EndKind,
    /// What happened, where the word does not say it all.
    pub reason: Option<String>,
    /// The player that failed, in a void game in which one did. Absent where none did, and in records of older programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

/// How a game ended, in one word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EndKind {
    /// By the rules.
    Normal,
    /// Cut off and adjudicated.
    Limit,
    /// A player resigned.
    Resign,
    /// A player did what the rules do not allow.
    Forfeit,
    /// The software failed; the game counts for nobody.
    Void,
}

/// What a player is and spent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayerUsage {
    /// The player's spec, every default written out.
    pub spec: String,
    /// What it spent.
    #[serde(flatten)]
    pub usage: Usage,
}

impl GameRecord {
    /// The record of a game that has just ended.
    #[must_use]
    pub(crate) fn new(cell: &Cell, job: &Job, played: &Played<'_>, machine: &Machine) -> Self {
        let Played { ending, log, harness_s, at_once, core } = *played;
        let names = [&cell.players[job.opens].name, &cell.players[1 - job.opens].name];
        let (kind, reason) = match ending {
            Ending::Normal(_) => (EndKind::Normal, None),
            Ending::Forfeit { reason, .. } => (EndKind::Forfeit, Some(reason.clone())),
            Ending::Limit { plies, .. } => {
                (EndKind::Limit, Some(format!("cut off after {plies} plies and decided by the margin")))
            }
            Ending::Resign { .. } => (EndKind::Resign, None),
            Ending::Void { reason, .. } => (EndKind::Void, Some(reason.clone())),
        };
        let by = match ending {
            Ending::Void { by, .. } => by.map(|side| names[side.index()].clone()),
            _ => None,
        };
        let players = cell.players.iter().enumerate().map(|(index, player)| {
            let side = if index == job.opens { Side::First } else { Side::Second };
            let usage = PlayerUsage { spec: player.spec.to_string(), usage: log.usage[side.index()] };
            (player.name.clone(), usage)
        });
        GameRecord {
            id: job.id.clone(),
            cell_hash: format!("{:016x}", cell.hash),
            cell: RecordCell {
                game: cell.setup.game().to_string(),
                options: cell.setup.options().clone(),
                size: cell.setup.size().to_string(),
                budget: cell.budget.to_string(),
                a: cell.players[0].name.clone(),
                b: cell.players[1].name.clone(),
                max_plies: cell.max_plies,
            },
            pair: job.pair,
            first: names[0].clone(),
            second: names[1].clone(),
            winner: ending.outcome().map(|outcome| match outcome {
                Outcome::Win(side) => names[side.index()].clone(),
                Outcome::Draw => "draw".to_string(),
            }),
            end: End { kind, reason, by },
            moves: log.moves.join(" "),
            plies: log.moves.len(),
            players: players.collect(),
            host: machine.host.clone(),
            cpu: machine.cpu.clone(),
            commit: machine.commit.clone(),
            seed: job.seed,
            opening: log.opening,
            harness_s,
            at_once: Some(at_once),
            core,
            final_scores: log.scores.as_ref().map(|scores| FinalScores {
                referee: scores.referee.clone(),
                engines: Side::BOTH
                    .into_iter()
                    .filter_map(|side| Some((names[side.index()].clone(), scores.engines[side.index()].clone()?)))
                    .collect(),
            }),
            finished_at: format!("{:.3}", jiff::Timestamp::now()),
        }
    }

    /// The line, with checksum and line break.
    ///
    /// # Panics
    /// Never: a record is numbers and strings.
    #[must_use]
    pub fn to_line(&self) -> String {
        let mut line = serde_json::to_string(self).expect("a record is numbers and strings");
        let crc = crc32fast::hash(line.as_bytes());
        line.pop();
        line.push_str(&format!("{CRC_KEY}{crc:08x}\"}}\n"));
        line
    }

    /// Reads a line without its line break.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn from_line(line: &[u8]) -> Result<Self, String> {
        GameRecord::read(line).map_err(|fault| match fault {
            Fault::Torn(reason) | Fault::Wrong(reason) => reason,
        })
    }

    /// [`GameRecord::from_line`], telling what a torn write may have left from what it cannot.
    pub(crate) fn read(line: &[u8]) -> Result<Self, Fault> {
        checksum(line).map_err(Fault::Torn)?;
        let record: GameRecord = serde_json::from_slice(line).map_err(|error| Fault::Wrong(error.to_string()))?;
        record.check().map_err(|error| Fault::Wrong(error.to_string()))?;
        Ok(record)
    }

    /// Names that no player has would count for the wrong one.
    fn check(&self) -> Result<(), FieldError> {
        let RecordCell { a, b, .. } = &self.cell;
        if let Some(winner) = self.winner.as_ref().filter(|winner| ![a, b, "draw"].contains(&winner.as_str())) {
            return Err(FieldError::new("winner", winner, format_args!("{a}, {b}, draw, null")));
        }
        if let Some(by) = self.end.by.as_ref().filter(|by| ![a, b].contains(by)) {
            return Err(FieldError::new("end.by", by, format_args!("{a}, {b}, null")));
        }
        let (first, second) = (&self.first, &self.second);
        if (first, second) != (a, b) && (first, second) != (b, a) {
            let seats = format_args!("{first}, {second}");
            return Err(FieldError::new("first, second", seats, format_args!("{a} and {b}, in either order")));
        }
        Ok(())
    }

    /// How long it took in seconds of wall time: both players, and the harness where it was measured.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.players.values().map(|player| player.usage.wall_s).sum::<f64>() + self.harness_s.unwrap_or(0.0)
    }

    /// What `a` got out of the game, 0 to 2 half points; `None` where it counts for nobody.
    #[must_use]
    pub fn half_points_of_a(&self, failures: Failures) -> Option<u8> {
        let lost_by = self.end.by.as_ref().filter(|_| self.is_void() && failures == Failures::Loss);
        match (lost_by, self.winner.as_deref().filter(|_| !self.is_void())) {
            (Some(name), _) => Some(if *name == self.cell.a { 0 } else { 2 }),
            (None, Some("draw")) => Some(1),
            (None, Some(name)) if name == self.cell.a => Some(2),
            (None, Some(name)) if name == self.cell.b => Some(0),
            (None, _) => None,
        }
    }

    /// Whether the software failed. Such a game counts for nobody, unless failures of players count as losses.
    #[must_use]
    pub fn is_void(&self) -> bool {
        self.end.kind == EndKind::Void
    }
}

/// Why a line is no record.
#[derive(Debug)]
pub(crate) enum Fault {
    /// It is not as it was written, perhaps because its writer was killed.
    Torn(String),
    /// It is as it was written, and says what cannot be.
    Wrong(String),
}

fn checksum(line: &[u8]) -> Result<(), String> {
    let tail = line.len().checked_sub(CRC_KEY.len() + 10).ok_or("too short")?;
    let (body, tail) = line.split_at(tail);
    let stated = tail
        .strip_prefix(CRC_KEY.as_bytes())
        .and_then(|rest| rest.strip_suffix(b"\"}"))
        .and_then(|digits| u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok())
        .ok_or("no checksum at its end")?;
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(body);
    hasher.update(b"}");
    let found = hasher.finalize();
    if found != stated {
        return Err(format!("its checksum is {found:08x}, it states {stated:08x}"));
    }
    Ok(())
}

const CRC_KEY: &str = ",\"crc\":\"";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_compared_as_numbers() {
        let differing = |referee: &str, engine: &str| {
            let engines = BTreeMap::from([("E".to_string(), engine.to_string())]);
            FinalScores { referee: referee.into(), engines }.differing().count()
        };
        for (referee, engine) in [("B+3", "B+3.0"), ("W+7.5", "w+7.5"), ("0", "Draw"), ("0", "jigo")] {
            assert_eq!(differing(referee, engine), 0, "{referee} {engine}");
        }
        for (referee, engine) in [("B+3", "W+3"), ("B+3", "B+4"), ("0", "?"), ("B+3", ""), ("B+1", "B+R")] {
            assert_eq!(differing(referee, engine), 1, "{referee} {engine}");
        }
    }
}
