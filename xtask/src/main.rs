//! The workshop: tournaments with our games, and the checks and builds of this repository.

mod ci;
mod claims;
mod dist;
mod presets;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use gametree_lab::{EXIT_CODES, Lab, conclude, print};

/// The workshop of gametree: tournaments, reports and checks.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", version = env!("GAMETREE_VERSION"), arg_required_else_help = false)]
#[command(after_help = "Example: cargo xtask tournament")]
#[command(after_long_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Task>,
}

#[derive(Subcommand)]
enum Task {
    #[command(flatten)]
    Lab(gametree_lab::Task),
    // Shown between the lab's.
    /// Build optimized programs to carry to other machines
    #[command(display_order = 5)]
    Dist(dist::Args),
    /// Run every check that this repository has to pass
    Ci(ci::Args),
}

/// The lab with our games, plans and claims.
fn lab() -> Lab {
    Lab::new(gametree_games::all())
        .name("cargo xtask")
        .called_by_cargo("cargo xtask")
        .version(env!("GAMETREE_VERSION"))
        .commit(env!("GAMETREE_COMMIT"))
        .presets(presets::PRESETS)
        .claims(claims::PAPER)
        .example("hex", "9")
        .script_program(dist::program_of_scripts)
}

fn main() -> ExitCode {
    let lab = lab();
    let cli: Cli = lab.parse();
    conclude(|| match &cli.command {
        None => Ok(print(&Cli::command().render_help().to_string()).map(|()| gametree_lab::Exit::Done)?),
        Some(Task::Lab(task)) => lab.run(task),
        Some(Task::Dist(args)) => dist::run(args),
        Some(Task::Ci(args)) => ci::run(args),
    })
}
