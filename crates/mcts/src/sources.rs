//! How the further estimates of a candidate are reported.

use gametree_core::Source;

use crate::candidates::Candidates;
use crate::estimate::Estimate;

/// A source of candidate `entry` from an estimate that lines up with the own tables. `weight` is its share in the
/// selection value, not finite if there is none.
#[must_use]
pub fn source(name: &'static str, estimate: Estimate<'_>, entry: usize, weight: f64) -> Source {
    let (count, reward) = estimate.at(entry);
    let some = count > 0;
    let mut source = Source::new(name, count.into());
    source.mean = some.then(|| f64::from(reward) / (2.0 * f64::from(count)));
    // Without any weight there is no share.
    source.weight = some.then_some(weight).filter(|weight| weight.is_finite());
    source
}

/// The one source of RAVE and GRAVE. `weight` gives β from the counts n and ñ.
pub(crate) fn amaf_source(candidates: &Candidates<'_>, entry: usize, weight: impl Fn(f64, f64) -> f64) -> Vec<Source> {
    let Some(amaf) = candidates.amaf() else { return Vec::new() };
    let n = f64::from(candidates.own().at(entry).0);
    let amaf_n = f64::from(amaf.at(entry).0);
    vec![source("amaf", amaf, entry, weight(n, amaf_n))]
}
