//! How long games lasted: a histogram for each cell.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use gametree_tournament::CellFigures;

use super::chart::round_step;
use super::html::{count, escape};
use super::survey::CellSurvey;

const WIDTH: f64 = 236.0;
const HEIGHT: f64 = 104.0;
const LEFT: f64 = 34.0;
const RIGHT: f64 = 8.0;
const FLOOR: f64 = 84.0;
const TOP: f64 = 10.0;
/// Bars of a histogram at most.
const BARS: f64 = 24.0;

/// The histograms of a group of cells.
pub(super) fn of_group(cells: &[CellFigures], surveys: &HashMap<String, CellSurvey>, id: &str) -> String {
    let mut out = String::new();
    for (index, cell) in cells.iter().enumerate() {
        let Some(lengths) = surveys.get(&cell.cell_hash).map(|survey| &survey.lengths) else { continue };
        if !lengths.is_empty() {
            histogram(&mut out, cell, lengths, &format!("{id}-l{index}"));
        }
    }
    if out.is_empty() {
        out
    } else {
        format!("<h4>Length of the games, in plies</h4><div class=small-charts>{out}</div>")
    }
}

fn histogram(out: &mut String, cell: &CellFigures, lengths: &BTreeMap<usize, u64>, id: &str) {
    let (shortest, longest) = match (lengths.first_key_value(), lengths.last_key_value()) {
        (Some((shortest, _)), Some((longest, _))) => (*shortest, *longest),
        _ => return,
    };
    let width = (round_step((longest - shortest + 1) as f64 / BARS) as usize).max(1);
    let begin = shortest / width * width;
    let bars = (longest - begin) / width + 1;
    let mut counts = vec![0; bars];
    for (length, number) in lengths {
        counts[(length - begin) / width] += number;
    }
    let most = counts.iter().copied().max().unwrap_or(1).max(1);
    let median = median(lengths);
    let name = format!("{}, {}", cell.size, cell.budget);
    let games = count(lengths.values().sum(), "game", "games");
    let title = format!("{name}: {shortest} to {longest} plies, median {median}, {games}");
    let _ = write!(
        out,
        "<figure class=mini><figcaption><b>{}</b> median {median}, {games}</figcaption><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         role=img aria-labelledby=\"{id}\"><title id=\"{id}\">{}</title>",
        escape(&name),
        escape(&title)
    );
    // Few bars do not become planks.
    let step = ((WIDTH - LEFT - RIGHT) / bars as f64).min(18.0);
    for (index, number) in counts.iter().enumerate().filter(|(_, number)| **number > 0) {
        let height = (FLOOR - TOP) * *number as f64 / most as f64;
        let from = begin + index * width;
        let range = if width == 1 { from.to_string() } else { format!("{from} to {}", from + width - 1) };
        let _ = write!(
            out,
            "<rect class=column x={:.1} y={:.1} width={:.1} height={height:.1}><title>{range} plies: {}</title></rect>",
            LEFT + step * index as f64 + 0.5,
            FLOOR - height,
            step - 1.0,
            count(*number, "game", "games")
        );
    }
    let end = LEFT + step * bars as f64;
    let _ = write!(
        out,
        "<path class=axis d=\"M{LEFT} {FLOOR}H{:.1}\"/><text class=small x={:.1} y={:.1} text-anchor=end>{most}</text><text class=small \
         x={:.1} y={FLOOR} text-anchor=end>0</text>",
        end.max(LEFT + 60.0),
        LEFT - 5.0,
        TOP + 6.0,
        LEFT - 5.0
    );
    let mut label = |bar: usize, anchor: &str| {
        let x = LEFT + step * (bar as f64 + 0.5);
        let _ = write!(
            out,
            "<text class=small x={x:.1} y={:.1} text-anchor={anchor}>{}</text>",
            FLOOR + 14.0,
            begin + bar * width
        );
    };
    label(0, "middle");
    if step * (bars - 1) as f64 > 30.0 {
        label(bars - 1, "middle");
    }
    if step * (bars - 1) as f64 > 90.0 {
        label((bars - 1) / 2, "middle");
    }
    out.push_str("</svg></figure>");
}

/// The middle length; of an even number of games the lower one of the two.
fn median(lengths: &BTreeMap<usize, u64>) -> usize {
    let half = lengths.values().sum::<u64>().div_ceil(2);
    let mut seen = 0;
    let middle = lengths.iter().find(|(_, number)| {
        seen += **number;
        seen >= half
    });
    middle.map_or(0, |(length, _)| *length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median() {
        for (lengths, expected) in
            [(&[(5, 1)][..], 5), (&[(5, 1), (7, 1)], 5), (&[(5, 1), (7, 2)], 7), (&[(5, 3), (7, 1), (90, 1)], 5)]
        {
            assert_eq!(median(&lengths.iter().copied().collect()), expected);
        }
    }
}
