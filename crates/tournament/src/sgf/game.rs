//! A game of ours as a game tree, and back.

use gametree_core::{Outcome, Side, Size};

use super::points::{Point, Points, SWAP_PIECES};
use super::{Node, Place, Property, SgfError, SgfWarning, Tree};
use crate::session::AnySession;

/// What a file says about a game: the main variation of one game tree.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct SgfGame {
    /// `go`, `atarigo`, `nogo` or `hex`.
    pub game: &'static str,
    /// The board's size.
    pub size: Option<Size>,
    /// Points for white (KM).
    pub komi: Option<f64>,
    /// The rules in words (RU).
    pub rules: Option<String>,
    /// The handicap (HA).
    pub handicap: Option<u32>,
    /// Of black and white (PB, PW).
    pub names: [Option<String>; 2],
    /// `B+3.5`, `W+R`, `0`, … (RE)
    pub result: Option<String>,
    /// When it was played, `2026-11-30` (DT).
    pub date: Option<String>,
    /// What is said at the root (C).
    pub comment: Option<String>,
    /// What else the root says of the game: ranks, event, place, … ([`SgfGame::ABOUT`]), property and value.
    pub about: Vec<(String, String)>,
    /// The stones set up (AB, AW), as indices row by row from the top left.
    pub stones: [Vec<usize>; 2],
    /// Who begins (PL); when the file does not say, whoever makes the first move, or white after black handicap stones.
    pub to_move: Option<Side>,
    /// The moves.
    pub moves: Vec<SgfMove>,
    /// What was read another way than it was written, or is odd; those about the text ([`Tree::warnings`]) come first.
    pub warnings: Vec<SgfWarning>,
}

/// A move of an [`SgfGame`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SgfMove {
    /// By whom.
    pub side: Side,
    /// As the game writes it.
    pub text: String,
    /// What is said about it.
    pub comment: Option<String>,
    /// Where it stood in the file.
    pub place: Place,
}

const MOVES: [&str; 2] = ["B", "W"];
const NAMES: [&str; 2] = ["PB", "PW"];

impl SgfGame {
    /// Properties of the root that are kept as they are: `FF[4]`'s game info, those left out that have fields of their own.
    pub const ABOUT: [&str; 15] =
        ["AN", "BR", "BT", "CP", "EV", "GC", "GN", "ON", "OT", "PC", "RO", "SO", "US", "WR", "WT"];

    /// Reads the main variation of a game tree. Properties that say nothing about the game are left out.
    ///
    /// # Errors
    /// Names the place, the property and its value when it cannot be: a game or size that we do not have, a point off the
    /// board, swapped sides in Hex, stones set up after a move.
    pub fn read(tree: &Tree) -> Result<SgfGame, SgfError> {
        SgfGame::read_first(tree, usize::MAX)
    }

