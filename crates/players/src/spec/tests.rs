//! Specs as text.

use gametree_core::FieldError;

use super::PlayerSpec;
use super::kind::PlayerAbout;
use super::list::Players;
use super::standard::Standard;
use crate::engine::EngineConfig;

fn read(text: &str) -> Result<PlayerSpec, FieldError> {
    Standard::parse(text)
}

/// Without the engine, which has no default command.
fn kinds() -> impl Iterator<Item = PlayerAbout> {
    Standard::defaults().into_iter().map(|kind| kind.about())
}

#[test]
fn every_player_survives_a_round_trip_with_its_defaults() {
    // An engine has no default command.
    for about in kinds() {
        let spec: PlayerSpec = read(about.name).unwrap();
        assert_eq!(spec.about().name, about.name);
        assert_eq!(read(&spec.to_string()), Ok(spec.clone()));
        let defaults: Vec<_> = about.options.iter().map(|o| (o.name, o.default.to_string())).collect();
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
    let full = |text: &str| read(text).unwrap().to_string();
    assert_eq!(full("grave"), "grave:reference=50,bias=0.00001,memory=1GiB");
    assert_eq!(full("grave:reuse=auto"), full("grave"));
    assert_eq!(full("grave:reuse=false"), "grave:reference=50,bias=0.00001,memory=1GiB,reuse=false");
    assert_eq!(read(&full("uct:reuse=true")).unwrap().to_string(), full("uct:reuse=true"));
    for player in ["flat", "uct", "rave", "grave", "mcps"] {
        assert_eq!(full(&format!("{player}:threads=1")), full(player));
        assert!(full(&format!("{player}:threads=4")).ends_with(",threads=4") || player == "flat");
        let threads = |text: &str| read(text).unwrap().threads();
        assert_eq!((threads(player), threads(&format!("{player}:threads=256"))), (1, 256));
    }
    assert_eq!(full("flat:threads=4"), "flat:memory=1GiB,threads=4");
    assert_eq!(read("iterative").unwrap().threads(), 1);
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
        assert_eq!(read(text).unwrap().to_string(), full);
        assert_eq!(read(full).unwrap().to_string(), full);
    }
    let full = |text: &str| read(text).unwrap().to_string();
    let mut switches = 0;
    for about in kinds() {
        for option in about.options {
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
    let spec = read(long).unwrap();
    let config = spec.engine().unwrap();
    assert_eq!(config.words().unwrap(), ["gnugo", "--mode", "gtp", "--level", "10"]);
    assert_eq!(spec.to_string(), long);
    assert_eq!(read("gtp:command=gnugo").unwrap().to_string(), DEFAULTS);
    const DEFAULTS: &str = "gtp:command=gnugo,coordinates=own,timeout=none,clock=true";
    for (command, words) in [
        (r"a 'b c' d\ e", &["a", "b c", "d e"][..]),
        (r#"a "b, \"c\"" 'd=e',f"#, &["a", "b, \"c\"", "d=e,f"]),
        (r"C:\\x\\y.exe", &[r"C:\x\y.exe"]),
        ("größe 'ß,'", &["größe", "ß,"]),
        ("a ''", &["a", ""]),
    ] {
        let mut spec = PlayerSpec::new(EngineConfig::default());
        spec.set("command", command).unwrap();
        let again: PlayerSpec = read(&spec.to_string()).unwrap();
        assert_eq!(again, spec, "{spec}");
        let config = again.engine().unwrap();
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
        ("mcps:threads=0", &["threads of player mcps: 0", "from 1 to 256"]),
        ("uct:threads=257", &["threads of player uct: 257", "from 1 to 256"]),
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
        let error = read(text).unwrap_err().to_string();
        for word in words {
            assert!(error.contains(word), "{text}: {error} does not say {word}");
        }
    }
}
