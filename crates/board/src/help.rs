//! Help texts for any program and any games. They are written with words in braces: `{bin}` is what the program is called; `{game}`
//! a game for examples, `{size}` its usual size; `{small}` one on a small board; `{lines}` one that writes points as GTP does,
//! `{lines size}` its usual size; `{stored}` the games that are stored in files; `{player}`, as a default, the house's usual player.

use clap::builder::StyledStr;
use clap::{Arg, Command};
use gametree_core::{Grid, Size};
use gametree_players::{AnyGame, House};

use crate::program::Program;

impl Program {
    /// The command line, its help told of this program and these games.
    #[must_use]
    pub fn named(&self, command: Command, house: &House) -> Command {
        let words = words(self.name(), house);
        told(command, &words, house.usual_player().name())
            .name(self.name())
            .bin_name(self.name())
            .version(self.version())
    }
}

/// What is written for what, in this order.
fn words(program: &str, house: &House) -> Vec<(String, String)> {
    let names: Vec<&str> = house.stored().iter().map(|game| game.name).collect();
    let mut words = vec![("{bin}".to_string(), program.to_string()), ("{stored}".into(), names.join(", "))];
    let about = |game: &&dyn AnyGame| game.about();
    let Some(game) = house.games().find(|game| about(game).sgf.is_some()).or(house.games().next()) else {
        return words;
    };
    let usual = house.usual_player().name();
    for (option, name) in [
        ("player", "mcps"),
        ("player", "grave"),
        ("player", "uct"),
        ("first", "mcps"),
        ("second", "mcps"),
        ("second", "grave"),
    ] {
        if house.player(name).is_err() {
            words.push((format!("--{option} {name}"), format!("--{option} {usual}")));
        }
    }
    let area = |game: &&dyn AnyGame| about(game).default_size.area();
    let small = house.games().filter(|game| area(game) > 1).min_by_key(area).unwrap_or(game);
    let is_lines = |game: &&dyn AnyGame| about(game).grid == Grid::Lines;
    let lines = house.games().find(is_lines).unwrap_or(game);
    // Examples work as they stand: what a game does not know is left out.
    let mut leave_out = |text: &str, of: &str| words.push((text.into(), of.into()));
    for side in [4, 7] {
        if game.setup(Some(Size::square(side)), &Default::default()).is_err() {
            leave_out(&format!("{{game}} --size {side}"), "{game}");
        }
    }
    let start = small.setup(None, &Default::default());
    if start.is_ok_and(|start| small.draw(&start, MOVES).is_err()) {
        leave_out(&format!("{{small}} --moves \"{MOVES}\""), "{small}");
    }
    for (word, game) in [("game", game), ("small", small), ("lines", lines)] {
        words.push((format!("{{{word}}}"), about(&game).name.into()));
    }
    words.push(("{size}".into(), about(&game).default_size.to_string()));
    words.push(("{lines size}".into(), about(&lines).default_size.to_string()));
    words
}

/// Stands for the usual player where a player has a default.
const PLAYER: &str = "{player}";

/// Moves of an example.
const MOVES: &str = "a1 b1 a2 a3";

fn told(mut command: Command, words: &[(String, String)], usual: &'static str) -> Command {
    let told_text = |text: &StyledStr| words.iter().fold(text.to_string(), |text, (word, of)| text.replace(word, of));
    if let Some(text) = command.get_after_help().map(told_text) {
        command = command.after_help(text);
    }
    let argument = |arg: Arg| {
        let arg = if arg.get_default_values() == [PLAYER] { arg.default_value(usual) } else { arg };
        match arg.get_help().map(told_text) {
            Some(text) => arg.help(text),
            None => arg,
        }
    };
    command.mut_args(argument).mut_subcommands(|command| told(command, words, usual))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::columns::Columns;

    fn help(house: &House) -> Vec<String> {
        let mut command = Program::new("ours", "1.2.3").named(crate::Cli::command(), house);
        assert_eq!(command.render_version(), "ours 1.2.3\n");
        command.build();
        let mut texts = vec![command.render_long_help().to_string()];
        texts.extend(command.get_subcommands_mut().map(|command| command.render_long_help().to_string()));
        for text in &texts {
            assert!(!text.contains(['{', '}']) && !text.contains("gametree "), "{text}");
        }
        texts
    }

    #[test]
    fn help_calls_the_program_by_its_name() {
        let texts = help(&gametree_games::all());
        assert!(texts.iter().any(|text| text.contains("as `ours games` lists it")));
        assert!(texts.iter().any(|text| text.contains("Usage: ours play ")), "{texts:#?}");
        assert!(texts.iter().any(|text| text.contains("in this SGF file (go, atarigo, nogo, hex)")), "{texts:#?}");
    }

    #[test]
    fn a_house_without_our_players_has_a_default_of_its_own() {
        let house = House::with_players::<gametree_players::UctPlayer>().game::<Columns>().build();
        let texts = help(&house);
        for text in &texts {
            let other = ["mcps", "grave"].into_iter().find(|other| text.contains(other));
            assert_eq!(other, None, "{text}");
        }
        assert_eq!(texts.iter().filter(|text| text.contains("[default: uct]")).count(), 3, "{texts:#?}");
    }

    /// One game that has neither sizes nor those moves.
    #[test]
    fn examples_are_of_games_that_there_are() {
        let texts = help(&House::standard().game::<Columns>().build());
        for text in &texts {
            let other =
                ["hex", "tictactoe", "gtp go", "play go", "boardsize 9"].into_iter().find(|other| text.contains(other));
            assert_eq!(other, None, "{text}");
        }
        assert!(texts.iter().any(|text| text.contains("ours analyze columns --player uct")), "{texts:#?}");
        assert!(texts.iter().any(|text| text.contains("ours solve columns --all-moves")), "{texts:#?}");
    }
}
