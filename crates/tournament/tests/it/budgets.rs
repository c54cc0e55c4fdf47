//! Budgets over whole games: each move has its own, and overrunning one loses nothing.

use std::collections::BTreeMap;

use gametree_core::{Budget, Control, Game, Line, Search, Side, testing::Toy};
use gametree_mcts::{TreeConfig, UctConfig, uct};
use gametree_tournament::{
    EndKind, GameRecord, GameWatch, Machine, Next, PlayerUsage, RunSettings, Seat, Store, play_game, read_records, run,
};

use crate::games::{folder, games, plan};

fn play(name: &str, stones: u8, budget: &str) -> Vec<GameRecord> {
    let plan = plan(&format!(
        r#"name = "budgets"
        games_per_cell = 2
        budgets = ["{budget}"]
        players = [{{ spec = "uct" }}, {{ spec = "iterative" }}]
        games = [{{ name = "nim", sizes = [{stones}] }}]"#
    ));
    let dir = folder(name);
    let cells = plan.cells();
    let mut store = Store::open(&dir, &plan, &games()).unwrap();
    let settings = RunSettings { jobs: 1, ..RunSettings::new(Machine::default()) };
    run(&games(), &cells, &plan.jobs(&cells, None), &mut store, &settings, &mut |_| Next::GoOn).unwrap();
    let mut records = Vec::new();
    read_records(&dir, &mut |record| records.push(record)).unwrap();
    assert_eq!(records.len(), 2);
    records
}

/// A fresh budget for every one of a good two hundred moves.
#[test]
fn the_budget_of_a_move_is_that_of_the_first_move_two_hundred_moves_later() {
    let records = play("budgets-long", 250, "cpu=2ms");
    let plies: usize = records.iter().map(|record| record.plies).sum();
    assert!(plies >= 250, "{plies} plies in two games");
    for record in records {
        assert_eq!(record.end.kind, EndKind::Normal, "{record:?}");
        let PlayerUsage { usage, .. } = &record.players["UCT"];
        // Had one budget served the whole game, the mean would be a hundredth of it.
        let mean = usage.cpu_per_move_s().unwrap() / 0.002;
        assert!((0.9..1.1).contains(&mean), "{mean} of the budget a move over {} moves", usage.moves);
    }
}

/// A player in our own process is never forfeited over time; what it took too much is on record.
#[test]
fn overrunning_a_budget_is_recorded_and_costs_nothing() {
    for record in play("budgets-short", 40, "cpu=1us") {
        assert_eq!(record.end.kind, EndKind::Normal);
        assert!(record.winner.is_some());
        let ratios: BTreeMap<&String, Option<f64>> =
            record.players.iter().map(|(name, player)| (name, player.usage.max_overrun_ratio)).collect();
        assert!(ratios.values().all(|ratio| ratio.unwrap() > 1.0), "{ratios:?}");
    }
}

/// The clock of a search starts when it is asked for a move: who thinks long takes nothing from the other one.
#[test]
fn a_slow_opponent_costs_a_player_nothing() {
    struct Slow(u64);
    impl Search<Toy> for Slow {
        fn accepts(&self, _: &Budget) -> Result<(), gametree_core::FieldError> {
            Ok(())
        }
        fn search(
            &mut self,
            line: &Line<Toy>,
            _: &Budget,
            seed: u64,
            control: &mut Control<u16>,
        ) -> gametree_core::Report<u16> {
            std::thread::sleep(std::time::Duration::from_millis(self.0));
            uct::<Toy>(&UctConfig::default(), &TreeConfig::default()).search(line, &Budget::playouts(1), seed, control)
        }
    }
    let toy: Toy = "((A (B A)) (B (A B)))".parse().unwrap();
    assert!(toy.outcome().is_none());
    let mut search = uct::<Toy>(&UctConfig::default(), &TreeConfig::default());
    let watch = GameWatch::default();
    watch.begin();
    let budget: Budget = "wall=5ms".parse().unwrap();
    let seats = [
        Seat { name: "slow", search: &mut Slow(400), budget, seed: 1 },
        Seat { name: "uct", search: &mut search as &mut dyn Search<Toy>, budget, seed: 2 },
    ];
    play_game(Line::new(toy), seats, |_, mv| mv.to_string(), &watch);
    let usage = watch.log().usage[1];
    assert!(usage.moves >= 1 && usage.playouts > Some(0), "{usage:?}");
    assert!(usage.wall_s < 0.4, "{usage:?}");
}

/// A game without an end: the sides pass a token to and fro, and whoever is ahead when it is cut off wins.
#[derive(Clone)]
struct Endless(Side, i32);

impl Game for Endless {
    type Move = u16;

    fn codes(&self, side: Side) -> std::ops::Range<gametree_core::Code> {
        gametree_core::code_ranges(2, 2)[side.index()].clone()
    }

    fn code(&self, mv: u16) -> gametree_core::Code {
        self.codes(self.0).start + mv
    }

    fn to_move(&self) -> Side {
        self.0
    }

    fn outcome(&self) -> Option<gametree_core::Outcome> {
        None
    }

    fn margin(&self) -> i32 {
        self.1
    }

    fn legal_moves(&self, out: &mut Vec<u16>) {
        out.extend([0, 1]);
    }

    fn play(&mut self, _: u16) {
        self.0 = self.0.other();
    }

    fn key(&self) -> u64 {
        self.0.index() as u64
    }
}

#[test]
fn a_game_without_end_is_cut_off_and_decided_by_the_margin() {
    use gametree_core::Outcome::{Draw, Win};
    for (margin, outcome) in [(3, Win(Side::First)), (-1, Win(Side::Second)), (0, Draw)] {
        let watch = GameWatch::default();
        watch.begin();
        let (mut a, mut b) = (gametree_tournament::Random, gametree_tournament::Random);
        let budget = Budget::playouts(1);
        let seats = [
            Seat { name: "a", search: &mut a as &mut dyn Search<Endless>, budget, seed: 1 },
            Seat { name: "b", search: &mut b, budget, seed: 2 },
        ];
        let ending = play_game(Line::new(Endless(Side::First, margin)), seats, |_, mv| mv.to_string(), &watch);
        assert_eq!(ending, gametree_tournament::Ending::Limit { outcome, plies: 400 });
        assert_eq!(watch.log().moves.len(), 400);
    }
}
