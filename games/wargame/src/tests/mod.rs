//! The rules by drawn positions, and the fast code against slow and obvious twins.

mod evaluation;
mod rules;
mod slow;
mod twins;

use gametree_core::testing::conformance;
use gametree_core::{Describe, Game, Line, Side, Size};

use crate::geometry::ring;
use crate::{Codes, Scenario, Wargame, WargameOptions};

fn start(side: u8, codes: Codes) -> Wargame {
    Wargame::start(Size::square(side), &WargameOptions { codes }).unwrap()
}

/// A position as it is drawn, rows from the top: `x` attacker, `o` defender, `.` and `+` empty, `+` within the base (and
/// `O` a unit there). The attacker is to move, wins by one entry, has lost no unit, breaks after 3 losses and has 10 turns.
fn drawn(rows: &[&str]) -> Wargame {
    let size = Size::square(rows.len() as u8);
    let cells: Vec<char> = rows.iter().flat_map(|row| row.chars().filter(|c| !c.is_whitespace())).collect();
    assert_eq!(cells.len(), size.area(), "a square of cells");
    let base_ring = (0..size.area()).filter(|&point| "+O".contains(cells[point])).map(|point| ring(size, point as u8));
    let count = |kind: char| cells.iter().filter(|cell| cell.eq_ignore_ascii_case(&kind)).count() as u8;
    let scenario = Scenario {
        attackers: count('x'),
        defenders: count('o'),
        defender_ring: 1,
        base_ring: base_ring.min().unwrap(),
        entries: 1,
        losses: 3,
        turns: 10,
    };
    let mut position = Wargame::bare(size, scenario, Codes::Abstract);
    for (point, cell) in cells.iter().enumerate() {
        let inside = ring(size, point as u8) >= scenario.base_ring;
        assert_eq!("+O".contains(*cell), inside, "the base is drawn with + or in capitals");
        match cell.to_ascii_lowercase() {
            'x' => position.post(Side::First, point as u8),
            'o' => position.post(Side::Second, point as u8),
            _ => (),
        }
    }
    position
}

/// The position after these moves.
fn after(position: Wargame, moves: &str) -> Wargame {
    let mut line = Line::new(position);
    for text in moves.split_whitespace() {
        line.play(line.position().parse_move(text).unwrap()).unwrap_or_else(|error| panic!("{text}: {error}"));
        line.position().assert_valid();
    }
    line.position().clone()
}

/// The names of the legal moves, sorted.
fn moves(position: &Wargame) -> Vec<String> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut names: Vec<String> = moves.into_iter().map(|mv| position.format_move(mv)).collect();
    names.sort_unstable();
    names
}

/// The board as [`drawn`] reads it, without coordinates, capitals and the last line.
fn rows(position: &Wargame) -> Vec<String> {
    let text = position.to_string();
    let count = usize::from(position.size().rows);
    text.lines().skip(1).take(count).map(|line| line[3..].to_string()).collect()
}

#[test]
fn conforms_with_abstract_codes() {
    for side in [5, 6, 7, 8, 9, 11, 13, 15] {
        conformance::check_described(&start(side, Codes::Abstract));
        conformance::check_knowing(&start(side, Codes::Abstract));
    }
}

#[test]
fn conforms_with_exact_codes() {
    for side in [5, 6, 9, 12, 15] {
        conformance::check_described(&start(side, Codes::Exact));
        conformance::check_knowing(&start(side, Codes::Exact));
    }
}
