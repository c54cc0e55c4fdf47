//! Games written as text, so that a test of a search is two lines long.

use std::error::Error;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;

use crate::evaluate::Evaluate;
use crate::game::{Code, Game, Outcome, Side, code_ranges};
use crate::rng::{Rng, mix};

/// A game tree from text. A move is the index of a child.
///
/// * `A`, `B`, `=` end the game: first wins, second wins, draw. A whole number ends it with that margin in half points
///   for first (positive: first wins).
/// * `( … )` is a choice among the nodes within. Sides alternate, first at the root; `+( … )` makes it first's turn,
///   `-( … )` second's.
/// * `3:` before a node gives the move to it code 3 of its mover; without it the code is the index of the child.
///
/// ```
/// use gametree_core::{Game, Outcome, Side, testing::Toy};
/// let mut toy: Toy = "(A (B = 5:-4))".parse().unwrap();
/// toy.play(1);
/// assert_eq!(toy.to_move(), Side::Second);
/// assert_eq!(toy.code(2), 64 + 5);
/// toy.play(2);
/// assert_eq!((toy.outcome(), toy.margin()), (Some(Outcome::Win(Side::Second)), -4));
/// ```
#[derive(Clone)]
pub struct Toy {
    nodes: Arc<[Node]>,
    at: usize,
}

#[derive(Clone)]
enum Node {
    Leaf(i32),
    Choice { mover: Side, children: Vec<(Code, usize)> },
}

/// The shape of a random [`Toy`].
#[derive(Clone, Copy, Debug)]
pub struct RandomToy {
    /// Longest game, in plies.
    pub depth: usize,
    /// Most moves at a node, at least 1.
    pub width: u32,
    /// Whether sides alternate; otherwise the mover of each node is random.
    pub alternate: bool,
    /// Whether codes are random, so that moves of a node may share one.
    pub share_codes: bool,
    /// Leaf margins are uniform in −`margin`..=`margin`.
    pub margin: u32,
}

impl Toy {
    /// A random tree: at depth 1 or more a node is a leaf with probability 1/4.
    #[must_use]
    pub fn random(rng: &mut Rng, shape: RandomToy) -> Toy {
        let mut nodes = Vec::new();
        grow(rng, &shape, 0, Side::First, &mut nodes);
        Toy { nodes: nodes.into(), at: 0 }
    }

    /// Writes a subtree; `turn` is whose turn it is if nothing is said.
    fn write(&self, f: &mut fmt::Formatter<'_>, at: usize, turn: Side) -> fmt::Result {
        let (mover, children) = match &self.nodes[at] {
            Node::Leaf(margin) => return write!(f, "{margin}"),
            Node::Choice { mover, children } => (*mover, children),
        };
        f.write_str(match mover {
            _ if mover == turn => "(",
            Side::First => "+(",
            Side::Second => "-(",
        })?;
        for (index, &(code, child)) in children.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { " " })?;
            if usize::from(code) != index {
                write!(f, "{code}:")?;
            }
            self.write(f, child, mover.other())?;
        }
        f.write_str(")")
    }

    fn children(&self) -> &[(Code, usize)] {
        match &self.nodes[self.at] {
            Node::Leaf(_) => &[],
            Node::Choice { children, .. } => children,
        }
    }
}

fn grow(rng: &mut Rng, shape: &RandomToy, depth: usize, turn: Side, nodes: &mut Vec<Node>) -> usize {
    let index = nodes.len();
    if depth == shape.depth || (depth > 0 && rng.below(4) == 0) {
        nodes.push(Node::Leaf(rng.below(2 * shape.margin + 1) as i32 - shape.margin as i32));
        return index;
    }
    let mover = if shape.alternate || rng.below(2) == 0 { turn } else { turn.other() };
    nodes.push(Node::Leaf(0));
    let children = (0..1 + rng.below(shape.width))
        .map(|i| {
            let code = if shape.share_codes { rng.below(shape.width) } else { i };
            (code as Code, grow(rng, shape, depth + 1, mover.other(), nodes))
        })
        .collect();
    nodes[index] = Node::Choice { mover, children };
    index
}

impl Game for Toy {
    type Move = u16;

    fn codes(&self, side: Side) -> Range<Code> {
        code_ranges(64, 64)[side.index()].clone()
    }

    fn code(&self, mv: u16) -> Code {
        self.codes(self.to_move()).start + self.children()[usize::from(mv)].0
    }

    fn to_move(&self) -> Side {
        match self.nodes[self.at] {
            Node::Leaf(_) => Side::First,
            Node::Choice { mover, .. } => mover,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.nodes[self.at] {
            Node::Leaf(0) => Some(Outcome::Draw),
            Node::Leaf(margin) => Some(Outcome::Win(if margin > 0 { Side::First } else { Side::Second })),
            Node::Choice { .. } => None,
        }
    }

    fn margin(&self) -> i32 {
        match self.nodes[self.at] {
            Node::Leaf(margin) => margin,
            Node::Choice { .. } => 0,
        }
    }

    fn legal_moves(&self, out: &mut Vec<u16>) {
        out.extend(0..self.children().len() as u16);
    }

    fn play(&mut self, mv: u16) {
        self.at = self.children()[usize::from(mv)].1;
    }

    fn key(&self) -> u64 {
        mix(&[self.at as u64])
    }
}

impl Evaluate for Toy {}

impl fmt::Debug for Toy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for Toy {
    /// The subtree from here on, as text that parses to it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, self.at, Side::First)
    }
}

