//! FC-22: names and results stay with the player when the seats are swapped.

use std::time::Duration;

use gametree_core::{Budget, Control, FieldError, Game, Line, Report, Search, Stats, StopReason, testing::Toy};
use gametree_mcps::{McpsConfig, mcps};
use gametree_mcts::TreeConfig;
use gametree_players::{Random, Terms, bench_search, play_match};
use gametree_tournament::{EndKind, Machine, Next, RunSettings, Store, Tables, read_records, run};

use crate::games::{folder, games, plan, scripted};

#[test]
fn each_record_is_right_when_read_alone() {
    let plan = plan(
        r#"name = "seats"
        games_per_cell = 2
        budgets = ["playouts=1"]
        players = [{ name = "X", spec = "random" }, { name = "Y", spec = "random" }]
        games = [{ name = "nim" }]"#,
    );
    let dir = folder("seats");
    let cells = plan.cells();
    let mut store = Store::open(&dir, &plan, &games()).unwrap();
    let settings = RunSettings { jobs: 1, ..RunSettings::new(Machine::default()) };
    run(&scripted(), &cells, &plan.jobs(&cells, None), &mut store, &settings, &mut |_| Next::GoOn).unwrap();
    let mut records = Vec::new();
    read_records(&dir, &mut |record| records.push(record)).unwrap();

    let [x_first, y_first] = &records[..] else { panic!("two games") };
    assert_eq!((x_first.first.as_str(), x_first.second.as_str()), ("X", "Y"));
    assert_eq!((x_first.winner.as_deref(), x_first.end.kind), (Some("X"), EndKind::Normal));
    assert!(x_first.id.ends_with("-0000a"));
    assert_eq!((y_first.first.as_str(), y_first.second.as_str()), ("Y", "X"));
    assert_eq!((y_first.winner.as_deref(), y_first.end.kind), (Some("X"), EndKind::Forfeit));
    assert_eq!(y_first.end.reason.as_deref(), Some("played 9 at ply 2: illegal"));
    assert!(y_first.id.ends_with("-0000b"));
    // The opener made two of the three moves.
    assert_eq!([x_first.players["X"].usage.moves, x_first.players["Y"].usage.moves], [2, 1]);
    assert_eq!([y_first.players["X"].usage.moves, y_first.players["Y"].usage.moves], [1, 2]);

    let tables = Tables::of_folder(&dir, Some(plan.to_json())).unwrap();
    let [cell] = &tables.cells[..] else { panic!("one cell") };
    assert_eq!((cell.a.as_str(), cell.games, cell.wins_a, cell.wins_b, cell.draws), ("X", 2, 2, 0, 0));
    assert_eq!((cell.a_first.games, cell.a_first.wins_a), (1, 1));
    assert_eq!((cell.a_second.games, cell.a_second.wins_a), (1, 1));
    assert_eq!(cell.distinct_games, 2, "the same moves with the seats swapped are another game");
    assert!(tables.to_markdown().contains("X 100.0 % ["), "{}", tables.to_markdown());
    assert!(tables.to_json().contains("\"hi\": null"));
}

#[test]
fn a_player_that_does_not_fit_into_its_memory_plays_no_match() {
    let toy: Toy = "(A (B A))".parse().unwrap();
    let tree = TreeConfig { memory: 1 << 16, ..TreeConfig::default() };
    let mut search = mcps(&McpsConfig::default(), &tree);
    let error = play_match(&toy, ("X", &mut Random), ("Y", &mut search), &Terms::default()).unwrap_err();
    assert_eq!((error.field.as_str(), error.value.as_str()), ("memory", "64KiB"), "{error}");
    let error = bench_search(&toy, &mut search, Duration::from_millis(5)).unwrap_err();
    assert_eq!((error.field.as_str(), error.value.as_str()), ("memory", "64KiB"), "{error}");
}

/// Plays the move at an index that may not exist.
struct Always(u16);

impl Search<Toy> for Always {
    fn accepts(&self, budget: &Budget) -> Result<(), FieldError> {
        budget.only(&[gametree_core::Limit::Playouts])
    }

    fn search(&mut self, _: &Line<Toy>, _: &Budget, _: u64, _: &mut Control<u16>) -> Report<u16> {
        let best = (self.0 < 9).then_some(self.0);
        let mut stats = Stats::new(StopReason::Playouts);
        stats.playouts = 3;
        Report::new(best, stats)
    }
}

#[test]
fn a_match_on_a_game_of_ones_own() {
    // Who opens with move 0 wins, with move 1 loses.
    let toy: Toy = "(A (B B))".parse().unwrap();
    assert!(toy.outcome().is_none());
    let terms = Terms { pairs: 3, budget: Budget::playouts(1), seed: 1, max_plies: None };
    let result = play_match(&toy, ("good", &mut Always(0)), ("bad", &mut Always(1)), &terms).unwrap();
    assert_eq!((result.as_first.wins, result.as_first.losses), (3, 0));
    assert_eq!((result.as_second.wins, result.as_second.losses), (3, 0));
    assert_eq!(result.usage.map(|usage| usage.moves), [6, 3], "the bad player's opening is answered");
    assert!(result.forfeits.is_empty());

    for (broken, words) in [(Always(5), "played 5 at ply 1: illegal"), (Always(9), "no move at ply 1")] {
        let mut broken = broken;
        let result = play_match(&toy, ("good", &mut Always(0)), ("broken", &mut broken), &terms).unwrap();
        assert_eq!(result.total().wins, 6, "a player that breaks the rules loses");
        assert_eq!(result.forfeits.len(), 3, "{:?}", result.forfeits);
        assert!(result.forfeits[0].contains("broken") && result.forfeits[0].contains(words));
    }
    let depth = Terms { budget: "depth=3".parse().unwrap(), ..terms };
    assert!(play_match(&toy, ("a", &mut Always(0)), ("b", &mut Always(0)), &depth).is_err());
}
