//! The paper's claims (Cazenave, arXiv 2510.06381, from its abstracts and summaries: its tables are not public to us), and the
//! rule by which our games decide each of them; gametree_lab::claims has the tests. The rules were written down before the games were
//! played, but for two cells whose results were known: NoGo 7x7 and AtariGo 7x7 at 10 ms. One rule was changed since, C1's: it says how.
//!
//! Only cells in which all planned games are played count; a claim of which a cell is missing stays undecided. Level 5 % a claim.

use gametree_lab::claims::{
    Cells, Claim, ClaimPlan, Claims, Evidence, Growth, Judgement, Share, Verdict, ahead_everywhere, alike, difference,
    grows, insensitive, judge, judge_and_tell, judge_trend, none_is_better, only_the_first_grows, p_text, shares,
    slightly_behind, within,
};
use gametree_tournament::CellFigures;

/// The claims with the plans that decide them.
pub(crate) const PAPER: Claims = Claims {
    plans: &[MAIN, REFERENCE, WEIGHTS],
    claims: CLAIMS,
    source: "The paper (Cazenave, arXiv 2510.06381) is known to us by its abstracts and summaries; its own tables are not public, and \
             its times are wall times of another machine. GRAVE's author shares nodes between the ways that lead to a position; here none are shared. With shared nodes \
             (`transpositions=true`, tree.md) no search is seen to be stronger: at Hex 9, NoGo 7 and AtariGo 7 with 10 ms a move, UCT wins 46.5 to 50 % of 200 games against itself \
             without them, GRAVE 42 to 50.5 %, MCPS 43 to 47 %.",
};

const MAIN: ClaimPlan = ClaimPlan { name: "reproduce", text: include_str!("../plans/reproduce.toml") };
const REFERENCE: ClaimPlan = ClaimPlan { name: "reference", text: include_str!("../plans/reference.toml") };
const WEIGHTS: ClaimPlan = ClaimPlan { name: "weights", text: include_str!("../plans/weights.toml") };

const SHORT: &str = "cpu=10ms";
const LONG: &str = "cpu=100ms";
const BOTH: [&str; 2] = [SHORT, LONG];
const AHEAD: &str =
    "each cell's one-sided 95 % bound is above 50 %; refuted by a cell below 50 % at 5 % divided by the cells";

