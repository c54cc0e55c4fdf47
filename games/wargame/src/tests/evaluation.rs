//! The evaluation of drawn positions.

use gametree_core::{Evaluate, Game, Side};

use super::{after, drawn, start};
use crate::{Codes, Scenario, Wargame};

fn amounts(position: &Wargame) -> Vec<i32> {
    let mut amounts = vec![0; Wargame::FEATURES.len()];
    position.features(&mut amounts);
    amounts
}

#[test]
fn features_are_counted_for_the_mover() {
    let position = drawn(&[
        "x . . . . . .", //
        ". . . . . . .",
        ". x . . . . .",
        ". . . + o . .",
        ". . . . . . x",
        ". . . . . o x",
        ". . . . . . .",
    ]);
    // Attackers to lose, defenders, entries, steps of the nearest, sum of distances (3 + 2 + 3 + 3), exposed ones, exposed defenders, turns.
    assert_eq!(amounts(&position), [3, -2, -1, -2, -11, -2, 1, 10]);
    assert_eq!(position.evaluate(), 600 - 800 - 400 - 200 - 220 - 120 + 120 + 300);
    let position = after(position, "b3-c4");
    assert_eq!(amounts(&position), [-3, 2, 1, 1, 10, 2, -1, -9], "from the defender's view");
    let position = Wargame { scenario: Scenario { entries: 3, ..position.scenario }, ..position };
    assert_eq!(amounts(&position)[2..5], [3, 7, 10], "three must enter: 1 + 3 + 3 steps");
}

#[test]
fn moves_to_win_count_steps_fights_and_turns() {
    let position = drawn(&[
        "x . . . . . .", //
        ". . . . . . .",
        ". . . . . . .",
        ". . . + o . .",
        ". . . . . . .",
        ". . . . . o .",
        ". x . . . x .",
    ]);
    assert_eq!(position.moves_to_win(Side::First), 2, "two fights, or three steps");
    assert_eq!(position.moves_to_win(Side::Second), 3, "three fights, or ten turns");
    let two = Wargame { scenario: Scenario { entries: 2, ..position.scenario }, ..position.clone() };
    let one = Wargame { count: [position.count[0], 3], ..two.clone() };
    assert_eq!([two.moves_to_win(Side::First), one.moves_to_win(Side::First)], [2, 3]);
    let position = after(position, "f7-g7 f6-g7");
    assert_eq!(position.moves_to_win(Side::Second), 2);
}

#[test]
fn the_center_is_where_the_base_is() {
    let position = start(9, Codes::Abstract);
    let distance = |text| position.center_distance(gametree_core::Describe::parse_move(&position, text).unwrap());
    assert_eq!([distance("e4-e5"), distance("d4-d5"), distance("b2-a1")], [0, 1, 4]);
}

#[test]
fn a_win_on_the_spot_is_forced() {
    let position = drawn(&[
        "x x . . .", //
        ". . . x .",
        ". . + . .",
        ". . . . .",
        "o . . . .",
    ]);
    let mut forced = Vec::new();
    assert!(position.forced_moves(&mut forced));
    assert_eq!(
        forced.iter().map(|&mv| gametree_core::Describe::format_move(&position, mv)).collect::<Vec<_>>(),
        ["d2-c3"]
    );
    let two = Wargame { scenario: Scenario { entries: 2, ..position.scenario }, ..position.clone() };
    assert!(!two.forced_moves(&mut Vec::new()), "the first of two that must enter wins nothing yet");
    let position = after(position, "a1-a2");
    assert!(!position.forced_moves(&mut forced), "nothing is known of the defender's best move");
    assert_eq!(position.to_move(), Side::Second);
}
