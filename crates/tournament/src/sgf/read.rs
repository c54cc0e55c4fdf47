//! Reading the syntax.

use super::{Node, Place, Property, SgfError, Tree};

/// Larger files are refused.
pub const MOST_BYTES: usize = 16 << 20;

/// Reads all game trees of a file. Text around them is skipped, lower case letters in property names too (`FF[3]`), and a
/// property that stands twice in a node has the values of both.
///
/// The text is UTF-8 or ISO-8859-1: what CA says, if it says one of these, otherwise UTF-8 where the bytes are that. In other
/// encodings moves and numbers come out right, names and comments do not.
///
/// # Errors
/// Says where, when there is no game tree, or one is not as the format wants it, or the file is larger than [`MOST_BYTES`].
pub fn read_trees(bytes: &[u8]) -> Result<Vec<Tree>, SgfError> {
    let start = Place { line: 1, column: 1 };
    if bytes.len() > MOST_BYTES {
        return Err(SgfError::new(start, format_args!("a file of {} bytes; at most {MOST_BYTES}", bytes.len())));
    }
    let text = decode(bytes);
    let mut reader = Reader { chars: text.chars().peekable(), place: start };
    let mut trees = Vec::new();
    while reader.skip_to_tree() {
        trees.push(reader.tree()?);
    }
    if trees.is_empty() {
        return Err(SgfError::new(start, "no game tree: nothing begins with \"(;\""));
    }
    Ok(trees)
}

fn decode(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let latin = || bytes.iter().map(|&byte| char::from(byte)).collect();
    match std::str::from_utf8(bytes) {
        Ok(text) if !says_latin(bytes) => text.to_string(),
        _ => latin(),
    }
}

/// Whether the first CA says ISO-8859-1.
fn says_latin(bytes: &[u8]) -> bool {
    let Some(at) = bytes.windows(3).position(|window| window == b"CA[") else { return false };
    let name: String =
        bytes[at + 3..].iter().take_while(|&&byte| byte != b']').take(32).map(|&b| char::from(b)).collect();
    let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    matches!(name.as_str(), "iso88591" | "latin1" | "l1" | "cp819" | "ibm819" | "windows1252" | "cp1252")
}

struct Reader<'a> {
    chars: std::iter::Peekable<std::str::Chars<'a>>,
    /// Of the next character.
    place: Place,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let c = self.chars.next()?;
        if c == '\n' {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
        Some(c)
    }

    fn skip_space(&mut self) -> Option<char> {
        while self.chars.next_if(|c| c.is_whitespace()).is_some_and(|c| {
            let Place { line, column } = self.place;
            self.place =
                if c == '\n' { Place { line: line + 1, column: 1 } } else { Place { line, column: column + 1 } };
            true
        }) {}
        self.chars.peek().copied()
    }

    /// Goes to the next "(" that a ";" follows. Whether there is one.
    fn skip_to_tree(&mut self) -> bool {
        while let Some(&c) = self.chars.peek() {
            if c == '(' {
                let mut ahead = self.chars.clone().skip(1).skip_while(|c| c.is_whitespace());
                if ahead.next() == Some(';') {
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
                        return wrong("a node after a variation that is closed");
                    }
                    self.next();
                    let index = tree.nodes.len();
                    tree.nodes.push(Node::default());
                    if let Some(parent) = node {
                        tree.nodes[parent].children.push(index);
                    }
                    node = Some(index);
                    may_property = true;
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
                    let Some(node) = node.filter(|_| may_property) else {
                        return wrong("a property outside of a node");
                    };
                    let property = self.property()?;
                    let properties = &mut tree.nodes[node].properties;
                    match properties.iter_mut().find(|other| other.name == property.name) {
                        Some(other) => other.values.extend(property.values),
                        None => properties.push(property),
                    }
                }
                c => return wrong(&format!("{c:?} is not expected here")),
            }
        }
    }

    fn property(&mut self) -> Result<Property, SgfError> {
        let place = self.place;
        let mut name = String::new();
        while let Some(c) = self.chars.next_if(char::is_ascii_alphabetic) {
            self.place.column += 1;
            if !c.is_ascii_lowercase() {
                name.push(c);
            }
        }
        if name.is_empty() {
            return Err(SgfError::new(place, "a property needs upper case letters"));
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
