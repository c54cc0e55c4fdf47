//! What lies between the thread that reads lines and the one that answers them: the lines, and whether to stop thinking.

use std::collections::VecDeque;
use std::io::Read;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::protocol::{MOST_LINE, clean, is_interrupt, parse};

/// At most so many lines wait; then the controller does.
const MOST_WAITING: usize = 1024;

/// What comes so soon after a search has begun was sent together with it: the lines of a script, not somebody who wants it
/// to end. And every search may last this long, whatever follows it.
pub(super) const TOGETHER: Duration = Duration::from_millis(100);

/// A line as it came.
#[derive(Debug)]
pub(super) enum Line {
    Text(String),
    TooLong(String),
}

/// What is being thought about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Thinking {
    /// A move. `quit`, `stop`, gogui's interrupt and the end of the lines end it.
    Move,
    /// A position, without end: any line ends it.
    Analysis,
}

#[derive(Default)]
struct State {
    lines: VecDeque<Line>,
    /// Whether there will be no more.
    ended: bool,
    thinking: Option<(Thinking, Instant)>,
    /// Counts the searches.
    search: u64,
}

impl State {
    /// Whether a command waits. Empty lines and comments ask for nothing.
    fn asked(&self) -> bool {
        self.lines.iter().any(|(Line::Text(text) | Line::TooLong(text))| parse(text).is_some())
    }
}

/// Shared by both threads.
#[derive(Default)]
pub(super) struct Desk {
    state: Mutex<State>,
    changed: Condvar,
    stop: Arc<AtomicBool>,
}

impl Desk {
    fn state(&self) -> MutexGuard<'_, State> {
        // A thread that panicked leaves plain data behind.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next line; waits for it. `None` when there are no more.
    pub(super) fn take(&self) -> Option<Line> {
        let mut state = self.state();
        loop {
            if let Some(line) = state.lines.pop_front() {
                self.changed.notify_all();
                return Some(line);
            }
            if state.ended {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The flag that ends a search.
    pub(super) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// A search begins. Returns the flag that ends it, and how long it may last at most because of what waits already.
    pub(super) fn begin(&self, thinking: Thinking) -> (Arc<AtomicBool>, Option<Duration>) {
        let mut state = self.state();
        self.stop.store(false, Ordering::Relaxed);
        state.search += 1;
        state.thinking = Some((thinking, Instant::now()));
        let awaited = match thinking {
            Thinking::Analysis => state.ended || !state.lines.is_empty(),
            // Nobody asks for anything after this, not even to quit: the controller may be gone.
            Thinking::Move => state.ended && !state.asked(),
        };
        (Arc::clone(&self.stop), awaited.then_some(TOGETHER))
    }

    /// The search is over.
    pub(super) fn end(&self) {
        self.state().thinking = None;
    }

    fn put(&self, line: Line) {
        let (Line::Text(text) | Line::TooLong(text)) = &line;
        let name = parse(text).map(|command| command.name).unwrap_or_default();
        let interrupt = is_interrupt(text);
        let mut state = self.state();
        while state.lines.len() >= MOST_WAITING {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.ended {
            return;
        }
        state.lines.push_back(line);
        self.changed.notify_all();
        let Some((thinking, since)) = state.thinking else { return };
        match thinking {
            Thinking::Analysis => self.stop_later(state, since),
            Thinking::Move if interrupt => self.stop.store(true, Ordering::Relaxed),
            Thinking::Move
                if matches!(name.as_str(), "quit" | "stop" | "gogui-interrupt") && since.elapsed() >= TOGETHER =>
            {
                self.stop.store(true, Ordering::Relaxed);
            }
            Thinking::Move => (),
        }
    }

    fn close(&self) {
        let mut state = self.state();
        state.ended = true;
        self.changed.notify_all();
        let Some((thinking, since)) = state.thinking else { return };
        if thinking == Thinking::Analysis || !state.asked() {
            self.stop_later(state, since);
        }
    }

    /// Nobody reads the replies any more: what waits is not answered, and the search of now ends.
    pub(super) fn abandon(&self) {
        let mut state = self.state();
        state.lines.clear();
        state.ended = true;
        self.stop.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Ends the search of now once it has lasted [`TOGETHER`].
    fn stop_later(&self, state: MutexGuard<'_, State>, since: Instant) {
        let search = state.search;
        drop(state);
        thread::sleep(TOGETHER.saturating_sub(since.elapsed()));
        if self.state().search == search {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Reads lines until there are no more, or nobody wants them.
    pub(super) fn read(&self, mut input: impl Read) {
        let mut chunk = [0; 4096];
        let (mut line, mut long) = (Vec::new(), false);
        loop {
            let count = match input.read(&mut chunk) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(_) => break,
            };
            for &byte in &chunk[..count] {
                match byte {
                    b'\n' => self.put(whole(&mut line, &mut long)),
                    _ if line.len() < MOST_LINE => line.push(byte),
                    _ => long = true,
                }
            }
        }
        // The last line may lack its end.
        if !line.is_empty() {
            self.put(whole(&mut line, &mut long));
        }
        self.close();
    }
}

fn whole(line: &mut Vec<u8>, long: &mut bool) -> Line {
    let text = clean(line);
    line.clear();
    if std::mem::take(long) { Line::TooLong(text) } else { Line::Text(text) }
}
