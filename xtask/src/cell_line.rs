//! A cell in one line: how far it is, its figure so far, its void games. For the view of a run and for `status`.

use console::{measure_text_width, style, truncate_str};
use gametree_tournament::stats::Tally;
use gametree_tournament::{CellStatus, GameRecord};

use crate::status::duration;

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
    /// Seconds to its last game, if nothing else were played.
    pub(crate) left_s: Option<f64>,
}

impl CellLine {
    /// Counts a game of the cell.
    pub(crate) fn add(&mut self, record: &GameRecord) {
        self.done += 1;
        match record.winner.as_deref() {
            Some("draw") => self.tally.draws += 1,
            Some(name) if name == record.cell.a => self.tally.wins += 1,
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
            left_s: cell.left_s.filter(|_| cell.missing() > 0),
        }
    }
}

/// Cells in a bar.
const BAR: u64 = 12;

/// The cells under each other, each cut to so many columns; void games in red where there are colours.
pub(crate) fn lines(cells: &[CellLine], columns: usize, colours: bool) -> Vec<String> {
    let name = cells.iter().map(|cell| measure_text_width(&cell.name)).max().unwrap_or(0);
    let number = |of: fn(&CellLine) -> u64| cells.iter().map(|cell| of(cell).to_string().len()).max().unwrap_or(0);
    let (done, planned) = (number(|cell| cell.done), number(|cell| cell.planned));
    let line = |cell: &CellLine| {
        let full = (cell.done * BAR).checked_div(cell.planned).unwrap_or(0).min(BAR) as usize;
        let bar = "█".repeat(full) + &"░".repeat(BAR as usize - full);
        let rate = match (cell.tally.rate(), cell.tally.wilson95()) {
            (Some(rate), Some([lo, hi])) => {
                format!("{:5.1} % [{:4.1}, {:5.1}]", 100.0 * rate, 100.0 * lo, 100.0 * hi)
            }
            _ => String::new(),
        };
        let mut text = format!(
            "{}{}  {bar} {:>done$}/{:<planned$}  {rate:<21}",
            cell.name,
            " ".repeat(name - measure_text_width(&cell.name)),
            cell.done,
            cell.planned
        );
        if let Some(seconds) = cell.left_s {
            text += &format!("  {:>6}", duration(seconds));
        }
        if cell.voids > 0 {
            text += &style(format!("  {} void", cell.voids)).red().bold().force_styling(colours).to_string();
        }
        truncate_str(text.trim_end(), columns, "…").into_owned()
    };
    cells.iter().map(line).collect()
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
            left_s: (done < planned).then_some(90.0),
        };
        let cells = [cell("hex 9", 100, 100, 0, 100), cell("wargame 11", 7, 400, 2, 0), cell("go 9", 0, 400, 0, 0)];
        let text = lines(&cells, 200, false);
        assert_eq!(text[0], "hex 9       ████████████ 100/100  100.0 % [96.3, 100.0]");
        assert_eq!(text[1], "wargame 11  ░░░░░░░░░░░░   7/400    0.0 % [ 0.0,  43.4]     90s  2 void");
        assert_eq!(text[2].trim_end(), "go 9        ░░░░░░░░░░░░   0/400                            90s");
        for columns in [0, 1, 20, 40] {
            for line in lines(&cells, columns, true) {
                assert!(measure_text_width(&line) <= columns.max(1), "{columns}: {line}");
            }
        }
        assert_eq!(lines(&[], 80, true), Vec::<String>::new());
    }
}
