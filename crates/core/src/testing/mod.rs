//! The test kit: for those who write a game ([`conformance`]) and for those who write a search ([`Toy`], [`Solver`]).
//!
//! Everything here is slow and obvious on purpose.

mod chi_squared;
pub mod conformance;
mod known;
mod solver;
mod tactics;
mod timing;
mod toy;

pub use chi_squared::{ChiSquared, chi_squared, chi_squared_two_samples};
pub use known::check_known;
pub use solver::Solver;
pub use tactics::{Sees, check_tactics};
pub use timing::{PlayoutTiming, time_playouts};
pub use toy::{RandomToy, Toy, ToyError};
