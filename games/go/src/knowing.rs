//! Random games that end once one side is far ahead.

use gametree_core::{Outcome, Rng, Side, Trace};

use crate::playout;
use crate::position::{Go, by_margin};

/// The most half points of a lead in stones, komi included, with which a playout goes on: 3/10 of the points. Where the komi
/// alone is as much, there is none: playouts would end before anything is played.
fn most_lead(go: &Go) -> i32 {
    let tenths = 2 * 3 * go.board.size().area() as i32;
    // Leads are whole half points, so rounding down changes nothing.
    if 10 * go.rules.komi.abs() < tenths { tenths / 10 } else { i32::MAX }
}

/// A playout that one side has won as soon as it leads by more than that.
pub(crate) fn fast(go: &mut Go, rng: &mut Rng, trace: &mut Trace) -> Outcome {
    let most = most_lead(go);
    playout::fast(go, rng, trace, move |go| {
        let [first, second] = [Side::First, Side::Second].map(|side| i32::from(go.board.stones(side)));
        let lead = 2 * (first - second) - go.rules.komi;
        (lead.abs() > most).then(|| by_margin(lead))
    })
}

/// The same with lists of moves, and the stones counted one by one.
pub(crate) fn slow(go: &mut Go, rng: &mut Rng, trace: &mut Trace) -> Outcome {
    let area = go.board.size().area() as f64;
    let komi = f64::from(go.rules.komi) / 2.0;
    let has_mercy = komi.abs() < 0.3 * area - 1e-6;
    playout::slow(go, rng, trace, |go| {
        let count = |side: Side| go.board.points().filter(|&point| go.board.stone(point) == Some(side)).count() as f64;
        let lead = count(Side::First) - count(Side::Second) - komi;
        let winner = if lead > 0.0 { Side::First } else { Side::Second };
        (has_mercy && lead.abs() > 0.3 * area + 1e-6).then_some(Outcome::Win(winner))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{go, komi_0, size};
    use crate::{GoOptions, KoRule};
    use gametree_core::testing::conformance;
    use gametree_core::{Describe, Evaluate, Game};

    #[test]
    fn plays_as_the_slow_twin_does() {
        for text in ["1", "3", "7", "7x6", "9"] {
            conformance::check_knowing(go(text, "").position());
        }
    }

    #[test]
    fn plays_as_the_slow_twin_does_with_other_rules() {
        for (text, komi, ko, suicide) in [
            ("5", 0.5, KoRule::Simple, true),
            ("5x3", 0.0, KoRule::Situational, false),
            ("1x9", -1.0, KoRule::Positional, true),
            ("7", -7.0, KoRule::Simple, false),
        ] {
            conformance::check_knowing(&Go::start(size(text), &GoOptions { komi, ko, suicide }).unwrap());
        }
    }

    #[test]
    fn more_than_three_tenths_of_the_points_are_enough() {
        // 3/10 of 20 points are 6: six stones more are too few, seven are enough.
        for (moves, is_over) in [
            ("A1 pass B1 pass C1 pass A2 pass B2 pass C2 pass", false),
            ("A1 pass B1 pass C1 pass A2 pass B2 pass C2 pass D2 pass", true),
        ] {
            let line = komi_0("5x4", moves);
            let position = line.position();
            let mut trace = Trace::for_game(position);
            let outcome = position.clone().knowing_playout(&mut Rng::new(1), &mut trace);
            assert_eq!(trace.plies == 0, is_over, "{position}");
            assert!(!is_over || outcome == Outcome::Win(Side::First));
        }
        // With komi 7.5 there is no such lead on 5x5: the komi is all of it.
        assert_eq!(most_lead(go("5", "").position()), i32::MAX);
        assert_eq!(most_lead(go("7", "").position()), 29, "14.7 points");
    }

    #[test]
    fn playouts_are_shorter_and_mostly_end_as_before() {
        let line = go("7", "");
        let run = |playout: fn(&mut Go, &mut Rng, &mut Trace) -> Outcome| {
            let (mut rng, mut trace, mut wins) = (Rng::new(9), Trace::for_game(line.position()), 0i32);
            let mut plies = 0;
            for _ in 0..4000 {
                trace.clear();
                let outcome = playout(&mut line.position().clone(), &mut rng, &mut trace);
                wins += i32::from(outcome == Outcome::Win(Side::First));
                plies += trace.plies;
            }
            (plies, wins)
        };
        let ((plain_plies, plain_wins), (plies, wins)) = (run(Go::playout), run(Go::knowing_playout));
        assert!(plies < plain_plies, "{plies} plies against {plain_plies}");
        assert!((wins - plain_wins).abs() < 400, "{wins} of 4000 won against {plain_wins}");
    }
}
