//! A crate outside of the workspace with a game and a player of its own: it is built as a user would, and has every command.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, ensure};

use super::steps::Outcome;

/// Its main file, the game included, stays within this.
const MOST_LINES: usize = 200;

/// Drives the program at the board, through GTP and through a tournament.
pub(super) fn drive(root: &Path, program: &Path, folder: &Path) -> anyhow::Result<Outcome> {
    let crate_of_its_own = root.join("examples").join("own-game");
    let main = crate_of_its_own.join("src").join("main.rs");
    let lines = fs::read_to_string(&main).with_context(|| main.display().to_string())?.lines().count();
    ensure!(lines < MOST_LINES, "{}: {lines} lines, under {MOST_LINES} are promised", main.display());
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    let session = Session { program, folder };

    let played = session.run(
        &["play", "rows", "--first", "person", "--second", "urgent", "--budget", "playouts=50", "--save", "game.sgf"],
        "d4\nundo\nc4\nquit\n",
    )?;
    says(&played, &["a b c d e f g", "move 2, white"])?;
    let sgf = fs::read_to_string(folder.join("game.sgf"))?;
    says(&sgf, &["RU[rows, row=4]", ";B[c4]", "PW[urgent:urgency=1.1"])?;
    let analysis =
        session.run(&["analyze", "--sgf", "game.sgf", "--player", "urgent", "--budget", "playouts=50"], "")?;
    says(&analysis, &["50 playouts"])?;

    // What a tree can do beside the rule is there for this one, too, and for its game.
    let all = "urgent:solver=true,forced=true,transpositions=true,leaf=2,policy=mast,prior=2,threads=2";
    let proven = ["analyze", "rows", "--size", "4", "--set", "row=3", "--moves", "b2 a1 c2"];
    let proven = session.run(&[&proven[..], &["--player", all, "--budget", "playouts=2000"]].concat(), "")?;
    says(&proven, &["proven loss", "stopped by solved"])?;

    let gtp = session.run(
        &["gtp", "rows", "--player", "urgent", "--budget", "playouts=50"],
        "boardsize 5\nplay b c3\ngenmove w\ngogui-analyze_commands\ngogui-rules_board\ngogui-rules_legal_moves\n\
         gametree-visits\nloadsgf game.sgf\nquit\n",
    )?;
    ensure!(!gtp.contains('?'), "an error by GTP:\n{gtp}");
    says(&gtp, &["plist/Legal Moves/gogui-rules_legal_moves", "..X..", "a1 b1 c1"])?;

    let solved = session.run(&["solve", "rows", "--size", "3", "--set", "row=3"], "")?;
    says(&solved, &["draw"])?;

    let plan = crate_of_its_own.join("plan.toml").display().to_string();
    let tables = session.run(&["tournament", "--config", &plan, "--games", "2", "--out", "run"], "")?;
    says(&tables, &["playouts=100", "playouts=400", "URGENT"])?;
    let page = fs::read_to_string(folder.join("run").join("report.html"))?;
    says(&page, &["\"game\":\"rows\"", "\"grid\":\"squares\""])?;
    says(&session.run(&["status", "run"], "")?, &[" 2/2 "])?;
    session.run(&["report", "run", "--sgf", "sgf"], "")?;
    let files = fs::read_dir(folder.join("sgf"))?.count();
    ensure!(files == 16, "{files} files of 16 games");
    Ok(Outcome::Passed(format!("{lines} lines, {files} games")))
}

/// The program in a folder.
struct Session<'a> {
    program: &'a Path,
    folder: &'a Path,
}

impl Session<'_> {
    /// What a command prints when it is sent `input`.
    fn run(&self, args: &[&str], input: &str) -> anyhow::Result<String> {
        let mut command = Command::new(self.program);
        command.current_dir(self.folder).args(args);
        let name = || format!("{} {}", self.program.display(), args.join(" "));
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().with_context(name)?;
        // A few lines: they fit into the pipe. A program that has ended tells by its code why it does not read.
        let _ = child.stdin.take().context("its input")?.write_all(input.as_bytes());
        let output = child.wait_with_output().with_context(name)?;
        let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        ensure!(output.status.success(), "{}: {}\n{text}\n{errors}", name(), output.status);
        Ok(text.into_owned())
    }
}

fn says(text: &str, words: &[&str]) -> anyhow::Result<()> {
    for word in words {
        ensure!(text.contains(word), "{word:?} is not in:\n{text}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_said_is_missed() {
        assert!(says("one two", &["two"]).is_ok());
        assert!(says("one two", &["two", "three"]).unwrap_err().to_string().starts_with("\"three\" is not in"));
    }
}
