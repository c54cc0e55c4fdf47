//! MCPS against a slow, obvious search and naive recounts, on games from text.

use std::collections::VecDeque;

use gametree_core::testing::{RandomToy, Toy};
use gametree_core::{
    Budget, Code, CodeSet, Control, Game, Line, Outcome, Rng, Search, Side, StopReason, Trace, memory_text,
};
use gametree_mcps::{McpsConfig, Permutation, Refreeze, Window, mcps};
use gametree_mcts::testing::{Permutations, Rule, SlowSearch, reuse};
use gametree_mcts::{CodeSpace, Estimate, Lane, TreeConfig};

fn toys() -> Vec<Toy> {
    (0..24)
        .map(|seed| {
            let (alternate, share_codes) = (seed % 2 == 0, seed % 3 == 0);
            let shape = RandomToy { depth: 4 + seed as usize % 6, width: 5, alternate, share_codes, margin: 2 };
            Toy::random(&mut Rng::new(seed), shape)
        })
        .filter(|toy| gametree_core::report_without_search(&Line::new(toy.clone())).is_none())
        .collect()
}

fn slow_rule(config: &McpsConfig) -> Rule {
    Rule::Mcps(Permutations {
        reference: config.reference,
        freeze_visits: config.freeze_visits,
        window: config.window as usize,
        own_path: config.permutation == Permutation::Path,
        doubling: config.refreeze == Refreeze::Doubling,
        root: config.root_statistics,
        weights: [config.amaf_weight as f32, config.permutation_weight as f32],
    })
}

#[test]
fn visits_as_the_slow_search() {
    let base = McpsConfig { freeze_visits: 7, reference: 20, ..McpsConfig::default() };
    let configs = [
        McpsConfig::default(),
        base.clone(),
        // Windows that wrap, within a word and beyond one.
        McpsConfig { window: 10, ..base.clone() },
        McpsConfig { window: 64, ..base.clone() },
        McpsConfig { window: 100, refreeze: Refreeze::Doubling, ..base.clone() },
        McpsConfig { permutation: Permutation::Path, window: 150, ..base.clone() },
        McpsConfig { root_statistics: true, refreeze: Refreeze::Doubling, ..base.clone() },
        McpsConfig { permutation_weight: 3.0, amaf_weight: 0.25, ..base.clone() },
        McpsConfig { permutation_weight: 0.0, freeze_visits: 1, reference: 0, ..base.clone() },
        // Too large for packed tables.
        McpsConfig { window: 40_000, ..base },
    ];
    for config in configs {
        let mut real = mcps(&config, &TreeConfig::default());
        for (seed, toy) in toys().into_iter().enumerate() {
            let line = Line::new(toy);
            let mut slow = SlowSearch::new(slow_rule(&config), &line, seed as u64);
            real.begin(&line, seed as u64);
            for playouts in 1..=300 {
                slow.iterate();
                real.iterate();
                if [1, 8, 64, 100, 300].contains(&playouts) {
                    slow.compare(true, &|moves| real.look(moves));
                }
            }
            let report = real.search(&line, &Budget::playouts(300), seed as u64, &mut Control::default());
            assert_eq!(report.stats.depth_sum, slow.depth_sum);
        }
    }
}

#[test]
fn trees_and_frozen_tables_are_kept_as_the_slow_search_keeps_them() {
    let base = McpsConfig { freeze_visits: 7, reference: 20, ..McpsConfig::default() };
    let configs = [
        base.clone(),
        McpsConfig { window: 40, refreeze: Refreeze::Doubling, ..base.clone() },
        McpsConfig { permutation: Permutation::Path, ..base.clone() },
        McpsConfig { root_statistics: true, ..base.clone() },
        McpsConfig { window: 40_000, ..base },
    ];
    for config in configs {
        let used = reuse::check_games(slow_rule(&config), true, || mcps(&config, &reuse::kept()));
        assert!(used > 10, "{used} trees were kept");
        reuse::check_repeats(|| mcps(&config, &reuse::kept()));
    }
}

/// What a window says of a path: matching playouts, and count and reward of every code.
fn statistics(window: &mut Window, space: &CodeSpace, path: &[Code]) -> (u64, Vec<(u32, u32)>) {
    let lanes = space.lanes();
    let mut table = vec![Lane([9; 16]); if window.is_packed() { lanes } else { 2 * lanes }];
    let matches = window.statistics(path, &mut table);
    let (count, reward) = table.split_at(lanes);
    let estimate = if window.is_packed() { Estimate::packed(count) } else { Estimate::wide(count, reward) };
    (matches, (0..lanes * 16).map(|code| estimate.at(code)).collect())
}

