//! Engines in processes of their own, which speak version 2 of the Go Text Protocol: `gtp:command="gnugo --mode gtp"`.
//!
//! ```text
//! duel ── EngineMover (which commands, what a reply means) ── Process (lines, limits, the end) ── the engine
//! ```
//!
//! Whatever such a program does, a game costs bounded time and memory: replies, lines and the file of its standard error have
//! a largest size, and every wait ends with the limit of the move.

mod config;
mod cpu;
mod guard;
mod mover;
mod player;
mod process;
mod reply;
mod stderr;
mod translator;

pub use config::{EngineConfig, EngineCoordinates};
pub(crate) use mover::EngineMover;
pub(crate) use player::Elsewhere;
