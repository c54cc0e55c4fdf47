//! Playout policies against naive recounts and against each other.

use std::collections::BTreeMap;

use gametree_core::testing::{RandomToy, Toy, chi_squared_two_samples};
use gametree_core::{Code, Game, Line, Outcome, Rng, Side, Trace};
use gametree_mcts::testing::{Rule, SlowSearch};
use gametree_mcts::*;

fn toys() -> Vec<Toy> {
    let shape = |seed: u64| RandomToy {
        depth: 6,
        width: 4,
        alternate: seed.is_multiple_of(2),
        share_codes: seed.is_multiple_of(3),
        margin: 2,
    };
    (40..52).map(|seed| Toy::random(&mut Rng::new(seed), shape(seed))).filter(|toy| toy.outcome().is_none()).collect()
}

type Make = fn() -> Box<dyn Policy<Toy>>;

fn policies() -> Vec<(&'static str, Make)> {
    vec![
        ("knowing", || Box::new(Knowing)),
        ("mast", || Box::new(Mast::default())),
        ("ppaf", || Box::new(Ppaf::default())),
        ("lgrf", || Box::new(Lgrf::default())),
        ("cutoff", || Box::new(Cutoff { plies: 2, scale: 300.0 })),
    ]
}

/// Whatever makes the playouts, the tree credits them as the slow search does.
#[test]
fn trees_credit_every_policy_s_playouts_as_the_slow_search() {
    for (name, make) in policies() {
        for leaf in [1, 3] {
            let config = TreeConfig { leaf, ..TreeConfig::default() };
            for (seed, toy) in (0..).zip(toys()) {
                let line = Line::new(toy);
                let mut slow =
                    SlowSearch::new(Rule::Grave { reference: 20, bias: 1e-3 }, &line, seed).with(&config, make(), None);
                let grave_config = GraveConfig { reference: 20, bias: 1e-3 };
                let mut real = grave(&grave_config, &config).with_policy(Some(make()));
                // Nothing may be left of an earlier search.
                for _ in 0..2 {
                    real.begin(&line, seed);
                    (0..100).for_each(|_| real.iterate());
                }
                (0..100).for_each(|_| slow.iterate());
                slow.compare(true, &|moves| real.look(moves));
                assert_eq!(slow.plies_sum, real.report(gametree_core::StopReason::Playouts).stats.plies_sum, "{name}");
            }
        }
    }
}

type Naive<'a> = &'a mut dyn FnMut(&Toy, &[u16], &mut Rng, &[Code]) -> usize;

/// A playout move by move, the choice left to `choose`: position, moves, random numbers, the codes so far.
fn play(mut position: Toy, rng: &mut Rng, choose: Naive<'_>) -> (Outcome, Vec<(Side, Code, Vec<Code>)>) {
    let (mut plies, mut codes) = (Vec::new(), Vec::new());
    loop {
        if let Some(outcome) = position.outcome() {
            return (outcome, plies);
        }
        let mut moves = Vec::new();
        position.search_moves(&mut moves);
        let chosen = choose(&position, &moves, rng, &codes);
        codes.push(position.code(moves[chosen]));
        plies.push((position.to_move(), codes[codes.len() - 1], moves.iter().map(|&mv| position.code(mv)).collect()));
        position.play(moves[chosen]);
    }
}

/// Plays `policy` and the naive one with random numbers of their own, many times from nothing for some playouts, and compares how
/// often each code is played in the last one.
fn hold(toy: &Toy, mut policy: impl Policy<Toy>, mut naive: impl FnMut(&mut Rng) -> Vec<Code>, playouts: usize) {
    const TIMES: u64 = 3000;
    let count =
        |played: Vec<Code>, counts: &mut Vec<u64>| played.into_iter().for_each(|code| counts[usize::from(code)] += 1);
    let codes = usize::from(toy.codes(Side::Second).end);
    let (mut ours, mut theirs) = (vec![0; codes], vec![0; codes]);
    let (mut rng, mut other) = (Rng::new(1), Rng::new(2));
    for _ in 0..TIMES {
        policy.begin(toy);
        let mut trace = Trace::for_game(toy);
        for _ in 0..playouts {
            trace.clear();
            policy.playout(&[], &mut toy.clone(), &mut rng, &mut trace);
        }
        count(trace.codes.iter().collect(), &mut ours);
        count(naive(&mut other), &mut theirs);
    }
    for (code, (&a, &b)) in ours.iter().zip(&theirs).enumerate() {
        let (a, b) = (a.min(TIMES), b.min(TIMES));
        chi_squared_two_samples(&[a, TIMES - a], &[b, TIMES - b]).assert_plausible(&format!("code {code}"));
    }
}

