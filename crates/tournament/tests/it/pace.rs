//! How long the games take that are left.

use std::time::Duration;

use gametree_tournament::{GameRecord, Job, Lately, Pace, each_cell_first};

use crate::games::plan;
use crate::samples::{record, void};

/// A game that took so long.
fn game(seconds: f64) -> GameRecord {
    let mut game = record(0, 'a', 2);
    game.harness_s = Some(0.5);
    for player in game.players.values_mut() {
        player.usage.wall_s = (seconds - 0.5) / 2.0;
    }
    game
}

#[test]
fn each_cell_has_its_own_time_and_those_without_games_one_in_proportion() {
    let plan = plan(
        r#"name = "pace"
        players = [{ spec = "uct" }, { spec = "grave" }]
        games = [
            { name = "nim", sizes = [5, 10], budgets = ["cpu=10ms", "cpu=1s", "playouts=10"] },
        ]"#,
    );
    let cells = plan.cells();
    let index = |name: &str| cells.iter().position(|cell| cell.to_string().starts_with(name)).unwrap();
    let area = |name: &str| cells[index(name)].setup.size().area() as f64;
    let (small, slow, large) = (index("nim 5 cpu=10ms"), index("nim 5 cpu=1s"), index("nim 10 cpu=10ms"));
    let mut pace = Pace::new(&cells);
    assert_eq!((pace.of_game(small), pace.of_all([(small, 1)]), pace.of_all([(small, 0)])), (None, None, Some(0.0)));
    let about =
        |seconds: Option<f64>, expected: f64| assert!((seconds.unwrap() - expected).abs() < 1e-9, "{seconds:?}");
    pace.add(small, &game(3.0));
    pace.add(small, &game(5.0));
    pace.add(small, &void(7, 'a'));
    about(pace.of_game(small), 4.0);
    about(pace.of_game(slow), 400.0);
    let ratio = area("nim 10") / area("nim 5");
    about(pace.of_game(large), 4.0 * ratio);
    pace.add(slow, &game(100.0));
    about(pace.of_game(slow), 100.0);
    about(pace.of_all([(small, 10), (slow, 2)]), 240.0);
    about(pace.of_game(large), (8.0 + 100.0) / (2.0 * 0.01 + 1.0) * 0.01 * ratio);
    // Playouts and times cannot be compared.
    assert_eq!(pace.of_game(index("nim 10 playouts")), None);
    assert_eq!(pace.of_all([(small, 1), (index("nim 10 playouts"), 1)]), None);
    pace.add(index("nim 5 playouts"), &game(2.0));
    about(pace.of_game(index("nim 10 playouts")), 2.0 * ratio * ratio);
}

#[test]
fn one_pair_of_each_cell_is_played_first() {
    let plan = plan(
        r#"name = "order"
        games_per_cell = 6
        budgets = ["playouts=10"]
        players = [{ spec = "uct" }, { spec = "grave" }]
        games = [{ name = "nim", sizes = [5, 7, 9] }]"#,
    );
    let cells = plan.cells();
    let key = |job: &Job| (job.cell, job.pair, job.opens);
    let jobs = plan.jobs(&cells, None);
    let order: Vec<_> = each_cell_first(jobs.clone()).iter().map(key).collect();
    let first = (0..3).flat_map(|cell| [(cell, 0, 0), (cell, 0, 1)]);
    let rest = (0..3).flat_map(|cell| (1..3).flat_map(move |pair| [(cell, pair, 0), (cell, pair, 1)]));
    assert_eq!(order, first.chain(rest).collect::<Vec<_>>());
    // A part that does not hold pair 0 begins with its own first one.
    let part: Vec<Job> = jobs.into_iter().filter(|job| job.pair > 0).collect();
    let order: Vec<_> = each_cell_first(part).iter().map(key).take(7).collect();
    assert_eq!(order, [(0, 1, 0), (0, 1, 1), (1, 1, 0), (1, 1, 1), (2, 1, 0), (2, 1, 1), (0, 2, 0)]);
    assert_eq!(each_cell_first(Vec::new()), []);
}

/// A simulated run of two workers: each game of cell `cell` is measured by its players as `seconds`, and in wall time takes `slowed`
/// times as long, which they do not notice if `unseen`.
struct Run {
    pace: Pace,
    lately: Lately,
    now: f64,
}

impl Run {
    fn play(&mut self, games: usize, cell: usize, seconds: f64, slowed: f64, unseen: bool) {
        for _ in 0..games {
            self.now += seconds * slowed / 2.0;
            self.pace.add(cell, &game(if unseen { seconds } else { seconds * slowed }));
            self.lately.add(Duration::from_secs_f64(self.now), cell);
        }
    }

    /// What is said that so many games of a cell take, to what they take.
    fn said(&self, left: u64, cell: usize, truly: f64) -> f64 {
        let now = Duration::from_secs_f64(self.now);
        let factor = self.lately.factor(now, &self.pace).unwrap_or(1.0);
        self.pace.of_all([(cell, left)]).unwrap() * factor / 2.0 / truly
    }

    fn change(&self) -> Option<f64> {
        self.lately.change(Duration::from_secs_f64(self.now), &self.pace)
    }
}

#[test]
fn fc_70_the_time_left_is_told_from_wall_time_lately() {
    let plan = plan(
        r#"name = "pace"
        budgets = ["cpu=1s"]
        players = [{ spec = "uct" }, { spec = "grave" }]
        games = [{ name = "nim", sizes = [5, 10] }]"#,
    );
    let cells = plan.cells();
    let run = || {
        let lately = Lately::new(Duration::from_secs(50), 2, cells.len());
        Run { pace: Pace::new(&cells), lately, now: 50.0 }
    };
    let about = |said: f64| assert!((0.9..1.1).contains(&said), "{said}");
    // A machine with other work all the time: 216 of 2,000 games, each of 0.4 s as its players see it and of 1 s in truth.
    let mut busy = run();
    busy.play(216, 0, 0.4, 2.5, true);
    about(busy.said(1784, 0, 892.0));
    assert_eq!(busy.change(), None, "it was always so");
    // Too few games to tell: the means alone.
    let mut few = run();
    few.play(19, 0, 2.0, 2.5, true);
    about(few.said(10, 0, 10.0));

    // Work begins, seen by the players or not; and it ends.
    for unseen in [true, false] {
        let mut shared = run();
        shared.play(1000, 0, 2.0, 1.0, unseen);
        about(shared.said(100, 0, 100.0));
        assert_eq!(shared.change(), None);
        shared.play(250, 0, 2.0, 2.5, unseen);
        about(shared.said(100, 0, 250.0));
        let change = shared.change().unwrap();
        assert!((2.2..2.6).contains(&change), "{change}");
        shared.play(800, 0, 2.0, 1.0, unseen);
        about(shared.said(100, 0, 100.0));
    }

    // Cells differ by orders of magnitude: the pace of the one holds for the other, and is no change.
    let mut cheap = run();
    cheap.play(20, 1, 200.0, 1.0, true);
    cheap.play(3000, 0, 0.5, 2.0, true);
    about(cheap.said(100, 1, 100.0 * 200.0 * 2.0 / 2.0));
    cheap.play(40, 1, 200.0, 1.0, true);
    about(cheap.said(10, 1, 1000.0));
    assert_eq!(cheap.change(), None);
}
