//! The workshop's program from outside.
#![cfg(unix)]

mod kill;
mod program;
mod signals;
mod usage;
