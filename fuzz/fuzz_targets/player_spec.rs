//! What is said in a word: players, budgets, sizes, options of games.
#![no_main]

use gametree_core::{Budget, Size};
use gametree_players::{Players, Standard, parse_options};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut lines = text.split('\n');
    let mut line = || lines.next().unwrap_or_default();
    if let Ok(spec) = Standard::parse(line()) {
        let written = spec.to_string();
        assert_eq!(Standard::parse(&written).as_ref(), Ok(&spec), "{written}");
    }
    if let Ok(budget) = line().parse::<Budget>() {
        let written = budget.to_string();
        assert_eq!(written.parse::<Budget>(), Ok(budget), "{written}");
    }
    let size = line().parse::<Size>().ok();
    if let Some(size) = size {
        assert_eq!(size.to_string().parse::<Size>(), Ok(size));
    }
    let options: Vec<&str> = line().split(' ').filter(|word| !word.is_empty()).collect();
    let Ok(options) = parse_options(&options) else { return };
    for game in gametree_games::all().games() {
        // What is accepted has a position.
        if let Ok(setup) = game.setup(size, &options) {
            assert!(!game.draw(&setup, "").unwrap().is_empty());
        }
    }
});
