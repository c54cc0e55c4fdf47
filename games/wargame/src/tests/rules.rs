//! One drawn position for each rule and each ending.

use gametree_core::{Describe, FieldError, Game, Line, Outcome, Side, Size};

use super::{after, drawn, moves, rows, start};
use crate::{Codes, Ending, Scenario, Wargame, WargameOptions};

/// The same, but so many units must enter.
fn entries(entries: u8, position: Wargame) -> Wargame {
    Wargame { scenario: Scenario { entries, ..position.scenario }, ..position }
}

#[test]
fn a_unit_steps_to_the_free_cells_around_it() {
    let position = drawn(&[
        ". . . . .", //
        ". . . . .",
        ". . + x .",
        ". . . . .",
        "o . . . .",
    ]);
    assert_eq!(moves(&position), ["d3-c2", "d3-c3", "d3-c4", "d3-d2", "d3-d4", "d3-e2", "d3-e3", "d3-e4"]);
    let position = after(position, "d3-e4");
    assert_eq!(moves(&position), ["a5-a4", "a5-b4", "a5-b5"], "the corner has three neighbours");
    assert_eq!(rows(&after(position, "a5-b4")), [". . . . .", ". . . . .", ". . + . .", ". o . . x", ". . . . ."]);
}

#[test]
fn no_unit_steps_onto_its_own() {
    let position = drawn(&[
        "x x . . .", //
        "x x . . .",
        ". . + . .",
        ". . . . .",
        ". . . . o",
    ]);
    assert_eq!(moves(&position).iter().filter(|name| name.starts_with("a1")).count(), 0);
    assert_eq!(moves(&position).iter().filter(|name| name.starts_with("a2")).count(), 2);
}

#[test]
fn two_attackers_take_a_defender() {
    let position = drawn(&[
        ". o x . .", //
        "x . . . .",
        ". . + . .",
        ". . . . .",
        "o . . . .",
    ]);
    assert!(moves(&position).contains(&"a2-b1".to_string()) && moves(&position).contains(&"c1-b1".to_string()));
    let position = after(position, "a2-b1");
    assert_eq!(rows(&position)[..2], [". x x . .", ". . . . ."]);
    assert_eq!((position.lost(Side::First), position.lost(Side::Second), position.ending()), (0, 1, None));
}

#[test]
fn one_attacker_does_not_take_a_defender() {
    let position = drawn(&[
        "x o . x .", //
        ". . . . .",
        ". . + . .",
        ". . . . .",
        "o . . . .",
    ]);
    assert_eq!(moves(&position).iter().filter(|name| name.ends_with("-b1")).count(), 0, "d1 is too far to help");
    let mut line = Line::new(position.clone());
    assert!(line.play(position.parse_move("a1-b1").unwrap()).unwrap_err().to_string().contains("not legal"));
}

#[test]
fn a_defender_takes_an_attacker_alone_and_in_company() {
    let position = drawn(&[
        "x x . . .", //
        "x . o . .",
        ". . + . .",
        ". . . . .",
        ". . . . x",
    ]);
    let position = after(position, "e5-e4 c2-b1");
    assert_eq!(rows(&position)[..2], ["x o . . .", "x . . . ."]);
    assert_eq!((position.lost(Side::First), position.ending()), (1, None));
    assert_eq!(rows(&after(position, "a2-b1"))[..2], ["x x . . .", ". . . . ."], "and the two left take it");
}

#[test]
fn an_attacker_in_the_base_wins() {
    let position = after(
        drawn(&[
            ". . . . .", //
            ". x . . .",
            ". . + o .",
            ". . . . .",
            ". . . . .",
        ]),
        "b2-c3",
    );
    assert_eq!((position.ending(), position.outcome()), (Some(Ending::BaseFallen), Some(Outcome::Win(Side::First))));
    assert!(moves(&position).is_empty());
    assert!(position.to_string().ends_with("the base has fallen, attacker wins"), "{position}");
}

