//! What the program is called, in its help and to programs that talk to it.

use std::env::consts::EXE_SUFFIX;
use std::path::Path;

use clap::{Arg, Command};

/// A program for people at the board: somebody's own has another name than ours.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    name: &'static str,
    version: &'static str,
}

impl Default for Program {
    /// Called as its file is, with the version of this library.
    fn default() -> Self {
        let file = std::env::args_os().next();
        let name = file.as_deref().and_then(|file| Path::new(file).file_name()?.to_str().map(str::to_string));
        // Once in a process: clap wants names that live as long.
        let name: &str = name.map_or("gametree", |name| name.leak());
        Program::new(name.strip_suffix(EXE_SUFFIX).unwrap_or(name), env!("CARGO_PKG_VERSION"))
    }
}

impl Program {
    /// A program of this name and version.
    #[must_use]
    pub const fn new(name: &'static str, version: &'static str) -> Self {
        Program { name, version }
    }

    /// What it is called.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Its version, as `1.0.0`.
    #[must_use]
    pub const fn version(&self) -> &'static str {
        self.version
    }

    /// A command line under this name: in help texts it stands for `{bin}`.
    #[must_use]
    pub fn named(&self, command: Command) -> Command {
        self.told(command).name(self.name).bin_name(self.name).version(self.version)
    }

    fn told(&self, mut command: Command) -> Command {
        let told = |text: &clap::builder::StyledStr| text.to_string().replace("{bin}", self.name);
        if let Some(text) = command.get_after_help().map(told) {
            command = command.after_help(text);
        }
        let argument = |arg: Arg| match arg.get_help().map(told) {
            Some(text) => arg.help(text),
            None => arg,
        };
        command.mut_args(argument).mut_subcommands(|command| self.told(command))
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn help_calls_the_program_by_its_name() {
        let mut command = Program::new("ours", "1.2.3").named(crate::Cli::command());
        let version = command.render_version();
        assert_eq!(version, "ours 1.2.3\n");
        command.build();
        let mut texts = vec![command.render_long_help().to_string()];
        texts.extend(command.get_subcommands_mut().map(|command| command.render_long_help().to_string()));
        for text in &texts {
            assert!(!text.contains("{bin}") && !text.contains("gametree "), "{text}");
        }
        assert!(texts.iter().any(|text| text.contains("as `ours games` lists it")));
        assert!(texts.iter().any(|text| text.contains("Usage: ours play ")), "{texts:#?}");
    }
}
