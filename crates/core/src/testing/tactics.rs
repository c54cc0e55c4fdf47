//! What a game says of tactics, held against a look two plies ahead that knows no game.

use std::collections::HashSet;

use crate::game::{Game, Outcome, Tactics};
use crate::rng::Rng;

const GAMES: u64 = 60;

/// How much a game's tactics see, beside being true.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sees {
    /// Some of it.
    Some,
    /// From the last move alone as much as on the whole board, where all that was said before was heeded.
    Near,
    /// That, and on the whole board every win with the next move.
    EveryWin,
}

/// Plays random games from `start`, and games in which everybody heeds what [`Game::tactics`] says, and panics, naming the seed, where
/// that is false, by a look at every reply to every search move, or where it sees less than `sees`.
pub fn check_tactics<G: Game>(start: &G, sees: Sees) {
    for seed in 0..GAMES {
        play(start, seed, false, sees);
        play(start, seed, true, sees);
    }
}

fn play<G: Game>(start: &G, seed: u64, heeds: bool, sees: Sees) {
    let (mut position, mut rng, mut last) = (start.clone(), Rng::new(seed), None);
    while position.outcome().is_none() {
        let mut moves = Vec::new();
        position.search_moves(&mut moves);
        let wins = moves.iter().any(|&mv| wins_by(&position, mv));
        let (whole, _) = look(&position, None, seed);
        assert!(
            sees < Sees::EveryWin || wins == (whole == Tactics::Win),
            "seed {seed}: {whole:?}, a win is there: {wins}"
        );
        let (near, named) = look(&position, last, seed);
        assert!(
            sees < Sees::Near || !heeds || near == whole,
            "seed {seed}: {near:?} near the last move, {whole:?} by the whole board"
        );
        if heeds && near == Tactics::Loss {
            return;
        }
        if heeds && !named.is_empty() {
            moves = named;
        }
        let mv = moves[rng.below(moves.len() as u32) as usize];
        position.play(mv);
        last = Some(mv);
    }
}

/// What the game says, if it is true.
fn look<G: Game>(position: &G, last: Option<G::Move>, seed: u64) -> (Tactics, Vec<G::Move>) {
    let (mut named, mut moves) = (Vec::new(), Vec::new());
    position.search_moves(&mut moves);
    let tactics = position.tactics(last, &mut named);
    let lost = |mv: &G::Move| {
        let mut next = position.clone();
        next.play(*mv);
        let mut replies = Vec::new();
        next.search_moves(&mut replies);
        next.to_move() != position.to_move() && replies.iter().any(|&reply| wins_by(&next, reply))
            || next.outcome() == Some(Outcome::Win(position.to_move().other()))
    };
    assert_eq!(named.iter().collect::<HashSet<_>>().len(), named.len(), "seed {seed}: each move is named once");
    assert!(named.iter().all(|mv| moves.contains(mv)), "seed {seed}: only search moves are named");
    match tactics {
        Tactics::Quiet => assert!(named.is_empty(), "seed {seed}: nothing is named where nothing is known"),
        Tactics::Win => assert!(named.len() == 1 && wins_by(position, named[0]), "seed {seed}: {:?} wins", named[0]),
        Tactics::Loss => assert!(named.is_empty() && moves.iter().all(lost), "seed {seed}: all is lost"),
        Tactics::Parry => {
            assert!(!named.is_empty(), "seed {seed}: something parries");
            let others = moves.iter().filter(|mv| !named.contains(mv));
            others.for_each(|mv| assert!(lost(mv), "seed {seed}: only {named:?} parry, but {mv:?} does"));
        }
    }
    (tactics, named)
}

fn wins_by<G: Game>(position: &G, mv: G::Move) -> bool {
    let mut next = position.clone();
    next.play(mv);
    next.outcome() == Some(Outcome::Win(position.to_move()))
}
