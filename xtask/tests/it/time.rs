//! Time budgets: every player keeps to them in every game.

use std::fs;

use serde_json::Value;

use crate::program::{folder, tournament};

/// The plan budgets.toml in small: two games a cell, small boards, half the time.
#[test]
fn cpu_budgets_are_kept_within_two_percent_on_average() {
    let dir = folder("budgets");
    let plan = include_str!("../../plans/budgets.toml");
    let small = plan.replace("games_per_cell = 4", "games_per_cell = 2").replace("[9]", "[4]").replace("[7]", "[5]");
    assert!(small.matches("sizes = [5]").count() == 4 && small.contains("games_per_cell = 2"), "{small}");
    fs::write(dir.join("config.toml"), small).unwrap();
    let output = tournament(&dir).args(["--budget", "cpu=5ms", "--json"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tables: Value = serde_json::from_slice(&output.stdout).unwrap();
    let (mut games, mut players) = (Vec::new(), Vec::new());
    let (mut sum, mut number) = (0.0, 0);
    for cell in tables["cells"].as_array().unwrap() {
        games.push(cell["game"].as_str().unwrap());
        for (name, player) in cell["per_player"].as_object().unwrap() {
            // Of players that always find a proof in time there is nothing to average.
            let Some(ratio) = player["mean_spent_ratio"].as_f64() else { continue };
            players.push(name.as_str());
            // One interrupted move weighs much in a few games of a few moves.
            assert!((0.98..1.5).contains(&ratio), "{name} in {}: {ratio}", cell["game"]);
            (sum, number) = (sum + ratio, number + 1);
        }
    }
    games.dedup();
    players.sort_unstable();
    players.dedup();
    assert_eq!((games.len(), players.len()), (6, 8), "{games:?} {players:?}");
    let mean = sum / f64::from(number);
    assert!((0.98..=1.02).contains(&mean), "{mean}");
}