    /// [`SgfGame::read`] up to the first `most` moves, but at least one: what comes after them may be anything.
    ///
    /// # Errors
    /// As [`SgfGame::read`].
    pub fn read_first(tree: &Tree, most: usize) -> Result<SgfGame, SgfError> {
        let empty = Node::default();
        let root = tree.nodes.first().unwrap_or(&empty);
        let text = |name: &str| root.value(name).map(str::trim).filter(|text| !text.is_empty()).map(str::to_string);
        let rules = text("RU");
        let (game, points) = which_game(root, rules.as_deref())?;
        let size = read_size(root, game)?;
        let mut read = SgfGame {
            game,
            size: Some(size),
            komi: read_number(root, "KM")?,
            handicap: read_number(root, "HA")?.map(|stones| stones as u32),
            rules,
            names: NAMES.map(text),
            result: text("RE"),
            date: text("DT"),
            comment: root.value("C").map(str::to_string),
            about: Self::ABOUT.into_iter().filter_map(|name| Some((name.to_string(), text(name)?))).collect(),
            warnings: tree.warnings.clone(),
            ..SgfGame::default()
        };
        let mut board = vec![None; size.area()];
        for (number, node) in tree.main_line().enumerate() {
            // Who makes the first move may say who begins.
            if read.moves.len() >= most.max(1) {
                break;
            }
            read.set_up(node, points, size, &mut board)?;
            let made = node.properties.iter().filter(|property| MOVES.contains(&property.name.as_str()));
            for (nth, property) in made.enumerate() {
                let value = property.values.first().map(String::as_str).unwrap_or_default();
                let wrong = |reason: &str| {
                    let name = &property.name;
                    let at = read.moves.len() + 1;
                    Err(SgfError::new(property.place, format_args!("move {at}, {name}[{value}]: {reason}")))
                };
                if nth > 0 || property.values.len() > 1 {
                    return wrong("a second move in one node");
                }
                let text = match points.read_move(value, size) {
                    Some(Point::On(point)) => points.name(point, size),
                    Some(Point::Pass) if game == "go" => "pass".to_string(),
                    Some(Point::Resign) => break,
                    Some(Point::Pass) => return wrong("nobody passes in this game"),
                    Some(Point::Swap) if old_hexgui(root) => {
                        return wrong(
                            "HexGui before 0.10 writes swap-sides so, and of the swaps only swap-pieces is read",
                        );
                    }
                    Some(Point::Swap) => SWAP_PIECES.to_string(),
                    None if value.to_ascii_lowercase().starts_with("swap") => {
                        return wrong("of the swaps only swap-pieces is read");
                    }
                    None => return wrong(&format!("not a point of a board of size {size}")),
                };
                let side = if property.name == MOVES[0] { Side::First } else { Side::Second };
                // After the pieces it is the other side's turn; the one that goes on has kept the stone where it was.
                if read.moves.last().is_some_and(|last| last.text == SWAP_PIECES && last.side == side) {
                    return wrong("after its own swap, which then was one of the sides; only swap-pieces is read");
                }
                // The root's comment is the game's.
                let comment = node.value("C").filter(|_| number > 0).map(str::to_string);
                read.moves.push(SgfMove { side, text, comment, place: property.place });
            }
        }
        for side in Side::BOTH {
            let stones = board.iter().enumerate().filter(|(_, stone)| **stone == Some(side));
            read.stones[side.index()] = stones.map(|(point, _)| point).collect();
        }
        Ok(read)
    }

    fn set_up(&mut self, node: &Node, points: Points, size: Size, board: &mut [Option<Side>]) -> Result<(), SgfError> {
        for property in &node.properties {
            let stone = match property.name.as_str() {
                "AB" => Some(Side::First),
                "AW" => Some(Side::Second),
                "AE" => None,
                "PL" => {
                    let value = property.values[0].trim().to_ascii_uppercase();
                    let side = MOVES.iter().position(|name| !value.is_empty() && value.starts_with(name));
                    let side = side.ok_or_else(|| SgfError::new(property.place, "PL is neither B nor W"))?;
                    if self.moves.is_empty() {
                        self.to_move = Some(Side::BOTH[side]);
                    }
                    continue;
                }
                _ => continue,
            };
            if !self.moves.is_empty() {
                return Err(SgfError::new(property.place, format_args!("{} after a move", property.name)));
            }
            for value in &property.values {
                let corners = value.split_once(':').unwrap_or((value, value));
                let read = |text| points.read_point(text, size);
                let Some((one, other)) = read(corners.0).zip(read(corners.1)) else {
                    let name = &property.name;
                    let message = format!("{name}[{value}]: not on a board of size {size}");
                    return Err(SgfError::new(property.place, message));
                };
                let cols = usize::from(size.cols);
                let (rows, range) = (span(one / cols, other / cols), span(one % cols, other % cols));
                for row in rows {
                    board[row * cols..][range.clone()].fill(stone);
                }
            }
        }
        Ok(())
    }

    /// Whether the game is Hex with the swap rule, by its rules or because somebody swaps.
    #[must_use]
    pub fn swaps(&self) -> bool {
        let by_rules = self.rules.as_deref().is_some_and(|rules| rules.eq_ignore_ascii_case(SWAP_PIECES));
        self.game == "hex" && (by_rules || self.moves.iter().any(|mv| mv.text == SWAP_PIECES))
    }

