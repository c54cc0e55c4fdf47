//! Commands that think.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use gametree_core::{Budget, Outcome, Side, mix};
use gametree_players::{Analysis, AnalysisMove, FollowAnalysis, Think};

use super::desk::Thinking;
use super::engine::{Engine, Resigned, SYNTAX};
use super::points::Points;
use super::protocol::{Answer, done, failed, head};

pub(super) fn time_settings(engine: &mut Engine<'_>, args: &[&str]) -> Answer {
    let &[main, period, stones] = args else { return failed(SYNTAX) };
    match (seconds(main), seconds(period), count(stones)) {
        (Ok(main), Ok(period), Ok(stones)) => engine.clocks.set(main, period, stones),
        (Err(why), ..) | (_, Err(why), _) | (.., Err(why)) => return failed(why),
    }
    done("")
}

pub(super) fn time_left(engine: &mut Engine<'_>, args: &[&str]) -> Answer {
    let &[color, time, stones] = args else { return failed(SYNTAX) };
    match (engine.color(color), seconds(time), count(stones)) {
        (Ok(side), Ok(time), Ok(stones)) => engine.clocks.tell(side, time, stones),
        (Err(why), ..) | (_, Err(why), _) | (.., Err(why)) => return failed(why),
    }
    done("")
}

/// Whole seconds in the standard; some controllers send fractions.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| seconds.is_finite() && *seconds >= 0.0);
    // A century is enough for any game.
    let time = seconds.map(|seconds| Duration::from_secs_f64(seconds.min(3e9)));
    time.ok_or_else(|| format!("{SYNTAX}: {text:?} is no time in seconds from 0"))
}

fn count(stones: &str) -> Result<u32, String> {
    stones.parse().map_err(|_| format!("{SYNTAX}: {stones:?} is no number of stones from 0"))
}

pub(super) fn genmove(engine: &mut Engine<'_>, args: &[&str]) -> Answer {
    answer(engine, args, true)
}

/// The same without playing the move, and never resigns.
pub(super) fn reg_genmove(engine: &mut Engine<'_>, args: &[&str]) -> Answer {
    answer(engine, args, false)
}

fn answer(engine: &mut Engine<'_>, args: &[&str], play: bool) -> Answer {
    let &[color] = args else { return failed(SYNTAX) };
    match engine.color(color).and_then(|side| generate(engine, side, play, None)) {
        Ok(text) => done(text),
        Err(text) => failed(text),
    }
}

type Watcher = Option<(Duration, FollowAnalysis)>;

/// Searches for a move of `side`, and plays it if that is wanted. What to answer.
fn generate(engine: &mut Engine<'_>, side: Side, plays: bool, follow: Watcher) -> Result<String, String> {
    // Go can be taken up again after two passes.
    if !engine.game.about().scored
        && let Some(outcome) = engine.session.outcome()
    {
        let lost = outcome == Outcome::Win(side.other());
        return if lost { Ok("resign".into()) } else { Err("the game is over".into()) };
    }
    let began = Instant::now();
    let (stop, most) = engine.desk.begin(Thinking::Move);
    let mut budget = engine.terms.budget;
    // About half of the points are still to be played on, by turns.
    let to_come = (engine.session.legal_moves().len() / 4).max(10);
    for limit in [engine.clocks.allowance(side, to_come), most].into_iter().flatten() {
        budget.wall = Some(budget.wall.map_or(limit, |wall| wall.min(limit)));
    }
    let seed = seed(engine);
    let found = engine.session.think(Think { player: 0, side, budget, seed, stop, follow, forced: false });
    engine.desk.end();
    let analysis = found.map_err(|error| error.reason)?;
    if plays {
        engine.clocks.spend(side, began.elapsed());
    }
    let best = analysis.best.clone().ok_or("the game is over")?;
    let value = analysis.value;
    engine.last = Some((side, analysis));
    if !plays {
        return Ok(engine.points.to_controller(&best));
    }
    let low = &mut engine.low[side.index()];
    *low = match (engine.terms.resign, value) {
        (Some(limit), Some(value)) if value < limit => *low + 1,
        _ => 0,
    };
    if *low >= 2 {
        engine.resigned = Some(Resigned { side, played: false });
        return Ok("resign".into());
    }
    engine.session.play(side, &best).map_err(|error| error.reason)?;
    engine.resigned = None;
    Ok(engine.points.to_controller(&best))
}

