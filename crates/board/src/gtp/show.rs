//! Commands that show something.

use std::fmt::Write as _;

use gametree_core::{Grid, Outcome, Side, Size, process_cpu};
use gametree_players::{Analysis, AnalysisMove};

use crate::drawing::end_of;

use super::engine::{Engine, SYNTAX};
use super::protocol::{Answer, done, failed};

/// Begins on a line of its own, so that the columns stand under each other.
pub(super) fn showboard(engine: &mut Engine<'_>, _: &[&str]) -> Answer {
    let mut text = format!("\n{}", engine.session.draw());
    let sides = engine.game.about().sides;
    match engine.session.outcome() {
        None => write!(text, "\n{} to move", sides[engine.session.to_move().index()]),
        Some(Outcome::Draw) => write!(text, "\ndrawn"),
        Some(Outcome::Win(side)) => write!(text, "\n{} has won", sides[side.index()]),
    }
    .unwrap_or_default();
    if let Some(last) = engine.session.moves().last() {
        let _ = write!(text, ", last move {} {}", sides[last.side.index()], engine.points.to_controller(&last.text));
    }
    done(text)
}

/// Seconds of CPU time of the whole program.
pub(super) fn cputime(_: &mut Engine<'_>, _: &[&str]) -> Answer {
    done(format!("{:.3}", process_cpu().as_secs_f64()))
}

/// All stones are alive in our scoring; a chain a line.
pub(super) fn final_status_list(engine: &mut Engine<'_>, args: &[&str]) -> Answer {
    match args {
        ["alive"] => (),
        ["dead" | "seki" | "white_territory" | "black_territory" | "dame"] => return done(""),
        _ => return failed(SYNTAX),
    }
    let size = engine.setup.size();
    let mut seen = vec![false; size.area()];
    let mut lines = Vec::new();
    for start in 0..size.area() {
        let Some(side) = engine.session.stone_at(start).filter(|_| !seen[start]) else { continue };
        let mut chain = vec![start];
        seen[start] = true;
        let mut next = 0;
        while next < chain.len() {
            for near in around(chain[next], size) {
                if !seen[near] && engine.session.stone_at(near) == Some(side) {
                    seen[near] = true;
                    chain.push(near);
                }
            }
            next += 1;
        }
        lines.push(chain.iter().map(|&point| engine.points.write(point)).collect::<Vec<_>>().join(" "));
    }
    done(lines.join("\n"))
}

fn around(point: usize, size: Size) -> impl Iterator<Item = usize> {
    let (cols, rows) = (usize::from(size.cols), usize::from(size.rows));
    let (row, col) = (point / cols, point % cols);
    let near = [
        (row > 0).then(|| point - cols),
        (col > 0).then(|| point - 1),
        (col + 1 < cols).then_some(point + 1),
        (row + 1 < rows).then_some(point + cols),
    ];
    near.into_iter().flatten()
}

pub(super) fn analyze_commands(_: &mut Engine<'_>, _: &[&str]) -> Answer {
    done(
        "gfx/Last Search/gametree-gfx\n\
         pspairs/Visits/gametree-visits\n\
         hpstring/Search Table/gametree-table\n\
         string/Explain Last Move/gomill-explain_last_move\n\
         plist/Legal Moves/gogui-rules_legal_moves\n\
         string/CPU Time/cputime\n\
         string/Final Score/final_score",
    )
}

/// HexGui knows fewer types: it shows a table only as `string`, and its `gfx` is one list of numbers from 0 to 1.
pub(super) fn hexgui_commands(_: &mut Engine<'_>, _: &[&str]) -> Answer {
    done(
        "gfx/Values/gametree-values\n\
         pspairs/Visits/gametree-visits\n\
         string/Search Table/gametree-table\n\
         string/Explain Last Move/gomill-explain_last_move\n\
         plist/Legal Moves/gogui-rules_legal_moves\n\
         string/CPU Time/cputime\n\
         string/Final Score/final_score",
    )
}

pub(super) fn game_id(engine: &mut Engine<'_>, _: &[&str]) -> Answer {
    done(engine.setup.game())
}

