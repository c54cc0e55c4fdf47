//! Reading the syntax.

use super::decode::{Decoded, by_label, decode};
use super::{Node, Notes, Place, Property, SgfError, Tree};

/// Larger files are refused.
pub const MOST_BYTES: usize = 16 << 20;

/// Reads all game trees of a file. Text around them is skipped, lower case letters in property names too (`FF[3]`), and a
/// property that stands twice in a node has the values of both.
///
/// The text is in the encoding that a byte order mark says (UTF-8, UTF-16), otherwise the first CA of the file; without either
/// it is UTF-8 where the bytes are that, and ISO-8859-1 where they are not.
///
/// Where only one thing can be meant, forms that the format does not have are read, and [`Tree::warnings`] says what was made
/// of them: a node without its semicolon at the beginning of a game or variation; a second move in a node, which becomes a
/// node of its own after it; a node after a variation, which becomes one more variation, the last (the first is the main line).
///
/// # Errors
/// Says where, when there is no game tree, or one is not as the format wants it, or the bytes are not in the encoding that CA
/// names, or the file is larger than [`MOST_BYTES`].
pub fn read_trees(bytes: &[u8]) -> Result<Vec<Tree>, SgfError> {
    let start = Place { line: 1, column: 1 };
    if bytes.len() > MOST_BYTES {
        return Err(SgfError::new(start, format_args!("a file of {} bytes; at most {MOST_BYTES}", bytes.len())));
    }
    let mut notes = Notes::default();
    let Decoded { text, encoding } = decode(bytes, &mut notes)?;
    let about_file = notes.clone();
    let mut reader = Reader { chars: text.chars().peekable(), place: start, notes };
    let mut trees: Vec<Tree> = Vec::new();
    while reader.skip_to_tree() {
        let mut tree = reader.tree()?;
        let charset = tree.nodes.first().and_then(|root| root.property("CA"));
        if let Some(Property { place, values, .. }) = charset.filter(|_| !trees.is_empty())
            && by_label(&values[0]).is_some_and(|other| other != encoding)
        {
            let used = encoding.name();
            reader.notes.add(*place, format_args!("CA[{}]: the file as a whole is read as {used}", values[0]));
        }
        tree.warnings = std::mem::replace(&mut reader.notes, about_file.clone()).take();
        trees.push(tree);
    }
    if trees.is_empty() {
        return Err(SgfError::new(start, "no game tree: nothing begins with \"(;\""));
    }
    Ok(trees)
}

struct Reader<'a> {
    chars: std::iter::Peekable<std::str::Chars<'a>>,
    /// Of the next character.
    place: Place,
    notes: Notes,
}

/// What a game tree may begin with that lacks its first semicolon: other words in parentheses are text before it.
const AT_ROOT: [&str; 24] = [
    "FF", "GM", "SZ", "CA", "AP", "ST", "AB", "AW", "PL", "KM", "HA", "RU", "PB", "PW", "BR", "WR", "RE", "DT", "EV",
    "PC", "GN", "US", "B", "W",
];

