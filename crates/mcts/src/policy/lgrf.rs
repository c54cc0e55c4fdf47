//! Replies that won are given again.

use gametree_core::{Code, Game, Outcome, Rng, Side, Trace};

use super::{Policy, side_of};
use crate::scorer::Step;

/// The last good reply with forgetting, of one move (Baier and Drake 2010, LGRF-1): to the code of the move before, the reply is played that was
/// last seen in a playout which its side won, if it is a search move; else any. A reply is forgotten when it loses.
#[derive(Clone, Default, Debug)]
pub struct Lgrf {
    /// To each code, the reply; [`NONE`] for none.
    replies: Vec<Code>,
    split: Code,
    /// The codes of the playout, those of the tree before.
    played: Vec<Code>,
}

const NONE: Code = Code::MAX;

impl<G: Game> Policy<G> for Lgrf {
    fn begin(&mut self, position: &G) {
        self.replies.clear();
        self.replies.resize(position.codes(Side::Second).end.into(), NONE);
        self.split = position.codes(Side::Second).start;
    }

    fn playout(&mut self, path: &[Step], position: &mut G, rng: &mut Rng, trace: &mut Trace) -> Outcome {
        let mut moves = Vec::new();
        self.played.clear();
        self.played.extend(path.iter().skip(1).map(|step| step.code));
        let outcome = loop {
            if let Some(outcome) = position.outcome() {
                break outcome;
            }
            let known = self.played.last().map(|&last| self.replies[usize::from(last)]);
            // Where a side moves twice, the reply to its own move is another matter.
            let mut known = known.filter(|&reply| reply != NONE && position.codes(position.to_move()).contains(&reply));
            moves.clear();
            let mv = known.take().and_then(|reply| position.decode(reply, &mut moves)).unwrap_or_else(|| {
                moves.clear();
                position.search_moves(&mut moves);
                moves[rng.below(moves.len() as u32) as usize]
            });
            let code = position.code(mv);
            trace.record(code);
            self.played.push(code);
            position.play(mv);
        };
        for pair in self.played.windows(2) {
            let reply = &mut self.replies[usize::from(pair[0])];
            match outcome.reward(side_of(pair[1], self.split)) {
                2 => *reply = pair[1],
                0 if *reply == pair[1] => *reply = NONE,
                _ => {}
            }
        }
        outcome
    }

    fn bytes(&self) -> u64 {
        size_of_val(&self.replies[..]) as u64
    }
}
