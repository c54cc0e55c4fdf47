//! The commands of a tournament as a library: `tournament`, `status`, `merge`, `report`, `replay`, `sweep`, and with claims
//! `reproduce`. A program gives the games, and has them all, with the page of results on which its boards are drawn.
//!
//! A game in a crate of one's own, as a whole program:
//!
//! ```no_run
//! # use std::process::ExitCode;
//! # use gametree_players::House;
//! # fn my_house() -> House { House::standard().build() }
//! fn main() -> ExitCode {
//!     gametree_lab::main(my_house())
//! }
//! ```
//!
//! A program that brings more, plans or the commit that it is built from, makes a [`Lab`]; one that has other commands too puts
//! [`Task`] into its own enumeration of commands, or hands the command line on where [`is_command`] says so:
//!
//! ```no_run
//! # use std::process::ExitCode;
//! # use gametree_players::House;
//! # fn my_house() -> House { House::standard().build() }
//! use clap::{Parser, Subcommand};
//! use gametree_lab::{Exit, Lab, Preset, conclude, print};
//!
//! #[derive(Parser)]
//! struct Cli {
//!     #[command(subcommand)]
//!     command: Command,
//! }
//!
//! #[derive(Subcommand)]
//! enum Command {
//!     #[command(flatten)]
//!     Lab(gametree_lab::Task),
//!     /// Something else
//!     Greet,
//! }
//!
//! fn main() -> ExitCode {
//!     let plan = "name = \"first\"\nplayers = [{ spec = \"mcps\" }, { spec = \"uct\" }]\ngames = [{ name = \"mine\" }]\n";
//!     let first = Preset { name: "first", about: "MCPS against UCT", plan, is_default: true };
//!     let lab = Lab::new(my_house()).presets([first]);
//!     let cli: Cli = lab.parse();
//!     conclude(|| match &cli.command {
//!         Command::Lab(task) => lab.run(task),
//!         Command::Greet => Ok(print("hello\n").map(|()| Exit::Done)?),
//!     })
//! }
//! ```
//!
//! From a plan to the page, with a game that is none of ours:
//!
//! ```
//! # use std::fmt;
//! # use std::ops::Range;
//! # use gametree_core::{Code, Describe, Evaluate, FieldError, Game, MoveError, OptionAbout, Outcome, Side, Size, code_ranges};
//! # use gametree_players::House;
//! # #[derive(Clone, Debug)]
//! # struct Nim { stones: u16, mover: Side }
//! # #[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
//! # #[serde(deny_unknown_fields)]
//! # struct NoOptions {}
//! # impl Game for Nim {
//! #     type Move = u16;
//! #     fn codes(&self, side: Side) -> Range<Code> { code_ranges(2, 2)[side.index()].clone() }
//! #     fn code(&self, mv: u16) -> Code { self.codes(self.mover).start + mv - 1 }
//! #     fn to_move(&self) -> Side { self.mover }
//! #     fn outcome(&self) -> Option<Outcome> { (self.stones == 0).then(|| Outcome::Win(self.mover.other())) }
//! #     fn legal_moves(&self, out: &mut Vec<u16>) { out.extend((1..=2).filter(|&number| number <= self.stones)); }
//! #     fn play(&mut self, mv: u16) { self.stones -= mv; self.mover = self.mover.other(); }
//! #     fn key(&self) -> u64 { u64::from(self.stones) << 1 | self.mover.index() as u64 }
//! # }
//! # impl Describe for Nim {
//! #     const NAME: &'static str = "nim";
//! #     const ABOUT: &'static str = "take one or two, the last one wins";
//! #     const SIDES: [&'static str; 2] = ["left", "right"];
//! #     const DEFAULT_SIZE: Size = Size::square(7);
//! #     const SIZES: &'static str = "1 to 26";
//! #     const OPTIONS: &'static [OptionAbout] = &[];
//! #     type Options = NoOptions;
//! #     fn start(size: Size, _: &NoOptions) -> Result<Self, FieldError> {
//! #         Ok(Nim { stones: size.at_most(26)?.cols.into(), mover: Side::First })
//! #     }
//! #     fn format_move(&self, mv: u16) -> String { mv.to_string() }
//! #     fn parse_move(&self, text: &str) -> Result<u16, MoveError> {
//! #         text.parse().ok().filter(|mv| [1, 2].contains(mv)).ok_or_else(|| MoveError::unreadable(text, "1 or 2 is expected"))
//! #     }
//! # }
//! # impl fmt::Display for Nim {
//! #     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "{} stones", self.stones) }
//! # }
//! # impl Evaluate for Nim {}
//! use gametree_lab::{Exit, Lab};
//!
//! let folder = std::env::temp_dir().join(format!("gametree-lab-{}", std::process::id()));
//! std::fs::create_dir_all(&folder)?;
//! let plan = folder.join("plan-of-mine.toml");
//! std::fs::write(&plan, r#"
//!     name = "mine"
//!     games_per_cell = 4
//!     budgets = ["playouts=50"]
//!     players = [{ spec = "mcps" }, { spec = "uct" }]
//!     games = [{ name = "nim", sizes = [7, 10] }]
//! "#)?;
//!
//! // `Nim` implements `Game`, `Describe` and `Evaluate`, as a game has to.
//! let lab = Lab::new(House::standard().game::<Nim>());
//! let (plan, run) = (plan.to_string_lossy(), folder.join("run"));
//! let task = lab.task(["tournament", "--config", &plan, "--out", &run.to_string_lossy()])?;
//! assert_eq!(lab.run(&task)?, Exit::Done);
//!
//! let page = std::fs::read_to_string(run.join("report.html"))?;
//! assert!(page.contains("MCPS against UCT at nim: 8 games in 2 cells."));
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The rooms, from the lowest: `shell` (exit codes, what is printed), `show` (how cells and shares are said), [`claims`], `lab`,
//! `page` (tables and page of a folder), `play` (a plan into a folder), `estimate` (how long a plan takes), `cluster` (scripts),
//! `commands` (one file each). None takes anything from one that comes later.

pub mod claims;
mod cluster;
mod commands;
mod estimate;
mod lab;
mod page;
mod play;
mod shell;
mod show;
mod task;
#[cfg(test)]
mod tests;

pub use lab::{Lab, Preset};
pub use shell::{EXIT_CODES, Exit, Usage, conclude, print, quote, say};
pub use task::{Task, is_command, main};
