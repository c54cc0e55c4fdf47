//! Writing the syntax.

use super::{Node, Tree};

/// The text of a file with these game trees. Every `]` and `\` in a value gets a backslash before it.
#[must_use]
pub fn write_trees(trees: &[Tree]) -> String {
    let mut text = String::new();
    for tree in trees.iter().filter(|tree| !tree.nodes.is_empty()) {
        write_tree(tree, &mut text);
        text.push('\n');
    }
    text
}

enum Step {
    Open(usize),
    Node(usize),
    Close,
}

/// With a list of what is left to do: a game may be longer than a stack is deep.
fn write_tree(tree: &Tree, text: &mut String) {
    let mut left = vec![Step::Open(0)];
    while let Some(step) = left.pop() {
        let index = match step {
            Step::Close => {
                text.push(')');
                continue;
            }
            Step::Open(index) => {
                text.push('(');
                left.push(Step::Close);
                index
            }
            Step::Node(index) => {
                text.push('\n');
                index
            }
        };
        let node = &tree.nodes[index];
        write_node(node, text);
        match node.children[..] {
            [only] => left.push(Step::Node(only)),
            _ => left.extend(node.children.iter().rev().map(|&child| Step::Open(child))),
        }
    }
}

fn write_node(node: &Node, text: &mut String) {
    text.push(';');
    for property in &node.properties {
        text.push_str(&property.name);
        for value in &property.values {
            text.push('[');
            for c in value.chars() {
                if matches!(c, ']' | '\\') {
                    text.push('\\');
                }
                text.push(c);
            }
            text.push(']');
        }
    }
}
