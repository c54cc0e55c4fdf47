//! From bytes to text.

use std::borrow::Cow;

use encoding_rs::{DecoderResult, Encoding, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

use super::{Notes, Place, SgfError};

/// A file's text, and the encoding in which it was.
pub(super) struct Decoded<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) encoding: &'static Encoding,
}

/// Decodes a file as a whole, before anything looks for brackets and backslashes: in Shift_JIS, GBK and Big5 they are also
/// second bytes of characters. A byte order mark decides, then the first CA, then whether the bytes are UTF-8.
pub(super) fn decode<'a>(bytes: &'a [u8], notes: &mut Notes) -> Result<Decoded<'a>, SgfError> {
    let marked = Encoding::for_bom(bytes).map(|(encoding, length)| (encoding, &bytes[length..]));
    // UTF-16 without its mark can only begin so: a zero byte has no place in text.
    let (encoding, bytes) = match bytes {
        _ if marked.is_some() => marked.unwrap_or((UTF_8, bytes)),
        [b'(', 0, ..] => (UTF_16LE, bytes),
        [0, b'(', ..] => (UTF_16BE, bytes),
        _ => return by_name(bytes, notes),
    };
    let (text, end) = decode_in(encoding, bytes);
    match end {
        None => Ok(Decoded { text, encoding }),
        Some(place) => Err(SgfError::new(place, format_args!("not {}, as the file begins", encoding.name()))),
    }
}

/// By the first CA, or without one.
fn by_name<'a>(bytes: &'a [u8], notes: &mut Notes) -> Result<Decoded<'a>, SgfError> {
    let utf8 = std::str::from_utf8(bytes).ok().map(|text| Decoded { text: text.into(), encoding: UTF_8 });
    let Some((label, place)) = find_charset(bytes, utf8.is_some()) else {
        return Ok(utf8.unwrap_or_else(|| {
            let place = decode_in(UTF_8, bytes).1.unwrap_or_default();
            notes.add(place, "no CA, and not UTF-8: read as ISO-8859-1 (windows-1252)");
            Decoded { text: decode_in(WINDOWS_1252, bytes).0, encoding: WINDOWS_1252 }
        }));
    };
    let Some(encoding) = by_label(&label) else {
        let decoded = utf8.ok_or_else(|| {
            SgfError::new(place, format_args!("CA[{label}]: this encoding is not known, and the file is not UTF-8"))
        })?;
        if !decoded.text.is_ascii() {
            notes.add(place, format_args!("CA[{label}]: this encoding is not known; read as UTF-8"));
        } else {
            notes.add(place, format_args!("CA[{label}]: this encoding is not known"));
        }
        return Ok(decoded);
    };
    match (decode_in(encoding, bytes), utf8) {
        ((text, None), _) => Ok(Decoded { text, encoding }),
        // The one meaning that the bytes have.
        (_, Some(decoded)) => {
            notes.add(place, format_args!("CA[{label}], but the text is UTF-8 and not that; read as UTF-8"));
            Ok(decoded)
        }
        ((_, Some(wrong)), None) => {
            let Place { line, column } = wrong;
            let message =
                format_args!("CA[{label}]: at line {line}, column {column} the bytes are not in this encoding");
            Err(SgfError::new(place, message))
        }
    }
}

/// The text, and where it ends too early because the bytes are not in this encoding.
fn decode_in<'a>(encoding: &'static Encoding, bytes: &'a [u8]) -> (Cow<'a, str>, Option<Place>) {
    if let Some(text) = encoding.decode_without_bom_handling_and_without_replacement(bytes) {
        return (text, None);
    }
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let room = decoder.max_utf8_buffer_length_without_replacement(bytes.len()).unwrap_or(bytes.len());
    let mut text = String::with_capacity(room);
    let (result, _) = decoder.decode_to_string_without_replacement(bytes, &mut text, true);
    let end = (result != DecoderResult::InputEmpty).then(|| Place::after(&text));
    (text.into(), end)
}