/// All claims, in the order in which they are shown.
const CLAIMS: &[Claim] = &[
    Claim {
        id: "C1",
        says: "Hex: MCPS is ahead from 7x7 on",
        rule: "each cell's one-sided 97.5 % bound is above 50 %; refuted by a cell below 50 % at 2.5 % divided by the cells. Not 95 and 5 %: \
               7x7 at 100 ms was undecided after 200 games, and these were then made 800, once",
        plan: MAIN.name,
        judge: |all| ahead(all, "hex", &["7", "9", "11", "13"], 2.0),
        cells: &["hex/7", "hex/9", "hex/11", "hex/13"],
    },
    Claim {
        id: "C2",
        says: "Hex on large boards: 70 to 76 %",
        rule: "11x11 and 13x13, each cell: the 95 % interval lies between 65 and 81 %; refuted by one that misses 70 to 76 % at 5 % \
               divided by the cells",
        plan: MAIN.name,
        judge: |all| {
            let cells = all.cells("hex", &["11", "13"], &BOTH);
            judge(cells, |shares| within(shares, 0.70, 0.76, 0.05))
        },
        cells: &["hex/11", "hex/13"],
    },
    Claim {
        id: "C3",
        says: "Hex 5x5: MCPS is slightly behind",
        rule: "the one-sided 95 % bound is below 50 %, and above 40 % on the other side",
        plan: MAIN.name,
        judge: |all| {
            let cells = all.cells("hex", &["5"], &BOTH);
            judge(cells, |shares| shares.iter().fold(Verdict::Holds, |sum, &share| sum.and(slightly_behind(share))))
        },
        cells: &["hex/5"],
    },
    Claim {
        id: "C4",
        says: "Hex: the advantage grows with the size",
        rule: "Cochran and Armitage's trend of the rate with the size, 5x5 to 13x13, stratified by budget, one-sided",
        plan: MAIN.name,
        judge: |all| {
            let strata = BOTH.map(|budget| all.cells("hex", &[], &[budget]));
            judge_trend(&strata, |cell| cell.size.parse().unwrap_or(0.0))
        },
        cells: &["hex"],
    },
    Claim {
        id: "C5",
        says: "Go: MCPS is ahead from 7x7 on",
        rule: AHEAD,
        plan: MAIN.name,
        judge: |all| ahead(all, "go", &["7", "9", "13"], 1.0),
        cells: &["go"],
    },
    Claim {
        id: "C6",
        says: "Go on larger boards: the gap widens with time (13x13 and 15x15 in the paper, up to 63.75 % at 2 s)",
        rule: "trend of the rate with the logarithm of the time, 10 to 100 ms on 7x7 and 9x9, stratified by size, one-sided: our \
               boards and times are smaller than the paper's",
        plan: MAIN.name,
        judge: |all| {
            let budgets = [SHORT, "cpu=20ms", LONG];
            let strata = ["7", "9"].map(|size| all.cells("go", &[size], &budgets));
            judge_trend(&strata, |cell| {
                if cell.budget == SHORT {
                    1.0
                } else if cell.budget == LONG {
                    2.0
                } else {
                    1.301
                }
            })
        },
        cells: &["go/7", "go/9"],
    },
    Claim {
        id: "C7",
        says: "MCPS's tree goes deeper with more time, GRAVE's stagnates",
        rule: "from 10 to 100 ms, in each cell, MCPS's mean depth grows by a larger factor than GRAVE's, and GRAVE's by less than 10 %; \
               refuted by a cell that says otherwise at 5 % divided by the cells",
        plan: MAIN.name,
        judge: depths,
        cells: &["hex", "atarigo", "nogo", "go", "wargame"],
    },
    Claim {
        id: "C8",
        says: "AtariGo: MCPS is ahead in every cell, most on 5x5 and 7x7",
        rule: "as C1; and 5x5 and 7x7 together are ahead of 9x9 at 10 ms, one-sided",
        plan: MAIN.name,
        judge: |all| {
            let mut judgement = ahead(all, "atarigo", &[], 1.0);
            let small = all.cells("atarigo", &["5", "7"], &[SHORT]);
            let large = all.cells("atarigo", &["9"], &[SHORT]);
            let (small, large) = (shares(&small), shares(&large));
            let deviate =
                small.zip(large).and_then(|(small, large)| difference(Share::pooled(&small)?, Share::pooled(&large)?));
            judgement.verdict = judgement.verdict.and(grows(deviate));
            judgement.figures.extend(deviate.map(|z| format!("5x5 and 7x7 against 9x9: z = {z:.2}")));
            judgement
        },
        cells: &["atarigo"],
    },
    Claim {
        id: "C9",
        says: "NoGo: 57 to 69 % in every cell",
        rule: "each cell's 95 % interval lies between 52 and 74 %; refuted by one that misses 57 to 69 % at 5 % divided by the cells",
        plan: MAIN.name,
        judge: |all| judge(all.cells("nogo", &[], &BOTH), |shares| within(shares, 0.57, 0.69, 0.05)),
        cells: &["nogo"],
    },
    Claim {
        id: "C10",
        says: "Wargame (the rules here are our own): MCPS is ahead from 9x9 on, with 15 to 33 % more playouts a second because playouts \
               get shorter",
        rule: "as C1; and in every cell MCPS makes 15 to 33 % more playouts a second than GRAVE, and they are shorter; refuted by less \
               than 10 or more than 40 %",
        plan: MAIN.name,
        judge: |all| {
            let cells = all.cells("wargame", &[], &BOTH);
            judge_and_see(cells, |shares| ahead_everywhere(shares, 1.0), speeds)
        },
        cells: &["wargame"],
    },
    Claim {
        id: "C11",
        says: "MCPS is not sensitive to the reference threshold",
        rule: "thresholds 10 to 200 against the same GRAVE: in each game the rates are alike (Pearson's test of homogeneity, 5 % divided by \
               the games) and each 95 % interval is at most 10 points wide",
        plan: REFERENCE.name,
        judge: |all| {
            let mut sum = Judgement::empty(Verdict::Holds);
            for game in ["hex", "atarigo"] {
                let tell =
                    |shares: &[Share]| alike(shares).map(|p| format!("{game}: {}", p_text(p))).into_iter().collect();
                sum.join(judge_and_tell(
                    all.cells(game, &[], &["playouts=1000"]),
                    |shares| insensitive(shares, 2),
                    tell,
                ));
            }
            sum
        },
        cells: &["hex", "atarigo"],
    },
    Claim {
        id: "C12",
        says: "No bias is needed: weights proportional to the counts are as good as scaled ones",
        rule: "the weight of one source times 0.3 or 3, against plain MCPS: no variant's one-sided 95 % bound is above 56 %; refuted by a \
               variant that is ahead at 5 % divided by the variants",
        plan: WEIGHTS.name,
        judge: |all| {
            let cells =
                ["hex", "atarigo"].into_iter().flat_map(|game| all.cells(game, &[], &["playouts=1000"])).collect();
            judge(cells, none_is_better)
        },
        cells: &["hex", "atarigo"],
    },
];

fn ahead(all: &Evidence, game: &str, sizes: &[&str], looks: f64) -> Judgement {
    judge(all.cells(game, sizes, &BOTH), |shares| ahead_everywhere(shares, looks))
}

/// The verdict of the shares, and what `more` finds in the cells.
fn judge_and_see(
    cells: Cells<'_>,
    verdict: impl Fn(&[Share]) -> Verdict,
    more: impl Fn(&[&CellFigures]) -> Vec<(Verdict, String)>,
) -> Judgement {
    let complete: Option<Vec<&CellFigures>> = cells.iter().map(|(_, cell)| *cell).collect();
    let mut judgement = judge(cells, verdict);
    for (verdict, text) in complete.map(|cells| more(&cells)).unwrap_or_default() {
        judgement.verdict = judgement.verdict.and(verdict);
        judgement.figures.push(text);
    }
    judgement
}

