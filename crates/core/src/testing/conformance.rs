//! What every game must keep, checked by playing it. A game's tests call [`check`] or [`check_described`] in one line
//! per start.

use std::collections::{BTreeMap, HashSet};

use crate::codes::CodeSet;
use crate::describe::Describe;
use crate::evaluate::Evaluate;
use crate::game::{Game, Outcome, Side};
use crate::line::Line;
use crate::rng::Rng;
use crate::testing::{Sees, check_tactics, chi_squared_two_samples};
use crate::trace::Trace;

const GAMES: u64 = 20;
const PLAYOUTS: u64 = 4000;

/// Plays random games from `start` and panics, naming the seed, when the game breaks a rule of the [`Game`] trait: codes,
/// move lists, masks, clones, keys, margins, the end, and the playout against its slow twin.
pub fn check<G: Game>(start: &G) {
    check_codes(start);
    for seed in 0..GAMES {
        play_through(start, seed, &mut |_| ());
    }
    check_tactics(start, Sees::Some);
    check_playouts(start, "from the start", G::playout, G::slow_playout);
    check_playouts(&midgame(start), "from the middle of a game", G::playout, G::slow_playout);
}

/// Panics unless [`Evaluate::knowing_playout`] draws from the same distribution as [`Evaluate::slow_knowing_playout`], from
/// `start` and from the middle of a random game, and plays nothing in finished games.
pub fn check_knowing<G: Evaluate>(start: &G) {
    let (fast, slow) = (G::knowing_playout, G::slow_knowing_playout);
    check_playouts(start, "with knowledge from the start", fast, slow);
    check_playouts(&midgame(start), "with knowledge from the middle of a game", fast, slow);
    for seed in 0..GAMES {
        let (mut finished, mut rng) = (start.clone(), Rng::new(seed));
        while finished.outcome().is_none() {
            step(&mut finished, &mut rng);
        }
        for playout in [fast, slow] {
            let mut trace = Trace::for_game(start);
            assert_eq!(Some(playout(&mut finished.clone(), &mut rng, &mut trace)), finished.outcome(), "seed {seed}");
            assert!(trace.codes.is_empty() && trace.plies == 0, "seed {seed}: nothing to play in a finished game");
        }
    }
}

/// [`check`], and what people read and write: every move survives formatting and parsing, names are in order.
pub fn check_described<G: Describe>(start: &G) {
    check(start);
    assert!(G::NAME.bytes().all(|b| b.is_ascii_lowercase()), "the name {:?} is lower case, one word", G::NAME);
    for seed in 0..GAMES {
        play_through(start, seed, &mut |position| {
            assert!(!position.to_string().is_empty());
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let mut names = HashSet::new();
            for &mv in &moves {
                let text = position.format_move(mv);
                assert_eq!(position.parse_move(&text).as_ref(), Ok(&mv), "{text} does not parse back");
                assert_eq!(position.parse_move(&text.to_uppercase()).as_ref(), Ok(&mv), "{text} in capitals");
                assert!(names.insert(text.clone()), "two moves are called {text}");
                let parts = |c: char| c.is_whitespace() || c.is_control() || matches!(c, ',' | '#');
                assert!(!text.is_empty() && !text.contains(parts), "{text:?} is not one word of a list of moves");
            }
            for nonsense in ["", " ", "\u{e4}1", "a0", "zz99", "\0", "a1a1a1a1"] {
                assert!(position.parse_move(nonsense).is_err(), "{nonsense:?} is no move");
            }
        });
    }
}

fn check_codes<G: Game>(start: &G) {
    let [first, second] = Side::BOTH.map(|side| start.codes(side));
    assert!(first.end <= second.start, "the first side's codes come before the second's");
    assert!(first.start % 16 == 0 && second.start % 16 == 0, "a code range must start at a multiple of 16");
    if let Some(lone) = start.lone_code() {
        assert!(first.contains(&lone) || second.contains(&lone), "the lone code {lone} is a code of a side");
    }
}

fn step<G: Game>(position: &mut G, rng: &mut Rng) {
    let mut moves = Vec::new();
    position.search_moves(&mut moves);
    if !moves.is_empty() {
        position.play(moves[rng.below(moves.len() as u32) as usize]);
    }
}

