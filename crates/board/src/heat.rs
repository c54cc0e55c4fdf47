//! Where the visits of a search went, on the board.

use anstyle::{Ansi256Color, Style};
use gametree_players::{Analysis, Setup};

use crate::drawing::{end_of, redraw};

/// From dark blue over green to yellow, told apart also by those who do not see colours: each step is lighter than the one
/// before (after matplotlib's viridis, in the 256 colours of terminals).
const COLORS: [u8; 10] = [53, 54, 60, 24, 30, 36, 71, 77, 148, 220];

/// The first of those on which black is read better than white.
const LIGHT: usize = 5;

const BLACK: u8 = 16;
const WHITE: u8 = 231;

/// The drawing with a digit on each empty point that was visited: the visits of moves that end there, in tenths of those of
/// the most visited point, which has 9. With `colors`, a background too, also under pieces that a move would take. The
/// drawing as it is when nothing was visited, as for players that evaluate positions.
pub(crate) fn heat_map(board: &str, setup: &Setup, analysis: &Analysis, colors: bool) -> String {
    let mut visits = vec![0; setup.size().area()];
    for mv in &analysis.root {
        if let Some(point) = end_of(&mv.mv, setup) {
            visits[point] += mv.visits.unwrap_or_default();
        }
    }
    let most = visits.iter().copied().max().unwrap_or_default();
    if most == 0 {
        return board.to_string();
    }
    let drawn = redraw(board.trim_end(), setup, |point, letter| {
        if visits[point] == 0 {
            return format!(" {letter}");
        }
        let heat = (visits[point] * 10 / most).min(9) as usize;
        let shown = if letter == '.' { char::from(b'0' + heat as u8) } else { letter };
        if !colors {
            return format!(" {shown}");
        }
        let letters = if heat >= LIGHT { BLACK } else { WHITE };
        let style =
            Style::new().bg_color(Some(Ansi256Color(COLORS[heat]).into())).fg_color(Some(Ansi256Color(letters).into()));
        format!("{style} {shown}{style:#}")
    });
    format!("{drawn}\n0 to 9: visits, in tenths of the most visited point's {most}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use gametree_core::Budget;
    use gametree_players::Analyze;

    use super::*;

    fn searched(game: &str, size: &str, moves: &str, player: &str) -> (String, Setup, Analysis) {
        let games = gametree_games::all();
        let game = games.find(game).unwrap();
        let setup = game.setup(Some(size.parse().unwrap()), &Default::default()).unwrap();
        let player = games.player(player).unwrap();
        let budget = if player.name() == "iterative" { "depth=2" } else { "playouts=500" };
        let budget: Budget = budget.parse().unwrap();
        let (stop, seed) = (Arc::default(), 1);
        let request = Analyze { player: &player, budget, seed, stop, follow: None, tree: None };
        let analysis = game.analyze(&setup, moves, request).unwrap();
        (game.draw(&setup, moves).unwrap(), setup, analysis)
    }

    fn without_colors(text: &str) -> String {
        let mut parts = text.split('\x1b');
        let first = parts.next().unwrap().to_string();
        parts.fold(first, |text, part| text + part.split_once('m').unwrap().1)
    }

    #[test]
    fn each_visited_point_has_its_digit_and_nothing_else_changes() {
        for (game, size, moves) in [
            ("hex", "5", "c3 b2"),
            ("hex", "11", ""),
            ("hex", "5x3", "c3"),
            ("go", "9", "C3 pass"),
            ("go", "19", ""),
            ("tictactoe", "3", "a1"),
            ("wargame", "9", ""),
            ("nogo", "5", "A1"),
        ] {
            let (board, setup, analysis) = searched(game, size, moves, "uct");
            let drawn = heat_map(&board, &setup, &analysis, false);
            assert_eq!(without_colors(&heat_map(&board, &setup, &analysis, true)), drawn, "{game} {size}");
            let (drawn, legend) = drawn.rsplit_once('\n').unwrap();
            let mut visits = BTreeMap::new();
            for mv in &analysis.root {
                *visits.entry(end_of(&mv.mv, &setup)).or_insert(0) += mv.visits.unwrap();
            }
            visits.remove(&None);
            let most = *visits.values().max().unwrap();
            assert!(legend.ends_with(&format!("most visited point's {most}")), "{legend}");
            let mut digits = BTreeMap::new();
            let cleared = redraw(drawn, &setup, |point, letter| {
                if letter.is_ascii_digit() {
                    digits.insert(Some(point), u64::from(letter as u8 - b'0'));
                }
                format!(" {}", if letter.is_ascii_digit() { '.' } else { letter })
            });
            assert_eq!(cleared, board.trim_end(), "{game} {size}");
            assert!(!digits.is_empty());
            for (point, digit) in digits {
                assert_eq!(digit, (10 * visits[&point] / most).min(9), "{game} {size} {point:?}");
            }
        }
    }

    #[test]
    fn without_visits_the_board_is_shown_as_it_is() {
        for player in ["iterative", "random"] {
            let (board, setup, analysis) = searched("hex", "3", "b2", player);
            assert_eq!(heat_map(&board, &setup, &analysis, true), board);
        }
    }
}
