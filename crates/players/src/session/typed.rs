//! A game at the board, its type known.

use std::marker::PhantomData;

use gametree_core::{
    Budget, Control, Describe, Evaluate, FieldError, Line, MoveError, MoveErrorKind, Outcome, Report, RootMove, Search,
    Side, Stats, StopReason,
};

use super::{AnySession, MOST_MOVES, PlayedMove, SetUp, Think};
use crate::game::analysis::{Analysis, Analyze, analyze, follow_named};
use crate::game::erase::build;
use crate::game::setup::Setup;
use crate::game::solve::{Solve, Solved, solve};
use crate::spec::list::Players;

type Start<G> = fn(&Setup) -> Result<G, FieldError>;

pub(crate) struct Session<G: Describe, P> {
    setup: Setup,
    start: Start<G>,
    stones: [Vec<usize>; 2],
    first_turn: Side,
    /// What was played before the last setup, oldest first.
    earlier: Vec<Stretch<G>>,
    /// Since then, or since the start.
    now: Played<G>,
    players: Vec<Box<dyn Search<G>>>,
    kinds: PhantomData<fn() -> P>,
}

/// Moves from a position.
struct Played<G: Describe> {
    line: Line<G>,
    /// By move: who made it, and what stood in the line before the turn was given to that side.
    log: Vec<(Side, Option<G>)>,
}

/// Moves up to a setup.
struct Stretch<G: Describe> {
    played: Played<G>,
    end: SetUp,
}

impl<G: Describe> Played<G> {
    fn from(start: G) -> Self {
        Played { line: Line::new(start), log: Vec::new() }
    }

    fn moves(&self) -> impl Iterator<Item = PlayedMove> {
        // Every position of a game writes a move alike.
        let position = self.line.start();
        let text = |&mv: &G::Move| position.format_move(mv);
        self.log.iter().zip(self.line.moves()).map(move |(&(side, _), mv)| PlayedMove { side, text: text(mv) })
    }
}

impl<G: Describe, P: Players> Session<G, P> {
    pub(crate) fn new(setup: Setup, start: Start<G>, players: Vec<Box<dyn Search<G>>>) -> Result<Self, FieldError> {
        let now = Played::from(start(&setup)?);
        let first_turn = now.line.position().to_move();
        Ok(Session {
            setup,
            start,
            stones: Default::default(),
            first_turn,
            earlier: Vec::new(),
            now,
            players,
            kinds: PhantomData,
        })
    }

    /// Begins anew at a position.
    fn begin(&mut self, position: G, stones: [Vec<usize>; 2]) {
        self.first_turn = position.to_move();
        self.now = Played::from(position);
        self.earlier.clear();
        self.stones = stones;
        self.players.iter_mut().for_each(|player| player.forget());
    }

    /// Moves and setups so far.
    fn steps(&self) -> usize {
        self.now.log.len() + self.earlier.iter().map(|stretch| stretch.played.log.len() + 1).sum::<usize>()
    }

    /// The position now with these changes, under the options of `setup`.
    fn changed(&self, setup: &Setup, change: &SetUp) -> Result<G, FieldError> {
        let area = setup.size.area();
        let mut board: Vec<Option<Side>> = (0..area).map(|point| self.now.line.position().stone_at(point)).collect();
        let put =
            Side::BOTH.into_iter().flat_map(|side| change.stones[side.index()].iter().map(move |&at| (at, Some(side))));
        for (point, stone) in change.emptied.iter().map(|&at| (at, None)).chain(put) {
            let off = || FieldError::new("stones", point, format_args!("points below {area}"));
            *board.get_mut(point).ok_or_else(off)? = stone;
        }
        let of = |side| -> Vec<usize> { (0..area).filter(|&point| board[point] == Some(side)).collect() };
        (self.start)(setup)?.arranged([&of(Side::First), &of(Side::Second)], change.to_move)
    }

    fn put(&mut self, position: G, end: SetUp) {
        let played = std::mem::replace(&mut self.now, Played::from(position));
        self.earlier.push(Stretch { played, end });
    }

    /// Plays moves and setups of before again.
    fn repeat(&mut self, setup: &Setup, earlier: &[Stretch<G>], now: &Played<G>) -> Result<(), crate::Error> {
        let stretches = earlier.iter().map(|stretch| (&stretch.played, Some(&stretch.end)));
        for (played, end) in stretches.chain([(now, None)]) {
            for (&mv, &(side, _)) in played.line.moves().iter().zip(&played.log) {
                let text = played.line.start().format_move(mv);
                self.play_move(side, mv, &text)?;
            }
            if let Some(end) = end {
                let position = self.changed(setup, end)?;
                self.put(position, end.clone());
            }
        }
        Ok(())
    }

