//! `gametree solve`: exact values.

use std::fmt::Write;
use std::sync::Arc;

use gametree_core::{Budget, parse_memory};
use gametree_players::{House, Solve, Solved};

use crate::position::PositionArgs;

#[derive(clap::Args)]
#[command(after_help = "Examples:\n  {bin} solve {game} --size 4 --all-moves\n  \
    {bin} solve {small} --algorithm alphabeta --order given\n\
    \"win in 5 plies\" says how long the game lasts under best play. The proof alone does not tell: a second search looks for it, and \
    gives up after 50000 nodes unless --distance is set; \"win\" stands alone then, with the reason. Draws and games that count points \
    have no such number.\n\
    With --sgf, --json has the moves played as moves, unless --all-moves puts the values of the moves to play there.\n\
    A game may know more than its rules, such as which cells no longer matter; proof, and alphabeta with --table where only who wins \
    counts, go by that, and --plain turns it off. Without it larger boards take alphabeta a hundred times as long as proof.\n\
    nodes counts the root and the leaves of the one search; what --all-moves and the distance take is not counted.")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// minimax, alphabeta or proof (proof-number search, as a rule by far the fastest) [default: proof; alphabeta where points or
    /// repetition count]
    #[arg(long)]
    algorithm: Option<String>,
    /// The order of moves of which nothing is known: given, or center (from the center out)
    #[arg(long, default_value = "center")]
    order: String,
    /// Let alpha-beta remember positions (proof always does); it then asks the game for what it knows, too
    #[arg(long)]
    table: bool,
    /// Go by the rules alone, without what the game knows of positions
    #[arg(long)]
    plain: bool,
    /// The table's greatest size
    #[arg(long, value_name = "SIZE", default_value = "1GiB", allow_hyphen_values = true)]
    memory: String,
    /// What each search may spend, as cpu=60s or nodes=1000000 [default: no limit]
    #[arg(long)]
    budget: Option<String>,
    /// Find out in how many plies the game ends, whatever it takes [default: only where 50000 nodes are enough]
    #[arg(long)]
    distance: bool,
    /// Also the value of every move
    #[arg(long)]
    all_moves: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, house: &House) -> anyhow::Result<String> {
    let (_, _, position) = args.position.resolve(house)?;
    let budget: Budget = args.budget.as_deref().map(str::parse).transpose()?.unwrap_or_default();
    let request = Solve {
        algorithm: args.algorithm.as_deref(),
        order: &args.order,
        table: args.table,
        plain: args.plain,
        memory: parse_memory("memory", &args.memory)?,
        distance: args.distance,
        all_moves: args.all_moves,
        budget,
        stop: Arc::default(),
    };
    let solved = position.session.solve(&request)?;
    if args.json {
        let told = position.told(&solved);
        return crate::json(&told.with_moves_of_its_own(args.all_moves, args.position.is_in_a_file()));
    }
    Ok(in_words(&position.session.draw(), &solved)?)
}

fn in_words(board: &str, solved: &Solved) -> Result<String, std::fmt::Error> {
    let mut text = format!("{}\n\n", board.trim_end());
    let word = |value: &Option<serde_json::Value>| match value {
        None => "not solved within the budget".to_string(),
        Some(serde_json::Value::String(word)) => word.clone(),
        Some(points) => format!("{points} points"),
    };
    write!(text, "{} for the side to move", word(&solved.value))?;
    if let Some(distance) = solved.distance {
        write!(text, " in {distance} plies")?;
    }
    writeln!(text, "; best {}", solved.best.as_deref().unwrap_or("none"))?;
    if let Some(why) = &solved.distance_unknown {
        writeln!(text, "no number of plies: {why}")?;
    }
    for mv in solved.moves.iter().flatten() {
        writeln!(text, "  {:<6} {}", mv.mv, word(&mv.value))?;
    }
    write!(text, "{} nodes, {} leaves", solved.nodes, solved.leaves)?;
    if let Some(positions) = solved.positions {
        write!(text, ", {positions} distinct positions")?;
    }
    writeln!(text, "; {:.6} s of CPU time", solved.cpu_s)?;
    Ok(text)
}
