//! The commands as a program sees them that is none of ours: no presets, no claims, a name of its own.

use gametree_lab::{Exit, Lab, Preset, Task, is_command};

const PLAN: &str = r#"name = "first"
    games_per_cell = 2
    budgets = ["playouts=20"]
    players = [{ spec = "uct" }, { spec = "grave" }]
    games = [{ name = "tictactoe" }]"#;

const FIRST: Preset = Preset { name: "first", about: "Something short", plan: PLAN, is_default: true };

fn lab() -> Lab {
    Lab::new(gametree_games::all()).name("mine")
}

/// What the program says instead of doing something.
fn said(lab: &Lab, words: &str) -> String {
    match lab.task(words.split(' ')) {
        Err(error) => error.to_string(),
        Ok(task) => panic!("{words} is {task:?}"),
    }
}

#[test]
fn help_has_the_programs_own_name_game_and_plans() {
    for command in ["tournament", "report", "replay", "status", "merge", "sweep"] {
        assert!(is_command(command), "{command}");
        let help = said(&lab(), &format!("{command} --help"));
        assert!(help.contains(&format!("Usage: mine {command} ")), "{help}");
        assert!(
            help.contains(&format!("  mine {command} ")) || help.contains(&format!("Example: mine {command} ")),
            "{help}"
        );
        assert!(!help.contains("xtask"), "{help}");
    }
    let game = lab().house().games().next().unwrap().about();
    let help = said(&lab(), "tournament --help");
    assert!(help.contains("mine tournament --config my-plan.toml --only"), "{help}");
    assert!(help.contains(&format!("--only {}/{} ", game.name, game.default_size)), "{help}");
    let help = said(&lab().example("hex", "9"), "sweep --help");
    assert!(help.contains("mine sweep hex --size 9 --player"), "{help}");
}

/// A program with commands of its own beside the lab's.
#[derive(clap::Parser)]
#[command(bin_name = "both")]
struct Both {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    #[command(flatten)]
    Lab(Task),
    /// Something else
    Greet,
}

#[test]
fn one_help_shows_both_a_programs_own_commands_and_the_labs() {
    let lab = lab().presets([FIRST]);
    let mut command = lab.prepare(<Both as clap::CommandFactory>::command());
    let help = command.render_help().to_string();
    let names: Vec<&str> = help.lines().filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next()).collect();
    assert_eq!(names[..7], ["tournament", "report", "replay", "status", "merge", "sweep", "greet"], "{help}");
    let parsed = |words: &str| {
        let matches = command.clone().get_matches_from(words.split(' '));
        <Both as clap::FromArgMatches>::from_arg_matches(&matches).unwrap().command
    };
    assert!(matches!(parsed("both tournament --preset first"), Command::Lab(Task::Tournament(_))));
    assert!(matches!(parsed("both greet"), Command::Greet) && !is_command("greet"));
}

#[test]
fn presets_are_those_that_the_program_brings() {
    // None: a plan is needed, and nothing speaks of presets.
    let help = said(&lab(), "tournament --help");
    assert!(help.contains("--config <FILE>") && !help.contains("preset"), "{help}");
    let error = said(&lab(), "tournament");
    assert!(error.contains("--config <FILE>"), "{error}");
    assert!(said(&lab(), "tournament --preset quick --config x.toml").contains("'quick'"));
    // One that is played by default.
    let with = lab().presets([FIRST]);
    let help = said(&with, "tournament --help");
    assert!(help.contains("- first: Something short") && help.contains("\n  mine tournament\n"), "{help}");
    assert!(
        help.contains("mine status runs/first-0123abcd")
            || said(&with, "status --help").contains("runs/first-0123abcd")
    );
    assert!(matches!(with.task(["tournament"]), Ok(Task::Tournament(_))));
    assert!(said(&with, "tournament --preset secnd").contains("[possible values: first]"));
    // One that has to be asked for.
    let asked = lab().presets([Preset { is_default: false, ..FIRST }]);
    assert!(
        asked.task(["tournament", "--preset", "first"]).is_ok() && asked.task(["tournament", "--config", "x"]).is_ok()
    );
    assert!(said(&asked, "tournament").contains("--config <FILE>"));
}

#[test]
fn without_claims_there_is_nothing_to_reproduce() {
    assert!(!said(&lab(), "--help").contains("reproduce"));
    let task = lab().task(["reproduce"]).unwrap();
    let error = lab().run(&task).unwrap_err();
    assert!(error.is::<gametree_lab::Usage>() && error.to_string().contains("claims"), "{error}");
}

#[test]
fn a_player_that_does_not_exist_is_refused_with_the_options_name() {
    let error = said(&lab(), "sweep tictactoe --player fish --parameter bias --values 1");
    assert!(error.contains("'--player <SPEC>'") && error.contains("fish") && error.contains("grave"), "{error}");
    let error = said(&lab(), "sweep tictactoe --player grave --parameter bias --values 1 --against fish");
    assert!(error.contains("'--against <SPEC>'"), "{error}");
}

#[test]
fn a_run_is_played_reported_and_its_page_names_the_program() {
    let dir = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("lab-run");
    let _ = std::fs::remove_dir_all(&dir);
    let lab = lab().presets([FIRST]).version("1.2.3 (of my own)").commit("fedcba987654");
    let out = dir.display().to_string();
    for words in [&["tournament", "--out", &out][..], &["status", &out], &["report", &out]] {
        let task = lab.task(words.iter().copied()).unwrap();
        assert_eq!(lab.run(&task).unwrap(), Exit::Done, "{words:?}");
    }
    let page = std::fs::read_to_string(dir.join("report.html")).unwrap();
    assert!(page.contains("<code>mine report</code>, gametree 1.2.3 (of my own)"), "{page:.300}");
    assert!(!page.contains("xtask"));
    let records = std::fs::read_to_string(dir.join("games-0-of-1.jsonl")).unwrap();
    assert!(records.lines().all(|line| line.contains("\"commit\":\"fedcba987654\"")), "{records}");
}
