//! Games of Go in files: the rules in words.

use gametree_core::{Sgf, SgfMoves, SgfRules, SgfWords, Size};

/// Komi, handicap and stones have properties of their own.
pub(crate) const SGF: Sgf = Sgf {
    number: 1,
    name: "Go",
    any_rules: true,
    moves: SgfMoves::Pairs { pass: Some("pass") },
    size: Size::square(19),
    words: &[
        SgfWords { text: "area scoring", also: &[], option: None },
        SgfWords { text: "simple ko", also: &[], option: Some(("ko", "simple")) },
        SgfWords { text: "positional ko", also: &[], option: Some(("ko", "positional")) },
        SgfWords { text: "situational ko", also: &[], option: Some(("ko", "situational")) },
        SgfWords { text: "suicide", also: &[], option: Some(("suicide", "true")) },
        SgfWords { text: "no suicide", also: &[], option: Some(("suicide", "false")) },
    ],
    rules: Some(named),
};

/// What a set of rules means, by its name or as KataGo writes it.
fn named(text: &str) -> Option<SgfRules> {
    let (ko, suicide, remark) = named_set(text)?;
    let suicide = if suicide { "true" } else { "false" };
    Some(SgfRules { options: vec![("ko", ko), ("suicide", suicide)], remark })
}

/// The words that are read for a set of rules (letters only, small, without "rules" at the end), its rule of repetition,
/// whether suicide of several stones is allowed, and what cannot be done as it says.
///
/// Ko and suicide are those of KataGo's documentation (lightvector.github.io/KataGo/rules.html, "Some notable rule sets"),
/// in which the Chinese rules are those of practice, with a simple ko, and Chinese rules on servers have positional superko.
/// Ing's (GOE) ko rules are none of these three; a simple ko refuses none of the moves that they allow.
const SETS: [(&[&str], &str, bool, Option<&str>); 7] = [
    (
        &[
            "japanese",
            "japan",
            "jp",
            "korean",
            "korea",
            "kr",
            "territory",
            "日本",
            "日本规则",
            "日本規則",
            "日本ルール",
            "韩国",
            "韩国规则",
            "韓国",
            "한국",
            "한국룰",
        ],
        "simple",
        false,
        Some(TERRITORY),
    ),
    (&["chinese", "china", "cn", "中国", "中国规则", "中國", "中國規則", "중국"], "simple", false, None),
    (
        &[
            "chineseogs",
            "chinesekgs",
            "chinesesuperko",
            "chinesepsk",
            "chinesepositional",
            "chinesepositionalsuperko",
            "chinesewithsuperko",
            "chinesewithpositionalsuperko",
        ],
        "positional",
        false,
        None,
    ),
    (
        &[
            "aga",
            "american",
            "usa",
            "bga",
            "british",
            "french",
            "ffg",
            "chinesessk",
            "chinesesituational",
            "chinesesituationalsuperko",
        ],
        "situational",
        false,
        None,
    ),
    (&["nz", "newzealand", "nzgs"], "situational", true, None),
    (&["tromptaylor", "tromp", "tt", "logical"], "positional", true, None),
    (
        &["goe", "ing", "inggoe", "goeing", "ingsst", "sst", "应氏", "应氏规则", "應氏規則"],
        "simple",
        true,
        Some("its ko rules are not known here; a simple ko is taken"),
    ),
];

const TERRITORY: &str = "counts territory; here area is counted";

/// The ko rule, whether suicide is allowed, and what cannot be done, of a set of rules by its name.
fn named_set(text: &str) -> Option<(&'static str, bool, Option<&'static str>)> {
    let bare = |text: &str| text.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect::<String>();
    let name = bare(text);
    let name = ["rules", "rule", "ruleset"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(&name);
    let found = SETS.iter().find(|(names, ..)| names.contains(&name));
    found.map(|&(_, ko, suicide, remark)| (ko, suicide, remark)).or_else(|| katago(text))
}

/// KataGo's way to write rules, as far as it says what is an option here.
fn katago(text: &str) -> Option<(&'static str, bool, Option<&'static str>)> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_ascii_lowercase();
    let rest = text.strip_prefix("ko")?;
    let ko = ["simple", "positional", "situational"].into_iter().find(|ko| rest.starts_with(ko))?;
    Some((ko, rest.contains("sui1"), rest.contains("scoreterritory").then_some(TERRITORY)))
}
