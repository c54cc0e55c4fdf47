//! The pipeline from a plan to its tables, with games and players made for these tests.

mod budgets;
mod games;
mod openings;
mod pipeline;
mod plan;
mod replay;
mod runner;
mod seats;
mod shards;
mod statistics;
mod store;