/// A window over random playouts of random codes, and the same playouts in a list.
struct Both {
    window: Window,
    list: VecDeque<(CodeSet, Outcome)>,
    size: usize,
    space: CodeSpace,
    rng: Rng,
}

impl Both {
    fn new(size: usize, space: CodeSpace, seed: u64) -> Self {
        Both { window: Window::new(size as u64, &space), list: VecDeque::new(), size, space, rng: Rng::new(seed) }
    }

    fn push(&mut self) {
        let mut codes = CodeSet::new(self.space.words * 64);
        for code in Side::BOTH.into_iter().flat_map(|side| self.space.codes(side)) {
            if self.rng.below(2) == 0 {
                codes.insert(code);
            }
        }
        let outcome = match self.rng.below(5) {
            0 => Outcome::Draw,
            1 | 2 => Outcome::Win(Side::First),
            _ => Outcome::Win(Side::Second),
        };
        self.window.push(codes.words(), outcome);
        self.list.push_back((codes, outcome));
        if self.list.len() > self.size {
            self.list.pop_front();
        }
    }

    fn statistics(&mut self, path: &[Code]) -> (u64, Vec<(u32, u32)>) {
        statistics(&mut self.window, &self.space, path)
    }

    fn naive(&self, path: &[Code]) -> (u64, Vec<(u32, u32)>) {
        let matching = || self.list.iter().filter(|(codes, _)| path.iter().all(|&code| codes.contains(code)));
        let of = |code: Code| {
            let owner = if code < self.space.codes(Side::Second).start { Side::First } else { Side::Second };
            matching()
                .filter(|(codes, _)| codes.contains(code))
                .fold((0, 0), |(n, w), (_, outcome)| (n + 1, w + outcome.reward(owner)))
        };
        (matching().count() as u64, (0..self.space.lanes() as Code * 16).map(of).collect())
    }
}

#[test]
fn the_window_counts_as_a_naive_recount_also_after_it_wrapped() {
    for size in [1, 2, 63, 64, 65, 100, 128, 129, 300, 40_000] {
        let toy: Toy = "(A B)".parse().unwrap();
        let mut both = Both::new(size, CodeSpace::of(&toy), size as u64);
        for pushed in 1..=700usize {
            both.push();
            if pushed % 37 == 0 || [1, 63, 64, 65, 128, 129].contains(&pushed) {
                assert_eq!(both.window.len() as usize, size.min(pushed));
                for path in [&[][..], &[3], &[3, 70], &[70, 3], &[5, 100, 6, 101], &[5, 5]] {
                    assert_eq!(both.statistics(path), both.naive(path), "window {size}, {pushed} playouts, {path:?}");
                }
                // The order of a path does not matter, and a code on the path has the path's own count.
                assert_eq!(both.statistics(&[1, 65, 2]), both.statistics(&[65, 2, 1]));
                let (matches, counts) = both.statistics(&[1, 65]);
                assert_eq!((u64::from(counts[1].0), u64::from(counts[65].0)), (matches, matches));
            }
        }
        both.window.clear();
        both.list.clear();
        assert!(both.window.is_empty());
        both.push();
        assert_eq!(both.statistics(&[]), both.naive(&[]), "nothing is left after clear");
    }
}

#[test]
fn the_empty_path_is_the_root_s_amaf_until_the_first_playout_falls_out() {
    let toy =
        Toy::random(&mut Rng::new(3), RandomToy { depth: 8, width: 5, alternate: true, share_codes: false, margin: 2 });
    let line = Line::new(toy);
    let config = McpsConfig { window: 200, ..McpsConfig::default() };
    let mut search = mcps(&config, &TreeConfig::default());
    search.begin(&line, 5);
    let space = CodeSpace::of(line.position());
    for playouts in 1..=260u64 {
        search.iterate();
        let (_, counts) = statistics(&mut search.scorer().window().unwrap().clone(), &space, &[]);
        let windowed: Vec<(Code, u64, u64)> = (0..)
            .zip(counts)
            .map(|(code, (n, w))| (code, u64::from(n), u64::from(w)))
            .filter(|&(_, n, _)| n > 0)
            .collect();
        let amaf = search.look(&[]).unwrap().amaf;
        assert_eq!(windowed == amaf, playouts <= 200, "after {playouts} playouts");
    }
}

