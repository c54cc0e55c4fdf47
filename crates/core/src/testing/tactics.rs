//! What a game says of tactics, held against a look two plies ahead that knows no game.

use std::cell::OnceCell;

use crate::game::{Game, Outcome, Tactics};
use crate::rng::Rng;

const GAMES: u64 = 60;

/// How much a game's tactics see, beside being true.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sees {
    /// Some of it, or nothing.
    Some,
    /// From the last move alone as much as on the whole board, where all that was said before was heeded; and not nothing in all games.
    Near,
    /// That, and on the whole board every win with the next move.
    EveryWin,
    /// That, and on the whole board every loss with the move after it, and just the moves that parry one.
    Everything,
}

/// Plays random games from `start`, and games in which everybody heeds what [`Game::tactics`] says, and panics, naming the seed, where
/// that is false, by a look at every reply to every search move, or where it sees less than `sees`.
pub fn check_tactics<G: Game>(start: &G, sees: Sees) {
    let told = (0..GAMES).map(|seed| play(start, seed, false, sees) + play(start, seed, true, sees));
    let told: u64 = told.sum();
    assert!(sees < Sees::Near || told > 0, "nothing is told in {} games", 2 * GAMES);
}

/// Plays one game, and returns of how many positions the last move told something.
fn play<G: Game>(start: &G, seed: u64, heeds: bool, sees: Sees) -> u64 {
    let (mut position, mut rng, mut last, mut told) = (start.clone(), Rng::new(seed), None, 0);
    while position.outcome().is_none() {
        let truth = Truth::of(&position);
        let (whole, near) = (truth.hold(None, seed), truth.hold(last, seed));
        assert!(
            sees < Sees::EveryWin || (whole.0 == Tactics::Win) != truth.wins.is_empty(),
            "seed {seed}: {whole:?}, what wins is {:?}",
            truth.wins
        );
        assert!(
            sees < Sees::Everything || whole.0 == Tactics::Win || whole == truth.best_answer(),
            "seed {seed}: {whole:?}, but the truth is {:?}",
            truth.best_answer()
        );
        // Several moves may win: either answer names one of them.
        assert!(
            sees < Sees::Near || !heeds || near == whole || near.0 == Tactics::Win && whole.0 == Tactics::Win,
            "seed {seed}: {near:?} near the last move, {whole:?} by the whole board"
        );
        told += u64::from(last.is_some() && near.0 != Tactics::Quiet);
        if heeds && near.0 == Tactics::Loss {
            break;
        }
        let choice = if heeds && !near.1.is_empty() { &near.1 } else { &truth.moves };
        let mv = choice[rng.below(choice.len() as u32) as usize];
        position.play(mv);
        last = Some(mv);
    }
    told
}

/// A game's answer: the kind, and what it names in the order of the search moves.
type Answer<M> = (Tactics, Vec<M>);

/// What two plies show of a running position.
struct Truth<'a, G: Game> {
    position: &'a G,
    /// The search moves, in order.
    moves: Vec<G::Move>,
    /// Those that end the game as the mover's win.
    wins: Vec<G::Move>,
    /// Those after which the opponent has no win with its next move. Two plies deep, so found only where it is asked for.
    parries: OnceCell<Vec<G::Move>>,
}

impl<'a, G: Game> Truth<'a, G> {
    fn of(position: &'a G) -> Self {
        let mut moves = Vec::new();
        position.search_moves(&mut moves);
        let wins = moves.iter().copied().filter(|&mv| wins_by(position, mv)).collect();
        Truth { position, moves, wins, parries: OnceCell::new() }
    }

    fn parries(&self) -> &[G::Move] {
        let parries = || self.moves.iter().copied().filter(|&mv| !loses_by(self.position, mv)).collect();
        self.parries.get_or_init(parries)
    }

