//! A toy game about which something is known.

use std::ops::Range;

use gametree_core::testing::{RandomToy, Toy};
use gametree_core::{Code, Evaluate, Feature, Game, Outcome, Rng, Side, mix};

/// A toy whose running positions have made-up values, noisy moves and a center, all of them functions of the position.
/// What it says about forced moves is true.
#[derive(Clone, Debug)]
pub(crate) struct Valued(pub(crate) Toy);

impl Valued {
    /// A random tree; the seed decides its shape too, so that every shape comes up.
    pub(crate) fn random(seed: u64) -> Valued {
        let mut rng = Rng::new(seed);
        let shape = RandomToy {
            depth: 1 + rng.below(6) as usize,
            width: 1 + rng.below(4),
            alternate: rng.below(2) == 0,
            share_codes: rng.below(2) == 0,
            margin: 1 + rng.below(3) * 3,
        };
        Valued(Toy::random(&mut rng, shape))
    }

    fn after(&self, mv: u16) -> Toy {
        let mut next = self.0.clone();
        next.play(mv);
        next
    }

    fn hash(&self) -> u64 {
        mix(&[self.0.key(), 99])
    }
}

impl Game for Valued {
    type Move = u16;

    fn codes(&self, side: Side) -> Range<Code> {
        self.0.codes(side)
    }

    fn code(&self, mv: u16) -> Code {
        self.0.code(mv)
    }

    fn to_move(&self) -> Side {
        self.0.to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn margin(&self) -> i32 {
        self.0.margin()
    }

    fn legal_moves(&self, out: &mut Vec<u16>) {
        self.0.legal_moves(out);
    }

    fn play(&mut self, mv: u16) {
        self.0.play(mv);
    }

    fn key(&self) -> u64 {
        self.0.key()
    }
}

impl Evaluate for Valued {
    const FEATURES: &'static [Feature] =
        &[Feature { name: "noise", unit: "none", weight: 2, about: "a number made of the key" }];

    fn features(&self, amounts: &mut [i32]) {
        amounts[0] = (self.hash() % 7) as i32 - 3;
    }

    fn noisy_moves(&self, out: &mut Vec<u16>) {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        let hash = self.hash();
        out.extend(moves.into_iter().filter(|mv| hash >> (8 + mv) & 1 == 1));
    }

    fn center_distance(&self, mv: u16) -> u32 {
        (mix(&[u64::from(mv)]) % 3) as u32
    }

    fn forced_moves(&self, out: &mut Vec<u16>) -> bool {
        let mover = self.to_move();
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        let wins = |position: &Toy, side| position.outcome() == Some(Outcome::Win(side));
        if let Some(&mv) = moves.iter().find(|&&mv| wins(&self.after(mv), mover)) {
            out.push(mv);
            return true;
        }
        // Moves after which the opponent is to move and wins at once, or which lose themselves.
        let loses = |mv: &u16| {
            let next = self.after(*mv);
            let mut replies = Vec::new();
            next.legal_moves(&mut replies);
            wins(&next, mover.other())
                || next.to_move() != mover
                    && replies.iter().any(|&reply| {
                        let mut end = next.clone();
                        end.play(reply);
                        wins(&end, mover.other())
                    })
        };
        // Only where all that is left out loses in exactly two plies, and so does whatever is kept if nothing helps.
        let lost: Vec<u16> = moves.iter().copied().filter(loses).collect();
        let slow = |mv: &u16| self.after(*mv).outcome().is_none();
        if lost.is_empty() || !lost.iter().all(slow) {
            return false;
        }
        let saved: Vec<u16> = moves.iter().copied().filter(|mv| !lost.contains(mv)).collect();
        if saved.is_empty() {
            out.push(lost[0])
        } else {
            out.extend(saved)
        }
        true
    }
}