    /// Who has the first turn.
    #[must_use]
    pub fn first_turn(&self) -> Side {
        let handicap = !self.stones[0].is_empty() && self.stones[1].is_empty();
        let usual = if handicap { Side::Second } else { Side::First };
        self.to_move.or(self.moves.first().map(|mv| mv.side)).unwrap_or(usual)
    }

    /// Plays the first `most` moves in a session of the same game and size, from its beginning.
    ///
    /// # Errors
    /// Names the move that is not legal; the session then stands before it. Or the stones that cannot be set up.
    pub fn play(&self, session: &mut dyn AnySession, most: usize) -> Result<(), SgfError> {
        session.clear();
        let first = self.first_turn();
        if self.stones.iter().any(|stones| !stones.is_empty()) || first != session.to_move() {
            let done = session.arrange(self.stones.clone(), first);
            done.map_err(|error| SgfError::new(Place { line: 1, column: 1 }, error))?;
        }
        for (number, mv) in self.moves.iter().take(most).enumerate() {
            let done = session.play(mv.side, &mv.text);
            done.map_err(|error| SgfError::new(mv.place, format_args!("move {}: {error}", number + 1)))?;
        }
        Ok(())
    }

    /// The game in a session as it stands, without names. `None` when this format does not know the game.
    #[must_use]
    pub fn of(session: &dyn AnySession) -> Option<SgfGame> {
        let setup = session.setup();
        let &(game, ..) = Points::GAMES.iter().find(|(name, ..)| *name == setup.game())?;
        let is_go = game == "go";
        let stones = session.stones_at_start().clone();
        let arranged = stones.iter().any(|stones| !stones.is_empty());
        let moves = session.moves().into_iter();
        let word = |name: &str| setup.options().get(name).and_then(|value| value.as_str());
        let swap = word("swap").filter(|swap| *swap == "pieces").map(|_| SWAP_PIECES.to_string());
        Some(SgfGame {
            game,
            size: Some(setup.size()),
            komi: setup.options().get("komi").and_then(serde_json::Value::as_f64),
            rules: word("ko").map(|ko| format!("area scoring, {ko} ko")).or(swap),
            handicap: (is_go && stones[0].len() > 1 && stones[1].is_empty()).then_some(stones[0].len() as u32),
            result: session.outcome().map(|outcome| result(outcome, is_go.then(|| session.margin()))),
            to_move: (arranged || session.first_turn() == Side::Second).then(|| session.first_turn()),
            stones,
            moves: moves
                .map(|mv| SgfMove { side: mv.side, text: mv.text, comment: None, place: Place::default() })
                .collect(),
            ..SgfGame::default()
        })
    }

    /// The game tree, in UTF-8.
    #[must_use]
    pub fn tree(&self) -> Tree {
        let found = Points::GAMES.iter().find(|(name, ..)| *name == self.game);
        let &(_, points, number, rules) = found.unwrap_or(&Points::GAMES[0]);
        let size = self.size.unwrap_or(Size::square(19));
        let mut root = vec![
            Property::new("FF", "4"),
            Property::new("GM", number),
            Property::new("CA", "UTF-8"),
            Property::new("AP", concat!("gametree:", env!("CARGO_PKG_VERSION"))),
            Property::new("SZ", size.to_string().replace('x', ":")),
        ];
        let mut add = |name: &str, value: Option<String>| root.extend(value.map(|value| Property::new(name, value)));
        // Line breaks have no place in names and results.
        let simple = |text: &String| text.replace(['\n', '\r'], " ");
        add("RU", rules.map(str::to_string).or(self.rules.as_ref().map(simple)));
        add("KM", self.komi.map(|komi| komi.to_string()));
        add("HA", self.handicap.map(|stones| stones.to_string()));
        for (name, player) in NAMES.into_iter().zip(&self.names) {
            add(name, player.as_ref().map(simple));
        }
        add("RE", self.result.as_ref().map(simple));
        add("DT", self.date.as_ref().map(simple));
        for (name, value) in &self.about {
            add(name, Some(value.clone()));
        }
        add("C", self.comment.clone());
        for (name, stones) in ["AB", "AW"].into_iter().zip(&self.stones) {
            let values: Vec<String> = stones.iter().map(|&point| points.write_point(point, size)).collect();
            if !values.is_empty() {
                root.push(Property { name: name.into(), values, place: Place::default() });
            }
        }
        root.extend(self.to_move.map(|side| Property::new("PL", MOVES[side.index()])));
        let mut tree = Tree::default();
        tree.push(root);
        for mv in &self.moves {
            let mut properties = vec![Property::new(MOVES[mv.side.index()], points.write_move(&mv.text, size))];
            properties.extend(mv.comment.iter().map(|comment| Property::new("C", comment.as_str())));
            tree.push(properties);
        }
        tree
    }
}

