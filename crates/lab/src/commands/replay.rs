//! `replay`.

use std::fmt::Write;
use std::path::PathBuf;

use gametree_core::FieldError;
use gametree_tournament::{GameRecord, PlayerUsage, read_records, replay};
use serde_json::json;

use crate::lab::Lab;
use crate::shell::{Exit, print, say};
use crate::show::result;

/// Show a recorded game move by move; under a playout budget it is played again and must be the same
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The run's folder
    dir: PathBuf,
    /// The game's id, as in the records
    id: String,
    /// Print one JSON document instead of boards
    #[arg(long)]
    json: bool,
}

pub(crate) fn prepare(command: clap::Command, lab: &Lab) -> clap::Command {
    let (program, run, [game, _]) = (lab.program_name(), lab.example_run(), lab.example_game());
    command.after_help(format!("Example: {program} replay {run} {game}-7-cpu=20ms-MCPS-GRAVE-89abcdef-0000a"))
}

pub(crate) fn run(args: &Args, lab: &Lab) -> anyhow::Result<Exit> {
    let record = find(args)?;
    let game = replay(&record, &lab.house)?;
    let difference = if game.is_repeatable() { Some(game.play_again()?) } else { None };
    let moves: Vec<&str> = record.moves.split_whitespace().collect();
    if args.json {
        let GameRecord { id, first, second, winner, end, opening, final_scores, players, .. } = &record;
        let document = json!({
            "id": id, "first": first, "second": second, "winner": winner, "end": end, "opening": opening, "moves": moves,
            "final_scores": final_scores, "players": players, "agrees": difference.as_ref().map(Option::is_none), "difference": difference.clone().flatten(),
        });
        print(&format!("{document:#}\n"))?;
    } else {
        let mut out = format!("{}\n{} against {}, {}\n", record.id, record.first, record.second, record.cell.budget);
        for plies in 0..=moves.len() {
            if let Some(last) = plies.checked_sub(1) {
                let whose = if last < record.opening { ", opening" } else { "" };
                let _ = writeln!(out, "\n{plies}. {}{whose}", moves[last]);
            }
            let _ = writeln!(out, "\n{}", game.draw(plies)?.trim_end());
        }
        let _ = writeln!(out, "\n{}", result(&record));
        if let Some(scores) = &record.final_scores {
            let engines = scores.engines.iter().map(|(name, score)| format!(", {score} by {name}"));
            let _ = writeln!(out, "final score: {} by our rules{}", scores.referee, engines.collect::<String>());
        }
        for (name, PlayerUsage { usage, .. }) in &record.players {
            if let Some(full) = usage.tree_full_moves.filter(|full| *full > 0) {
                let _ = writeln!(out, "{name}: the tree was full in {full} of {} moves", usage.moves);
            }
        }
        print(&out)?;
    }
    Ok(match difference {
        Some(Some(difference)) => {
            say(format_args!("error: played again, it is another game: {difference}"));
            Exit::Failed
        }
        Some(None) => {
            say("played again: the same game");
            Exit::Done
        }
        None => {
            say(format_args!("not played again: {}", game.why_not_repeatable().unwrap_or_default()));
            Exit::Done
        }
    })
}

fn find(args: &Args) -> anyhow::Result<GameRecord> {
    let (mut found, mut some) = (None, None);
    read_records(&args.dir, &mut |record| {
        some.get_or_insert_with(|| record.id.clone());
        if record.id == args.id {
            found.get_or_insert(record);
        }
    })?;
    let allowed = || match &some {
        Some(id) => format!("the id of a game in {}, such as {id}", args.dir.display()),
        None => format!("the id of a game in {}, which has none", args.dir.display()),
    };
    Ok(found.ok_or_else(|| FieldError::new("id", &args.id, allowed()))?)
}
