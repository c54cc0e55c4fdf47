//! What was played of a plan, cell by cell.

use gametree_tournament::{CellFigures, Plan, Tables};

/// Cells with what each is called; one in which games are still to be played has no figures.
pub type Cells<'a> = Vec<(String, Option<&'a CellFigures>)>;

/// The tables of a plan, and how many games each cell was to have.
#[derive(Debug)]
pub struct Evidence {
    /// What was counted.
    pub tables: Tables,
    planned: Vec<Planned>,
}

#[derive(Debug)]
struct Planned {
    game: String,
    size: String,
    budget: String,
    players: [String; 2],
    games: u32,
}

impl Evidence {
    /// The plan, and the tables of what was played of it.
    #[must_use]
    pub fn new(plan: &Plan, tables: Tables) -> Self {
        let planned = plan.cells().into_iter().map(|cell| Planned {
            game: cell.setup.game().to_string(),
            size: cell.setup.size().to_string(),
            budget: cell.budget.to_string(),
            players: cell.players.map(|player| player.name),
            games: cell.games,
        });
        Evidence { planned: planned.collect(), tables }
    }

    /// The cells of a game with one of these budgets, in the plan's order; all sizes without any. A cell in which games are still to be
    /// played is `None`: looking at it early and stopping when it pleases would bend the level of the tests.
    #[must_use]
    pub fn cells(&self, game: &str, sizes: &[&str], budgets: &[&str]) -> Cells<'_> {
        let wanted = |planned: &&Planned| {
            planned.game == game
                && (sizes.is_empty() || sizes.contains(&planned.size.as_str()))
                && budgets.contains(&planned.budget.as_str())
        };
        let name = |planned: &Planned| {
            let [a, b] = &planned.players;
            format!("{} {} {} {a} against {b}", planned.game, planned.size, planned.budget)
        };
        self.planned.iter().filter(wanted).map(|planned| (name(planned), self.complete(planned))).collect()
    }

    fn complete(&self, planned: &Planned) -> Option<&CellFigures> {
        self.tables.cells.iter().find(|cell| {
            let key = (&cell.game, &cell.size, &cell.budget, &cell.a, &cell.b);
            key == (&planned.game, &planned.size, &planned.budget, &planned.players[0], &planned.players[1])
                && cell.games + cell.void >= u64::from(planned.games)
        })
    }
}
