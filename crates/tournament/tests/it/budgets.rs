//! Budgets over whole games: each move has its own, and overrunning one loses nothing.

use std::collections::BTreeMap;

use gametree_core::{Budget, Control, Game, Line, Search, Side, testing::Toy};
use gametree_mcts::{TreeConfig, UctConfig, uct};
use gametree_players::{GameWatch, Random, Seat, Terms, play_game, play_match};
use gametree_tournament::{
    EndKind, GameRecord, Machine, Next, PlayerUsage, RunSettings, Store, Tables, read_records, replay, run,
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
    play_game(Line::new(toy), seats, None, |_, mv| mv.to_string(), &watch);
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
    for (margin, outcome, max_plies, plies) in [
        (3, Win(Side::First), None, 400),
        (-1, Win(Side::Second), Some(7), 7),
        (0, Draw, Some(1), 1),
        (0, Draw, Some(401), 401),
    ] {
        let watch = GameWatch::default();
        watch.begin();
        let (mut a, mut b) = (Random, Random);
        let budget = Budget::playouts(1);
        let seats = [
            Seat { name: "a", search: &mut a as &mut dyn Search<Endless>, budget, seed: 1 },
            Seat { name: "b", search: &mut b, budget, seed: 2 },
        ];
        let line = Line::new(Endless(Side::First, margin));
        let ending = play_game(line, seats, max_plies, |_, mv| mv.to_string(), &watch);
        assert_eq!(ending, gametree_players::Ending::Limit { outcome, plies });
        assert_eq!(watch.log().moves.len(), plies);
    }
    let start = Endless(Side::First, 5);
    let terms = Terms { pairs: 2, budget: Budget::playouts(1), seed: 1, max_plies: Some(9) };
    let result = play_match(&start, ("a", &mut Random), ("b", &mut Random), &terms).unwrap();
    assert_eq!((result.cut_off, result.as_first.wins, result.as_second.losses), (4, 2, 2));
    assert_eq!(result.usage.map(|usage| usage.moves), [18, 18]);
}

#[test]
fn a_plan_may_say_when_games_are_cut_off_and_such_games_are_counted() {
    let text = r#"name = "cut"
        games_per_cell = 4
        max_plies = 3
        budgets = ["playouts=10"]
        players = [{ spec = "uct" }, { spec = "random" }]
        games = [{ name = "nim", sizes = [12] }, { name = "nim", sizes = [2] }, { name = "nim", sizes = [8], max_plies = 90 }]"#;
    let plan = plan(text);
    plan.check_written(&games()).unwrap();
    let cells = plan.cells();
    assert_eq!(cells.iter().map(|cell| cell.max_plies).collect::<Vec<_>>(), [Some(3), Some(3), Some(90)]);
    // It decides how games go, so it is part of what they are; where it is not said nothing is.
    let without = crate::games::plan(&text.replace("max_plies = 3\n", ""));
    assert!(without.cells()[0].hash != cells[0].hash && without.cells()[2].hash == cells[2].hash);
    assert_eq!(without.differences(&plan)[0], "games.0.max_plies: nothing here, 3 there");

    let dir = folder("cut-off");
    let mut store = Store::open(&dir, &plan, &games()).unwrap();
    let settings = RunSettings { jobs: 2, ..RunSettings::new(Machine::default()) };
    run(&games(), &cells, &plan.jobs(&cells, None), &mut store, &settings, &mut |_| Next::GoOn).unwrap();
    read_records(&dir, &mut |record| {
        let cut = record.cell.size == "12";
        assert_eq!(record.end.kind, if cut { EndKind::Limit } else { EndKind::Normal });
        assert_eq!(record.cell.max_plies, Some(if record.cell.size == "8" { 90 } else { 3 }));
        if cut {
            let reason = record.end.reason.as_deref();
            assert_eq!(reason, Some("cut off after 3 plies and decided by the margin"));
            // Nim has no margin.
            assert_eq!((record.plies, record.winner.as_deref()), (3, Some("draw")));
        }
        assert_eq!(replay(&record, &games()).unwrap().play_again().unwrap(), None, "{}", record.id);
    })
    .unwrap();
    let tables = Tables::of_folder(&dir, Some(plan.to_json())).unwrap();
    let counted: Vec<_> = tables.cells.iter().map(|cell| (&*cell.size, cell.cut_off, cell.cut_off_after)).collect();
    assert_eq!(counted, [("12", 4, Some(3)), ("2", 0, None), ("8", 0, None)]);
    let markdown = tables.to_markdown();
    assert!(markdown.contains("(4, 4 of them cut off)"), "{markdown}");
    assert!(
        markdown.contains("size 12, playouts=10: 4 games were cut off after 3 plies and decided by the margin."),
        "{markdown}"
    );
    assert!(tables.to_csv().lines().next().unwrap().contains(",cut_off,cut_off_after,"));
    let error = gametree_tournament::Plan::parse(&text.replace("= 90", "= 0"), "p", &games()).unwrap_err();
    assert!(error.to_string().contains("max_plies: 0") && error.to_string().contains("1 to 4000"), "{error}");
}
