//! The invariants of docs/ARCHITECTURE.md that a program can check.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use super::source::{code_and_texts, identifiers, test_lines, words};
use super::steps::Outcome;
use super::{Package, Workspace};

/// Without "go", which is a verb too, as in core's `Tick::Go`; that core does not depend on gametree-go is checked anyway. Where a
/// text names a game, it may be all of it.
const GAMES: &[&str] = &["hex", "tictactoe", "goban", "atarigo", "nogo", "wargame"];
const SEARCHES: &[&str] =
    &["mcts", "mcps", "uct", "ucb", "ucb1", "rave", "grave", "amaf", "minimax", "negamax", "alphabeta", "quiescence"];
/// What other programs call things, by file: no game is meant.
const WORDS_OF_OTHERS: &[(&str, &str)] = &[("crates/board/src/gtp/show.rs", "{size} hex")];
const MOST_LINES: usize = 600;
/// What stands above a test that takes minutes, word for word.
const SLOW: &str = r#"#[ignore = "slow, minutes: cargo xtask ci --slow"]"#;
/// The one file with `unsafe`.
const KERNELS: &str = "crates/kernels/src/lib.rs";

pub(super) fn check(workspace: &Workspace) -> anyhow::Result<Outcome> {
    let root = &workspace.workspace_root;
    let mut wrong = Vec::new();
    for package in &workspace.packages {
        dependencies(workspace, package, &mut wrong);
    }
    let mut files = Vec::new();
    for folder in ["crates", "games", "xtask", "benches"] {
        rust_files(&root.join(folder), &mut files)?;
    }
    files.sort();
    for file in &files {
        let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
        let name = file.strip_prefix(root).unwrap_or(file).to_string_lossy().replace('\\', "/");
        source(&name, &text, &mut wrong);
    }
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(Outcome::Passed(format!("{} files", files.len())))
}

/// Which of our crates, and which others, a crate may name in its manifest. `None`: any.
struct Allowed {
    ours: Option<Vec<&'static str>>,
    others: Option<Vec<&'static str>>,
}