    /// The position now with `side` to move, if that is not what the line has already.
    fn turned(&self, side: Side) -> Result<Option<G>, MoveError> {
        let position = self.now.line.position();
        let over = position.outcome().is_some();
        if !over && position.to_move() == side {
            return Ok(None);
        }
        let (kind, reason) = if over {
            (MoveErrorKind::Finished, "the game is over")
        } else {
            (MoveErrorKind::OutOfTurn, "it is the other side's turn")
        };
        position.with_turn(side).map(Some).ok_or_else(|| MoveError::new(kind, G::SIDES[side.index()], reason))
    }

    fn play_move(&mut self, side: Side, mv: G::Move, text: &str) -> Result<(), MoveError> {
        if self.steps() >= MOST_MOVES {
            return Err(MoveError::new(
                MoveErrorKind::Other,
                text,
                format_args!("a game holds at most {MOST_MOVES} moves"),
            ));
        }
        let before = self.turned(side)?.map(|turned| self.now.line.replace_position(turned));
        match self.now.line.play(mv) {
            Ok(()) => {
                self.now.log.push((side, before));
                Ok(())
            }
            Err(error) => {
                if let Some(before) = before {
                    self.now.line.replace_position(before);
                }
                Err(MoveError::new(error.kind, text, error.reason))
            }
        }
    }

    /// A legal move that searches leave out and that wins on the spot: in Go, to pass after a pass when ahead.
    fn wins_aside(line: &Line<G>) -> Option<G::Move> {
        let (mut legal, mut searched) = (Vec::new(), Vec::new());
        line.legal_moves(&mut legal);
        line.search_moves(&mut searched);
        let position = line.position();
        legal.into_iter().filter(|mv| !searched.contains(mv)).find(|&mv| {
            let mut next = position.clone();
            next.play(mv);
            next.outcome() == Some(Outcome::Win(position.to_move()))
        })
    }
}

impl<G: Describe + Evaluate, P: Players> AnySession for Session<G, P> {
    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn to_move(&self) -> Side {
        self.now.line.position().to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.now.line.position().outcome()
    }

    fn margin(&self) -> i32 {
        self.now.line.position().margin()
    }

    fn stones_at_start(&self) -> &[Vec<usize>; 2] {
        &self.stones
    }

    fn first_turn(&self) -> Side {
        self.first_turn
    }

    fn moves(&self) -> Vec<PlayedMove> {
        let played = self.earlier.iter().map(|stretch| &stretch.played).chain([&self.now]);
        played.flat_map(Played::moves).collect()
    }