fn distinct(plies: &[(Side, Code, Vec<Code>)]) -> Vec<Code> {
    let mut codes: Vec<Code> = plies.iter().map(|ply| ply.1).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

const PLAYOUTS: usize = 6;

#[test]
fn mast_plays_as_a_recount_of_all_playouts_says() {
    for toy in toys() {
        let naive = |rng: &mut Rng| {
            let mut games: Vec<(Outcome, Vec<Code>)> = Vec::new();
            let mut last = Vec::new();
            for _ in 0..PLAYOUTS {
                let (outcome, plies) = play(toy.clone(), rng, &mut |position, moves, rng, _| {
                    if rng.below(10_000) < 3_984 {
                        return rng.below(moves.len() as u32) as usize;
                    }
                    let mean = |&mv: &u16| {
                        let code = position.code(mv);
                        let with: Vec<_> = games.iter().filter(|game| game.1.contains(&code)).collect();
                        let reward: u32 = with.iter().map(|game| game.0.reward(position.to_move())).sum();
                        if with.is_empty() { f64::INFINITY } else { f64::from(reward) / with.len() as f64 }
                    };
                    let best = moves.iter().map(mean).fold(f64::NEG_INFINITY, f64::max);
                    let ties: Vec<usize> = (0..moves.len()).filter(|&i| mean(&moves[i]) == best).collect();
                    ties[rng.below(ties.len() as u32) as usize]
                });
                last = distinct(&plies);
                games.push((outcome, last.clone()));
            }
            last
        };
        hold(&toy, Mast::default(), naive, PLAYOUTS);
    }
}

#[test]
fn ppaf_plays_as_the_papers_sums_say() {
    for toy in toys() {
        let naive = |rng: &mut Rng| {
            let mut weights: BTreeMap<Code, f64> = BTreeMap::new();
            let mut last = Vec::new();
            for _ in 0..PLAYOUTS {
                let weight =
                    |weights: &BTreeMap<Code, f64>, code| libm::exp(weights.get(&code).copied().unwrap_or(0.0));
                let (outcome, plies) = play(toy.clone(), rng, &mut |position, moves, rng, _| {
                    let odds: Vec<f64> = moves.iter().map(|&mv| weight(&weights, position.code(mv))).collect();
                    let toss = f64::from(rng.below(1 << 20)) / f64::from(1 << 20) * odds.iter().sum::<f64>();
                    (0..odds.len()).find(|&i| odds[..=i].iter().sum::<f64>() > toss).unwrap_or(odds.len() - 1)
                });
                let before = weights.clone();
                for (side, played, listed) in plies.iter().filter(|ply| outcome == Outcome::Win(ply.0)) {
                    let _ = side;
                    let sum: f64 = listed.iter().map(|&code| weight(&before, code)).sum();
                    *weights.entry(*played).or_default() += 1.0;
                    listed.iter().for_each(|&code| *weights.entry(code).or_default() -= weight(&before, code) / sum);
                }
                last = distinct(&plies);
            }
            last
        };
        hold(&toy, Ppaf::default(), naive, PLAYOUTS);
    }
}

#[test]
fn lgrf_gives_the_last_reply_that_won() {
    for toy in toys() {
        let naive = |rng: &mut Rng| {
            // Every pair ever played with the reward of the reply's side, the newest last.
            let mut pairs: Vec<(Code, Code, u32)> = Vec::new();
            let mut last = Vec::new();
            for _ in 0..PLAYOUTS {
                let (outcome, plies) = play(toy.clone(), rng, &mut |position, moves, rng, codes| {
                    let mut reply = None;
                    for &(to, with, reward) in pairs.iter().filter(|pair| Some(&pair.0) == codes.last()) {
                        let _ = to;
                        reply = match reward {
                            2 => Some(with),
                            0 if reply == Some(with) => None,
                            _ => reply,
                        };
                    }
                    let known = moves.iter().position(|&mv| Some(position.code(mv)) == reply);
                    known.unwrap_or_else(|| rng.below(moves.len() as u32) as usize)
                });
                pairs.extend(plies.windows(2).map(|two| (two[0].1, two[1].1, outcome.reward(two[1].0))));
                last = distinct(&plies);
            }
            last
        };
        hold(&toy, Lgrf::default(), naive, PLAYOUTS);
    }
}