/// The properties that are moves.
const MOVES: [&str; 2] = ["B", "W"];

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let c = self.chars.next()?;
        // A line ends in LF, CR LF, or CR.
        if c == '\n' || c == '\r' && self.chars.peek() != Some(&'\n') {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
        Some(c)
    }

    fn skip_space(&mut self) -> Option<char> {
        while self.chars.peek().is_some_and(|c| c.is_whitespace()) {
            self.next();
        }
        self.chars.peek().copied()
    }

    /// Goes to the next "(" that a ";" follows, or a property that stands at a root. Whether there is one.
    fn skip_to_tree(&mut self) -> bool {
        while let Some(&c) = self.chars.peek() {
            if c == '(' {
                let mut ahead = self.chars.clone().skip(1).skip_while(|c| c.is_whitespace()).peekable();
                if ahead.peek() == Some(&';') {
                    return true;
                }
                // The longest name that is looked for has two letters.
                let mut name = String::new();
                while name.len() < 3
                    && let Some(c) = ahead.next_if(char::is_ascii_uppercase)
                {
                    name.push(c);
                }
                if AT_ROOT.contains(&name.as_str()) && ahead.find(|c| !c.is_whitespace()) == Some('[') {
                    return true;
                }
            }
            self.next();
        }
        false
    }

    fn tree(&mut self) -> Result<Tree, SgfError> {
        let opened = self.place;
        let mut tree = Tree::default();
        // For each open parenthesis the node before it.
        let mut open: Vec<Option<usize>> = Vec::new();
        let mut node: Option<usize> = None;
        // Whether a node may follow, and a property.
        let (mut may_node, mut may_property) = (false, false);
        let begin = |tree: &mut Tree, parent: Option<usize>| {
            let index = tree.nodes.len();
            tree.nodes.push(Node::default());
            if let Some(parent) = parent {
                tree.nodes[parent].children.push(index);
            }
            Some(index)
        };
        loop {
            let Some(c) = self.skip_space() else {
                return Err(SgfError::new(opened, "this game tree is not closed"));
            };
            let place = self.place;
            let wrong = |message: &str| Err(SgfError::new(place, message));
            match c {
                '(' => {
                    if may_node && !may_property {
                        return wrong("\"(\" where a node was to begin");
                    }
                    self.next();
                    open.push(node);
                    (may_node, may_property) = (true, false);
                }
                ';' => {
                    if !may_node {
                        self.notes.add(place, "a node after a variation that is closed: read as one more variation");
                    }
                    self.next();
                    node = begin(&mut tree, node);
                    (may_node, may_property) = (true, true);
                }
                ')' => {
                    if may_node && !may_property {
                        return wrong("\")\" where a node was to begin");
                    }
                    self.next();
                    node = open.pop().flatten();
                    (may_node, may_property) = (false, false);
                    if open.is_empty() {
                        return Ok(tree);
                    }
                }
                c if c.is_ascii_alphabetic() => {
                    if may_node && !may_property {
                        self.notes.add(place, "a node without its semicolon");
                        node = begin(&mut tree, node);
                        may_property = true;
                    }
                    let Some(mut at) = node.filter(|_| may_property) else {
                        return wrong("a property outside of a node");
                    };
                    let Property { name, mut values, place } = self.property()?;
                    if !MOVES.contains(&name.as_str()) {
                        let properties = &mut tree.nodes[at].properties;
                        match properties.iter_mut().find(|other| other.name == name) {
                            Some(other) => other.values.append(&mut values),
                            None => properties.push(Property { name, values, place }),
                        }
                        continue;
                    }
                    for value in values {
                        if tree.nodes[at].properties.iter().any(|other| MOVES.contains(&other.name.as_str())) {
                            self.notes.once("moves", place, "more than one move in a node: read one after the other");
                            at = begin(&mut tree, Some(at)).unwrap_or(at);
                        }
                        tree.nodes[at].properties.push(Property { name: name.clone(), values: vec![value], place });
                    }
                    node = Some(at);
                }
                c => return wrong(&format!("{c:?} is not expected here")),
            }
        }
    }

    fn property(&mut self) -> Result<Property, SgfError> {
        let place = self.place;
        let (mut name, mut long) = (String::new(), String::new());
        while let Some(c) = self.chars.next_if(char::is_ascii_alphabetic) {
            self.place.column += 1;
            long.push(c);
            if !c.is_ascii_lowercase() {
                name.push(c);
            }
        }
        if long.is_empty() {
            return Err(SgfError::new(place, "a property needs letters"));
        }
        if name.is_empty() {
            name = long.to_ascii_uppercase();
            let text = format_args!("a name in lower case: {long} is read as {name}, and the others in the same way");
            self.notes.once("names", place, text);
        } else if name != long {
            let text =
                format_args!("a long name of a property: {long} is read as {name}, and the others in the same way");
            self.notes.once("names", place, text);
        }
        let mut values = Vec::new();
        while self.skip_space() == Some('[') {
            values.push(self.value()?);
        }
        if values.is_empty() {
            return Err(SgfError::new(place, format_args!("property {name} has no value")));
        }
        Ok(Property { name, values, place })
    }

    /// Line breaks of every kind become "\n", other white space a space, an escaped line break nothing.
    fn value(&mut self) -> Result<String, SgfError> {
        let place = self.place;
        let unclosed = || SgfError::new(place, "this value is not closed");
        self.next();
        let mut value = String::new();
        loop {
            match self.next().ok_or_else(unclosed)? {
                ']' => return Ok(value),
                '\\' => match self.next().ok_or_else(unclosed)? {
                    c @ ('\n' | '\r') => self.rest_of_break(c),
                    c if c.is_whitespace() => value.push(' '),
                    c => value.push(c),
                },
                c @ ('\n' | '\r') => {
                    self.rest_of_break(c);
                    value.push('\n');
                }
                c if c.is_whitespace() => value.push(' '),
                c => value.push(c),
            }
        }
    }

    /// A line break may be two characters.
    fn rest_of_break(&mut self, first: char) {
        let other = if first == '\n' { '\r' } else { '\n' };
        if self.chars.peek() == Some(&other) {
            self.next();
        }
    }
}