/// Row by row from the top: X the first side, O the second.
pub(super) fn rules_board(engine: &mut Engine<'_>, _: &[&str]) -> Answer {
    let size = engine.setup.size();
    let letter = |point| match engine.session.stone_at(point) {
        Some(Side::First) => 'X',
        Some(Side::Second) => 'O',
        None => '.',
    };
    let cols = usize::from(size.cols);
    let rows = (0..size.rows).map(|row| (0..cols).map(|col| letter(usize::from(row) * cols + col)).collect());
    done(format!("\n{}", rows.collect::<Vec<String>>().join("\n")))
}

/// GoGui draws hexagons when the number is followed by `hex`.
pub(super) fn board_size(engine: &mut Engine<'_>, _: &[&str]) -> Answer {
    let size = engine.setup.size();
    if size.cols != size.rows {
        return failed("the board is not square");
    }
    done(if engine.setup.grid() == Grid::Hexagons { format!("{size} hex") } else { size.to_string() })
}

/// GoGui reads points and passes here; a swap it does not know.
pub(super) fn legal_moves(engine: &mut Engine<'_>, _: &[&str]) -> Answer {
    let mut moves = engine.session.legal_moves();
    moves.retain(|text| engine.setup.about().swap.is_none_or(|swap| swap.text != text));
    list(engine, &moves)
}

pub(super) fn all_legal_moves(engine: &mut Engine<'_>, _: &[&str]) -> Answer {
    let moves = engine.session.legal_moves();
    list(engine, &moves)
}

fn list(engine: &Engine<'_>, moves: &[String]) -> Answer {
    done(moves.iter().map(|text| engine.points.to_controller(text)).collect::<Vec<_>>().join(" "))
}

pub(super) fn side_to_move(engine: &mut Engine<'_>, _: &[&str]) -> Answer {
    done(COLORS[engine.session.to_move().index()])
}

const COLORS: [&str; 2] = ["black", "white"];

pub(super) fn final_result(engine: &mut Engine<'_>, _: &[&str]) -> Answer {
    let outcome = engine.resigned.map(|resigned| Outcome::Win(resigned.side.other())).or(engine.session.outcome());
    done(match outcome {
        Some(Outcome::Win(side)) => COLORS[side.index()],
        Some(Outcome::Draw) => "draw",
        None => "unknown",
    })
}

pub(super) fn describe_engine(engine: &mut Engine<'_>, _: &[&str]) -> Answer {
    let (setup, terms) = (&engine.setup, &engine.terms);
    let (name, version) = (terms.program.name(), terms.program.version());
    done(format!("{name} {version}\n{setup}\n{}, {}, seed {}", terms.player, terms.budget, terms.seed))
}

pub(super) fn explain_last_move(engine: &mut Engine<'_>, _: &[&str]) -> Answer {
    let Some((side, analysis)) = &engine.last else { return done("") };
    let mut text = format!("{}:", COLORS[side.index()]);
    if let Some(best) = &analysis.best {
        let _ = write!(text, " {}", engine.points.to_controller(best));
    }
    if let Some(value) = analysis.value {
        let _ = write!(text, ", value {value:.3}");
    }
    if let Some(score) = analysis.score {
        let _ = write!(text, ", score {score}");
    }
    match analysis.stats.playouts {
        Some(playouts) => write!(text, ", {playouts} playouts"),
        None => write!(text, ", {} nodes", analysis.stats.nodes),
    }
    .unwrap_or_default();
    if analysis.stats.tree_full {
        text.push_str(", tree full");
    }
    let line: Vec<String> = analysis.pv.iter().map(|text| engine.points.to_controller(text)).collect();
    let _ = write!(text, ", expects {}", line.join(" "));
    done(text)
}

/// The moves of the last search, the best first.
fn ranked(analysis: &Analysis) -> Vec<&AnalysisMove> {
    let mut moves: Vec<&AnalysisMove> = analysis.root.iter().collect();
    moves.sort_by_key(|mv| std::cmp::Reverse((mv.proven.as_deref() == Some("win"), mv.visits, mv.score)));
    moves
}

fn three(value: Option<f64>) -> String {
    value.map_or("-".to_string(), |value| format!("{value:.3}"))
}

