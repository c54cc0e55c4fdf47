//! What counted games and measured speeds say, for anybody who compares two players or two builds: nothing here knows a game, a player or a file.
//!
//! * [`Tally`]: games won, lost and drawn, with the share of points, its interval (Wilson's, or Tango's where games are drawn),
//!   the p-value and the difference in Elo.
//! * [`Pentanomial`]: the same from pairs of games with the seats swapped, which is the sharper figure where the two games of a
//!   pair tend to cancel out. [`Pairs`] collects them in any order.
//! * [`Sprt`]: the sequential probability ratio test on pairs, as in Fishtest.
//! * [`homogeneity`] and [`trend`]: whether several shares are alike, and whether they grow with something.
//! * [`mean_ratio`]: one ratio out of several that were measured, with its interval.
//!
//! ```
//! use gametree_statistics::{Sprt, EloModel, Pentanomial, Scores, Tally, Verdict};
//!
//! let tally = Tally { wins: 120, losses: 80, draws: 0 };
//! assert_eq!(tally.rate(), Some(0.6));
//! let [low, high] = tally.wilson95().unwrap();
//! assert!(low > 0.53 && high < 0.67);
//! assert_eq!(tally.elo().unwrap().to_string(), "+70 [+21, +119]");
//!
//! // Pairs with 0, ½, 1, 1½ and 2 points.
//! let pairs: Pentanomial = Scores([5, 10, 40, 35, 30]);
//! let sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic };
//! assert_eq!(sprt.state(&pairs).verdict, Verdict::AcceptH1);
//! ```
//!
//! No function returns NaN or an infinity: what is not known is `None`.

mod likelihood;
mod ratio;
mod score_test;
mod scores;
mod shares;
mod sprt;
mod tally;

pub use ratio::{Ratio, mean_ratio};
pub use scores::{Pair, Pairs, Pentanomial, Scores, Trinomial};
pub use shares::{homogeneity, normal_quantile, trend};
pub use sprt::{EloModel, Sprt, SprtState, Verdict};
pub use tally::{Elo, LEVEL, Tally, elo, wilson};