#[test]
fn a_unit_that_enters_the_base_leaves_the_board_and_is_not_lost() {
    let position = entries(
        2,
        drawn(&[
            ". . . . .", //
            ". x . . .",
            ". . + . .",
            "x . . x .",
            "o . . . .",
        ]),
    );
    let position = after(position, "b2-c3");
    assert_eq!(rows(&position)[1..3], [". . . . .", ". . + . ."]);
    assert_eq!((position.entered(), position.lost(Side::First), position.ending()), (1, 0, None));
    assert_eq!(position.units(Side::First).len(), 2);
    assert!(position.to_string().ends_with("attacker entered 1 of 2, lost 0 of 3; turn 1 of 10, defender to move"));
    let position = after(position, "a5-a4");
    assert_eq!((position.entered(), position.lost(Side::First)), (1, 1), "one entered and one was taken");
    let position = after(position, "d4-c3");
    assert_eq!((position.entered(), position.ending()), (2, Some(Ending::BaseFallen)));
}

#[test]
fn a_fight_in_the_base_is_an_entry_too() {
    let position = entries(
        2,
        drawn(&[
            ". . . . .", //
            ". x . . .",
            ". . O . .",
            ". . . x .",
            "o . . . x",
        ]),
    );
    let position = after(position, "d4-c3");
    assert_eq!(rows(&position)[2], ". . + . .");
    assert_eq!((position.entered(), position.lost(Side::Second), position.ending()), (1, 1, None));
}

#[test]
fn positions_that_differ_in_their_entries_alone_differ_in_their_keys() {
    let position = start(9, Codes::Abstract);
    let other = Wargame { entered: 1, ..position.clone() };
    assert_ne!(position.key(), other.key());
}

#[test]
fn a_defender_in_the_base_is_in_the_way_until_it_is_taken() {
    let position = drawn(&[
        ". . . . .", //
        ". x . . .",
        ". . O . .",
        ". . . x .",
        "o . . . .",
    ]);
    assert_eq!(after(position.clone(), "d4-c3").ending(), Some(Ending::BaseFallen));
    let position = after(position, "d4-e4 a5-a4");
    assert!(!moves(&position).contains(&"b2-c3".to_string()), "one attacker is left next to it");
}

#[test]
fn the_base_falls_with_its_last_defender() {
    let position = after(
        drawn(&[
            "x o x . .", //
            ". . . . .",
            ". . + . .",
            ". . . . .",
            ". . . . .",
        ]),
        "a1-b1",
    );
    assert_eq!((position.ending(), position.outcome()), (Some(Ending::BaseFallen), Some(Outcome::Win(Side::First))));
}

#[test]
fn the_attacker_is_broken_by_its_losses() {
    let position = drawn(&[
        "x x . . .", //
        "x o . . .",
        ". . + . .",
        ". . . . .",
        "x x . . x",
    ]);
    let position = after(position, "e5-e4 b2-a1 e4-e3 a1-a2 e3-e2");
    assert_eq!((position.lost(Side::First), position.ending()), (2, None));
    let position = after(position, "a2-b1");
    assert_eq!(
        (position.ending(), position.outcome()),
        (Some(Ending::AttackerBroken), Some(Outcome::Win(Side::Second)))
    );
    assert!(
        position.to_string().ends_with("attacker entered 0 of 1, lost 3 of 3; the attacker is broken, defender wins"),
        "{position}"
    );
}

#[test]
fn time_is_over_after_the_last_turn_of_the_defender() {
    let position = drawn(&[
        "x . . . .", //
        ". . . . .",
        ". . + . .",
        ". . . . .",
        ". . . . o",
    ]);
    let round = "a1-a2 e5-e4 a2-a1 e4-e5 ";
    let position = after(position, &(round.repeat(4) + "a1-a2 e5-e4 a2-a1"));
    assert!(position.to_string().ends_with("turn 10 of 10, defender to move"), "{position}");
    assert_eq!(position.ending(), None);
    let position = after(position, "e4-e5");
    assert_eq!((position.ending(), position.outcome()), (Some(Ending::Time), Some(Outcome::Win(Side::Second))));
    assert!(position.to_string().ends_with("time is over, defender wins"), "{position}");
}

