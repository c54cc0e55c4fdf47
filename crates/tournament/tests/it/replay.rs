//! Recorded games, played again.

use gametree_tournament::{EndKind, GameRecord, Machine, Next, RunSettings, Store, read_records, replay, run};

use crate::games::{folder, games, plan};

fn records(name: &str, budget: &str) -> Vec<GameRecord> {
    let plan = plan(&format!(
        r#"name = "replay"
        games_per_cell = 6
        budgets = ["{budget}"]
        players = [{{ spec = "uct" }}, {{ spec = "grave:reference=10" }}, {{ spec = "random" }}]
        openings = {{ plies = 2 }}
        games = [{{ name = "nim", sizes = [13], options = {{ label = "x" }} }}]"#
    ));
    let dir = folder(name);
    let cells = plan.cells();
    let mut store = Store::open(&dir, &plan, &games()).unwrap();
    let settings = RunSettings::new(Machine::default());
    run(&games(), &cells, &plan.jobs(&cells, None), &mut store, &settings, &mut |_| Next::GoOn).unwrap();
    let mut records = Vec::new();
    read_records(&dir, &mut |record| records.push(record)).unwrap();
    records
}

#[test]
fn under_a_playout_budget_a_game_comes_out_the_same_again() {
    let games = games();
    for record in records("replay", "playouts=30") {
        let game = replay(&record, &games).unwrap();
        assert!(game.is_repeatable());
        assert_eq!(game.play_again().unwrap(), None, "{record:?}");
        assert_eq!(game.draw(0).unwrap(), "13 stones");
        assert_eq!(game.draw(record.plies).unwrap(), "0 stones");
        // What was tampered with is found.
        let mut moves: Vec<String> = record.moves.split(' ').map(String::from).collect();
        let last = moves.len() - 2;
        moves[last] = if moves[last] == "1" { "2".into() } else { "1".into() };
        let other = GameRecord { moves: moves.join(" "), ..record.clone() };
        let difference = replay(&other, &games).unwrap().play_again().unwrap().unwrap();
        assert!(difference.contains(&format!("ply {}: ", last + 1)), "{difference}");
        let loser = if record.winner.as_ref() == Some(&record.first) { &record.second } else { &record.first };
        let other = GameRecord { winner: Some(loser.clone()), ..record.clone() };
        let difference = replay(&other, &games).unwrap().play_again().unwrap().unwrap();
        assert!(difference.contains("the winner"), "{difference}");
    }
}

#[test]
fn games_that_cannot_be_repeated_are_told_apart_and_strange_records_are_errors() {
    let games = games();
    let record = records("replay-time", "cpu=1ms").remove(0);
    assert!(!replay(&record, &games).unwrap().is_repeatable());
    let mut void = record.clone();
    (void.cell.budget, void.end.kind) = ("playouts=1".into(), EndKind::Void);
    assert!(!replay(&void, &games).unwrap().is_repeatable());
    for (change, word) in [
        (&(|record: &mut GameRecord| record.cell.game = "chess".into()) as &dyn Fn(&mut GameRecord), "chess"),
        (&|record| record.cell.size = "255".into(), "255"),
        (&|record| record.cell.budget = "luck=1".into(), "luck"),
        (&|record| drop(record.cell.options.insert("color".into(), true.into())), "color"),
    ] {
        let mut strange = record.clone();
        change(&mut strange);
        let error = replay(&strange, &games).err().unwrap().to_string();
        assert!(error.contains(word), "{error}");
    }
}
