//! The rules of a game in words: RU.

use serde_json::Value;
use toml::Table;

use super::points::{Points, SWAP_PIECES};
use crate::game::Setup;

/// The options that RU says, and what is to be said about it.
#[derive(Default)]
pub(super) struct Rules {
    pub(super) options: Table,
    pub(super) warning: Option<String>,
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

/// What RU says in a game. Of Go the form that we write, `area scoring, positional ko, no suicide`, KataGo's
/// (`koSIMPLEscoreAREAtaxNONEsui1`) and the names of sets of rules, also with more words behind a comma; of Hex, whether pieces may
/// be swapped. What is said of single options comes before what a set of rules means.
pub(super) fn read_rules(game: &str, text: &str) -> Rules {
    let own = Points::GAMES.iter().any(|(name, _, _, own)| *name == game && own.is_some());
    let (mut single, mut set, mut remark, mut unknown) = (Table::new(), None, None, Vec::new());
    if let Some((ko, suicide, about)) = named_set(text).filter(|_| game == "go") {
        (set, remark) = (Some((ko, suicide)), about);
    } else {
        for item in text.split(',').skip(usize::from(own)).map(str::trim) {
            match named_set(item).filter(|_| game == "go") {
                Some((ko, suicide, about)) => (set, remark) = (Some((ko, suicide)), about),
                None if read_item(game, item, &mut single) => (),
                None => unknown.push(item),
            }
        }
    }
    let mut rules = Rules::default();
    if let Some((ko, suicide)) = set {
        rules.options.extend([("ko".to_string(), ko.into()), ("suicide".to_string(), suicide.into())]);
    }
    rules.options.extend(single);
    rules.warning = match (&unknown[..], remark) {
        ([], remark) => remark.map(|remark| format!("RU[{text}]: {remark}")),
        (_, _) if rules.options.is_empty() && game == "go" => {
            Some(format!("RU[{text}]: these rules are not known; the usual options are taken"))
        }
        (unknown, remark) => {
            let remark = remark.map(|remark| format!("; {remark}")).unwrap_or_default();
            Some(format!("RU[{text}]: {} is not known for {game}{remark}", unknown.join(", ")))
        }
    };
    rules
}

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

/// One of the items that we write, separated by commas. Whether it is one.
fn read_item(game: &str, item: &str, options: &mut Table) -> bool {
    let item = item.to_ascii_lowercase();
    let words: Vec<&str> = item.split_whitespace().collect();
    // The komi stands in KM, and only what is said there counts.
    let (name, value) = match (game, &words[..]) {
        (_, []) | ("go", ["area", "scoring"]) => return true,
        ("go", [ko @ ("simple" | "positional" | "situational"), "ko"]) => ("ko", (*ko).into()),
        ("go", ["suicide"]) => ("suicide", true.into()),
        ("go", ["no", "suicide"]) => ("suicide", false.into()),
        ("hex", ["swap" | SWAP_PIECES]) => ("swap", "pieces".into()),
        ("hex", ["stop_at_win=true"]) => ("stop_at_win", true.into()),
        _ => return false,
    };
    options.insert(name.into(), value);
    true
}

/// RU for a setup: every option but the komi, which has a property of its own. What is `false` or `none` is left out where
/// there are no usual words for it.
pub(super) fn write_rules(setup: &Setup) -> Option<String> {
    let own = Points::GAMES.iter().find(|(name, ..)| *name == setup.game()).and_then(|&(.., own)| own);
    let mut items: Vec<String> = own.map(str::to_string).into_iter().collect();
    if setup.game() == "go" {
        items.push("area scoring".into());
    }
    for (name, value) in setup.options() {
        items.extend(match (setup.game(), name.as_str(), value) {
            (_, "komi", _) => None,
            ("go", "ko", Value::String(ko)) => Some(format!("{ko} ko")),
            ("go", "suicide", Value::Bool(suicide)) => Some(if *suicide { "suicide" } else { "no suicide" }.into()),
            ("hex", "swap", Value::String(swap)) if swap == "pieces" => Some(SWAP_PIECES.into()),
            (.., Value::Bool(false)) => None,
            (.., Value::String(word)) if word == "none" => None,
            (.., Value::String(word)) => Some(format!("{name}={word}")),
            (.., value) => Some(format!("{name}={value}")),
        });
    }
    (!items.is_empty()).then(|| items.join(", "))
}
