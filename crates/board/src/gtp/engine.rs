//! The engine's state, and which commands it knows.

use std::sync::Arc;

use gametree_core::{Grid, Side, Size};
use gametree_players::{Analysis, AnyGame, AnySession, Error, House, Setup, parse_options, sgf::SgfGame};

use super::clock::Clocks;
use super::desk::Desk;
use super::points::Points;
use super::protocol::{Answer, Command, done, failed};
use super::{Out, Terms, board, search, show};

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

/// What a command does.
type Run = fn(&mut Engine<'_>, &[&str]) -> Answer;

/// When a command is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Everywhere,
    /// To players that count visits. Controllers that find such a command listed use it even to ask for a move; to the others it
    /// is there only to say why not.
    Visits,
    /// To games whose first side may get stones ahead.
    Handicap,
    /// To games in which stones on crossing lines surround points that count.
    Territory,
    /// To boards of hexagons.
    Hexagons,
    /// To games that are stored in files.
    Stored,
}

/// Name, arguments, where it is known, what it does. An argument in brackets may be left out, and `…` stands for any number of them.
/// What must end ends, whatever else stands there.
const COMMANDS: &[(&str, &str, Known, Run)] = &[
    ("protocol_version", "", Known::Everywhere, |_, _| done("2")),
    ("name", "", Known::Everywhere, |engine, _| done(engine.terms.program.name())),
    ("version", "", Known::Everywhere, |engine, _| done(engine.terms.program.version())),
    ("known_command", "NAME", Known::Everywhere, known_command),
    ("list_commands", "", Known::Everywhere, list_commands),
    ("quit", "[ANYTHING] …", Known::Everywhere, |_, _| done("")),
    ("boardsize", "COLUMNS [ROWS]", Known::Everywhere, board::boardsize),
    ("rectangular_boardsize", "COLUMNS ROWS", Known::Everywhere, board::rectangular_boardsize),
    ("clear_board", "", Known::Everywhere, board::clear_board),
    ("komi", "NUMBER", Known::Everywhere, board::komi),
    ("play", "COLOR MOVE", Known::Everywhere, board::play),
    ("genmove", "COLOR", Known::Everywhere, search::genmove),
    ("reg_genmove", "COLOR", Known::Everywhere, search::reg_genmove),
    ("undo", "", Known::Everywhere, board::undo),
    ("time_settings", "MAIN_TIME PERIOD STONES", Known::Everywhere, search::time_settings),
    ("time_left", "COLOR SECONDS STONES", Known::Everywhere, search::time_left),
    ("final_score", "", Known::Everywhere, board::final_score),
    ("showboard", "", Known::Everywhere, show::showboard),
    ("cputime", "", Known::Everywhere, show::cputime),
    ("stop", "[ANYTHING] …", Known::Everywhere, |_, _| done("")),
    ("gogui-interrupt", "[ANYTHING] …", Known::Everywhere, |_, _| done("")),
    ("gogui-play_sequence", "COLOR MOVE …", Known::Everywhere, board::play_sequence),
    ("fixed_handicap", "STONES", Known::Handicap, board::fixed_handicap),
    ("place_free_handicap", "STONES", Known::Handicap, board::place_free_handicap),
    ("set_free_handicap", "POINT …", Known::Handicap, board::set_free_handicap),
    ("final_status_list", "STATUS", Known::Territory, show::final_status_list),
    ("loadsgf", "FILE [MOVE_NUMBER] …", Known::Stored, board::loadsgf),
    ("all_legal_moves", "", Known::Everywhere, show::all_legal_moves),
    ("hexgui-analyze_commands", "", Known::Hexagons, show::hexgui_commands),
    ("gogui-analyze_commands", "", Known::Everywhere, show::analyze_commands),
    ("gogui-rules_game_id", "", Known::Everywhere, show::game_id),
    ("gogui-rules_board", "", Known::Everywhere, show::rules_board),
    ("gogui-rules_board_size", "", Known::Everywhere, show::board_size),
    ("gogui-rules_legal_moves", "", Known::Everywhere, show::legal_moves),
    ("gogui-rules_side_to_move", "", Known::Everywhere, show::side_to_move),
    ("gogui-rules_final_result", "", Known::Everywhere, show::final_result),
    ("lz-analyze", "[COLOR] [INTERVAL] …", Known::Visits, search::lz_analyze),
    ("lz-genmove_analyze", "[COLOR] [INTERVAL] …", Known::Visits, search::lz_genmove_analyze),
    ("kata-analyze", "[COLOR] [INTERVAL] …", Known::Visits, search::kata_analyze),
    ("kata-genmove_analyze", "[COLOR] [INTERVAL] …", Known::Visits, search::kata_genmove_analyze),
    ("gametree-table", "", Known::Everywhere, show::table),
    ("gametree-visits", "", Known::Everywhere, show::visits),
    ("gametree-gfx", "", Known::Everywhere, show::gfx),
    ("gametree-values", "", Known::Everywhere, show::values),
    ("gomill-cpu_time", "", Known::Everywhere, show::cputime),
    ("gomill-describe_engine", "", Known::Everywhere, show::describe_engine),
    ("gomill-explain_last_move", "", Known::Everywhere, show::explain_last_move),
];

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

    /// Obeys.
    pub(super) fn answer(&mut self, command: &Command) -> Answer {
        self.id.clone_from(&command.id);
        let args: Vec<&str> = command.args.iter().map(String::as_str).collect();
        let Some((name, takes, _, run)) = self.commands().find(|(name, ..)| *name == command.name) else {
            return failed("unknown command");
        };
        let number = takes.split_whitespace().count();
        if let Some(word) = args.get(number).filter(|_| !takes.ends_with('…')) {
            let what = if takes.is_empty() { "nothing" } else { takes };
            return failed(format!("{SYNTAX}: {name} takes {what}, and no {word:?} after it; a comment begins with #"));
        }
        match run(self, &args) {
            Answer::Failed(text) if text == SYNTAX => failed(format!("{SYNTAX}: {name} takes {takes}")),
            answer => answer,
        }
    }

    fn commands(&self) -> impl Iterator<Item = (&'static str, &'static str, Known, Run)> {
        let about = *self.setup.about();
        let known = move |known: &Known| match known {
            Known::Everywhere | Known::Visits => true,
            Known::Handicap => about.handicap,
            Known::Territory => about.scored && about.grid == Grid::Lines,
            Known::Hexagons => about.grid == Grid::Hexagons,
            Known::Stored => about.sgf.is_some(),
        };
        COMMANDS.iter().filter(move |(_, _, where_known, _)| known(where_known)).copied()
    }

    /// The commands that controllers are told of.
    fn names(&self) -> impl Iterator<Item = &'static str> {
        let visits = search::counts_visits(self);
        self.commands().filter(move |(_, _, known, _)| visits || *known != Known::Visits).map(|(name, ..)| name)
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

fn known_command(engine: &mut Engine<'_>, args: &[&str]) -> Answer {
    let &[name] = args else { return failed(SYNTAX) };
    done(engine.names().any(|other| other == name).to_string())
}

fn list_commands(engine: &mut Engine<'_>, _: &[&str]) -> Answer {
    done(engine.names().collect::<Vec<_>>().join("\n"))
}