#[test]
fn at_a_freeze_no_candidate_has_more_visits_than_permutation_playouts() {
    // The window of 10,000 holds every playout: at its one freeze a node has been counted from all of them.
    let config = McpsConfig { freeze_visits: 6, ..McpsConfig::default() };
    let mut frozen_seen = 0;
    for (seed, toy) in toys().into_iter().enumerate() {
        let line = Line::new(toy);
        let mut search = mcps(&config, &TreeConfig::default());
        search.begin(&line, seed as u64);
        let mut slow = SlowSearch::new(slow_rule(&config), &line, seed as u64);
        for _ in 0..200 {
            search.iterate();
            slow.iterate();
            frozen_seen += slow.check_fresh_freezes(config.freeze_visits);
        }
        slow.compare(true, &|moves| search.look(moves));
    }
    assert!(frozen_seen > 50, "{frozen_seen} freezes were seen");
}

#[test]
fn the_window_counts_nothing_for_codes_between_and_after_the_ranges() {
    let space = CodeSpace::of(&Free { plies: 0 });
    assert_eq!((space.words, space.lanes(), space.split()), (1, 2, 1));
    let mut both = Both::new(100, space, 9);
    for pushed in 1..=300 {
        both.push();
        if pushed % 7 == 0 {
            for path in [&[][..], &[3], &[3, 17], &[24, 0, 8]] {
                assert_eq!(both.statistics(path), both.naive(path), "{pushed} playouts, {path:?}");
            }
        }
    }
}

/// Hex 3x3 as a game from text would be long: its playouts are fed by hand into a game whose every move is always legal.
#[derive(Clone)]
struct Free {
    plies: u8,
}

impl Game for Free {
    type Move = u8;
    fn codes(&self, side: Side) -> std::ops::Range<Code> {
        gametree_core::code_ranges(9, 9)[side.index()].clone()
    }
    fn code(&self, mv: u8) -> Code {
        self.codes(self.to_move()).start + Code::from(mv)
    }
    fn to_move(&self) -> Side {
        if self.plies.is_multiple_of(2) { Side::First } else { Side::Second }
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.plies == 9).then_some(Outcome::Draw)
    }
    fn legal_moves(&self, out: &mut Vec<u8>) {
        out.extend(if self.plies == 9 { 0..0 } else { 0..9 });
    }
    fn play(&mut self, _: u8) {
        self.plies += 1;
    }
    fn key(&self) -> u64 {
        self.plies.into()
    }
}

/// The cell with this name on a 3x3 board.
fn cell(name: &str) -> u8 {
    gametree_core::Size::square(3).parse_point(name).unwrap() as u8
}

fn white_code(name: &str) -> Code {
    gametree_core::code_ranges(9, 9)[1].start + Code::from(cell(name))
}

fn trace(black: &[&str], white: &[&str]) -> Trace {
    let mut trace = Trace::for_game(&Free { plies: 0 });
    black.iter().for_each(|name| trace.record(cell(name).into()));
    white.iter().for_each(|name| trace.record(white_code(name)));
    trace
}

#[test]
fn fc_18_credit_goes_to_the_owner_from_the_node_on() {
    let mut search = mcps(&McpsConfig::default(), &TreeConfig::default());
    search.begin(&Line::new(Free { plies: 0 }), 1);
    let won = Outcome::Win(Side::First);
    let (a1, b1) = (cell("a1"), cell("b1"));
    search.feed(&[a1, b1], &trace(&["a2", "a3"], &["b2"]), won);
    let code = |name: &str| Code::from(cell(name));
    let root = search.look(&[]).unwrap().amaf;
    let black = [code("a1"), code("a2"), code("a3")].map(|code| (code, 1, 2));
    let white = [white_code("b1"), white_code("b2")].map(|code| (code, 1, 0));
    assert_eq!(root, [&black[..], &white].concat(), "the root credits all five, each to its owner");
    let after_a1 = search.look(&[a1]).unwrap().amaf;
    assert_eq!(after_a1, [&black[1..], &white].concat(), "not a1, which was played above");
    let after_b1 = search.look(&[a1, b1]).unwrap().amaf;
    assert_eq!(after_b1, [black[1], black[2], white[1]], "neither a1 nor b1");

    // Two more playouts from the root: a2 b1 a1 c1 a3, and b1 a1 b2 c2 b3.
    search.feed(&[], &trace(&["a2", "a1", "a3"], &["b1", "c1"]), won);
    search.feed(&[], &trace(&["b1", "b2", "b3"], &["a1", "c2"]), won);
    let space = CodeSpace::of(&Free { plies: 0 });
    let path = [code("a1"), white_code("b1")];
    let (matches, counts) = statistics(&mut search.scorer().window().unwrap().clone(), &space, &path);
    assert_eq!(matches, 2, "the third playout has the colours exchanged");
    let of = |name: &str| counts[usize::from(code(name))];
    assert_eq!([of("a2"), of("a3"), of("b2")], [(2, 4), (2, 4), (0, 0)]);
    assert_eq!(search.report(StopReason::Playouts).stats.playouts, 3);
}

