//! The top of a tree in the language of Graphviz (graphviz.org/doc/info/lang.html).

use std::fmt::Write;

use gametree_core::TreeNode;

use super::words::three;

/// A directed graph: at each node the move that leads there, its visits, and its value for the side that made it. Edges are
/// as thick as their share of the node above.
pub(super) fn graph(title: &str, tree: &[TreeNode<String>], most: usize) -> String {
    let mut title = format!("{title}\nmove, visits, value for the side that made it");
    if tree.len() >= most {
        let _ = write!(title, "\nthe first {most} nodes, level by level");
    }
    let mut text = String::from("digraph tree {\n");
    let _ = writeln!(text, "  graph [label={}, labelloc=t];", quoted(&title));
    text += "  node [shape=box, style=rounded];\n";
    for (index, node) in tree.iter().enumerate() {
        let label = match &node.mv {
            Some(mv) => format!("{mv}\n{}\n{}", node.visits, three(node.value)),
            None => node.visits.to_string(),
        };
        let _ = writeln!(text, "  n{index} [label={}];", quoted(&label));
        if let Some(parent) = node.parent {
            let share = node.visits as f64 / tree[parent].visits.max(1) as f64;
            let _ = writeln!(text, "  n{parent} -> n{index} [penwidth={:.2}];", 0.5 + 5.0 * share);
        }
    }
    text + "}\n"
}

/// A double-quoted string: quotation marks and backslashes escaped, line breaks as `\n`.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted += "\\n",
            c => quoted.push(c),
        }
    }
    quoted + "\""
}
