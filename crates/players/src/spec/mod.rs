//! Players as text: `mcps:freeze_visits=30,window=10000`. A value may stand in quotation marks, in which a comma is a comma,
//! and a backslash comes before a quotation mark and before a backslash: `gtp:command="gnugo --mode gtp"`.

pub(crate) mod player;
pub(crate) mod random;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use gametree_core::FieldError;

use crate::spec::player::PlayerSpec;

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
        let of_part = |part: &dyn crate::spec::player::Keys| -> Vec<_> {
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
        for part in parameters.into_iter().flat_map(split) {
            let field = format_args!("parameter of player {name}");
            let Some((key, value)) = part.split_once('=') else {
                return Err(FieldError::new(field, part, "key=value, joined by commas"));
            };
            if seen.contains(&key) {
                return Err(FieldError::new(field, part, "each parameter once"));
            }
            let allowed = "key=value, or key=\"value\" with a backslash before \" and before a backslash";
            spec.set(key, &unquote(value).ok_or_else(|| FieldError::new(field, part, allowed))?)?;
            seen.push(key);
        }
        if let PlayerSpec::Gtp(config) = &spec {
            config
                .words()
                .map_err(|error| FieldError { field: format!("{} of player {name}", error.field), ..error })?;
        }
        Ok(spec)
    }
}

/// Parameters that are younger than records of games. At these values they are left out of a spec's full form, which is hashed
/// into the records: older games stay games of the same player.
const YOUNGER: &[(&str, &str)] = &[("reuse", "auto")];

/// At the commas that stand outside of quotation marks.
fn split(parameters: &str) -> Vec<&str> {
    let (mut quoted, mut escaped) = (false, false);
    let is_comma = |c: char| {
        let escapes = quoted && c == '\\' && !escaped;
        if c == '"' && !escaped {
            quoted = !quoted;
        }
        escaped = escapes;
        c == ',' && !quoted
    };
    parameters.split(is_comma).collect()
}

/// A value without its quotation marks. `None` when they do not stand at both ends and only there.
fn unquote(value: &str) -> Option<String> {
    if !value.contains('"') {
        return Some(value.to_string());
    }
    let mut chars = value.strip_prefix('"')?.strip_suffix('"')?.chars();
    let mut text = String::new();
    while let Some(c) = chars.next() {
        match c {
            '"' => return None,
            '\\' => text.push(chars.next().filter(|c| matches!(c, '"' | '\\'))?),
            _ => text.push(c),
        }
    }
    Some(text)
}

/// A value as [`unquote`] reads it, in quotation marks only where it would not be read without.
fn quote(value: &str) -> String {
    if !value.is_empty() && !value.contains([',', '"', '\\', ' ']) {
        return value.to_string();
    }
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}

