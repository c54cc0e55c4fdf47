//! One build measured against another.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::{gametree, split};

const PROGRAM: &str = env!("CARGO_BIN_EXE_gametree");

#[test]
fn a_build_is_as_fast_as_itself() {
    let output =
        gametree(&split(&format!("bench --against {PROGRAM} --only tictactoe/3 --rounds 2 --time 20ms --json")));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert!(errors.contains("tictactoe/3 round 2 of 2: playout "), "{errors}");
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let rows = document["rows"].as_array().unwrap();
    let measured: Vec<&str> = rows.iter().map(|row| row["what"].as_str().unwrap()).collect();
    assert_eq!(measured, ["playout", "uct", "rave", "grave", "mcps"]);
    for row in rows {
        assert_eq!((&row["game"], &row["size"]), (&"tictactoe".into(), &"3".into()));
        let number = |field: &str| row[field].as_f64().unwrap_or_else(|| panic!("{field}: {row}"));
        assert!(number("per_cpu_second") > 0.0 && number("against") > 0.0, "{row}");
        assert!(number("low") <= number("ratio") && number("ratio") <= number("high"), "{row}");
    }
}

/// What is no other build is named by its path, and nothing is printed for a result.
#[test]
fn a_program_that_is_no_build_is_refused() {
    let refused = |program: &str, code: i32, words: &str| {
        let output =
            gametree(&split(&format!("bench --against \"{program}\" --only tictactoe/3 --rounds 2 --time 20ms")));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{errors}");
        let told = errors.contains(program) && errors.contains(words);
        assert!(told && !errors.contains("panicked") && output.stdout.is_empty(), "{program}: {errors}");
    };
    refused("/nonexistent/gametree", 2, "is not allowed; allowed: a build of this program that can be run (");
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    refused(here.join("Cargo.toml").to_str().unwrap(), 2, "is not allowed; allowed: a build of this program");
    refused(here.to_str().unwrap(), 2, "is not allowed; allowed: a build of this program");
    for (args, words) in [
        ("--rounds 5", "--against"),
        ("--time 0s", "time: 0s is not allowed; allowed: a duration from 10ms to 1h"),
        ("--against x --rounds 0", "rounds"),
        ("--against x --only hex/99", "program to measure: "),
    ] {
        let output = gametree(&split(&format!("bench {args}")));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && errors.contains(words), "{args}: {errors}");
    }
    if cfg!(unix) {
        let folder = std::env::temp_dir().join(format!("gametree-bench-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let script = |name: &str, text: &str| {
            let path = folder.join(name);
            fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
            #[cfg(unix)]
            fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
            path.to_str().unwrap().to_string()
        };
        refused(&script("fails", "echo it went wrong >&2; exit 3"), 1, "exit status: 3\nit went wrong");
        refused(&script("silent", "true"), 1, "games --json: not the JSON that it should print: EOF");
        refused(
            &script("other", "echo '{\"rows\": 5}'"),
            1,
            "not the JSON that it should print: missing field `games`",
        );
        let games = "test $1 = games && echo '{\"games\": [{\"name\": \"tictactoe\"}]}' && exit";
        let row = "{\"game\": \"tictactoe\", \"size\": \"3\", \"what\": \"playout\", \"per_cpu_second\": 0}";
        let zero = script("zero", &format!("{games}; echo '{{\"rows\": [{row}]}}'"));
        refused(&zero, 1, "per_cpu_second of playout on tictactoe/3 is 0");
        // An older build, which does not know the argument, says so itself.
        let old = script("old", &format!("{games}; echo \"error: unexpected argument '$5' found\" >&2; exit 2"));
        refused(&old, 1, "error: unexpected argument '--time' found");
        fs::remove_dir_all(&folder).unwrap();
    }
}

/// Another build may have other games and other players: its rows are told apart, not left out.
#[cfg(unix)]
#[test]
fn rows_that_only_one_build_has_are_named() {
    let folder = std::env::temp_dir().join(format!("gametree-bench-rows-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("other");
    let row = |what: &str| {
        format!("{{\"game\": \"tictactoe\", \"size\": \"3\", \"what\": \"{what}\", \"per_cpu_second\": 1000.5}}")
    };
    let rows = format!("{{\"rows\": [{}, {}]}}", row("uct"), row("elsewhere"));
    let script = format!(
        "#!/bin/sh\ncase $1 in games) echo '{{\"games\": [{{\"name\": \"tictactoe\"}}]}}';; *) echo '{rows}';; esac\n"
    );
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let run = |only: &str, json: &str| {
        let other = path.display();
        let output = gametree(&split(&format!("bench --against {other} --only {only} --rounds 1 --time 20ms{json}")));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let document: Value = serde_json::from_str(&run("tictactoe/3", " --json")).unwrap();
    let rows = document["rows"].as_array().unwrap();
    let told = |row: &Value| {
        let known = |field: &str| if row[field].is_null() { "-" } else { "x" };
        let fields = ["per_cpu_second", "against", "ratio", "low"].map(known).concat();
        format!("{} {fields}", row["what"].as_str().unwrap())
    };
    let told: Vec<String> = rows.iter().map(told).collect();
    let wanted = ["playout x---", "uct xxx-", "rave x---", "grave x---", "mcps x---", "elsewhere -x--"];
    assert_eq!(told, wanted);
    let text = run("hex/3", "");
    assert_eq!(text.matches("only in this build").count(), 5, "{text}");
    fs::remove_dir_all(&folder).unwrap();
}