/// The encoding that goes by this name, in the web's table of them and by the names that files have besides. None of those
/// that cannot stand in a file whose CA could be found: UTF-16.
pub(super) fn by_label(label: &str) -> Option<&'static Encoding> {
    let label = label.trim().to_ascii_lowercase();
    let bare: String = label.chars().filter(char::is_ascii_alphanumeric).collect();
    let other = match bare.as_str() {
        "cp932" | "932" | "windows932" | "windows31j" | "mskanji" | "shiftjis" | "sjis" | "japanese" => "shift_jis",
        "cp936" | "936" | "windows936" | "ms936" | "gb" | "gb2312" | "gb231280" | "euccn" | "chinese" => "gbk",
        "gb18030" | "cp54936" => "gb18030",
        "cp950" | "950" | "windows950" | "ms950" | "big5" | "big5tw" | "big5eten" => "big5",
        "big5hkscs" | "cp951" => "big5-hkscs",
        "cp949" | "949" | "windows949" | "ms949" | "uhc" | "euckr" | "ksc5601" | "ksx1001" | "korean" => "euc-kr",
        "eucjp" | "ujis" | "cp51932" | "cp20932" => "euc-jp",
        "jis" | "iso2022jp" | "cp50220" => "iso-2022-jp",
        "utf8" | "unicode" | "cp65001" | "65001" | "utf8bom" => "utf-8",
        "iso88591" | "88591" | "latin1" | "l1" | "cp819" | "ibm819" | "ansi" | "windows1252" | "cp1252" | "1252" => {
            "iso-8859-1"
        }
        "usascii" | "ascii" => "us-ascii",
        "koi8r" | "koi8" => "koi8-r",
        "cp1250" | "1250" | "windows1250" => "windows-1250",
        "cp1251" | "1251" | "windows1251" => "windows-1251",
        _ => &label,
    };
    let unfit = [UTF_16LE, UTF_16BE, REPLACEMENT, X_USER_DEFINED];
    Encoding::for_label(other.as_bytes()).filter(|encoding| !unfit.contains(encoding))
}

/// With it ISO-2022-JP changes to two bytes a character, which are ASCII one by one.
const ESCAPE: u8 = 0x1b;

/// The value of the first CA in a file that may be in any encoding that has ASCII in it, and where it stands.
fn find_charset(bytes: &[u8], is_utf8: bool) -> Option<(String, Place)> {
    // As long as nothing is known of the encoding, the end of a value may be missed; a second look is for the letters only.
    let sure = is_utf8 && !bytes.contains(&ESCAPE);
    let anywhere = || (0..bytes.len()).find(|&at| is_charset(bytes, at));
    let at = charset_outside_values(bytes).or_else(|| if sure { None } else { anywhere() })?;
    let value = bytes[at..].iter().skip_while(|&&byte| byte != b'[').skip(1);
    let label: String = value.take_while(|&&byte| byte != b']').take(40).map(|&byte| char::from(byte)).collect();
    let before: String = bytes[..at].iter().map(|&byte| char::from(byte)).collect();
    (!label.trim().is_empty()).then(|| (label.trim().to_string(), Place::after(&before)))
}

fn charset_outside_values(bytes: &[u8]) -> Option<usize> {
    let (mut inside, mut at) = (false, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if inside => at += 1,
            b']' => inside = false,
            _ if !inside && is_charset(bytes, at) => return Some(at),
            b'[' => inside = true,
            _ => (),
        }
        at += 1;
    }
    None
}

/// Whether `CA[` begins here, with lower case letters between (`FF[3]`) or white space before the bracket.
fn is_charset(bytes: &[u8], at: usize) -> bool {
    if bytes[at] != b'C' || at.checked_sub(1).is_some_and(|before| bytes[before].is_ascii_alphabetic()) {
        return false;
    }
    let rest = &bytes[at..];
    let end = rest.iter().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(rest.len());
    let capitals = rest[..end].iter().filter(|byte| byte.is_ascii_uppercase());
    let bracket = rest[end..].iter().find(|byte| !byte.is_ascii_whitespace());
    capitals.eq(b"CA") && bracket == Some(&b'[')
}
