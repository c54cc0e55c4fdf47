//! `gametree rules`: how a game is played.

use std::fmt::Write;

use gametree_players::{GameAbout, House};

use crate::list::{rows, write_options};

#[derive(clap::Args)]
#[command(after_help = "Example: {bin} rules {game}")]
pub struct Args {
    /// The game, as `{bin} games` lists it
    game: String,
}

pub(crate) fn run(args: &Args, house: &House) -> anyhow::Result<String> {
    Ok(in_words(&house.find(&args.game)?.about())?)
}

/// What the game says of itself, and what there is to choose.
pub(crate) fn in_words(about: &GameAbout) -> Result<String, std::fmt::Error> {
    let mut text = format!("{}: {}\n", about.name, about.about);
    // A game without more than the one line.
    if about.rules != about.about {
        write!(text, "\n{}\n", about.rules.trim_end())?;
    }
    let [first, second] = about.sides;
    write!(text, "\nSides\n    {first}, the first side, against {second}\n")?;
    write!(text, "\nSizes, by --size\n    {}; {} when nothing is said\n", about.sizes, about.default_size)?;
    if !about.options.is_empty() {
        text += "\nOptions, by --set KEY=VALUE\n";
        write_options(&mut text, &rows(about.options))?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fc_72_every_game_tells_its_rules() {
        for game in gametree_games::all().games() {
            let about = game.about();
            let text = in_words(&about).unwrap();
            let headings = ["Aim", "Board", "Moves", "End", "How moves are written", "Sides", "Sizes, by --size"];
            for heading in headings {
                assert!(text.contains(&format!("\n{heading}\n    ")), "{} lacks {heading}:\n{text}", about.name);
            }
            for option in about.options {
                assert!(text.contains(&format!("\n    {}={}", option.name, option.default)), "{}", option.name);
                let tree = option.default.contains('(');
                assert!(tree || about.rules.contains(option.name), "{}: {}", about.name, option.name);
            }
            assert!(about.rules.is_ascii() && about.rules.lines().all(|line| line.len() <= 80), "{}", about.name);
        }
        let hex = gametree_games::all().find("hex").unwrap().about().rules;
        let edges = "Black (x, the first side) joins the top edge with the bottom edge, white (o) joins the left edge with the right one";
        assert!(hex.split_whitespace().collect::<Vec<_>>().join(" ").contains(edges), "{hex}");
    }

    #[test]
    fn fc_72_a_game_that_says_no_more_than_one_line_has_that() {
        let tictactoe = gametree_games::all().find("tictactoe").unwrap().about();
        let text = in_words(&GameAbout { rules: tictactoe.about, ..tictactoe }).unwrap();
        let wanted = "tictactoe: three in a row on a 3x3 board\n\nSides\n    x, the first side, against o\n\n\
                      Sizes, by --size\n    3; 3 when nothing is said\n";
        assert_eq!(text, wanted);
    }
}
