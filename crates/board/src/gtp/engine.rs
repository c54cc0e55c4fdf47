//! The engine's state, and what commands need of it.

use std::sync::Arc;

use gametree_core::{Side, Size};
use gametree_players::{Analysis, AnyGame, AnySession, Error, House, Setup, parse_options, sgf::SgfGame};

use super::clock::Clocks;
use super::desk::Desk;
use super::points::Points;
use super::{Out, Terms};

/// One engine at one board.
pub(super) struct Engine<'a> {
    /// What files may be of.
    pub(super) house: &'a House,
    pub(super) game: &'a dyn AnyGame,
    pub(super) setup: Setup,
    pub(super) session: Box<dyn AnySession>,
    /// Once the sides were swapped: the setup before, and the moves before. Nobody may swap any more, so the setup now is
    /// without the swap.
    pub(super) before_swap: Option<(Setup, usize)>,
    pub(super) terms: Terms,
    pub(super) points: Points,
    /// As the controller has set it; the game's own may be rounded.
    pub(super) komi: f64,
    pub(super) clocks: Clocks,
    pub(super) resigned: Option<Resigned>,
    /// For whom the last search was, and what it found.
    pub(super) last: Option<(Side, Analysis)>,
    /// Searches in a row with a value below the limit, by side.
    pub(super) low: [u32; 2],
    pub(super) desk: Arc<Desk>,
    pub(super) out: Out,
    /// Of the command in hand.
    pub(super) id: String,
}

/// Who has given the game up. It is over until somebody moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Resigned {
    pub(super) side: Side,
    /// Whether the controller has played it as a move. A `resign` that answers `genmove` is none: no controller takes it back.
    pub(super) played: bool,
}

pub(super) const SYNTAX: &str = "syntax error";
pub(super) const ILLEGAL: &str = "illegal move";

impl<'a> Engine<'a> {
    pub(super) fn new(
        house: &'a House,
        game: &'a dyn AnyGame,
        setup: Setup,
        terms: Terms,
        desk: Arc<Desk>,
        out: Out,
    ) -> Result<Self, Error> {
        let session = game.session(&setup, &[(&terms.player, &terms.budget)])?;
        Ok(Engine {
            house,
            game,
            session,
            before_swap: None,
            points: Points::new(terms.coordinates, setup.grid(), setup.size()),
            komi: setup.komi().unwrap_or_default(),
            clocks: Clocks::default(),
            resigned: None,
            last: None,
            low: [0, 0],
            desk,
            out,
            id: String::new(),
            setup,
            terms,
        })
    }

    /// The setup with another size or options, for another game: one in which the sides are not swapped.
    pub(super) fn other_setup(&self, size: Size, changed: Option<(&str, &str)>) -> Option<Setup> {
        self.game.setup(Some(size), &parse_options(&self.options_but(changed)).ok()?).ok()
    }

    /// The options of a game in which the sides are not swapped, as one gives them by hand, one of them changed.
    fn options_but(&self, changed: Option<(&str, &str)>) -> Vec<String> {
        let setup = self.before_swap.as_ref().map_or(&self.setup, |(before, _)| before);
        let text = |(key, value): (&String, &serde_json::Value)| match changed {
            Some((name, value)) if name == key => format!("{key}={value}"),
            _ => format!("{key}={}", value.as_str().map_or(value.to_string(), str::to_string)),
        };
        setup.options().iter().map(text).collect()
    }

    /// The setup of a game in a file, with these options where the file says nothing.
    pub(super) fn setup_of(&self, game: &SgfGame) -> anyhow::Result<Setup> {
        let mut given = parse_options(&self.options_but(None))?;
        given.retain(|name, _| !game.options.contains_key(name));
        Ok(game.setup(self.game, &given)?)
    }

    /// A new game has begun on the board.
    pub(super) fn fresh(&mut self) {
        (self.resigned, self.last, self.low) = (None, None, [0, 0]);
        self.before_swap = None;
    }

    /// Goes on under another setup of the same size, if the moves allow it.
    pub(super) fn change(&mut self, setup: Setup) -> bool {
        let changed = self.session.change(setup.clone()).is_ok();
        if changed {
            self.setup = setup;
        }
        changed
    }

    /// A colour, or why it is none.
    pub(super) fn color(&self, text: &str) -> Result<Side, String> {
        let [first, second] = self.game.about().sides;
        self.side(text).ok_or_else(|| {
            let own =
                if (first, second) == ("black", "white") { String::new() } else { format!(", {first}, {second}") };
            format!("{SYNTAX}: {text:?} is no color: b, black, w, white{own}")
        })
    }

    /// A colour, in any case; also what the game calls its sides.
    pub(super) fn side(&self, text: &str) -> Option<Side> {
        let same = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(text));
        let own = self.game.about().sides;
        if same(&["b", "black", own[0]]) {
            Some(Side::First)
        } else if same(&["w", "white", own[1]]) {
            Some(Side::Second)
        } else {
            None
        }
    }
}
