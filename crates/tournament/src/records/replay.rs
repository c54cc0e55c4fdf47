//! A recorded game once more: set up from the record alone, and played again where that must give the same game.

use gametree_core::{Budget, FieldError, Outcome, Side};

use crate::error::Error;
use crate::plan::schedule::player_seed;
use crate::records::{EndKind, GameRecord};
use gametree_players::{
    AnyGame, AnySession, Ending, Entrant, GameAbout, GameWatch, House, Opening, PlayerSpec, Setup,
    sgf::{self, SgfGame},
};

/// A recorded game, set up.
pub struct Replay<'a> {
    record: &'a GameRecord,
    house: &'a House,
    game: &'a dyn AnyGame,
    setup: Setup,
    budget: Budget,
}

/// Sets a recorded game up.
///
/// # Errors
/// When the record names a game, size, option or budget that does not exist here.
pub fn replay<'a>(record: &'a GameRecord, house: &'a House) -> Result<Replay<'a>, Error> {
    let game = house.find(&record.cell.game)?;
    let options = toml::Table::try_from(&record.cell.options)
        .map_err(|error| FieldError::new("options", error, "what TOML can hold"))?;
    let setup = game.setup(Some(record.cell.size.parse()?), &options)?;
    Ok(Replay { record, house, game, setup, budget: record.cell.budget.parse()? })
}

impl Replay<'_> {
    /// The position after so many of the recorded moves, drawn for people.
    ///
    /// # Errors
    /// When one of them cannot be read or played.
    pub fn draw(&self, plies: usize) -> Result<String, Error> {
        let moves: Vec<&str> = self.record.moves.split_whitespace().take(plies).collect();
        Ok(self.game.draw(&self.setup, &moves.join(" "))?)
    }

    /// What people may want to know of the game.
    #[must_use]
    pub fn about(&self) -> GameAbout {
        self.game.about()
    }

    /// The start of the game at the board, without players, to play the recorded moves on.
    ///
    /// # Errors
    /// When the setup belongs to another game.
    pub fn session(&self) -> Result<Box<dyn AnySession>, Error> {
        Ok(self.game.session(&self.setup, &[])?)
    }

    /// The game as SGF, with the players' names, its result and the day on which it ended. `None` when that format does
    /// not know the game.
    ///
    /// # Errors
    /// When one of the recorded moves cannot be read or played.
    pub fn sgf(&self) -> Result<Option<SgfGame>, Error> {
        let GameRecord { id, first, second, end, moves, finished_at, .. } = self.record;
        let mut session = self.session()?;
        for text in moves.split_whitespace() {
            session.play(session.to_move(), text)?;
        }
        let Some(game) = SgfGame::of(&*session) else { return Ok(None) };
        let margin = self.game.about().scored.then(|| session.margin());
        let reason = end.reason.as_ref().map(|reason| format!("\n{reason}")).unwrap_or_default();
        let is_date = |date: &&str| date.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        Ok(Some(SgfGame {
            names: [Some(first.clone()), Some(second.clone())],
            result: Some(self.sgf_result(margin)),
            date: finished_at.get(..10).filter(is_date).map(str::to_string),
            comment: Some(format!("{id}\n{} a move{reason}", self.record.cell.budget)),
            ..game
        }))
    }

    /// As SGF writes results: a forfeit and a resignation have a letter, a void game has no winner.
    fn sgf_result(&self, margin: Option<i32>) -> String {
        let GameRecord { winner, first, end, .. } = self.record;
        let Some(winner) = winner else { return "Void".into() };
        let outcome = match winner {
            _ if winner == "draw" => Outcome::Draw,
            _ => Outcome::Win(if winner == first { Side::First } else { Side::Second }),
        };
        match end.kind {
            EndKind::Forfeit => sgf::result(outcome, None) + "F",
            EndKind::Resign => sgf::result(outcome, None) + "R",
            _ => sgf::result(outcome, margin),
        }
    }

    /// Why the players need not do the same again: a limit of the budget is a time, an engine of its own process has
    /// its own seeds, or something went wrong. `None` when they must.
    #[must_use]
    pub fn why_not_repeatable(&self) -> Option<&'static str> {
        let is_engine = |spec: &str| self.house.player(spec).is_ok_and(|spec| spec.engine().is_some());
        if self.record.end.kind == EndKind::Void {
            Some("the game is void")
        } else if self.record.players.values().any(|player| is_engine(&player.spec)) {
            Some("a player is an engine of its own process")
        } else {
            (self.budget.cpu.is_some() || self.budget.wall.is_some()).then_some("its budget is a time")
        }
    }

    /// Whether the searches must do the same again.
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        self.why_not_repeatable().is_none()
    }

    /// Plays the game again, from the recorded opening, with the recorded players, budget and seed. `None` if it is the
    /// same game, otherwise what is different.
    ///
    /// # Errors
    /// When a player or the opening of the record does not exist here.
    pub fn play_again(&self) -> Result<Option<String>, Error> {
        let GameRecord { cell, seed, first, second, players, .. } = self.record;
        let names = [&cell.a, &cell.b];
        let spec = |name: &String| -> Result<PlayerSpec, Error> {
            let player = players.get(name).ok_or_else(|| FieldError::new("players", name, "both players"))?;
            Ok(self.house.player(&player.spec)?)
        };
        let specs = [spec(names[0])?, spec(names[1])?];
        let entrants = [0, 1].map(|index| Entrant { name: names[index], spec: &specs[index], errors: None });
        let recorded: Vec<&str> = self.record.moves.split_whitespace().collect();
        let opening = recorded[..self.record.opening.min(recorded.len())].join(" ");
        let opening = if opening.is_empty() { Opening::None } else { Opening::Moves(&opening) };
        let watch = GameWatch::default();
        watch.begin();
        let mut match_ = self.game.open(&self.setup, entrants, &self.budget, cell.max_plies)?;
        let seeds = names.map(|name| player_seed(*seed, name));
        let ending = match_.play(usize::from(*first != cell.a), seeds, opening, &watch);
        let log = watch.log();
        if let Some(ply) = (0..recorded.len().max(log.moves.len()))
            .find(|&ply| recorded.get(ply).copied() != log.moves.get(ply).map(String::as_str))
        {
            let text = |mv: Option<&str>| mv.unwrap_or("no move").to_string();
            let (then, now) = (recorded.get(ply).copied(), log.moves.get(ply).map(String::as_str));
            return Ok(Some(format!("ply {}: {} is recorded, {} is played now", ply + 1, text(then), text(now))));
        }
        let winner = match ending.outcome() {
            Some(Outcome::Draw) => Some("draw"),
            Some(Outcome::Win(side)) => Some([first, second][side.index()].as_str()),
            None => None,
        };
        if winner != self.record.winner.as_deref() || matches!(ending, Ending::Void { .. }) {
            let then = self.record.winner.as_deref().unwrap_or("nobody");
            return Ok(Some(format!("the winner: {then} is recorded, {} now", winner.unwrap_or("nobody"))));
        }
        Ok(None)
    }
}
