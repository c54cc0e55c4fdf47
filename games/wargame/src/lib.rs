//! A wargame of many attackers against few stronger defenders, on square boards from 5x5 to 15x15.
//!
//! It is our own, in the spirit of the wargame in the paper on Monte Carlo Permutation Search (arXiv 2510.06381): two
//! sides with different forces and different aims, and a move's code made of its side, its destination and whether it is
//! a fight. The rules of the paper's game are not public, so this is *not* a reproduction of it, and no figure from here
//! can be held against the paper's.
//!
//! ```
//! use gametree_core::{Describe, Game, Line, Rng, Side, Size, Trace};
//! use gametree_wargame::Wargame;
//!
//! let mut line = Line::new(Wargame::new(Size::square(5))?);
//! for text in ["c1-c2", "b2-c2"] {
//!     line.play(line.position().parse_move(text)?)?;
//! }
//! assert_eq!(
//!     line.position().to_string(),
//!     "   a b c d e
//!  1 x . . . .
//!  2 . . o o x
//!  3 . . + . .
//!  4 x . o . .
//!  5 . . x . x
//! attacker lost 1 of 3; turn 2 of 7, attacker to move"
//! );
//!
//! let mut position = line.position().clone();
//! let outcome = position.playout(&mut Rng::new(1), &mut Trace::for_game(line.position()));
//! assert_eq!(position.ending().map(|ending| ending.outcome()), Some(outcome));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Rules
//!
//! In the middle of the board lies the *base* (`+`). The attacker (`x`, the first side) starts with its units spread over
//! the border, the defender (`o`) with its few on a ring around the base. Sides take turns; a turn is one step of one
//! unit to one of the eight cells around it. There is no pass and there are no draws.
//!
//! **A step** goes to a free cell. Here `b2-c3`:
//!
//! ```text
//!    a b c d e          a b c d e
//!  1 . . . . .        1 . . . . .
//!  2 . x . . .        2 . . . . .
//!  3 . . . . .   to   3 . . x . .
//! ```
//!
//! **A fight** is a step onto an enemy, which is taken off. A defending unit takes any attacking unit next to it, alone and
//! whatever stands around. Here `c2-b1`, although `a1` and `a2` stand by:
//!
//! ```text
//!    a b c d e          a b c d e
//!  1 x x . . .        1 x o . . .
//!  2 x . o . .   to   2 x . . . .
//! ```
//!
//! An attacking unit takes a defending one only with help: at least two attacking units, the one that steps included, must
//! stand next to it. Here `a2-b1` with `a1`'s help; had `a1` been empty, the step would not be legal:
//!
//! ```text
//!    a b c d e          a b c d e
//!  1 x o . . .        1 x x . . .
//!  2 x . . . .   to   2 . . . . .
//! ```
//!
//! **The attacker wins** as soon as one of its units stands in the base, by a step or a fight, or no defending unit is left
//! ([`Ending::BaseFallen`]). Here `b2-c3`; defenders may stand in the base and so bar it:
//!
//! ```text
//!    a b c d e          a b c d e
//!  1 . . . . .        1 . . . . .
//!  2 . x . . .        2 . . . . .
//!  3 . . + o .   to   3 . . x o .
//! ```
//!
//! **The defender wins** as soon as the attacker has lost a number of units that depends on the board
//! ([`Ending::AttackerBroken`]), or when each side has had its turns and the base still stands ([`Ending::Time`]).
//!
//! **A blocked attacker** loses its turn: if none of its units has a step, the defender moves again. (The defender always
//! has a step: whoever stands next to one of its units can be taken by it.) Here, after `a3-a2`, the attacker's last unit
//! is blocked: no defending unit has two attackers beside it. The turn counts.
//!
//! ```text
//!    a b c d e          a b c d e
//!  1 x o . . .        1 x o . . .
//!  2 . o . . .        2 o o . . .
//!  3 o . . . .   to   3 . . . . .
//! ```
//!
//! A game ends after at most twice the turns below, so every turn and every game is bounded. Forces by board
//! ([`Scenario`] describes the places; [`Wargame::with_scenario`] plays others):
//!
//! | size | attackers | defenders | on ring | base: rings from | losses | turns |
//! | --- | --- | --- | --- | --- | --- | --- |
//! | 5 | 6 | 3 | 1 | 2 | 3 | 7 |
//! | 6 | 10 | 5 | 1 | 2 | 5 | 8 |
//! | 7 | 10 | 5 | 2 | 2 | 5 | 9 |
//! | 8 | 18 | 3 | 3 | 3 | 9 | 19 |
//! | 9 | 16 | 4 | 3 | 3 | 8 | 17 |
//! | 10 | 18 | 6 | 2 | 3 | 8 | 16 |
//! | 11 | 22 | 8 | 2 | 3 | 10 | 18 |
//! | 12 | 22 | 5 | 3 | 4 | 8 | 26 |
//! | 13 | 27 | 7 | 3 | 4 | 9 | 29 |
//! | 14 | 28 | 8 | 3 | 4 | 10 | 30 |
//! | 15 | 28 | 10 | 3 | 4 | 11 | 32 |
//!
//! Ring 0 is the border. The start on 9x9:
//!
//! ```text
//!    a b c d e f g h i
//!  1 x . x . x . x . x
//!  2 . . . . . . . . .
//!  3 x . . . . . . . x
//!  4 . . . o + o . . .
//!  5 x . . + + + . . x
//!  6 . . . o + o . . .
//!  7 x . . . . . . . x
//!  8 . . . . . . . . .
//!  9 x . x . x . x . x
//! attacker lost 0 of 8; turn 1 of 17, attacker to move
//! ```
//!
//! # Moves and codes
//!
//! A move is written as two points, `b2-b3`: a column letter and a row number from the top, no letter skipped. With the
//! option `codes = "abstract"` (the default) its code is the side, the destination and whether it is a fight, so all units
//! that could step to the same cell share one. With `codes = "exact"` the code holds the way of the step, too, and every
//! move has a code of its own.
//!
//! # Balance
//!
//! Forces, losses and turns are set so that GRAVE against GRAVE wins about as often with either side, and games end
//! in all three ways. Measured by
//! `cargo run --release -p gametree-games --example wargame_balance -- size=9 one=grave other=grave playouts=1000`
//! and the like: 400 games each with `seed=1`, seats changed after every game; Wilson's 95 % intervals.
//!
//! | arguments | attacker wins | base fallen | broken | time | plies |
//! | --- | --- | --- | --- | --- | --- |
//! | `size=9` | 49.2 % [44.4, 54.1] | 49.2 % | 18.8 % | 32.0 % | 26.5 |
//! | `size=11` | 43.8 % [39.0, 48.6] | 43.8 % | 26.2 % | 30.0 % | 27.0 |
//! | `size=13` | 51.0 % [46.1, 55.9] | 51.0 % | 29.2 % | 19.8 % | 38.6 |
//! | `size=9 playouts=5000` | 46.8 % [41.9, 51.6] | 46.8 % | 25.2 % | 28.0 % | 27.1 |
//! | `size=9 one=mcps other=mcps` | 53.0 % [48.1, 57.8] | 53.0 % | 18.0 % | 29.0 % | 25.7 |
//! | `size=9 one=uct other=uct` | 97.2 % [95.1, 98.5] | 97.2 % | 0.5 % | 2.2 % | 16.0 |
//!
//! UCT at 1,000 playouts sees too little of the 72 moves to defend: the game is balanced for players with AMAF statistics.
//! On the boards not listed the attacker won 42 to 58 % of 40 to 100 games between GRAVE players; up to 7x7 time hardly
//! ever decides. More playouts help on both sides, 4,000 against 1,000 (`against=1000`):
//!
//! | arguments | the stronger wins as attacker | as defender |
//! | --- | --- | --- |
//! | `size=9 playouts=4000 against=1000` | 58.5 % [51.6, 65.1] | 63.5 % [56.6, 69.9] |
//! | `size=13 playouts=4000 against=1000 games=300` | 56.7 % [48.7, 64.3] | 62.0 % [54.0, 69.4] |
//!
//! | `size=9 attackers=12 defenders=5 losses=7 defender_ring=2 turns=40 playouts=4000 against=1000 games=200` | 59.0 % [49.2, 68.1] | 59.0 % [49.2, 68.1] |
//!
//! All lie below the 65 % that were aimed at. The last row is the most promising of some forty scenarios: one with longer
//! games, in which random play is even. It rewards playouts no better, and time never decides it.
//!
//! # Playouts
//!
//! A playout is uniformly random steps to the end, by definition. A unit and a way are drawn until they make a legal step,
//! which makes every legal step equally likely without a list of them; nothing is allocated.
//!
//! `cargo run --release -p gametree-wargame --example wargame_playouts` printed, on one core of an AMD EPYC (Zen 4) that other
//! programs shared, from the start:
//!
//! ```text
//!  size playouts/cpu s       ns   plies  first wins
//!     5        3648513    274.1    12.8      18.64%
//!     7        3445179    290.3    16.0      31.94%
//!     9        2016630    495.9    33.1      10.03%
//!    11        1772629    564.1    35.0      10.57%
//!    13        1181452    846.4    57.6       3.05%
//!    15        1190934    839.7    63.5       3.68%
//! ```
//!
//! # Evaluation
//!
//! A weighted sum ([`Evaluate::FEATURES`](gametree_core::Evaluate::FEATURES)), each from the view of the side to move:
//!
//! | feature | unit | weight | good for |
//! | --- | --- | --- | --- |
//! | attackers: units that the attacker can still lose before it is broken | units | 200 | the attacker |
//! | defenders: units of the defender | units | 400 | the defender |
//! | distance: steps of the nearest attacking unit to the base | steps | 100 | the defender |
//! | march: steps of all attacking units to the base together | steps | 20 | the defender |
//! | attackers exposed: those next to a defending unit | units | 60 | the defender |
//! | defenders exposed: those next to two attacking units | units | 120 | the attacker |
//! | time: turns left to the attacker | turns | 30 | the attacker |
//!
//! Noisy moves are fights and steps into the base; forced moves are those that win on the spot. The weights are guesses
//! in proportion, not tuned by play.

mod describe;
mod evaluation;
mod geometry;
mod playout;
mod position;
mod scenario;

pub use describe::{Codes, Ending, WargameOptions};
pub use position::{Step, Wargame};
pub use scenario::Scenario;

#[cfg(test)]
mod tests;
