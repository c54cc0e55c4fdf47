//! Which commands an engine knows, and what obeys them.

use gametree_core::Grid;

use super::engine::{Engine, SYNTAX};
use super::protocol::{Answer, Command, done, failed};
use super::{board, search, show};

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

impl Engine<'_> {
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
}

fn known_command(engine: &mut Engine<'_>, args: &[&str]) -> Answer {
    let &[name] = args else { return failed(SYNTAX) };
    done(engine.names().any(|other| other == name).to_string())
}

fn list_commands(engine: &mut Engine<'_>, _: &[&str]) -> Answer {
    done(engine.names().collect::<Vec<_>>().join("\n"))
}
