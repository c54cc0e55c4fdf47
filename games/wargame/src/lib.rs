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
//!  1 x . . . x
//!  2 . . o o .
//!  3 x . + . x
//!  4 . . o . .
//!  5 x . x . x
//! attacker entered 0 of 2, lost 1 of 4; turn 2 of 7, attacker to move"
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
//! **An entry** is a step, or a fight, of an attacking unit that ends in the base: the unit leaves the board and counts as
//! entered, not as lost. Here `b2-c3`; defenders may stand in the base and so bar it:
//!
//! ```text
//!    a b c d e          a b c d e
//!  1 . . . . .        1 . . . . .
//!  2 . x . . .        2 . . . . .
//!  3 . . + o .   to   3 . . + o .
//! ```
//!
//! **The attacker wins** as soon as a number of its units that depends on the board has entered, or no defending unit is
//! left ([`Ending::BaseFallen`]).
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
//! | size | attackers | defenders | on ring | base: rings from | entries | losses | turns |
//! | --- | --- | --- | --- | --- | --- | --- | --- |
//! | 5 | 8 | 3 | 1 | 2 | 2 | 4 | 7 |
//! | 6 | 12 | 5 | 1 | 2 | 2 | 5 | 8 |
//! | 7 | 18 | 5 | 2 | 2 | 3 | 8 | 13 |
//! | 8 | 24 | 3 | 3 | 3 | 3 | 7 | 26 |
//! | 9 | 24 | 4 | 3 | 3 | 3 | 8 | 26 |
//! | 10 | 30 | 6 | 3 | 3 | 3 | 9 | 26 |
//! | 11 | 26 | 7 | 3 | 3 | 3 | 8 | 26 |
//! | 12 | 28 | 9 | 3 | 3 | 3 | 8 | 27 |
//! | 13 | 26 | 11 | 3 | 3 | 3 | 8 | 28 |
//! | 14 | 30 | 12 | 3 | 3 | 3 | 8 | 28 |
//! | 15 | 30 | 14 | 3 | 3 | 3 | 8 | 29 |
//!
//! Ring 0 is the border. The start on 9x9:
//!
//! ```text
//!    a b c d e f g h i
//!  1 x x x . x x x . x
//!  2 . . . . . . . . x
//!  3 x . . . . . . . x
//!  4 x . . o + o . . .
//!  5 x . . + + + . . x
//!  6 . . . o + o . . x
//!  7 x . . . . . . . x
//!  8 x . . . . . . . .
//!  9 x . x x x . x x x
//! attacker entered 0 of 3, lost 0 of 8; turn 1 of 26, attacker to move
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
//! Forces, entries, losses and turns are set so that equal players win about as often with either side, games of GRAVE and
//! MCPS end in all three ways, and more playouts pay on both sides. Measured by
//! `cargo run --release -p gametree-games --example wargame_balance -- size=9 one=grave other=grave playouts=1000`
//! and the like (1,000 playouts a move and GRAVE where the arguments do not say otherwise): 400 games each with `seed=1`,
//! seats changed after every game; Wilson's 95 % intervals.
//!
//! | arguments | attacker wins | base fallen | broken | time | plies |
//! | --- | --- | --- | --- | --- | --- |
//! | `size=9` | 47.2 % [42.4, 52.1] | 47.2 % | 25.8 % | 27.0 % | 41.0 |
//! | `size=9 one=mcps other=mcps` | 57.5 % [52.6, 62.3] | 57.5 % | 18.5 % | 24.0 % | 39.1 |
//! | `size=9 one=uct other=uct` | 51.2 % [46.4, 56.1] | 51.2 % | 2.0 % | 46.8 % | 43.3 |
//! | `size=11` | 49.2 % [44.4, 54.1] | 49.2 % | 21.8 % | 29.0 % | 41.4 |
//! | `size=11 one=mcps other=mcps` | 51.2 % [46.4, 56.1] | 51.2 % | 22.0 % | 26.8 % | 41.8 |
//! | `size=11 one=uct other=uct` | 47.8 % [42.9, 52.6] | 47.8 % | 0.2 % | 52.0 % | 43.3 |
//! | `size=13` | 44.0 % [39.2, 48.9] | 44.0 % | 33.0 % | 23.0 % | 44.2 |
//! | `size=13 one=mcps other=mcps` | 46.2 % [41.4, 51.1] | 46.2 % | 29.8 % | 24.0 % | 43.8 |
//! | `size=13 one=uct other=uct` | 54.0 % [49.1, 58.8] | 54.0 % | 0.0 % | 46.0 % | 44.6 |
//! | `size=9 playouts=5000` | 45.2 % [40.4, 50.1] | 45.2 % | 44.5 % | 10.2 % | 39.5 |
//!
//! UCT hardly ever breaks the attacker: at 1,000 playouts among 80 moves it sees too little of the fights. GRAVE with
//! 5,000 playouts breaks it often, and time decides less.
//!
//! More playouts help on both sides, 4,000 against 1,000:
//!
//! | arguments | the stronger wins as attacker | as defender |
//! | --- | --- | --- |
//! | `size=9 playouts=4000 against=1000` | 66.5 % [59.7, 72.7] | 73.5 % [67.0, 79.1] |
//! | `size=9 playouts=4000 against=1000 seed=2` | 71.0 % [64.4, 76.8] | 68.0 % [61.2, 74.1] |
//!
//! That the base falls only by the third entry is what makes them pay. With one entry
//! (`size=9 attackers=16 entries=1 turns=17`) 4,000 playouts won 58.5 % and 63.5 %, and the attacker won 97.2 % of the
//! games of UCT: one slip of the defender decided all.
//!
//! On the boards not listed the attacker won 40 to 55 % of 100 games between GRAVE players. Up to 7x7, where the base is
//! near, UCT wins most games as the attacker: 73 % of 100 on 5x5, 98 % on 7x7.
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
//!     5        2912528    343.3    13.9       2.04%
//!     7        1612253    620.3    25.9       2.66%
//!     9         991036   1009.0    52.0       0.16%
//!    11        1122169    891.1    52.0       0.12%
//!    13        1167098    856.8    56.0       0.14%
//!    15        1164293    858.9    58.0       0.12%
//! ```
//!
//! With `policy=knowing` a step that decides the game is made wherever there is one: the last entry, or the last fight (Teytaud and Teytaud
//! 2010, "On the huge benefit of decisive moves in Monte-Carlo Tree Search algorithms"). `forced=true` tells the tree of them, and of
//! the defender's last turn, and that an attacker without a win in its last turn has lost; no other loss is told.
//!
//! # Evaluation
//!
//! A weighted sum ([`Evaluate::FEATURES`](gametree_core::Evaluate::FEATURES)), each from the view of the side to move:
//!
//! | feature | unit | weight | good for |
//! | --- | --- | --- | --- |
//! | attackers: units that the attacker can still lose before it is broken | units | 200 | the attacker |
//! | defenders: units of the defender | units | 400 | the defender |
//! | entries: attacking units that must still enter the base | units | 400 | the defender |
//! | distance: steps of the nearest attacking units to the base, as many as must still enter | steps | 100 | the defender |
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
mod knowing;
mod playout;
mod position;
mod scenario;

pub use describe::{Codes, Ending, WargameOptions};
pub use position::{Step, Wargame};
pub use scenario::Scenario;

#[cfg(test)]
mod tests;