#[test]
fn the_window_may_take_half_of_the_memory() {
    let (start, space) = (Free { plies: 0 }, CodeSpace::of(&Free { plies: 0 }));
    for size in [1, 64, 449, 10_000, 1_000_000] {
        let window = Window::bytes_for(size, &space);
        assert_eq!(window, Window::new(size, &space).bytes(), "{size} playouts");
        let config = McpsConfig { window: size, ..McpsConfig::default() };
        let within = |memory| mcps::<Free>(&config, &TreeConfig { memory, ..TreeConfig::default() });
        let least = (2 * window).next_multiple_of(1024);
        let error = within(least - 1).fits(&start).unwrap_err();
        assert_eq!(error.field, "memory");
        assert_eq!(error.allowed, format!("at least {}, of which window={size} takes half", memory_text(least)));
        let mut search = within(least);
        search.fits(&start).unwrap();
        let stats = search.search(&Line::new(start.clone()), &Budget::playouts(100), 1, &mut Control::default()).stats;
        assert!(size < 10_000 || (stats.bytes <= least && stats.nodes > 50), "{size} playouts: {stats:?}");
    }
}

#[test]
fn a_small_memory_is_kept_and_reported() {
    let memory = 1 << 20;
    let config = McpsConfig { window: 1000, freeze_visits: 2, reference: 3, ..McpsConfig::default() };
    let mut search = mcps(&config, &TreeConfig { memory, ..TreeConfig::default() });
    let report = search.search(&Line::new(Free { plies: 0 }), &Budget::playouts(20_000), 1, &mut Control::default());
    assert!(report.stats.tree_full);
    assert!(report.stats.bytes <= memory, "{} bytes", report.stats.bytes);
    assert_eq!(report.stats.playouts, 20_000);
    assert_eq!(report.root.iter().map(|mv| mv.visits).sum::<u64>(), 20_000);
}

#[test]
fn fc_60_a_full_tree_goes_on_as_the_slow_search_s_does() {
    let base = McpsConfig { freeze_visits: 7, reference: 20, window: 64, ..McpsConfig::default() };
    let configs = [
        base.clone(),
        McpsConfig { refreeze: Refreeze::Doubling, ..base.clone() },
        McpsConfig { permutation_weight: 3.0, root_statistics: true, ..base },
    ];
    let (mut filled, mut halved) = (0, 0);
    for config in configs {
        for (seed, toy) in toys().into_iter().enumerate().filter(|(seed, _)| seed % 4 < 2) {
            let line = Line::new(toy);
            let window = Window::bytes_for(config.window, &CodeSpace::of(line.position()));
            for memory in [8_000, 30_000].map(|tree| window + tree) {
                let mut slow = SlowSearch::new(slow_rule(&config), &line, seed as u64);
                let mut real = mcps(&config, &TreeConfig { memory, ..TreeConfig::default() });
                real.begin(&line, seed as u64);
                slow.bound(memory, real.report(StopReason::Playouts).stats.bytes, window);
                for playouts in 1..=50_000u64 {
                    slow.iterate();
                    real.iterate();
                    if playouts.is_multiple_of(5_000) || [100, 1_000].contains(&playouts) {
                        slow.compare(true, &|moves| real.look(moves));
                        let report = real.report(StopReason::Playouts);
                        assert_eq!(slow.bytes(), Some((report.stats.bytes, report.stats.tree_full)), "{memory}");
                        assert!(report.stats.bytes <= memory);
                        assert_eq!(report.root.iter().map(|mv| mv.visits).sum::<u64>(), playouts);
                    }
                }
                filled += usize::from(slow.bytes().is_some_and(|(_, full)| full));
                halved += slow.halved();
            }
        }
    }
    assert!(filled > 5 && halved > 5, "{filled} trees were full, {halved} nodes halved their counts");
}
