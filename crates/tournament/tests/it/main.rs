//! The pipeline from a plan to its tables, with games and players made for these tests.

mod budgets;
mod engines;
mod figures;
mod games;
mod load;
mod mock;
mod openings;
mod pace;
mod pairs;
mod pipeline;
mod plan;
mod replay;
mod report;
mod runner;
mod samples;
mod seats;
mod shards;
mod sprt;
mod store;