    /// The answer of a game that sees everything, where nothing wins at once.
    fn best_answer(&self) -> Answer<G::Move> {
        match self.parries() {
            [] => (Tactics::Loss, Vec::new()),
            parries if parries.len() == self.moves.len() => (Tactics::Quiet, Vec::new()),
            parries => (Tactics::Parry, parries.to_vec()),
        }
    }

    /// What the game says, if it is true.
    fn hold(&self, last: Option<G::Move>, seed: u64) -> Answer<G::Move> {
        let mut list = Vec::new();
        let tactics = self.position.tactics(last, &mut list);
        let named: Vec<G::Move> = self.moves.iter().copied().filter(|mv| list.contains(mv)).collect();
        assert_eq!(named.len(), list.len(), "seed {seed}: {list:?} are not search moves, each named once");
        match tactics {
            Tactics::Quiet => assert!(named.is_empty(), "seed {seed}: nothing is named where nothing is known"),
            Tactics::Win => {
                assert!(named.len() == 1 && self.wins.contains(&named[0]), "seed {seed}: {list:?} is named, not a win")
            }
            Tactics::Loss => {
                assert!(named.is_empty(), "seed {seed}: nothing is named where all is lost");
                assert!(self.parries().is_empty(), "seed {seed}: not lost, {:?} parry", self.parries());
            }
            Tactics::Parry => {
                assert!(!named.is_empty(), "seed {seed}: something parries");
                assert!(
                    self.parries().iter().all(|mv| named.contains(mv)),
                    "seed {seed}: {list:?} are named, {:?} parry",
                    self.parries()
                );
            }
        }
        // Where every move is named, nothing is said.
        if tactics == Tactics::Parry && named.len() == self.moves.len() {
            return (Tactics::Quiet, Vec::new());
        }
        (tactics, named)
    }
}

/// Whether the opponent wins with the move after this one, or this one gives it the game.
fn loses_by<G: Game>(position: &G, mv: G::Move) -> bool {
    let (mut next, mut replies) = (position.clone(), Vec::new());
    next.play(mv);
    if let Some(outcome) = next.outcome() {
        return outcome == Outcome::Win(position.to_move().other());
    }
    next.search_moves(&mut replies);
    next.to_move() != position.to_move() && replies.iter().any(|&reply| wins_by(&next, reply))
}

