//! Claims that games can decide, as data: each has a text, the plan and the cells that it looks at, and a function that judges what
//! was played there. The command `reproduce` plays the plans and writes a ledger.
//!
//! ```
//! use gametree_lab::claims::{Claim, ClaimPlan, Claims, ahead_everywhere, judge};
//!
//! const PLAN: &str = r#"
//!     name = "ahead"
//!     games_per_cell = 200
//!     budgets = ["playouts=100"]
//!     players = [{ spec = "mcps" }, { spec = "grave" }]
//!     games = [{ name = "nim" }]
//! "#;
//! const CLAIMS: Claims = Claims {
//!     plans: &[ClaimPlan { name: "ahead", text: PLAN }],
//!     claims: &[Claim {
//!         id: "N1",
//!         says: "MCPS is ahead of GRAVE at nim",
//!         rule: "the one-sided 95 % bound is above 50 %; refuted below 50 %",
//!         plan: "ahead",
//!         judge: |all| judge(all.cells("nim", &[], &["playouts=100"]), |shares| ahead_everywhere(shares, 1.0)),
//!         cells: &["nim"],
//!     }],
//!     source: "Nobody has said so yet.",
//! };
//! # let _ = CLAIMS;
//! ```
//!
//! A judge sees cells by [`Evidence::cells`]; the tests here give a [`Verdict`] each, and [`judge`], [`judge_and_tell`] and
//! [`judge_trend`] make a [`Judgement`] of them.

mod evidence;
mod judge;
mod ledger;
mod verdict;

use gametree_core::FieldError;
use gametree_players::House;
use gametree_tournament::{Plan, Tables};

pub use crate::show::{Share, p_text};
pub use evidence::{Cells, Evidence};
pub use judge::{judge, judge_and_tell, judge_trend, shares};
pub use ledger::{Entry, Judgement, to_markdown};
pub use verdict::{
    Growth, Verdict, ahead_everywhere, alike, difference, grows, insensitive, none_is_better, only_the_first_grows,
    slightly_behind, within,
};

/// One claim.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// Its name on the command line, such as `C1`.
    pub id: &'static str,
    /// What the source says.
    pub says: &'static str,
    /// The test that stands for it.
    pub rule: &'static str,
    /// The name of the plan that decides it.
    pub plan: &'static str,
    /// What our games say.
    pub judge: fn(&Evidence) -> Judgement,
    /// The cells that it looks at, as `--only` takes them.
    pub cells: &'static [&'static str],
}

/// A plan that decides claims.
#[derive(Clone, Copy, Debug)]
pub struct ClaimPlan {
    /// Its name, which is also that of its folder.
    pub name: &'static str,
    /// The plan, in TOML.
    pub text: &'static str,
}

/// Claims with the plans that decide them.
#[derive(Clone, Copy, Debug)]
pub struct Claims {
    /// The plans, in the order in which they are played.
    pub plans: &'static [ClaimPlan],
    /// All claims, in the order in which they are shown.
    pub claims: &'static [Claim],
    /// Where the claims come from, in sentences for the document.
    pub source: &'static str,
}

impl Claims {
    /// The claim of that name, in capitals or small letters.
    ///
    /// # Errors
    /// When there is none; lists those that there are.
    pub fn find(&self, id: &str) -> Result<&'static Claim, FieldError> {
        self.claims.iter().find(|claim| claim.id.eq_ignore_ascii_case(id)).ok_or_else(|| {
            let known: Vec<&str> = self.claims.iter().map(|claim| claim.id).collect();
            FieldError::new("claim", id, known.join(", "))
        })
    }

    /// The claims that a plan decides, judged by its tables; none if it is not one of ours. It may have more or fewer games.
    #[must_use]
    pub fn ledger_of(&self, of: &Plan, tables: &Tables, house: &House) -> Vec<Entry> {
        // The names are compared first: few plans have to be read then.
        let named = self.plans.iter().filter(|plan| plan.name == of.name());
        let ours = named.filter_map(|plan| Some((plan, plan.read(house).ok()?)));
        let Some((plan, ours)) = ours.into_iter().find(|(_, ours)| ours.differences(of).is_empty()) else {
            return Vec::new();
        };
        let evidence = Evidence::new(&ours, tables.clone());
        let claims = self.claims.iter().filter(|claim| claim.plan == plan.name);
        claims.map(|claim| Entry::new(claim, (claim.judge)(&evidence))).collect()
    }
}

impl ClaimPlan {
    /// The plan.
    ///
    /// # Errors
    /// When it is no plan, or one of other games.
    pub fn read(&self, house: &House) -> anyhow::Result<Plan> {
        Ok(Plan::parse(self.text, &format!("{}.toml", self.name), house)?)
    }
}