/// `start` after half of a random game.
fn midgame<G: Game>(start: &G) -> G {
    let (mut position, mut rng) = (start.clone(), Rng::new(5));
    for _ in 0..plies(start) / 2 {
        step(&mut position, &mut rng);
    }
    position
}

fn plies<G: Game>(start: &G) -> u32 {
    let mut trace = Trace::for_game(start);
    start.clone().slow_playout(&mut Rng::new(5), &mut trace);
    trace.plies
}

fn play_through<G: Game>(start: &G, seed: u64, look: &mut dyn FnMut(&G)) {
    let mut rng = Rng::new(seed);
    let mut line = Line::new(start.clone());
    let mut copy = start.clone();
    loop {
        check_position(line.position(), start, seed);
        look(line.position());
        copy.clone_from(line.position());
        assert_eq!(copy.key(), line.position().key(), "seed {seed}: clone_from keeps the key");
        assert_eq!(lists(&copy), lists(line.position()), "seed {seed}: clone_from keeps the moves");
        let mut moves = Vec::new();
        line.search_moves(&mut moves);
        if line.position().outcome().is_some() {
            break;
        }
        assert!(!moves.is_empty(), "seed {seed}: a running game has a move");
        line.play(moves[rng.below(moves.len() as u32) as usize]).unwrap();
        assert!(line.moves().len() < 100_000, "seed {seed}: the game does not end");
    }
    // Back to the start and forward again: the same keys. From another copy: the same again.
    let moves = line.moves().to_vec();
    let keys: Vec<u64> = std::iter::from_fn(|| line.undo().map(|_| line.position().key())).collect();
    assert_eq!(line.position().key(), start.key());
    let mut again = start.clone();
    for (mv, key) in moves.into_iter().zip(keys.into_iter().rev()) {
        assert_eq!(again.key(), key, "seed {seed}: the same moves give the same key");
        again.play(mv);
    }
}

fn lists<G: Game>(position: &G) -> (Vec<G::Move>, Vec<G::Move>) {
    let (mut legal, mut searched) = (Vec::new(), Vec::new());
    position.legal_moves(&mut legal);
    position.search_moves(&mut searched);
    (legal, searched)
}

fn check_position<G: Game>(position: &G, start: &G, seed: u64) {
    position.assert_valid();
    for side in Side::BOTH {
        assert_eq!(position.codes(side), start.codes(side), "seed {seed}: codes stay fixed within a game");
    }
    assert_eq!(position.lone_code(), start.lone_code(), "seed {seed}: the lone code stays fixed within a game");
    let (legal, searched) = lists(position);
    let distinct: HashSet<_> = legal.iter().copied().collect();
    assert_eq!(distinct.len(), legal.len(), "seed {seed}: each legal move once");
    assert!(searched.iter().all(|mv| distinct.contains(mv)), "seed {seed}: search moves are legal");
    assert_eq!(searched.iter().collect::<HashSet<_>>().len(), searched.len(), "seed {seed}: each search move once");
    match position.outcome() {
        None => assert!(!searched.is_empty(), "seed {seed}: a running game has a search move"),
        Some(outcome) => {
            assert!(legal.is_empty() && searched.is_empty(), "seed {seed}: a finished game has no move");
            let by_margin = match position.margin() {
                0 => Outcome::Draw,
                margin => Outcome::Win(if margin > 0 { Side::First } else { Side::Second }),
            };
            assert_eq!(by_margin, outcome, "seed {seed}: margin and outcome agree");
            let mut trace = Trace::for_game(position);
            assert_eq!(position.clone().playout(&mut Rng::new(seed), &mut trace), outcome);
            assert!(trace.codes.is_empty() && trace.plies == 0, "seed {seed}: nothing to play in a finished game");
            return;
        }
    }
    let codes = position.codes(position.to_move());
    let (mut mask, mut scratch) = (vec![0; codes.len().div_ceil(64)], Vec::new());
    let distinct = position.search_codes(&mut scratch, &mut mask);
    let mut by_code: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for &mv in &searched {
        let code = position.code(mv);
        assert!(codes.contains(&code), "seed {seed}: code {code} of {mv:?} lies outside {codes:?}");
        by_code.entry(code).or_default().push(mv);
    }
    assert_eq!(distinct, by_code.values().all(|moves| moves.len() == 1), "seed {seed}: search_codes says distinct");
    for code in codes.clone() {
        let slot = usize::from(code - codes.start);
        let expected = by_code.get(&code).map(|moves| moves[0]);
        assert_eq!(mask[slot / 64] >> (slot % 64) & 1 == 1, expected.is_some(), "seed {seed}: mask bit of code {code}");
        scratch.clear();
        assert_eq!(position.decode(code, &mut scratch), expected, "seed {seed}: decode({code})");
    }
    if let Some(lone) = position.lone_code().filter(|lone| by_code.contains_key(lone)) {
        for &other in searched.iter().filter(|&&mv| position.code(mv) != lone) {
            let (mut after, mut trace) = (position.clone(), Trace::for_game(position));
            after.play(other);
            after.slow_playout(&mut Rng::new(seed), &mut trace);
            assert!(!trace.codes.contains(lone), "seed {seed}: the lone code {lone} is played after {other:?}, too");
        }
    }
    assert_eq!(
        mask.iter().map(|w| w.count_ones() as usize).sum::<usize>(),
        by_code.len(),
        "seed {seed}: stray mask bits"
    );
}

