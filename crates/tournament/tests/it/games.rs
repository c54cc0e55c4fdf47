//! Games for the tests: one with real rules and a fault that can be switched on, and one that is decided by a script.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use gametree_core::{
    Budget, Code, Describe, Evaluate, FieldError, Game, MoveError, OptionAbout, Outcome, Side, Size, code_ranges,
};
use gametree_players::{
    Analysis, Analyze, AnyGame, AnyMatch, AnySession, Ending, Entrant, Error, GameAbout, GameWatch, House, Opening,
    PlayerSpec, Setup, Solve, Solved, Standard, Usage, erase,
};
use gametree_tournament::Plan;
use serde::{Deserialize, Serialize};

/// Take one or two stones, who takes the last one wins. With `panic_at`, the game breaks when so many are left; with
/// `hang_at`, it never comes back.
#[derive(Clone, Debug)]
pub(crate) struct Nim {
    stones: u16,
    mover: Side,
    panic_at: Option<u16>,
    hang_at: Option<u16>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct NimOptions {
    panic_at: Option<u16>,
    hang_at: Option<u16>,
    label: String,
}

impl Game for Nim {
    type Move = u16;

    fn codes(&self, side: Side) -> Range<Code> {
        code_ranges(2, 2)[side.index()].clone()
    }

    fn code(&self, mv: u16) -> Code {
        self.codes(self.mover).start + mv - 1
    }

    fn to_move(&self) -> Side {
        self.mover
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.stones == 0).then(|| Outcome::Win(self.mover.other()))
    }

    fn legal_moves(&self, out: &mut Vec<u16>) {
        out.extend((1..=2).filter(|&number| number <= self.stones));
    }

    fn play(&mut self, mv: u16) {
        self.stones -= mv;
        self.mover = self.mover.other();
        assert!(self.panic_at != Some(self.stones), "{} stones are one fault", self.stones);
        while self.hang_at == Some(self.stones) {
            std::thread::sleep(std::time::Duration::from_secs(1));
        }
    }

    fn key(&self) -> u64 {
        u64::from(self.stones) << 1 | self.mover.index() as u64
    }
}

impl Describe for Nim {
    const NAME: &'static str = "nim";
    const ABOUT: &'static str = "take one or two, the last one wins";
    const SIDES: [&'static str; 2] = ["left", "right"];
    const DEFAULT_SIZE: Size = Size::square(7);
    const SIZES: &'static str = "1 to 250";
    const OPTIONS: &'static [OptionAbout] = &[
        OptionAbout { name: "panic_at", default: "none", allowed: "a number of stones", about: "breaks there" },
        OptionAbout { name: "hang_at", default: "none", allowed: "a number of stones", about: "hangs there" },
        OptionAbout { name: "label", default: "", allowed: "any text", about: "does nothing" },
    ];
    type Options = NimOptions;

    fn start(size: Size, options: &NimOptions) -> Result<Self, FieldError> {
        let stones = u16::from(size.at_most(250)?.cols);
        Ok(Nim { stones, mover: Side::First, panic_at: options.panic_at, hang_at: options.hang_at })
    }

    fn format_move(&self, mv: u16) -> String {
        mv.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<u16, MoveError> {
        text.parse()
            .ok()
            .filter(|mv| [1, 2].contains(mv))
            .ok_or_else(|| MoveError::unreadable(text, "1 or 2 is expected"))
    }
}

impl fmt::Display for Nim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} stones", self.stones)
    }
}

impl Evaluate for Nim {}

/// Stands in for `nim`; the winner is known by name: `X` wins, as the second side by forfeit of the first.
pub(crate) struct Scripted;

struct ScriptedMatch([String; 2]);

impl AnyGame for Scripted {
    fn about(&self) -> GameAbout {
        erase::<Nim, Standard>().about()
    }

    fn setup(&self, size: Option<Size>, options: &toml::Table) -> Result<Setup, FieldError> {
        erase::<Nim, Standard>().setup(size, options)
    }

    fn accepts(&self, _player: &PlayerSpec, _budget: &Budget) -> Result<(), FieldError> {
        Ok(())
    }

    fn fits(&self, _setup: &Setup, _player: &PlayerSpec) -> Result<(), FieldError> {
        Ok(())
    }

    fn open(
        &self,
        _: &Setup,
        players: [Entrant<'_>; 2],
        _: &Budget,
        _: Option<u32>,
    ) -> Result<Box<dyn AnyMatch>, Error> {
        Ok(Box::new(ScriptedMatch(players.map(|player| player.name.to_string()))))
    }

    fn session(&self, _: &Setup, _: &[(&PlayerSpec, &Budget)]) -> Result<Box<dyn AnySession>, Error> {
        unreachable!("no test asks")
    }

    fn check_opening(&self, _setup: &Setup, _moves: &str) -> Result<(), Error> {
        Ok(())
    }

    fn analyze(&self, _setup: &Setup, _moves: &str, _request: Analyze<'_>) -> Result<Analysis, Error> {
        unreachable!("no test asks")
    }

    fn solve(&self, _setup: &Setup, _moves: &str, _request: &Solve<'_>) -> Result<Solved, Error> {
        unreachable!("no test asks")
    }

    fn perft(&self, _setup: &Setup, _depth: usize) -> Result<Vec<u64>, Error> {
        unreachable!("no test asks")
    }

    fn bench(&self, _setup: &Setup, _player: Option<&PlayerSpec>, _at_least: Duration) -> Result<f64, Error> {
        unreachable!("no test asks")
    }

    fn draw(&self, _setup: &Setup, _moves: &str) -> Result<String, Error> {
        unreachable!("no test asks")
    }
}

impl AnyMatch for ScriptedMatch {
    fn play(&mut self, opens: usize, _: [u64; 2], _: Opening<'_>, watch: &GameWatch) -> Ending {
        let mut log = watch.log();
        let x_opens = self.0[opens] == "X";
        log.moves = vec!["1".into(), "2".into(), "1".into()];
        // The opener makes two moves, so usage shows who sat where.
        log.usage = [2, 1].map(|moves| Usage { moves, playouts: Some(10 * moves), ..Usage::default() });
        if x_opens {
            Ending::Normal(Outcome::Win(Side::First))
        } else {
            Ending::Forfeit { by: Side::First, reason: "played 9 at ply 2: illegal".into() }
        }
    }
}

/// The list of games of these tests. `nim` is the real one.
pub(crate) fn games() -> Arc<House> {
    Arc::new(House::standard().game::<Nim>().build())
}

/// The list in which the script has taken the place of the rules.
pub(crate) fn scripted() -> Arc<House> {
    Arc::new(House::standard().erased(Box::new(Scripted)).build())
}

/// A plan of these tests.
pub(crate) fn plan(text: &str) -> Plan {
    Plan::parse(text, "test.toml", &games()).unwrap()
}

/// An empty folder of this name.
pub(crate) fn folder(name: &str) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&dir);
    dir
}
