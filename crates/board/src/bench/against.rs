//! `gametree bench --against`: this build and another one measured in turn, so that what the machine does meanwhile meets both.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

use anyhow::{Context, bail, ensure};
use gametree_core::FieldError;
use gametree_players::House;
use gametree_statistics::mean_ratio;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{Args, Row, Rows, boards};

#[derive(Serialize)]
struct Comparison {
    /// The other build.
    program: String,
    rounds: u32,
    rows: Vec<Compared>,
}

/// A row of both builds; what only one of them measures has nothing from the other.
#[derive(Serialize)]
struct Compared {
    game: String,
    size: String,
    what: String,
    per_cpu_second: Option<f64>,
    against: Option<f64>,
    /// How many times as fast this build is, and the ends of the 95 % interval.
    ratio: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

pub(super) fn run(args: &Args, program: &Path, house: &House) -> anyhow::Result<String> {
    let theirs = Build::new(program)?;
    // In the same way as the other: by a process of its own for each measurement.
    let ours = Build::new(&std::env::current_exe()?)?;
    let their_games = theirs.games()?;
    let time = args.time.as_deref();
    let mut rows = Vec::new();
    for (name, size) in boards(house, args.only.as_deref())? {
        let setup = house.find(&name)?.setup(size, &Default::default())?;
        let board = format!("{name}/{}", setup.size());
        if their_games.contains(&name) {
            rows.extend(board_in_turn([&ours, &theirs], &board, args.rounds, time)?);
        } else {
            say(&format!("{board}: no such game in {}", theirs.path.display()));
            rows.extend(ours.bench(&board, time)?.into_iter().map(|row| Pair::of(row, 0).compared()));
        }
    }
    if args.only.is_none() {
        let our_games: BTreeSet<&str> = house.games().map(|game| game.about().name).collect();
        for name in their_games.iter().filter(|name| !our_games.contains(name.as_str())) {
            say(&format!("{name}: a game of {} alone", theirs.path.display()));
            rows.extend(theirs.bench(name, time)?.into_iter().map(|row| Pair::of(row, 1).compared()));
        }
    }
    if args.json {
        let program = theirs.path.display().to_string();
        return crate::json(&Comparison { program, rounds: args.rounds, rows });
    }
    Ok(in_words(&rows)?)
}

/// Progress, beside the result.
fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Ours, theirs, theirs, ours, and so on: what grows or shrinks all the time is then on both sides.
fn board_in_turn(builds: [&Build; 2], board: &str, rounds: u32, time: Option<&str>) -> anyhow::Result<Vec<Compared>> {
    let mut pairs: Vec<Pair> = Vec::new();
    for round in 0..rounds {
        let order = if round % 2 == 0 { [0, 1] } else { [1, 0] };
        for side in order {
            for row in builds[side].bench(board, time)? {
                match pairs.iter_mut().find(|pair| pair.is_of(&row)) {
                    Some(pair) => pair.speeds[side].push(row.per_cpu_second),
                    None => pairs.push(Pair::of(row, side)),
                }
            }
        }
        for (side, build) in builds.iter().enumerate() {
            let measured = |pair: &Pair| pair.speeds[side].len();
            let odd = pairs.iter().find(|pair| measured(pair) != 0 && measured(pair) != round as usize + 1);
            if let Some(Pair { what, .. }) = odd {
                bail!("{}: bench --only {board} has not one row {what} each time", build.path.display());
            }
        }
        let ratios = pairs.iter().filter_map(|pair| Some(format!(" {} {:.3}", pair.what, pair.ratios().last()?)));
        say(&format!("{board} round {} of {rounds}:{}", round + 1, ratios.collect::<String>()));
    }
    // What only the other has comes last.
    pairs.sort_by_key(|pair| pair.speeds[0].is_empty());
    Ok(pairs.into_iter().map(Pair::compared).collect())
}

/// A row's figures, round by round: ours and theirs.
struct Pair {
    game: String,
    size: String,
    what: String,
    speeds: [Vec<f64>; 2],
}

impl Pair {
    /// A row of which one side has measured something.
    fn of(row: Row, side: usize) -> Self {
        let mut speeds = [Vec::new(), Vec::new()];
        speeds[side].push(row.per_cpu_second);
        Pair { game: row.game, size: row.size, what: row.what, speeds }
    }

    fn is_of(&self, row: &Row) -> bool {
        (&self.game, &self.size, &self.what) == (&row.game, &row.size, &row.what)
    }

    fn ratios(&self) -> impl DoubleEndedIterator<Item = f64> {
        self.speeds[0].iter().zip(&self.speeds[1]).map(|(ours, theirs)| ours / theirs)
    }

