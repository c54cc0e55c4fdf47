//! What every page must fulfil.

use std::collections::BTreeSet;

use gametree_tournament::Tables;
use serde_json::Value;

use crate::page::html::{escape, marked};

/// Names and attributes of the tags, scripts and styles left out; every tag that is opened is closed in order.
fn tags(html: &str) -> Vec<(String, String)> {
    const NEVER_CLOSED: [&str; 5] = ["meta", "link", "input", "!doctype", "wbr"];
    let (mut found, mut open, mut rest) = (Vec::new(), Vec::new(), html);
    while let Some((_, after)) = rest.split_once('<') {
        let (tag, after) = after.split_once('>').expect("a tag ends");
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "before {:.80}", rest);
            continue;
        }
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        found.push((name.to_string(), attributes.to_string()));
        if name == "script" || name == "style" {
            let (_, after) = rest.split_once(&format!("</{name}>")).expect("it is closed");
            rest = after;
        } else if !NEVER_CLOSED.contains(&name) && !tag.ends_with('/') {
            open.push(name.to_string());
        }
    }
    assert!(open.is_empty(), "left open: {open:?}");
    found
}

/// The values of an attribute, quoted or not.
fn attributes<'a>(tags: &'a [(String, String)], key: &str) -> Vec<&'a str> {
    let key = format!(" {key}=");
    let mut found = Vec::new();
    for (_, text) in tags {
        // The first one has no space before it.
        let at =
            if text.starts_with(&key[1..]) { Some(key.len() - 1) } else { text.find(&key).map(|at| at + key.len()) };
        let Some(value) = at.map(|at| &text[at..]) else { continue };
        found.push(match value.strip_prefix('"') {
            Some(quoted) => quoted.split('"').next().unwrap(),
            None => value.split([' ', '/']).next().unwrap(),
        });
    }
    found
}

/// Whatever was played, the page is well formed, complete in itself and free of what is no number.
pub(super) fn is_sound(html: &str) {
    let tags = tags(html);
    let ids = attributes(&tags, "id");
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(unique.len(), ids.len(), "an id stands twice");
    let links = attributes(&tags, "href").into_iter().filter_map(|link| link.strip_prefix('#'));
    let named = attributes(&tags, "aria-labelledby").into_iter().flat_map(str::split_whitespace);
    for id in links.chain(named) {
        assert!(unique.contains(id), "nothing has the id {id}");
    }
    // Every picture says what it is.
    for (name, attributes) in tags.iter().filter(|(name, _)| name == "svg") {
        assert!(attributes.contains("aria-hidden") || attributes.contains("aria-labelledby"), "{name} {attributes}");
    }
    let visible = html.split("<script type=\"application/json\"").next().unwrap();
    for word in ["NaN", "inf ", "inf\"", "Infinity", "null", "undefined", "<!--"] {
        assert!(!visible.contains(word), "{word} is in the page");
    }
    // The name of SVG is no address that is asked for.
    let elsewhere = html.replace("http://www.w3.org/2000/svg", "");
    assert!(!elsewhere.contains("http:") && !elsewhere.contains("https:") && !elsewhere.contains("src="));
}

/// The text of a JSON element.
pub(super) fn json(html: &str, id: &str) -> Value {
    let (_, after) = html.split_once(&format!("<script type=\"application/json\" id=\"{id}\">")).unwrap();
    serde_json::from_str(after.split_once("</script>").unwrap().0).unwrap()
}

/// The numbers that can be seen, and those for scripts, are those of tables.json.
pub(super) fn says_what_the_tables_say(tables: &Tables, html: &str) {
    let expected: Value = serde_json::from_str(&tables.to_json()).unwrap();
    assert_eq!(json(html, "tables"), expected);
    for remark in tables.cells.iter().flat_map(|cell| cell.remarks()) {
        assert!(html.contains(&marked(&remark.text)), "{remark:?}");
    }
    for cell in expected["cells"].as_array().unwrap() {
        let percent = |value: &Value| format!("{:.1}", 100.0 * value.as_f64().unwrap());
        let hash = cell["cell_hash"].as_str().unwrap();
        let after = |mark: &str, end: &str| {
            let mark = format!("{mark}=\"{hash}\">");
            assert_eq!(html.matches(&mark).count(), 1, "{mark}");
            html.split_once(&mark).unwrap().1.split_once(end).unwrap().0.to_string()
        };
        let (table, heat) = (after("data-cell", "</td>"), after("data-heat", "</g>"));
        if cell["games"] == 0 {
            assert!(table.contains("no games") && heat.contains("no games"), "{table} {heat}");
        } else {
            let rate = percent(&cell["rate_a"]);
            let [lo, hi] = [0, 1].map(|end| percent(&cell["wilson95"][end]));
            let games = &cell["games"];
            // FC-73: bold is what p says.
            let differs = cell["p"].as_f64().is_some_and(|p| p < 0.05);
            let bold = if differs { format!("<b>{rate} %</b>") } else { format!("<span class=rate>{rate} %</span>") };
            assert_eq!(heat.contains("class=\"figure sure\""), differs, "{heat}");
            let text = format!("{bold} <span>[{lo}, {hi}]</span> <span>({games})</span>");
            assert!(table.starts_with(&text), "{table} {text}");
            assert!(heat.contains(&format!(">{rate} %</text>")) && heat.contains(&format!(">{games}")), "{heat}");
            let point =
                format!("{} {}: {rate} % [{lo}, {hi}] ({games})", cell["size"], cell["budget"]).replace('"', "");
            assert!(html.contains(&format!("<title>{}</title>", escape(&point))), "{point}");
            let alike = |other: &&Value| ["game", "options", "a", "b"].into_iter().all(|key| other[key] == cell[key]);
            let compared = expected["cells"].as_array().unwrap().iter().filter(alike).count() > 1;
            for (name, player) in cell["per_player"].as_object().unwrap().iter().filter(|_| compared) {
                let Some(depth) = player["mean_depth"].as_f64() else { continue };
                let point = format!(
                    "{name}, {} {}: {depth:.1}",
                    cell["size"].as_str().unwrap(),
                    cell["budget"].as_str().unwrap()
                );
                assert!(html.contains(&format!("<title>{}</title>", escape(&point))), "{point}");
            }
        }
        if cell["void"] != 0 {
            let void = format!("{} void", cell["void"]);
            assert!(table.contains(&void) && heat.contains(&void), "{void}: {table} {heat}");
        }
    }
}