/// A way to play to the end, like [`Game::playout`].
type Playout<G> = fn(&mut G, &mut Rng, &mut Trace) -> Outcome;

/// Compares a playout with its slow twin over [`PLAYOUTS`] playouts each: outcomes, every code, plies.
fn check_playouts<G: Game>(start: &G, place: &str, fast: Playout<G>, slow: Playout<G>) {
    let run = |playout: Playout<G>, seed: u64| {
        let mut rng = Rng::new(seed);
        let mut trace = Trace::for_game(start);
        let (mut outcomes, mut codes) = ([0u64; 3], vec![0u64; trace.codes.words().len() * 64]);
        let (mut plies, mut squares) = (0.0, 0.0);
        let mut position = start.clone();
        for _ in 0..PLAYOUTS {
            position.clone_from(start);
            trace.clear();
            let outcome = playout(&mut position, &mut rng, &mut trace);
            outcomes[outcome.reward(Side::First) as usize] += 1;
            check_trace(start, &trace);
            trace.codes.iter().for_each(|code| codes[usize::from(code)] += 1);
            plies += f64::from(trace.plies);
            squares += f64::from(trace.plies) * f64::from(trace.plies);
        }
        (outcomes, codes, plies / PLAYOUTS as f64, squares / PLAYOUTS as f64)
    };
    let (outcomes, codes, plies, squares) = run(fast, 12);
    let (slow_outcomes, slow_codes, slow_plies, slow_squares) = run(slow, 11);
    chi_squared_two_samples(&outcomes, &slow_outcomes).assert_plausible(&format!("outcomes of playouts {place}"));
    // A code is played or not: each is a test of its own with two classes, and their sum is a test of all.
    let (mut sum, mut freedom) = (0.0, 0);
    for (code, (&a, &b)) in codes.iter().zip(&slow_codes).enumerate() {
        let test = chi_squared_two_samples(&[a, PLAYOUTS - a], &[b, PLAYOUTS - b]);
        test.assert_plausible(&format!("frequency of code {code} {place}"));
        (sum, freedom) = (sum + test.statistic, freedom + test.freedom);
    }
    // Codes of one playout are correlated, so the sum scatters more than chi-squared: only a gross excess is a fault.
    assert!(sum < 2.0 * freedom as f64 + 40.0, "codes {place}: {sum} on {freedom} degrees of freedom");
    let variance = (squares - plies * plies + slow_squares - slow_plies * slow_plies) / PLAYOUTS as f64;
    assert!(
        (plies - slow_plies).abs() <= 4.5 * variance.max(0.0).sqrt() + 1e-9,
        "mean plies {place}: {plies} against {slow_plies}"
    );
}

fn check_trace<G: Game>(start: &G, trace: &Trace) {
    let mut allowed = CodeSet::for_game(start);
    Side::BOTH.map(|side| start.codes(side)).into_iter().flatten().for_each(|code| allowed.insert(code));
    assert!(trace.codes.iter().all(|code| allowed.contains(code)), "a playout recorded a code of neither side");
    assert!(trace.codes.len() <= trace.plies as usize, "more codes than plies");
}