    fn compared(self) -> Compared {
        let ratio = mean_ratio(&self.ratios().collect::<Vec<_>>());
        let interval = ratio.and_then(|ratio| ratio.interval);
        let [per_cpu_second, against] = [0, 1].map(|side| Some(mean_ratio(&self.speeds[side])?.ratio));
        Compared {
            game: self.game,
            size: self.size,
            what: self.what,
            per_cpu_second,
            against,
            ratio: ratio.map(|ratio| ratio.ratio),
            low: interval.map(|[low, _]| low),
            high: interval.map(|[_, high]| high),
        }
    }
}

fn in_words(rows: &[Compared]) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    writeln!(
        text,
        "{:<12} {:>6} {:<8} {:>14} {:>14} {:>7}  95 % interval",
        "game", "size", "what", "per CPU second", "against", "ratio"
    )?;
    let speed = |speed: Option<f64>| speed.map_or("-".to_string(), |speed| format!("{speed:.0}"));
    for row in rows {
        let (ours, theirs) = (speed(row.per_cpu_second), speed(row.against));
        write!(text, "{:<12} {:>6} {:<8} {ours:>14} {theirs:>14} ", row.game, row.size, row.what)?;
        match (row.ratio, row.low.zip(row.high)) {
            (Some(ratio), Some((low, high))) => writeln!(text, "{ratio:>7.3}  [{low:.3}, {high:.3}]")?,
            (Some(ratio), None) => writeln!(text, "{ratio:>7.3}")?,
            (None, _) if row.against.is_none() => writeln!(text, "{:>7}  only in this build", "-")?,
            (None, _) => writeln!(text, "{:>7}  only in the other build", "-")?,
        }
    }
    Ok(text)
}

/// A program that knows `bench`.
struct Build {
    path: PathBuf,
    /// Its file's length and age: another build under the same path is not measured unnoticed.
    stamp: (u64, Option<SystemTime>),
}

#[derive(Deserialize)]
struct Games {
    games: Vec<GameName>,
}

#[derive(Deserialize)]
struct GameName {
    name: String,
}

impl Build {
    /// A program by the path of its file, wherever programs are looked for otherwise.
    fn new(path: &Path) -> Result<Self, FieldError> {
        let path = std::path::absolute(path).map_err(|error| cannot_run(path, &error))?;
        let stamp = stamp(&path).map_err(|error| cannot_run(&path, &error))?;
        Ok(Build { path, stamp })
    }

    fn games(&self) -> anyhow::Result<BTreeSet<String>> {
        Ok(self.run::<Games>(&["games", "--json"])?.games.into_iter().map(|game| game.name).collect())
    }

    fn bench(&self, only: &str, time: Option<&str>) -> anyhow::Result<Vec<Row>> {
        let mut args = vec!["bench", "--only", only, "--json"];
        // Left to the other build unless asked for: an older one does not know the argument.
        args.extend(time.iter().flat_map(|time| ["--time", time]));
        let Rows { rows } = self.run(&args)?;
        for Row { what, per_cpu_second, .. } in &rows {
            let is_speed = per_cpu_second.is_finite() && *per_cpu_second > 0.0;
            ensure!(is_speed, "{}: per_cpu_second of {what} on {only} is {per_cpu_second}", self.path.display());
        }
        Ok(rows)
    }

    /// The document that a command prints.
    fn run<T: DeserializeOwned>(&self, args: &[&str]) -> anyhow::Result<T> {
        let told = || format!("{} {}", self.path.display(), args.join(" "));
        let same = stamp(&self.path).is_ok_and(|stamp| stamp == self.stamp);
        ensure!(same, "{}: the file was changed while it was measured", self.path.display());
        let mut command = Command::new(&self.path);
        let output =
            command.args(args).stdin(Stdio::null()).output().map_err(|error| cannot_run(&self.path, &error))?;
        let errors = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "{}: {}\n{}", told(), output.status, errors.trim());
        serde_json::from_slice(&output.stdout).with_context(|| format!("{}: not the JSON that it should print", told()))
    }
}

fn stamp(path: &Path) -> std::io::Result<(u64, Option<SystemTime>)> {
    let metadata = path.metadata()?;
    Ok((metadata.len(), metadata.modified().ok()))
}

fn cannot_run(path: &Path, error: &std::io::Error) -> FieldError {
    FieldError::new("program to measure", path.display(), format!("a build of this program that can be run ({error})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(what: &str, per_cpu_second: f64) -> Row {
        Row { game: "hex".into(), size: "5".into(), what: what.into(), per_cpu_second }
    }

    #[test]
    fn rows_of_one_build_alone_are_told() {
        let mut both = Pair::of(row("uct", 220.0), 0);
        both.speeds = [vec![220.0, 110.0], vec![200.0, 100.0]];
        let once = Pair { speeds: [vec![3.0], vec![2.0]], ..Pair::of(row("rave", 3.0), 0) };
        let rows = [both, once, Pair::of(row("strong", 7.0), 0), Pair::of(row("old", 9.0), 1)].map(Pair::compared);
        let text = in_words(&rows).unwrap();
        let lines: Vec<&str> = text.lines().map(|line| line.split_once("5 ").map_or("", |(_, rest)| rest)).collect();
        let words: Vec<String> =
            lines.iter().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        assert_eq!(
            words[1..],
            [
                "uct 156 141 1.100 [1.100, 1.100]",
                "rave 3 2 1.500",
                "strong 7 - - only in this build",
                "old - 9 - only in the other build",
            ],
            "{text}"
        );
        let json = serde_json::to_value(&rows).unwrap();
        assert!(json[2]["against"].is_null() && json[2]["ratio"].is_null() && json[1]["low"].is_null(), "{json}");
    }
}