#[test]
fn the_last_turn_still_takes_the_base() {
    let position = drawn(&[
        "x . . . .", //
        ". . . . .",
        ". . + . .",
        ". . . . .",
        ". . . . o",
    ]);
    let round = "a1-a2 e5-e4 a2-a1 e4-e5 ";
    let position = after(position, &(round.repeat(4) + "a1-b2 e5-e4 b2-c3"));
    assert_eq!((position.ending(), position.turns_over()), (Some(Ending::BaseFallen), 19));
}

#[test]
fn an_attacker_without_a_step_loses_its_turn_but_not_the_game() {
    let position = drawn(&[
        ". o . . .", //
        "x o . . .",
        "o . + . .",
        ". . . . .",
        ". . . . .",
    ]);
    let position = after(position, "a2-a1 a3-a2");
    assert_eq!(rows(&position)[..3], ["x o . . .", "o o . . .", ". . + . ."]);
    assert_eq!((position.to_move(), position.turns_over(), position.ending()), (Side::Second, 3, None));
    let position = after(position, "b2-c2");
    assert_eq!((position.to_move(), moves(&position)), (Side::First, vec!["a1-b2".to_string()]));
}

#[test]
fn sides_move_in_turn_and_their_codes_name_them() {
    let mut position = start(9, Codes::Abstract);
    for ply in 0..10 {
        assert_eq!(position.to_move(), Side::BOTH[ply % 2]);
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        assert!(moves.iter().all(|&mv| position.codes(position.to_move()).contains(&position.code(mv))));
        position.play(moves[0]);
    }
}

#[test]
fn abstract_codes_are_shared_and_exact_ones_are_not() {
    let position = drawn(&[
        "x x . . .", //
        ". o . . .",
        ". . + . .",
        ". . . . .",
        ". . . . .",
    ]);
    let code = |position: &Wargame, text| position.code(position.parse_move(text).unwrap());
    assert_eq!(code(&position, "a1-b2"), code(&position, "b1-b2"), "one destination, both fights");
    assert_eq!(code(&position, "a1-b2"), 25 + 6, "a fight on the seventh cell");
    assert_eq!(code(&position, "a1-a2"), code(&position, "b1-a2"));
    assert_ne!(code(&position, "a1-a2"), code(&position, "a1-b2"));
    let exact = Wargame { codes: Codes::Exact, ..position };
    assert_eq!(code(&exact, "a1-b2"), (25 + 6) * 8 + 7, "down to the right");
    assert_eq!(code(&exact, "b1-b2"), (25 + 6) * 8 + 6, "down");
}

#[test]
fn moves_are_two_points() {
    let start = start(9, Codes::Abstract);
    assert_eq!(start.format_move(start.parse_move("B2-b3").unwrap()), "b2-b3");
    for text in ["b2", "b2b3", "b2-", "-b2", "b2-b2", "b2-b4", "i9-j9", "a1-b2-c3", "b2 - b3", "pass"] {
        let error = start.parse_move(text).unwrap_err().to_string();
        assert!(error.contains("b2-b3"), "{error}");
    }
}

