//! A game from a game tree.

use std::collections::BTreeMap;

use gametree_core::{Side, Size};

use super::form::Said;
use super::game::{MOVES, NAMES, SgfGame, SgfMove, SgfSetup};
use super::root::{first, names_of, old_hexgui, read_handicap, read_komi, read_size, which_game};
use super::rules::read_rules;
use super::{Node, Notes, Place, Property, SgfError, Tree};
use crate::game::house::House;

impl SgfGame {
    /// Reads the main variation of a game tree, a game of one of `games`. Properties that say nothing about the game are left out.
    ///
    /// What cannot be read but decides nothing, and forms that can mean only one thing, are told in [`SgfGame::warnings`]. A
    /// swap of the sides is read as HTP plays it: the stone stays, the players exchange their seats (names and ranks),
    /// and the game goes on as one without a swap.
    ///
    /// # Errors
    /// Names the place, the property and its value when it cannot be: a game or size that we do not have, a point off the
    /// board, a point with stones of both sides.
    pub fn read(tree: &Tree, house: &House) -> Result<SgfGame, SgfError> {
        SgfGame::read_first(tree, house, usize::MAX)
    }

    /// [`SgfGame::read`] up to the first `most` moves, but at least one: what comes from the next move on may be anything.
    ///
    /// # Errors
    /// As [`SgfGame::read`].
    pub fn read_first(tree: &Tree, house: &House, most: usize) -> Result<SgfGame, SgfError> {
        let empty = Node::default();
        let root = tree.nodes.first().unwrap_or(&empty);
        let mut notes = Notes::from(tree.warnings.clone());
        let mut reader = Reader {
            game: read_root(root, house, &mut notes)?,
            house,
            size: Size::square(19),
            old_hexgui: old_hexgui(root),
            sides_swapped: false,
            exchanged: false,
            swapped: None,
            notes,
        };
        reader.size = reader.game.size.unwrap_or(reader.size);
        let mut board = vec![None; reader.size.area()];
        for (number, node) in tree.main_line().enumerate() {
            let moves = node.properties.iter().filter(|property| MOVES.contains(&property.name.as_str()));
            let mut moves =
                moves.flat_map(|property| property.values.iter().map(move |value| (property, value))).peekable();
            // The root's comment is the game's.
            let comment = node.value("C").filter(|_| number > 0).map(str::to_string);
            reader.set_up(node, comment.as_ref().filter(|_| moves.peek().is_none()), &mut board)?;
            // Who makes the first move may say who begins.
            if moves.peek().is_some() && reader.game.moves.len() >= most.max(1) {
                break;
            }
            for (property, value) in moves {
                if !reader.read_move(property, value, comment.clone())? {
                    return Ok(reader.finish(root, &board));
                }
            }
        }
        Ok(reader.finish(root, &board))
    }
}

fn read_root(root: &Node, house: &House, notes: &mut Notes) -> Result<SgfGame, SgfError> {
    let text = |name: &str| root.value(name).map(str::trim).filter(|text| !text.is_empty()).map(str::to_string);
    let rules = text("RU");
    let stored = which_game(root, rules.as_deref(), house, notes)?;
    let about = stored.game.about();
    let size = read_size(root, &stored)?;
    let mut read = SgfGame {
        game: about.name,
        form: stored.form,
        size: Some(size),
        handicap: read_handicap(root, size, notes),
        rules,
        names: NAMES.map(text),
        result: text("RE"),
        date: text("DT"),
        comment: root.value("C").map(str::to_string),
        about: SgfGame::ABOUT.into_iter().filter_map(|name| Some((name.to_string(), text(name)?))).collect(),
        ..SgfGame::default()
    };
    let said = |property: &Property| (property.place, format!("{}[{}]", property.name, first(property)));
    if let (Some((komi, playable)), Some(property)) = (read_komi(root, size, notes), root.property("KM")) {
        read.komi = Some(komi);
        let has_komi = about.options.iter().any(|option| option.name == "komi");
        if let Some(komi) = playable.filter(|_| has_komi) {
            read.options.insert("komi".into(), komi.into());
            read.said.insert("komi".into(), said(property));
        }
    }
    if let (Some(text), Some(property)) = (&read.rules, root.property("RU")) {
        let rules = read_rules(stored.game, &stored.sgf, text);
        if let Some(warning) = rules.warning {
            notes.add(property.place, warning);
        }
        read.said.extend(rules.options.keys().map(|name| (name.clone(), said(property))));
        read.options.extend(rules.options);
    }
    Ok(read)
}

