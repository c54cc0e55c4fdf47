//! What an engine sends: replies between lines that are none.

/// A line may have so many bytes, ...
pub(super) const MOST_LINE: usize = 64 << 10;
/// ... a reply so many, ...
const MOST_REPLY: usize = 256 << 10;
/// ... and what comes before it so many.
const MOST_CHATTER: usize = 4 << 20;

/// An engine's answer to a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Reply {
    /// `=`, not `?`.
    pub(super) good: bool,
    /// Without the id, and without spaces and line breaks at its ends.
    pub(super) text: String,
}

/// Reads one reply, line by line.
#[derive(Debug)]
pub(super) struct Reading {
    id: u64,
    begun: Option<Reply>,
    bytes: usize,
}

impl Reading {
    /// A reply to the command with this number.
    pub(super) fn new(id: u64) -> Self {
        Reading { id, begun: None, bytes: 0 }
    }

    /// Takes a line without its line break, and gives the reply when the line ends it.
    ///
    /// # Errors
    /// When it is too much, or the reply to another command.
    pub(super) fn line(&mut self, bytes: &[u8]) -> Result<Option<Reply>, String> {
        self.bytes += bytes.len() + 1;
        let text = clean(bytes);
        let Some(reply) = &mut self.begun else {
            if self.bytes > MOST_CHATTER {
                return Err(format!("wrote {} MiB without a reply", MOST_CHATTER >> 20));
            }
            self.begun = self.begin(&text)?;
            if self.begun.is_some() {
                self.bytes = 0;
            }
            return Ok(None);
        };
        if self.bytes > MOST_REPLY {
            return Err(format!("sent a reply of more than {} KiB", MOST_REPLY >> 10));
        }
        if text.trim().is_empty() {
            reply.text.truncate(reply.text.trim_end().len());
            return Ok(self.begun.take());
        }
        reply.text.push('\n');
        reply.text.push_str(&text);
        Ok(None)
    }

    /// The first line of a reply; `None` for any other line.
    fn begin(&self, line: &str) -> Result<Option<Reply>, String> {
        let (good, rest) = match (line.strip_prefix('='), line.strip_prefix('?')) {
            (Some(rest), _) => (true, rest),
            (_, Some(rest)) => (false, rest),
            _ => return Ok(None),
        };
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (id, text) = rest.split_at(digits);
        // Some programs leave the number out; one that answers another command has lost count.
        if !id.is_empty() && id.parse() != Ok(self.id) {
            return Err(format!("answered command {id} instead of {}", self.id));
        }
        Ok(Some(Reply { good, text: text.trim_start().to_string() }))
    }
}

/// As the protocol wants it: a tab is a space, other control characters are dropped. What is not UTF-8 is replaced.
fn clean(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect()
}

/// A text of others for a message: short, and in one line.
pub(super) fn quote(text: &str) -> String {
    const MOST: usize = 60;
    let short: String = text.chars().take(MOST).collect();
    let more = if text.chars().nth(MOST).is_some() { "…" } else { "" };
    format!("{:?}{more}", short.replace('\n', " / "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(id: u64, lines: &[&[u8]]) -> Result<Option<Reply>, String> {
        let mut reading = Reading::new(id);
        for line in lines {
            if let Some(reply) = reading.line(line)? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    #[test]
    fn replies_are_found_between_other_lines() {
        let good = |text: &str| Ok(Some(Reply { good: true, text: text.into() }));
        assert_eq!(read(7, &[b"=7 C3", b""]), good("C3"));
        assert_eq!(read(7, &[b"= C3\r", b"\r"]), good("C3"));
        assert_eq!(read(7, &[b"=7\tC3  ", b" "]), good("C3"));
        assert_eq!(read(7, &[b"thinking ...", b"", b"\xff\xfe", b"=7", b"one", b"two", b""]), good("\none\ntwo"));
        assert_eq!(read(7, &[b"?7 no", b""]), Ok(Some(Reply { good: false, text: "no".into() })));
        assert_eq!(read(7, &[b"=7 19", b"no end"]), Ok(None));
        assert_eq!(read(1, &[b"=1 1 2", b""]), good("1 2"));
        assert!(read(7, &[b"=6 C3", b""]).unwrap_err().contains("command 6 instead of 7"));
        assert!(read(7, &[b"=99999999999999999999999", b""]).is_err());
    }

    #[test]
    fn too_much_of_anything_is_an_error() {
        let mut reading = Reading::new(1);
        let long = vec![b'x'; MOST_LINE];
        let error = (0..).find_map(|_| reading.line(&long).err()).unwrap();
        assert!(error.contains("4 MiB without a reply"), "{error}");
        let mut reading = Reading::new(1);
        reading.line(b"=1").unwrap();
        let lines = (0..).take_while(|_| reading.line(&long).is_ok()).count();
        assert!(lines < 8, "{lines}");
        assert_eq!(quote("a\nb"), "\"a / b\"");
        assert!(quote(&"é".repeat(99)).chars().count() < 70);
    }
}
