//! What of a plan is asked for, so that a run of a part of its plan knows that it is one.

use std::collections::BTreeMap;

use gametree_core::{Budget, FieldError, Size};

use crate::plan::schedule::Only;
use crate::plan::{MOST_GAMES, Plan, PlanGame, check_games};

/// The games that are asked for of one size on one budget.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Asked {
    pub(crate) size: Size,
    pub(crate) budget: Budget,
    pub(crate) games: u32,
}

impl Plan {
    /// Asks for the cells of `only` and no others, or for those that are asked for already; with another number of games
    /// in each of them where one is given. A folder that this plan is played into keeps what was asked for before, and takes
    /// in what is new.
    ///
    /// # Errors
    /// When there is no such cell, or the number is odd, 0 or over ten million.
    pub fn ask(&mut self, only: Option<&Only>, games: Option<u32>) -> Result<(), FieldError> {
        let Some(only) = only else {
            return games.map_or(Ok(()), |number| self.set_games_per_cell(number));
        };
        only.check(&self.cells())?;
        let number = games.map(|number| check_games(u64::from(number))).transpose()?;
        let usual = self.games_per_cell;
        for game in &mut self.games {
            let list = game.starts().filter(|&(size, budget)| only.matches_start(game.setups[0].game(), size, &budget));
            let list = list.map(|(size, budget)| {
                let before = Some(game.games_of(usual, size, &budget)).filter(|&games| games > 0);
                let games = number.or(before).unwrap_or(game.usual(usual));
                Asked { size, budget, games }
            });
            let list = list.collect();
            game.set_asked(list);
        }
        self.drop_usual_numbers();
        Ok(())
    }

    /// Whether cells of the plan are not asked for.
    #[must_use]
    pub fn is_a_part(&self) -> bool {
        self.cells().iter().any(|cell| cell.games == 0)
    }

    /// The plan with the larger number of games of the two in each cell. They are the same otherwise.
    #[must_use]
    pub fn extended_by(&self, other: &Plan) -> Plan {
        let mut plan = self.clone();
        for (game, there) in plan.games.iter_mut().zip(&other.games) {
            let list = game.starts().map(|(size, budget)| {
                let [here, there] = [(&*game, self), (there, other)]
                    .map(|(game, plan)| game.games_of(plan.games_per_cell, size, &budget));
                Asked { size, budget, games: here.max(there) }
            });
            let list = list.filter(|asked| asked.games > 0).collect();
            game.games_per_cell = Some(game.usual(self.games_per_cell).max(there.usual(other.games_per_cell)));
            game.set_asked(list);
        }
        // As it would be written by hand: where all are alike, one number.
        plan.games_per_cell =
            plan.games.iter().filter_map(|game| game.games_per_cell).max().unwrap_or(MOST_GAMES as u32);
        plan.drop_usual_numbers();
        plan
    }
}

impl PlanGame {
    /// Its sizes with its budgets, in the order of the plan.
    pub(crate) fn starts(&self) -> impl Iterator<Item = (Size, Budget)> {
        self.setups.iter().flat_map(|setup| self.budgets.iter().map(|budget| (setup.size(), *budget)))
    }

    /// Games in each of its cells that is asked for without a number; `of_plan` is the plan's.
    pub(crate) fn usual(&self, of_plan: u32) -> u32 {
        self.games_per_cell.unwrap_or(of_plan)
    }

    /// Games that are asked for in each cell of this size and budget; 0 where none is.
    pub(crate) fn games_of(&self, of_plan: u32, size: Size, budget: &Budget) -> u32 {
        let Some(list) = &self.asked else { return self.usual(of_plan) };
        let found = list.iter().find(|asked| asked.size == size && asked.budget == *budget);
        found.map_or(0, |asked| asked.games)
    }

    /// `list` is in the order of [`PlanGame::starts`]. All of them with one number is what a plan without a list asks for.
    pub(crate) fn set_asked(&mut self, list: Vec<Asked>) {
        let first = list.first().map(|asked| asked.games);
        let alike = list.iter().all(|asked| Some(asked.games) == first);
        if first.is_some() && alike && list.len() == self.starts().count() {
            (self.games_per_cell, self.asked) = (first, None);
        } else {
            self.asked = Some(list);
        }
    }

    /// As a plan's file has it: numbers by `SIZE`, or `SIZE/BUDGET` where the budgets of a size differ.
    pub(crate) fn asked_by_name(&self) -> Option<BTreeMap<String, u32>> {
        let list = self.asked.as_ref()?;
        let mut names = BTreeMap::new();
        for setup in &self.setups {
            let of_size: Vec<&Asked> = list.iter().filter(|asked| asked.size == setup.size()).collect();
            let Some(first) = of_size.first() else { continue };
            if of_size.len() == self.budgets.len() && of_size.iter().all(|asked| asked.games == first.games) {
                names.insert(setup.size().to_string(), first.games);
                continue;
            }
            names.extend(of_size.iter().map(|asked| (format!("{}/{}", asked.size, asked.budget), asked.games)));
        }
        Some(names)
    }

    /// The sizes and budgets that a name in the plan's file means.
    pub(crate) fn named(&self, name: &str) -> Result<Vec<(Size, Budget)>, FieldError> {
        let (size, budget) = name.split_once('/').map_or((name, None), |(size, budget)| (size, Some(budget)));
        let size = size.parse::<Size>().ok();
        let budget = budget.map(|text| text.parse::<Budget>().ok());
        let meant = |start: &(Size, Budget)| Some(start.0) == size && budget.is_none_or(|one| one == Some(start.1));
        let starts: Vec<_> = self.starts().filter(meant).collect();
        if starts.is_empty() {
            let known: Vec<String> = self.starts().map(|(size, budget)| format!("{size}/{budget}")).collect();
            let allowed = format!("SIZE or SIZE/BUDGET of this game: {}", known.join(", "));
            return Err(FieldError::new("asked", name, allowed));
        }
        Ok(starts)
    }
}