struct Reader<'a> {
    game: SgfGame,
    house: &'a House,
    size: Size,
    old_hexgui: bool,
    /// After a swap of the sides, who has swapped, until the next move is read.
    swapped: Option<Side>,
    /// Whether the sides were swapped at all.
    sides_swapped: bool,
    /// Whether B and W stand for the players from before such a swap.
    exchanged: bool,
    notes: Notes,
}

impl Reader<'_> {
    /// What a node sets up: on the board as long as nobody has moved, as a setup of its own after that.
    fn set_up(&mut self, node: &Node, comment: Option<&String>, board: &mut [Option<Side>]) -> Result<(), SgfError> {
        // What is put on each point last, and the stones put there.
        let (mut change, mut put) = (BTreeMap::new(), BTreeMap::new());
        let (mut to_move, mut place, mut stones) = (None, None, false);
        for property in &node.properties {
            let stone = match property.name.as_str() {
                "AB" => Some(Side::First),
                "AW" => Some(Side::Second),
                "AE" => None,
                "PL" => {
                    to_move = self.read_turn(property);
                    place = place.or(to_move.map(|_| property.place));
                    continue;
                }
                _ => continue,
            };
            stones = true;
            place = place.or(Some(property.place));
            for value in property.values.iter().filter(|value| !value.trim().is_empty() || property.values.len() > 1) {
                for point in self.rectangle(property, value)? {
                    change.insert(point, stone);
                    let before = stone.and_then(|stone| put.insert(point, stone));
                    if before.zip(stone).is_some_and(|(one, other)| one != other) {
                        let (name, point) = (&property.name, self.game.form.name_of(point, self.size));
                        let message =
                            format_args!("{name}[{value}]: {point} has a stone of the other side in this node");
                        return Err(SgfError::new(property.place, message));
                    }
                }
            }
        }
        let Some(place) = place else { return Ok(()) };
        if stones && node.properties.iter().any(|property| MOVES.contains(&property.name.as_str())) {
            self.notes.once("setup", place, "stones set up and a move in one node: the stones come first");
        }
        if self.game.moves.is_empty() {
            self.game.to_move = to_move.or(self.game.to_move);
            change.into_iter().for_each(|(point, stone)| board[point] = stone);
            return Ok(());
        }
        let points = |of| change.iter().filter(|(_, stone)| **stone == of).map(|(&point, _)| point).collect();
        self.game.setups.push(SgfSetup {
            before: self.game.moves.len(),
            stones: Side::BOTH.map(|side| points(Some(side))),
            emptied: points(None),
            to_move,
            comment: comment.cloned(),
            place,
        });
        Ok(())
    }

    /// PL in the letters, words and numbers that it has been written in.
    fn read_turn(&mut self, property: &Property) -> Option<Side> {
        let value = first(property);
        let side = match value.to_ascii_lowercase().as_str() {
            "b" | "black" | "1" => Some(Side::First),
            "w" | "white" | "2" => Some(Side::Second),
            _ => None,
        };
        match side {
            None => {
                self.notes.add(property.place, format_args!("PL[{value}]: neither B nor W; as if it were not there"))
            }
            Some(side) if value.len() > 1 || value.starts_with(|c: char| c.is_ascii_digit()) => {
                let text = format_args!("PL[{value}]: read as {}", MOVES[side.index()]);
                self.notes.once("turn", property.place, text);
            }
            Some(_) => (),
        }
        side
    }

    /// The points of a value of AB, AW or AE, which may be a rectangle.
    fn rectangle(&mut self, property: &Property, value: &str) -> Result<Vec<usize>, SgfError> {
        let corners = value.split_once(':').unwrap_or((value, value));
        let mut read =
            |text| self.game.form.read_point(text, self.size).or_else(|| self.read_board_point(property, value, text));
        let Some((one, other)) = read(corners.0).zip(read(corners.1)) else {
            let message = format!("{}[{value}]: not on a board of size {}", property.name, self.size);
            return Err(SgfError::new(property.place, message));
        };
        let cols = usize::from(self.size.cols);
        let (rows, range) = (span(one / cols, other / cols), span(one % cols, other % cols));
        Ok(rows.flat_map(|row| range.clone().map(move |col| row * cols + col)).collect())
    }

    /// A point as the board has it, `part` of a value.
    fn read_board_point(&mut self, property: &Property, value: &str, part: &str) -> Option<usize> {
        let point = self.game.form.read_board_point(part, self.size)?;
        let text =
            format_args!("{}[{value}]: read as the point {part} of the board, and others like it", property.name);
        self.notes.once("board", property.place, text);
        Some(point)
    }

    /// Reads a move. Whether the game goes on after it.
    fn read_move(&mut self, property: &Property, value: &str, comment: Option<String>) -> Result<bool, SgfError> {
        let Property { name, place, .. } = property;
        let at = self.game.moves.len() + 1;
        let wrong = |reason: &str| Err(SgfError::new(*place, format_args!("move {at}, {name}[{value}]: {reason}")));
        let written = if *name == MOVES[0] { Side::First } else { Side::Second };
        let read = self.game.form.read_move(value, self.size);
        let text = match read.or_else(|| self.read_board_point(property, value, value).map(Said::On)) {
            Some(Said::Own) => value.trim().to_string(),
            Some(Said::On(point)) => self.game.form.name_of(point, self.size),
            Some(Said::Resign) => return Ok(false),
            Some(Said::Pass) => match self.game.form.pass() {
                Some(pass) => pass.to_string(),
                None => return wrong("nobody passes in this game"),
            },
            Some(Said::SwapSides) if !self.may_swap(written) => return wrong("only the second move of a game swaps"),
            Some(Said::Swap) if self.old_hexgui && self.may_swap(written) => {
                let text = format_args!("{name}[{value}]: HexGui before 0.10 writes swap-sides so");
                self.notes.add(*place, text);
                self.swap_sides(written, *place, comment);
                return Ok(true);
            }
            Some(Said::SwapSides) => {
                self.swap_sides(written, *place, comment);
                return Ok(true);
            }
            Some(Said::Swap) => self.swap_text().to_string(),
            None if value.to_ascii_lowercase().starts_with("swap") => return wrong(&self.which_swaps()),
            None => return wrong(&format!("not a point of a board of size {}", self.size)),
        };
        // After the pieces it is the other side's turn; the one that goes on has kept the stone where it was.
        if let Some(last) = self.game.moves.last().filter(|last| self.is_swap(last) && last.side == written).cloned() {
            self.game.moves.pop();
            if !self.may_swap(written) {
                return wrong("after its own swap, which was not the second move");
            }
            self.notes.add(last.place, format_args!("a swap after which {name} moves on: read as swap-sides"));
            self.swap_sides(written, last.place, last.comment);
        }
        if let Some(swapper) = self.swapped.take() {
            self.exchanged = swapper != written;
            if self.exchanged {
                let text = format_args!(
                    "{name} moves after the sides were swapped: from here {name} is read as the other side"
                );
                self.notes.add(*place, text);
            }
        }
        let side = if self.exchanged { written.other() } else { written };
        if let Some(swap) = self.game.form.swap.filter(|swap| swap.text == text && !self.game.swaps()) {
            self.game.options.insert(swap.option.into(), swap.on.into());
            self.game.said.insert(swap.option.into(), (*place, format!("{name}[{text}]")));
        }
        self.game.moves.push(SgfMove { side, text, comment, place: *place });
        Ok(true)
    }

    fn may_swap(&self, side: Side) -> bool {
        let [only] = &self.game.moves[..] else { return false };
        only.side != side && self.game.setups.is_empty() && self.swapped.is_none() && !self.is_swap(only)
    }

    /// The move that swaps the pieces, where there is one.
    fn swap_text(&self) -> &'static str {
        self.game.form.swap.map(|swap| swap.text).unwrap_or_default()
    }

    fn is_swap(&self, mv: &SgfMove) -> bool {
        self.game.form.swap.is_some_and(|swap| swap.text == mv.text)
    }

    /// What is read of swaps, and in which games.
    fn which_swaps(&self) -> String {
        let names = names_of(self.house, |stored| stored.form.swap.is_some());
        let names: Vec<&str> = names.into_iter().flat_map(|(_, names)| names).collect();
        if names.is_empty() {
            return "nobody swaps in these games".into();
        }
        format!("of the swaps swap-pieces and swap-sides are read, in {}", names.join(", "))
    }

    /// The stone stays, the seats are exchanged: what is known of the players is.
    fn swap_sides(&mut self, side: Side, place: Place, comment: Option<String>) {
        self.game.names.swap(0, 1);
        for (name, _) in &mut self.game.about {
            for [one, other] in [["BR", "WR"], ["BT", "WT"]] {
                if name == one || name == other {
                    *name = if name == one { other } else { one }.to_string();
                }
            }
        }
        // By a swap of the pieces that was none.
        if let Some(swap) = self.game.form.swap
            && self.game.said.get(swap.option).is_some_and(|(said, _)| *said == place)
        {
            self.game.said.remove(swap.option);
            self.game.options.remove(swap.option);
        }
        if let Some(more) = comment {
            let first = self.game.moves.first_mut().map(|mv| &mut mv.comment);
            first.into_iter().for_each(|comment| {
                *comment = Some(comment.take().map_or(more.clone(), |before| format!("{before}\n{more}")));
            });
        }
        self.notes.add(
            place,
            "swap-sides: the stone stays, and the players exchange their seats; read as a game without a swap",
        );
        (self.swapped, self.sides_swapped) = (Some(side), true);
    }

    /// Who has won, after a swap of the sides: where B and W were the players, they are colours now.
    fn exchange_result(&mut self, root: &Node) {
        let (Some(result), Some(property)) = (&mut self.game.result, root.property("RE")) else { return };
        let Some(rest) = result.strip_prefix(['B', 'W']) else { return };
        if self.exchanged {
            let winner = if result.starts_with(MOVES[0]) { MOVES[1] } else { MOVES[0] };
            *result = format!("{winner}{rest}");
        } else {
            let text = format_args!("RE[{result}] after swap-sides: taken for the colour and not for who had it first");
            self.notes.add(property.place, text);
        }
    }

    fn finish(mut self, root: &Node, board: &[Option<Side>]) -> SgfGame {
        if self.sides_swapped {
            self.exchange_result(root);
        }
        for side in Side::BOTH {
            let stones = board.iter().enumerate().filter(|(_, stone)| **stone == Some(side));
            self.game.stones[side.index()] = stones.map(|(point, _)| point).collect();
        }
        let handicap = self.game.handicap.unwrap_or_default() as usize;
        let moved = self.game.moves.iter().take_while(|mv| mv.side == Side::First).count();
        let begun = !self.game.moves.is_empty() && moved < handicap;
        if let Some(property) = root.property("HA").filter(|_| handicap > 1 && self.game.stones[0].is_empty())
            && (begun || self.game.moves.is_empty())
        {
            self.notes.add(property.place, format_args!("HA[{handicap}], but no stones are set up (AB)"));
        }
        self.game.warnings = self.notes.take();
        self.game
    }
}

fn span(one: usize, other: usize) -> std::ops::RangeInclusive<usize> {
    one.min(other)..=one.max(other)
}
