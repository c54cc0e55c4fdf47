//! The slow search's nodes against the real one's.

use gametree_core::{Code, Game};

use super::SlowSearch;
use crate::search::NodeLook;

/// Shows the real search's node after some moves.
pub type Look<'a, G> = &'a dyn Fn(&[<G as Game>::Move]) -> Option<NodeLook<<G as Game>::Move>>;

impl<G: Game> SlowSearch<G> {
    /// Checks n ≤ n̂ at every node of the last path that has just frozen, while the window holds all playouts. Returns how
    /// many there were.
    ///
    /// # Panics
    /// If there is a candidate with n > n̂.
    pub fn check_fresh_freezes(&self, freeze_visits: u32) -> usize {
        let fresh = self.last_path.iter().skip(1).map(|&(node, _)| &self.nodes[node]);
        fresh
            .filter(|node| node.visits == freeze_visits)
            .filter_map(|node| Some((node, node.frozen.as_ref()?)))
            .map(|(node, frozen)| {
                for candidate in &node.candidates {
                    let permuted = frozen.get(&candidate.code).map_or(0, |counts| counts.0);
                    assert!(candidate.visits <= permuted, "{} visits, {permuted} playouts", candidate.visits);
                }
            })
            .count()
    }

    /// Compares every node with what `look` says of it, and the invariants of the counts.
    ///
    /// # Panics
    /// If they differ.
    pub fn compare(&self, keeps_amaf: bool, look: Look<'_, G>) {
        self.compare_below(self.root, &mut Vec::new(), keeps_amaf, look);
    }

    fn compare_below(&self, node: usize, moves: &mut Vec<G::Move>, keeps_amaf: bool, look: Look<'_, G>) {
        let node = &self.nodes[node];
        let real = look(moves).unwrap_or_else(|| panic!("no node after {moves:?}"));
        assert_eq!(real.visits, u64::from(node.visits), "visits after {moves:?}");
        let visited: Vec<(G::Move, u64, u64)> =
            node.candidates.iter().filter(|c| c.visits > 0).map(|c| (c.mv, c.visits.into(), c.reward.into())).collect();
        assert_eq!(real.moves, visited, "candidates after {moves:?}");
        if keeps_amaf {
            let amaf: Vec<(Code, u64, u64)> =
                node.amaf.iter().map(|(&code, &(n, w))| (code, n.into(), w.into())).collect();
            assert_eq!(real.amaf, amaf, "AMAF after {moves:?}");
            // n ≤ ñ, summed over the candidates that share a code.
            for (code, n, _) in amaf {
                let own: u64 = node.candidates.iter().filter(|c| c.code == code).map(|c| u64::from(c.visits)).sum();
                assert!(own <= n || node.halved, "n ≤ ñ after {moves:?}");
            }
        }
        for candidate in &node.candidates {
            if let Some(child) = candidate.node {
                moves.push(candidate.mv);
                self.compare_below(child, moves, keeps_amaf, look);
                moves.pop();
            }
        }
    }
}