fn span(one: usize, other: usize) -> std::ops::RangeInclusive<usize> {
    one.min(other)..=one.max(other)
}

/// The result as SGF and GTP write it; with half points where the size of a win counts.
#[must_use]
pub(crate) fn result(outcome: Outcome, margin: Option<i32>) -> String {
    match outcome {
        Outcome::Draw => "0".into(),
        Outcome::Win(side) => {
            let points = margin.map(|half| (f64::from(half.abs()) / 2.0).to_string()).unwrap_or_default();
            format!("{}+{points}", MOVES[side.index()])
        }
    }
}

fn which_game(root: &Node, rules: Option<&str>) -> Result<(&'static str, Points), SgfError> {
    let number = root.value("GM").map_or("1", str::trim);
    let letters = |text: &str| -> String { text.chars().filter(char::is_ascii_alphabetic).collect() };
    let rules = rules.map(|rules| letters(rules).to_ascii_lowercase());
    let mut same = Points::GAMES.iter().filter(|(_, _, gm, _)| *gm == number);
    // A game with rules of its own comes before the one that goes by any.
    let special = same.clone().find(|(name, .., own)| own.is_some() && rules.as_deref() == Some(*name));
    match special.or_else(|| same.find(|(.., own)| own.is_none())) {
        Some(&(game, points, ..)) => Ok((game, points)),
        None => {
            let place = root.property("GM").map(|property| property.place).unwrap_or_default();
            Err(SgfError::new(place, format_args!("GM[{number}]: only 1 (Go, AtariGo, NoGo) and 11 (Hex) are read")))
        }
    }
}

/// Whether the file was written by HexGui 0.9 or one before it, as HexGui itself tells them apart.
fn old_hexgui(root: &Node) -> bool {
    let version = root.value("AP").and_then(|program| program.trim().strip_prefix("HexGui:0."));
    version.is_some_and(|minor| minor.bytes().take_while(u8::is_ascii_digit).count() == 1)
}

fn read_size(root: &Node, game: &str) -> Result<Size, SgfError> {
    let hex = Points::of(game) == Some(Points::Board);
    let most = if hex { 26 } else { 25 };
    let Some(property) = root.property("SZ") else { return Ok(Size::square(if hex { 11 } else { 19 })) };
    let value = property.values[0].trim();
    let (cols, rows) = value.split_once([':', 'x']).unwrap_or((value, value));
    let read = |text: &str| text.trim().parse::<u8>().ok();
    let size = read(cols).zip(read(rows)).and_then(|(cols, rows)| Size { cols, rows }.at_most(most).ok());
    let message = || SgfError::new(property.place, format_args!("SZ[{value}]: 1 to {most}, or COLUMNS:ROWS"));
    size.ok_or_else(message)
}

fn read_number(root: &Node, name: &str) -> Result<Option<f64>, SgfError> {
    let Some(property) = root.property(name) else { return Ok(None) };
    let value = property.values[0].trim();
    if value.is_empty() {
        return Ok(None);
    }
    let number = value.parse::<f64>().ok().filter(|number| number.is_finite());
    number.map(Some).ok_or_else(|| SgfError::new(property.place, format_args!("{name}[{value}]: not a number")))
}