fn wins_by<G: Game>(position: &G, mv: G::Move) -> bool {
    let mut next = position.clone();
    next.play(mv);
    next.outcome() == Some(Outcome::Win(position.to_move()))
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;
    use crate::game::{Code, Side, code_ranges};

    /// Take one to three stones; who takes the last one wins. From one to three stones the mover wins, from four it loses, and from five and six
    /// it must leave four or more.
    #[derive(Clone)]
    struct Nim {
        stones: u8,
        to_move: Side,
        says: Says,
    }

    #[derive(Clone, Copy, PartialEq)]
    enum Says {
        TheTruth,
        Nothing,
        /// Without wins.
        NoWin,
        /// Without losses.
        NoLoss,
        /// With one more move among the parries.
        ParryMore,
        /// The same, near the last move only.
        ParryMoreNear,
        /// With a move that does not parry in the place of that which does.
        ParryWrong,
        /// The parry twice.
        ParryTwice,
        /// A move that does not win.
        WrongWin,
        /// A loss where a move parries.
        WrongLoss,
        /// A loss where a move wins.
        LossForWin,
        /// Moves where nothing is known.
        LoudQuiet,
        /// A move that is none.
        NoMove,
    }

    impl Game for Nim {
        type Move = u8;
        fn codes(&self, side: Side) -> Range<Code> {
            code_ranges(3, 3)[side.index()].clone()
        }
        fn code(&self, mv: u8) -> Code {
            self.codes(self.to_move).start + Code::from(mv) - 1
        }
        fn to_move(&self) -> Side {
            self.to_move
        }
        fn outcome(&self) -> Option<Outcome> {
            (self.stones == 0).then(|| Outcome::Win(self.to_move.other()))
        }
        fn legal_moves(&self, out: &mut Vec<u8>) {
            out.extend((1..=3).filter(|&n| n <= self.stones));
        }
        fn play(&mut self, mv: u8) {
            (self.stones, self.to_move) = (self.stones - mv, self.to_move.other());
        }
        fn key(&self) -> u64 {
            u64::from(self.stones) << 1 | self.to_move.index() as u64
        }

        fn tactics(&self, last: Option<u8>, out: &mut Vec<u8>) -> Tactics {
            let (tactics, named): (Tactics, &[u8]) = match (self.stones, self.says) {
                (1..=4, Says::Nothing) | (1..=3, Says::NoWin) | (4, Says::NoLoss) => (Tactics::Quiet, &[]),
                (1..=3, Says::NoMove) => (Tactics::Win, &[4]),
                (2..=3, Says::WrongWin) => (Tactics::Win, &[1]),
                (1..=3, Says::LossForWin) | (5, Says::WrongLoss) => (Tactics::Loss, &[]),
                (1, _) => (Tactics::Win, &[1]),
                (2, _) => (Tactics::Win, &[2]),
                (3, _) => (Tactics::Win, &[3]),
                (4, _) => (Tactics::Loss, &[]),
                (5, Says::ParryMoreNear) if last.is_some() => (Tactics::Parry, &[1, 3]),
                (5, Says::ParryMore) => (Tactics::Parry, &[1, 3]),
                (5, Says::ParryWrong) => (Tactics::Parry, &[3]),
                (5, Says::ParryTwice) => (Tactics::Parry, &[1, 1]),
                (5, _) if self.says != Says::Nothing => (Tactics::Parry, &[1]),
                (6, _) if self.says != Says::Nothing => (Tactics::Parry, &[2, 1]),
                (_, Says::LoudQuiet) => (Tactics::Quiet, &[1]),
                _ => (Tactics::Quiet, &[]),
            };
            out.extend(named);
            tactics
        }
    }

    /// Whether the check passes.
    fn passes(says: Says, sees: Sees) -> bool {
        let nim = Nim { stones: 17, to_move: Side::First, says };
        std::panic::catch_unwind(|| check_tactics(&nim, sees)).is_ok()
    }

    #[test]
    fn the_truth_passes_and_each_kind_of_mistake_is_found() {
        for sees in [Sees::Some, Sees::Near, Sees::EveryWin, Sees::Everything] {
            assert!(passes(Says::TheTruth, sees), "{sees:?}");
            use Says::*;
            for says in [ParryWrong, ParryTwice, WrongWin, WrongLoss, LossForWin, LoudQuiet, NoMove] {
                assert!(!passes(says, sees), "{} at {sees:?}", says as u8);
            }
        }
    }

    #[test]
    fn what_is_overlooked_is_found_by_those_who_ask_for_it() {
        let least = |says| [Sees::Near, Sees::EveryWin, Sees::Everything].into_iter().find(|&sees| !passes(says, sees));
        for says in [Says::Nothing, Says::NoWin, Says::NoLoss, Says::ParryMore, Says::ParryMoreNear] {
            assert!(passes(says, Sees::Some));
        }
        assert_eq!(least(Says::Nothing), Some(Sees::Near));
        assert_eq!(least(Says::ParryMoreNear), Some(Sees::Near), "the parries are compared, not the kind alone");
        assert_eq!(least(Says::NoWin), Some(Sees::EveryWin));
        assert_eq!(least(Says::NoLoss), Some(Sees::Everything));
        assert_eq!(least(Says::ParryMore), Some(Sees::Everything));
    }

    #[test]
    fn a_game_without_tactics_of_its_own_is_never_wrong() {
        check_tactics(&"((A (B A)) +(A B) (= -(B =)))".parse::<crate::testing::Toy>().unwrap(), Sees::Some);
    }
}
