//! Commands that change the board.

use std::path::Path;

use anyhow::{Context, ensure};
use gametree_core::{Outcome, Side, Size};
use gametree_players::{komi_in_halves, komi_is_odd};

use crate::position::{read_game, warn};

use super::engine::{Engine, ILLEGAL, Resigned, SYNTAX};
use super::points::Points;
use super::protocol::{Answer, done, failed};

/// One number, or columns and rows as HTP has them.
pub(super) fn boardsize(engine: &mut Engine<'_>, args: &[&str]) -> Answer {
    let (cols, rows) = match *args {
        [side] => (side, side),
        [cols, rows] => (cols, rows),
        _ => return failed(SYNTAX),
    };
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if let Some(word) = [cols, rows].into_iter().find(|word| !is_number(word)) {
        return failed(format!("{SYNTAX}: {word:?} is no whole number"));
    }
    let size = cols.parse::<u8>().ok().zip(rows.parse::<u8>().ok()).map(|(cols, rows)| Size { cols, rows });
    let setup = size.and_then(|size| engine.other_setup(size, None));
    let Some(setup) = setup else { return failed("unacceptable size") };
    let points = Points::new(engine.terms.coordinates, setup.grid(), setup.size());
    if !points.have_letters() {
        return failed("unacceptable size");
    }
    match engine.game.session(&setup, &[(&engine.terms.player, &engine.terms.budget)]) {
        Ok(session) => {
            (engine.session, engine.setup, engine.points) = (session, setup, points);
            engine.fresh();
            done("")
        }
        Err(_) => failed("unacceptable size"),
    }
}

/// KataGo's and Sabaki's name for columns and rows.
pub(super) fn rectangular_boardsize(engine: &mut Engine<'_>, args: &[&str]) -> Answer {
    if args.len() == 2 { boardsize(engine, args) } else { failed(SYNTAX) }
}

pub(super) fn clear_board(engine: &mut Engine<'_>, _: &[&str]) -> Answer {
    unswap_sides(engine);
    engine.session.clear();
    engine.clocks.restart();
    engine.fresh();
    done("")
}

/// Any number is accepted, also in games without a komi. One that decides the game by itself is told of on standard error.
pub(super) fn komi(engine: &mut Engine<'_>, args: &[&str]) -> Answer {
    let &[text] = args else { return failed(SYNTAX) };
    let Some(komi) = text.parse::<f64>().ok().filter(|komi| komi.is_finite()) else {
        return failed(format!("{SYNTAX}: {text:?} is no number"));
    };
    set_komi(engine, komi);
    done("")
}

fn set_komi(engine: &mut Engine<'_>, komi: f64) {
    engine.komi = komi;
    if !engine.setup.options().contains_key("komi") {
        return;
    }
    if let Some(warning) = komi_is_odd(&engine.game.about(), komi, engine.setup.size()) {
        warn(warning);
    }
    let same = komi_in_halves(komi).clamp(-1000.0, 1000.0).to_string();
    let setup = engine.other_setup(engine.setup.size(), Some(("komi", &same)));
    setup.map(|setup| engine.change(setup));
}

pub(super) fn play(engine: &mut Engine<'_>, args: &[&str]) -> Answer {
    let &[color, vertex] = args else { return failed(SYNTAX) };
    match play_move(engine, color, vertex) {
        Ok(()) => done(""),
        Err(text) => failed(text),
    }
}

fn play_move(engine: &mut Engine<'_>, color: &str, vertex: &str) -> Result<(), String> {
    let side = engine.color(color)?;
    if ["resign", "forfeit"].iter().any(|word| vertex.eq_ignore_ascii_case(word)) {
        engine.resigned = Some(Resigned { side, played: true });
        return Ok(());
    }
    // HTP's swaps are moves of games that can have the rule, legal or not.
    let swap = engine.setup.about().swap;
    let swaps = swap
        .is_some_and(|swap| vertex.eq_ignore_ascii_case(swap.text) || vertex.to_ascii_lowercase().starts_with("swap"));
    if swaps && vertex.eq_ignore_ascii_case("swap-sides") {
        return swap_sides(engine, side);
    }
    let Ok(text) = engine.points.to_game(vertex) else {
        return Err(format!("{SYNTAX}: {vertex:?} is no point of this board as GTP writes them"));
    };
    if let Err(error) = engine.session.play(side, &text) {
        // A slip of the pen is no move that the rules forbid.
        let is_move = swaps || engine.points.names_points(vertex) || engine.session.reads(&text).is_ok();
        return Err(if is_move {
            ILLEGAL.into()
        } else {
            format!("{SYNTAX}: {vertex:?} is no move: {}", error.reason)
        });
    }
    engine.resigned = None;
    Ok(())
}

