//! `gametree analyze`: one search, and what it found.

use std::fmt::Write;
use std::sync::Arc;

use gametree_core::Budget;
use gametree_tournament::{Analysis, AnalysisMove, Analyze};

use crate::setup::{self, SetupArgs};

#[derive(clap::Args)]
#[command(
    after_help = "Example: gametree analyze tictactoe --moves \"a1 b1 a2 a3\" --player uct --budget playouts=1000\n\
    The same seed and number of playouts give the same answer, times apart."
)]
pub(crate) struct Args {
    #[command(flatten)]
    setup: SetupArgs,
    /// Moves from the start, separated by spaces
    #[arg(long, default_value = "")]
    moves: String,
    /// Who searches: NAME or NAME:key=value,… as `gametree players` lists them
    #[arg(long, default_value = "mcps")]
    player: String,
    /// What it may spend: playouts=N, cpu=DURATION, wall=DURATION, joined by commas
    #[arg(long, default_value = "cpu=1s")]
    budget: String,
    /// Bound on the memory of each player, as 512MiB, in place of its own; a full tree is searched on but not expanded
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true)]
    memory: Option<String>,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1, allow_negative_numbers = true)]
    seed: u64,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<String> {
    let games = gametree_games::all();
    let (game, setup) = args.setup.resolve(&games)?;
    let player = setup::player(&args.player, args.memory.as_deref())?;
    let budget: Budget = args.budget.parse()?;
    let request =
        Analyze { setup: &setup, moves: &args.moves, player: &player, budget, seed: args.seed, stop: Arc::default() };
    let analysis = game.analyze(&request)?;
    if args.json {
        return crate::json(&analysis);
    }
    Ok(in_words(&game.draw(&setup, &args.moves)?, &analysis)?)
}

/// The board, the candidates with the most visited one first, and what the search cost.
pub(crate) fn in_words(board: &str, analysis: &Analysis) -> Result<String, std::fmt::Error> {
    let mut text = format!("{}\n\n", board.trim_end());
    let scored = analysis.score.is_some();
    let mut moves: Vec<&AnalysisMove> = analysis.root.iter().collect();
    moves.sort_by_key(|mv| std::cmp::Reverse((mv.visits, mv.score)));
    let names: Vec<&String> = moves.first().map(|mv| mv.sources.keys().collect()).unwrap_or_default();
    if !moves.is_empty() {
        write!(text, "{:<8}{:>10}{:>8}", "move", if scored { "score" } else { "visits" }, "value")?;
        names.iter().try_for_each(|name| write!(text, "   {name} (count, weight)"))?;
        writeln!(text)?;
    }
    for mv in moves.iter().take(12) {
        let number =
            if scored { whole(mv.score) } else { mv.visits.map_or("-".to_string(), |visits| visits.to_string()) };
        write!(text, "{:<8}{:>10}{:>8}", mv.mv, number, three(mv.value))?;
        for name in &names {
            let source = &mv.sources[*name];
            let column = format!("{} ({}, {})", three(source.mean), source.count, three(source.weight));
            write!(text, "   {column:>width$}", width = name.len() + 16)?;
        }
        writeln!(text)?;
    }
    if moves.len() > 12 {
        writeln!(text, "… and {} more", moves.len() - 12)?;
    }
    let stats = &analysis.stats;
    write!(text, "\nbest {}, value {}", analysis.best.as_deref().unwrap_or("none"), three(analysis.value))?;
    if scored {
        write!(text, ", score {}", whole(analysis.score))?;
    }
    writeln!(text)?;
    writeln!(text, "expected {}", analysis.pv.join(" "))?;
    let Some(playouts) = stats.playouts else {
        let (nodes, kib) = (stats.nodes, stats.bytes / 1024);
        let (depth, cpu, stop) = (stats.max_depth, stats.cpu_s, &stats.stop);
        writeln!(
            text,
            "{nodes} nodes, table of {kib} KiB, deepest {depth}; {cpu:.3} s of CPU time; stopped by {stop}"
        )?;
        return Ok(text);
    };
    writeln!(
        text,
        "{} playouts of {} plies, tree of {} nodes ({} KiB{}), mean depth {}, deepest {}; {:.3} s of CPU time; stopped by {}",
        playouts,
        three(stats.mean_playout_plies),
        stats.nodes,
        stats.bytes / 1024,
        if stats.tree_full { ", full" } else { "" },
        three(stats.mean_depth),
        stats.max_depth,
        stats.cpu_s,
        stats.stop
    )?;
    Ok(text)
}

fn whole(score: Option<i32>) -> String {
    score.map_or("-".to_string(), |score| score.to_string())
}

fn three(value: Option<f64>) -> String {
    value.map_or("-".to_string(), |value| format!("{value:.3}"))
}