/// Every position of a game has a seed of its own.
fn seed(engine: &Engine<'_>) -> u64 {
    mix(&[engine.terms.seed, engine.session.moves().len() as u64])
}

/// Whose words are used for an analysis.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dialect {
    /// Leela Zero's: win rates from 0 to 10000.
    Leela,
    /// KataGo's: from 0 to 1.
    Kata,
}

pub(super) fn lz_analyze(engine: &mut Engine<'_>, args: &[&str]) -> Answer {
    analyze(engine, args, Dialect::Leela, false)
}

pub(super) fn kata_analyze(engine: &mut Engine<'_>, args: &[&str]) -> Answer {
    analyze(engine, args, Dialect::Kata, false)
}

pub(super) fn lz_genmove_analyze(engine: &mut Engine<'_>, args: &[&str]) -> Answer {
    analyze(engine, args, Dialect::Leela, true)
}

pub(super) fn kata_genmove_analyze(engine: &mut Engine<'_>, args: &[&str]) -> Answer {
    analyze(engine, args, Dialect::Kata, true)
}

/// What is asked of an analysis.
#[derive(Clone, Copy)]
struct Wish {
    side: Side,
    every: Duration,
    /// At most so many moves.
    most: usize,
    /// Whether the position as a whole is reported, too.
    root: bool,
    dialect: Dialect,
}

/// Further words of KataGo's, each with `true` or `false`, that ask for what we do not have: it is left out.
const LEFT_OUT: &[&str] = &[
    "ownership",
    "ownershipStdev",
    "movesOwnership",
    "movesOwnershipStdev",
    "pvVisits",
    "pvEdgeVisits",
    "noResultValue",
];