/// The table of docs/ARCHITECTURE.md.
fn allowed(package: &str, is_game: bool) -> Allowed {
    let strict = |ours: &[&'static str], others: &[&'static str]| Allowed {
        ours: Some(ours.to_vec()),
        others: Some(others.to_vec()),
    };
    let ours = |ours: &[&'static str]| Allowed { ours: Some(ours.to_vec()), others: None };
    match package {
        "gametree-kernels" => strict(&[], &[]),
        "gametree-core" => {
            strict(&["gametree-kernels"], &["rand", "rand_xoshiro", "bitvec", "serde_core", "rustix", "libm", "strsim"])
        }
        "gametree-adversarial" => strict(&["gametree-core"], &[]),
        "gametree-mcts" => strict(&["gametree-core"], &["libm"]),
        "gametree-mcps" => strict(&["gametree-core", "gametree-mcts"], &["bitvec"]),
        "gametree-atarigo" | "gametree-nogo" => strict(&["gametree-core", "gametree-go"], &["serde"]),
        _ if is_game => strict(&["gametree-core"], &["serde"]),
        "gametree-statistics" => strict(&[], &["libm", "serde", "statrs"]),
        "gametree-players" => {
            ours(&["gametree-core", "gametree-adversarial", "gametree-mcts", "gametree-mcps", "gametree-statistics"])
        }
        // The searches: its tests play matches of them.
        "gametree-tournament" => {
            ours(&["gametree-core", "gametree-players", "gametree-statistics", "gametree-mcts", "gametree-mcps"])
        }
        // The list of games: its tests draw pages of them.
        // A game for its front page.
        "gametree-workbench" => ours(&["gametree-board", "gametree-lab", "gametree-players", "gametree-tictactoe"]),
        "gametree-lab" => {
            ours(&["gametree-core", "gametree-players", "gametree-statistics", "gametree-tournament", "gametree-games"])
        }
        "gametree-games" => {
            // Its tests also play every search on every game, which no crate below may do.
            ours(&[
                "gametree-core",
                "gametree-players",
                "gametree-statistics",
                "gametree-tournament",
                "gametree-adversarial",
                "gametree-mcts",
                "gametree-mcps",
                "gametree-tree",
                "gametree-tictactoe",
                "gametree-hex",
                "gametree-go",
                "gametree-atarigo",
                "gametree-nogo",
                "gametree-wargame",
            ])
        }
        // The games: its tests play ours.
        "gametree-board" => ours(&["gametree-core", "gametree-players", "gametree-statistics", "gametree-games"]),
        // What it plays with is told to the board; the rest: its tests.
        "gametree" => ours(&["gametree-board", "gametree-games", "gametree-players", "gametree-tournament"]),
        "xtask" => {
            ours(&["gametree-core", "gametree-players", "gametree-tournament", "gametree-lab", "gametree-games"])
        }
        _ => Allowed { ours: None, others: None },
    }
}

fn dependencies(workspace: &Workspace, package: &Package, wrong: &mut Vec<String>) {
    let folder = package.manifest_path.parent().unwrap_or(Path::new(""));
    let parent = folder.parent().and_then(Path::file_name).unwrap_or_default();
    // games/all is the list of games, not a game.
    let is_game = parent == "games" && package.name != "gametree-games";
    let allowed = allowed(&package.name, is_game);
    for dependency in &package.dependencies {
        let ours = workspace.packages.iter().any(|other| other.name == dependency.name);
        // Tests may use what they like of others, but of ours only what the crate itself may.
        if !ours && dependency.kind.as_deref() == Some("dev") {
            continue;
        }
        let list = if ours { &allowed.ours } else { &allowed.others };
        if list.as_ref().is_some_and(|list| !list.contains(&dependency.name.as_str())) {
            wrong.push(format!("{} may not depend on {}", package.name, dependency.name));
        }
    }
}

fn source(name: &str, text: &str, wrong: &mut Vec<String>) {
    let lines = text.lines().count();
    if lines > MOST_LINES {
        wrong.push(format!("{name}: {lines} lines, at most {MOST_LINES}: split it"));
    }
    let (code, texts) = code_and_texts(text);
    if knows_no_game(name) {
        names_of_games(name, &code, &texts, wrong);
    }
    for (index, line) in code.lines().enumerate() {
        for word in ["todo!", "unimplemented!"] {
            if line.contains(word) {
                wrong.push(format!("{name}:{}: {word}", index + 1));
            }
        }
    }
    for (index, (line, code)) in text.lines().zip(code.lines()).enumerate() {
        if code.contains("#[ignore") && line.trim() != SLOW {
            wrong.push(format!("{name}:{}: a test is left out by {SLOW} or not at all", index + 1));
        }
    }
    for (index, line) in text.lines().enumerate() {
        let line = line.trim_start();
        let doc = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
        if doc.is_some_and(|doc| doc.trim_start().starts_with("```ignore")) {
            wrong.push(format!("{name}:{}: a documentation example that is not compiled", index + 1));
        }
    }
    let forbidden = forbidden(name);
    for (line, identifier) in identifiers(&code) {
        if identifier == "unsafe" && name != KERNELS {
            wrong.push(format!("{name}:{line}: unsafe belongs into {KERNELS}"));
        }
        if let Some(word) = words(identifier).iter().find(|word| forbidden.contains(&word.as_str())) {
            wrong.push(format!("{name}:{line}: {identifier} names {word}, which this crate may not know"));
        }
    }
}

/// The words that may not be part of an identifier in a file: core names no game and no algorithm, searches name no game,
/// games name no search.
fn forbidden(name: &str) -> Vec<&'static str> {
    let within = |folders: &[&str]| folders.iter().any(|folder| name.starts_with(folder));
    if within(&["crates/kernels/", "crates/core/"]) {
        [GAMES, SEARCHES].concat()
    } else if within(&["crates/mcts/src/", "crates/mcps/src/", "crates/adversarial/src/"]) {
        GAMES.to_vec()
    } else if within(&["games/"]) && !within(&["games/all/"]) {
        SEARCHES.to_vec()
    } else {
        Vec::new()
    }
}

/// Whether a file has no game's name outside its tests: what programs must know of a game, the game says by `Describe`.
fn knows_no_game(name: &str) -> bool {
    let is_test = name.contains("/tests/") || name.ends_with("/tests.rs") || name.contains("/examples/");
    name.starts_with("crates/") && !name.starts_with("crates/gametree/") && !is_test
}

fn names_of_games(name: &str, code: &str, texts: &[(usize, &str)], wrong: &mut Vec<String>) {
    let tests = test_lines(code);
    let in_tests = |line: usize| tests.iter().any(|lines| lines.contains(&line));
    let is_game = |word: &str| GAMES.iter().any(|game| game.eq_ignore_ascii_case(word));
    // Type names are often several words: `AtariGo`.
    let names_game = |words: &[String]| {
        let whole = words.concat();
        words.iter().any(|word| is_game(word)) || GAMES.iter().any(|game| game.len() > 4 && whole.contains(game))
    };
    // Where no game may be named in tests either, that is looked at for itself.
    let strict = forbidden(name).contains(&GAMES[0]);
    for (line, identifier) in identifiers(code).filter(|&(line, _)| !strict && !in_tests(line)) {
        if names_game(&words(identifier)) {
            wrong.push(format!("{name}:{line}: {identifier} names a game; a game says itself what it is by Describe"));
        }
    }
    for &(line, text) in texts.iter().filter(|&&(line, _)| !in_tests(line)) {
        let named = text.split(|c: char| !c.is_alphanumeric()).any(is_game) || text == "go";
        if named && !WORDS_OF_OTHERS.contains(&(name, text)) {
            wrong.push(format!("{name}:{line}: {text:?} names a game; a game says itself what it is by Describe"));
        }
    }
}