    fn setups(&self) -> Vec<(usize, &SetUp)> {
        let mut moves = 0;
        let before = |stretch: &'_ Stretch<G>| {
            moves += stretch.played.log.len();
            moves
        };
        let counts: Vec<usize> = self.earlier.iter().map(before).collect();
        counts.into_iter().zip(self.earlier.iter().map(|stretch| &stretch.end)).collect()
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.now.line.legal_moves(&mut moves);
        moves.into_iter().map(|mv| self.now.line.position().format_move(mv)).collect()
    }

    fn stone_at(&self, point: usize) -> Option<Side> {
        self.now.line.position().stone_at(point)
    }

    fn is_marked(&self, point: usize) -> bool {
        self.now.line.position().is_marked(point)
    }

    fn standing(&self) -> Option<String> {
        self.now.line.position().standing()
    }

    fn draw(&self) -> String {
        self.now.line.position().to_string()
    }

    fn may_move(&self, side: Side) -> bool {
        self.turned(side).is_ok()
    }

    fn reads(&self, text: &str) -> Result<(), MoveError> {
        self.now.line.position().parse_move(text).map(drop)
    }

    fn play(&mut self, side: Side, text: &str) -> Result<(), MoveError> {
        let mv = self.now.line.position().parse_move(text)?;
        self.play_move(side, mv, text)
    }

    fn undo(&mut self) -> bool {
        if self.now.line.undo().is_some() {
            if let Some((_, Some(before))) = self.now.log.pop() {
                self.now.line.replace_position(before);
            }
            return true;
        }
        let Some(Stretch { played, .. }) = self.earlier.pop() else { return false };
        self.now = played;
        // What they remember is of another line.
        self.players.iter_mut().for_each(|player| player.forget());
        true
    }

    fn clear(&mut self) {
        // Checked when the session was made, and whenever its setup was changed.
        if let Ok(start) = (self.start)(&self.setup) {
            self.begin(start, Default::default());
        }
    }

    fn handicap(&self, stones: u8) -> Result<Vec<usize>, FieldError> {
        self.now.line.start().handicap(stones)
    }

    fn arrange(&mut self, stones: [Vec<usize>; 2], to_move: Side) -> Result<(), FieldError> {
        let start = (self.start)(&self.setup)?.arranged([&stones[0], &stones[1]], to_move)?;
        self.begin(start, stones);
        Ok(())
    }

    fn set_up(&mut self, change: SetUp) -> Result<(), FieldError> {
        if self.steps() >= MOST_MOVES {
            return Err(FieldError::new("moves", MOST_MOVES, format_args!("at most {MOST_MOVES} moves and setups")));
        }
        let position = self.changed(&self.setup, &change)?;
        if change.to_move == self.to_move() && change.lies(|point| self.stone_at(point)) {
            return Ok(());
        }
        if self.steps() == 0 {
            // So the game begins.
            let area = self.setup.size.area();
            let stones = Side::BOTH.map(|side| (0..area).filter(|&at| position.stone_at(at) == Some(side)).collect());
            self.begin(position, stones);
            return Ok(());
        }
        self.put(position, change);
        self.players.iter_mut().for_each(|player| player.forget());
        Ok(())
    }

    fn change(&mut self, setup: Setup) -> Result<(), crate::Error> {
        if setup.size != self.setup.size {
            return Err(FieldError::new("size", setup.size, self.setup.size).into());
        }
        let mut start = (self.start)(&setup)?;
        // An option may bring moves of its own.
        self.players.iter().try_for_each(|player| player.fits(&start))?;
        if self.stones.iter().any(|stones| !stones.is_empty()) || self.first_turn != start.to_move() {
            start = start.arranged([&self.stones[0], &self.stones[1]], self.first_turn)?;
        }
        let now = std::mem::replace(&mut self.now, Played::from(start));
        let earlier = std::mem::take(&mut self.earlier);
        if let Err(error) = self.repeat(&setup, &earlier, &now) {
            (self.now, self.earlier) = (now, earlier);
            return Err(error);
        }
        self.setup = setup;
        self.players.iter_mut().for_each(|player| player.forget());
        Ok(())
    }

    fn think(&mut self, request: Think) -> Result<Analysis, MoveError> {
        let Think { player, side, budget, seed, stop, follow, forced } = request;
        let turned = self.turned(side);
        let line = match turned {
            Ok(None) => None,
            Ok(Some(position)) => {
                let mut line = self.now.line.clone();
                line.replace_position(position);
                Some(line)
            }
            // A finished game has an exact value, and no move.
            Err(_) if self.outcome().is_some() => None,
            Err(error) => return Err(error),
        };
        let line = line.as_ref().unwrap_or(&self.now.line);
        let position = line.position();
        if let Some(mv) = Self::wins_aside(line) {
            return Ok(Analysis::new(position, &certain(mv)));
        }
        let follow = follow.map(|follow| follow_named(position, follow));
        let search = self
            .players
            .get_mut(player)
            .ok_or_else(|| MoveError::new(MoveErrorKind::Other, player, "there is no player with this number"))?;
        let report = search.search(line, &budget, seed, &mut Control { stop, follow, forced });
        Ok(Analysis::new(position, &report))
    }

    fn analyze(&self, request: Analyze<'_>) -> Result<Analysis, crate::Error> {
        let mut search = build::<G, P>(&self.setup, self.now.line.start(), request.player, &request.budget)?;
        Ok(analyze(&self.now.line, &mut *search, request))
    }

    fn solve(&self, request: &Solve<'_>) -> Result<Solved, crate::Error> {
        solve(&self.now.line, &self.setup, request)
    }

    fn accepts(&self, player: usize, budget: &Budget) -> Result<(), FieldError> {
        let missing = || FieldError::new("player", player, format_args!("below {}", self.players.len()));
        self.players.get(player).ok_or_else(missing)?.accepts(budget)
    }
}

fn certain<M: Copy>(mv: M) -> Report<M> {
    let (mut report, mut root) = (Report::new(Some(mv), Stats::new(StopReason::Solved)), RootMove::new(mv));
    (report.value, root.value) = (Some(1.0), Some(1.0));
    report.root = vec![root];
    report
}