/// `[color] [interval]`, the interval in hundredths of a second, also as `interval N`; `maxmoves N`, `rootInfo true`;
/// `minmoves N` changes nothing. What would change the search (`avoid`, `allow`) is refused.
fn arguments(engine: &Engine<'_>, args: &[&str], dialect: Dialect) -> Result<Wish, &'static str> {
    if args.iter().any(|arg| matches!(*arg, "avoid" | "allow")) {
        return Err("avoid and allow are not supported");
    }
    wish(engine, args, dialect).ok_or(SYNTAX)
}

fn wish(engine: &Engine<'_>, args: &[&str], dialect: Dialect) -> Option<Wish> {
    let (mut side, mut every, mut most, mut root) = (engine.session.to_move(), 100, usize::MAX, false);
    let mut args = args.iter();
    while let Some(&arg) = args.next() {
        let mut number = || args.next().and_then(|text| text.parse::<u64>().ok());
        match arg {
            "interval" => every = number()?,
            "maxmoves" => most = number()? as usize,
            "minmoves" => drop(number()?),
            "rootInfo" => root = args.next()?.parse().ok()?,
            _ if LEFT_OUT.contains(&arg) => drop(args.next()?.parse::<bool>().ok()?),
            _ => match (engine.side(arg), arg.parse::<f64>()) {
                (Some(color), _) => side = color,
                (None, Ok(centis)) if (0.0..=1e9).contains(&centis) => every = centis as u64,
                _ => return None,
            },
        }
    }
    let every = Duration::from_millis(every.clamp(1, 1_000_000) * 10);
    Some(Wish { side, every, most, root, dialect })
}

/// Whether the player has something to tell in an analysis.
pub(super) fn counts_visits(engine: &Engine<'_>) -> bool {
    engine.terms.player.about().budgets == gametree_players::Budgets::MonteCarlo
}

fn analyze(engine: &mut Engine<'_>, args: &[&str], dialect: Dialect, plays: bool) -> Answer {
    let wish = match arguments(engine, args, dialect) {
        Ok(wish) => wish,
        Err(text) => return failed(text),
    };
    let side = wish.side;
    if !counts_visits(engine) {
        return failed("this player counts no visits");
    }
    if !engine.session.may_move(side) {
        if engine.session.outcome().is_none() {
            return failed("it is the other side's turn");
        }
        // Whoever has lost resigns, as it answers `genmove`.
        let resigns = plays && generate(engine, side, true, None).is_ok();
        return if resigns { done("\nplay resign") } else { failed("the game is over") };
    }
    let points = engine.points;
    let (out, stop) = (engine.out.clone(), engine.desk.flag());
    let follow: FollowAnalysis = Box::new(move |analysis| {
        let line = infos(analysis, points, wish);
        // Nobody reads any more: nobody wants to know.
        if !line.is_empty() && !out.write(&line) {
            stop.store(true, Ordering::Relaxed);
        }
    });
    let follow = Some((wish.every, follow));
    engine.out.write(&format!("{}\n", head(&engine.id, true)));
    if plays {
        engine.last = None;
        let text = generate(engine, side, true, follow);
        let line = engine.last.as_ref().map(|(_, analysis)| infos(analysis, points, wish));
        engine.out.write(&line.unwrap_or_default());
        // Only a game that holds no more moves comes here without one.
        engine.out.write(&format!("play {}\n", text.unwrap_or_else(|_| "resign".into())));
        return Answer::Written;
    }
    let (stop, most) = engine.desk.begin(Thinking::Analysis);
    let budget = Budget { wall: Some(most.unwrap_or(WITHOUT_END)), ..Budget::default() };
    let found = engine.session.think(Think { player: 0, side, budget, seed: seed(engine), stop, follow, forced: true });
    engine.desk.end();
    if let Ok(analysis) = found {
        engine.out.write(&infos(&analysis, points, wish));
        engine.last = Some((side, analysis));
    }
    Answer::Written
}

/// For an analysis that lasts until the next line.
const WITHOUT_END: Duration = Duration::from_secs(24 * 3600);

/// One line: for each move with visits its numbers, the most visited first. Empty when there are none.
fn infos(analysis: &Analysis, points: Points, wish: Wish) -> String {
    let rate = |value: f64| match wish.dialect {
        Dialect::Leela => format!("{}", (value * 10_000.0).round()),
        Dialect::Kata => format!("{value:.6}"),
    };
    let mut moves: Vec<&AnalysisMove> = analysis.root.iter().filter(|mv| mv.value.is_some()).collect();
    moves.sort_by_key(|mv| (Some(&mv.mv) != analysis.best.as_ref(), std::cmp::Reverse(mv.visits)));
    let infos = moves.iter().take(wish.most).enumerate().map(|(order, mv)| {
        let visits = mv.visits.unwrap_or_default();
        let value = mv.value.unwrap_or_default();
        let spread = 1.96 * (value * (1.0 - value) / (visits.max(1) as f64)).sqrt();
        let name = points.to_controller(&mv.mv);
        let (winrate, lcb) = (rate(value), rate((value - spread).max(0.0)));
        let mut info = format!("info move {name} visits {visits} winrate {winrate} lcb {lcb} order {order}");
        for (source, numbers) in &mv.sources {
            if let Some(mean) = numbers.mean {
                let count = numbers.count;
                info += &format!(" {source} {} {source}Visits {count}", rate(mean));
            }
        }
        if let Some(proven) = &mv.proven {
            info += &format!(" proven {proven}");
        }
        let line = if Some(&mv.mv) == analysis.pv.first() { &analysis.pv[..] } else { std::slice::from_ref(&mv.mv) };
        let line: Vec<String> = line.iter().map(|text| points.to_controller(text)).collect();
        info + " pv " + &line.join(" ")
    });
    let mut infos: Vec<String> = infos.collect();
    if infos.is_empty() {
        return String::new();
    }
    if let Some(value) = analysis.value.filter(|_| wish.root) {
        infos.push(format!("rootInfo visits {} winrate {}", analysis.stats.playouts.unwrap_or_default(), rate(value)));
    }
    infos.join(" ") + "\n"
}
