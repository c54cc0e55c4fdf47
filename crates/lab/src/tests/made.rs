//! Records that nobody has played for: random moves by the rules, and results and figures as a test wants them.

use std::collections::BTreeMap;

use gametree_core::mix;
use gametree_players::{House, Usage, parse_options};
use gametree_tournament::{End, EndKind, GameRecord, PlayerUsage, RecordCell};

/// A cell to make records of.
#[derive(Clone)]
pub(crate) struct Made<'a> {
    pub(crate) game: &'a str,
    pub(crate) size: &'a str,
    pub(crate) budget: &'a str,
    pub(crate) players: [&'a str; 2],
}

pub(crate) const HEX: Made<'_> = Made { game: "hex", size: "4", budget: "playouts=10", players: ["MCPS", "GRAVE"] };

impl Made<'_> {
    /// A game of random moves by the rules, at most so many.
    pub(crate) fn moves(&self, house: &House, seed: u64, most: usize) -> String {
        let game = house.find(self.game).unwrap();
        let setup = game.setup(Some(self.size.parse().unwrap()), &parse_options::<&str>(&[]).unwrap()).unwrap();
        let mut session = game.session(&setup, &[]).unwrap();
        let mut moves: Vec<String> = Vec::new();
        while session.outcome().is_none() && moves.len() < most {
            let legal = session.legal_moves();
            let chosen = legal[(mix(&[seed, moves.len() as u64]) % legal.len() as u64) as usize].clone();
            session.play(session.to_move(), &chosen).unwrap();
            moves.push(chosen);
        }
        moves.join(" ")
    }

    /// Game `number`: seats swap from game to game. `points` are the half points of the player named first; `None`: void.
    pub(crate) fn record(&self, number: u32, moves: &str, points: Option<u8>) -> GameRecord {
        let Made { game, size, budget, players: [a, b] } = *self;
        let cell_hash =
            format!("{:016x}", mix(&format!("{game}{size}{budget}{a}{b}").bytes().map(u64::from).collect::<Vec<_>>()));
        let (first, second) = if number.is_multiple_of(2) { (a, b) } else { (b, a) };
        let usage = |name: &str, share: u64| {
            let usage = Usage {
                moves: 10,
                playouts: Some(1000 * share),
                // Sums of these are exact in any order.
                cpu_s: Some(f64::from(number % 5 + 1) / 64.0),
                wall_s: 0.125,
                depth_sum: Some(3500 * share + u64::from(number)),
                max_depth: Some(9),
                plies_sum: Some(12_000 * share),
                max_overrun_ratio: None,
                timed_moves: 0,
                timed_ratio_sum: 0.0,
                tree_full_moves: Some(0),
            };
            (name.to_string(), PlayerUsage { spec: "uct".into(), usage })
        };
        GameRecord {
            id: format!("{game}-{size}-{budget}-{a}-{b}-{number:05}"),
            cell_hash,
            cell: RecordCell {
                game: game.into(),
                options: BTreeMap::new(),
                size: size.into(),
                budget: budget.into(),
                a: a.into(),
                b: b.into(),
                max_plies: None,
            },
            pair: number / 2,
            first: first.into(),
            second: second.into(),
            winner: points.map(|points| [b, "draw", a][usize::from(points)].into()),
            end: End {
                kind: if points.is_some() { EndKind::Normal } else { EndKind::Void },
                by: None,
                reason: points.is_none().then(|| "a panic <script>".to_string()),
            },
            moves: moves.into(),
            plies: moves.split_whitespace().count(),
            players: [usage(a, 3), usage(b, 2)].into(),
            host: Some("host".into()),
            cpu: Some("CPU".into()),
            commit: Some("0123456789ab".into()),
            seed: u64::from(number / 2) + 17,
            opening: 0,
            harness_s: Some(1.0 / 1024.0),
            at_once: Some(2),
            core: None,
            final_scores: None,
            finished_at: format!("2026-01-01T00:{:02}:{:02}.000Z", number / 60 % 60, number % 60),
        }
    }

    /// So many games with mixed results.
    pub(crate) fn records(&self, house: &House, number: u32) -> Vec<GameRecord> {
        (0..number)
            .map(|number| {
                let points = mix(&[u64::from(number), 5]) % 5;
                self.record(number, &self.moves(house, number.into(), 400), Some(if points < 3 { 2 } else { 0 }))
            })
            .collect()
    }
}
