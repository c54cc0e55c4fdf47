//! What people see of an analysis, against what is in it.

use std::collections::BTreeMap;

use gametree_core::{Rng, Stats, TreeNode};
use gametree_players::{Analysis, AnalysisMove, AnalysisSource, AnalysisStats, standard_error};

use super::dot::graph;
use super::follow::in_a_line;
use super::in_words;

fn stats(depths: Vec<u64>) -> AnalysisStats {
    AnalysisStats {
        kept: Some(0),
        playouts: Some(depths.iter().sum()),
        nodes: 90,
        max_depth: depths.len() as u32 - 1,
        mean_depth: Some(2.5),
        mean_playout_plies: Some(9.0),
        depths: Some(depths),
        bytes: 4096,
        tree_full: false,
        cpu_s: 0.25,
        wall_s: 0.5,
        stop: "playouts".into(),
    }
}

fn candidate(mv: &str, visits: u64, value: f64) -> AnalysisMove {
    let source = AnalysisSource { count: 2 * visits, mean: Some(value / 2.0), weight: Some(0.25) };
    let sources = BTreeMap::from([("amaf".to_string(), source.clone()), ("permutation".to_string(), source)]);
    let error = standard_error(value, visits);
    AnalysisMove { mv: mv.into(), visits: Some(visits), value: Some(value), error, score: None, proven: None, sources }
}

fn analysis() -> Analysis {
    Analysis {
        best: Some("b2".into()),
        value: Some(0.5),
        score: None,
        proven: None,
        root: vec![candidate("a1", 20, 0.0), candidate("b2", 100, 0.5), candidate("b3", 80, 0.25)],
        pv: vec!["b2".into(), "a1".into()],
        stats: stats(vec![1, 99, 100]),
        tree: Vec::new(),
    }
}

#[test]
fn the_table_has_every_source_and_the_most_visited_move_first() {
    let text = in_words("board", &analysis(), 2).unwrap();
    let wanted = "board

move      visits    share    value ± error          amaf     count  weight   permutation     count  weight
b2           100   50.0 %    0.500 ± 0.050         0.250       200   0.250         0.250       200   0.250
b3            80   40.0 %    0.250 ± 0.048         0.125       160   0.250         0.125       160   0.250
… and 1 more

best b2, value 0.500
expected b2 a1
200 playouts of 9.000 plies, tree of 90 nodes (4 KiB), mean depth 2.500, deepest 2; 0.250 s of CPU time; stopped by playouts

    depth  playouts
        0         1    0.5 %  #
        1        99   49.5 %  ########################################
        2       100   50.0 %  ########################################
";
    assert_eq!(text, wanted);
    let all = in_words("board", &analysis(), 99).unwrap();
    assert!(all.contains("a1            20   10.0 %    0.000 ± -  ") && !all.contains("more"), "{all}");
    let mut plain = analysis();
    plain.root.iter_mut().for_each(|mv| mv.sources.clear());
    let text = in_words("", &plain, 9).unwrap();
    assert!(text.contains("value ± error\nb2 ") && !text.contains("amaf"), "{text}");
    let mut scored = plain;
    (scored.score, scored.stats.playouts, scored.stats.depths) = (Some(7), None, None);
    for (mv, score) in scored.root.iter_mut().zip([None, Some(7), Some(-3)]) {
        (mv.visits, mv.value, mv.score) = (None, None, score);
    }
    let text = in_words("", &scored, 9).unwrap();
    assert!(text.contains("score   value\nb2               7       -\nb3              -3       -\na1 "), "{text}");
    assert!(
        text.ends_with("90 nodes, table of 4 KiB, deepest 2; 0.250 s of CPU time; stopped by playouts\n"),
        "{text}"
    );
}

#[test]
fn many_depths_share_lines_and_none_is_lost() {
    for depths in [1, 2, 16, 17, 40, 100, Stats::DEPTHS - 1, Stats::DEPTHS] {
        let mut deep = analysis();
        deep.stats = stats((1..=depths as u64).collect());
        let text = in_words("", &deep, 1).unwrap();
        let lines: Vec<Vec<&str>> = text
            .split_once("depth  playouts\n")
            .unwrap()
            .1
            .lines()
            .map(|line| line.split_whitespace().collect())
            .collect();
        assert!(lines.len() <= 16, "{text}");
        let sum: u64 = lines.iter().map(|words| words[1].parse::<u64>().unwrap()).sum();
        assert_eq!(sum, (1..=depths as u64).sum::<u64>());
        let last = lines.last().unwrap()[0];
        assert_eq!(last.ends_with('+'), depths == Stats::DEPTHS, "{last}");
        let bars = lines.iter().map(|words| words.last().unwrap().len());
        assert!(bars.max() == Some(40), "{text}");
    }
}

