//! What counts when a player fails.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What counts when a player fails: its process ends or falls silent, its search panics, or it takes so long for a move that it is
/// broken off. Every record says who failed, so tables can be made either way.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Failures {
    /// The game counts for nobody: whoever measures algorithms does not want to measure crashes.
    #[default]
    Void,
    /// The player that failed loses, as in chess programs' matches: else it could gain by crashing when it is losing.
    Loss,
}

impl Failures {
    /// As in a plan written as JSON, where the default is left out.
    pub(crate) fn of_plan(plan: Option<&Value>) -> Failures {
        let value = plan.and_then(|plan| plan.get("failures"));
        value.and_then(|value| Failures::deserialize(value).ok()).unwrap_or_default()
    }

    pub(crate) fn is_void(&self) -> bool {
        *self == Failures::Void
    }
}
