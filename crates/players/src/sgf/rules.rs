//! The rules of a game in words: RU.

use gametree_core::{Sgf, SgfRules};
use serde_json::Value;
use toml::Table;

use crate::game::AnyGame;
use crate::game::setup::{GameAbout, Setup, parse_options};

/// The options that RU says, and what is to be said about it.
#[derive(Default)]
pub(super) struct Rules {
    pub(super) options: Table,
    pub(super) warning: Option<String>,
}

/// What RU says in a game: the form that we write, items with a comma between, and the names of sets of rules, also with more
/// words behind a comma. What is said of single options comes before what a set of rules means.
pub(super) fn read_rules(game: &dyn AnyGame, sgf: &Sgf, text: &str) -> Rules {
    let about = game.about();
    let named_set = |text: &str| sgf.rules.and_then(|named| named(text));
    let (mut single, mut set, mut unknown) = (Table::new(), None, Vec::new());
    if let Some(found) = named_set(text) {
        set = Some(found);
    } else {
        for item in text.split(',').skip(usize::from(!sgf.any_rules)).map(str::trim) {
            match named_set(item) {
                Some(found) => set = Some(found),
                None if read_item(game, &about, sgf, item, &mut single) => (),
                None => unknown.push(item),
            }
        }
    }
    let mut rules = Rules::default();
    let SgfRules { options, remark } = set.unwrap_or(SgfRules { options: Vec::new(), remark: None });
    rules.options.extend(options.into_iter().flat_map(|(name, value)| option(name, value)));
    rules.options.extend(single);
    rules.warning = match (&unknown[..], remark) {
        ([], remark) => remark.map(|remark| format!("RU[{text}]: {remark}")),
        (_, _) if rules.options.is_empty() && sgf.rules.is_some() => {
            Some(format!("RU[{text}]: these rules are not known; the usual options are taken"))
        }
        (unknown, remark) => {
            let remark = remark.map(|remark| format!("; {remark}")).unwrap_or_default();
            Some(format!("RU[{text}]: {} is not known for {}{remark}", unknown.join(", "), about.name))
        }
    };
    rules
}

/// An option with the value that its text means.
fn option(name: &str, value: &str) -> Table {
    parse_options(&[format!("{name}={value}")]).unwrap_or_default()
}

/// One of the items that we write, separated by commas. Whether it is one.
fn read_item(game: &dyn AnyGame, about: &GameAbout, sgf: &Sgf, item: &str, options: &mut Table) -> bool {
    let item = item.split_whitespace().collect::<Vec<_>>().join(" ");
    let small = item.to_ascii_lowercase();
    if item.is_empty() {
        return true;
    }
    if let Some(words) = sgf.words.iter().find(|words| words.text == small || words.also.contains(&small.as_str())) {
        options.extend(words.option.into_iter().flat_map(|(name, value)| option(name, value)));
        return true;
    }
    // The komi stands in KM, and only what is said there counts. Options with words of their own are said in those.
    let Some((name, value)) = item.split_once('=').filter(|(name, _)| *name != "komi" && !has_words(sgf, name)) else {
        return false;
    };
    let known = about.options.iter().any(|option| option.name == name);
    let read = option(name, &value.replace("%2C", ",").replace("%25", "%"));
    let good = known && game.setup(None, &read).is_ok();
    if good {
        options.extend(read);
    }
    good
}

fn has_words(sgf: &Sgf, name: &str) -> bool {
    sgf.words.iter().any(|words| words.option.is_some_and(|(of, _)| of == name))
}

/// RU for a setup: every option but the komi, which has a property of its own; a comma in a value is written `%2C`, since commas part
/// the items. What is `false` or `none` is left out where
/// there are no usual words for it.
pub(super) fn write_rules(setup: &Setup) -> Option<String> {
    let sgf = setup.about().sgf?;
    let mut items: Vec<String> = (!sgf.any_rules).then(|| sgf.name.to_string()).into_iter().collect();
    items.extend(sgf.words.iter().filter(|words| words.option.is_none()).map(|words| words.text.to_string()));
    for (name, value) in setup.options() {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_string);
        let words = sgf.words.iter().find(|words| words.option == Some((name.as_str(), text.as_str())));
        items.extend(match (name.as_str(), value, words) {
            ("komi", ..) => None,
            (.., Some(words)) => Some(words.text.to_string()),
            (_, Value::Bool(false), _) => None,
            (_, Value::String(word), _) if word == "none" => None,
            _ => Some(format!("{name}={}", text.replace('%', "%25").replace(',', "%2C"))),
        });
    }
    (!items.is_empty()).then(|| items.join(", "))
}
