//! Plans of tournaments.
#![no_main]

use gametree_tournament::Plan;
use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|text: &str| -> Corpus {
    // Openings may stand in any file.
    if text.contains("file") {
        return Corpus::Reject;
    }
    let games = gametree_games::all();
    match Plan::parse(text, "plan.toml", &games) {
        Err(error) => assert!(error.to_string().starts_with("plan.toml"), "{error}"),
        Ok(plan) => {
            let written = plan.to_toml();
            let again = Plan::parse(&written, "plan.toml", &games).unwrap_or_else(|error| panic!("{error}\n{written}"));
            assert!(again == plan && again.to_toml() == written, "{written}\n{}", again.to_toml());
        }
    }
    Corpus::Keep
});
