//! `gametree perft`: counting move sequences, the check of a move generator.

use std::fmt::Write;

use gametree_players::House;
use serde::Serialize;

use crate::setup::SetupArgs;

#[derive(clap::Args)]
#[command(after_help = "Example: {bin} perft {small} --depth 5")]
pub struct Args {
    #[command(flatten)]
    setup: SetupArgs,
    /// The longest sequences to count
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..))]
    depth: u16,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Counts {
    counts: Vec<u64>,
}

pub(crate) fn run(args: &Args, house: &House) -> anyhow::Result<String> {
    let (game, setup) = args.setup.resolve(house)?;
    let counts = game.perft(&setup, args.depth.into())?;
    if args.json {
        return crate::json(&Counts { counts });
    }
    let mut text = format!("{setup}: legal move sequences by length\n");
    for (length, count) in (1..).zip(&counts) {
        writeln!(text, "{length:>3} {count:>20}")?;
    }
    Ok(text)
}