/// The textbook's way: the deviations of all rewards from their mean.
#[test]
fn the_standard_error_is_that_of_the_mean_of_the_rewards() {
    let mut rng = Rng::new(3);
    for count in [1, 2, 7, 100, 1000] {
        let wins: Vec<f64> = (0..count).map(|_| f64::from(rng.below(3) / 2)).collect();
        let mean = wins.iter().sum::<f64>() / f64::from(count);
        let variance = wins.iter().map(|reward| (reward - mean) * (reward - mean)).sum::<f64>() / f64::from(count);
        match standard_error(mean, count as u64) {
            Some(error) => assert!((error - (variance / f64::from(count)).sqrt()).abs() < 1e-12),
            None => assert_eq!(variance, 0.0),
        }
    }
    assert_eq!((standard_error(0.5, 0), standard_error(1.0, 9), standard_error(0.5, 100)), (None, None, Some(0.05)));
}

#[test]
fn a_line_says_how_far_a_search_has_come() {
    assert_eq!(in_a_line(&analysis()), "0.5 s, 200 playouts, b2 0.500 ± 0.050 (50 %), depth 2, expects a1");
    let mut scored = analysis();
    (scored.score, scored.stats.playouts) = (Some(-4), None);
    assert_eq!(in_a_line(&scored), "0.5 s, 90 nodes, b2 score -4, depth 2, expects a1");
}

/// The strings of a line of dot, free of escapes, and the line with `_` in their places.
fn strings(line: &str) -> (Vec<String>, String) {
    let (mut found, mut rest, mut inside) = (Vec::new(), String::new(), false);
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match (c, inside) {
            ('"', false) => found.push(String::new()),
            ('"', true) => rest.push('_'),
            ('\\', true) => match chars.next().unwrap() {
                'n' => found.last_mut().unwrap().push('\n'),
                c @ ('"' | '\\') => found.last_mut().unwrap().push(c),
                other => panic!("escape of {other} in {line}"),
            },
            (c, true) => found.last_mut().unwrap().push(c),
            (c, false) => rest.push(c),
        }
        inside ^= c == '"';
    }
    assert!(!inside, "a string without end: {line}");
    (found, rest)
}

#[test]
fn the_graph_has_a_node_for_each_node_and_an_edge_to_its_parent() {
    let node = |parent, mv: &str, visits, value| {
        let mut node = TreeNode::new(visits);
        (node.parent, node.mv, node.value) = (parent, Some(mv.to_string()), value);
        node
    };
    let tree = [
        TreeNode::new(300),
        node(Some(0), "b2", 200, Some(0.5)),
        node(Some(0), "a \"quoted\" \\n move", 90, Some(0.25)),
        node(Some(1), "i5-h4", 150, Some(1.0)),
    ];
    let text = graph("hex 5, \"x\"\\", &tree, 1000);
    let lines: Vec<(Vec<String>, String)> = text.lines().map(strings).collect();
    let rest: Vec<&str> = lines.iter().map(|(_, rest)| rest.as_str()).collect();
    assert_eq!(
        rest,
        [
            "digraph tree {",
            "  graph [label=_, labelloc=t];",
            "  node [shape=box, style=rounded];",
            "  n0 [label=_];",
            "  n1 [label=_];",
            "  n0 -> n1 [penwidth=3.83];",
            "  n2 [label=_];",
            "  n0 -> n2 [penwidth=2.00];",
            "  n3 [label=_];",
            "  n1 -> n3 [penwidth=4.25];",
            "}",
        ]
    );
    let labels: Vec<&str> = lines.iter().flat_map(|(strings, _)| strings).map(String::as_str).collect();
    assert_eq!(
        labels,
        [
            "hex 5, \"x\"\\\nmove, visits, value for the side that made it",
            "300",
            "b2\n200\n0.500",
            "a \"quoted\" \\n move\n90\n0.250",
            "i5-h4\n150\n1.000"
        ]
    );
    assert!(graph("", &tree, 4).contains("the first 4 nodes, level by level"));
}

#[test]
fn a_tree_that_was_kept_is_told() {
    let mut analysis = analysis();
    let told = |analysis: &Analysis| {
        in_words("board", analysis, 12).unwrap().contains("kept 70 playouts of earlier searches\n")
    };
    assert!(!told(&analysis));
    analysis.stats.kept = Some(70);
    assert!(told(&analysis));
}
