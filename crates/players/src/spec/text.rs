//! A spec as text, without knowing what players there are.

use gametree_core::FieldError;

/// The name of a player, and its parameters as they are written, each with its value.
pub type Written<'a> = (&'a str, Vec<(&'a str, String)>);

/// Takes a spec apart: the name of a player, and the parameters that are written, each with its value.
///
/// # Errors
/// When the parameters are no `key=value` with commas between them, or one stands twice.
pub fn take_apart(text: &str) -> Result<Written<'_>, FieldError> {
    let (name, parameters) = match text.split_once(':') {
        Some((name, parameters)) => (name, Some(parameters)),
        None => (text, None),
    };
    let mut list: Vec<(&str, String)> = Vec::new();
    for part in parameters.into_iter().flat_map(split) {
        let field = format_args!("parameter of player {name}");
        let Some((key, value)) = part.split_once('=') else {
            return Err(FieldError::new(field, part, "key=value, joined by commas"));
        };
        if list.iter().any(|(earlier, _)| *earlier == key) {
            return Err(FieldError::new(field, part, "each parameter once"));
        }
        let allowed = "key=value, or key=\"value\" with a backslash before \" and before a backslash";
        list.push((key, unquote(value).ok_or_else(|| FieldError::new(field, part, allowed))?));
    }
    Ok((name, list))
}

/// At the commas that stand outside of quotation marks.
fn split(parameters: &str) -> Vec<&str> {
    let (mut quoted, mut escaped) = (false, false);
    let is_comma = |c: char| {
        let escapes = quoted && c == '\\' && !escaped;
        if c == '"' && !escaped {
            quoted = !quoted;
        }
        escaped = escapes;
        c == ',' && !quoted
    };
    parameters.split(is_comma).collect()
}

/// A value without its quotation marks. `None` when they do not stand at both ends and only there.
fn unquote(value: &str) -> Option<String> {
    if !value.contains('"') {
        return Some(value.to_string());
    }
    let mut chars = value.strip_prefix('"')?.strip_suffix('"')?.chars();
    let mut text = String::new();
    while let Some(c) = chars.next() {
        match c {
            '"' => return None,
            '\\' => text.push(chars.next().filter(|c| matches!(c, '"' | '\\'))?),
            _ => text.push(c),
        }
    }
    Some(text)
}

/// A value as [`unquote`] reads it, in quotation marks only where it would not be read without.
pub(crate) fn quote(value: &str) -> String {
    if !value.is_empty() && !value.contains([',', '"', '\\', ' ']) {
        return value.to_string();
    }
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}
