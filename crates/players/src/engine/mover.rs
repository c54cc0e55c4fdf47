//! An engine at a seat: what it is told, what it is asked, and what its replies mean.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use gametree_core::{Budget, Control, Describe, Line, Side, Stats, StopReason};

use super::process::{Failure, Patience, Process};
use super::reply::{Reply, quote};
use super::translator::{Translator, looks_like_a_move};
use super::{EngineConfig, cpu};
use crate::game::setup::Setup;
use crate::play::mover::{Act, Choice, Mover};
use crate::play::usage::Usage;

/// So long an engine may take to count a finished game.
const MOST_COUNTING: Duration = Duration::from_secs(60);

/// An engine of its own process. It is started for its first game and kept for the next ones; after a failure it is killed, and
/// started anew for the next game.
pub(crate) struct EngineMover<G> {
    config: EngineConfig,
    setup: Setup,
    translator: Translator,
    /// Where its standard error goes.
    errors: Option<PathBuf>,
    engine: Option<Running>,
    /// The position that it knows of, after so many moves of the line.
    position: Option<G>,
    told: usize,
}

/// A running engine, and what it can do.
struct Running {
    process: Process,
    knows: Knows,
}

/// Commands that not every engine has.
#[derive(Clone, Copy, Default)]
struct Knows {
    time_settings: bool,
    time_left: bool,
    final_score: bool,
}

impl<G: Describe> EngineMover<G> {
    pub(crate) fn new(config: &EngineConfig, setup: &Setup, errors: Option<PathBuf>) -> Self {
        let translator = Translator::new(G::GRID, setup.size, config.coordinates);
        let (config, setup) = (config.clone(), setup.clone());
        EngineMover { config, setup, translator, errors, engine: None, position: None, told: 0 }
    }

    /// For all that takes no thinking.
    fn patience<'a>(&self, stop: &'a AtomicBool) -> Patience<'a> {
        Patience { stop, limit: Some(self.config.ready_limit()) }
    }

    /// Sends a command and waits for its reply. An engine that fails is killed.
    fn ask(&mut self, command: &str, patience: &Patience<'_>) -> Result<Reply, Failure> {
        let engine = self.engine.as_mut().ok_or_else(|| "does not run".to_string())?;
        let reply = engine.process.ask(command, patience);
        if reply.is_err() {
            self.engine = None;
        }
        reply
    }

    /// A command that must be obeyed. An engine that refuses is in nobody knows what state, and is killed.
    fn tell(&mut self, command: &str, patience: &Patience<'_>) -> Result<(), Failure> {
        let reply = self.ask(command, patience)?;
        if reply.good {
            return Ok(());
        }
        self.engine = None;
        Err(format!("answered {command} with the error {}", quote(&reply.text)).into())
    }

    fn start(&mut self, patience: &Patience<'_>) -> Result<(), String> {
        let words = self.config.words().map_err(|error| error.to_string())?;
        let process = Process::start(&words, self.errors.as_deref())?;
        self.engine = Some(Running { process, knows: Knows::default() });
        let list = self.ask("list_commands", patience)?;
        let has = |name: &str| list.good && list.text.split_whitespace().any(|word| word == name);
        let knows =
            Knows { time_settings: has("time_settings"), time_left: has("time_left"), final_score: has("final_score") };
        if let Some(engine) = &mut self.engine {
            engine.knows = knows;
        }
        Ok(())
    }

    /// The time for a move in whole seconds, the unit of the protocol, if the engine is to be told.
    fn clock(&self, budget: &Budget) -> Option<u64> {
        let time = budget.time()?;
        self.config.clock.then(|| (time.as_secs_f64().round() as u64).max(1))
    }

    /// Tells it the moves of the line that it does not know.
    fn catch_up(&mut self, line: &Line<G>, patience: &Patience<'_>) -> Result<(), String> {
        let mut position = self.position.take().unwrap_or_else(|| line.start().clone());
        for &mv in &line.moves()[self.told..] {
            let text = position.format_move(mv);
            let text = self.translator.to_engine(&text).ok_or_else(|| {
                format!("cannot be told of {text}: its coordinates have no name for a point of a board of this size")
            })?;
            self.tell(&format!("play {} {text}", colour(position.to_move())), patience)?;
            position.play(mv);
            self.told += 1;
        }
        self.position = Some(position);
        Ok(())
    }

    /// Asks for a move.
    fn genmove(&mut self, line: &Line<G>, budget: &Budget, stop: &AtomicBool) -> Result<Act<G::Move>, String> {
        let patience = self.patience(stop);
        self.catch_up(line, &patience)?;
        let position = line.position();
        let colour = colour(position.to_move());
        let knows = self.engine.as_ref().is_some_and(|engine| engine.knows.time_settings && engine.knows.time_left);
        if let Some(seconds) = self.clock(budget).filter(|_| knows) {
            self.tell(&format!("time_left {colour} {seconds} 1"), &patience)?;
        }
        let command = format!("genmove {colour}");
        let thinking = Patience { stop, limit: self.config.timeout };
        let reply = self.ask(&command, &thinking)?;
        let nonsense = |kind: &str| format!("answered {command} with {kind}{}", quote(&reply.text));
        if !reply.good {
            return Err(nonsense("the error "));
        }
        if reply.text.eq_ignore_ascii_case("resign") {
            return Ok(Act::Resign);
        }
        match self.translator.to_game(&reply.text).map(|text| position.parse_move(&text)) {
            Some(Ok(mv)) => {
                let mut legal = Vec::new();
                line.legal_moves(&mut legal);
                if !legal.contains(&mv) {
                    let ours = position.format_move(mv);
                    let same = ours.eq_ignore_ascii_case(&reply.text);
                    return Ok(Act::NoMove(if same { ours } else { format!("{ours} (it wrote {})", reply.text) }));
                }
                // It has played this move on its own board.
                if let Some(known) = &mut self.position {
                    known.play(mv);
                    self.told += 1;
                }
                Ok(Act::Move(mv))
            }
            _ if looks_like_a_move(&reply.text) => Ok(Act::NoMove(reply.text)),
            _ => Err(nonsense("")),
        }
    }
}

