//! The table at which a game is played: the board is shown, somebody moves, until the game is over.

use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::bail;
use gametree_core::{Budget, Outcome, Side, mix, nearest};
use gametree_players::{
    Analysis, AnyGame, AnySession, GameAbout, House, PlayerSpec, Setup, Think,
    sgf::{SgfError, SgfGame, write_trees},
};

use super::file::Files;
use super::{Seat, side_name};
use crate::analyze::{TOP, in_words};
use crate::drawing::with_last;
use crate::heat::heat_map;
use crate::rules;

/// Longer lines are no moves.
const MOST_LINE: u64 = 4096;

const HELP: &str = "a move, undo, hint, analyze, board, moves, rules, save FILE, resign, help, quit";

/// The words of these, for what is nearly one of them.
const WORDS: [&str; 10] = ["undo", "hint", "analyze", "board", "moves", "rules", "save", "resign", "help", "quit"];

pub(super) struct Table {
    about: GameAbout,
    session: Box<dyn AnySession>,
    seats: [Seat; 2],
    /// The session's players: by side, and the one that gives hints.
    players: [usize; 2],
    budget: Budget,
    seed: u64,
    pause: Duration,
    /// Whether boards have colours.
    colors: bool,
    /// What is said about each move, where there is something to say.
    comments: Vec<Option<String>>,
    resigned: Option<Side>,
    /// What the file said that the game goes on from.
    loaded: SgfGame,
    files: Files,
    /// The games that can be written to files.
    stored: Vec<&'static str>,
    /// Where `save` without a name writes.
    file: Option<PathBuf>,
    /// A file that always has the game as it stands.
    kept: Option<PathBuf>,
}

/// What a line of input has led to.
enum Next {
    /// Something has changed: show the board.
    Show,
    /// Ask again.
    Ask,
    Quit,
}

impl Table {
    pub(super) fn new(
        house: &House,
        game: &dyn AnyGame,
        setup: &Setup,
        seats: [Seat; 2],
        budget: Budget,
        seed: u64,
        pause: Duration,
    ) -> anyhow::Result<Table> {
        // A person is helped by the opponent's kind of player, two persons by the usual one.
        let other = seats.iter().flatten().next().cloned();
        let specs: Vec<PlayerSpec> = match other {
            Some(other) => seats.iter().map(|seat| seat.clone().unwrap_or(other.clone())).collect(),
            None => vec![house.usual_player()],
        };
        let players: Vec<(&PlayerSpec, &Budget)> = specs.iter().map(|spec| (spec, &budget)).collect();
        Ok(Table {
            about: game.about(),
            session: game.session(setup, &players)?,
            players: [0, specs.len() - 1],
            seats,
            budget,
            seed,
            pause,
            colors: false,
            comments: Vec::new(),
            resigned: None,
            loaded: SgfGame::default(),
            files: Files::default(),
            stored: house.stored().iter().map(|game| game.name).collect(),
            file: None,
            kept: None,
        })
    }

    /// Begins where a file ends.
    pub(super) fn load(&mut self, game: &SgfGame) -> Result<(), SgfError> {
        game.play(&mut *self.session, usize::MAX)?;
        self.comments = game.moves.iter().map(|mv| mv.comment.clone()).collect();
        self.resigned = match game.result.as_deref() {
            Some(result) if result.starts_with("B+R") => Some(Side::Second),
            Some(result) if result.starts_with("W+R") => Some(Side::First),
            _ => None,
        };
        self.loaded = game.clone();
        Ok(())
    }

    /// Draws boards with colours.
    pub(super) fn color(&mut self) {
        self.colors = true;
    }

    /// The file that was loaded. It may be written over where nothing of it would be lost.
    pub(super) fn has_read(&mut self, file: &Path, house: &House) {
        self.file = self.files.has_read(file, house).then(|| file.to_path_buf());
    }

    /// Whether this is such a file.
    pub(super) fn may_write(&self, file: &Path) -> bool {
        self.file.as_deref() == Some(file)
    }

    fn is_over(&self) -> bool {
        self.resigned.is_some() || self.session.outcome().is_some()
    }