/// HTP's swap-sides: the stone stays, the players exchange their colours, and the second side's new owner moves. On the board
/// that is the game without a swap. It may be said where the pieces may be swapped.
fn swap_sides(engine: &mut Engine<'_>, side: Side) -> Result<(), String> {
    let may_swap = engine.session.to_move() == side && engine.session.outcome().is_none();
    let rule = engine.setup.about().swap.filter(|_| may_swap);
    let rule = rule.filter(|swap| engine.session.legal_moves().iter().any(|text| text == swap.text));
    let before = (engine.setup.clone(), engine.session.moves().len());
    let without = rule.and_then(|swap| engine.other_setup(engine.setup.size(), Some((swap.option, swap.off))));
    if !without.is_some_and(|without| engine.change(without)) {
        return Err(ILLEGAL.into());
    }
    engine.before_swap = Some(before);
    engine.resigned = None;
    Ok(())
}

/// Takes a swap of the sides back. Returns whether there was one.
fn unswap_sides(engine: &mut Engine<'_>) -> bool {
    engine.before_swap.take().is_some_and(|(setup, _)| engine.change(setup))
}

/// Takes back what was played last.
fn take_back(engine: &mut Engine<'_>) -> bool {
    if engine.resigned.take().is_some_and(|resigned| resigned.played) {
        return true;
    }
    let moves = engine.session.moves().len();
    if engine.before_swap.as_ref().is_some_and(|&(_, before)| before == moves) {
        unswap_sides(engine)
    } else {
        engine.session.undo()
    }
}

/// Many moves at once: all or none.
pub(super) fn play_sequence(engine: &mut Engine<'_>, args: &[&str]) -> Answer {
    if !args.len().is_multiple_of(2) {
        return failed(SYNTAX);
    }
    let stands = |engine: &Engine<'_>| (engine.session.moves().len(), engine.before_swap.is_some());
    let (before, resigned) = (stands(engine), engine.resigned);
    for mv in args.chunks_exact(2) {
        if let Err(text) = play_move(engine, mv[0], mv[1]) {
            // Not every step was a move that stands on the board.
            while stands(engine) != before && take_back(engine) {}
            engine.resigned = resigned;
            return failed(text);
        }
    }
    done("")
}

pub(super) fn undo(engine: &mut Engine<'_>, _: &[&str]) -> Answer {
    if take_back(engine) {
        engine.last = None;
        done("")
    } else {
        failed("cannot undo")
    }
}

fn is_empty(engine: &Engine<'_>) -> bool {
    (0..engine.setup.size().area()).all(|point| engine.session.stone_at(point).is_none())
}

pub(super) fn fixed_handicap(engine: &mut Engine<'_>, args: &[&str]) -> Answer {
    let Some(stones) = number(args) else { return failed(SYNTAX) };
    if !is_empty(engine) {
        return failed("board not empty");
    }
    match engine.session.handicap(stones) {
        Ok(points) => place(engine, points, "invalid number of stones"),
        Err(_) => failed("invalid number of stones"),
    }
}

/// The fixed points, as many as there are: an engine may place fewer stones than it is asked for.
pub(super) fn place_free_handicap(engine: &mut Engine<'_>, args: &[&str]) -> Answer {
    let Some(stones) = number(args) else { return failed(SYNTAX) };
    if !is_empty(engine) {
        return failed("board not empty");
    }
    let most = (2..=stones).rev().find_map(|stones| engine.session.handicap(stones).ok());
    match most {
        Some(points) if usize::from(stones) < engine.setup.size().area() => {
            place(engine, points, "invalid number of stones")
        }
        _ => failed("invalid number of stones"),
    }
}