pub(super) fn table(engine: &mut Engine<'_>, _: &[&str]) -> Answer {
    let Some((_, analysis)) = &engine.last else { return failed("no search yet") };
    let mut text = format!("\n{:<8}{:>10}{:>8}", "move", "visits", "value");
    let moves = ranked(analysis);
    let names: Vec<&String> = moves.first().map(|mv| mv.sources.keys().collect()).unwrap_or_default();
    for name in &names {
        let _ = write!(text, "{:>12}{:>12}", name, "count");
    }
    for mv in moves.iter().take(20) {
        let number = mv.visits.map(|visits| visits.to_string()).or(mv.score.map(|score| score.to_string()));
        let name = engine.points.to_controller(&mv.mv);
        let _ = write!(text, "\n{name:<8}{:>10}{:>8}", number.unwrap_or_default(), three(mv.value));
        for source in names.iter().filter_map(|name| mv.sources.get(*name)) {
            let _ = write!(text, "{:>12}{:>12}", three(source.mean), source.count);
        }
        if let Some(proven) = &mv.proven {
            let _ = write!(text, "  proven {proven}");
        }
    }
    done(text)
}

/// Point and number of visits of the moves that end there, the most visited first. Controllers put them on the board: a pass and
/// a swap are left out.
pub(super) fn visits(engine: &mut Engine<'_>, _: &[&str]) -> Answer {
    let Some((_, analysis)) = &engine.last else { return failed("no search yet") };
    let mut visits = vec![0; engine.setup.size().area()];
    for mv in &analysis.root {
        if let Some(point) = end_of(&mv.mv, &engine.setup) {
            visits[point] += mv.visits.unwrap_or_default();
        }
    }
    let mut visited: Vec<usize> = (0..visits.len()).filter(|&point| visits[point] > 0).collect();
    visited.sort_by_key(|&point| std::cmp::Reverse(visits[point]));
    let pairs = visited.iter().take(40).map(|&point| format!("{} {}", engine.points.write(point), visits[point]));
    done(pairs.collect::<Vec<_>>().join("\n"))
}

/// A line of values on the board, each as `shown` makes it: of the best moves, of several that end on one point the best. Empty
/// without values.
fn influence(engine: &Engine<'_>, analysis: &Analysis, shown: impl Fn(f64) -> f64) -> String {
    let mut seen = vec![false; engine.setup.size().area()];
    let ends = ranked(analysis).into_iter().filter_map(|mv| Some((end_of(&mv.mv, &engine.setup)?, mv.value?)));
    let first = ends.filter(|&(point, _)| !std::mem::replace(&mut seen[point], true)).take(40);
    let pairs: String =
        first.map(|(point, value)| format!(" {} {:.3}", engine.points.write(point), shown(value))).collect();
    if pairs.is_empty() { pairs } else { format!("INFLUENCE{pairs}\n") }
}

/// HexGui's graphics: nothing but the values for the side that has searched, from 0 to 1, and a line of text.
pub(super) fn values(engine: &mut Engine<'_>, args: &[&str]) -> Answer {
    let Some((_, analysis)) = &engine.last else { return failed("no search yet") };
    let mut text = influence(engine, analysis, |value| value.clamp(0.0, 1.0));
    if let Answer::Done(explained) = explain_last_move(engine, args) {
        let _ = write!(text, "TEXT {explained}");
    }
    done(text)
}

/// GoGui's graphics: the values as influence, the expected moves, and a line of text.
pub(super) fn gfx(engine: &mut Engine<'_>, args: &[&str]) -> Answer {
    let Some((side, analysis)) = engine.last.clone() else { return failed("no search yet") };
    let points = engine.points;
    let sign = if side == Side::First { 1.0 } else { -1.0 };
    let mut text = influence(engine, &analysis, |value| sign * (2.0 * value - 1.0));
    let line = analysis.pv.iter().take(10).enumerate().map(|(ply, mv)| {
        let mover = if ply.is_multiple_of(2) { side } else { side.other() };
        format!(" {} {}", ["b", "w"][mover.index()], points.to_controller(mv))
    });
    let _ = writeln!(text, "VAR{}", line.collect::<String>());
    if let Answer::Done(explained) = explain_last_move(engine, args) {
        let _ = write!(text, "TEXT {explained}");
    }
    done(text)
}