    fn name(&self, side: Side) -> &'static str {
        side_name(&self.about, side)
    }

    /// Plays until somebody quits, or two players have finished.
    pub(super) fn run(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<()> {
        let alone = self.seats.iter().all(Option::is_some);
        let mut next = Next::Show;
        loop {
            match next {
                Next::Quit => return Ok(()),
                Next::Show => {
                    self.show(out)?;
                    if let Some(Err(error)) = self.kept.clone().map(|file| self.write(&file)) {
                        writeln!(out, "{error:#}")?;
                    }
                }
                Next::Ask => (),
            }
            let side = self.session.to_move();
            next = if alone && self.is_over() {
                Next::Quit
            } else if !self.is_over() && self.seats[side.index()].is_some() {
                self.player_moves(side, out)?;
                if alone {
                    thread::sleep(self.pause);
                }
                Next::Show
            } else {
                let prompt = if self.is_over() { "over" } else { self.name(side) };
                write!(out, "{prompt}> ")?;
                out.flush()?;
                match read_line(input)? {
                    Some(line) => self.obey(line.trim(), out)?,
                    None => {
                        writeln!(out)?;
                        Next::Quit
                    }
                }
            };
        }
    }

    /// The board with the last stone as a capital letter, and how things stand.
    fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        let moves = self.session.moves();
        let mut board = self.session.draw();
        if let Some(last) = moves.last() {
            board = with_last(&board, &last.text, self.session.setup());
        }
        writeln!(out, "\n{}", board.trim_end())?;
        if let Some(last) = moves.last() {
            write!(out, "move {}, {} {}", moves.len(), self.name(last.side), last.text)?;
            match self.comments.get(moves.len() - 1).and_then(Option::as_ref) {
                Some(comment) => writeln!(out, " ({})", comment.lines().next().unwrap_or_default())?,
                None => writeln!(out)?,
            }
        }
        if let Some(side) = self.resigned {
            writeln!(out, "{} has resigned, {} wins", self.name(side), self.name(side.other()))?;
        } else if let Some(outcome) = self.session.outcome() {
            match outcome {
                Outcome::Draw => writeln!(out, "a draw")?,
                Outcome::Win(side) if self.about.scored => {
                    let points = f64::from(self.session.margin().abs()) / 2.0;
                    writeln!(out, "{} wins by {points} points", self.name(side))?;
                }
                Outcome::Win(side) => writeln!(out, "{} wins", self.name(side))?,
            }
        }
        Ok(())
    }

    fn think(&mut self, side: Side) -> Result<Analysis, String> {
        let request = Think {
            player: self.players[side.index()],
            side,
            budget: self.budget,
            seed: mix(&[self.seed, self.session.moves().len() as u64]),
            stop: Arc::default(),
            follow: None,
            forced: false,
        };
        self.session.think(request).map_err(|error| error.to_string())
    }

    fn heat_map(&self, analysis: &Analysis) -> String {
        heat_map(self.session.draw().trim_end(), self.session.setup(), analysis, self.colors)
    }

    fn player_moves(&mut self, side: Side, out: &mut dyn Write) -> io::Result<()> {
        let found = self.think(side);
        let played = found.and_then(|analysis| {
            let best = analysis.best.clone().ok_or("no move")?;
            self.session.play(side, &best).map_err(|error| error.to_string())?;
            Ok(in_short(&analysis))
        });
        match played {
            Ok(comment) => self.comment(Some(comment)),
            Err(error) => {
                writeln!(out, "{} cannot move: {error}", self.name(side))?;
                self.resigned = Some(side);
            }
        }
        Ok(())
    }

    /// What is said about the move just made.
    fn comment(&mut self, comment: Option<String>) {
        self.comments.resize(self.session.moves().len().saturating_sub(1), None);
        self.comments.push(comment);
    }

    fn obey(&mut self, line: &str, out: &mut dyn Write) -> io::Result<Next> {
        let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let side = self.session.to_move();
        match (word.to_ascii_lowercase().as_str(), rest) {
            ("", _) => (),
            ("quit" | "exit" | "q", "") => return Ok(Next::Quit),
            ("help" | "?", "") => writeln!(out, "{HELP}")?,
            ("board", "") => return Ok(Next::Show),
            ("moves", "") => writeln!(out, "{}", self.session.legal_moves().join(" "))?,
            ("rules", "") => writeln!(out, "{}", rules::in_words(&self.about).unwrap_or_default().trim_end())?,
            ("undo", "") => {
                if self.undo() {
                    return Ok(Next::Show);
                }
                writeln!(out, "there is no move to take back")?;
            }
            ("resign", "") if !self.is_over() => {
                self.resigned = Some(side);
                return Ok(Next::Show);
            }
            ("save", "") if self.file.is_none() => writeln!(out, "save where? save FILE")?,
            ("save", name) => {
                let file = if name.is_empty() { self.file.clone().unwrap_or_default() } else { PathBuf::from(name) };
                match self.save(&file) {
                    Ok(()) => writeln!(out, "written to {}", file.display())?,
                    Err(error) => writeln!(out, "{error:#}")?,
                }
            }
            ("hint" | "analyze", "") if self.is_over() => writeln!(out, "the game is over")?,
            ("hint", "") => match self.think(side) {
                Ok(analysis) => {
                    let best = analysis.best.as_deref().unwrap_or("nothing");
                    writeln!(out, "{}\n{best} ({})", self.heat_map(&analysis), in_short(&analysis))?;
                }
                Err(error) => writeln!(out, "{error}")?,
            },
            ("analyze", "") => match self.think(side) {
                Ok(analysis) => {
                    let text = in_words(&self.heat_map(&analysis), &analysis, TOP).unwrap_or_default();
                    writeln!(out, "{}", text.trim_end())?;
                }
                Err(error) => writeln!(out, "{error}")?,
            },
            (_, "") if !self.is_over() => match self.session.play(side, word) {
                Ok(()) => {
                    self.comment(None);
                    return Ok(Next::Show);
                }
                Err(error) => writeln!(out, "{error}; {}or: {HELP}", meant(word))?,
            },
            _ => {
                let shown: String = line.chars().take(40).filter(|c| !c.is_control()).collect();
                writeln!(out, "{shown:?} is not understood; {}{HELP}", meant(word))?;
            }
        }
        Ok(Next::Ask)
    }

    /// Takes moves back until a person is to move again: at least one, together with the answer to it.
    fn undo(&mut self) -> bool {
        if self.resigned.take().is_some() {
            return true;
        }
        let mut undone = 0;
        while self.session.undo() {
            undone += 1;
            if self.seats[self.session.to_move().index()].is_none() {
                break;
            }
        }
        self.comments.truncate(self.session.moves().len());
        undone > 0
    }

    /// The game as SGF has it.
    pub(super) fn record(&self) -> anyhow::Result<SgfGame> {
        let Some(mut game) = SgfGame::of(&*self.session) else {
            let name = self.about.name;
            match &self.stored[..] {
                [] => bail!("{name} cannot be written as SGF"),
                [only] => bail!("{name} cannot be written as SGF; {only} can"),
                [most @ .., last] => bail!("{name} cannot be written as SGF; {} and {last} can", most.join(", ")),
            }
        };
        game.names = [0, 1].map(|side| match &self.seats[side] {
            Some(player) => Some(player.to_string()),
            None => Some(self.loaded.names[side].clone().unwrap_or("person".into())),
        });
        let loaded = &self.loaded;
        game.keep(loaded);
        if let Some(side) = self.resigned {
            game.result = Some(["W+R", "B+R"][side.index()].into());
        } else if game.result.is_none() && line_of(&game).eq(line_of(loaded)) {
            // By time, or by agreement: it counts until somebody moves.
            game.result.clone_from(&loaded.result);
        }
        for (mv, comment) in game.moves.iter_mut().zip(&self.comments) {
            mv.comment.clone_from(comment);
        }
        Ok(game)
    }

    /// Writes the game as SGF. A file that is there already and was not read or written by this game is left alone.
    pub(super) fn save(&mut self, file: &Path) -> anyhow::Result<()> {
        self.write(file)?;
        self.file = Some(file.to_path_buf());
        Ok(())
    }

    /// Writes the game as SGF now and after every move, so that it outlives a program that is broken off.
    pub(super) fn keep(&mut self, file: &Path) -> anyhow::Result<()> {
        self.write(file)?;
        self.kept = Some(file.to_path_buf());
        Ok(())
    }

    fn write(&mut self, file: &Path) -> anyhow::Result<()> {
        let game = self.record()?;
        self.files.write(file, write_trees(&[game.tree()]))
    }
}