fn depths(all: &Evidence) -> Judgement {
    let games = ["hex", "atarigo", "nogo", "go", "wargame"];
    let long: Cells<'_> = games.into_iter().flat_map(|game| all.cells(game, &[], &[LONG])).collect();
    let mut judgement = Judgement::empty(Verdict::Undecided);
    let mut growths = Vec::new();
    for (name, cell) in &long {
        let pair = cell.and_then(|cell| {
            let (_, short) = all.cells(&cell.game, &[&cell.size], &[SHORT]).pop()?;
            let depth = |cell: &CellFigures, name: &String| {
                let player = cell.per_player.get(name)?;
                Some((player.mean_depth?, player.mean_depth_std_error?))
            };
            let growth = |name| Growth::new([depth(short?, name)?, depth(cell, name)?]);
            Some([growth(&cell.a)?, growth(&cell.b)?])
        });
        judgement.figures.push(match &pair {
            Some([one, other]) => format!(
                "{name}: MCPS x {:.2} ± {:.2}, GRAVE x {:.2} ± {:.2}",
                one.factor,
                1.96 * one.factor * one.error,
                other.factor,
                1.96 * other.factor * other.error
            ),
            None => format!("{name}: games are missing"),
        });
        growths.push(pair);
    }
    judgement.count(&long);
    if let Some(growths) = growths.into_iter().collect::<Option<Vec<_>>>() {
        judgement.verdict = only_the_first_grows(&growths);
    }
    judgement
}

/// Playouts per second and playout length of MCPS against GRAVE.
fn speeds(cells: &[&CellFigures]) -> Vec<(Verdict, String)> {
    let of = |cell: &&CellFigures| {
        let [a, b] = [&cell.a, &cell.b].map(|name| cell.per_player.get(name));
        let (a, b) = (a?, b?);
        let speed = a.playouts_per_s? / b.playouts_per_s?;
        let length = a.mean_playout_plies? / b.mean_playout_plies?;
        let verdict = if !(1.10..=1.40).contains(&speed) {
            Verdict::DoesNotHold
        } else if (1.15..=1.33).contains(&speed) && length < 1.0 {
            Verdict::Holds
        } else {
            Verdict::Undecided
        };
        let text = format!(
            "{} {} {}: MCPS makes {:+.0} % playouts a second, of {:+.1} % plies",
            cell.game,
            cell.size,
            cell.budget,
            100.0 * (speed - 1.0),
            100.0 * (length - 1.0)
        );
        Some((verdict, text))
    };
    cells.iter().filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use gametree_lab::claims::to_markdown;
    use gametree_tournament::{Only, Plan, Tables, read_plan};

    use super::*;

    #[test]
    fn the_ledger_of_a_folder_is_that_of_the_document() {
        let games = gametree_games::all();
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
        let document = fs::read_to_string(docs.join("REPRODUCING.md")).unwrap();
        for ClaimPlan { name, .. } in PAPER.plans {
            let dir = docs.join("records").join(name);
            let stored = read_plan(&dir, &games).unwrap();
            let tables = Tables::of_folder(&dir, None).unwrap();
            let ledger = PAPER.ledger_of(&stored, &tables, &games);
            assert!(!ledger.is_empty(), "{name} decides nothing");
            for line in to_markdown(&ledger).lines().filter(|line| line.starts_with("| C")) {
                assert!(
                    document.contains(line),
                    "docs/REPRODUCING.md has not this line, which the records make:\n{line}"
                );
            }
        }
        // Another plan decides nothing, even under the same name.
        let other = "name = \"reproduce\"\ngames_per_cell = 2\nbudgets = [\"playouts=9\"]\nplayers = [{ spec = \"uct\" }, { spec = \"grave\" }]\n\
                     games = [{ name = \"tictactoe\" }]";
        let other = Plan::parse(other, "other.toml", &games).unwrap();
        assert!(PAPER.ledger_of(&other, &Tables::new(None, Vec::new()), &games).is_empty());
    }

    #[test]
    fn every_claim_finds_its_cells_in_its_plan() {
        let games = gametree_games::all();
        for claim in CLAIMS {
            let plan = PAPER.plans.iter().find(|plan| plan.name == claim.plan).unwrap().read(&games).unwrap();
            let cells = plan.cells();
            for text in claim.cells {
                text.parse::<Only>().unwrap().check(&cells).unwrap();
            }
            // Without games there is no verdict, and what is missing is named.
            let evidence = Evidence::new(&plan, Tables::new(None, Vec::new()));
            let judgement = (claim.judge)(&evidence);
            assert_eq!(judgement.verdict, Verdict::Undecided, "{}", claim.id);
            assert!(judgement.cells > 0 && judgement.complete == 0, "{}: {judgement:?}", claim.id);
            assert!(judgement.figures.iter().all(|figure| figure.ends_with("games are missing")), "{judgement:?}");
        }
        assert!(PAPER.find("c1").is_ok());
        assert!(PAPER.find("C99").err().unwrap().to_string().contains("C12"));
    }
}
