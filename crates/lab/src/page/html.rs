//! Text in a page.

/// Text that may stand between tags and in attributes.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// The Markdown of a remark: code between backticks, and strong words, without code, between pairs of asterisks.
pub(super) fn marked(text: &str) -> String {
    let mut out = String::new();
    for (index, part) in text.split('`').enumerate() {
        if index % 2 == 1 {
            out = out + "<code>" + &escape(part) + "</code>";
            continue;
        }
        for (index, words) in part.split("**").enumerate() {
            let words = escape(words);
            out += &if index % 2 == 1 { format!("<strong>{words}</strong>") } else { words };
        }
    }
    out
}

/// JSON that may stand in a `script` element: nothing in it can end the element or begin a comment.
pub(super) fn script_json(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// `12,345`.
pub(super) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `1 game`, `2,000 games`.
pub(super) fn count(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", thousands(number), if number == 1 { one } else { many })
}

/// What is not known is a dash, never 0.
pub(super) fn or_dash<T>(value: Option<T>, text: impl FnOnce(T) -> String) -> String {
    value.map_or_else(|| "–".into(), text)
}

/// Puts parts in place of the comments `<!--name-->` of a template. A part may hold anything: it is not searched again.
pub(super) fn fill(template: &str, parts: &[(&str, &str)]) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("<!--") {
        out.push_str(before);
        let (name, after) = after.split_once("-->").unwrap_or((after, ""));
        out.push_str(parts.iter().find(|(key, _)| *key == name).map_or("", |(_, part)| part));
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_texts() {
        let found = [0, 999, 1000, 1_234_567].map(thousands);
        assert_eq!(found, ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(escape("<a & \"b'>"), "&lt;a &amp; &quot;b&#39;&gt;");
        assert_eq!(script_json("\"</script><!--\""), "\"\\u003c/script>\\u003c!--\"");
        assert_eq!(fill("a<!--x-->b<!--y-->c", &[("x", "<!--y-->"), ("y", "2")]), "a<!--y-->b2c");
    }
}
