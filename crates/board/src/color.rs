//! Whether to write colours.

use std::io;

/// When colours are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Color {
    /// In a terminal that has them, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Whether standard output gets colours. Besides NO_COLOR, `auto` knows CLICOLOR, CLICOLOR_FORCE and TERM=dumb.
    pub(crate) fn is_on(self) -> bool {
        match self {
            Color::Auto => anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
            Color::Always => true,
            Color::Never => false,
        }
    }
}
