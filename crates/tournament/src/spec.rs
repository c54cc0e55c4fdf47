//! Players as text: `mcps:freeze_visits=30,window=10000`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use gametree_core::FieldError;

use crate::player::PlayerSpec;

impl PlayerSpec {
    /// Sets one parameter from text.
    ///
    /// # Errors
    /// Names the player, the parameter and what is allowed; for an unknown parameter, lists the known ones.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), FieldError> {
        let name = self.about().name;
        let mut known = Vec::new();
        for part in self.parts_mut() {
            if part.options().iter().any(|option| option.name == key) {
                return part
                    .set(key, value)
                    .map_err(|error| FieldError { field: format!("{} of player {name}", error.field), ..error });
            }
            known.extend(part.options().iter().map(|option| option.name));
        }
        let known = if known.is_empty() { "no parameters".to_string() } else { known.join(", ") };
        Err(FieldError::new(format_args!("parameter of player {name}"), key, known))
    }

    /// Every parameter with its value, in the order in which a spec is written.
    #[must_use]
    pub fn parameters(&self) -> Vec<(&'static str, String)> {
        let of_part = |part: &dyn crate::player::Keys| -> Vec<_> {
            part.options().iter().map(|option| (option.name, part.get(option.name).unwrap_or_default())).collect()
        };
        self.parts().into_iter().flat_map(of_part).collect()
    }
}

impl FromStr for PlayerSpec {
    type Err = FieldError;

    fn from_str(text: &str) -> Result<Self, FieldError> {
        let (name, parameters) = match text.split_once(':') {
            Some((name, parameters)) => (name, Some(parameters)),
            None => (text, None),
        };
        let mut spec = PlayerSpec::named(name)?;
        let mut seen = Vec::new();
        for part in parameters.into_iter().flat_map(|parameters| parameters.split(',')) {
            let field = format_args!("parameter of player {name}");
            let Some((key, value)) = part.split_once('=') else {
                return Err(FieldError::new(field, part, "key=value, joined by commas"));
            };
            if seen.contains(&key) {
                return Err(FieldError::new(field, part, "each parameter once"));
            }
            spec.set(key, value)?;
            seen.push(key);
        }
        Ok(spec)
    }
}

/// Parameters that are younger than records of games. At these values they are left out of a spec's full form, which is hashed
/// into the records: older games stay games of the same player.
const YOUNGER: &[(&str, &str)] = &[("reuse", "auto")];

impl fmt::Display for PlayerSpec {
    /// The full form: every parameter, defaults included, in a fixed order; without those of `YOUNGER`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.about().name)?;
        let written = |(key, value): &(&str, String)| !YOUNGER.contains(&(key, value));
        for (index, (key, value)) in self.parameters().into_iter().filter(written).enumerate() {
            write!(f, "{}{key}={value}", if index == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

impl Serialize for PlayerSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PlayerSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::PLAYERS;

    #[test]
    fn every_player_survives_a_round_trip_with_its_defaults() {
        for about in PLAYERS {
            let spec: PlayerSpec = about.name.parse().unwrap();
            assert_eq!(spec.about().name, about.name);
            assert_eq!(spec.to_string().parse(), Ok(spec.clone()));
            let defaults: Vec<_> = about.options.concat().iter().map(|o| (o.name, o.default.to_string())).collect();
            let fresh: Vec<_> = spec.parameters();
            assert_eq!(fresh.iter().map(|p| p.0).collect::<Vec<_>>(), defaults.iter().map(|d| d.0).collect::<Vec<_>>());
            for ((key, value), (_, default)) in fresh.iter().zip(&defaults) {
                let mut other = spec.clone();
                other.set(key, default).unwrap();
                assert_eq!(other, spec, "{}: the stated default of {key} is not {value}", about.name);
            }
        }
    }

    #[test]
    fn a_parameter_younger_than_the_records_does_not_change_their_players() {
        let full = |text: &str| text.parse::<PlayerSpec>().unwrap().to_string();
        assert_eq!(full("grave"), "grave:reference=50,bias=0.00001,memory=1GiB");
        assert_eq!(full("grave:reuse=auto"), full("grave"));
        assert_eq!(full("grave:reuse=false"), "grave:reference=50,bias=0.00001,memory=1GiB,reuse=false");
        assert_eq!(full("uct:reuse=true").parse::<PlayerSpec>().unwrap().to_string(), full("uct:reuse=true"));
    }

    #[test]
    fn errors_name_the_player_the_parameter_and_what_is_allowed() {
        for (text, words) in [
            ("fish", &["player: fish", "random", "mcps"][..]),
            ("", &["player", "random"]),
            ("random:x=1", &["random", "no parameters"]),
            ("mcps:freze_visits=30", &["mcps", "freze_visits", "freeze_visits", "window", "memory"]),
            ("mcps:window=0", &["mcps", "window", "0"]),
            ("grave:bias=nan", &["grave", "bias", "nan"]),
            ("mcps:", &["key=value"]),
            ("mcps:window", &["key=value"]),
            ("mcps:window=5,window=6", &["once"]),
            ("mcps:reuse=maybe", &["mcps", "reuse", "maybe", "auto, true, false"]),
            ("mcps:memory=64", &["mcps", "memory", "64", "MiB"]),
        ] {
            let error = text.parse::<PlayerSpec>().unwrap_err().to_string();
            for word in words {
                assert!(error.contains(word), "{text}: {error} does not say {word}");
            }
        }
    }
}