/// The text is no toy game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToyError {
    /// Where, in bytes from the start.
    pub position: usize,
    /// What should stand there.
    pub expected: &'static str,
}

impl fmt::Display for ToyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "toy game, byte {}: expected {}", self.position, self.expected)
    }
}

impl Error for ToyError {}

impl FromStr for Toy {
    type Err = ToyError;

    fn from_str(text: &str) -> Result<Toy, ToyError> {
        let mut parser = Parser { text: text.as_bytes(), position: 0, level: 0, nodes: Vec::new() };
        parser.node(Side::First)?;
        parser.skip_space();
        if parser.position < text.len() {
            return Err(parser.error("the end"));
        }
        Ok(Toy { nodes: parser.nodes.into(), at: 0 })
    }
}

/// The parser and the searches recurse.
const MOST_LEVELS: usize = 250;

struct Parser<'a> {
    text: &'a [u8],
    position: usize,
    /// Brackets that are open.
    level: usize,
    nodes: Vec<Node>,
}

impl Parser<'_> {
    fn error(&self, expected: &'static str) -> ToyError {
        ToyError { position: self.position, expected }
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.get(self.position + ahead).copied()
    }

    fn skip_space(&mut self) {
        while self.peek(0).is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.position += 1;
        }
    }

    fn number(&mut self) -> Result<i32, ToyError> {
        let start = self.position;
        self.position += usize::from(self.peek(0) == Some(b'-'));
        while self.peek(0).is_some_and(|byte| byte.is_ascii_digit()) {
            self.position += 1;
        }
        let digits = std::str::from_utf8(&self.text[start..self.position]).unwrap_or_default();
        digits.parse().map_err(|_| ToyError { position: start, expected: "a whole number" })
    }

    fn node(&mut self, turn: Side) -> Result<usize, ToyError> {
        self.skip_space();
        let index = self.nodes.len();
        let (leaf, mover) = match (self.peek(0), self.peek(1)) {
            (Some(b'A'), _) => (Some(2), turn),
            (Some(b'B'), _) => (Some(-2), turn),
            (Some(b'='), _) => (Some(0), turn),
            (Some(b'('), _) => (None, turn),
            (Some(b'+'), Some(b'(')) => (None, Side::First),
            (Some(b'-'), Some(b'(')) => (None, Side::Second),
            (Some(b'-' | b'0'..=b'9'), _) => {
                let margin = self.number()?;
                self.nodes.push(Node::Leaf(margin));
                return Ok(index);
            }
            _ => return Err(self.error("A, B, =, a number or (")),
        };
        self.position += 1;
        if let Some(margin) = leaf {
            self.nodes.push(Node::Leaf(margin));
            return Ok(index);
        }
        self.position += usize::from(self.text[self.position - 1] != b'(');
        self.nodes.push(Node::Leaf(0));
        self.level += 1;
        if self.level > MOST_LEVELS {
            return Err(self.error("at most 250 brackets within one another"));
        }
        let mut children = Vec::new();
        loop {
            self.skip_space();
            if self.peek(0) == Some(b')') {
                break;
            }
            let code = self.code(children.len())?;
            children.push((code, self.node(mover.other())?));
        }
        if children.is_empty() {
            return Err(self.error("a move: a game without an end needs one"));
        }
        self.position += 1;
        self.level -= 1;
        self.nodes[index] = Node::Choice { mover, children };
        Ok(index)
    }

    /// `7:` in front of a child, if it stands there; otherwise the child's index.
    fn code(&mut self, index: usize) -> Result<Code, ToyError> {
        let start = self.position;
        let digits = self.text[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let given = digits > 0 && self.peek(digits) == Some(b':');
        let code = if given { self.number()? as usize } else { index };
        self.position += usize::from(given);
        if code >= 64 {
            return Err(ToyError { position: start, expected: "a code below 64" });
        }
        Ok(code as Code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_trees_survive_a_round_trip() {
        for seed in 0..50 {
            let mut rng = Rng::new(seed);
            let alternate = seed % 2 == 0;
            let shape = RandomToy { depth: 4, width: 4, alternate, share_codes: seed % 3 == 0, margin: 3 };
            let text = Toy::random(&mut rng, shape).to_string();
            assert_eq!(text.parse::<Toy>().unwrap().to_string(), text);
            crate::testing::conformance::check(&text.parse::<Toy>().unwrap());
        }
    }

    #[test]
    fn bad_text_is_refused_with_its_place() {
        for (text, position) in
            [("", 0), ("()", 1), ("(A", 2), ("(A))", 3), ("(X)", 1), ("(64:A)", 1), ("(-)", 1), ("A B", 2)]
        {
            assert_eq!(text.parse::<Toy>().unwrap_err().position, position, "{text}");
        }
        assert!("(".repeat(100_000).parse::<Toy>().is_err(), "deep nesting is refused, not followed");
    }
}