impl<G: Describe> Mover<G> for EngineMover<G> {
    fn begin(&mut self, line: &Line<G>, budget: &Budget, stop: &AtomicBool) -> Result<(), String> {
        let patience = self.patience(stop);
        (self.position, self.told) = (None, 0);
        let size = self.setup.size;
        let size = if size.cols == size.rows { size.cols.to_string() } else { format!("{} {}", size.cols, size.rows) };
        let boardsize = format!("boardsize {size}");
        let kept = self.engine.is_some();
        if !kept {
            self.start(&patience)?;
        }
        match self.tell(&boardsize, &patience) {
            // One that has ended after its last game has spoilt nothing.
            Err(failure) if kept && failure.ended => {
                self.start(&patience)?;
                self.tell(&boardsize, &patience)?;
            }
            told => told?,
        }
        self.tell("clear_board", &patience)?;
        if let Some(komi) = self.setup.komi() {
            self.tell(&format!("komi {komi}"), &patience)?;
        }
        let knows = self.engine.as_ref().is_some_and(|engine| engine.knows.time_settings);
        if let Some(seconds) = self.clock(budget).filter(|_| knows) {
            self.tell(&format!("time_settings 0 {seconds} 1"), &patience)?;
        }
        self.catch_up(line, &patience)
    }

    fn choose(
        &mut self,
        line: &Line<G>,
        budget: &Budget,
        _seed: u64,
        control: &mut Control<G::Move>,
    ) -> Choice<G::Move> {
        let cpu = |mover: &Self| mover.engine.as_ref().and_then(|engine| engine.process.cpu());
        let (cpu_before, begin) = (cpu(self), Instant::now());
        let act = self.genmove(line, budget, &control.stop).unwrap_or_else(Act::Fail);
        let wall = begin.elapsed();
        let used = cpu(self).zip(cpu_before).map(|(after, before)| after.saturating_sub(before));
        // What an engine used that has just ended is not known; its game is void.
        let mut stats = Stats::new(StopReason::Unsearched);
        (stats.cpu, stats.wall) = (used.unwrap_or_default(), wall);
        Choice { act, value: None, stats }
    }

    fn end(&mut self, line: &Line<G>, stop: &AtomicBool) -> Option<String> {
        if !G::SCORED || !self.engine.as_ref()?.knows.final_score {
            return None;
        }
        let limit = self.config.ready_limit().min(MOST_COUNTING);
        let patience = Patience { stop, limit: Some(limit) };
        self.catch_up(line, &patience).ok()?;
        let reply = self.ask("final_score", &patience).ok()?;
        const MOST: usize = 40;
        Some(if reply.good { reply.text } else { "?".into() }.chars().take(MOST).collect())
    }

    fn unspent(&self) -> Usage {
        Usage::unseen(cpu::is_known())
    }
}

impl<G> Drop for EngineMover<G> {
    fn drop(&mut self) {
        if let Some(engine) = self.engine.take() {
            engine.process.close();
        }
    }
}

/// As the protocol calls a side.
fn colour(side: Side) -> &'static str {
    ["b", "w"][side.index()]
}
