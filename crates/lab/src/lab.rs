//! What the commands work with: games, and what a program says of itself.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use gametree_players::House;
use gametree_tournament::{Machine, RunSettings};

use crate::claims::Claims;
use crate::shell::{quote, started_by_cargo};

/// The games that are played, and all that a program says of itself and brings along. [`Lab::new`] is enough for a program with
/// a game of its own; the methods that follow it add plans, claims, names.
#[derive(Debug)]
pub struct Lab {
    pub(crate) house: Arc<House>,
    name: String,
    by_cargo: String,
    pub(crate) version: &'static str,
    commit: Option<&'static str>,
    pub(crate) presets: Vec<Preset>,
    pub(crate) claims: Option<Claims>,
    example: Option<[&'static str; 2]>,
    script_program: Option<fn() -> anyhow::Result<PathBuf>>,
}

/// A plan that comes with the program, for `tournament --preset NAME`.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name on the command line.
    pub name: &'static str,
    /// One line on what it is for.
    pub about: &'static str,
    /// The plan, in TOML.
    pub plan: &'static str,
    /// Whether it is what `tournament` plays without being told anything.
    pub is_default: bool,
}

impl Preset {
    /// The plan as a file, for error messages.
    pub(crate) fn file(&self) -> String {
        format!("{}.toml", self.name)
    }
}

impl Lab {
    /// A lab with these games and nothing else: plans come from files, the program is called by its file's name, and records
    /// name no commit.
    #[must_use]
    pub fn new(house: impl Into<House>) -> Self {
        let program = PathBuf::from(std::env::args_os().next().unwrap_or_default());
        Lab {
            house: Arc::new(house.into()),
            name: program.file_stem().map_or_else(|| "gametree-lab".into(), |name| name.to_string_lossy().into_owned()),
            by_cargo: "cargo run --release --".into(),
            version: env!("CARGO_PKG_VERSION"),
            commit: None,
            presets: Vec::new(),
            claims: None,
            example: None,
            script_program: None,
        }
    }

    /// What the program is called in help texts and on the page, instead of by its file's name.
    #[must_use]
    pub fn name(self, name: impl Into<String>) -> Self {
        Lab { name: name.into(), ..self }
    }

    /// What is typed where cargo has started the program, instead of `cargo run --release --`: so do the commands begin that
    /// are printed to be typed again.
    #[must_use]
    pub fn called_by_cargo(self, command: impl Into<String>) -> Self {
        Lab { by_cargo: command.into(), ..self }
    }

    /// The version of gametree that the page names, where more is known of it than this package's number.
    #[must_use]
    pub fn version(self, version: &'static str) -> Self {
        Lab { version, ..self }
    }

    /// The commit that the program was built from: every record of a game names it. An empty one is unknown.
    #[must_use]
    pub fn commit(self, commit: &'static str) -> Self {
        Lab { commit: Some(commit), ..self }
    }

    /// Plans that come with the program. The first that says so is played by default.
    #[must_use]
    pub fn presets(self, presets: impl IntoIterator<Item = Preset>) -> Self {
        Lab { presets: presets.into_iter().collect(), ..self }
    }

    /// Claims that games can decide. Only with these there is the command `reproduce`.
    #[must_use]
    pub fn claims(self, claims: Claims) -> Self {
        Lab { claims: Some(claims), ..self }
    }

    /// A game and a size for the examples in help texts, instead of the first game.
    #[must_use]
    pub fn example(self, game: &'static str, size: &'static str) -> Self {
        Lab { example: Some([game, size]), ..self }
    }

    /// Which program a script for a cluster runs where cargo has started this one, which cargo may build again under running
    /// jobs. Without this it is this very program.
    #[must_use]
    pub fn script_program(self, find: fn() -> anyhow::Result<PathBuf>) -> Self {
        Lab { script_program: Some(find), ..self }
    }

    /// The games and players.
    #[must_use]
    pub fn house(&self) -> &Arc<House> {
        &self.house
    }

    /// The program's name in texts.
    pub(crate) fn program_name(&self) -> &str {
        &self.name
    }

    /// This program, as a command.
    pub(crate) fn program(&self) -> String {
        if started_by_cargo() { self.by_cargo.clone() } else { quote(&std::env::args().next().unwrap_or_default()) }
    }

    /// The command as it was given, to be typed again.
    pub(crate) fn command(&self) -> String {
        std::iter::once(self.program())
            .chain(std::env::args().skip(1).map(|arg| quote(&arg)))
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// The command that plays what is missing in a folder.
    pub(crate) fn continuing(&self, dir: &Path, skip_damaged: bool) -> String {
        let config = quote(&dir.join("plan.toml").to_string_lossy());
        let skip = if skip_damaged { " --skip-damaged" } else { "" };
        format!("{} tournament --config {config} --out {}{skip}", self.program(), quote(&dir.to_string_lossy()))
    }

    /// The program that a script runs.
    pub(crate) fn program_of_scripts(&self) -> anyhow::Result<PathBuf> {
        match self.script_program {
            Some(find) if started_by_cargo() => find(),
            _ => std::env::current_exe().context("this program's own file"),
        }
    }

    /// What is played when nothing is asked for.
    pub(crate) fn default_preset(&self) -> Option<&Preset> {
        self.presets.iter().find(|preset| preset.is_default)
    }

    /// A game and a size for examples.
    pub(crate) fn example_game(&self) -> [String; 2] {
        match (self.example, self.house.games().next()) {
            (Some(example), _) => example.map(str::to_string),
            (None, Some(game)) => [game.about().name.to_string(), game.about().default_size.to_string()],
            (None, None) => ["GAME".into(), "SIZE".into()],
        }
    }

    /// A run's folder for examples.
    pub(crate) fn example_run(&self) -> String {
        format!("runs/{}-0123abcd", self.default_preset().map_or("mine", |preset| preset.name))
    }

    /// How a run is played here; `begun` is when the command was given.
    pub(crate) fn settings(&self, jobs: Option<u16>, begun: Instant, deadline: Option<Duration>) -> RunSettings {
        let mut settings = RunSettings::new(Machine::here(self.commit));
        settings.jobs = jobs.map_or(settings.jobs, usize::from);
        settings.deadline = deadline.and_then(|time| begun.checked_add(time));
        settings
    }

    /// The commit in words.
    pub(crate) fn commit_text(&self) -> &'static str {
        self.commit.unwrap_or("unknown")
    }
}
