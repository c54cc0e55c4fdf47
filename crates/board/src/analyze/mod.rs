//! `gametree analyze`: one search, and what it found.

mod dot;
mod follow;
mod words;

use std::fs::File;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use gametree_core::{Budget, FieldError, TreeLimits, parse_duration};
use gametree_players::{Analyze, Budgets, House, PlayerSpec};

use crate::color::Color;
use crate::heat::heat_map;
use crate::position::PositionArgs;
use crate::setup::SearchArgs;
pub(crate) use words::in_words;

/// As many candidates as fit on a screen with the board.
pub(crate) const TOP: usize = 12;

/// Graphviz takes minutes for more nodes than this.
const MOST_NODES: usize = 1000;

#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  {bin} analyze {small} --moves \"a1 b1 a2 a3\" --player uct --budget playouts=1000\n  \
    {bin} analyze {game} --budget cpu=10s --follow --dot tree.dot && dot -Tsvg tree.dot > tree.svg\n\
    {bin} analyze --sgf game.sgf --ply 30 --player grave\n\
    The same seed and number of playouts give the same answer, times apart.\n\
    The board shows where the visits went, as digits and, in a terminal, colours: 9 is the most visited point. A move \
    from one point to another is counted where it ends.\n\
    ± is the standard error of a mean v of n independent wins and losses, sqrt(v (1 - v) / n)."
)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Who searches: NAME or NAME:key=value,… as `{bin} players` lists them
    #[arg(long, default_value = "{player}")]
    player: String,
    #[command(flatten)]
    search: SearchArgs,
    /// Show so many moves, the most visited ones
    #[arg(long, value_name = "N", default_value_t = TOP)]
    top: usize,
    /// Say on standard error how far the search has come, every second or as often as asked
    #[arg(long, value_name = "DURATION", num_args = 0..=1, require_equals = true, default_missing_value = "1s")]
    follow: Option<String>,
    /// Write the top of the tree for Graphviz
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
    /// Nodes of the drawn tree: at most so many edges below the root
    #[arg(long, value_name = "N", default_value_t = 4, requires = "dot")]
    dot_depth: u32,
    /// Nodes of the drawn tree: at least this share of the playouts, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.01, requires = "dot", allow_negative_numbers = true)]
    dot_share: f64,
    /// Colours on the board
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    color: Color,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, house: &House) -> anyhow::Result<String> {
    let (game, setup, position) = args.position.resolve(house)?;
    let player = args.search.player(house, &args.player)?;
    let budget: Budget = args.search.budget.parse()?;
    let every = args.follow.as_deref().map(parse_duration).transpose()?;
    let board = position.session.draw();
    game.accepts(&player, &budget)?;
    game.fits(&setup, &player)?;
    // Before the search rather than after it.
    let dot = args.dot.as_ref().map(|file| open_dot(args, &player, file)).transpose()?;
    let tree = TreeLimits { depth: args.dot_depth, share: args.dot_share, nodes: MOST_NODES };
    let stop = Arc::default();
    let request = Analyze {
        player: &player,
        budget,
        seed: args.search.seed,
        follow: every.map(|every| (every, follow::reporter(Arc::clone(&stop)))),
        stop,
        tree: dot.is_some().then_some(tree),
    };
    let analysis = position.session.analyze(request)?;
    if every.is_some() {
        follow::end();
    }
    if let (Some(mut opened), Some(file)) = (dot, &args.dot) {
        let title = format!("{setup}, {player}, {budget}, seed {}", args.search.seed);
        let text = dot::graph(&title, &analysis.tree, MOST_NODES);
        opened.write_all(text.as_bytes()).with_context(|| file.display().to_string())?;
    }
    if args.json {
        return crate::json(&position.told(&analysis));
    }
    let board = heat_map(&board, &setup, &analysis, args.color.is_on());
    Ok(in_words(&board, &analysis, args.top)?)
}

fn open_dot(args: &Args, player: &PlayerSpec, file: &PathBuf) -> anyhow::Result<File> {
    if !(0.0..=1.0).contains(&args.dot_share) {
        return Err(FieldError::new("dot-share", args.dot_share, "a number from 0 to 1").into());
    }
    if player.about().budgets != Budgets::MonteCarlo {
        let allowed = format!("no file: {} keeps no tree", player.name());
        return Err(FieldError::new("dot", file.display(), allowed).into());
    }
    File::create(file).with_context(|| file.display().to_string())
}

#[cfg(test)]
mod tests;