pub(super) fn set_free_handicap(engine: &mut Engine<'_>, args: &[&str]) -> Answer {
    if !is_empty(engine) {
        return failed("board not empty");
    }
    let points: Result<Vec<usize>, _> = args.iter().map(|text| engine.points.index(text)).collect();
    match points {
        Ok(points) if points.len() >= 2 => match place(engine, points, "bad vertex list") {
            Answer::Done(_) => done(""),
            answer => answer,
        },
        _ => failed("bad vertex list"),
    }
}

fn place(engine: &mut Engine<'_>, points: Vec<usize>, otherwise: &str) -> Answer {
    let names: Vec<String> = points.iter().map(|&point| engine.points.write(point)).collect();
    match engine.session.arrange([points, Vec::new()], Side::Second) {
        Ok(()) => {
            engine.fresh();
            done(names.join(" "))
        }
        Err(_) => failed(otherwise),
    }
}

fn number(args: &[&str]) -> Option<u8> {
    let &[text] = args else { return None };
    // A number that no board holds is a number all the same.
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().unwrap_or(u8::MAX))
}

/// A file, and the number of the move before which to stop. Spaces in the file's name stay, one between two words.
pub(super) fn loadsgf(engine: &mut Engine<'_>, args: &[&str]) -> Answer {
    let (words, before) = match args {
        [] => return failed(SYNTAX),
        [words @ .., last] if !words.is_empty() => match last.parse::<usize>() {
            Ok(number) => (words, Some(number)),
            // A name that ends here, or a number that is none.
            Err(_) if last.contains(['.', '"']) => (args, None),
            Err(_) => return failed(SYNTAX),
        },
        _ => (args, None),
    };
    match load(engine, words.join(" ").trim_matches('"'), before) {
        Ok(()) => done(""),
        Err(error) => {
            warn(format_args!("{error:#}"));
            failed("cannot load file")
        }
    }
}

/// Leaves everything as it is when it does not succeed. Options that the file says are the file's, the others stay.
fn load(engine: &mut Engine<'_>, file: &str, before: Option<usize>) -> anyhow::Result<()> {
    let most = before.map_or(usize::MAX, |number| number.saturating_sub(1));
    let file = Path::new(file);
    let game = read_game(file, engine.house, most)?;
    let setup = engine.setup_of(&game)?;
    let points = Points::new(engine.terms.coordinates, setup.grid(), setup.size());
    ensure!(points.have_letters(), "{}: more columns than the controller has letters for", file.display());
    let mut session = engine.game.session(&setup, &[(&engine.terms.player, &engine.terms.budget)])?;
    game.play(&mut *session, most).with_context(|| file.display().to_string())?;
    (engine.session, engine.setup, engine.points) = (session, setup, points);
    engine.fresh();
    engine.komi = game.komi.or(engine.setup.komi()).unwrap_or_default();
    Ok(())
}

pub(super) fn final_score(engine: &mut Engine<'_>, _: &[&str]) -> Answer {
    let letter = |side: Side| ["B", "W"][side.index()];
    if let Some(Resigned { side, .. }) = engine.resigned {
        return done(format!("{}+R", letter(side.other())));
    }
    if engine.game.about().scored {
        // The session's margin has its own komi in it.
        let own = engine.setup.komi().unwrap_or_default();
        let margin = f64::from(engine.session.margin()) / 2.0 + own - engine.komi;
        // A komi of 6.3 leaves a margin with a tail of binary digits.
        let margin = (margin * 1e6).round() / 1e6;
        return done(match margin {
            0.0 => "0".to_string(),
            _ => format!("{}+{}", letter(if margin > 0.0 { Side::First } else { Side::Second }), margin.abs()),
        });
    }
    match engine.session.outcome() {
        Some(Outcome::Win(side)) => done(format!("{}+", letter(side))),
        Some(Outcome::Draw) => done("0"),
        None => failed("cannot score"),
    }
}