/// A question for the word that was probably meant.
fn meant(word: &str) -> String {
    nearest(word, WORDS).map(|name| format!("did you mean {name}? ")).unwrap_or_default()
}

/// Who moved where.
fn line_of(game: &SgfGame) -> impl Iterator<Item = (Side, &str)> {
    game.moves.iter().map(|mv| (mv.side, mv.text.as_str()))
}

/// What a search says about its move, in one line.
fn in_short(analysis: &Analysis) -> String {
    let mut parts = Vec::new();
    parts.extend(analysis.value.map(|value| format!("value {value:.3}")));
    parts.extend(analysis.score.map(|score| format!("score {score}")));
    parts.push(match analysis.stats.playouts {
        Some(playouts) => format!("{playouts} playouts"),
        None => format!("{} nodes", analysis.stats.nodes),
    });
    if analysis.pv.len() > 1 {
        parts.push(format!(
            "expects {}",
            analysis.pv[1..].iter().take(6).map(String::as_str).collect::<Vec<_>>().join(" ")
        ));
    }
    parts.join(", ")
}

/// The next line without its end. `None` when there is no more. What is longer than a move is cut.
fn read_line(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let count = input.take(MOST_LINE).read_until(b'\n', &mut bytes)?;
    if count == 0 {
        return Ok(None);
    }
    let mut last = bytes.last().copied();
    while last != Some(b'\n') {
        let mut rest = Vec::new();
        if input.take(MOST_LINE).read_until(b'\n', &mut rest)? == 0 {
            break;
        }
        last = rest.last().copied();
    }
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}
