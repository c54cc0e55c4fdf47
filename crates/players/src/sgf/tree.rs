//! A game as a game tree.

use gametree_core::{Outcome, Side, Size};

use super::form::SgfForm;
use super::game::{MOVES, NAMES, SgfGame, SgfSetup};
use super::{Place, Property, Tree};

impl SgfGame {
    /// The game tree, in UTF-8.
    #[must_use]
    pub fn tree(&self) -> Tree {
        let form = self.form;
        let size = self.size.unwrap_or(Size::square(19));
        let mut root = vec![
            Property::new("FF", "4"),
            Property::new("GM", form.number.to_string()),
            Property::new("CA", "UTF-8"),
            Property::new("AP", concat!("gametree:", env!("CARGO_PKG_VERSION"))),
            Property::new("SZ", size.to_string().replace('x', ":")),
        ];
        let mut add = |name: &str, value: Option<String>| root.extend(value.map(|value| Property::new(name, value)));
        // Line breaks have no place in names and results.
        let simple = |text: &String| text.replace(['\n', '\r'], " ");
        add("RU", self.rules.as_ref().map(simple).or(form.name.map(str::to_string)));
        add("KM", self.komi.map(|komi| komi.to_string()));
        add("HA", self.handicap.map(|stones| stones.to_string()));
        for (name, player) in NAMES.into_iter().zip(&self.names) {
            add(name, player.as_ref().map(simple));
        }
        add("RE", self.result.as_ref().map(simple));
        add("DT", self.date.as_ref().map(simple));
        for (name, value) in &self.about {
            add(name, Some(value.clone()));
        }
        add("C", self.comment.clone());
        set_up(&mut root, form, size, [&self.stones[0], &self.stones[1], &[]], self.to_move);
        let mut tree = Tree::default();
        tree.push(root);
        let mut setups = self.setups.iter().peekable();
        for (number, mv) in self.moves.iter().map(Some).chain([None]).enumerate() {
            // Before this move, or at the end whatever is left.
            while let Some(setup) = setups.next_if(|setup| setup.before <= number || mv.is_none()) {
                let SgfSetup { stones, emptied, to_move, comment, .. } = setup;
                let mut properties = Vec::new();
                set_up(&mut properties, form, size, [&stones[0], &stones[1], emptied], *to_move);
                properties.extend(comment.iter().map(|comment| Property::new("C", comment.as_str())));
                tree.push(properties);
            }
            let Some(mv) = mv else { break };
            let mut properties = vec![Property::new(MOVES[mv.side.index()], form.write_move(&mv.text, size))];
            properties.extend(mv.comment.iter().map(|comment| Property::new("C", comment.as_str())));
            tree.push(properties);
        }
        tree
    }
}

/// Stones of the two sides, and points that become empty.
fn set_up(node: &mut Vec<Property>, form: SgfForm, size: Size, lists: [&[usize]; 3], to_move: Option<Side>) {
    for (name, list) in ["AB", "AW", "AE"].into_iter().zip(lists) {
        let values: Vec<String> = list.iter().map(|&point| form.write_point(point, size)).collect();
        if !values.is_empty() {
            node.push(Property { name: name.into(), values, place: Place::default() });
        }
    }
    node.extend(to_move.map(|side| Property::new("PL", MOVES[side.index()])));
}

/// The result as SGF and GTP write it; with half points where the size of a win counts.
#[must_use]
pub fn result(outcome: Outcome, margin: Option<i32>) -> String {
    match outcome {
        Outcome::Draw => "0".into(),
        Outcome::Win(side) => {
            let points = margin.map(|half| (f64::from(half.abs()) / 2.0).to_string()).unwrap_or_default();
            format!("{}+{points}", MOVES[side.index()])
        }
    }
}
