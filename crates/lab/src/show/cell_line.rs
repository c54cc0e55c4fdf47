//! A cell in one line: how far it is, its figure so far, its void games. For the view of a run and for `status`.

use console::{measure_text_width, style, truncate_str};
use gametree_statistics::Tally;
use gametree_tournament::{Cell, CellStatus, Failures, GameRecord};

use super::duration;

/// Of the two players of a cell, the one whose rate is shown; it is then the one named first.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Side {
    /// The plan's first.
    #[default]
    First,
    /// The other one.
    Second,
}

/// Where a cell stands.
#[derive(Clone, Default, Debug)]
pub(crate) struct CellLine {
    pub(crate) name: String,
    pub(crate) planned: u64,
    /// Games that are there, void ones too.
    pub(crate) done: u64,
    pub(crate) voids: u64,
    /// From the view of the player named first.
    pub(crate) tally: Tally,
    /// Who that is.
    pub(crate) side: Side,
    /// Seconds to its last game, if nothing else were played.
    pub(crate) left_s: Option<f64>,
}

impl CellLine {
    /// A cell without games.
    pub(crate) fn new(cell: &Cell, side: Side) -> Self {
        let [a, b] = cell.players.each_ref().map(|player| &player.name);
        let [one, other] = if side == Side::First { [a, b] } else { [b, a] };
        let name = format!("{} {} {one} against {other}", cell.setup, cell.budget);
        CellLine { name, side, ..CellLine::default() }
    }

    /// Counts a game of the cell.
    pub(crate) fn add(&mut self, record: &GameRecord, failures: Failures) {
        self.done += 1;
        let points = record.half_points_of_a(failures);
        let of_side = |points: u8| if self.side == Side::First { points } else { 2 - points };
        match points.map(of_side) {
            Some(1) => self.tally.draws += 1,
            Some(2) => self.tally.wins += 1,
            Some(_) => self.tally.losses += 1,
            None => self.voids += 1,
        }
    }
}

impl From<&CellStatus> for CellLine {
    fn from(cell: &CellStatus) -> Self {
        let CellStatus { game, size, budget, a, b, .. } = cell;
        CellLine {
            name: format!("{game} {size} {budget} {a} against {b}"),
            planned: cell.planned,
            done: cell.done,
            voids: cell.voids,
            tally: Tally { wins: cell.wins_a, losses: cell.wins_b, draws: cell.draws },
            side: Side::First,
            left_s: cell.left_s.filter(|_| cell.missing() > 0),
        }
    }
}

/// Cells in a bar.
const BAR: u64 = 12;

/// The cells under each other, each in so many columns: where they are few the bars are left out, then names are cut. Void games are
/// red where there are colours.
pub(crate) fn lines(cells: &[CellLine], columns: usize, colours: bool) -> Vec<String> {
    let number = |of: fn(&CellLine) -> u64| cells.iter().map(|cell| of(cell).to_string().len()).max().unwrap_or(0);
    let (done, planned) = (number(|cell| cell.done), number(|cell| cell.planned));
    let figures: Vec<String> = cells
        .iter()
        .map(|cell| {
            let rate = match (cell.tally.rate(), cell.tally.wilson95()) {
                (Some(rate), Some([lo, hi])) => {
                    format!("{:5.1} % [{:4.1}, {:5.1}]", 100.0 * rate, 100.0 * lo, 100.0 * hi)
                }
                _ => String::new(),
            };
            let left = cell.left_s.map(duration).unwrap_or_default();
            let text = format!(" {:>done$}/{:<planned$}  {rate:<21}  {left:>4}", cell.done, cell.planned);
            let voids = match cell.voids {
                0 => String::new(),
                voids => style(format!("  {voids} void")).red().bold().force_styling(colours).to_string(),
            };
            format!("{}{voids}", if voids.is_empty() { text.trim_end() } else { &text })
        })
        .collect();
    let width =
        |texts: &mut dyn Iterator<Item = &String>| texts.map(|text| measure_text_width(text)).max().unwrap_or(0);
    let (name, rest) = (width(&mut cells.iter().map(|cell| &cell.name)), width(&mut figures.iter()));
    let bars = name + 2 + BAR as usize + rest <= columns;
    let name = name.min(columns.saturating_sub(rest).max(8));
    let line = |(cell, figures): (&CellLine, &String)| {
        let full = (cell.done * BAR).checked_div(cell.planned).unwrap_or(0).min(BAR) as usize;
        let bar = format!("  {}{}", "█".repeat(full), "░".repeat(BAR as usize - full));
        let cut = truncate_str(&cell.name, name, "…");
        let space = " ".repeat(name - measure_text_width(&cut));
        let line = format!("{cut}{space}{}{figures}", if bars { &bar } else { "" });
        truncate_str(&line, columns, "…").into_owned()
    };
    cells.iter().zip(&figures).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_aligned_and_cut() {
        let cell = |name: &str, done, planned, voids, wins| CellLine {
            name: name.into(),
            planned,
            done,
            voids,
            tally: Tally { wins, losses: done - voids - wins, draws: 0 },
            side: Side::First,
            left_s: (done < planned).then_some(90.0),
        };
        let cells = [cell("hex 9", 100, 100, 0, 100), cell("wargame 11", 7, 400, 2, 0), cell("go 9", 0, 400, 0, 0)];
        let text = lines(&cells, 200, false);
        assert_eq!(text[0], "hex 9       ████████████ 100/100  100.0 % [96.3, 100.0]");
        assert_eq!(text[1], "wargame 11  ░░░░░░░░░░░░   7/400    0.0 % [ 0.0,  43.4]   90s  2 void");
        assert_eq!(text[2], "go 9        ░░░░░░░░░░░░   0/400                          90s");
        // No room for bars, then for names; never for less than the figures.
        let text = lines(&cells, 60, false);
        assert_eq!(text[0], "hex 9      100/100  100.0 % [96.3, 100.0]");
        assert_eq!(text[1], "wargame 11   7/400    0.0 % [ 0.0,  43.4]   90s  2 void");
        assert_eq!(lines(&cells, 53, false)[1], "wargame…   7/400    0.0 % [ 0.0,  43.4]   90s  2 void");
        for columns in [0, 1, 20, 40] {
            for line in lines(&cells, columns, true) {
                assert!(measure_text_width(&line) <= columns.max(1), "{columns}: {line}");
            }
        }
        assert_eq!(lines(&[], 80, true), Vec::<String>::new());
    }
}
