//! The pipeline from a plan to its tables, with games and players made for these tests.

mod games;
mod pipeline;
mod plan;
mod seats;
mod statistics;
mod store;
