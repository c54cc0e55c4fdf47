//! What the root of a game tree says of the game.

use gametree_core::{Sgf, Size};

use super::form::SgfForm;
use super::{Node, Notes, Property, SgfError};
use crate::game::AnyGame;
use crate::game::house::House;
use crate::game::setup::komi_in_halves;

/// The usual komi, which is more than the area of the smallest boards: no reason for a warning there.
const USUAL_KOMI: f64 = 7.5;

/// The largest komi that the games take.
const MOST_KOMI: f64 = 1000.0;

/// A game that is stored, and how.
pub(super) struct Stored<'a> {
    pub(super) game: &'a dyn AnyGame,
    pub(super) sgf: Sgf,
    pub(super) form: SgfForm,
}

/// The games that are stored.
fn stored(house: &House) -> impl Iterator<Item = Stored<'_>> {
    house.games().filter_map(|game| {
        let about = game.about();
        Some(Stored { game, sgf: about.sgf?, form: SgfForm::of(&about)? })
    })
}

/// What messages call the games for which something holds, in the order of their numbers.
pub(super) fn names_of(house: &House, holds: impl Fn(&Stored<'_>) -> bool) -> Vec<(u16, Vec<&'static str>)> {
    let mut names = std::collections::BTreeMap::<u16, Vec<_>>::new();
    for stored in stored(house).filter(holds) {
        names.entry(stored.sgf.number).or_default().push(stored.sgf.name);
    }
    names.into_iter().collect()
}

pub(super) fn which_game<'a>(
    root: &Node,
    rules: Option<&str>,
    house: &'a House,
    notes: &mut Notes,
) -> Result<Stored<'a>, SgfError> {
    let mut number = root.value("GM").map_or("1", str::trim);
    if let Some(property) = root.property("GM").filter(|_| number.is_empty()) {
        notes.add(property.place, "GM[]: read as 1, Go");
        number = "1";
    }
    let letters = |text: &str| -> String {
        text.chars().filter(char::is_ascii_alphabetic).collect::<String>().to_ascii_lowercase()
    };
    let first = rules.and_then(|rules| rules.split(',').next()).map(str::trim);
    let of_number: Vec<Stored<'_>> = stored(house).filter(|stored| stored.sgf.number.to_string() == number).collect();
    let place = |holds: &dyn Fn(&Sgf) -> bool| of_number.iter().position(|stored| holds(&stored.sgf));
    // A game with rules of its own comes before the one that goes by any; a name to the letter before one without its blanks.
    let named = |same: &dyn Fn(&str, &str) -> bool| {
        place(&|sgf| !sgf.any_rules && first.is_some_and(|first| same(first, sgf.name)))
    };
    let found = named(&|one, other| one.eq_ignore_ascii_case(other))
        .or_else(|| named(&|one, other| letters(one) == letters(other) && !letters(other).is_empty()))
        .or_else(|| place(&|sgf| sgf.any_rules));
    match found.and_then(|at| of_number.into_iter().nth(at)) {
        Some(stored) => Ok(stored),
        None => {
            let place = root.property("GM").map(|property| property.place).unwrap_or_default();
            let known = names_of(house, |_| true);
            let known = known.into_iter().map(|(number, names)| format!("{number} ({})", names.join(", ")));
            let known = known.collect::<Vec<_>>().join(" and ");
            let rules = first.map(|first| format!("RU[{first}]")).filter(|_| number == "0").unwrap_or_default();
            Err(SgfError::new(place, format_args!("GM[{number}]{rules}: only {known} are read")))
        }
    }
}

/// Whether the file was written by HexGui 0.9 or one before it, as HexGui itself tells them apart.
pub(super) fn old_hexgui(root: &Node) -> bool {
    let version = root.value("AP").and_then(|program| program.trim().strip_prefix("HexGui:0."));
    version.is_some_and(|minor| minor.bytes().take_while(u8::is_ascii_digit).count() == 1)
}

pub(super) fn read_size(root: &Node, stored: &Stored<'_>) -> Result<Size, SgfError> {
    let most = stored.form.most();
    let Some(property) = root.property("SZ") else { return Ok(stored.sgf.size) };
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