#[test]
fn other_boards_and_scenarios_that_do_not_fit_are_refused() {
    for size in ["4", "16", "5x6", "1"] {
        let error = Wargame::start(size.parse().unwrap(), &WargameOptions::default()).unwrap_err();
        assert_eq!(error.to_string(), format!("size: {size} is not allowed; allowed: 5 to 15, square"));
    }
    let fits = *start(9, Codes::Abstract).scenario();
    let try_out = |scenario| Wargame::with_scenario(Size::square(9), scenario, Codes::Abstract).map(|_| ());
    assert_eq!(try_out(fits), Ok(()));
    let refuse = |scenario, field: &str| {
        let FieldError { field: named, .. } = try_out(scenario).unwrap_err();
        assert_eq!(named, field);
    };
    refuse(Scenario { attackers: 33, ..fits }, "attackers");
    refuse(Scenario { defenders: 0, ..fits }, "defenders");
    refuse(Scenario { defenders: 17, ..fits }, "defenders");
    refuse(Scenario { defender_ring: 0, ..fits }, "defender_ring");
    refuse(Scenario { base_ring: 5, ..fits }, "base_ring");
    refuse(Scenario { entries: 0, ..fits }, "entries");
    refuse(Scenario { entries: fits.attackers + 1, ..fits }, "entries");
    refuse(Scenario { losses: 0, ..fits }, "losses");
    let most = fits.attackers + 1 - fits.entries;
    assert_eq!(try_out(Scenario { losses: most, ..fits }), Ok(()));
    refuse(Scenario { losses: most + 1, ..fits }, "losses");
    refuse(Scenario { turns: 0, ..fits }, "turns");
}

#[test]
fn standard_scenarios_fit_every_board() {
    for side in 5..=15 {
        let size = Size::square(side);
        let position = start(side, Codes::Abstract);
        assert!(position.scenario().fitting(size).is_ok());
        position.assert_valid();
        assert!(position.units(Side::First).len() > position.units(Side::Second).len());
        for codes in [Codes::Abstract, Codes::Exact] {
            assert_eq!(start(side, codes).codes(Side::Second).start % 16, 0);
        }
    }
}

#[test]
fn the_table_of_the_front_page_is_the_one_in_use() {
    let page = include_str!("../lib.rs");
    for side in 5..=15 {
        let Scenario { attackers, defenders, defender_ring, base_ring, entries, losses, turns } =
            *start(side, Codes::Abstract).scenario();
        let row = format!(
            "//! | {side} | {attackers} | {defenders} | {defender_ring} | {base_ring} | {entries} | {losses} | {turns} |\n"
        );
        assert!(page.contains(&row), "{row}");
    }
    let start = start(9, Codes::Abstract).to_string();
    assert!(page.contains(&start.lines().map(|line| format!("//! {line}\n")).collect::<String>()), "{start}");
}

#[test]
fn the_base_is_marked_whoever_stands_there_and_the_standing_is_told() {
    let game = start(7, Codes::Abstract);
    let marked: Vec<usize> = (0..60).filter(|&point| game.is_marked(point)).collect();
    assert_eq!(marked, [16, 17, 18, 23, 24, 25, 30, 31, 32]);
    // The defender's units stand on five of them.
    assert_eq!(game.to_string().matches('+').count(), 4);
    assert_eq!(game.standing().as_deref(), Some("attacker entered 0 of 3, lost 0 of 8; turn 1 of 13"));
    let last = game.to_string().lines().last().map(String::from);
    assert_eq!(last.as_deref(), Some("attacker entered 0 of 3, lost 0 of 8; turn 1 of 13, attacker to move"));
}

#[test]
fn fc_72_the_rules_have_the_forces_of_every_board() {
    for side in 5..=15 {
        let scenario = Scenario::standard(Size::square(side));
        let Scenario { attackers, defenders, entries, losses, turns, base_ring, .. } = scenario;
        let base = side - 2 * base_ring;
        let marked = Wargame::start(Size::square(side), &Default::default()).unwrap();
        let cells = (0..usize::from(side).pow(2)).filter(|&point| marked.is_marked(point)).count();
        assert_eq!(cells, usize::from(base).pow(2), "the base is a square");
        let row =
            [u16::from(side), base.into(), attackers.into(), defenders.into(), entries.into(), losses.into(), turns];
        let is_row = |line: &str| line.split_whitespace().map(str::parse).eq(row.map(Ok));
        assert_eq!(Wargame::RULES.lines().filter(|line| is_row(line)).count(), 1, "{row:?}");
    }
}
