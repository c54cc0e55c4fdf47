//! How often each side of the wargame wins, and how the games end, when Monte Carlo players play it.
//!
//! ```text
//! cargo run --release -p gametree-games --example wargame_balance -- size=9 one=grave other=grave playouts=1000 games=400
//! ```
//!
//! `one` and `other` are players' specs; they change seats after every game. `against` gives the other one a number of
//! playouts of its own. `attackers`, `defenders`, `defender_ring`, `base_ring`, `entries`, `losses` and `turns` change the scenario,
//! `codes=exact` the codes, `seed` the seed.

#![allow(clippy::print_stdout, reason = "a program that prints figures")]

use std::cell::Cell;
use std::error::Error;
use std::str::FromStr;

use gametree_core::{Budget, Game, Line, Outcome, Search, Side, Size, mix};
use gametree_players::{GameWatch, Players, Seat, Standard, play_game};
use gametree_statistics::Tally;
use gametree_wargame::{Codes, Ending, Wargame};

struct Args(Vec<String>);

impl Args {
    fn text<'a>(&'a self, key: &str, default: &'a str) -> &'a str {
        self.0.iter().find_map(|arg| arg.strip_prefix(key)?.strip_prefix('=')).unwrap_or(default)
    }

    /// The number given for `key`, or `standard`.
    fn set<T: FromStr>(&self, key: &str, standard: &mut T) -> Result<(), T::Err> {
        match self.text(key, "") {
            "" => Ok(()),
            text => text.parse().map(|number| *standard = number),
        }
    }

    fn number(&self, key: &str, default: u64) -> Result<u64, std::num::ParseIntError> {
        let mut number = default;
        self.set(key, &mut number)?;
        Ok(number)
    }

    fn start(&self) -> Result<Wargame, Box<dyn Error>> {
        let size: Size = self.text("size", "9").parse()?;
        let mut scenario = *Wargame::new(size)?.scenario();
        self.set("attackers", &mut scenario.attackers)?;
        self.set("defenders", &mut scenario.defenders)?;
        self.set("defender_ring", &mut scenario.defender_ring)?;
        self.set("base_ring", &mut scenario.base_ring)?;
        self.set("entries", &mut scenario.entries)?;
        self.set("losses", &mut scenario.losses)?;
        self.set("turns", &mut scenario.turns)?;
        let codes = if self.text("codes", "abstract") == "exact" { Codes::Exact } else { Codes::Abstract };
        Ok(Wargame::with_scenario(size, scenario, codes)?)
    }
}

/// What came out, from the view of the player called one.
#[derive(Default)]
struct Figures {
    as_attacker: Tally,
    as_defender: Tally,
    /// By [`Ending::ALL`].
    endings: [u64; Ending::ALL.len()],
    plies: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args(std::env::args().skip(1).collect());
    let start = args.start()?;
    let (games, seed, playouts) = (args.number("games", 400)?, args.number("seed", 1)?, args.number("playouts", 1000)?);
    let names = [args.text("one", "grave"), args.text("other", "grave")];
    let budgets = [playouts, args.number("against", playouts)?].map(Budget::playouts);
    let mut one = Standard::parse(names[0])?.build_for::<Wargame, Standard>(&budgets[0])?;
    let mut other = Standard::parse(names[1])?.build_for::<Wargame, Standard>(&budgets[1])?;
    let mut figures = Figures::default();
    let watch = GameWatch::default();
    for game in 0..games {
        let seat = |player: usize, search| -> Seat<'_, Wargame> {
            Seat { name: names[player], search, budget: budgets[player], seed: mix(&[seed, game / 2, player as u64]) }
        };
        let seats: [&mut dyn Search<Wargame>; 2] = [&mut *one, &mut *other];
        let [one, other] = seats;
        let (side, seats) = match game % 2 {
            0 => (Side::First, [seat(0, one), seat(1, other)]),
            _ => (Side::Second, [seat(1, other), seat(0, one)]),
        };
        count(&start, side, seats, &watch, &mut figures)?;
    }
    let size = start.size();
    println!("size {size}: {} ({}) and {} ({}), seed {seed}", names[0], budgets[0], names[1], budgets[1]);
    show(&figures, games);
    Ok(())
}

/// Plays a game in which one sits on `side`.
fn count(
    start: &Wargame,
    side: Side,
    seats: [Seat<'_, Wargame>; 2],
    watch: &GameWatch,
    figures: &mut Figures,
) -> Result<(), &'static str> {
    watch.begin();
    let last = Cell::new(None);
    let note = |position: &Wargame, mv| {
        let mut next = position.clone();
        next.play(mv);
        last.set(next.ending());
        String::new()
    };
    let outcome = play_game(Line::new(start.clone()), seats, None, note, watch).outcome().ok_or("a void game")?;
    let ending =
        last.get().filter(|ending| ending.outcome() == outcome).ok_or("a game that did not end by the rules")?;
    figures.endings[ending as usize] += 1;
    figures.plies += watch.log().moves.len();
    let tally = if side == Side::First { &mut figures.as_attacker } else { &mut figures.as_defender };
    let won = outcome == Outcome::Win(side);
    tally.wins += u64::from(won);
    tally.losses += u64::from(!won);
    Ok(())
}

fn show(figures: &Figures, games: u64) {
    let Figures { as_attacker, as_defender, endings, plies } = figures;
    let attacker =
        Tally { wins: as_attacker.wins + as_defender.losses, losses: as_attacker.losses + as_defender.wins, draws: 0 };
    for (what, tally) in [("attacker", &attacker), ("one as attacker", as_attacker), ("one as defender", as_defender)] {
        if let (Some(rate), Some([low, high])) = (tally.rate(), tally.wilson95()) {
            let [rate, low, high] = [rate, low, high].map(|share| 100.0 * share);
            println!("  {what:<16} wins {rate:5.1} % [{low:.1}, {high:.1}] of {}", tally.games());
        }
    }
    let shares =
        Ending::ALL.map(|ending| format!("{ending} {:.1} %", 100.0 * endings[ending as usize] as f64 / games as f64));
    println!("  {}; {:.1} plies a game", shares.join(", "), *plies as f64 / games as f64);
}