pub(super) fn rust_files(folder: &Path, out: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            if path.file_name().is_some_and(|name| name != "target") {
                rust_files(&path, out)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            out.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::Dependency;
    use super::*;

    fn complaints(name: &str, text: &str) -> Vec<String> {
        let mut wrong = Vec::new();
        source(name, text, &mut wrong);
        wrong
    }

    #[test]
    fn breaches_are_found_with_their_line() {
        let text = "//! Hex and UCT may be spoken of.\nfn play_hex() {}\n";
        assert_eq!(complaints("crates/mcts/src/x.rs", text).len(), 1);
        assert!(complaints("crates/core/src/x.rs", text)[0].starts_with("crates/core/src/x.rs:2: play_hex"));
        assert!(complaints("games/hex/src/x.rs", text).is_empty());
        assert_eq!(complaints("games/hex/src/x.rs", "struct GraveNode;").len(), 1);
        assert_eq!(complaints("games/hex/src/x.rs", "fn f() { unsafe {} }").len(), 1);
        assert!(complaints(KERNELS, "fn f() { unsafe {} }").is_empty());
        assert_eq!(complaints("xtask/src/x.rs", "#[ignore]\nfn f() { todo!() }").len(), 2);
        assert!(complaints("xtask/src/x.rs", &format!("#[test]\n{SLOW}\nfn f() {{}}")).is_empty());
        assert_eq!(complaints("xtask/src/x.rs", "/// ```ignore\nfn f() {}").len(), 1);
        assert_eq!(complaints("xtask/src/x.rs", &"\n".repeat(601)).len(), 1);
    }

    #[test]
    fn games_are_named_by_themselves_only() {
        let named = |text: &str| complaints("crates/board/src/x.rs", text);
        let text = "/// Hex.\nfn f(game: &str) -> bool {\n    game == \"go\" || game == \"hex\"\n}\n";
        let found = named(text);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("crates/board/src/x.rs:3: \"go\" names a game"), "{found:?}");
        assert_eq!(named("fn of_hex() {}\nstruct AtariGo;").len(), 2);
        assert_eq!(named("const HELP: &str = \"play a game of Hex\";").len(), 1);
        assert_eq!(named("fn f() { say(\"HexGui and go on\") }"), [""; 0]);
        let tests = format!("#[cfg(test)]\nmod tests {{\n{text}}}\n");
        assert_eq!(named(&tests), [""; 0]);
        assert_eq!(named(&(tests + "fn hex() {}")).len(), 1);
        for file in
            ["crates/board/src/gtp/tests/x.rs", "crates/gametree/src/main.rs", "games/hex/src/x.rs", "xtask/src/x.rs"]
        {
            assert_eq!(complaints(file, text), [""; 0], "{file}");
        }
        for name in ["statistics", "players", "tournament", "lab"] {
            assert_eq!(complaints(&format!("crates/{name}/src/x.rs"), text).len(), 2, "{name}");
        }
        let (file, word) = WORDS_OF_OTHERS[0];
        assert_eq!(complaints(file, &format!("fn f() {{ say(\"{word}\") }}")), [""; 0]);
        assert_eq!(named(&format!("fn f() {{ say(\"{word}\") }}")).len(), 1);
    }

    #[test]
    fn the_table_of_dependencies_is_kept() {
        let package = |name: &str, folder: &str, needs: &[&str]| Package {
            rust_version: None,
            name: name.into(),
            manifest_path: format!("/w/{folder}/Cargo.toml").into(),
            publish: None,
            dependencies: needs.iter().map(|need| Dependency { name: need.to_string(), kind: None }).collect(),
        };
        let packages = vec![
            package("gametree-core", "crates/core", &["serde_core", "gametree-mcts"]),
            package("gametree-mcts", "crates/mcts", &["gametree-core", "libm"]),
            package("gametree-hex", "games/hex", &["gametree-core", "gametree-mcts", "clap"]),
            package("gametree-games", "games/all", &["gametree-hex"]),
        ];
        let workspace = Workspace { packages, target_directory: PathBuf::new(), workspace_root: PathBuf::new() };
        let mut wrong = Vec::new();
        for package in &workspace.packages {
            dependencies(&workspace, package, &mut wrong);
        }
        assert_eq!(
            wrong,
            [
                "gametree-core may not depend on gametree-mcts",
                "gametree-hex may not depend on gametree-mcts",
                "gametree-hex may not depend on clap"
            ]
        );
    }
}
