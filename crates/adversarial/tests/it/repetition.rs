//! Games in which positions may not recur: what a position is worth depends on how it came about.

use gametree_adversarial::{
    Algorithm, AlphaBeta, AlphaBetaConfig, Iterative, IterativeConfig, Minimax, MinimaxConfig, SolveConfig, Solver,
};
use gametree_core::{Budget, Code, Control, Evaluate, Game, Line, Outcome, Rng, Side, code_ranges, mix};

/// A token moves along the arrows of a graph and may never return to a node with the same side to move. Whoever cannot
/// or will not move gives up, which is always allowed.
#[derive(Clone, Debug)]
struct Walk {
    /// By node: where one may go, as bits.
    arrows: [u8; 6],
    at: u8,
    to_move: Side,
    given_up: bool,
}

const GIVE_UP: u8 = 6;

impl Walk {
    fn random(seed: u64) -> Walk {
        let mut rng = Rng::new(seed);
        Walk { arrows: [0; 6].map(|_| rng.below(64) as u8), at: 0, to_move: Side::First, given_up: false }
    }
}

impl Game for Walk {
    type Move = u8;

    fn codes(&self, side: Side) -> std::ops::Range<Code> {
        code_ranges(7, 7)[side.index()].clone()
    }

    fn code(&self, mv: u8) -> Code {
        self.codes(self.to_move).start + Code::from(mv)
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        self.given_up.then_some(Outcome::Win(self.to_move))
    }

    fn legal_moves(&self, out: &mut Vec<u8>) {
        if !self.given_up {
            out.extend((0..6).filter(|node| self.arrows[usize::from(self.at)] >> node & 1 == 1));
            out.push(GIVE_UP);
        }
    }

    fn play(&mut self, mv: u8) {
        self.to_move = self.to_move.other();
        if mv == GIVE_UP { self.given_up = true } else { self.at = mv }
    }

    fn key(&self) -> u64 {
        mix(&[u64::from(self.at), self.to_move.index() as u64, u64::from(self.given_up)])
    }

    fn repetition_key(&self) -> Option<u64> {
        Some(self.key())
    }
}

impl Evaluate for Walk {}

/// 1 or -1 for the side to move, by the line's own rule.
fn value(line: &mut Line<Walk>) -> i32 {
    if let Some(outcome) = line.position().outcome() {
        return outcome.reward(line.position().to_move()) as i32 - 1;
    }
    let mut moves = Vec::new();
    line.legal_moves(&mut moves);
    let child = |mv| {
        line.push(mv);
        let value = -value(line);
        line.undo();
        value
    };
    moves.into_iter().map(child).max().unwrap()
}

#[test]
fn a_table_is_refused_or_not_believed() {
    let mut differ = 0;
    for seed in 0..300 {
        let mut line = Line::new(Walk::random(seed));
        let truth = value(&mut line);
        let config = SolveConfig { table: false, distance: true, ..SolveConfig::default() };
        for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta] {
            let solution = Solver::new(SolveConfig { algorithm, ..config.clone() });
            let solution = { solution }.solve(&line, &Budget::default(), &mut Control::default()).unwrap();
            assert_eq!(solution.score.map(i32::signum), Some(truth), "seed {seed}, {algorithm:?}");
        }
        for algorithm in [Algorithm::AlphaBeta, Algorithm::Proof] {
            let mut solver = Solver::new(SolveConfig { algorithm, table: true, ..config.clone() });
            let error = solver.solve(&line, &Budget::default(), &mut Control::default()).unwrap_err();
            assert_eq!(error.field, "table");
        }
        let budget: Budget = "depth=5".parse().unwrap();
        let plain = Minimax::new(&MinimaxConfig::default()).analyze(&line, &budget, &mut Control::default());
        let config = AlphaBetaConfig { table: true, memory: 1 << 20, ..AlphaBetaConfig::default() };
        let with_table = AlphaBeta::new(&config).analyze(&line, &budget, &mut Control::default());
        assert_eq!(with_table.score, plain.score, "seed {seed}");
        let deepened = Iterative::new(&IterativeConfig::default()).analyze(&line, &budget, &mut Control::default());
        assert_eq!(deepened.score, plain.score, "seed {seed}");
        // The same position with another past.
        let mut moves = Vec::new();
        line.legal_moves(&mut moves);
        line.push(moves[0]);
        let with_past = value(&mut line);
        differ += i32::from(value(&mut Line::new(line.position().clone())) != with_past);
    }
    assert!(differ > 0, "the past never mattered: the test shows nothing");
}
