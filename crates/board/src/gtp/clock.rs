//! The players' time, and how much of it a move may take.

use std::time::Duration;

use gametree_core::Side;

/// Kept back in every move: a controller counts what the way to it takes.
const LAG: Duration = Duration::from_millis(50);
/// Less than this is no search.
const LEAST: Duration = Duration::from_millis(10);

/// What `time_settings` has set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Settings {
    main: Duration,
    period: Duration,
    stones: u32,
}

/// What a side has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Left {
    time: Duration,
    /// Moves to make in it; 0 in main time.
    stones: u32,
}

/// Both sides' clocks; off until they are set.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Clocks {
    settings: Option<Settings>,
    left: [Option<Left>; 2],
}

impl Clocks {
    /// Main time, and after it `stones` moves in each `period` (Canadian byo-yomi). A period without stones means no limit, and
    /// so does no time at all, which GNU Go and some controllers take for that.
    pub(super) fn set(&mut self, main: Duration, period: Duration, stones: u32) {
        let unlimited = if period.is_zero() { main.is_zero() } else { stones == 0 };
        self.settings = (!unlimited).then_some(Settings { main, period, stones });
        self.restart();
    }

    /// A new game begins with full clocks.
    pub(super) fn restart(&mut self) {
        self.left = [self.settings.map(|settings| settings.beginning()); 2];
    }

    /// What the controller says is left. Without a clock, nothing left means that there is none still; to a side that has been
    /// told of time before, it means what it says.
    pub(super) fn tell(&mut self, side: Side, time: Duration, stones: u32) {
        let none = self.settings.is_none() && self.left[side.index()].is_none() && time.is_zero();
        self.left[side.index()] = (!none).then_some(Left { time, stones });
    }

    /// A move has taken this long.
    pub(super) fn spend(&mut self, side: Side, time: Duration) {
        let Some(left) = &mut self.left[side.index()] else { return };
        let over = left.stones == 0 && time >= left.time;
        left.time = left.time.saturating_sub(time);
        let stones = left.stones.saturating_sub(1);
        let period = self.settings.filter(|settings| settings.stones > 0 && (over || left.stones == 1));
        *left = match period {
            Some(settings) => Left { time: settings.period, stones: settings.stones },
            None => Left { time: left.time, stones },
        };
    }

    /// The time for a move, with about so many own moves to come in this game; `None` without a clock.
    ///
    /// Main time is divided evenly over the moves to come, each at least as long as a move of the following period; a period
    /// over its stones. Of what is left a little is kept back.
    pub(super) fn allowance(&self, side: Side, moves_to_come: usize) -> Option<Duration> {
        let Left { time, stones } = self.left[side.index()]?;
        let share = match stones {
            0 => time / (moves_to_come as u32).max(1),
            stones => time / stones,
        };
        let period = self.settings.filter(|settings| stones == 0 && settings.stones > 0);
        let later = period.map_or(Duration::ZERO, |settings| settings.period / settings.stones);
        let most = time + if stones == 0 { later } else { Duration::ZERO };
        let share = share.max(later).min(most);
        Some(share.saturating_sub(LAG).max(share / 2).max(LEAST))
    }
}

impl Settings {
    fn beginning(&self) -> Left {
        if self.main.is_zero() && self.stones > 0 {
            Left { time: self.period, stones: self.stones }
        } else {
            Left { time: self.main, stones: 0 }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn time_is_divided_and_never_overdrawn() {
        let mut clocks = Clocks::default();
        assert_eq!(clocks.allowance(Side::First, 30), None, "no clock");
        clocks.set(60 * SECOND, Duration::ZERO, 0);
        let each = clocks.allowance(Side::First, 30).unwrap();
        assert!(each > SECOND && each < 2 * SECOND, "{each:?}");
        // A whole game on the clock, each move a little late.
        for _ in 0..300 {
            let time = clocks.allowance(Side::First, 10).unwrap();
            assert!(time <= clocks.left[0].unwrap().time.max(LEAST), "{time:?} of {clocks:?}");
            clocks.spend(Side::First, time);
        }
        assert_eq!(clocks.left[1].unwrap().time, 60 * SECOND, "the other clock stands");
    }

    #[test]
    fn byo_yomi_follows_main_time_and_periods_follow_each_other() {
        let mut clocks = Clocks::default();
        clocks.set(SECOND, 10 * SECOND, 5);
        let time = clocks.allowance(Side::Second, 50).unwrap();
        assert!(time > SECOND && time <= 2 * SECOND, "as long as a move of the period: {time:?}");
        clocks.spend(Side::Second, 2 * SECOND);
        assert_eq!(clocks.left[1], Some(Left { time: 10 * SECOND, stones: 5 }));
        for _ in 0..4 {
            clocks.spend(Side::Second, SECOND);
        }
        assert_eq!(clocks.left[1], Some(Left { time: 6 * SECOND, stones: 1 }));
        let last = clocks.allowance(Side::Second, 50).unwrap();
        assert!(last > 5 * SECOND && last < 6 * SECOND, "{last:?}");
        clocks.spend(Side::Second, last);
        assert_eq!(clocks.left[1], Some(Left { time: 10 * SECOND, stones: 5 }), "a new period");
        clocks.tell(Side::Second, 3 * SECOND, 3);
        assert!(clocks.allowance(Side::Second, 50).unwrap() < SECOND);
        clocks.set(SECOND, SECOND, 0);
        assert_eq!(clocks.allowance(Side::Second, 50), None, "a period without stones is no limit");
        for stones in [0, 1, 25] {
            clocks.set(Duration::ZERO, Duration::ZERO, stones);
            assert_eq!(clocks.allowance(Side::Second, 50), None, "no time at all is no limit");
            clocks.tell(Side::Second, Duration::ZERO, 0);
            assert_eq!(clocks.allowance(Side::Second, 50), None, "and none of it left is none");
        }
        clocks.tell(Side::Second, SECOND, 0);
        clocks.tell(Side::Second, Duration::ZERO, 0);
        assert_eq!(
            clocks.allowance(Side::Second, 50),
            Some(LEAST),
            "a clock by time_left alone runs out like any other"
        );
    }
}
