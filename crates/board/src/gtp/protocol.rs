//! Lines in, replies out: what version 2 of the Go Text Protocol says about them.

use std::borrow::Cow;

/// Longer lines are cut here and refused: no command needs more.
pub(super) const MOST_LINE: usize = 8192;

/// A line that is a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Command {
    /// The number before it, as it was written; empty when there was none.
    pub(super) id: String,
    pub(super) name: String,
    pub(super) args: Vec<String>,
}

/// What a command is answered with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    Done(String),
    Failed(String),
    /// The command has written its reply, up to the empty line.
    Written,
}

pub(super) fn done(text: impl Into<String>) -> Answer {
    Answer::Done(text.into())
}

pub(super) fn failed(text: impl Into<String>) -> Answer {
    Answer::Failed(text.into())
}

/// The text of a line as the protocol wants it cleaned: a tab is a space, other control characters are dropped, and so is
/// what does not belong to the text, as the byte order mark of a script.
pub(super) fn clean(bytes: &[u8]) -> String {
    let text: Cow<'_, str> = String::from_utf8_lossy(bytes);
    text.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|&c| !c.is_control() && c != '\u{feff}').collect()
}

/// Reads a cleaned line. `None` for an empty line and a comment.
pub(super) fn parse(line: &str) -> Option<Command> {
    let line = line.split('#').next().unwrap_or_default();
    let mut words = line.split(' ').filter(|word| !word.is_empty()).map(str::to_string).peekable();
    let is_id = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
    words.peek()?;
    let id = words.next_if(is_id).unwrap_or_default();
    Some(Command { id, name: words.next().unwrap_or_default(), args: words.collect() })
}

/// What gogui sends to end the thinking: a comment, so that it may come at any time.
pub(super) fn is_interrupt(line: &str) -> bool {
    line.strip_prefix('#').is_some_and(|comment| comment.trim() == "interrupt")
}

/// The beginning of a reply.
pub(super) fn head(id: &str, good: bool) -> String {
    format!("{}{id}", if good { '=' } else { '?' })
}

/// A whole reply. An empty line ends it, so there is none inside.
pub(super) fn reply(id: &str, answer: &Answer) -> String {
    let (good, text) = match answer {
        Answer::Done(text) => (true, text.as_str()),
        Answer::Failed(text) => (false, text.as_str()),
        Answer::Written => return "\n".into(),
    };
    let mut lines = text.trim_end().split('\n');
    let mut reply = head(id, good);
    reply.push(' ');
    reply.push_str(lines.next().unwrap_or_default().trim_end());
    for line in lines.filter(|line| !line.trim().is_empty()) {
        reply.push('\n');
        reply.push_str(line.trim_end());
    }
    reply.push_str("\n\n");
    reply
}