impl fmt::Display for PlayerSpec {
    /// The full form: every parameter, defaults included, in a fixed order; without those of `YOUNGER`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.about().name)?;
        let written = |(key, value): &(&str, String)| !YOUNGER.contains(&(key, value));
        for (index, (key, value)) in self.parameters().into_iter().filter(written).enumerate() {
            write!(f, "{}{key}={}", if index == 0 { ':' } else { ',' }, quote(&value))?;
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
    use crate::spec::player::PLAYERS;

    #[test]
    fn every_player_survives_a_round_trip_with_its_defaults() {
        // An engine has no default command.
        for about in PLAYERS.iter().filter(|about| about.name != "gtp") {
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

    /// The full form is hashed into the records: these are the forms of the first records there are.
    #[test]
    fn full_forms_stay_as_they_were_and_switches_are_read_both_ways() {
        for (text, full) in [
            ("random", "random"),
            ("flat", "flat:memory=1GiB"),
            ("uct", "uct:exploration=1.4142135623730951,memory=1GiB"),
            ("rave", "rave:schedule=hand,k=1000,bias=0.00001,memory=1GiB"),
            ("grave", "grave:reference=50,bias=0.00001,memory=1GiB"),
            (
                "mcps:root_statistics=on",
                "mcps:reference=50,freeze_visits=30,window=10000,permutation=frozen,refreeze=never,root_statistics=true,\
                 amaf_weight=1,permutation_weight=1,memory=1GiB",
            ),
            ("minimax", "minimax:goal=win,quiescence=0"),
            (
                "alphabeta:keep=true,killers=true",
                "alphabeta:goal=win,order=center,killers=on,history=off,forced=off,table=off,memory=64MiB,quiescence=0,keep=on",
            ),
            (
                "iterative:table=false,history=off",
                "iterative:goal=win,order=center,killers=on,history=off,forced=on,table=off,memory=64MiB,quiescence=8,keep=off",
            ),
        ] {
            assert_eq!(text.parse::<PlayerSpec>().unwrap().to_string(), full);
            assert_eq!(full.parse::<PlayerSpec>().unwrap().to_string(), full);
        }
        let full = |text: &str| text.parse::<PlayerSpec>().unwrap().to_string();
        let mut switches = 0;
        for about in PLAYERS.iter().filter(|about| about.name != "gtp") {
            for option in about.options.concat() {
                let words: Vec<&str> = option.allowed.split(", ").collect();
                if words.contains(&"true") || words.contains(&"on") {
                    switches += 1;
                    for [one, other] in [["true", "on"], ["false", "off"]] {
                        let with = |word: &str| full(&format!("{}:{}={word}", about.name, option.name));
                        assert_eq!(with(one), with(other), "{}", option.name);
                    }
                    assert_ne!(
                        full(&format!("{}:{}=on", about.name, option.name)),
                        full(&format!("{}:{}=off", about.name, option.name))
                    );
                }
            }
        }
        assert!(switches >= 16, "{switches} switches");
    }

    #[test]
    fn the_command_of_an_engine_comes_back_whatever_is_in_it() {
        let long = r#"gtp:command="gnugo --mode gtp --level 10",coordinates=plain,timeout=30s,clock=false"#;
        let spec: PlayerSpec = long.parse().unwrap();
        let PlayerSpec::Gtp(config) = &spec else { panic!("{spec}") };
        assert_eq!(config.words().unwrap(), ["gnugo", "--mode", "gtp", "--level", "10"]);
        assert_eq!(spec.to_string(), long);
        assert_eq!("gtp:command=gnugo".parse::<PlayerSpec>().unwrap().to_string(), DEFAULTS);
        const DEFAULTS: &str = "gtp:command=gnugo,coordinates=own,timeout=none,clock=true";
        for (command, words) in [
            (r"a 'b c' d\ e", &["a", "b c", "d e"][..]),
            (r#"a "b, \"c\"" 'd=e',f"#, &["a", "b, \"c\"", "d=e,f"]),
            (r"C:\\x\\y.exe", &[r"C:\x\y.exe"]),
            ("größe 'ß,'", &["größe", "ß,"]),
            ("a ''", &["a", ""]),
        ] {
            let mut spec = PlayerSpec::named("gtp").unwrap();
            spec.set("command", command).unwrap();
            let again: PlayerSpec = spec.to_string().parse().unwrap();
            assert_eq!(again, spec, "{spec}");
            let PlayerSpec::Gtp(config) = again else { panic!("{spec}") };
            assert_eq!(config.words().unwrap(), words, "{spec}");
        }
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
            ("gtp", &["command of player gtp", "gnugo --mode gtp"]),
            ("gtp:coordinates=gtp", &["command of player gtp"]),
            ("gtp:command=", &["command of player gtp"]),
            ("gtp:command=\"  \"", &["command of player gtp"]),
            ("gtp:command='a", &["command of player gtp", "'a"]),
            ("gtp:command=\"a", &["parameter of player gtp", "backslash"]),
            ("gtp:command=\"a\"b", &["parameter of player gtp", "backslash"]),
            ("gtp:command=\"a\\b\"", &["parameter of player gtp", "backslash"]),
            ("gtp:command=\"a\nb\"", &["command of player gtp"]),
            ("gtp:command=a,coordinates=go", &["coordinates", "own, gtp, plain"]),
            ("gtp:command=a,timeout=0s", &["timeout", "30s"]),
            ("gtp:command=a,clock=maybe", &["clock", "true, false"]),
            ("gtp:command=a,level=1", &["level", "command, coordinates, timeout, clock"]),
        ] {
            let error = text.parse::<PlayerSpec>().unwrap_err().to_string();
            for word in words {
                assert!(error.contains(word), "{text}: {error} does not say {word}");
            }
        }
    }
}
