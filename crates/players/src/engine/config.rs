//! The parameters of an engine.

use std::time::Duration;

use gametree_core::{Config, FieldError, OptionAbout, format_duration, parse_duration, parse_word};

/// How an engine is started, and how it is spoken to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineConfig {
    /// The program and its arguments, in words as a shell takes them apart; nothing else of a shell is there.
    pub command: String,
    /// How it writes points.
    pub coordinates: EngineCoordinates,
    /// The longest wait for a reply; a game in which it is over is void. `None`: as long as any move may take for a move,
    /// [`EngineConfig::MOST_READY`] for what takes no thinking.
    pub timeout: Option<Duration>,
    /// Whether it is told of a time budget, if it knows `time_settings`.
    pub clock: bool,
}

/// How an engine writes points.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum EngineCoordinates {
    /// As our game does.
    #[default]
    Own,
    /// As in GTP, whatever the game: the letter I skipped, row 1 at the bottom.
    Gtp,
    /// No letter skipped, row 1 at the top, as Hex programs do.
    Plain,
}

const COORDINATES: [(&str, EngineCoordinates); 3] =
    [("own", EngineCoordinates::Own), ("gtp", EngineCoordinates::Gtp), ("plain", EngineCoordinates::Plain)];

impl Default for EngineConfig {
    /// Without a command, which is no engine yet.
    fn default() -> Self {
        EngineConfig { command: String::new(), coordinates: EngineCoordinates::Own, timeout: None, clock: true }
    }
}

impl EngineConfig {
    /// So long an engine without a `timeout` may take for a reply that takes no thinking, the first one after its start
    /// included.
    pub const MOST_READY: Duration = Duration::from_secs(60);

    /// The longest wait for a reply to anything but `genmove`.
    pub(super) fn ready_limit(&self) -> Duration {
        self.timeout.unwrap_or(Self::MOST_READY)
    }

    /// The program and its arguments.
    ///
    /// # Errors
    /// When there is no program, or a quotation does not end.
    pub fn words(&self) -> Result<Vec<String>, FieldError> {
        let good = !self.command.contains(char::is_control);
        let words =
            shlex::split(&self.command).filter(|words| good && words.first().is_some_and(|word| !word.is_empty()));
        words.ok_or_else(|| {
            FieldError::new("command", &self.command, "a program and its arguments, as \"gnugo --mode gtp\"")
        })
    }
}

impl Config for EngineConfig {
    const OPTIONS: &'static [OptionAbout] = &[
        OptionAbout {
            name: "command",
            default: "",
            allowed: "a program and its arguments, in quotation marks when there is a comma; it has no default",
            about: "the engine: it speaks GTP 2 on its standard input and output",
        },
        OptionAbout {
            name: "coordinates",
            default: "own",
            allowed: "own, gtp, plain",
            about: "points as our game writes them; with I skipped and row 1 at the bottom; without either",
        },
        OptionAbout {
            name: "timeout",
            default: "none",
            allowed: "a time as 30s, or none",
            about: "the longest wait for a reply; the game is void then. With none, a move has what any move has, other replies 60 s",
        },
        OptionAbout {
            name: "clock",
            default: "true",
            allowed: "true, false",
            about: "tells cpu= and wall= of the budget as time_settings and time_left, in whole seconds, to engines that know them",
        },
    ];

    fn set(&mut self, key: &str, value: &str) -> Result<(), FieldError> {
        match key {
            "command" => {
                let changed = EngineConfig { command: value.to_string(), ..self.clone() };
                changed.words()?;
                *self = changed;
            }
            "coordinates" => self.coordinates = parse_word(key, value, &COORDINATES)?,
            "timeout" => {
                let refuse = || FieldError::new(key, value, "a time from 1ms, as 30s, or none");
                self.timeout = match value {
                    "none" => None,
                    _ => Some(parse_duration(value).ok().filter(|time| !time.is_zero()).ok_or_else(refuse)?),
                }
            }
            "clock" => self.clock = parse_word(key, value, &[("true", true), ("false", false)])?,
            _ => return Err(Self::unknown(key)),
        }
        Ok(())
    }

    fn get(&self, key: &str) -> Option<String> {
        Some(match key {
            "command" => self.command.clone(),
            "coordinates" => COORDINATES.iter().find(|(_, value)| *value == self.coordinates)?.0.to_string(),
            "timeout" => self.timeout.map_or_else(|| "none".into(), format_duration),
            "clock" => self.clock.to_string(),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_timeout_an_engine_has_a_minute_to_get_ready_and_the_option_says_so() {
        let mut config = EngineConfig::default();
        assert_eq!(config.ready_limit(), Duration::from_secs(60));
        let about = EngineConfig::OPTIONS.iter().find(|option| option.name == "timeout").unwrap().about;
        assert!(about.contains("other replies 60 s"), "{about}");
        config.set("timeout", "5m").unwrap();
        assert_eq!(config.ready_limit(), Duration::from_secs(300));
    }
}
