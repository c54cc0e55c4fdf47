//! The workshop's program from outside.
#![cfg(unix)]

mod continued;
mod documents;
mod engines;
mod kill;
mod parts;
mod program;
mod sgf;
mod sgf_files;
mod signals;
mod stop;
mod time;
mod usage;
