//! A game in hand, as others see it: what has been played, and for how long nothing has happened.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use gametree_core::Side;

use crate::play::GameLog;

/// Shared between the thread that plays games, one after the other, and those that watch it. The log is filled move by
/// move, so that a game that breaks off keeps its moves.
#[derive(Debug)]
pub struct GameWatch {
    log: Mutex<GameLog>,
    stop: Arc<AtomicBool>,
    base: Instant,
    /// When the last move was played, in microseconds after `base` plus 1; 0 between games.
    last_move: AtomicU64,
    /// The side whose player is at work, by [`Side::index`] plus 1; 0 for none.
    at_work: AtomicU8,
}

impl Default for GameWatch {
    fn default() -> Self {
        GameWatch {
            log: Mutex::default(),
            stop: Arc::default(),
            base: Instant::now(),
            last_move: AtomicU64::new(0),
            at_work: AtomicU8::new(0),
        }
    }
}

impl GameWatch {
    /// A game begins: an empty log, and nobody has asked to break it off.
    pub fn begin(&self) {
        self.log().clear();
        self.stop.store(false, Ordering::Relaxed);
        self.at_work(None);
        self.moved();
    }

    /// A game has ended; nothing is waited for.
    pub fn end(&self) {
        self.last_move.store(0, Ordering::Relaxed);
    }

    /// A move has been played.
    pub(crate) fn moved(&self) {
        self.last_move.store(self.base.elapsed().as_micros() as u64 + 1, Ordering::Relaxed);
    }

    /// A side's player has been asked for something, or has answered.
    pub(crate) fn at_work(&self, side: Option<Side>) {
        self.at_work.store(side.map_or(0, |side| side.index() as u8 + 1), Ordering::Relaxed);
    }

    /// The side whose player is at work: after a panic, or when nothing comes back, the one that failed.
    pub fn who_is_at_work(&self) -> Option<Side> {
        Side::BOTH.get(usize::from(self.at_work.load(Ordering::Relaxed)).checked_sub(1)?).copied()
    }

    /// A number that is another one after every move; `None` between games.
    #[must_use]
    pub fn stamp(&self) -> Option<u64> {
        Some(self.last_move.load(Ordering::Relaxed)).filter(|&stamp| stamp != 0)
    }

    /// Stops the search that is at work; the game then ends without a result.
    pub fn break_off(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether that was asked for in this game.
    #[must_use]
    pub fn is_broken_off(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The flag that searches look at.
    pub(crate) fn stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// The log of the game in hand, or of the last one. No lock is held while a player thinks.
    pub fn log(&self) -> MutexGuard<'_, GameLog> {
        // A panic elsewhere leaves whole moves behind.
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
