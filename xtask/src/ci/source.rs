//! Rust source reduced to its code: what comments say does not count, and what texts say is told apart.

use std::ops::RangeInclusive;

/// The source without comments, and with texts and characters emptied; line breaks stay, so lines keep their numbers. And the texts
/// as they are written, each with the line on which it begins, from 1.
pub(super) fn code_and_texts(source: &str) -> (String, Vec<(usize, &str)>) {
    let mut code = String::with_capacity(source.len());
    let mut texts = Vec::new();
    let mut line = 1;
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let skipped = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => block_comment(rest),
            '"' => text(rest),
            'r' if !code.ends_with(is_word) => raw_text(rest).unwrap_or(0),
            '\'' => character(rest).unwrap_or(0),
            _ => 0,
        };
        if skipped == 0 {
            line += usize::from(first == '\n');
            code.push(first);
            rest = &rest[first.len_utf8()..];
        } else {
            if matches!(first, '"' | 'r') {
                texts.push((line, rest[..skipped].trim_start_matches(['r', '#', '"']).trim_end_matches(['#', '"'])));
            }
            code.push(' ');
            code.extend(rest[..skipped].matches('\n'));
            line += rest[..skipped].matches('\n').count();
            rest = &rest[skipped..];
        }
    }
    (code, texts)
}

/// The lines, from 1, of what is compiled for tests only: from each `#[cfg(test)]` to the end of the item behind it.
pub(super) fn test_lines(code: &str) -> Vec<RangeInclusive<usize>> {
    let line_of = |at: usize| code[..at].matches('\n').count() + 1;
    let mut found = Vec::new();
    for (at, mark) in code.match_indices("#[cfg(test)]") {
        let (mut depth, mut end) = (0_usize, code.len());
        for (offset, c) in code[at + mark.len()..].char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                _ => (),
            }
            if depth == 0 && matches!(c, '}' | ';') {
                end = at + mark.len() + offset;
                break;
            }
        }
        found.push(line_of(at)..=line_of(end));
    }
    found
}

/// The identifiers of code, each with its line from 1.
pub(super) fn identifiers(code: &str) -> impl Iterator<Item = (usize, &str)> {
    code.lines().enumerate().flat_map(|(index, line)| {
        line.split(|c| !is_word(c))
            .filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_'))
            .map(move |word| (index + 1, word))
    })
}

/// The words that an identifier is made of, in lower case: `GraveConfig` and `grave_config` are `grave` and `config`.
pub(super) fn words(identifier: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    let mut before = '_';
    for c in identifier.chars() {
        if c == '_' || (c.is_uppercase() && before.is_lowercase()) {
            words.push(String::new());
        }
        if c != '_' {
            words.last_mut().expect("never empty").extend(c.to_lowercase());
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    words
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        match &rest.as_bytes()[at..] {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    rest.len()
}

fn text(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let mut at = 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(rest.len())
}

fn raw_text(rest: &str) -> Option<usize> {
    let hashes = rest[1..].bytes().take_while(|&byte| byte == b'#').count();
    let body = rest[1 + hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let length = body.find(&end)?;
    Some(1 + hashes + 1 + length + end.len())
}

/// A character, not a lifetime.
fn character(rest: &str) -> Option<usize> {
    let mut chars = rest.char_indices().skip(1);
    let (_, first) = chars.next()?;
    if first == '\\' {
        let (escaped, _) = chars.next()?;
        return Some(escaped + 1 + rest[escaped + 1..].find('\'')? + 1);
    }
    let (at, next) = chars.next()?;
    (next == '\'').then_some(at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_code_is_left() {
        let source = r##"fn f<'a>(x: &'a str) { // grave
    let _ = ("uct \" grave", r#"raw "grave""#, b"mcps", 'g', '\'', '\u{1f}'); /* rave /* uct */ grave
    */ let kept = 'x'; }"##;
        let (code, _) = code_and_texts(source);
        let found: Vec<(usize, &str)> = identifiers(&code).collect();
        let expected: &[(usize, &str)] = &[(1, "fn"), (1, "f"), (1, "a"), (1, "x"), (1, "a"), (1, "str")];
        assert_eq!(found[..6], *expected);
        assert_eq!(found[6..], [(2, "let"), (2, "_"), (2, "b"), (3, "let"), (3, "kept")]);
    }

    #[test]
    fn texts_and_test_code_are_found() {
        let source = "fn f() -> &str {\n    \"one \\\" {\" // \"none\"\n}\n#[cfg(test)]\nmod x;\n#[cfg(test)]\nmod tests {\n    fn g() { \
                      \"two\" }\n    const R: &str = r#\"three\"#;\n}\nfn h() {}\n";
        let (code, texts) = code_and_texts(source);
        assert_eq!(texts, [(2, "one \\\" {"), (8, "two"), (9, "three")]);
        assert_eq!(test_lines(&code), [4..=5, 6..=10]);
    }

    #[test]
    fn identifiers_are_taken_apart() {
        assert_eq!(words("GraveConfig"), ["grave", "config"]);
        assert_eq!(words("run_UCT2_now"), ["run", "uct2", "now"]);
        assert_eq!(words("_"), [""; 0]);
    }
}
