//! The score test of a share of points where games can be drawn, and the interval that it leaves.
//!
//! A game is won, drawn or lost. The counts are set against the likeliest chances of the three that would give a certain share
//! (Tango, Statistics in Medicine 17, 1998, who writes of pairs of patients: those with the same outcome are the draws). An
//! interval holds the shares that are not rejected. Where nothing was drawn it is Wilson's; against one half the test is
//! McNemar's: the draws tell nothing of who is better. p and the interval come from the same test, so p is below 5 % exactly
//! when the interval of 95 % leaves one half out.

use crate::tally::{Tally, wilson};

/// The normal deviate of the counts from equal strength; `None` without decided games.
pub(crate) fn deviate(tally: Tally) -> Option<f64> {
    let decided = (tally.wins + tally.losses) as f64;
    (decided > 0.0).then(|| lead(tally) / decided.sqrt())
}

/// The two-sided probability of a normal deviate.
pub(crate) fn two_sided(deviate: f64) -> f64 {
    libm::erfc(deviate.abs() / std::f64::consts::SQRT_2)
}

/// The shares from which the counts are at most `z` > 0 standard deviations away; `None` without games.
pub(crate) fn interval(tally: Tally, z: f64) -> Option<[f64; 2]> {
    let rate = tally.rate()?;
    if tally.draws == 0 {
        return Some(wilson(rate, tally.games(), z));
    }
    let mirror = tally.other_side();
    // Rounding must not push an end past the rate.
    Some([lower(tally, z).clamp(0.0, rate), (1.0 - lower(mirror, z)).clamp(rate, 1.0)])
}

fn lead(tally: Tally) -> f64 {
    tally.wins as f64 - tally.losses as f64
}

/// The lower end: the deviate falls from there to the rate, where it is 0.
fn lower(tally: Tally, z: f64) -> f64 {
    let (mut rejected, mut kept) = (-1.0, lead(tally) / tally.games() as f64);
    loop {
        let middle = f64::midpoint(rejected, kept);
        if middle <= rejected || middle >= kept {
            return f64::midpoint(1.0, kept);
        }
        if deviate_from(tally, middle) > z { rejected = middle } else { kept = middle }
    }
}

/// The deviate of the counts from a difference between the chances of a win and of a loss, which is between -1 and 1.
fn deviate_from(tally: Tally, difference: f64) -> f64 {
    let (games, draws) = (tally.games() as f64, tally.draws as f64);
    let lead = lead(tally);
    // The likeliest chance of a decided game, given the difference: the larger root of games x² - b x - c.
    let b = (games - draws) + lead * difference;
    let c = (draws * difference - lead) * difference;
    let decided = (b + (b * b + 4.0 * games * c).max(0.0).sqrt()) / (2.0 * games);
    let variance = decided.clamp(difference.abs(), 1.0) - difference * difference;
    let distance = lead - games * difference;
    // Without any variance no other counts can be.
    if distance == 0.0 { 0.0 } else { distance / (games * variance).max(0.0).sqrt() }
}
