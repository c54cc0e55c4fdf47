//! What the root of a game tree says of the game.

use gametree_core::Size;

use super::points::Points;
use super::{Node, Notes, Property, SgfError};
use crate::game::komi_in_halves;

/// The usual komi, which is more than the area of the smallest boards: no reason for a warning there.
const USUAL_KOMI: f64 = 7.5;

/// The largest komi that the games take.
const MOST_KOMI: f64 = 1000.0;

pub(super) fn which_game(
    root: &Node,
    rules: Option<&str>,
    notes: &mut Notes,
) -> Result<(&'static str, Points), SgfError> {
    let mut number = root.value("GM").map_or("1", str::trim);
    if let Some(property) = root.property("GM").filter(|_| number.is_empty()) {
        notes.add(property.place, "GM[]: read as 1, Go");
        number = "1";
    }
    let letters = |text: &str| -> String { text.chars().filter(char::is_ascii_alphabetic).collect() };
    let rules = rules.and_then(|rules| rules.split(',').next()).map(|rules| letters(rules).to_ascii_lowercase());
    let mut same = Points::GAMES.iter().filter(|(_, _, gm, _)| *gm == number);
    // A game with rules of its own comes before the one that goes by any.
    let special = same.clone().find(|(name, .., own)| own.is_some() && rules.as_deref() == Some(*name));
    match special.or_else(|| same.find(|(.., own)| own.is_none())) {
        Some(&(game, points, ..)) => Ok((game, points)),
        None => {
            let place = root.property("GM").map(|property| property.place).unwrap_or_default();
            Err(SgfError::new(place, format_args!("GM[{number}]: only 1 (Go, AtariGo, NoGo) and 11 (Hex) are read")))
        }
    }
}

/// Whether the file was written by HexGui 0.9 or one before it, as HexGui itself tells them apart.
pub(super) fn old_hexgui(root: &Node) -> bool {
    let version = root.value("AP").and_then(|program| program.trim().strip_prefix("HexGui:0."));
    version.is_some_and(|minor| minor.bytes().take_while(u8::is_ascii_digit).count() == 1)
}

pub(super) fn read_size(root: &Node, game: &str) -> Result<Size, SgfError> {
    let hex = Points::of(game) == Some(Points::Board);
    let most = if hex { 26 } else { 25 };
    let Some(property) = root.property("SZ") else { return Ok(Size::square(if hex { 11 } else { 19 })) };
    let value = first(property);
    let (cols, rows) = value.split_once([':', 'x']).unwrap_or((value, value));
    let read = |text: &str| text.trim().parse::<u8>().ok();
    let size = read(cols).zip(read(rows)).and_then(|(cols, rows)| Size { cols, rows }.at_most(most).ok());
    let message = || SgfError::new(property.place, format_args!("SZ[{value}]: 1 to {most}, or COLUMNS:ROWS"));
    size.ok_or_else(message)
}

/// KM, and the komi to play with: none where that is no number that the games take.
pub(super) fn read_komi(root: &Node, size: Size, notes: &mut Notes) -> Option<(f64, Option<f64>)> {
    let property = root.property("KM")?;
    let (value, place) = (first(property), property.place);
    // Where a comma stands for the point.
    let number = value.parse::<f64>().or_else(|_| value.replace(',', ".").parse()).ok().filter(|komi| komi.is_finite());
    let Some(komi) = number else {
        notes.add(place, format_args!("KM[{value}]: not a number; as if it were not there"));
        return None;
    };
    let halves = komi_in_halves(komi);
    if komi.abs() > MOST_KOMI {
        notes.add(place, format_args!("KM[{value}]: at most {MOST_KOMI} can be played; as if it were not there"));
        return Some((komi, None));
    }
    if komi.abs() > size.area() as f64 && komi != USUAL_KOMI {
        let area = size.area();
        notes.add(place, format_args!("KM[{value}]: a komi above the area of the board, {area} points on {size}"));
    }
    if halves != komi {
        notes.add(place, format_args!("KM[{value}]: played as {halves}, with which the same side wins"));
    }
    Some((komi, Some(halves)))
}

pub(super) fn read_handicap(root: &Node, size: Size, notes: &mut Notes) -> Option<u32> {
    let property = root.property("HA")?;
    let value = first(property);
    // Some programs write it as they write the komi.
    let number = value.parse::<f64>().ok().filter(|number| number.fract() == 0.0);
    let number = number.filter(|number| (0.0..=size.area() as f64).contains(number));
    if number.is_none() {
        notes.add(property.place, format_args!("HA[{value}]: not a number of stones; as if it were not there"));
    }
    number.map(|number| number as u32)
}

/// A property read from a file has a value, one made by hand need not.
pub(super) fn first(property: &Property) -> &str {
    property.values.first().map(|value| value.trim()).unwrap_or_default()
}
