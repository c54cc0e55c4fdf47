//! `report.html`: a run on one page that needs nothing else, neither files nor a network.
//!
//! Every figure is taken from [`Tables`], so it is that of `tables.json`, which the page holds too. Boards come from the games'
//! rules: [`film`] replays games and writes down what each move changes; the page's script only draws.

mod chart;
mod curves;
mod film;
mod folder;
mod front;
mod heat;
mod html;
mod lengths;
mod results;
mod survey;
#[cfg(test)]
mod tests;

use std::fmt::Write;

use gametree_tournament::{Plan, Tables, budgets_of};

use crate::claims::Entry;
use crate::lab::Lab;
use film::Films;
pub(crate) use folder::{printed, write_tables};
use html::{count, escape, fill, script_json, thousands};
use survey::Survey;

/// What a page is made of.
struct Page<'a> {
    /// Its games have the rules by which the sampled ones are played through.
    lab: &'a Lab,
    tables: &'a Tables,
    plan: Option<&'a Plan>,
    survey: &'a Survey,
    /// The claims that the plan decides, judged.
    ledger: &'a [Entry],
}

impl Page<'_> {
    /// The page.
    fn to_html(&self) -> String {
        let Page { lab, tables, plan, survey, ledger } = *self;
        let program = escape(lab.program_name());
        let films = Films::new(tables, &survey.cells, &lab.house);
        let title = escape(&front::title(plan));
        let (results, links) = self.results();
        let games_json = script_json(&serde_json::to_string(&films).unwrap_or_default());
        let tables_json = script_json(&serde_json::to_string(tables).unwrap_or_default());
        let plan_text = plan.map_or_else(String::new, |plan| {
            let text = escape(&plan.to_toml());
            format!("<details><summary>The plan as played</summary><pre>{text}</pre></details>")
        });
        let heat = if tables.cells.is_empty() {
            String::new()
        } else {
            format!("<section id=cells><h2>All cells</h2>{}</section>", heat::map(tables))
        };
        let parts = [
            ("title", title.as_str()),
            ("style", include_str!("style.css")),
            ("lead", &front::lead(tables)),
            ("links", &links),
            ("facts", &front::facts(tables, plan, survey)),
            ("plan", &plan_text),
            ("ledger", &front::ledger(ledger)),
            ("heat", &heat),
            ("results", &results),
            ("failures", &results::failures(tables)),
            ("sample", &sample(films.games.len() as u64, survey.records, &program)),
            ("tables", &tables_json),
            ("games", &games_json),
            ("board", include_str!("board.js")),
            ("script", include_str!("page.js")),
            ("program", &program),
            ("version", lab.version),
        ];
        fill(include_str!("page.html"), &parts)
    }

    /// A section for each group of cells, and links to them.
    fn results(&self) -> (String, String) {
        let (mut out, mut links) = (String::new(), String::new());
        if !self.tables.cells.is_empty() {
            links.push_str("<li><a href=\"#cells\">All cells</a></li>");
        }
        let axis = curves::rate_axis(self.tables);
        let one_pairing = self.tables.has_one_pairing();
        for (index, cells) in self.tables.groups().into_iter().enumerate() {
            let id = format!("g{index}");
            // A table of more columns, and its chart, need the whole width.
            let wide = budgets_of(cells).len() > 2;
            let name = escape(&format!("{}: {} against {}", cells[0].game, cells[0].a, cells[0].b));
            let options: Vec<String> = cells[0].options.iter().map(|(key, value)| format!("{key}={value}")).collect();
            let options = if options.is_empty() {
                String::new()
            } else {
                format!("<p class=options>Options: <code>{}</code></p>", escape(&options.join(" ")))
            };
            let link = if one_pairing { escape(&cells[0].game) } else { name.clone() };
            let _ = write!(links, "<li><a href=\"#{id}\">{link}</a></li>");
            let _ = write!(
                out,
                "<section id={id} class=group><h2>{name}</h2>{options}<div class=charts>{}{}{}</div>{}{}{}</section>",
                results::grid(cells, wide),
                curves::rates(cells, &id, axis, wide),
                curves::searches(cells, &id),
                results::remarks(cells),
                lengths::of_group(cells, &self.survey.cells, &id),
                results::details(cells)
            );
        }
        (out, links)
    }
}

/// How many of the games can be seen, and which program shows the others.
fn sample(shown: u64, all: u64, program: &str) -> String {
    match (shown, all) {
        (0, _) => "There is no game to show.".into(),
        (shown, all) if shown == all => format!("All {} of the run.", count(all, "game", "games")),
        (shown, all) => format!(
            "A sample of {} of the {} games of the run, spread evenly over the cells and taken without regard to how they went. \
             <code>{program} replay</code> shows any other.",
            thousands(shown),
            thousands(all)
        ),
    }
}
