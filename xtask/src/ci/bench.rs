//! `bench --against`, in which a build is measured against another one: here against itself, in no time.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, ensure};
use serde_json::Value;

use super::steps::Outcome;

pub(super) fn against_itself(program: &Path) -> anyhow::Result<Outcome> {
    let mut command = Command::new(program);
    command.args(["bench", "--only", "hex/5", "--rounds", "2", "--time", "50ms", "--json", "--against"]).arg(program);
    let output = command.output().with_context(|| program.display().to_string())?;
    ensure!(output.status.success(), "{}: {}", output.status, String::from_utf8_lossy(&output.stderr));
    let document = serde_json::from_slice(&output.stdout).context("bench --json")?;
    Ok(Outcome::Passed(format!("{} rows", check(&document)?)))
}

/// How many rows there are, all of which have what scripts look for.
fn check(document: &Value) -> anyhow::Result<usize> {
    let rows = document["rows"].as_array().filter(|rows| !rows.is_empty()).context("no rows")?;
    for row in rows {
        let number = |field: &str| row[field].as_f64().with_context(|| format!("no {field} in {row}"));
        for field in ["game", "size", "what"] {
            ensure!(row[field].is_string(), "no {field} in {row}");
        }
        ensure!(number("per_cpu_second")? > 0.0 && number("against")? > 0.0, "no speed: {row}");
        let (low, ratio, high) = (number("low")?, number("ratio")?, number("high")?);
        ensure!(low <= ratio && ratio <= high, "the ratio lies outside of its interval: {row}");
    }
    Ok(rows.len())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_row_that_lacks_something_is_found() {
        let mut document = json!({"rows": [{
            "game": "hex", "size": "5", "what": "uct", "per_cpu_second": 2.0, "against": 1.0, "ratio": 2.0, "low": 1.5, "high": 2.5,
        }]});
        assert_eq!(check(&document).unwrap(), 1);
        document["rows"][0]["high"] = json!(1.8);
        assert!(check(&document).unwrap_err().to_string().starts_with("the ratio lies outside"));
        document["rows"][0]["high"] = Value::Null;
        assert!(check(&document).unwrap_err().to_string().starts_with("no high in "));
        assert!(check(&json!({"rows": []})).is_err() && check(&json!({})).is_err());
    }
}
